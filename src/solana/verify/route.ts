import { isAddress } from "../../contract/base58.js";
import { PROGRAM_IDS } from "../../contract/chain.js";
import type { Swap } from "../decode/instructions.js";
import { associatedTokenAddress } from "../decode/token-address.js";
import type { SwapOrder } from "./orders.js";
import { isTokenProgram, type Report } from "./steps.js";

const ORDINALS = ["first", "second"];

/**
 * Compares the pools of a swap with the quote's. Anyone can create a pool of the service's program, and one that was
 * not quoted could take all that slippage allows. A decoder of another venue does not name pools: they are trusted.
 */
export function checkRoute(
  swap: Swap,
  { inputMint, outputMint, pools }: SwapOrder,
  allowed: readonly string[] | undefined,
  report: Report,
): void {
  const stranger = allowed && swap.pools.find((pool) => !allowed.includes(pool));
  if (stranger !== undefined)
    report("wrong_route", `The swap goes through the pool ${stranger}, which is not in the list pools.`);
  if (allowed !== undefined && swap.pools.length === 0)
    report(
      "wrong_route",
      `The swap of program ${swap.programId} does not show its pools, so they cannot be compared with the list pools.`,
    );
  if (swap.programId !== PROGRAM_IDS.swap) return;
  // By the swap's pools, since iterating over a list with holes would skip them.
  const quoted = swap.pools.map((_, i) => pools[i]?.id);
  if (pools.length !== swap.pools.length || swap.pools.some((id, i) => id !== quoted[i])) {
    report(
      "wrong_route",
      `The swap goes through the pools ${swap.pools.join(", ")}; the intent's route names ${pools.map((pool) => pool?.id).join(", ") || "none"}.`,
    );
    return;
  }
  const middleMint = swap.pools.length === 2 ? pools[0]?.outputMint : undefined;
  if (swap.middleMint !== middleMint) {
    report(
      "wrong_route",
      `Between its pools the swap holds mint ${swap.middleMint}; the intent's route says ${middleMint}.`,
    );
    return;
  }
  const [inputProgram, outputProgram, middleProgram] = swap.tokenPrograms;
  const start = [inputMint, inputProgram] as const;
  const end = [outputMint, outputProgram] as const;
  const middle = [middleMint, middleProgram] as const;
  const ends = swap.pools.length === 2 ? [start, middle, middle, end] : [start, end];
  swap.vaults.forEach((vault, i) => {
    const [pool, [mint, program]] = [swap.pools[i >> 1], ends[i] ?? end];
    // Other checks report an invalid address or token program.
    if (!pool || !mint || !isAddress(pool) || !isAddress(mint) || !isTokenProgram(program)) return;
    const account = associatedTokenAddress(pool, mint, program);
    if (vault !== account)
      report(
        "wrong_account",
        `The swap's ${ORDINALS[i >> 1]} pool would hold ${mint} in ${vault}; the account of ${pool} is ${account}.`,
      );
  });
}
