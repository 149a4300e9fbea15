import { isAddress } from "../../contract/base58.js";
import { LIMITS } from "../../contract/constants.js";
import { checkSpelling } from "../../names.js";
import type { SwapDecoder } from "../decode/instructions.js";
import type { ExpectedSide } from "./rate.js";
import type { Report } from "./steps.js";

/** All options of verifying, signing and sending: what is passed to one of them is often passed to the next. */
export const OPTION_NAMES =
  "walletAddress slippage priorityFee maxFee expect pools swapPrograms " +
  "intent built signer verify web3 connection transaction commitment pollInterval subscribe clock signal onSigned";

/** Terms that a transaction is verified against, besides its intent. */
export interface VerifyOptions {
  /** Base58 address of the wallet that will sign. */
  readonly walletAddress: string;
  /** The slippage that was sent, or spoken in the command, in basis points, 1 to 1000. Default 50. */
  readonly slippage?: number | undefined;
  /** The priority fee that was sent, in micro-lamports per compute unit. Default 1000. */
  readonly priorityFee?: number | undefined;
  /**
   * The most lamports that it may cost, all of fees and rent. Default: a signature, the priority fee that was asked for
   * at Solana's largest compute-unit limit, and the rent of the token accounts that the intent may need.
   */
  readonly maxFee?: bigint | number | undefined;
  /**
   * The side that the command fixed, and its amount in base units. Without it a swap may be of either side: an exact
   * input that was built as an exact output may take up to `slippage` more. Default none, or the side that a route with
   * `swapMode` names.
   */
  readonly expect?: ExpectedSide | undefined;
  /** Base58 addresses of the pools that a swap may go through, whatever was quoted. Default: those of the quote. */
  readonly pools?: readonly string[] | undefined;
  /**
   * Decoders of other venues' swap programs, by program address. A decoder vouches for its program. The programs that
   * are decoded here keep their own decoders.
   */
  readonly swapPrograms?: Readonly<Record<string, SwapDecoder>> | undefined;
}

/** The options, checked and complete. */
export interface Terms {
  readonly wallet: string;
  readonly slippage: bigint;
  readonly priorityFee: bigint;
  readonly maxFee: bigint | undefined;
  readonly expect: ExpectedSide | undefined;
  readonly pools: readonly string[] | undefined;
  readonly swapPrograms: Readonly<Record<string, SwapDecoder>>;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isWhole = (value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** Reads the options; undefined when one of them was reported. */
export function readTerms(options: VerifyOptions, report: Report): Terms | undefined {
  if (!isObject(options)) {
    report("invalid_option", "There are no options. Pass { walletAddress }, the address of the signer.");
    report("invalid_intent", "Without a wallet the intent cannot be checked: it does not say whose it is.");
    return undefined;
  }
  const misspelt = spellingOf(options);
  const { walletAddress, maxFee, expect, pools, swapPrograms = {} } = options;
  const { slippage = LIMITS.slippageDefault, priorityFee = LIMITS.priorityFeeDefault } = options;
  const [least, most] = [LIMITS.slippageMin, LIMITS.slippageMax];
  const problems: (string | false | undefined)[] = [
    misspelt,
    !(typeof walletAddress === "string" && isAddress(walletAddress)) &&
      `walletAddress is ${show(walletAddress)}; pass the base58 address of the signer.`,
    !isWhole(slippage, least, most) &&
      `slippage is ${show(slippage)}; pass whole basis points, ${least} to ${most}.`,
    !isWhole(priorityFee) &&
      `priorityFee is ${show(priorityFee)}; pass whole micro-lamports per compute unit, 0 or more.`,
    !(maxFee === undefined || isWhole(maxFee) || (typeof maxFee === "bigint" && maxFee >= 0n)) &&
      `maxFee is ${show(maxFee)}; pass whole lamports, 0 or more.`,
    !(expect === undefined || isExpected(expect)) &&
      'expect is not { side: "input" or "output", amount: a bigint of base units }.',
    !(pools === undefined || (Array.isArray(pools) && pools.every((pool) => typeof pool === "string"))) &&
      "pools is not a list of base58 addresses.",
    !isObject(swapPrograms) && "swapPrograms is not an object of decoders by program address.",
  ];
  const found = problems.filter((problem) => typeof problem === "string");
  for (const problem of found) report("invalid_option", problem);
  if (found.length > 0) return undefined;
  return {
    wallet: walletAddress,
    slippage: BigInt(slippage),
    priorityFee: BigInt(priorityFee),
    maxFee: maxFee === undefined ? undefined : BigInt(maxFee),
    expect,
    pools,
    swapPrograms,
  };
}

/** A limit that is misspelt would not hold, and nobody would notice. */
function spellingOf(options: object): string | undefined {
  try {
    checkSpelling(options, OPTION_NAMES);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const isExpected = (expect: unknown): expect is ExpectedSide => {
  if (!isObject(expect)) return false;
  const { side, amount } = expect as Partial<ExpectedSide>;
  return (side === "input" || side === "output") && typeof amount === "bigint" && amount > 0n;
};

/** A value for a message; one that has no text is named by its type. */
export const show = (value: unknown): string =>
  isObject(value) || typeof value === "function" || typeof value === "symbol"
    ? `of type ${typeof value}`
    : String(value);
