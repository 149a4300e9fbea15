import { isDeepStrictEqual } from "node:util";
import {
  ENVIRONMENTS,
  HEADERS,
  isSignature,
  LIMITS,
  OPERATIONS,
  type OperationName,
} from "intent-tx/contract";
import * as z from "zod/mini";
import { invalidField } from "../kernel/errors.js";
import { jsonOr } from "../kernel/json.js";
import { unknownName } from "../kernel/nearest.js";
import {
  address,
  byName,
  choice,
  documented,
  duration,
  filled,
  flag,
  integer,
  list,
  maybe,
  numberThat,
  part,
  text,
  textThat,
} from "../kernel/schema-kit.js";
import type { Duration } from "../kernel/time.js";
import { LONGEST_TIMEOUT } from "../kernel/timers.js";
import type { FaultTarget } from "../ledger/ledger.js";
import { CHAIN_FAULTS } from "./chain-faults.js";

/** A fault in a request or on the chain. */
export type Fault =
  /**
   * Delays the response, in real time (`real`, the default) or in server time (`virtual`). With `handled` the request
   * is handled before the delay, otherwise after it.
   */
  | {
      readonly kind: "latency";
      readonly ms: number;
      readonly clock?: "real" | "virtual";
      readonly handled?: boolean;
    }
  /**
   * Responds with another status and the contract's body, or a JSON-RPC error (no body with `empty`), and with
   * `Retry-After` if given. The request is handled only with `handled`.
   */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly code?: string;
      readonly retryAfter?: string | number;
      readonly empty?: boolean;
      readonly handled?: boolean;
    }
  /**
   * Responds with exactly this response. The API adds request ID, limit and CORS headers. An object body is sent as
   * JSON. Maximum 64 KiB. Default: no body. The request is handled only with `handled`.
   */
  | {
      readonly kind: "respond";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | object;
      readonly handled?: boolean;
    }
  /**
   * Breaks the connection. With `connect` it is refused (a listening socket can only reset it), and the request never
   * reaches the service. Otherwise it ends before the first byte, after the head, or in the middle of the body.
   */
  | { readonly kind: "drop"; readonly when: "connect" | "before" | "headers" | "body" }
  /** Breaks the body: truncated, an HTML page, or JSON with another media type. */
  | { readonly kind: "malformed"; readonly form: "truncated" | "html" | "content-type" }
  /** Sends the body slowly, in real time. */
  | { readonly kind: "slow-body"; readonly bytesPerSecond: number }
  /** Handles the request twice, as a proxy does that sends it again, and sends the second response. */
  | { readonly kind: "repeat" }
  /** For JSON-RPC: reads answer from the finalized state, as of a node that is 32 slots behind. Sends are unchanged. */
  | { readonly kind: "stale" }
  /** Refuses connections: for the first match and the next ones, `requests` in all, or for `ms` of server time. */
  | { readonly kind: "outage"; readonly requests?: number; readonly ms?: number }
  /** Causes one of these faults at each match, in order, each once. */
  | { readonly kind: "sequence"; readonly faults: readonly RequestFault[] }
  /**
   * Builds the next transaction with an expired blockhash; the build after it is normal. A transaction that an app
   * builds itself is instead rejected every time it is sent.
   */
  | { readonly kind: "expired-blockhash" }
  /** Returns a signature for a sent transaction, but the transaction never lands, even if it is sent again. */
  | { readonly kind: "drop-transaction" }
  /** Delays a sent transaction by `by` on the server clock. It then lands if its blockhash is valid. Default 10 s. */
  | { readonly kind: "late-transaction"; readonly by?: Duration }
  /** Keeps a transaction `processed` for `by` on the server clock. Default: permanently. */
  | { readonly kind: "slow-confirm"; readonly by?: Duration }
  /** Executes a transaction with missing or invalid signatures, so that anyone can send for any wallet. */
  | { readonly kind: "unsigned-transaction" }
  /**
   * Moves a price by `percent` (default -10: the pair's first token gets cheaper). With `pool` (an address or a pair,
   * `"SOL-USDC"`) the price moves immediately, or when `match` applies. Without `pool`, the price moves against the
   * next intent that is built. `environment` is the network: by default that of the matched request, or `live` without
   * a match.
   */
  | {
      readonly kind: "moved-pool";
      readonly pool?: string;
      readonly percent?: number;
      readonly environment?: "live" | "test";
    };

/**
 * A fault of a single request.
 * @inline
 */
export type RequestFault = Extract<
  Fault,
  { kind: "latency" | "status" | "respond" | "drop" | "malformed" | "slow-body" | "repeat" | "stale" }
>;

/** Requests or transactions to which a fault applies. All given fields must match. */
export interface FaultMatch {
  /** For requests: the HTTP method. With a path of JSON-RPC: the call's method, such as `sendTransaction`. */
  readonly method?: string;
  /** For requests: the path including `/v1`, or `/rpc/live` and `/rpc/test`; `*` matches any run of characters. */
  readonly path?: string;
  /** For requests: members of the JSON body (of JSON-RPC: of the call) with their values, also in inner objects and lists. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** For requests: headers by name, with their values; `*` matches any run of characters. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For requests: the key's identifier. */
  readonly keyId?: string;
  /** The wallet in the path or the body of a request, or one that signs the transaction. */
  readonly walletAddress?: string;
  /** For transactions: the base58 signature. */
  readonly signature?: string;
}

/** A fault, and when it fires. */
export interface FaultRule {
  /** Requests or transactions to which the fault applies. Default: every API request (not JSON-RPC), or every transaction. */
  readonly match?: FaultMatch;
  /** The first match that the fault hits, counted from 1. Without `times`, it hits only that match. Default 1. */
  readonly nth?: number;
  /** Matches to hit. Default: all; 1 with `nth`, `moved-pool` or a chain fault (except `unsigned-transaction`). */
  readonly times?: number;
  /** Probability of a hit, 0 to 1, drawn from the seed. Default 1. */
  readonly probability?: number;
  /** The fault that the rule causes. */
  readonly fault: Fault;
}

const percent = numberThat(
  (value) => value > -100 && value <= 10_000,
  "must be above -100 and at most 10000",
).register(documented, { exclusiveMinimum: -100, maximum: 10_000 });
// An invalid value is allowed, too, because clients can also receive such values from servers.
const headerValue = text.check(
  z.regex(/^[\x20-\x7e]*$/, "must be printable ASCII without line breaks, as headers are"),
);
const retryAfter = z.union(
  [headerValue, integer(0, LONGEST_TIMEOUT)],
  `must be a whole number of seconds from 0 to ${LONGEST_TIMEOUT}, or a string for the header`,
);

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Headers that a `respond` fault cannot set: the server, or the connection, determines them. */
const OWN_HEADERS = [
  "connection",
  "content-length",
  "keep-alive",
  "set-cookie",
  "trailer",
  "transfer-encoding",
  "upgrade",
  ...Object.values(HEADERS).map((name) => name.toLowerCase()),
];
const headerName = text
  .check(z.regex(TOKEN, "must be a header name"))
  .check(
    z.refine(
      (name) => !OWN_HEADERS.includes(name.toLowerCase()),
      `must not be ${OWN_HEADERS.join(", ")}, which the server sets itself or never sends`,
    ),
  );

/** The text of a `respond` fault's body; undefined if it has none, or if JSON cannot represent it. */
export function bodyText(body: unknown): string | undefined {
  if (typeof body === "string") return body;
  try {
    return typeof body === "object" && body !== null ? JSON.stringify(body) : undefined;
  } catch {
    return undefined;
  }
}

const matchBody = z
  .custom<Readonly<Record<string, unknown>>>((body) => {
    const written = Array.isArray(body) ? undefined : bodyText(body);
    if (written === undefined || written.length > LIMITS.bodyBytes) return false;
    // No body has other values, such as undefined and Infinity.
    return isDeepStrictEqual(jsonOr(written), body);
  }, "must be an object of JSON values")
  .register(documented, { description: "Members of the body, with their values." });

/** A header that a rule can match. Secrets are never stored in a rule. */
const matchedHeader = text
  .check(z.regex(TOKEN, "must be a header name"))
  .check(
    z.refine(
      (name) => !/^(?:authorization|cookie)$/i.test(name),
      "must not be a header with a secret; match on keyId instead",
    ),
  );

const responseBody = z
  .custom<string | object>((body) => {
    const written = bodyText(body);
    return written !== undefined && Buffer.byteLength(written) <= LIMITS.bodyBytes;
  }, `must be text, or an object to send as JSON, of at most ${LIMITS.bodyBytes} bytes`)
  .register(documented, { description: "Text, or an object or array to send as JSON. At most 64 KiB." });

const requestKinds = () =>
  [
    part({
      kind: z.literal("latency"),
      ms: numberThat(
        (ms) => ms >= 0 && ms <= LONGEST_TIMEOUT,
        `must be from 0 to ${LONGEST_TIMEOUT}`,
      ).register(documented, { minimum: 0, maximum: LONGEST_TIMEOUT }),
      clock: maybe(choice(["real", "virtual"])),
      handled: maybe(flag),
    }),
    part({
      kind: z.literal("status"),
      status: integer(200, 599),
      code: maybe(text),
      retryAfter: maybe(retryAfter),
      empty: maybe(flag),
      handled: maybe(flag),
    }),
    part({
      kind: z.literal("respond"),
      status: integer(200, 599),
      headers: maybe(byName(headerValue, headerName)),
      body: maybe(responseBody),
      handled: maybe(flag),
    }),
    part({ kind: z.literal("drop"), when: choice(["connect", "before", "headers", "body"]) }),
    part({ kind: z.literal("malformed"), form: choice(["truncated", "html", "content-type"]) }),
    part({
      kind: z.literal("slow-body"),
      bytesPerSecond: numberThat((value) => value > 0, "must be above 0").register(documented, {
        exclusiveMinimum: 0,
      }),
    }),
    part({ kind: z.literal("repeat") }),
    part({ kind: z.literal("stale") }),
  ] as const;

const kindsOf = (faults: readonly { readonly shape: { readonly kind: z.ZodMiniLiteral<string> } }[]) =>
  faults.flatMap(({ shape }) => [...shape.kind._zod.values]).join(", ");

const kinds = () => {
  const ofRequests = requestKinds();
  const one = z.discriminatedUnion(
    "kind",
    ofRequests,
    `must have the kind of one request: ${kindsOf(ofRequests)}`,
  );
  return [
    ...ofRequests,
    part({
      kind: z.literal("outage"),
      requests: maybe(integer(1)),
      ms: maybe(integer(1, LONGEST_TIMEOUT)),
    }).check(
      z.refine(
        ({ requests, ms }) => (requests === undefined) !== (ms === undefined),
        "must have either requests or ms",
      ),
    ),
    part({ kind: z.literal("sequence"), faults: list(one).check(z.minLength(1, "must not be empty")) }),
    part({ kind: z.literal("expired-blockhash") }),
    part({ kind: z.literal("drop-transaction") }),
    part({ kind: z.literal("late-transaction"), by: maybe(duration) }),
    part({ kind: z.literal("slow-confirm"), by: maybe(duration) }),
    part({ kind: z.literal("unsigned-transaction") }),
    part({
      kind: z.literal("moved-pool"),
      pool: maybe(z.string("must be an address or a pair")),
      percent: maybe(percent),
      environment: maybe(choice(ENVIRONMENTS)),
    }),
  ] as const;
};

export const FaultRuleSchema = z.lazy(() => {
  const faults = kinds();
  return part({
    match: maybe(
      part({
        method: maybe(text),
        path: maybe(
          text.check(
            z.regex(/^(\/v1|\/rpc\/|\*)/, 'must begin with "/v1", "/rpc/" or "*", as in "/v1/prices/*"'),
          ),
        ),
        body: maybe(matchBody),
        headers: maybe(byName(text, matchedHeader)),
        keyId: maybe(filled),
        walletAddress: maybe(address),
        signature: maybe(textThat(isSignature, "must be a base58-encoded 64-byte signature")),
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
    fault: z.discriminatedUnion("kind", faults, `must have a known kind: ${kindsOf(faults)}`),
  });
});

/** True for a fault on the ledger, not on a request. */
export function onChain({ fault }: FaultRule): boolean {
  return CHAIN_FAULTS.has(fault.kind);
}

/** An API request, or a call of a JSON-RPC request. */
export interface MatchedCall {
  /** Of JSON-RPC: the call's method; undefined if the body is not a call. */
  readonly method: string | undefined;
  readonly body: () => Promise<unknown>;
}

/** The fields of a request that take longer to read. */
export interface RequestFields {
  header(name: string): string | undefined;
  /** Undefined without a valid key. */
  keyId(): string | undefined;
  /** The wallet in the path. */
  walletInPath(): unknown;
}

/** True for a rule of JSON-RPC calls, which concerns no API request. */
export const ofRpc = ({ match }: FaultRule): boolean => match?.path?.startsWith(RPC_PATH) ?? false;

export const RPC_PATH = "/rpc/";

export async function matches(
  { match = {} }: FaultRule,
  path: string,
  { method = "", body }: MatchedCall,
  fields: RequestFields,
): Promise<boolean> {
  const { walletAddress, headers = {} } = match;
  // HTTP methods are matched in any case. Those of JSON-RPC have upper case inside.
  if (match.method !== undefined && match.method !== method && match.method.toUpperCase() !== method)
    return false;
  if (match.path !== undefined && !wildcard(match.path, path)) return false;
  if (match.keyId !== undefined && match.keyId !== fields.keyId()) return false;
  for (const [name, value] of Object.entries(headers))
    if (!wildcard(value, fields.header(name.toLowerCase()) ?? "")) return false;
  if (match.body !== undefined && !includes(await body(), match.body)) return false;
  if (walletAddress === undefined || fields.walletInPath() === walletAddress) return true;
  return fields.walletInPath() === undefined && includes(await body(), { walletAddress });
}

/** True if `value` has all members of `members`, with the same values. */
function includes(value: unknown, members: unknown): boolean {
  if (typeof members !== "object" || members === null) return value === members;
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(members))
    return false;
  return Object.entries(members).every(
    ([name, member]) =>
      Object.hasOwn(value, name) && includes((value as Record<string, unknown>)[name], member),
  );
}

export function matchesTransaction({ match = {} }: FaultRule, transaction: FaultTarget): boolean {
  const { walletAddress, signature } = match;
  if (walletAddress !== undefined && !transaction.signers.includes(walletAddress)) return false;
  return signature === undefined || signature === transaction.signature;
}

/** `*` matches any run of characters. At worst, the time grows with the product of both lengths. */
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

/** Methods that a fault can hit. `OPTIONS` is answered before any fault. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const OF_REQUESTS = ["method", "path", "body", "headers", "keyId", "walletAddress"] as const;
const OF_TRANSACTIONS = ["walletAddress", "signature"] as const;

/** Printable ASCII without characters that a URL's path never contains: a space, `#`, `?`, `{` and `}`. */
const SENT_PATH = /^[!"$->@-z|~]*$/;

/** Operations whose requests name a wallet. */
const WITH_WALLET = [
  "intents.parse",
  "transactions.build",
  "transactions.list",
  "portfolio.retrieve",
] as const satisfies readonly OperationName[];

/** True if a rule's method and path can match one of the operations, for the rule's wallet. */
function canReach(match: FaultMatch, operations: readonly OperationName[]): boolean {
  return operations.some((name) => {
    const { method, path } = OPERATIONS[name];
    const methods = [undefined, method, ...(method === "GET" ? ["HEAD"] : [])];
    const target = `/v1${path.replace("{walletAddress}", match.walletAddress ?? "")}`;
    return methods.includes(match.method?.toUpperCase()) && wildcard(match.path ?? "*", target);
  });
}

/** @throws ServiceError 400 on a field that a rule of JSON-RPC cannot have */
function refuseInRpc({ match = {}, fault }: FaultRule): void {
  const { path = "", method } = match;
  if (!RPC_PATHS.some((known) => wildcard(path, known)))
    throw invalidField("match.path", `matches no JSON-RPC; use one of ${RPC_PATHS.join(", ")}`);
  if (method !== undefined && METHODS.includes(method.toUpperCase()))
    throw invalidField("match.method", `is ${method}; give the call's method, such as sendTransaction`);
  for (const name of ["keyId", "walletAddress"] as const)
    if (match[name] !== undefined)
      throw invalidField(`match.${name}`, "cannot be used with JSON-RPC; match on body instead");
  if ("code" in fault)
    throw invalidField("fault.code", "cannot be used with JSON-RPC, whose error has the status as its code");
}

/** @throws ServiceError 400 on a field that a rule of API requests cannot have */
function refuseInApi({ match = {}, fault }: FaultRule): void {
  const wanted = match.method?.toUpperCase();
  if (wanted !== undefined && !METHODS.includes(wanted))
    throw invalidField(
      "match.method",
      `is ${JSON.stringify(match.method)}, which ${unknownName(wanted, METHODS)}`,
    );
  if (match.body !== undefined && (wanted === "GET" || wanted === "HEAD"))
    throw invalidField("match.body", `cannot be used with ${wanted}, whose requests have no body`);
  if (match.keyId !== undefined && !match.keyId.startsWith("key_"))
    throw invalidField("match.keyId", 'must be a key ID, which begins with "key_"');
  if (match.walletAddress !== undefined && !canReach(match, WITH_WALLET))
    throw invalidField(
      "match.walletAddress",
      "matches no request with this method and path, because only parsing, building, the history and the portfolio have a walletAddress",
    );
  if (
    fault.kind === "stale" ||
    (fault.kind === "sequence" && fault.faults.some(({ kind }) => kind === "stale"))
  )
    throw invalidField("match.path", 'must be "/rpc/live" or "/rpc/test", because stale affects JSON-RPC');
}

const RPC_PATHS = ENVIRONMENTS.map((environment) => RPC_PATH + environment);

/**
 * Rejects a rule that can never fire, because a test with such a rule would pass without the fault. Any path of the
 * API is allowed, even one that this version does not have. Restored rules are not checked again.
 *
 * @throws ServiceError 400 on the field that can never match
 */
export function refuseUnmatchable(rule: FaultRule): void {
  const { match = {}, fault } = rule;
  const right: readonly (keyof FaultMatch)[] = onChain(rule) ? OF_TRANSACTIONS : OF_REQUESTS;
  const wrong = [...OF_REQUESTS, ...OF_TRANSACTIONS].filter((name) => !right.includes(name));
  const unmatchable = wrong.find((name) => match[name] !== undefined);
  if (unmatchable !== undefined)
    throw invalidField(
      `match.${unmatchable}`,
      `cannot be used with ${fault.kind}, which affects ${onChain(rule) ? "transactions" : "requests"}; match on ${right.join(", ")} instead`,
    );
  if (rule.times !== undefined && (fault.kind === "outage" || fault.kind === "sequence"))
    throw invalidField("times", `cannot be used with ${fault.kind}, which itself says how often it fires`);
  if (match.path !== undefined && !SENT_PATH.test(match.path))
    throw invalidField(
      "match.path",
      "must be a path as it is sent, without ?, #, spaces or {…}; use * for any text",
    );
  if (ofRpc(rule)) refuseInRpc(rule);
  else refuseInApi(rule);
  if (fault.kind === "moved-pool" && fault.pool === undefined && !canReach(match, ["transactions.build"]))
    throw invalidField("fault.pool", "is required, because match excludes POST /v1/transactions/build");
}
