import { NATIVE_MINT } from "intent-tx/contract";
import type { Token } from "../fixtures/tokens.js";
import { rentExempt } from "../formats/accounts.js";
import { toHumanUnits, U64_MAX } from "../formats/base-units.js";
import { type StepKind, unitsFromTable } from "../formats/compute-units.js";
import { networkFee } from "../formats/fees.js";
import { ataOf } from "../formats/program-addresses.js";
import { isTokenProgram } from "../formats/programs.js";
import { tokenAccountLength } from "../formats/token-layout.js";
import { Facts } from "../ledger/facts.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Amount } from "../parser/command.js";
import { refuse } from "./refusal.js";

export interface ResolvedAmount {
  readonly side: "input" | "output";
  /** Base units of the exact side. */
  readonly amount: bigint;
}

/** The tokens to which an amount refers, and the sources of balances and prices. */
export interface AmountContext {
  readonly wallet: string;
  readonly input: Token;
  /** Absent for a transfer. */
  readonly output?: Token | undefined;
  readonly priorityFee: number;
  /** Rent-exempt lamports per byte, if they differ from the default. */
  readonly lamportsPerByte: number | undefined;
  readonly ledger: () => Promise<Ledger>;
  /** Market price in USD per token; undefined without a price. */
  readonly priceUsd: (mint: string) => Promise<number | undefined>;
}

/**
 * Converts an amount to base units. A share of a balance is computed from the ledger (decision 44); if SOL is spent,
 * fees and rent are subtracted. Dollars are converted at the market price and rounded down.
 *
 * @throws CommandRefused `insufficient_balance`, `invalid_amount`, `no_route`
 */
export async function resolveAmount(amount: Amount, context: AmountContext): Promise<ResolvedAmount> {
  switch (amount.side) {
    case "input":
      return { side: "input", amount: amount.baseUnits };
    case "output":
      return { side: "output", amount: amount.baseUnits };
    case "usd":
      return fromDollars(amount, context);
    case "fraction":
    case "all_except":
      return { side: "input", amount: await partOfBalance(amount, context) };
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
  if (units === undefined) refuse("no_route", `${token.symbol} currently has no USD price.`);
  if (units === 0n || units > U64_MAX) {
    const size = units === 0n ? "less than the smallest unit" : "more than the maximum amount";
    refuse(
      "invalid_amount",
      `${toHumanUnits(amount.micros, 6)} USD is ${size} of ${token.symbol}; use a different amount.`,
    );
  }
  return { side: ofOutput ? "output" : "input", amount: units };
}

type Part = Extract<Amount, { side: "fraction" | "all_except" }>;

async function partOfBalance(part: Part, context: AmountContext): Promise<bigint> {
  const { input, wallet } = context;
  const native = input.mint === NATIVE_MINT;
  const ata = ataOf(wallet, input);
  const output = context.output && ataOf(wallet, context.output);
  const ledger = await context.ledger();
  const facts = await Facts.read(ledger, [wallet, ata.account, ...(output ? [output.account] : [])]);
  const balance = native ? facts.lamports(wallet) : facts.tokens(ata.account);
  const reserve = native ? reservedSol(context, facts) : 0n;
  const requested =
    part.side === "fraction" ? (balance * part.numerator) / part.denominator : balance - part.baseUnits;
  const spendable = balance - reserve;
  const amount = requested < spendable ? requested : spendable;
  // Fees can reduce the amount, but a low balance cannot: 150% of a balance is refused.
  if (amount > 0n && requested <= balance) return amount;
  const write = (units: bigint) => `${toHumanUnits(units, input.decimals)} ${input.symbol}`;
  const costs = reserve > 0n ? ` (less ${write(reserve)} for fees and rent)` : "";
  refuse(
    "insufficient_balance",
    `The wallet holds ${write(balance)}${costs}, which is not enough for this command. Fund the wallet or use a smaller amount.`,
  );
}

const PRICE = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * Converts millionths of a dollar to token base units at a USD price. Computes with exact integers and rounds down, so
 * that the result is never worth more. Undefined if the price is not positive.
 *
 * @example unitsWorth(20_000_000n, 172.4, 9) // 116_009_280n, 20 dollars of SOL
 */
export function unitsWorth(micros: bigint, priceUsd: number, decimals: number): bigint | undefined {
  const match = PRICE.exec(String(priceUsd));
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return undefined;
  // The price is digits × 10^power.
  const power = Number(exponent) - fraction.length;
  const scale = decimals - 6 - power;
  return scale >= 0 ? (micros * 10n ** BigInt(scale)) / digits : micros / (digits * 10n ** BigInt(-scale));
}

/** All steps that a swap from SOL can have. A built swap can have fewer steps. */
const SWAP_STEPS: readonly StepKind[] = [
  "create-token-account",
  "wrap",
  "create-token-account",
  "swap-two-hops",
  "unwrap",
];

/**
 * Lamports that a wallet keeps when it sends or swaps its whole SOL: the network fee at the largest possible compute
 * limit, and rent. A transfer keeps the wallet's rent. The wallet cannot be emptied to exactly 0, because the fee is known
 * only after the simulation, and a balance above 0 but below the rent would be refused. A swap keeps the rent of a missing
 * output account, and that of the wrapped-SOL account. When the wrapped-SOL account is closed, its rent is returned and
 * keeps the wallet rent-exempt.
 */
function reservedSol(context: AmountContext, facts: Facts): bigint {
  const { wallet, input, output, priorityFee } = context;
  const rentOfLength = (length: number) => rentExempt(length, context.lamportsPerByte);
  const walletRent = rentOfLength(0);
  if (!output) return networkFee(unitsFromTable(["sol-transfer"]), priorityFee) + walletRent;
  const rentOf = (token: Token, length: number) =>
    isTokenProgram(facts.owner(ataOf(wallet, token).account) ?? "") ? 0n : rentOfLength(length);
  const wrappedRent = rentOf(input, tokenAccountLength("spl-token"));
  return (
    networkFee(unitsFromTable(SWAP_STEPS), priorityFee) +
    rentOf(output, tokenAccountLength(output.program)) +
    (wrappedRent > walletRent ? wrappedRent : walletRent)
  );
}
