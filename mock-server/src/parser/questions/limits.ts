import type { QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Sentence } from "../orders/sentences.js";
import type { Diagnosis } from "../refusals/reasons.js";
import type { Atom, Atoms } from "../text/atom.js";
import type { QuestionTopic } from "./topic.js";

const MARKS: ReadonlySet<string> = new Set(["/", "$", "(", ")", "'", "&", "#"]);
/** The diagnosis in a valid question that the service cannot answer. */
export function unanswerable(
  { items, atoms }: Sentence,
  { name }: QuestionTopic,
  language: Language,
): Diagnosis | undefined {
  const { questions: q, lexicon, messages } = language;
  const stray = items.find(
    (atom) =>
      lexicon.groups.Q_UNSUPPORTED.has(atom.text) &&
      atom.kind === "word" &&
      q.topicOf.get(atom.text) === undefined,
  );
  if (stray !== undefined) return diagnosis("unsupported_action", messages.canBeAsked, stray);
  const how = items.find((atom) => q.how.has(atom.text));
  if (how !== undefined && items.some((atom) => q.work.has(atom.text)))
    return diagnosis("question", messages.howThingsWork, how);
  if (name === "price" || name === "quote") {
    const cost = items.find((atom) => q.sending.has(atom.text) || atom.kind === "name");
    if (cost !== undefined) return diagnosis("unsupported_action", messages.transferCosts, cost);
  }
  if (name === "quote") {
    const someone = items.find((atom) => atom.kind === "address" || atom.kind === "bad_address");
    if (someone !== undefined) return diagnosis("unknown_token", messages.noListedMint, someone);
  }
  if (name === "price") return priceLimit(items, atoms, language);
  const whose = anotherOnes(items, language);
  if (whose !== undefined) return diagnosis("unknown_recipient", messages.walletAddressOrName, whose);
  const again = items.find((atom) => q.again.has(atom.text));
  if (name === "history" && again !== undefined && !q.looks.has(items[0]?.text ?? ""))
    return diagnosis("unsupported_action", messages.notRepeated, again);
  return undefined;
}

function priceLimit(items: Atoms, atoms: Atoms, language: Language): Diagnosis | undefined {
  const { questions: q, lexicon, messages } = language;
  const { Q_PAST: past, Q_STANDING: moves } = lexicon.groups;
  const mint = items.find((atom) => atom.kind === "address");
  if (mint !== undefined) return diagnosis("unknown_token", messages.noListedMint, mint);
  const then = items.find((atom) => atom.kind === "word" && past.has(atom.text));
  const moved = atoms.some((atom) => moves.has(atom.text) || q.changes.has(atom.text));
  if (then !== undefined && !moved) return diagnosis("unsupported_action", messages.pricesOfNow, then);
  return undefined;
}

/** "her balance": a wallet that nobody named; "their value" is said of holdings. */
function anotherOnes(items: Atoms, { questions: q }: Language): Atom | undefined {
  if (items.some(({ kind }) => kind === "address" || kind === "name")) return undefined;
  return items.find((atom, at) => {
    const topics = [items[at + 1], items[at + 2]].map((next) => q.topicOf.get(next?.text ?? ""));
    return (
      q.his.test(atom.text) ||
      (q.their.has(atom.text) && (topics.includes("balance") || topics.includes("portfolio")))
    );
  });
}

/** Whether a question may hold an atom. */
export function isExplained(atom: Atom, name: QueryTopic, { questions: q, lexicon }: Language): boolean {
  if (atom.kind === "word" || atom.kind === "unknown")
    return (
      q.vocabulary.has(atom.text) ||
      lexicon.groups.Q_OWN.has(atom.text) ||
      (name === "quote" && q.quoteWords.has(atom.text)) ||
      (name === "history" && q.ordinal.test(atom.text))
    );
  if (atom.kind === "mark") return MARKS.has(atom.text) || (name === "quote" && atom.text === "->");
  return atom.kind !== "picture" && atom.kind !== "url" && atom.kind !== "invalid_number";
}

const diagnosis = (reason: Diagnosis["reason"], message: string, atom: Atom): Diagnosis => ({
  reason,
  message,
  span: { start: atom.start, end: atom.end },
});
