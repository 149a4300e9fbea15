import type { Language } from "../languages/language.js";
import { type GuardName, ROLE } from "../languages/lexicon.js";
import type { Sentence } from "../orders/sentences.js";
import { type Diagnosis, diagnosis } from "../result.js";
import { type Atom, isVerb } from "../text/atom.js";
import { otherChain, unknownPlace } from "./chains.js";

const REASONS = {
  negation: "negated",
  hedge: "not_a_command",
  past: "not_a_command",
  condition: "unsupported_action",
  schedule: "unsupported_action",
  limit: "unsupported_action",
  unsupported: "unsupported_action",
  venue: "unsupported_action",
  question: "question",
} as const;

/** True if a word starts a clause: the verb of an order or of an unsupported action. */
export const beginsClause = (atom: Atom, { guards }: Language): boolean =>
  isVerb(atom) || (isGuarded(atom) && guards.guardOf.get(atom.text) === "unsupported");

const isGuarded = (atom: Atom): boolean => (atom.roles & ROLE.guard) !== 0;

/** The most severe reasons not to read the text as an order, with their places. */
export interface GuardFindings {
  readonly negation?: Diagnosis;
  /** The most severe of: text about orders, other chains, questions, several orders, unsupported requests. */
  readonly severest?: Diagnosis;
}

/** Finds words that prevent reading the text as an order. Runs before any parameter is read. */
export function guard(sentences: readonly Sentence[], language: Language): GuardFindings {
  const { guards } = language;
  const found = new Map<GuardName, Atom>();
  for (const sentence of sentences) {
    sentence.items.forEach((atom, at) => {
      if (atom.kind === "time" && !found.has("schedule")) found.set("schedule", atom);
      if (!isGuarded(atom)) return;
      const name = guards.guardOf.get(atom.text);
      if (name === undefined || found.has(name)) return;
      if (guards.bareNo.has(atom.text) && !isRefusal(sentence, at)) return;
      const before = sentence.items[at - 1];
      const participle = name === "past" && guards.participles.has(atom.text);
      if (participle && (isWish(sentence, language) || guards.musts.has(before?.text ?? ""))) return;
      const someone = before?.kind === "name" || before?.kind === "address";
      const ensured = guards.receives.has(atom.text) && guards.ensure.has(sentence.items[0]?.text ?? "");
      if (someone && (guards.needs.has(atom.text) || ensured)) return;
      found.set(name, atom);
    });
  }
  const negated = found.get("negation");
  const negation = negated === undefined ? {} : { negation: guarded("negation", negated) };
  const severest = severestOf(found, sentences, language);
  return severest === undefined ? negation : { ...negation, severest };
}

// "I need 20 USDC swapped to SOL" is not a past tense.
const isWish = ({ items: [first] }: Sentence, { guards }: Language): boolean =>
  first?.kind === "word" && guards.wishes.has(first.text);

// "no" refuses the order in "no, don't", but not in "…, no protocols below $10M".
function isRefusal(sentence: Sentence, at: number): boolean {
  const next = sentence.items[at + 1];
  return at === 0 || next === undefined || isVerb(next);
}

function severestOf(
  found: ReadonlyMap<GuardName, Atom>,
  sentences: readonly Sentence[],
  language: Language,
): Diagnosis | undefined {
  const about = found.get("hedge") ?? found.get("past");
  // "cambio" is a statement, but after a question word it asks: "¿Cómo cambio 3 SOL?"
  const acts = about !== undefined && language.guards.aboutActing.has(about.text);
  const opens = acts ? questionDiagnosis(found, sentences, language) : undefined;
  if (opens !== undefined) return opens;
  if (about !== undefined) return guarded(found.has("hedge") ? "hedge" : "past", about);
  for (const sentence of sentences) {
    const chain = otherChain(sentence.atoms, language);
    if (chain !== undefined) return chainDiagnosis(chain);
  }
  const question = questionDiagnosis(found, sentences, language);
  if (question !== undefined) return question;
  const several = severalClauses(sentences, language);
  if (several !== undefined) return several;
  for (const name of ["condition", "schedule", "limit", "unsupported", "venue"] as const) {
    const atom = found.get(name);
    if (atom === undefined) continue;
    return (name === "schedule" ? bestBefore(sentences, atom, language) : undefined) ?? guarded(name, atom);
  }
  for (const sentence of sentences) {
    const place = unknownPlace(sentence.atoms, language);
    if (place !== undefined) return chainDiagnosis(place);
  }
  return undefined;
}

const chainDiagnosis = (atom: Atom): Diagnosis => diagnosis("unsupported_chain", "onlySolana", atom);

/** Diagnoses a sentence that starts with a question word. The reason is `question` if the sentence is about acting. */
function questionDiagnosis(
  found: ReadonlyMap<GuardName, Atom>,
  sentences: readonly Sentence[],
  language: Language,
): Diagnosis | undefined {
  const { guards } = language;
  for (const sentence of sentences) {
    const [first] = sentence.items;
    if (first?.kind !== "word" || guards.guardOf.get(first.text) !== "question") continue;
    const acting = sentence.items.some(
      (atom) => guards.aboutActing.has(atom.text) || isVerb(atom) || guards.gerund.test(atom.text),
    );
    if (acting) return guarded("question", first);
    const order = sentences.find(({ items: [verb] }) => verb !== undefined && isVerb(verb))?.items[0];
    if (order !== undefined) return diagnosis("several_actions", "oneOrder", order);
    const unsupported = found.get("unsupported");
    if (unsupported !== undefined) return guarded("unsupported", unsupported);
    return diagnosis("not_a_command", "canBeAsked", first);
  }
  return undefined;
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
        if (clauses > 1 && orders > 0) {
          return diagnosis("several_actions", "oneOrder", atom);
        }
        start = false;
      } else if (guards.joiners.has(atom.text) || (atom.kind === "mark" && atom.text === ",")) start = true;
      else if (isItem) start = false;
    }
  }
  return undefined;
}

const guarded = (name: GuardName, atom: Atom): Diagnosis =>
  diagnosis(REASONS[name], (texts) => texts.guards[name], atom);

/** Diagnoses "buy the highest volume coin today", where the time identifies the coin and not the moment to act. */
function bestBefore(
  sentences: readonly Sentence[],
  when: Atom,
  { lexicon }: Language,
): Diagnosis | undefined {
  for (const { items } of sentences) {
    const best = items.find((atom) => atom.kind === "word" && lexicon.groups.superlative.has(atom.text));
    if (best === undefined || best.start > when.start || !items.some(isVerb)) continue;
    return diagnosis("ambiguous_token", "nameByMint", best);
  }
  return undefined;
}
