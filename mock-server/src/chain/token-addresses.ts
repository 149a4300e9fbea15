import { associatedTokenAddress } from "./addresses.js";

/** How many derived addresses are remembered. */
const REMEMBERED = 20_000;

/** Addresses of token accounts, remembered: deriving one costs 0.1 ms, and every build needs several. Each World has its own. */
export class TokenAddresses {
  readonly #derived = new Map<string, string>();

  /** As the function of the same name in `addresses.ts`. @throws RangeError */
  associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
    const key = `${owner} ${mint} ${tokenProgram}`;
    const known = this.#derived.get(key);
    if (known !== undefined) return known;
    const derived = associatedTokenAddress(owner, mint, tokenProgram);
    // The oldest goes first: a Map keeps the order of insertion.
    const [oldest] = this.#derived.size >= REMEMBERED ? this.#derived.keys() : [];
    if (oldest !== undefined) this.#derived.delete(oldest);
    this.#derived.set(key, derived);
    return derived;
  }
}
