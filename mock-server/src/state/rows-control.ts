/** A `.sol` name. */
export interface NameRow {
  readonly address: string;
}

/** A response stored under an idempotency key. */
export interface IdempotencyRow {
  /** SHA-256 of method, path and body, base64. */
  readonly request: string;
  readonly at: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An armed fault. */
export interface FaultRow {
  /** The rule as given, checked. */
  readonly rule: unknown;
  /** Matching requests, or events on the chain, since it was armed. */
  readonly seen: number;
  /** How often it has fired. */
  readonly fired: number;
  /** Transactions that a fault of the chain has seen, by the SHA-256 of their message: whether it has hit each. */
  readonly transactions?: Readonly<Record<string, boolean>>;
}
