/** Signatures that a connection keeps: an app sends few at a time, and a minute later each has landed or expired. */
const KEPT = 1000;

/** By what leads to the cluster, so that what one app or test sends says nothing to the next. */
const BY_CONNECTION = new WeakMap<object, Set<string>>();

/**
 * The transactions that were handed over through a connection and may land: a node took them, or answered nothing. What a
 * node says to a later call of them, it says of that call alone. It may lag, and know neither them nor their blockhash.
 */
export class Underway {
  readonly #signatures: Set<string>;

  constructor(connection: object) {
    const known = BY_CONNECTION.get(connection);
    this.#signatures = known ?? new Set();
    if (known === undefined) BY_CONNECTION.set(connection, this.#signatures);
  }

  has(signature: string): boolean {
    return this.#signatures.has(signature);
  }

  add(signature: string): void {
    this.#signatures.add(signature);
    if (this.#signatures.size > KEPT) this.delete(this.#signatures.keys().next().value ?? "");
  }

  /** It has expired, and can land no longer. */
  delete(signature: string): void {
    this.#signatures.delete(signature);
  }
}
