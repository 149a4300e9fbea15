import { isAddress } from "../contract/chain.js";
import { SLIPPAGE_MAX, SLIPPAGE_MIN } from "../contract/figures.js";
import { OutOfRangeError } from "../errors/value-errors.js";
import { checkCall, isLimit, type Rules } from "../options/checks.js";
import { formatUnits } from "./amounts.js";

/** Decimals, by mint, of the tokens that every service supports. A test compares them with the mock server's list. */
const DECIMALS: Readonly<Record<string, number>> = {
  So11111111111111111111111111111111111111112: 9,
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 6,
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 6,
  DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263: 5,
  JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN: 6,
  EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm: 6,
  "7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs": 8,
  "3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh": 8,
  jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL: 9,
  HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3: 6,
  "4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R": 6,
  orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE: 6,
  mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: 9,
  J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn: 9,
  "85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ": 6,
  "27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4": 6,
  EjmyN6qEC1Tf1JxiG1ae7UTJhUxSwk1TCWNWqxWV4J6o: 8,
  rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof: 8,
  hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux: 8,
  "7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr": 9,
  "6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN": 6,
  "2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv": 6,
  "9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump": 6,
  "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo": 6,
  jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v: 9,
  bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1: 9,
  MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5: 5,
};

/** A token in a command: a mint of the built-in list, or any mint with its decimals. @inline */
export type CommandToken =
  | string
  | {
      /** Base58 address of the mint. */
      readonly mint: string;
      /** Decimals of the mint, 0 to 255. */
      readonly decimals: number;
    };

/** Input of {@link swapCommand}. @inline */
export interface SwapCommandOptions {
  /** The token that leaves the wallet. */
  readonly input: CommandToken;
  /** The token that the wallet receives. */
  readonly output: CommandToken;
  /** Base units of the exact side. */
  readonly amount: bigint;
  /** The exact side: `input` sells `amount`, `output` buys `amount`. As in `expect` of `verifyTransaction`. */
  readonly side: "input" | "output";
  /** Slippage tolerance in basis points, 1 to 1000. Default: the service's, 50. */
  readonly slippageBps?: number;
}

/** Input of {@link transferCommand}. @inline */
export interface TransferCommandOptions {
  /** The token to send. */
  readonly token: CommandToken;
  /** Base units to send. */
  readonly amount: bigint;
  /** Base58 address of the receiving wallet. */
  readonly recipient: string;
}

/** Result of {@link swapOrder}. @inline */
export interface SwapOrderTerms {
  /** The command, with the slippage if `slippageBps` was given. */
  readonly command: string;
  /** The terms that the intent must have. */
  readonly expect: {
    /** The exact side. */
    readonly side: "input" | "output";
    /** Base units of that side. */
    readonly amount: bigint;
    /** The mint that leaves the wallet. */
    readonly inputToken: string;
    /** The mint that the wallet receives. */
    readonly outputToken: string;
  };
  /** The slippage in the command, in basis points, because `execute` needs it too. */
  readonly slippageBps?: number;
}

/** Result of {@link transferOrder}. @inline */
export interface TransferOrderTerms {
  /** The command. */
  readonly command: string;
  /** The terms that the intent must have. */
  readonly expect: {
    /** The amount sent is exact. */
    readonly side: "input";
    /** Base units to send. */
    readonly amount: bigint;
    /** The mint to send. */
    readonly inputToken: string;
    /** Base58 address of the receiving wallet. */
    readonly recipient: string;
  };
}

const MAX_UNITS = 2n ** 64n - 1n;

// The values are checked with the amounts. A misspelt limit, or one that is undefined, would limit nothing.
const SWAP_RULES: Rules<SwapCommandOptions> = {
  input: true,
  output: true,
  amount: true,
  side: true,
  slippageBps: isLimit,
};
const TRANSFER_RULES: Rules<TransferCommandOptions> = { token: true, amount: true, recipient: true };

function tokenOf(token: CommandToken): { mint: string; decimals: number } {
  const { mint, decimals } =
    typeof token === "string" ? { mint: token, decimals: DECIMALS[token] } : Object(token);
  if (typeof mint !== "string" || !isAddress(mint))
    throw new OutOfRangeError("A token in a command must be a mint's base58 address or { mint, decimals }");
  const known = Object.hasOwn(DECIMALS, mint) ? DECIMALS[mint] : undefined;
  if (decimals === undefined)
    throw new OutOfRangeError(
      `The decimals of ${mint} are not built in. Pass { mint: "${mint}", decimals } with the decimals of the mint`,
    );
  formatUnits(1n, decimals);
  if (known !== undefined && decimals !== known)
    throw new OutOfRangeError(`The mint ${mint} has ${known} decimals, not ${decimals}`);
  return { mint, decimals };
}

function amountOf(units: bigint, decimals: number): string {
  const text = formatUnits(units, decimals);
  if (units < 1n || units > MAX_UNITS)
    throw new OutOfRangeError(`amount must be from 1 to ${MAX_UNITS} base units, not ${units}`);
  return text;
}

/**
 * Builds the order of a swap from amounts in base units: the command for the service, and the terms that its intent must
 * have. Spread it into `execute`, which then signs nothing if the service reads the command in any other way.
 * @param order The tokens, the amount in base units and its side; see the fields.
 * @returns `command` and `expect`, and `slippageBps` if it is given.
 * @throws OutOfRangeError (a `RangeError`) as `swapCommand`.
 * @throws ConfigurationError when a field is unknown, or `slippageBps` is undefined.
 * @example
 * ```ts
 * import { swapOrder } from "intent-tx";
 * import { type ExecuteOptions, execute } from "intent-tx/solana";
 * const sol = "So11111111111111111111111111111111111111112";
 * const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
 * const sell = (amount: bigint, { client, connection, signer }: ExecuteOptions) =>
 *   execute({ client, connection, signer, ...swapOrder({ input: sol, output: usdc, amount, side: "input" }) });
 * ```
 */
export function swapOrder(order: SwapCommandOptions): SwapOrderTerms {
  checkCall(order, "swapOrder({ input, output, amount, side })", SWAP_RULES);
  const { amount, side, slippageBps } = order;
  const [input, output] = [tokenOf(order.input), tokenOf(order.output)];
  if (input.mint === output.mint) throw new OutOfRangeError(`Both tokens of the swap are ${input.mint}`);
  if (side !== "input" && side !== "output") throw new OutOfRangeError('side must be "input" or "output"');
  if (
    slippageBps !== undefined &&
    !(Number.isInteger(slippageBps) && slippageBps >= SLIPPAGE_MIN && slippageBps <= SLIPPAGE_MAX)
  )
    throw new OutOfRangeError(
      `slippageBps must be an integer from ${SLIPPAGE_MIN} to ${SLIPPAGE_MAX}, not ${slippageBps}`,
    );
  const spoken = slippageBps === undefined ? "" : ` with ${slippageBps} bps slippage`;
  const command =
    side === "input"
      ? `swap ${amountOf(amount, input.decimals)} ${input.mint} for ${output.mint}${spoken}`
      : `buy ${amountOf(amount, output.decimals)} ${output.mint} with ${input.mint}${spoken}`;
  const expect = { side, amount, inputToken: input.mint, outputToken: output.mint };
  return { command, expect, ...(slippageBps !== undefined && { slippageBps }) };
}

/**
 * Builds the order of a transfer from an amount in base units: the command for the service, and the terms that its intent
 * must have. Spread it into `execute`, which then signs nothing if the service reads the command in any other way.
 * @param order The token, the amount in base units and the recipient; see the fields.
 * @returns `command` and `expect`.
 * @throws OutOfRangeError (a `RangeError`) as `transferCommand`.
 * @throws ConfigurationError when a field is unknown.
 * @example
 * ```ts
 * import { transferOrder } from "intent-tx";
 * import { type ExecuteOptions, execute } from "intent-tx/solana";
 * const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
 * const send = (amount: bigint, recipient: string, { client, connection, signer }: ExecuteOptions) =>
 *   execute({ client, connection, signer, ...transferOrder({ token: usdc, amount, recipient }) });
 * ```
 */
export function transferOrder(order: TransferCommandOptions): TransferOrderTerms {
  checkCall(order, "transferOrder({ token, amount, recipient })", TRANSFER_RULES);
  const { token, amount, recipient } = order;
  const { mint, decimals } = tokenOf(token);
  if (typeof recipient !== "string" || !isAddress(recipient))
    throw new OutOfRangeError("recipient must be the base58 address of a wallet");
  const command = `send ${amountOf(amount, decimals)} ${mint} to ${recipient}`;
  return { command, expect: { side: "input", amount, inputToken: mint, recipient } };
}

/**
 * Builds the command for a swap, so that bots and forms need not write English. The amount is exact and never rounded.
 * @param order The tokens, the amount in base units and its side; see the fields.
 * @returns The command, for `client.intents.parse` or `execute`.
 * @throws OutOfRangeError (a `RangeError`) when a token is not a mint of the built-in list and has no decimals, both tokens
 * are the same, the amount is not a `bigint` from 1 to 2^64 − 1, or `slippageBps` is not an integer from 1 to 1000.
 * @example
 * ```ts
 * import { swapCommand } from "intent-tx";
 *
 * const command = swapCommand({
 *   input: "So11111111111111111111111111111111111111112",
 *   output: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
 *   amount: 1_500_000_000n,
 *   side: "input",
 * });
 * ```
 */
export function swapCommand(order: SwapCommandOptions): string {
  return swapOrder(order).command;
}

/**
 * Builds the command for a transfer, so that bots and forms need not write English. The amount is never rounded.
 * @param order The token, the amount in base units and the recipient; see the fields.
 * @returns The command, for `client.intents.parse` or `execute`.
 * @throws OutOfRangeError (a `RangeError`) when the token is not a mint of the built-in list and has no decimals, the amount
 * is not a `bigint` from 1 to 2^64 − 1, or the recipient is not a base58 address.
 * @example
 * ```ts
 * import { transferCommand } from "intent-tx";
 *
 * const command = transferCommand({
 *   token: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
 *   amount: 5_000_000n,
 *   recipient: "7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs",
 * });
 * ```
 */
export function transferCommand(order: TransferCommandOptions): string {
  return transferOrder(order).command;
}
