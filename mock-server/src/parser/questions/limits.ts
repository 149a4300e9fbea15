import type { QueryTopic } from "../command.js";
import { group } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";
import type { Topic } from "./topic.js";
import { LOOKS, own, QUOTE_WORDS, topicOf, VOCABULARY } from "./words.js";

const unsupported = group("Q_UNSUPPORTED");
const past = group("Q_PAST");
const moves = group("Q_STANDING");
const MARKS: ReadonlySet<string> = new Set(["/", "$", "(", ")", "'", "&", "#"]);
const ASKED = "Prices, balances, portfolios, histories and quotes can be asked for.";
const SENDING = /^(?:send|sending|transfer|transferring)$/;

/** What is asked well, and has no answer here. */
export function unanswerable({ items, atoms }: Sentence, { name }: Topic): Fault | undefined {
  const stray = items.find(
    (atom) => unsupported.has(atom.text) && atom.kind === "word" && topicOf.get(atom.text) === undefined,
  );
  if (stray !== undefined) return fault("unsupported_action", ASKED, stray);
  const how = items.find((atom) => atom.text === "how");
  if (how !== undefined && items.some((atom) => atom.text === "work"))
    return fault("question", "How things work is not told here.", how);
  if (name === "price" || name === "quote") {
    const cost = items.find((atom) => SENDING.test(atom.text) || atom.kind === "name");
    if (cost !== undefined)
      return fault("unsupported_action", "What a transfer costs is told by the built transaction.", cost);
  }
  if (name === "quote") {
    const someone = items.find((atom) => atom.kind === "address" || atom.kind === "bad_address");
    if (someone !== undefined) return fault("unknown_token", "This is the mint of no listed token.", someone);
  }
  if (name === "price") return priceLimit(items, atoms);
  const whose = anotherOnes(items);
  if (whose !== undefined)
    return fault("unknown_recipient", "Give the wallet's address or its .sol name.", whose);
  const again = items.find((atom) => atom.text === "again" || atom.text === "repeat");
  if (name === "history" && again !== undefined && !LOOKS.has(items[0]?.text ?? ""))
    return fault("unsupported_action", "Say the whole order: what was done before is not repeated.", again);
  return undefined;
}

function priceLimit(items: readonly Atom[], atoms: readonly Atom[]): Fault | undefined {
  const mint = items.find((atom) => atom.kind === "address");
  if (mint !== undefined) return fault("unknown_token", "This is the mint of no listed token.", mint);
  const then = items.find((atom) => atom.kind === "word" && past.has(atom.text));
  const moved = atoms.some((atom) => moves.has(atom.text) || CHANGES.has(atom.text));
  if (then !== undefined && !moved)
    return fault("unsupported_action", "Prices are of now, and their change of the last 24 hours.", then);
  return undefined;
}

/** "her balance": a wallet that nobody named; "their value" is said of holdings. */
function anotherOnes(items: readonly Atom[]): Atom | undefined {
  if (items.some(({ kind }) => kind === "address" || kind === "name")) return undefined;
  return items.find((atom, at) => {
    const topics = [items[at + 1], items[at + 2]].map((next) => topicOf.get(next?.text ?? ""));
    return (
      HIS.test(atom.text) ||
      (atom.text === "their" && (topics.includes("balance") || topics.includes("portfolio")))
    );
  });
}

const HIS = /^(?:his|her)\b/;
const CHANGES: ReadonlySet<string> = new Set([
  "change",
  "changed",
  "24h change",
  "chart",
  "price chart",
  "history",
  "volume",
]);

/** Whether a question may hold an atom. */
export function isExplained(atom: Atom, name: QueryTopic): boolean {
  if (atom.kind === "word" || atom.kind === "unknown")
    return (
      VOCABULARY.has(atom.text) ||
      own.has(atom.text) ||
      (name === "quote" && QUOTE_WORDS.has(atom.text)) ||
      (name === "history" && ORDINAL.test(atom.text))
    );
  if (atom.kind === "mark") return MARKS.has(atom.text) || (name === "quote" && atom.text === "->");
  return atom.kind !== "picture" && atom.kind !== "url" && atom.kind !== "invalid_number";
}

// "between the 1st and the 7th of June"
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/;

const fault = (reason: Fault["reason"], message: string, atom: Atom): Fault => ({
  reason,
  message,
  span: { start: atom.start, end: atom.end },
});
