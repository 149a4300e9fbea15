import { perText } from "../kernel/memo.js";
import { associatedTokenAddress } from "./addresses.js";

/** How many derived addresses are remembered. */
const REMEMBERED = 20_000;

/** Addresses of token accounts, remembered: deriving one costs 0.1 ms, and every build needs several. Each World has its own. */
export class TokenAddresses {
  readonly #derived = perText(REMEMBERED, (key) => {
    const [owner = "", mint = "", tokenProgram = ""] = key.split(" ");
    return associatedTokenAddress(owner, mint, tokenProgram);
  });

  /** As the function of the same name in `addresses.ts`. @throws RangeError */
  associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
    return this.#derived(`${owner} ${mint} ${tokenProgram}`);
  }
}
