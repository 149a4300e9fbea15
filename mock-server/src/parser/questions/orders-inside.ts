import type { QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Atom, Atoms } from "../text/atom.js";

const isFigure = ({ kind }: Atom): boolean => kind === "number" || kind === "usd" || kind === "part";

/** A verb with what it acts on, outside of a question about what it would bring: an order is in there. */
export function ordersInside(atoms: Atoms, topic: QueryTopic, language: Language): boolean {
  const { questions: q, lexicon } = language;
  return atoms.some((atom, at) => {
    if (atom.kind !== "word") return false;
    if (q.another.test(atom.text) || (topic !== "quote" && q.ifActing.test(atom.text))) return true;
    // "price, get 5 USDC from my SOL"; "what do I get for 5 SOL" asks on.
    if (at > 0 && topic !== "quote" && lexicon.groups.GET.has(atom.text) && isFigure(atoms[at + 1] ?? atom))
      return true;
    if (!q.orderVerbs.has(atom.text) || q.topicOf.has(atom.text)) return false;
    if (startsClause(atoms, at, language) || topic === "balance" || topic === "portfolio") return true;
    if (!hasObject(atoms, at, language)) return false;
    return topic !== "quote" || !isSpokenOf(atoms, at, language);
  });
}

/** "check my balance and send …", "my order: swap …". */
function startsClause(atoms: Atoms, at: number, { questions: q }: Language): boolean {
  const before = atoms[at - 1];
  if (before === undefined) return false;
  if (before.kind === "mark" && before.text === ":") return !q.quoted.test(atoms[at - 2]?.text ?? "");
  return q.clauseJoiners.has(before.text) || (before.kind === "mark" && before.text === ",");
}

function hasObject(atoms: Atoms, at: number, { questions: q }: Language): boolean {
  let next = at + 1;
  while (q.modifiers.has(atoms[next]?.text ?? "") && atoms[next]?.kind !== "part") next += 1;
  const object = atoms[next];
  const topic = q.topicOf.get(object?.text ?? "");
  if (topic === "balance" || topic === "portfolio") return true;
  return (
    object !== undefined && (isFigure(object) || object.token !== undefined || object.kind === "vague_token")
  );
}

const isQuoteWord = (atom: Atom | undefined, { questions }: Language): boolean =>
  atom !== undefined && questions.topicOf.get(atom.text) === "quote";

function isSpokenOf(atoms: Atoms, at: number, language: Language): boolean {
  const { questions: q } = language;
  const before = atoms[at - 1];
  if (before === undefined) return false;
  const lead = before.text === ":" || q.leads.has(before.text) ? atoms[at - 2] : before;
  return isQuoteWord(lead, language) || q.spokenOf.has(before.text) || q.supposing.test(before.text);
}

/** "received 5 USDC", "balance 5 USDC alice.sol": a sum is told, nothing is asked. */
export function tellsSum(first: Atom, atoms: Atoms, { questions: q }: Language): boolean {
  if (first.kind === "word" && q.tellAsking.test(first.text)) return false;
  return atoms.some((atom, at) => {
    const next = atoms[at + 1];
    if (!isFigure(atom) || atom.kind === "part") return false;
    const sum = atom.kind === "usd" || next?.token !== undefined || next?.kind === "unknown";
    return sum && !q.counting.has(atoms[at - 1]?.text ?? "");
  });
}
