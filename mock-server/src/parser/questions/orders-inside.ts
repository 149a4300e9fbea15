import type { QueryTopic } from "../command.js";
import { group } from "../languages/lexicon.js";
import type { Atom } from "../text/atom.js";
import { ORDER_VERBS, topicOf } from "./words.js";

// "if I swap 1 SOL", "to buy 1 SOL": words after which a verb with its object is spoken of, not ordered.
const SPOKEN_OF: ReadonlySet<string> = new Set([
  ..."i,we,i'd,to,need to,have to,you,would i,do i,will i,can i,could i,if i".split(","),
]);
const MODIFIERS: ReadonlySet<string> = new Set([
  "my",
  "the",
  "a",
  "an",
  "some",
  "me",
  "exactly",
  "only",
  "all",
]);
// "my last 5 USDC transfers": the figure counts transfers.
const COUNTING: ReadonlySet<string> = new Set([
  ..."last,my last,the last,past,recent,latest,newest,previous,first,most recent".split(","),
]);
const ASKING =
  /^(?:what|how|which|who|whom|when|where|why|is|are|was|were|did|do|does|has|have|had|am|any|whats)\b/;

const getters = group("GET");
const isFigure = ({ kind }: Atom): boolean => kind === "number" || kind === "usd" || kind === "part";

// Phrases of swaps that hold the verb.
const ANOTHER = /^and (?!then$)/;
const IF_ACTING = /^(?:if i |to (?:buy|get|purchase|acquire|receive|obtain|swap)\b)/;
const QUOTED = /quote|estimate|preview/;

/** A verb with what it acts on, outside of a question about what it would bring: an order is in there. */
export function ordersInside(atoms: readonly Atom[], topic: QueryTopic): boolean {
  return atoms.some((atom, at) => {
    if (atom.kind !== "word") return false;
    if (ANOTHER.test(atom.text) || (topic !== "quote" && IF_ACTING.test(atom.text))) return true;
    // "price, get 5 USDC from my SOL"; "what do I get for 5 SOL" asks on.
    if (at > 0 && topic !== "quote" && getters.has(atom.text) && isFigure(atoms[at + 1] ?? atom)) return true;
    if (!ORDER_VERBS.has(atom.text) || topicOf.has(atom.text)) return false;
    if (startsClause(atoms, at) || topic === "balance" || topic === "portfolio") return true;
    if (!hasObject(atoms, at)) return false;
    return topic !== "quote" || !isSpokenOf(atoms, at);
  });
}

const JOINERS: ReadonlySet<string> = new Set(["and", "then", "and then", "also", "plus", "&", "so", "now"]);

/** "check my balance and send …", "my order: swap …". */
function startsClause(atoms: readonly Atom[], at: number): boolean {
  const before = atoms[at - 1];
  if (before === undefined) return false;
  if (before.kind === "mark" && before.text === ":") return !QUOTED.test(atoms[at - 2]?.text ?? "");
  return JOINERS.has(before.text) || (before.kind === "mark" && before.text === ",");
}

function hasObject(atoms: readonly Atom[], at: number): boolean {
  let next = at + 1;
  while (MODIFIERS.has(atoms[next]?.text ?? "") && atoms[next]?.kind !== "part") next += 1;
  const object = atoms[next];
  const topic = topicOf.get(object?.text ?? "");
  if (topic === "balance" || topic === "portfolio") return true;
  return (
    object !== undefined && (isFigure(object) || object.token !== undefined || object.kind === "vague_token")
  );
}

const isQuoteWord = (atom: Atom | undefined): boolean =>
  atom !== undefined && topicOf.get(atom.text) === "quote";

function isSpokenOf(atoms: readonly Atom[], at: number): boolean {
  const before = atoms[at - 1];
  if (before === undefined) return false;
  const lead = before.text === ":" || before.text === "a" || before.text === "the" ? atoms[at - 2] : before;
  return isQuoteWord(lead) || SPOKEN_OF.has(before.text) || before.text.startsWith("if i");
}

/** "received 5 USDC", "balance 5 USDC alice.sol": a sum is told, nothing is asked. */
export function tellsSum(first: Atom, atoms: readonly Atom[]): boolean {
  if (first.kind === "word" && ASKING.test(first.text)) return false;
  return atoms.some((atom, at) => {
    const next = atoms[at + 1];
    if (!isFigure(atom) || (atom.kind === "part" && atom.form !== "%")) return false;
    const sum = atom.kind === "usd" || next?.token !== undefined || next?.kind === "unknown";
    return sum && !COUNTING.has(atoms[at - 1]?.text ?? "");
  });
}
