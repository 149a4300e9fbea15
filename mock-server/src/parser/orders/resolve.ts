import { decodeAddress, isOnCurve } from "../../chain/addresses.js";
import { U64_MAX } from "../../chain/base-units.js";
import { isWellKnownProgram } from "../../chain/programs.js";
import type { Token } from "../../world/tokens.js";
import type { Amount, Command, ParserWorld, Span } from "../command.js";
import type { RefusalReason } from "../refusals/reasons.js";
import type { Atom } from "../text/atom.js";
import { reduced, scaled, written } from "../text/rational.js";
import type { TokenIndex } from "../text/token-index.js";
import type { Derivation, Filling } from "./match.js";
import { isDollarToken, type NamedToken } from "./named-token.js";
import type { Quantity } from "./quantity.js";

/** Why a derivation that fits the grammar is still no order. */
export interface Fault {
  readonly reason: RefusalReason;
  readonly message: string;
  readonly span?: Span;
}

/** A derivation turned into a command, or what is wrong with it. */
export type Resolved = { readonly command: Command } | { readonly fault: Fault };

const USD_DECIMALS = 6;

const isQuantity = (filling: Filling | undefined): filling is Quantity =>
  filling !== undefined && "figure" in filling;
const isNamed = (filling: Filling | undefined): filling is NamedToken =>
  filling !== undefined && "atom" in filling && "token" in filling;

const fault = (reason: RefusalReason, message: string, atom?: Atom): { fault: Fault } => ({
  fault: { reason, message, ...(atom === undefined ? {} : { span: { start: atom.start, end: atom.end } }) },
});

/** Turns slots into base units and addresses, checking every one. The curve is asked last: it costs the most. */
export function resolve(derivation: Derivation, world: ParserWorld, index: TokenIndex): Resolved {
  return derivation.pattern.action === "swap"
    ? resolveSwap(derivation)
    : resolveTransfer(derivation, world, index);
}

/** The token of an input or output slot, however it was filled. */
function tokenOf(filling: Filling | undefined): { token: Token; atom: Atom } | undefined {
  if (isQuantity(filling)) return { token: filling.token, atom: filling.named };
  return isNamed(filling) ? filling : undefined;
}

function resolveSwap(derivation: Derivation): Resolved {
  const { slots, pattern } = derivation;
  if (pattern.counter) return fault("ambiguous_amount", "Say: swap AMOUNT TOKEN for TOKEN.");
  const kept = keptBack(derivation);
  if ("fault" in kept) return kept;
  const spent = kept.quantity ?? slots.get("in");
  const input = tokenOf(spent);
  const output = tokenOf(slots.get("out"));
  if (input === undefined || output === undefined)
    return fault("missing_token", "Name the token to give and the token to get.");
  const pair = tokenOf(slots.get("pair"));
  if (pair !== undefined && pair.token !== input.token)
    return fault("ambiguous_amount", "Say: swap AMOUNT TOKEN for TOKEN.", input.atom);
  // "swap 5 SOL with JUP" may name the token to get, or Jupiter to swap with.
  if (pattern.id === "swap-in-with" && output.token.symbol === "JUP")
    return fault("ambiguous_token", "Say: swap AMOUNT TOKEN for JUP, or name the token to get.", output.atom);
  if (input.token === output.token) {
    return fault(
      "same_token",
      `${input.token.symbol} cannot be swapped for itself. Name another token.`,
      output.atom,
    );
  }
  const received = slots.get("out");
  const amount = isQuantity(spent)
    ? spentAmount(spent)
    : isQuantity(received)
      ? receivedAmount(received)
      : undefined;
  if (amount === undefined) return fault("missing_amount", "Say how much.");
  if ("fault" in amount) return amount;
  return { command: { action: "swap", inputMint: input.token.mint, outputMint: output.token.mint, amount } };
}

/** "keep 1 SOL and swap the rest": the amount is everything except what is kept. */
function keptBack(derivation: Derivation): { quantity?: Quantity } | { fault: Fault } {
  const { slots } = derivation;
  const kept = slots.get("except");
  if (!isQuantity(kept)) return {};
  const same = tokenOf(slots.get("same") ?? slots.get("all"));
  if (same !== undefined && same.token !== kept.token) {
    return fault(
      "ambiguous_token",
      "What is kept and what is left over are different tokens. Name one.",
      same.atom,
    );
  }
  const all = slots.get("all");
  if (isQuantity(all) && (all.kind !== "fraction" || all.value.n !== all.value.d)) {
    return fault("conflicting_amounts", "Give one amount: a part, or all but what is kept.", all.figure);
  }
  return { quantity: { ...kept, kind: "except" } };
}

function resolveTransfer(derivation: Derivation, world: ParserWorld, index: TokenIndex): Resolved {
  const { slots } = derivation;
  const kept = keptBack(derivation);
  if ("fault" in kept) return kept;
  const sent = kept.quantity ?? slots.get("in") ?? dollarsIn(slots.get("sum"), slots.get("paid"));
  const who = slots.get("who");
  if (!isQuantity(sent)) return fault("missing_amount", "Say how much of which token.");
  if (who === undefined || isQuantity(who) || isNamed(who))
    return fault("missing_recipient", "Say who receives it.");
  const amount = spentAmount(sent);
  if ("fault" in amount) return amount;
  const recipient = resolveRecipient(who, world, index);
  if (typeof recipient !== "string") return recipient;
  return { command: { action: "transfer", mint: sent.token.mint, amount, recipient } };
}

/** "$20 … in SOL": so many dollars, and apart from them what they are paid in. */
function dollarsIn(sum: Filling | undefined, paid: Filling | undefined): Quantity | undefined {
  if (sum === undefined || isQuantity(sum) || isNamed(sum) || sum.value === undefined || !isNamed(paid))
    return undefined;
  const kind = isDollarToken(paid.token) ? "exact" : "usd";
  return { kind, token: paid.token, value: sum.value, figure: sum, named: paid.atom };
}

function spentAmount(quantity: Quantity): Amount | { fault: Fault } {
  const { kind, value, figure, token } = quantity;
  if (value.n <= 0n) return fault("invalid_amount", "The amount must be greater than zero.", figure);
  if (kind === "usd") return dollars(quantity, "input");
  if (kind === "fraction") {
    if (value.n > value.d)
      return fault("invalid_amount", "More than all of a balance cannot be spent.", figure);
    const part = reduced(value);
    return { side: "fraction", numerator: part.n, denominator: part.d };
  }
  const units = baseUnits(quantity, token);
  return typeof units === "bigint"
    ? { side: kind === "except" ? "all_except" : "in", baseUnits: units }
    : units;
}

function receivedAmount(quantity: Quantity): Amount | { fault: Fault } {
  if (quantity.value.n <= 0n)
    return fault("invalid_amount", "The amount must be greater than zero.", quantity.figure);
  if (quantity.kind === "usd") return dollars(quantity, "output");
  // What is to be received has no balance of which this could be a part.
  if (quantity.kind !== "exact")
    return fault("ambiguous_amount", "Say how much is wanted as a number of tokens.", quantity.figure);
  const units = baseUnits(quantity, quantity.token);
  return typeof units === "bigint" ? { side: "out", baseUnits: units } : units;
}

function dollars(quantity: Quantity, of: "input" | "output"): Amount | { fault: Fault } {
  const micros = scaled(quantity.value, USD_DECIMALS);
  if (micros === undefined)
    return fault("invalid_amount", "Dollars are read to six decimals.", quantity.figure);
  if (micros > U64_MAX) return fault("invalid_amount", "That is more than there can be.", quantity.figure);
  return { side: "usd", micros, of };
}

function baseUnits(quantity: Quantity, token: Token): bigint | { fault: Fault } {
  const units = scaled(quantity.value, token.decimals);
  if (units === undefined) {
    return fault(
      "invalid_amount",
      `${token.symbol} has ${token.decimals} decimals; ${written(quantity.value)} is finer.`,
      quantity.figure,
    );
  }
  if (units > U64_MAX)
    return fault(
      "invalid_amount",
      `${written(quantity.value)} ${token.symbol} is more than there can be.`,
      quantity.figure,
    );
  return units;
}

/** The address behind a recipient's words, once every check has passed. */
export function resolveRecipient(
  who: Atom,
  world: ParserWorld,
  index: TokenIndex,
): string | { fault: Fault } {
  const address = who.kind === "name" ? world.resolveName(who.text) : who.text;
  if (address === undefined) {
    return fault("unknown_recipient", `The name service does not know ${who.text}. Give the address.`, who);
  }
  if (index.byMint.has(address))
    return fault(
      "mint_recipient",
      `${address} is a token's mint, not a wallet. Give the wallet's address.`,
      who,
    );
  const bytes = decodeAddress(address);
  if (bytes === undefined) return fault("invalid_address", `${address} is not a Solana address.`, who);
  if (isWellKnownProgram(address) || world.isProgram?.(address) === true) {
    return fault(
      "program_recipient",
      `${address} is a program; what is sent there is lost. Give a wallet's address.`,
      who,
    );
  }
  if (address === world.walletAddress)
    return fault("self_transfer", "The recipient is the sending wallet itself. Name another.", who);
  if (!isOnCurve(bytes) && world.isSystemAccount?.(address) !== true) {
    return fault(
      "off_curve_recipient",
      `No key can sign for ${address}: it is mistyped, or it belongs to a program. Check it character by character.`,
      who,
    );
  }
  return address;
}
