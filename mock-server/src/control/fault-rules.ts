import * as z from "zod/mini";
import { type Duration, parseDuration } from "../kernel/duration.js";
import { documented } from "./documented.js";

/** A fault of a request, or of the chain. */
export type Fault =
  /** The answer comes late, by `clock`'s time: `real` (default) or the server's own. */
  | { readonly kind: "latency"; readonly ms: number; readonly clock?: "real" | "virtual" }
  /** Another status, with the contract's body (or none, with `empty`), and `Retry-After` as given. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly code?: string;
      readonly retryAfter?: string | number;
      readonly empty?: boolean;
    }
  /**
   * The connection breaks: it is refused (`connect`: the service never hears of the request; a listening socket can only
   * reset it), or ends before any byte, after the head, or in the middle of the body.
   */
  | { readonly kind: "drop"; readonly when: "connect" | "before" | "headers" | "body" }
  /** The body is not what it should be: cut off, an HTML page, or JSON under another type. */
  | { readonly kind: "malformed"; readonly form: "truncated" | "html" | "content-type" }
  /** The body comes slowly, in real time. */
  | { readonly kind: "slow-body"; readonly bytesPerSecond: number }
  /** The next transaction is built on a blockhash that has expired. */
  | { readonly kind: "expired-blockhash" }
  /** A sent transaction gets its signature and never lands. */
  | { readonly kind: "drop-transaction" }
  /** A sent transaction lands only after this time on the server's clock. Default 10 s. */
  | { readonly kind: "late-transaction"; readonly by?: Duration }
  /** A transaction stays `processed`: for this time on the server's clock, or for good. */
  | { readonly kind: "slow-confirm"; readonly by?: Duration }
  /**
   * The price moves by `percent` (default -10: the pair's first token gets cheaper). With `pool` (an address or a pair,
   * `"SOL-USDC"`) at once, or when `match` says; without, against the intent that is built next.
   */
  | {
      readonly kind: "moved-pool";
      readonly pool?: string;
      readonly percent?: number;
      readonly environment?: "live" | "test";
    };

/** When a fault happens. */
export interface FaultRule {
  /** Requests that it is for. `path` has `/v1`; `*` stands for anything. Default: every request of the API. */
  readonly match?: { readonly method?: string; readonly path?: string };
  /** The first matching request that it hits, counted from arming; alone, it hits that one only. Default 1. */
  readonly nth?: number;
  /** How many it hits. Default: all, or one with `nth`, or one on the chain. */
  readonly times?: number;
  /** How likely it hits, 0 to 1, drawn from the seed. Default 1. */
  readonly probability?: number;
  /** The fault that the rule causes. */
  readonly fault: Fault;
}

const count = (what: string) =>
  z
    .number(`${what} must be a number`)
    .check(z.refine((value) => Number.isInteger(value) && value >= 1, `must be an integer from 1`))
    .register(documented, { type: "integer", minimum: 1 });
const positive = z
  .number("must be a number")
  .check(z.refine((value) => value > 0 && Number.isFinite(value), "must be above 0"))
  .register(documented, { exclusiveMinimum: 0 });
const duration = z.optional(
  z
    .custom<Duration>(
      (value) => parseDuration(value) !== undefined,
      'must be milliseconds or a duration such as "10s"',
    )
    .register(documented, {
      type: ["string", "number"],
      description: 'Milliseconds, or "10s", "5m", "24h".',
    }),
);

const FaultSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("latency"),
      ms: z
        .number("must be a number")
        .check(z.refine((ms) => ms >= 0 && Number.isFinite(ms), "must be 0 or more"))
        .register(documented, { minimum: 0 }),
      clock: z.optional(z.enum(["real", "virtual"], "must be real or virtual")),
    }),
    z.strictObject({
      kind: z.literal("status"),
      status: z
        .number("must be a number")
        .check(
          z.refine(
            (status) => Number.isInteger(status) && status >= 200 && status <= 599,
            "must be from 200 to 599",
          ),
        )
        .register(documented, { type: "integer", minimum: 200, maximum: 599 }),
      code: z.optional(z.string("must be a string")),
      // Anything that a header can hold, nonsense too: clients meet it.
      retryAfter: z.optional(
        z.union(
          [
            z
              .string()
              .check(
                z.regex(/^[\x20-\x7e]*$/, "must be printable ASCII without line breaks, as headers are"),
              ),
            z.number(),
          ],
          "must be seconds or an HTTP date",
        ),
      ),
      empty: z.optional(z.boolean("must be true or false")),
    }),
    z.strictObject({
      kind: z.literal("drop"),
      when: z.enum(["connect", "before", "headers", "body"], "must be connect, before, headers or body"),
    }),
    z.strictObject({
      kind: z.literal("malformed"),
      form: z.enum(["truncated", "html", "content-type"], "must be truncated, html or content-type"),
    }),
    z.strictObject({ kind: z.literal("slow-body"), bytesPerSecond: positive }),
    z.strictObject({ kind: z.literal("expired-blockhash") }),
    z.strictObject({ kind: z.literal("drop-transaction") }),
    z.strictObject({ kind: z.literal("late-transaction"), by: duration }),
    z.strictObject({ kind: z.literal("slow-confirm"), by: duration }),
    z.strictObject({
      kind: z.literal("moved-pool"),
      pool: z.optional(z.string("must be an address or a pair")),
      percent: z.optional(
        z
          .number("must be a number")
          .check(z.refine((value) => value > -100 && value <= 10_000, "must be above -100 and at most 10000"))
          .register(documented, { exclusiveMinimum: -100, maximum: 10_000 }),
      ),
      environment: z.optional(z.enum(["live", "test"], "must be live or test")),
    }),
  ],
  "must have a known kind: latency, status, drop, malformed, slow-body, expired-blockhash, drop-transaction, late-transaction, slow-confirm, moved-pool",
);

/** Strict schema of {@link FaultRule}. */
export const FaultRuleSchema = z.strictObject({
  match: z.optional(
    z.strictObject({
      method: z.optional(z.string("must be a string")),
      path: z.optional(
        z
          .string("must be a string")
          .check(z.regex(/^(\/v1|\*)/, 'must begin with "/v1" or "*", as in "/v1/prices/*"')),
      ),
    }),
  ),
  nth: z.optional(count("nth")),
  times: z.optional(count("times")),
  probability: z.optional(
    z
      .number("must be a number")
      .check(z.refine((value) => value >= 0 && value <= 1, "must be from 0 to 1"))
      .register(documented, { minimum: 0, maximum: 1 }),
  ),
  fault: FaultSchema,
});

const CHAIN = new Set(["expired-blockhash", "drop-transaction", "late-transaction", "slow-confirm"]);

/** True for a fault that happens on the ledger and not to a request. */
export function onChain({ fault }: FaultRule): boolean {
  return CHAIN.has(fault.kind);
}

/** True when a rule is for a request. */
export function matches({ match }: FaultRule, method: string, path: string): boolean {
  if (match?.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match?.path === undefined || wildcard(match.path, path);
}

/** `*` stands for any run of characters; nothing else is special. Linear in both lengths' product at worst. */
function wildcard(pattern: string, text: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return text === head;
  if (!text.startsWith(head)) return false;
  let at = head.length;
  const tail = rest.pop() ?? "";
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}
