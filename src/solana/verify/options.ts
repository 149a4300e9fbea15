import { checkName } from "../../client/checks.js";
import { isAddress } from "../../contract/chain.js";
import { LIMITS } from "../../contract/constants.js";
import { ConfigurationError } from "../../errors/errors.js";
import type { SwapDecoder } from "../decode/instructions.js";
import type { Report } from "./steps.js";
import type { ExpectedSide } from "./swap.js";

/** Options of {@link verifyTransaction}: limits that the intent does not contain. */
export interface VerifyOptions {
  /** Base58 address of the wallet that will sign. */
  readonly walletAddress: string;
  /** The slippage that you sent, or that the command stated, in basis points, 1 to 1000. Default 50. */
  readonly slippage?: number;
  /** The priority fee that you sent, in micro-lamports per compute unit. Default 1000. */
  readonly priorityFee?: number;
  /**
   * Maximum cost in lamports, fees and rent together. Default: one signature, `priorityFee` at Solana's largest
   * compute-unit limit, and the rent of the token accounts that the intent may need.
   */
  readonly maxFee?: bigint | number;
  /**
   * The exact side of the order, and its amount in base units. Without it either side of a swap may be exact: an order
   * for an exact input that was built as an exact output may take up to `slippage` more. Default: none, or the side
   * given by a route's `swapMode`.
   */
  readonly expect?: ExpectedSide;
  /** Base58 addresses of the pools that a swap may use, whatever was quoted. Default: those of the quote. */
  readonly pools?: readonly string[];
  /** Decoders of other venues' swap programs by address: you trust each. Built-in ones stay. */
  readonly swapPrograms?: Readonly<Record<string, SwapDecoder>> | undefined;
}

/** Names of {@link VerifyOptions}. `swapPrograms` permits more and does not limit. */
export const VERIFY_OPTIONS = "walletAddress slippage! priorityFee! maxFee! expect! pools! swapPrograms";

/** Extracts the verification options from those of a function that verifies first. */
export function verifyOptionsOf(
  options: Omit<VerifyOptions, "walletAddress">,
  walletAddress: string,
): VerifyOptions {
  const names = VERIFY_OPTIONS.replaceAll("!", "").split(" ") as (keyof typeof options)[];
  const given = names.filter((name) => name in options).map((name) => [name, options[name]]);
  return { ...Object.fromEntries(given), walletAddress };
}

export type Terms = NonNullable<ReturnType<typeof readTerms>>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isWhole = (value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

export function readTerms(options: VerifyOptions, report: Report) {
  if (!isObject(options)) {
    report("invalid_option", "The options are missing. Pass { walletAddress }, the address of the signer.");
    report("invalid_intent", "Without a wallet the intent cannot be checked: it does not name one.");
    return undefined;
  }
  const { walletAddress, maxFee, expect, pools, swapPrograms = {} } = options;
  const { slippage = LIMITS.slippageDefault, priorityFee = LIMITS.priorityFeeDefault } = options;
  const [least, most] = [LIMITS.slippageMin, LIMITS.slippageMax];
  const problems: (string | false | undefined)[] = [
    nameProblem(options),
    !(typeof walletAddress === "string" && isAddress(walletAddress)) &&
      `walletAddress is ${show(walletAddress)}; pass the base58 address of the signer.`,
    !isWhole(slippage, least, most) &&
      `slippage is ${show(slippage)}; pass whole basis points, ${least} to ${most}.`,
    !isWhole(priorityFee) &&
      `priorityFee is ${show(priorityFee)}; pass whole micro-lamports per compute unit, 0 or more.`,
    !(maxFee === undefined || isWhole(maxFee) || (typeof maxFee === "bigint" && maxFee >= 0n)) &&
      `maxFee is ${show(maxFee)}; pass whole lamports, 0 or more.`,
    !(expect === undefined || isExpected(expect)) &&
      'expect is not { side: "input" or "output", amount: a bigint of base units }, with nothing else in it.',
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

function nameProblem(options: object): string | undefined {
  try {
    checkNames(options, VERIFY_OPTIONS);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

const isExpected = (expect: unknown): expect is ExpectedSide => {
  if (!isObject(expect)) return false;
  const { side, amount, ...unknown } = expect as Partial<ExpectedSide>;
  if (Object.keys(unknown).length > 0) return false;
  return (side === "input" || side === "output") && typeof amount === "bigint" && amount > 0n;
};

/** Formats a value for a message; objects, functions and symbols by their type. */
export const show = (value: unknown): string =>
  isObject(value) || typeof value === "function" || typeof value === "symbol"
    ? `of type ${typeof value}`
    : String(value);

/**
 * Rejects unknown options. A name in `known` that ends in `!` is a guard, which must not be undefined: it would silently
 * limit nothing.
 */
function checkNames(options: object, known: string): void {
  const names = known.split(" ");
  for (const name of Object.keys(options)) {
    checkName("option", name, known.replaceAll("!", ""));
    if (names.includes(`${name}!`) && (options as Record<string, unknown>)[name] === undefined)
      throw new ConfigurationError(
        `${name} is undefined, so it would not limit anything. Pass a value, or omit it.`,
      );
  }
}

/**
 * Checks options and signal before the wallet or the node is called: an error after that would leave the outcome of the
 * transaction unclear.
 */
export function checkCall(options: unknown, name: string, known: string): void {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError(`${name} needs an options object. Nothing was sent.`);
  checkNames(options, known);
  const { signal } = options as { readonly signal?: unknown };
  if (signal !== undefined && typeof (Object(signal) as AbortSignal).addEventListener !== "function")
    throw new ConfigurationError(
      "signal must be an AbortSignal, such as that of an AbortController. Nothing was sent.",
    );
}
