import { NATIVE_MINT } from "intent-tx/contract";
import { decodeAddress, isOnCurve } from "../../chain/addresses.js";
import { U64_MAX } from "../../chain/base-units.js";
import { isWellKnownProgram } from "../../chain/programs.js";
import type { Amount, Command, ParserToken, ParserWorld } from "../command.js";
import { type Diagnosis, diagnosis } from "../result.js";
import type { Atom } from "../text/atom.js";
import { reduced, scaled } from "../text/rational.js";
import type { TokenIndex } from "../text/token-index.js";
import type { Derivation, Filling } from "./match.js";
import type { NamedToken, Quantity } from "./quantity.js";

const USD_DECIMALS = 6;

const isQuantity = (filling: Filling | undefined): filling is Quantity =>
  filling !== undefined && "figure" in filling;
const isNamed = (filling: Filling | undefined): filling is NamedToken =>
  filling !== undefined && "atom" in filling && "token" in filling;

/** Converts a derivation to a command and checks its values. The curve check is last because it is the slowest. */
export function resolve(derivation: Derivation, world: ParserWorld, index: TokenIndex): Command | Diagnosis {
  return derivation.pattern.action === "swap"
    ? resolveSwap(derivation)
    : resolveTransfer(derivation, world, index);
}

function tokenOf(filling: Filling | undefined): { token: ParserToken; atom: Atom } | undefined {
  if (isQuantity(filling)) return { token: filling.token, atom: filling.named };
  return isNamed(filling) ? filling : undefined;
}

function resolveSwap(derivation: Derivation): Command | Diagnosis {
  const { slots } = derivation;
  const excepted = exceptedPart(derivation);
  if ("reason" in excepted) return excepted;
  const spent = excepted.quantity ?? slots.get("in") ?? allOfPair(slots.get("pair"), slots.get("part"));
  const input = tokenOf(spent);
  const output = tokenOf(slots.get("out"));
  if (input === undefined || output === undefined) return diagnosis("missing_token", "nameBothTokens");
  const other = otherThanPair(slots.get("pair"), input);
  if (other !== undefined) return other;
  if (input.token === output.token) {
    return diagnosis("same_token", (texts) => texts.swappedForItself(input.token.symbol), output.atom);
  }
  const received = slots.get("out");
  const amount = isQuantity(spent)
    ? spentAmount(spent)
    : isQuantity(received)
      ? receivedAmount(received)
      : undefined;
  if (amount === undefined) return diagnosis("missing_amount", (texts) => texts.howMuch());
  if ("reason" in amount) return amount;
  return { action: "swap", inputMint: input.token.mint, outputMint: output.token.mint, amount };
}

/** Reads "swap BONK to SOL, all of it" as all of the input token. */
function allOfPair(pair: Filling | undefined, part: Filling | undefined): Quantity | undefined {
  if (!isNamed(pair) || part === undefined || isQuantity(part) || isNamed(part) || part.value === undefined)
    return undefined;
  return { kind: "fraction", token: pair.token, value: part.value, figure: part, named: pair.atom };
}

/** Refuses "swap SOL to USDC, 5 USDC", whose amount is not in the input token. */
function otherThanPair(
  stated: Filling | undefined,
  input: { token: ParserToken; atom: Atom },
): Diagnosis | undefined {
  const pair = tokenOf(stated);
  return pair === undefined || pair.token === input.token
    ? undefined
    : diagnosis("ambiguous_amount", "sayPlainly", input.atom);
}

/** For "keep 1 SOL and swap the rest", the amount is the balance minus the part to keep. */
function exceptedPart(derivation: Derivation): { quantity?: Quantity } | Diagnosis {
  const { slots } = derivation;
  const excepted = slots.get("except");
  if (!isQuantity(excepted)) return {};
  const same = tokenOf(slots.get("same") ?? slots.get("all"));
  if (same !== undefined && same.token !== excepted.token) {
    return diagnosis("ambiguous_token", "keptAnother", same.atom);
  }
  if (same !== undefined && isWrapped(same.token, same.atom))
    return diagnosis("ambiguous_token", "partOfWrapped", same.atom);
  const all = slots.get("all");
  if (isQuantity(all) && (all.kind !== "fraction" || all.value.n !== all.value.d)) {
    return diagnosis("conflicting_amounts", "partOrAllBut", all.figure);
  }
  return { quantity: { ...excepted, kind: "except" } };
}

function resolveTransfer(derivation: Derivation, world: ParserWorld, index: TokenIndex): Command | Diagnosis {
  const { slots } = derivation;
  const sent = slots.get("in");
  const who = slots.get("who");
  if (!isQuantity(sent)) return diagnosis("missing_amount", (texts) => texts.howMuch());
  if (who === undefined || isQuantity(who) || isNamed(who)) return diagnosis("missing_recipient", "sayWho");
  const amount = spentAmount(sent);
  if ("reason" in amount) return amount;
  const recipient = resolveRecipient(who, world, index);
  if (typeof recipient !== "string") return recipient;
  return { action: "transfer", mint: sent.token.mint, amount, recipient };
}

function spentAmount(quantity: Quantity): Amount | Diagnosis {
  const { kind, value, figure, token } = quantity;
  if (value.n <= 0n) return diagnosis("invalid_amount", "aboveZero", figure);
  if (kind === "usd") return dollars(quantity, "input");
  if ((kind === "fraction" || kind === "except") && isWrapped(token, quantity.named))
    return diagnosis("ambiguous_token", "partOfWrapped", quantity.named);
  if (kind === "fraction") {
    if (value.n > value.d) return diagnosis("invalid_amount", "moreThanAll", figure);
    const part = reduced(value);
    return { side: "fraction", numerator: part.n, denominator: part.d };
  }
  const units = baseUnits(quantity, token);
  return typeof units === "bigint"
    ? { side: kind === "except" ? "all_except" : "in", baseUnits: units }
    : units;
}

/** True for "wSOL". A share of it is refused, because shares refer to the balance of native SOL. */
const isWrapped = ({ mint }: ParserToken, { text }: Atom): boolean =>
  mint === NATIVE_MINT && text.toLowerCase().startsWith("w");

function receivedAmount(quantity: Quantity): Amount | Diagnosis {
  if (quantity.value.n <= 0n) return diagnosis("invalid_amount", "aboveZero", quantity.figure);
  if (quantity.kind === "usd") return dollars(quantity, "output");
  // A share is a part of the balance to spend, so it cannot be an output amount.
  if (quantity.kind !== "exact") return diagnosis("ambiguous_amount", "wantedAsNumber", quantity.figure);
  const units = baseUnits(quantity, quantity.token);
  return typeof units === "bigint" ? { side: "out", baseUnits: units } : units;
}

function dollars(quantity: Quantity, of: "input" | "output"): Amount | Diagnosis {
  const micros = scaled(quantity.value, USD_DECIMALS);
  if (micros === undefined) return diagnosis("invalid_amount", "dollarDecimals", quantity.figure);
  if (micros > U64_MAX) return diagnosis("invalid_amount", "moreThanCanBe", quantity.figure);
  return { side: "usd", micros, of };
}

function baseUnits(quantity: Quantity, token: ParserToken): bigint | Diagnosis {
  const units = scaled(quantity.value, token.decimals);
  if (units === undefined) {
    return diagnosis(
      "invalid_amount",
      (texts) => texts.tooFine(token.symbol, token.decimals),
      quantity.figure,
    );
  }
  if (units > U64_MAX) return diagnosis("invalid_amount", "moreThanCanBe", quantity.figure);
  return units;
}

/** Returns the recipient's address after all checks. */
function resolveRecipient(who: Atom, world: ParserWorld, index: TokenIndex): string | Diagnosis {
  const address = who.kind === "name" ? world.resolveName(who.text) : who.text;
  if (address === undefined) {
    return diagnosis("unknown_recipient", (texts) => texts.unknownName(who.text), who);
  }
  if (index.byMint.has(address))
    return diagnosis("mint_recipient", (texts) => texts.mintRecipient(address), who);
  const bytes = decodeAddress(address);
  if (bytes === undefined) return diagnosis("invalid_address", (texts) => texts.notAnAddress(address), who);
  if (isWellKnownProgram(address) || world.isProgram?.(address) === true) {
    return diagnosis("program_recipient", (texts) => texts.programRecipient(address), who);
  }
  if (address === world.walletAddress) return diagnosis("self_transfer", "selfTransfer", who);
  if (!isOnCurve(bytes) && world.isSystemAccount?.(address) !== true) {
    return diagnosis("off_curve_recipient", (texts) => texts.offCurve(address), who);
  }
  return address;
}
