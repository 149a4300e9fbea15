import { HOME_CHAIN, OTHER_STANDARD } from "../languages/chains.js";
import type { GuardName } from "../languages/groups.js";
import type { Language } from "../languages/language.js";
import { ROLE } from "../languages/lexicon.js";
import type { Sentence } from "../orders/sentences.js";
import { type Diagnosis, diagnosis, type Message, type RefusalReason } from "../result.js";
import { type Atom, type Atoms, isFigure, isVerb } from "../text/atom.js";
import { otherChain, unknownPlace } from "../text/chains.js";

/** The reasons of guards. Those of the others is `unsupported_action`. */
const REASONS: Partial<Record<GuardName, RefusalReason>> = {
  negation: "negated",
  hedge: "not_a_command",
  past: "not_a_command",
  question: "question",
};

/** True if a word starts a clause: the verb of an order or of an unsupported action. */
export const beginsClause = (atom: Atom, { lexicon }: Language): boolean =>
  isVerb(atom) || (isGuarded(atom) && lexicon.guardOf(atom.text) === "unsupported");

const isGuarded = (atom: Atom): boolean => (atom.roles & ROLE.guard) !== 0;

/** The most severe reasons not to read the text as an order, with their places. */
export interface GuardFindings {
  readonly negation: Diagnosis | undefined;
  /** The most severe of: text about orders, other chains, questions, several orders, unsupported requests. */
  readonly severest: Diagnosis | undefined;
}

/** Finds words that prevent reading the text as an order. Runs before any parameter is read. */
export function guard(sentences: readonly Sentence[], language: Language): GuardFindings {
  const found = new Map<GuardName, Atom>();
  for (const { items } of sentences)
    items.forEach((atom, at) => {
      const known = isGuarded(atom) ? language.lexicon.guardOf(atom.text) : undefined;
      const name = atom.kind === "time" ? "schedule" : known;
      if (name !== undefined && !found.has(name) && !isHarmless(items, at, name, language))
        found.set(name, atom);
    });
  const negated = found.get("negation");
  // "why can't I swap 1 SOL" asks; it does not forbid.
  const [first, second] = sentences.find(({ items }) => items.length > 0)?.items ?? [];
  const asks =
    first !== undefined && second === negated && language.lexicon.guardOf(first.text) === "question";
  return {
    negation: negated && (asks ? diagnosis("question", inQuestion, negated) : guarded("negation", negated)),
    severest: severestOf(found, sentences, language),
  };
}

/** True for a guard word that does not prevent an order at its place. */
function isHarmless(items: Atoms, at: number, name: GuardName, { guards, lexicon }: Language): boolean {
  const { SWAPPED, SENT, MUST_BE, NEEDS, RECEIVES, ENSURE, TO, YIELDS } = lexicon.groups;
  const text = items[at]?.text ?? "";
  const [first] = items;
  const before = items[at - 1];
  const next = items[at + 1];
  // "no" refuses the order in "no, don't", but not in "…, no protocols below $10M".
  if (guards.bareNo.has(text)) return at > 0 && next !== undefined && !isVerb(next);
  // "sell my entire WIF position for USDC"
  if (before?.kind === "token" && lexicon.groups.BALANCE.has(text)) return true;
  // "I need 20 USDC swapped to SOL" and "2 SOL should be swapped" are not a past tense.
  const isOrder = (first?.kind === "word" && guards.isWish(first.text)) || MUST_BE.has(before?.text ?? "");
  if (name === "past" && (SWAPPED.has(text) || SENT.has(text))) return isOrder;
  // "bob.sol needs 5 USDC, send it" and "make sure that bob.sol gets 5 USDC" are not a report; "bob.sol wants to buy" is.
  const ensured = RECEIVES.has(text) && ENSURE.has(first?.text ?? "");
  const needs = NEEDS.has(text) && !TO.has(next?.text ?? "") && !YIELDS.has(next?.text ?? "");
  return (before?.kind === "name" || before?.kind === "address") && (needs || ensured);
}

function severestOf(
  found: ReadonlyMap<GuardName, Atom>,
  sentences: readonly Sentence[],
  language: Language,
): Diagnosis | undefined {
  const hedge = found.get("hedge");
  const about = hedge ?? found.get("past");
  const question = questionDiagnosis(found, sentences, language);
  const [begins] = sentences.flatMap(({ items }) => items[0] ?? []);
  const isFirst =
    begins !== undefined && begins === found.get("unsupported") && language.messages.words.has(begins.text);
  const isIdle = !sentences.some(({ items }) => items.some((item) => isVerb(item) || isFigure(item)));
  if (about !== undefined) {
    const { guards, lexicon, messages, suggestions } = language;
    // "cambio" is a statement, but after a question word it asks: "¿Cómo cambio 3 SOL?"
    const isOpen = isIdle && about === hedge && lexicon.groups.hedge.has(about.text);
    if (question !== undefined && (isOpen || guards.aboutActing.has(about.text))) return question;
    // "notify me about whale moves"
    if (isFirst) return guarded("unsupported", begins);
    // "repeat"
    if (isOpen && !suggestions.stated.has(about.text) && !messages.words.has(about.text))
      return diagnosis("not_a_command", "nothingFound", about);
    return guarded(hedge === undefined ? "past" : "hedge", about);
  }
  const onlySolana = (find: typeof otherChain): Diagnosis | undefined => {
    const [chain] = sentences.flatMap(({ atoms }) => find(atoms, language) ?? []);
    // "move 10 USDC to Solana"
    if (chain === undefined) return undefined;
    const message = OTHER_STANDARD.test(chain.text) ? "otherStandard" : "onlySolana";
    return diagnosis("unsupported_chain", chain.text === HOME_CHAIN ? "alreadyHere" : message, chain);
  };
  const several = onlySolana(otherChain) ?? question ?? severalClauses(sentences, language);
  if (several !== undefined) return several;
  // "alert me when SOL hits 200" names the unsupported action first.
  const name = isFirst ? "unsupported" : LEAST.find((one) => found.has(one));
  const atom = name && found.get(name);
  if (name === undefined || atom === undefined) return onlySolana(unknownPlace);
  // "will SOL go up tomorrow?", "top gainers today", "new listings on pump.fun"
  if (isIdle && (name === "schedule" || name === "venue"))
    return diagnosis("unsupported_action", "canBeAsked", atom);
  return (name === "schedule" ? bestBefore(sentences, atom, language) : undefined) ?? guarded(name, atom);
}

const LEAST = ["condition", "schedule", "limit", "unsupported", "venue"] as const;

/** Diagnoses a sentence that starts with a question word. The reason is `question` if the sentence is about acting. */
function questionDiagnosis(
  found: ReadonlyMap<GuardName, Atom>,
  sentences: readonly Sentence[],
  { guards, lexicon }: Language,
): Diagnosis | undefined {
  const isAsked = (atom: Atom | undefined): boolean =>
    atom?.kind === "word" && lexicon.guardOf(atom.text) === "question";
  const { items = [] } = sentences.find(({ items: [first] }) => isAsked(first)) ?? {};
  const [first] = items;
  if (first === undefined) return undefined;
  const acts = (atom: Atom): boolean =>
    guards.aboutActing.has(atom.text) || isVerb(atom) || guards.gerund.test(atom.text);
  if (items.some(acts)) return guarded("question", first);
  const order = sentences.find(({ items: [verb] }) => isVerb(verb))?.items[0];
  if (order !== undefined) return diagnosis("several_actions", "oneOrder", order);
  const unsupported = found.get("unsupported");
  if (unsupported !== undefined) return guarded("unsupported", unsupported);
  return diagnosis("not_a_command", "canBeAsked", first);
}

/** Diagnoses two clauses that each begin with a verb as two orders. */
function severalClauses(sentences: readonly Sentence[], language: Language): Diagnosis | undefined {
  const { guards } = language;
  let clauses = 0;
  let orders = 0;
  for (const { atoms, items } of sentences) {
    let start = true;
    let next = 0;
    for (const atom of atoms) {
      const isItem = items[next]?.start === atom.start;
      if (isItem) next += 1;
      if (start && (beginsClause(atom, language) || (atom.kind === "word" && guards.looks.has(atom.text)))) {
        clauses += 1;
        if (isVerb(atom)) orders += 1;
        if (clauses > 1 && orders > 0) return diagnosis("several_actions", "oneOrder", atom);
        start = false;
      } else if (guards.joiners.has(atom.text) || (atom.kind === "mark" && atom.text === ",")) start = true;
      else if (isItem) start = false;
    }
  }
  return undefined;
}

const inQuestion: Message = (texts) => texts.guards.question;
const guarded = (name: GuardName, atom: Atom): Diagnosis =>
  diagnosis(
    REASONS[name] ?? "unsupported_action",
    (texts, written) =>
      texts.words.get(atom.text) ??
      (name === "unsupported" ? texts.unsupported(written) : texts.guards[name]),
    atom,
  );

/** Diagnoses "buy the highest volume coin today", where the time identifies the coin and not the moment to act. */
function bestBefore(
  sentences: readonly Sentence[],
  when: Atom,
  { lexicon }: Language,
): Diagnosis | undefined {
  const [best] = sentences.flatMap(({ items }) => {
    const word = items.find((atom) => atom.kind === "word" && lexicon.groups.superlative.has(atom.text));
    return word !== undefined && word.start <= when.start && items.some(isVerb) ? word : [];
  });
  return best && diagnosis("ambiguous_token", "nameByMint", best);
}
