/** The wallet of a `.sol` name. */
export interface NameRow {
  readonly address: string;
}

/** A response stored for an idempotency key. */
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
  /** The rule as given, after its check. */
  readonly rule: unknown;
  /** Matching requests or chain events since the fault was armed. */
  readonly seen: number;
  /** How many times the fault was applied. */
  readonly fired: number;
  /** For chain faults: whether the fault hit each transaction seen so far, by the SHA-256 of its message. */
  readonly transactions?: Readonly<Record<string, boolean>>;
}
