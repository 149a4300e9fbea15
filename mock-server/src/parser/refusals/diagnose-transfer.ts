import { group } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Atom, AtomKind } from "../text/atom.js";
import { type Facts, fault, isFigure, PART_OR_NUMBER, partOrNumber, union } from "./facts.js";
import { unexplained } from "./unexplained.js";

const toWords = union("TO");
const FIGURES: ReadonlySet<AtomKind> = new Set(["number", "vague_number", "invalid_number"]);
const holders = group("HOLDER");
const persons = group("PERSON");

/** "to 0.0.444": digits where somebody should be named, whatever else is wrong. */
export function recipientFault({ items, addresses }: Facts): Fault | undefined {
  if (addresses.length > 0) return undefined;
  const digits = items.find(
    (atom, at) =>
      FIGURES.has(atom.kind) && toWords.has(items[at - 1]?.text ?? "") && !isAmount(items[at + 1]),
  );
  return (
    digits &&
    fault(
      "invalid_address",
      `"${digits.text}" is not a Solana address. Give a base58 address or a .sol name.`,
      digits,
    )
  );
}

/** What makes a figure an amount: its token behind it. */
const isAmount = (next: Atom | undefined): boolean =>
  next?.kind === "token" || next?.kind === "vague_token" || next?.kind === "unknown";

/** Why a transfer cannot be read: first the recipient, then the amount, then the token. */
export function transferFault(facts: Facts, verb: Atom): Fault {
  const { items, addresses, figures, tokens } = facts;
  const mint = strayMint(items);
  if (mint !== undefined) return fault("unknown_token", "That mint is not on the list of tokens.", mint);
  const people = addresses.length + items.filter((atom) => atom.kind === "bad_address").length;
  if (
    people > 1 &&
    (items.some((atom) => atom.text === "each" || atom.text === "and" || atom.text === "between") ||
      addresses.length > 1)
  ) {
    if (figures.length > 1) return fault("several_actions", "Give one order at a time.", figures[1]);
    return fault("several_recipients", "Name one recipient at a time.", addresses[1] ?? facts.bad);
  }
  if (facts.bad !== undefined)
    return fault("invalid_address", "That is not a Solana address. Copy it again, whole.", facts.bad);
  if (addresses.length === 0 && facts.someone !== undefined) {
    return fault(
      "unknown_recipient",
      `${facts.someone.text} cannot be resolved. Give a base58 address or a .sol name.`,
      facts.someone,
    );
  }
  const stranger = addresses.length === 0 ? unknownPerson(items, verb) : undefined;
  if (stranger !== undefined)
    return fault(
      "unknown_recipient",
      `"${stranger.text}" is not an address. Give a base58 address or a .sol name.`,
      stranger,
    );
  if (figures.length > 1) {
    const names = new Set(tokens.map((atom) => atom.token));
    if (names.size > 1) return fault("several_actions", "Send one token at a time.", figures[1]);
    return fault("conflicting_amounts", "There are two amounts. Give one.", figures[1]);
  }
  const unsure = facts.unsure();
  if (unsure !== undefined)
    return fault(
      "ambiguous_amount",
      `Say how much to send: "${unsure.text}" leaves it open. Give one number.`,
      unsure,
    );
  if (figures.length === 0)
    return fault(
      "missing_amount",
      `Say how much ${tokens[0]?.token?.symbol ?? "of which token"} to send.`,
      verb,
    );
  const toSomeone = addresses.length > 0;
  if (!toSomeone)
    return fault("missing_recipient", "Say who receives it: a base58 address or a .sol name.", verb);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  if (dollars !== undefined && tokens.length === 0)
    return fault("ambiguous_token", `"${dollars.text}" could be several tokens. Name one.`, dollars);
  const [unknown] = facts.unknowns;
  if (tokens.length === 0) {
    if (unknown !== undefined)
      return fault("unknown_token", `"${unknown.text}" is not a token of the list.`, unknown);
    return fault("missing_token", "Name the token that is sent: a symbol or a mint.", verb);
  }
  const half = items.find((atom) => atom.kind === "part" && atom.text === "half");
  if (half !== undefined)
    return fault("ambiguous_amount", "Say whether it is a part of the balance or an amount.", half);
  const worth = tokens.length > 1 ? items.find(({ text }) => text === "worth of") : undefined;
  if (worth !== undefined) return fault("ambiguous_amount", "Say how much of the token that is sent.", worth);
  const fraction = partOrNumber(facts);
  if (fraction !== undefined) return fault("ambiguous_amount", PART_OR_NUMBER, fraction);
  return unexplained(facts);
}

/** Two addresses of which the first stands where the token's name would. */
function strayMint(items: readonly Atom[]): Atom | undefined {
  return items.find((atom, at) => {
    if (atom.kind !== "address") return false;
    const before = items[at - 1];
    const after = items[at + 1];
    return (
      (before?.kind === "unknown" || before?.kind === "token" || before?.kind === "number") &&
      after?.text === "to" &&
      items[at + 2] !== undefined
    );
  });
}

const PRONOUNS = new Set(["him", "her", "them", "everyone", "me"]);

/** Who is meant by words that are no address: after "to", or right after the verb. */
function unknownPerson(items: readonly Atom[], verb: Atom): Atom | undefined {
  const at = items.findIndex((atom) => toWords.has(atom.text) || atom.text === "->");
  if (at >= 0) {
    const behind = items.slice(at + 1).filter((atom) => atom.kind !== "mark");
    const named = behind.find(
      (atom) => atom.kind === "unknown" || atom.kind === "token" || PRONOUNS.has(atom.text),
    );
    if (named !== undefined) return named;
    const plain =
      behind.length > 0 &&
      behind.every(
        (atom) =>
          holders.has(atom.text) || ["a", "the", "my", "an", "random", "this", "that"].includes(atom.text),
      );
    return plain ? undefined : behind[0];
  }
  const person = items.find((atom) => atom.kind === "word" && persons.has(atom.text));
  if (person !== undefined) return person;
  const next = items[items.indexOf(verb) + 1];
  const after = items[items.indexOf(verb) + 2];
  return next?.kind === "unknown" && (after === undefined || after.kind !== "token")
    ? next
    : items.find((atom, k) => atom.kind === "unknown" && k > 0 && isFigure(items[k + 1] ?? atom));
}
