import type { Environment } from "intent-tx/contract";
import { toHumanUnits, U64_MAX } from "../chain/base-units.js";
import type { TokenAddresses } from "../chain/token-addresses.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Amount } from "../parser/command.js";
import { Facts } from "../transactions/facts.js";
import { tokenHome } from "../transactions/token-home.js";
import { NATIVE_MINT, type Token } from "../world/tokens.js";
import { unitsWorth } from "./dollars.js";
import { keptForSwap, keptForTransfer } from "./keep-back.js";
import { refuse } from "./refusal.js";

/** An amount as the command fixed it: of what goes in, or of what comes out. */
export interface ResolvedAmount {
  readonly side: "exact-in" | "exact-out";
  /** Base units of that end. */
  readonly amount: bigint;
}

/** The tokens of an amount, and the sources of balances and prices. */
export interface AmountContext {
  readonly environment: Environment;
  readonly wallet: string;
  readonly input: Token;
  /** Absent for a transfer. */
  readonly output?: Token;
  readonly priorityFee: number;
  readonly addresses: TokenAddresses;
  readonly ledger: () => Promise<Ledger>;
  /** USD of one whole token at the market; undefined without a price. */
  readonly priceUsd: (mint: string) => Promise<number | undefined> | number | undefined;
}

/**
 * Turns what was said into base units. Parts of a balance are resolved against the ledger (decision 44), keeping back fees
 * and rent where SOL is spent; dollars at the market's price, never for more than was said. Exact amounts need neither.
 *
 * @throws CommandRefused `insufficient_balance`, `invalid_amount`, `no_route`
 */
export async function resolveAmount(amount: Amount, context: AmountContext): Promise<ResolvedAmount> {
  switch (amount.side) {
    case "in":
      return { side: "exact-in", amount: amount.baseUnits };
    case "out":
      return { side: "exact-out", amount: amount.baseUnits };
    case "usd":
      return fromDollars(amount, context);
    case "fraction":
    case "all_except":
      return { side: "exact-in", amount: await partOfBalance(amount, context) };
  }
}

async function fromDollars(
  amount: Extract<Amount, { side: "usd" }>,
  { input, output, priceUsd }: AmountContext,
): Promise<ResolvedAmount> {
  const ofOutput = amount.of === "output" && output !== undefined;
  const token = ofOutput ? output : input;
  const price = await priceUsd(token.mint);
  const units = price === undefined ? undefined : unitsWorth(amount.micros, price, token.decimals);
  if (units === undefined) refuse("no_route", `${token.symbol} has no price in USD now.`);
  if (units === 0n || units > U64_MAX) {
    const size = units === 0n ? "less than the smallest unit" : "more than can exist";
    refuse(
      "invalid_amount",
      `${toHumanUnits(amount.micros, 6)} USD are ${size} of ${token.symbol}; say another amount.`,
    );
  }
  return { side: ofOutput ? "exact-out" : "exact-in", amount: units };
}

type Part = Extract<Amount, { side: "fraction" | "all_except" }>;

async function partOfBalance(part: Part, context: AmountContext): Promise<bigint> {
  const { input, wallet, addresses } = context;
  const native = input.mint === NATIVE_MINT;
  const home = tokenHome(addresses, wallet, input);
  const output = context.output && tokenHome(addresses, wallet, context.output);
  const ledger = await context.ledger();
  const facts = await Facts.read(ledger, [wallet, home.account, ...(output ? [output.account] : [])]);
  const balance = native ? facts.lamports(wallet) : facts.tokens(home.account);
  const kept = native ? keptSol(context, facts) : 0n;
  const asked =
    part.side === "fraction" ? (balance * part.numerator) / part.denominator : balance - part.baseUnits;
  const spendable = balance - kept;
  const amount = asked < spendable ? asked : spendable;
  // More than there is (150 % of it) is no part of it: fees may shrink an order, a balance may not.
  if (amount > 0n && asked <= balance) return amount;
  const write = (units: bigint) => `${toHumanUnits(units, input.decimals)} ${input.symbol}`;
  const costs = kept > 0n ? `, of which fees and rent take ${write(kept)}` : "";
  refuse(
    "insufficient_balance",
    `The wallet holds ${write(balance)}${costs}: nothing is left for this command. Fund the wallet or say less.`,
  );
}

function keptSol({ wallet, input, output, priorityFee, addresses }: AmountContext, facts: Facts): bigint {
  if (!output) return keptForTransfer(priorityFee);
  return keptForSwap({
    priorityFee,
    facts,
    wrapped: tokenHome(addresses, wallet, input),
    output: tokenHome(addresses, wallet, output),
    outputToken: output,
  });
}
