import { ENVIRONMENTS, isSignature } from "intent-tx/contract";
import * as z from "zod/mini";
import { invalidField } from "../../kernel/errors.js";
import { unknownName } from "../../kernel/nearest.js";
import {
  address,
  choice,
  documented,
  duration,
  filled,
  flag,
  integer,
  maybe,
  numberThat,
  part,
  text,
  textThat,
} from "../../kernel/schema-kit.js";
import type { Duration } from "../../kernel/time.js";
import type { AimedTransaction } from "../../ledger/ledger.js";

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
  /**
   * A transaction has expired: the next one is built on a blockhash that is too old, or, where an app builds it itself, is
   * refused for good. The next build is normal.
   */
  | { readonly kind: "expired-blockhash" }
  /** A sent transaction gets its signature and never lands, however often it is sent. */
  | { readonly kind: "drop-transaction" }
  /** A sent transaction lands only after this time on the server's clock, if its blockhash is good by then. Default 10 s. */
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

/** Requests or transactions at which a fault is aimed; every part that is given must fit. */
export interface FaultMatch {
  /** Of a request: its HTTP method. */
  readonly method?: string;
  /** Of a request: its path with `/v1`; `*` stands for anything. */
  readonly path?: string;
  /** Of a request: identifier of its key. */
  readonly keyId?: string;
  /** Of a request: the wallet that its path or its body names. */
  readonly walletAddress?: string;
  /** Of a transaction: a wallet that signs it. */
  readonly wallet?: string;
  /** Of a transaction: its base58 signature. */
  readonly signature?: string;
  /** Of a transaction: the same as `nth` of the rule. */
  readonly nth?: number;
}

/** When a fault happens. */
export interface FaultRule {
  /** Requests, or on the chain transactions, that it is for. Default: every request of the API, every transaction. */
  readonly match?: FaultMatch;
  /** The first matching request or transaction that it hits, counted from arming; alone, it hits that one only. Default 1. */
  readonly nth?: number;
  /** How many it hits. Default: all, or one with `nth`, or one on the chain. */
  readonly times?: number;
  /** How likely it hits, 0 to 1, drawn from the seed. Default 1. */
  readonly probability?: number;
  /** The fault that the rule causes. */
  readonly fault: Fault;
}

const percent = numberThat(
  (value) => value > -100 && value <= 10_000,
  "must be above -100 and at most 10000",
).register(documented, { exclusiveMinimum: -100, maximum: 10_000 });
/** Longest wait that a JavaScript timer can hold, about 24 days. */
const LONGEST_MS = 2_147_483_647;
// A text is anything that a header can hold, nonsense too: clients meet it.
const retryAfter = z.union(
  [
    z
      .string()
      .check(z.regex(/^[\x20-\x7e]*$/, "must be printable ASCII without line breaks, as headers are")),
    integer(0, LONGEST_MS),
  ],
  `must be whole seconds from 0 to ${LONGEST_MS}, or the header's text`,
);

const kinds = () =>
  [
    part({
      kind: z.literal("latency"),
      ms: numberThat((ms) => ms >= 0 && ms <= LONGEST_MS, `must be from 0 to ${LONGEST_MS}`).register(
        documented,
        { minimum: 0, maximum: LONGEST_MS },
      ),
      clock: maybe(choice(["real", "virtual"])),
    }),
    part({
      kind: z.literal("status"),
      status: integer(200, 599),
      code: maybe(text),
      retryAfter: maybe(retryAfter),
      empty: maybe(flag),
    }),
    part({ kind: z.literal("drop"), when: choice(["connect", "before", "headers", "body"]) }),
    part({ kind: z.literal("malformed"), form: choice(["truncated", "html", "content-type"]) }),
    part({
      kind: z.literal("slow-body"),
      bytesPerSecond: numberThat((value) => value > 0, "must be above 0").register(documented, {
        exclusiveMinimum: 0,
      }),
    }),
    part({ kind: z.literal("expired-blockhash") }),
    part({ kind: z.literal("drop-transaction") }),
    part({ kind: z.literal("late-transaction"), by: maybe(duration) }),
    part({ kind: z.literal("slow-confirm"), by: maybe(duration) }),
    part({
      kind: z.literal("moved-pool"),
      pool: maybe(z.string("must be an address or a pair")),
      percent: maybe(percent),
      environment: maybe(choice(ENVIRONMENTS)),
    }),
  ] as const;

/** Strict schema of {@link FaultRule}. */
export const FaultRuleSchema = z.lazy(() => {
  const faults = kinds();
  const known = faults.flatMap(({ shape }) => [...shape.kind._zod.values]).join(", ");
  return part({
    match: maybe(
      part({
        method: maybe(text),
        path: maybe(text.check(z.regex(/^(\/v1|\*)/, 'must begin with "/v1" or "*", as in "/v1/prices/*"'))),
        keyId: maybe(filled),
        walletAddress: maybe(address),
        wallet: maybe(address),
        signature: maybe(textThat(isSignature, "must be a base58 signature of 64 bytes")),
        nth: maybe(integer(1)),
      }),
    ),
    nth: maybe(integer(1)),
    times: maybe(integer(1)),
    probability: maybe(
      numberThat((value) => value >= 0 && value <= 1, "must be from 0 to 1").register(documented, {
        minimum: 0,
        maximum: 1,
      }),
    ),
    fault: z.discriminatedUnion("kind", faults, `must have a known kind: ${known}`),
  });
});

const CHAIN = new Set(["expired-blockhash", "drop-transaction", "late-transaction", "slow-confirm"]);

/** True for a fault that happens on the ledger and not to a request. */
export function onChain({ fault }: FaultRule): boolean {
  return CHAIN.has(fault.kind);
}

/** Parts of a request that take longer to learn than its method and path. */
export interface AskedRequest {
  /** Identifier of its key; undefined without a good one. */
  keyId(): string | undefined;
  /** The wallet that its path or body names. */
  walletAddress(): Promise<unknown>;
}

/** True when a rule is for a request. */
export async function matches(
  { match = {} }: FaultRule,
  method: string,
  path: string,
  asked: AskedRequest,
): Promise<boolean> {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path !== undefined && !wildcard(match.path, path)) return false;
  if (match.keyId !== undefined && match.keyId !== asked.keyId()) return false;
  return match.walletAddress === undefined || match.walletAddress === (await asked.walletAddress());
}

/** True when a rule is for a transaction. */
export function matchesTransaction({ match = {} }: FaultRule, transaction: AimedTransaction): boolean {
  const { wallet, signature } = match;
  if (wallet !== undefined && !transaction.signers.includes(wallet)) return false;
  return signature === undefined || signature === transaction.signature;
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

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const OF_REQUESTS = ["method", "path", "keyId", "walletAddress"] as const;
const OF_TRANSACTIONS = ["wallet", "signature", "nth"] as const;

/**
 * Refuses a rule that could never fire: it would wait for ever, and the test would pass without its fault. Any path may be named, even
 * that of a call which this version of the API does not know. A restored rule is not looked at again.
 *
 * @throws ServiceError 400 on the part of `match` that nothing can have
 */
export function refuseIdle(rule: FaultRule): void {
  const { match = {}, fault } = rule;
  const [wrong, right] = onChain(rule) ? [OF_REQUESTS, OF_TRANSACTIONS] : [OF_TRANSACTIONS, OF_REQUESTS];
  const idle = wrong.find((name) => match[name] !== undefined);
  if (idle !== undefined)
    throw invalidField(
      `match.${idle}`,
      `has no meaning for ${fault.kind}, which happens to a ${onChain(rule) ? "transaction" : "request"}; it can match ${right.join(", ")}`,
    );
  if (match.nth !== undefined && rule.nth !== undefined)
    throw invalidField("match.nth", "is given beside nth, which is the same; leave one of them out");
  const wanted = match.method?.toUpperCase();
  if (wanted !== undefined && !METHODS.includes(wanted))
    throw invalidField(
      "match.method",
      `is ${JSON.stringify(match.method)}, which ${unknownName(wanted, METHODS)}`,
    );
}
