import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import type { Atom, AtomKind, Atoms } from "../text/atom.js";
import type { Diagnosis } from "./reasons.js";
import { diagnosis, gluedSymbol, isFigure, partOrNumber, type SortedItems } from "./sorted-items.js";
import { unexplained } from "./unexplained.js";

const FIGURES: ReadonlySet<AtomKind> = new Set(["number", "vague_number", "invalid_number"]);
/** "to 0.0.444": digits where somebody should be named, whatever else is wrong. */
export function recipientDiagnosis({
  items,
  addresses,
  language: { lexicon, messages },
}: SortedItems): Diagnosis | undefined {
  if (addresses.length > 0) return undefined;
  const digits = items.find(
    (atom, at) =>
      FIGURES.has(atom.kind) && lexicon.groups.TO.has(items[at - 1]?.text ?? "") && !isAmount(items[at + 1]),
  );
  return digits && diagnosis("invalid_address", messages.notSolanaAddress(digits.text), digits);
}

/** Whether a figure is an amount: a token must follow it. */
const isAmount = (next: Atom | undefined): boolean =>
  next?.kind === "token" || next?.kind === "vague_token" || next?.kind === "unknown";

/** Why a transfer cannot be read: first the recipient, then the amount, then the token. */
export function transferDiagnosis(sorted: SortedItems, verb: Atom): Diagnosis {
  const { items, addresses, figures, tokens } = sorted;
  const { amounts, refusals, messages } = sorted.language;
  const mint = strayMint(items, sorted.language);
  if (mint !== undefined) return diagnosis("unknown_token", messages.mintNotListed, mint);
  const people = addresses.length + items.filter((atom) => atom.kind === "bad_address").length;
  if (people > 1 && (items.some((atom) => refusals.shares.has(atom.text)) || addresses.length > 1)) {
    if (figures.length > 1) return diagnosis("several_actions", messages.oneOrder, figures[1]);
    return diagnosis("several_recipients", messages.oneRecipient, addresses[1] ?? sorted.bad);
  }
  if (sorted.bad !== undefined) return diagnosis("invalid_address", messages.copyAgain, sorted.bad);
  if (addresses.length === 0 && sorted.someone !== undefined) {
    return diagnosis("unknown_recipient", messages.cannotResolve(sorted.someone.text), sorted.someone);
  }
  const stranger = addresses.length === 0 ? unknownPerson(items, verb, sorted.language) : undefined;
  if (stranger !== undefined)
    return diagnosis(
      "unknown_recipient",
      messages.notAnAddressOrName(
        stranger.kind === "part" ? (stranger.form ?? stranger.text) : stranger.text,
      ),
      stranger,
    );
  if (figures.length > 1) {
    const names = new Set(tokens.map((atom) => atom.token));
    if (names.size > 1) return diagnosis("several_actions", messages.oneTokenSent, figures[1]);
    return diagnosis("conflicting_amounts", messages.twoAmounts, figures[1]);
  }
  const unsure = sorted.unsure();
  if (unsure !== undefined)
    return diagnosis("ambiguous_amount", messages.sendLeavesOpen(unsure.text), unsure);
  const glued = figures.length === 0 ? gluedSymbol(sorted) : undefined;
  if (glued !== undefined) return diagnosis("unknown_token", messages.unlistedMint(glued.text), glued);
  if (figures.length === 0)
    return diagnosis("missing_amount", messages.howMuchToSend(tokens[0]?.token?.symbol), verb);
  const toSomeone = addresses.length > 0;
  // "pay jup 5 SOL": somebody is called as a token is.
  const [, namesake, figure] = items;
  if (!toSomeone && tokens.length === 2 && namesake?.kind === "token" && figure?.kind === "number")
    return diagnosis("unknown_recipient", messages.notAnAddressOrName(namesake.text), namesake);
  if (!toSomeone) return diagnosis("missing_recipient", messages.sayWhoReceives, verb);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  if (dollars !== undefined && tokens.length === 0)
    return diagnosis("ambiguous_token", messages.severalTokens(dollars.text), dollars);
  const [unknown] = sorted.unknowns;
  if (tokens.length === 0) {
    if (unknown !== undefined) return diagnosis("unknown_token", messages.unlisted(unknown.text), unknown);
    return diagnosis("missing_token", messages.nameSent, verb);
  }
  const half = items.find(
    ({ kind, text, form }) => kind === "part" && (text === PART.half || amounts.single.has(form ?? "")),
  );
  if (half !== undefined) return diagnosis("ambiguous_amount", messages.partOrAmount, half);
  const worth = tokens.length > 1 ? items.find(({ text }) => amounts.worthOf.has(text)) : undefined;
  if (worth !== undefined) return diagnosis("ambiguous_amount", messages.howMuchOfSent, worth);
  const fraction = partOrNumber(sorted);
  if (fraction !== undefined) return diagnosis("ambiguous_amount", messages.partOrNumber, fraction);
  return unexplained(sorted);
}

/** Two addresses of which the first stands where the token's name would. */
function strayMint(items: Atoms, { recipients }: Language): Atom | undefined {
  return items.find((atom, at) => {
    if (atom.kind !== "address") return false;
    const before = items[at - 1];
    const after = items[at + 1];
    return (
      (before?.kind === "unknown" || before?.kind === "token" || before?.kind === "number") &&
      recipients.to.has(after?.text ?? "") &&
      items[at + 2] !== undefined
    );
  });
}

/** Who is meant by words that are no address: after "to", or right after the verb. */
function unknownPerson(items: Atoms, verb: Atom, { lexicon, refusals }: Language): Atom | undefined {
  const { groups } = lexicon;
  const at = items.findIndex((atom) => groups.TO.has(atom.text) || atom.text === "->");
  if (at >= 0) {
    const behind = items.slice(at + 1).filter((atom) => atom.kind !== "mark");
    const named = behind.find(
      (atom) => atom.kind === "unknown" || atom.kind === "token" || refusals.pronouns.has(atom.text),
    );
    if (named !== undefined) return named;
    const plain =
      behind.length > 0 &&
      behind.every((atom) => groups.HOLDER.has(atom.text) || refusals.pointers.has(atom.text));
    return plain ? undefined : behind[0];
  }
  const person = items.find((atom) => atom.kind === "word" && groups.PERSON.has(atom.text));
  if (person !== undefined) return person;
  const next = items[items.indexOf(verb) + 1];
  const after = items[items.indexOf(verb) + 2];
  return next?.kind === "unknown" && (after === undefined || after.kind !== "token")
    ? next
    : items.find((atom, k) => atom.kind === "unknown" && k > 0 && isFigure(items[k + 1] ?? atom));
}
