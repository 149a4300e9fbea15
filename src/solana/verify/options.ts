import { isAddress } from "../../contract/chain.js";
import {
  PRIORITY_FEE_DEFAULT,
  SLIPPAGE_DEFAULT,
  SLIPPAGE_MAX,
  SLIPPAGE_MIN,
} from "../../contract/figures.js";
import { ConfigurationError } from "../../errors/errors.js";
import { checkLimited, type Rules, show } from "../../options/checks.js";
import { isTable, type LookupTables, TABLES_RULE } from "../decode/decode.js";
import { isBuiltIn, type SwapDecoder } from "../decode/instructions.js";
import type { WalletEdits } from "../sign/signers.js";

/** The exact side of an order, its amount and, for programs that do not show the intent to a user, its addresses. */
export interface ExpectedSide {
  /** `input`: the input is exact ("swap 1 SOL for USDC"). `output`: the output is exact ("buy 100 USDC with SOL"). */
  readonly side: "input" | "output";
  /** Amount of that side in base units. For a transfer, the amount sent. */
  readonly amount: bigint;
  /** Mint that the intent must spend. Default: any. */
  readonly inputToken?: string;
  /** Mint that the intent must buy. A transfer has none. Default: any. */
  readonly outputToken?: string;
  /** Wallet that the intent must pay. A swap has none. Default: any. */
  readonly recipient?: string;
}

/** Options of {@link verifyTransaction}: limits that the intent does not contain. */
export interface VerifyOptions {
  /** Base58 address of the wallet that will sign. */
  readonly walletAddress: string;
  /** Slippage that you sent or that the command stated, in basis points from 1 to 1000. Default 50. */
  readonly slippageBps?: number;
  /** Priority fee that you sent, in micro-lamports per compute unit. Default 1000. */
  readonly priorityFee?: number;
  /**
   * Maximum total of fees and rent, in lamports. Default: the cost of one signature, `priorityFee` at Solana's maximum
   * compute-unit limit, and the rent of two token accounts.
   */
  readonly maxFee?: bigint | number;
  /**
   * The exact side of the order, and its amount in base units. Default: the side in the route's `swapMode`, or either
   * side if `swapMode` is missing. If either side is accepted, an order for an exact input that was built as an exact
   * output can take up to `slippageBps` more.
   */
  readonly expect?: ExpectedSide;
  /** Base58 addresses of the only pools that a swap may use. Default: the quoted pools; for `swapPrograms`, any. */
  readonly pools?: readonly string[];
  /**
   * Addresses of each lookup table in its order, by the table's address, read from a node that you trust. `execute` and
   * `signAndSend` read them through `connection`. A table may name mints, token programs, pools and program state, but
   * not the accounts of the wallet or the recipient.
   */
  readonly lookupTables?: LookupTables | undefined;
  /** Decoders for swap programs of other venues that you trust, by program address. Built-in decoders stay. */
  readonly swapPrograms?: Readonly<Record<string, SwapDecoder>> | undefined;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export const isInteger = (value: unknown, min = 0, max = Number.MAX_SAFE_INTEGER): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;

/** The fields of {@link ExpectedSide} that an intent's parameters contain under the same name. */
export const EXPECTED_ADDRESSES = ["inputToken", "outputToken", "recipient"] as const;

const ADDRESS_RULE = [
  "a base58 address",
  (value: unknown) => typeof value === "string" && isAddress(value),
  "limit",
] as const;

const EXPECTED_RULES: Rules<ExpectedSide> = {
  side: ['"input" or "output"', (value) => value === "input" || value === "output"],
  amount: ["a bigint of base units, 1 or more", (value) => typeof value === "bigint" && value > 0n],
  inputToken: ADDRESS_RULE,
  outputToken: ADDRESS_RULE,
  recipient: ADDRESS_RULE,
};

/** Whether these are terms. Throws an error that names a wrong field. */
function isExpected(expect: unknown): boolean {
  if (!isObject(expect)) return false;
  checkLimited(expect as ExpectedSide, EXPECTED_RULES, "expect.");
  const terms: Partial<ExpectedSide> = expect;
  const missing = (["side", "amount"] as const).filter((name) => terms[name] === undefined);
  if (missing[0])
    throw new ConfigurationError(`expect lacks ${missing.join(" and ")}. Pass { side, amount }.`);
  return true;
}

const areDecoders = (programs: unknown): boolean =>
  isTable(programs) &&
  Object.entries(programs).every(([program, decode]) => isAddress(program) && typeof decode === "function");

export const VERIFY_RULES: Rules<VerifyOptions> = {
  walletAddress: true,
  slippageBps: [
    `whole basis points, ${SLIPPAGE_MIN} to ${SLIPPAGE_MAX}`,
    (value) => isInteger(value, SLIPPAGE_MIN, SLIPPAGE_MAX),
    "limit",
  ],
  priorityFee: ["whole micro-lamports, 0 or more", (value) => isInteger(value), "limit"],
  maxFee: [
    "whole lamports, 0 or more",
    (value) => isInteger(value) || (typeof value === "bigint" && value >= 0n),
    "limit",
  ],
  expect: [
    `{ side: "input" or "output", amount: bigint }, and base58 ${EXPECTED_ADDRESSES.join(", ")}`,
    isExpected,
    "limit",
  ],
  pools: [
    "a list of base58 addresses",
    (value) => Array.isArray(value) && value.every((pool) => typeof pool === "string"),
    "limit",
  ],
  lookupTables: TABLES_RULE,
  swapPrograms: ["decoders, which are functions, by program address", areDecoders],
};

export function verifyOptionsOf(
  options: Omit<VerifyOptions, "walletAddress" | "priorityFee"> & { readonly priorityFee?: number | "auto" },
  walletAddress: string,
): VerifyOptions {
  const names = Object.keys(VERIFY_RULES) as (keyof typeof options)[];
  // The number for "auto" is known when the command has been parsed.
  const given = names.filter((name) => name in options && options[name] !== "auto");
  const entries = given.map((name) => [name, options[name]]);
  return { ...Object.fromEntries(entries), walletAddress };
}

/** Lamports that a wallet may add to the verified fee, if `maxFee` does not set the limit. */
const WALLET_FEE = 100_000n;

/** Maximum of fee and rent that a signed transaction may cost in lamports, with the edits of the wallet. */
export function maxCostOf(
  { fee, rent }: { readonly fee: bigint; readonly rent: bigint },
  { maxFee, walletEdits }: Pick<VerifyOptions, "maxFee"> & { readonly walletEdits?: WalletEdits | undefined },
): bigint {
  if (walletEdits === "none") return fee + rent;
  return maxFee === undefined ? fee + rent + WALLET_FEE : BigInt(maxFee);
}

export type Terms = ReturnType<typeof readTerms>;

/** Whether guards bound the loss, and the programs that may then be unknown. */
export type GuardOption = boolean | { readonly unknownPrograms: readonly string[] };

const isGuard = (guard: unknown): boolean => {
  const { unknownPrograms, ...others } = Object(guard) as { readonly unknownPrograms?: unknown };
  const isUnknown = (id: unknown) => typeof id === "string" && isAddress(id) && !isBuiltIn(id);
  if (typeof guard === "boolean") return true;
  return (
    Array.isArray(unknownPrograms) && unknownPrograms.every(isUnknown) && Object.keys(others).length === 0
  );
};

export const GUARD_RULE = [
  "true, false, or { unknownPrograms } with the base58 addresses of programs that the SDK does not know",
  isGuard,
  "limit",
] as const;

export function checkWallet(walletAddress: unknown): void {
  if (typeof walletAddress === "string" && isAddress(walletAddress)) return;
  throw new ConfigurationError(
    `walletAddress is ${show(walletAddress)}; pass the base58 address of the signer.`,
  );
}

/** Checks the options and reads their defaults. A wrong option says nothing about the transaction. */
export function readTerms(options: VerifyOptions, guard?: GuardOption) {
  if (!isObject(options))
    throw new ConfigurationError(
      "The options are missing. Pass { walletAddress }, the address of the signer.",
    );
  checkLimited(options, VERIFY_RULES);
  const { walletAddress, maxFee, expect, pools, lookupTables, swapPrograms = {} } = options;
  const { slippageBps = SLIPPAGE_DEFAULT, priorityFee = PRIORITY_FEE_DEFAULT } = options;
  checkWallet(walletAddress);
  return {
    wallet: walletAddress,
    slippage: BigInt(slippageBps),
    priorityFee: BigInt(priorityFee),
    maxFee: maxFee === undefined ? undefined : BigInt(maxFee),
    expect,
    pools,
    lookupTables,
    swapPrograms,
    guard: guard || undefined,
  };
}
