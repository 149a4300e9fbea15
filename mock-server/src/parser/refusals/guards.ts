import { group, ROLE } from "../languages/lexicon.js";
import type { Fault } from "../orders/resolve.js";
import type { Sentence } from "../orders/sentences.js";
import type { Atom } from "../text/atom.js";
import { otherChain, unknownPlace } from "./chains.js";
import { bestBefore } from "./superlatives.js";

type GuardName =
  | "negation"
  | "hedge"
  | "past"
  | "condition"
  | "schedule"
  | "limit"
  | "unsupported"
  | "venue"
  | "question";

const GUARDS: readonly GuardName[] = [
  "negation",
  "hedge",
  "past",
  "condition",
  "schedule",
  "limit",
  "unsupported",
  "venue",
  "question",
];

const guardOf = new Map<string, GuardName>();
for (const word of group("told_third")) guardOf.set(word, "hedge");
for (const word of group("told_past")) guardOf.set(word, "past");
for (const name of [...GUARDS].reverse()) for (const word of group(name)) guardOf.set(word, name);
for (const word of group("soft_negation")) guardOf.set(word, "negation");

const MESSAGES: Readonly<Record<GuardName, string>> = {
  negation: "The command says not to do something. Say only what should be done.",
  hedge: "This speaks about an order; it is not one. Say it as a plain command.",
  past: "This tells of the past; it is not an order.",
  condition: "Conditions are not watched for. Send the command when it should happen.",
  schedule: "Nothing is scheduled or repeated. Send the command when it should happen.",
  limit: "Limit prices, stops and leverage are not supported: a swap is made at the market's price.",
  unsupported: "Only swaps, transfers and questions about a wallet or a price are understood.",
  venue: "The venue cannot be chosen: the best route is taken.",
  question: "This asks about an action; it does not order one.",
};

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

const ABOUT_ACTING = new Set([
  "should i",
  "how do i",
  "how can i",
  "how to",
  "can i",
  "could i",
  "may i",
  "what happens",
  "what would happen",
  "what if",
  "is it possible to",
  "would it be possible to",
  "is it safe to",
  "should",
  "show me how",
  "tell me how",
  "walk me through",
  "guide me",
  "can you guide me",
]);
const GERUND = /^(?:swap|send|transfer|buy|sell|trad|convert|exchang|pay|mov)p?ing$/;

/** Whether a word is the verb of an order. */
export const isActionVerb = (atom: Atom): boolean => (atom.roles & ROLE.verb) !== 0;

/** Whether a word makes a clause of its own: a verb of an order, or of something not done here. */
export const beginsClause = (atom: Atom): boolean =>
  isActionVerb(atom) || (isGuarded(atom) && guardOf.get(atom.text) === "unsupported");

const isGuarded = (atom: Atom): boolean => (atom.roles & ROLE.guard) !== 0;

/** What stands in the way of reading the text as an order for now: the gravest, with its place. */
export interface GuardFindings {
  readonly negation?: Fault;
  /** Found by a word, in the order of gravity: speech about orders, other chains, what is not done here, questions. */
  readonly gravest?: Fault;
}

/** Looks at every word before any slot is filled. */
export function guard(sentences: readonly Sentence[]): GuardFindings {
  const found = new Map<GuardName, Atom>();
  for (const sentence of sentences) {
    sentence.items.forEach((atom, at) => {
      if (atom.kind === "time" && !found.has("schedule")) found.set("schedule", atom);
      if (!isGuarded(atom)) return;
      const name = guardOf.get(atom.text);
      if (name === undefined || found.has(name)) return;
      if (atom.text === "no" && !isRefusal(sentence, at)) return;
      if (name === "past" && participles.has(atom.text) && isWish(sentence)) return;
      found.set(name, atom);
    });
  }
  const negated = found.get("negation");
  const negation = negated === undefined ? {} : { negation: fault("negation", negated) };
  const gravest = gravestOf(found, sentences);
  return gravest === undefined ? negation : { ...negation, gravest };
}

// "I need 20 USDC swapped to SOL" tells of no past.
const participles: ReadonlySet<string> = new Set([...group("SWAPPED"), ...group("SENT")]);
const wishes: ReadonlySet<string> = new Set([...group("NEED"), ...group("GET")]);
const isWish = ({ items: [first] }: Sentence): boolean => first?.kind === "word" && wishes.has(first.text);

// "no protocols below $10M" is a wish, "no, don't" a refusal.
function isRefusal(sentence: Sentence, at: number): boolean {
  const next = sentence.items[at + 1];
  return at === 0 || next === undefined || isActionVerb(next);
}

function gravestOf(found: ReadonlyMap<GuardName, Atom>, sentences: readonly Sentence[]): Fault | undefined {
  const about = found.get("hedge") ?? found.get("past");
  if (about !== undefined) return fault(found.has("hedge") ? "hedge" : "past", about);
  for (const sentence of sentences) {
    const chain = otherChain(sentence.atoms);
    if (chain !== undefined) return chainFault(chain);
  }
  const announced = announcedQuestion(sentences);
  if (announced !== undefined) return fault("question", announced);
  const asked = questionFault(found, sentences);
  if (asked !== undefined) return asked;
  const several = severalClauses(sentences);
  if (several !== undefined) return several;
  for (const name of ["condition", "schedule", "limit", "unsupported", "venue"] as const) {
    const atom = found.get(name);
    if (atom === undefined) continue;
    return (name === "schedule" ? bestBefore(sentences, atom, isActionVerb) : undefined) ?? fault(name, atom);
  }
  for (const sentence of sentences) {
    const place = unknownPlace(sentence.atoms);
    if (place !== undefined) return chainFault(place);
  }
  return undefined;
}

function chainFault(atom: Atom): Fault {
  const message = "Only Solana is supported. Leave the chain out, or use a service of that chain.";
  return { reason: "unsupported_chain", message, span: { start: atom.start, end: atom.end } };
}

/** A sentence that opens with a question word asks; about acting it is a question, else no command at all. */
function questionFault(
  found: ReadonlyMap<GuardName, Atom>,
  sentences: readonly Sentence[],
): Fault | undefined {
  for (const sentence of sentences) {
    const [first] = sentence.items;
    if (first?.kind !== "word" || guardOf.get(first.text) !== "question") continue;
    const acting = sentence.items.some(
      (atom) => ABOUT_ACTING.has(atom.text) || isActionVerb(atom) || GERUND.test(atom.text),
    );
    if (acting) return fault("question", first);
    const order = sentences.find(({ items: [verb] }) => verb !== undefined && isActionVerb(verb))?.items[0];
    if (order !== undefined)
      return { ...fault("question", order), reason: "several_actions", message: ONE_ORDER };
    const unsupported = found.get("unsupported");
    if (unsupported !== undefined) return fault("unsupported", unsupported);
    return { ...fault("question", first), reason: "not_a_command" };
  }
  return undefined;
}

const ANNOUNCES = new Set(["i have a question", "quick question", "question", "one question", "a question"]);

/** "quick question, swap …" asks, unless it goes on as a request does. */
function announcedQuestion(sentences: readonly Sentence[]): Atom | undefined {
  if (sentences.some(({ requests }) => requests)) return undefined;
  for (const { noise } of sentences) {
    const announced = noise.find(({ text }) => ANNOUNCES.has(text));
    if (announced !== undefined) return announced;
  }
  return undefined;
}

const ONE_ORDER = "Give one order at a time.";
const LOOKS = new Set([
  "check",
  "check on",
  "show",
  "show me",
  "tell me",
  "view",
  "see",
  "list",
  "fetch",
  "find",
  "display",
  "look up",
]);
const JOINERS = new Set(["and", "then", "and then", "&", "plus", "also", "after that"]);

/** "get me 100 USDC, use SOL": what it is paid with, and no second order. */
const isSource = (atoms: readonly Atom[], at: number): boolean =>
  atoms[at]?.text === "use" &&
  atoms.slice(at + 1).every(({ kind, text }) => kind === "token" || text === "my");

/** Two clauses that each begin with a verb are two orders. */
function severalClauses(sentences: readonly Sentence[]): Fault | undefined {
  let clauses = 0;
  let orders = 0;
  for (const { atoms, items } of sentences) {
    let fresh = true;
    let next = 0;
    for (const [at, atom] of atoms.entries()) {
      // Items are the atoms that were kept, in order.
      const kept = items[next]?.start === atom.start;
      if (kept) next += 1;
      if (fresh && clauses > 0 && isSource(atoms, at)) fresh = false;
      else if (fresh && (beginsClause(atom) || (atom.kind === "word" && LOOKS.has(atom.text)))) {
        clauses += 1;
        if (isActionVerb(atom)) orders += 1;
        if (clauses > 1 && orders > 0) {
          return {
            reason: "several_actions",
            message: ONE_ORDER,
            span: { start: atom.start, end: atom.end },
          };
        }
        fresh = false;
      } else if (JOINERS.has(atom.text) || (atom.kind === "mark" && atom.text === ",")) fresh = true;
      else if (kept) fresh = false;
    }
  }
  return undefined;
}

function fault(name: GuardName, atom: Atom): Fault {
  return { reason: REASONS[name], message: MESSAGES[name], span: { start: atom.start, end: atom.end } };
}
