/** Which key a request carries. Only `given` reaches an account. */
export type KeyUse = "given" | "none" | "malformed" | "unknown";

/** A request that changes nothing on the chain or in the account; `POST` is for parsing alone. */
export interface ProbeRequest {
  readonly method: "GET" | "HEAD" | "OPTIONS" | "POST";
  /** Path below the base URL, with its query. */
  readonly path: string;
  /** Default `given`. */
  readonly key?: KeyUse;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Answer of a service. */
export interface Answer {
  readonly request: ProbeRequest;
  readonly status: number;
  readonly headers: Headers;
  /** The body's text, at most 1 MiB of it. */
  readonly text: string;
  /** The body as JSON, `undefined` if it is none. */
  readonly json: unknown;
  /** The service's time (its `Date` header), or this machine's without one; milliseconds since 1970. */
  readonly at: number;
}

/** Values that probes can use, and the answers that they have had so far. */
export interface Context {
  /** A wallet with a history, if one was named. */
  readonly wallet: string | undefined;
  /** A wallet made for this run, which nobody has seen before. */
  readonly stranger: string;
  /** A key for `Idempotency-Key` that nobody has used before. */
  readonly idempotencyKey: string;
  /** Whether the API key is one of the test network. */
  readonly testKey: boolean;
  /** Answers by the name of their probe, in the order in which they came. */
  readonly seen: ReadonlyMap<string, Answer>;
}

/** One thing that an answer shows of a decision. */
export interface Check {
  readonly decision: number;
  /** The decision's expectation, as a statement. */
  readonly expect: string;
  /** Whether the answer agrees; `undefined` if it does not show it. Not asked about 403, 429 and missing answers. */
  holds(answer: Answer, context: Context): boolean | undefined;
  /** Describes the finding, where the status line does not say it. */
  found?(answer: Answer, context: Context): string | undefined;
}

/** A request and what is read from its answer. */
export interface Probe {
  readonly name: string;
  /** The request, or `undefined` when what it needs is not there. */
  request(context: Context): ProbeRequest | undefined;
  /** The condition for the request, for the report. */
  readonly needs?: string;
  readonly checks: readonly Check[];
}

/** The verdict on a decision, with its evidence. */
export interface Finding {
  readonly decision: number;
  readonly verdict: "met" | "different" | "unknown";
  readonly evidence: string;
}
