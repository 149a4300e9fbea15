import { NATIVE_MINT } from "intent-tx/contract";
import { decodeAddress, isOnCurve } from "../../formats/addresses.js";
import { U64_MAX } from "../../formats/base-units.js";
import { isWellKnownProgram } from "../../formats/programs.js";
import { reduced, scaled } from "../../kernel/rational.js";
import type { Amount, Command, ParserWorld } from "../command.js";
import { type Diagnosis, diagnosis } from "../result.js";
import type { Atom } from "../text/atom.js";
import type { TokenIndex } from "../text/token-index.js";
import type { Derivation, Filling } from "./match.js";
import type { NamedToken, Quantity } from "./quantity.js";

const USD_DECIMALS = 6;

const isQuantity = (filling: Filling | undefined): filling is Quantity =>
  filling !== undefined && "figure" in filling;
const isNamed = (filling: Filling | undefined): filling is NamedToken =>
  filling !== undefined && "atom" in filling && "token" in filling;

/** Converts a derivation to a command and checks its values. The curve check is last because it is the slowest. */
export function resolve(
  { pattern, slots }: Derivation,
  world: ParserWorld,
  index: TokenIndex,
): Command | Diagnosis {
  return pattern.action === "swap" ? resolveSwap(slots) : resolveTransfer(slots, world, index);
}

type Slots = Derivation["slots"];

function tokenOf(filling: Filling | undefined): NamedToken | undefined {
  if (isQuantity(filling)) return { token: filling.token, atom: filling.named };
  return isNamed(filling) ? filling : undefined;
}

function resolveSwap(slots: Slots): Command | Diagnosis {
  const spent = spentOf(slots);
  if (spent !== undefined && "reason" in spent) return spent;
  const received = slots.get("out");
  const input = tokenOf(spent);
  const output = tokenOf(received);
  if (input === undefined || output === undefined) return diagnosis("missing_token", "nameBothTokens");
  // In "swap SOL to USDC, 5 USDC", the amount is not in the input token.
  const pair = tokenOf(slots.get("pair"));
  if (pair !== undefined && pair.token !== input.token)
    return diagnosis("ambiguous_amount", "sayPlainly", input.atom);
  if (input.token === output.token)
    return diagnosis("same_token", (texts) => texts.swappedForItself(input.token.symbol), output.atom);
  const stated = isQuantity(spent) ? spent : received;
  if (!isQuantity(stated)) return diagnosis("missing_amount", (texts) => texts.howMuch());
  const amount = amountOf(stated, stated === received);
  if ("reason" in amount) return amount;
  return { action: "swap", inputMint: input.token.mint, outputMint: output.token.mint, amount };
}

/** The content of the slots for the token to spend. For "keep 1 SOL and swap the rest", it is the amount to keep. */
function spentOf(slots: Slots): Filling | Diagnosis | undefined {
  const excepted = slots.get("except");
  const pair = slots.get("pair");
  const part = slots.get("part");
  if (!isQuantity(excepted)) {
    const given = slots.get("in");
    if (given !== undefined || !isNamed(pair) || part === undefined || !("value" in part)) return given;
    // "swap BONK to SOL, all of it", "send SOL to alice.sol, amount 5"
    const { value } = part;
    const kind = "kind" in part && part.kind === "number" ? "exact" : "fraction";
    return value && !isQuantity(part)
      ? { kind, token: pair.token, value, figure: part, named: pair.atom }
      : given;
  }
  const all = slots.get("all");
  const same = tokenOf(slots.get("same") ?? all);
  if (same !== undefined && same.token !== excepted.token)
    return diagnosis("ambiguous_token", "keptAnother", same.atom);
  if (same !== undefined && isWrapped(same)) return diagnosis("ambiguous_token", "partOfWrapped", same.atom);
  if (isQuantity(all) && (all.kind !== "fraction" || all.value.n !== all.value.d))
    return diagnosis("conflicting_amounts", "partOrAllBut", all.figure);
  return { ...excepted, kind: "except" };
}

function resolveTransfer(slots: Slots, world: ParserWorld, index: TokenIndex): Command | Diagnosis {
  const sent = spentOf(slots);
  if (sent !== undefined && "reason" in sent) return sent;
  const who = slots.get("who");
  if (!isQuantity(sent)) return diagnosis("missing_amount", (texts) => texts.howMuch());
  if (who === undefined || isQuantity(who) || isNamed(who)) return diagnosis("missing_recipient", "sayWho");
  const amount = amountOf(sent, false);
  if ("reason" in amount) return amount;
  const recipient = resolveRecipient(who, world, index);
  if (typeof recipient !== "string") return recipient;
  return { action: "transfer", mint: sent.token.mint, amount, recipient };
}

function amountOf({ kind, value, figure, token, named }: Quantity, received: boolean): Amount | Diagnosis {
  if (value.n <= 0n) return diagnosis("invalid_amount", "aboveZero", figure);
  const units = scaled(value, kind === "usd" ? USD_DECIMALS : token.decimals);
  const isTooLarge = units !== undefined && units > U64_MAX;
  if (kind === "usd") {
    if (units === undefined) return diagnosis("invalid_amount", "dollarDecimals", figure);
    if (isTooLarge) return diagnosis("invalid_amount", "moreThanCanBe", figure);
    return { side: "usd", micros: units, of: received ? "output" : "input" };
  }
  // A share is a part of the balance to spend, so it cannot be an output amount.
  if (received && kind !== "exact") return diagnosis("ambiguous_amount", "wantedAsNumber", figure);
  if (kind !== "exact" && isWrapped({ token, atom: named }))
    return diagnosis("ambiguous_token", "partOfWrapped", named);
  if (kind === "fraction") {
    if (value.n > value.d) return diagnosis("invalid_amount", "moreThanAll", figure);
    const part = reduced(value);
    return { side: "fraction", numerator: part.n, denominator: part.d };
  }
  if (units === undefined)
    return diagnosis("invalid_amount", (texts) => texts.tooFine(token.symbol, token.decimals), figure);
  if (isTooLarge) return diagnosis("invalid_amount", "moreThanCanBe", figure);
  return { side: received ? "output" : kind === "except" ? "all_except" : "input", baseUnits: units };
}

/** True for "wSOL". A share of it is refused, because shares refer to the balance of native SOL. */
const isWrapped = ({ token, atom }: NamedToken): boolean =>
  token.mint === NATIVE_MINT && atom.text.toLowerCase().startsWith("w");

/** Returns the recipient's address after all checks. */
function resolveRecipient(who: Atom, world: ParserWorld, index: TokenIndex): string | Diagnosis {
  const address = who.kind === "name" ? world.resolveName(who.text) : who.text;
  if (address === undefined)
    return diagnosis("unknown_recipient", (texts) => texts.unknownName(who.text), who);
  if (index.byMint.has(address))
    return diagnosis("mint_recipient", (texts) => texts.mintRecipient(address), who);
  const bytes = decodeAddress(address);
  if (bytes === undefined) return diagnosis("invalid_address", (texts) => texts.notAnAddress(address), who);
  if (isWellKnownProgram(address) || world.isProgram?.(address) === true)
    return diagnosis("program_recipient", (texts) => texts.programRecipient(address), who);
  if (address === world.walletAddress) return diagnosis("self_transfer", "selfTransfer", who);
  if (!isOnCurve(bytes) && world.isSystemAccount?.(address) !== true)
    return diagnosis("off_curve_recipient", (texts) => texts.offCurve(address), who);
  return address;
}
