import { NATIVE_MINT } from "../../contract/chain.js";
import type { DecodedTransaction } from "../decode/decode.js";

/** An amount of a token. */
export interface TokenAmount {
  /** Base58 address of the mint; for SOL that of wrapped SOL. */
  readonly mint: string;
  /** Base units; lamports for SOL. */
  readonly amount: bigint;
}

/**
 * The worst case of a transaction for the wallet, read from its bytes. These are the figures to show to the user before
 * they sign.
 */
export interface Effects {
  /**
   * The most that leaves the wallet, beside `fee` and `rent`: the exact input of a swap, the largest input of one with
   * an exact output, or the amount of a transfer.
   */
  readonly spendAtMost: readonly TokenAmount[];
  /**
   * The least that arrives in the wallet: the smallest output of a swap with an exact input, or the exact output. Empty
   * for a transfer.
   */
  readonly receiveAtLeast: readonly TokenAmount[];
  /** Lamports of the network's fee: signatures and the whole compute-unit limit at its price. */
  readonly fee: bigint;
  /** The most lamports that stay as rent in token accounts which the transaction creates. */
  readonly rent: bigint;
}

/**
 * The effects of a transaction that was verified: verification leaves either one swap, whose other instructions only
 * wrap and unwrap the wallet's SOL, or one transfer.
 */
export function effectsOf({ instructions, fee, rent }: DecodedTransaction): Effects {
  for (const instruction of instructions)
    if (instruction.kind === "swap") {
      const { side, amount, bound, inputMint, outputMint } = instruction;
      const [input, output] = side === "exact-in" ? [amount, bound] : [bound, amount];
      return {
        spendAtMost: [{ mint: inputMint, amount: input }],
        receiveAtLeast: [{ mint: outputMint, amount: output }],
        fee,
        rent,
      };
    }
  const spendAtMost: TokenAmount[] = [];
  for (const instruction of instructions)
    if (instruction.kind === "sol-transfer")
      spendAtMost.push({ mint: NATIVE_MINT, amount: instruction.lamports });
    else if (instruction.kind === "token-transfer" && instruction.mint !== undefined)
      spendAtMost.push({ mint: instruction.mint, amount: instruction.amount });
  return { spendAtMost, receiveAtLeast: [], fee, rent };
}
