import { CHEERS, GERUNDS } from "../languages/english/words/manners.js";
import { group, lexemesLike, ROLE, rolesOf } from "../languages/lexicon.js";
import type { Atom } from "../text/atom.js";
import { namesSender } from "./sender.js";

/** A sentence: what is left of it when politeness is dropped, and how it ended. */
export interface Sentence {
  /** Every atom, in order. */
  readonly atoms: readonly Atom[];
  /** The atoms that mean something. */
  readonly items: readonly Atom[];
  readonly noise: readonly Atom[];
  readonly asks: boolean;
  /** It begins with "can you", "could you" …: a request, even with a question mark. */
  readonly requests: boolean;
}

const ENDS = new Set([".", "!", "?", ";", "-"]);
const DROPPED_MARKS = new Set([",", ":", "!"]);
const gerundLeads = lexemesLike(/(?:\bby|mind|with|start|begin|for)$/);
const TIMES = new Set([
  "last night",
  "yesterday",
  "today",
  "last week",
  "this morning",
  "tonight",
  "this week",
]);
const connectors: ReadonlySet<string> = new Set(["for", "to", "into", "with", "of", "->"]);
const balances = group("BALANCE");
const openers = group("opener");
const closers = group("closer");
const deals = group("deal_opener");
const verbs: ReadonlySet<string> = new Set(
  (["SWAP", "SELL", "BUY", "GET", "SEND"] as const).flatMap((name) => [...group(name)]),
);
const swaps: ReadonlySet<string> = new Set([...group("SWAP"), ...group("SELL"), ...group("BUY")]);
const REQUEST =
  /^(?:can|could|would|will|cld) (?:you|u|ya|we)\b|^do you mind|^mind\b|^(?:please|pls|plz|be so kind|any chance|think you|help me)|^i (?:was|wonder)\b|^is (?:that|this) (?:ok|okay|possible|something you can do)$|^w(?:ill|ould) ya$/;
const TAGS = new Set(["ok", "okay", "alright"]);
// Behind an order and asked, these want to hear it confirmed.
const DOUBTS = new Set(["right", "yes", "yeah", "yep", "yup", "eh", "sure"]);
// Followed by a colon, these name who said what follows.
const SPEAKERS = new Set(["assistant", "agent", "ai", "bot"]);

/** Cuts atoms into sentences and drops politeness. A dash, a stop or a semicolon ends one; commas are dropped. */
export function sentences(atoms: readonly Atom[]): Sentence[] {
  const out: Sentence[] = [];
  let current: Atom[] = [];
  for (const atom of atoms) {
    if (atom.kind === "mark" && ENDS.has(atom.text)) {
      if (current.length > 0) out.push(sentence(current, atom.text === "?"));
      else markAsked(out, atom.text);
      current = [];
    } else current.push(atom);
  }
  if (current.length > 0) out.push(sentence(current, false));
  return out.some(isDoubt)
    ? out.map((part) => (part.items.length > 0 ? { ...part, asks: true } : part))
    : out;
}

/** "USDC. Right?" asks about what was said, as "USDC, right?" does. */
const isDoubt = ({ items, asks, atoms }: Sentence): boolean =>
  asks && items.length === 0 && atoms.some(({ text }) => DOUBTS.has(text));

function markAsked(out: Sentence[], mark: string): void {
  const last = out.pop();
  if (last !== undefined) out.push(mark === "?" ? { ...last, asks: true } : last);
}

function sentence(atoms: readonly Atom[], asks: boolean): Sentence {
  let from = 0;
  let to = atoms.length;
  let requests = false;
  while (from < to) {
    const atom = atoms[from];
    if (isDuty(atoms, from) || isVenueLead(atoms, from)) {
      from += 2;
      continue;
    }
    if (atom === undefined || !(isNoise(atom) || isOpener(atom) || isDeal(atoms, from))) break;
    if (isSymbolHere(atoms, from) || isSpeaker(atoms, from)) break;
    requests ||= REQUEST.test(atom.text);
    from += 1;
  }
  while (to > from) {
    const atom = atoms[to - 1];
    if (atom === undefined || !(isNoise(atom) || isCloser(atom) || isWhen(atoms, to - 1))) break;
    if (isSymbolHere(atoms, to - 1) || isPerson(atoms, to - 1)) break;
    requests ||= REQUEST.test(atom.text) || TAGS.has(atom.text);
    to -= 1;
  }
  if (isVenueHint(atoms, to)) to -= 2;
  if (from === 0 && atoms[0]?.kind === "mark" && atoms[0].text === "/") from = 1;
  const items: Atom[] = [];
  const dropped: Atom[] = [];
  const base = from > 0 && gerundLeads.has(atoms[from - 1]?.text ?? "");
  atoms.forEach((atom, at) => {
    const noisy = isNoise(atom) && !isHoard(atoms, at);
    const symbol = noisy && isSymbolHere(atoms, at);
    if (namesSender(atoms, at)) items.push(atom.with({ kind: "unknown" }));
    else if (at < from || at >= to || (noisy && !symbol)) dropped.push(atom);
    else if (symbol) items.push(atom.with({ kind: "unknown" }));
    else items.push(at === from && base ? imperative(atom) : atom);
  });
  return { atoms, items, noise: dropped, asks, requests };
}

/** "@alice: swap …", "assistant: swap …": a line of a conversation, said by somebody. */
function isSpeaker(atoms: readonly Atom[], at: number): boolean {
  const atom = atoms[at];
  const next = atoms[at + 1];
  return (
    (atom?.kind === "handle" || (atom?.kind === "word" && SPEAKERS.has(atom.text))) &&
    next?.kind === "mark" &&
    next.text === ":"
  );
}

// A handle before the order is the one who is spoken to.
const isOpener = (atom: Atom): boolean =>
  atom.kind === "handle" || (atom.kind === "word" && openers.has(atom.text));

/** "execute a trade to buy …": the verb says what is done. */
const isDeal = (atoms: readonly Atom[], at: number): boolean =>
  deals.has(atoms[at]?.text ?? "") && verbs.has(atoms[at + 1]?.text ?? "");

const isCloser = (atom: Atom | undefined): boolean => atom?.kind === "word" && closers.has(atom.text);

/** "I have to swap …": what one has is no balance here. */
function isDuty(atoms: readonly Atom[], at: number): boolean {
  const text = atoms[at]?.text;
  return (text === "i have" || text === "i got" || text === "i've got") && atoms[at + 1]?.text === "to";
}

/** "for dinner last night": a time is harmless only behind what the money is for. */
function isWhen(atoms: readonly Atom[], at: number): boolean {
  const before = atoms[at - 1];
  return (
    TIMES.has(atoms[at]?.text ?? "") &&
    before !== undefined &&
    isCloser(before) &&
    before.text.startsWith("for ")
  );
}

/** "50 pls for hex", "for PLS", "my PLS balance": where a symbol stands, a short word is one and not politeness. */
function isSymbolHere(atoms: readonly Atom[], at: number): boolean {
  const before = atoms[at - 1];
  return (
    atoms[at]?.text === "pls" &&
    before !== undefined &&
    (before.kind === "number" ||
      connectors.has(before.text.slice(before.text.lastIndexOf(" ") + 1)) ||
      (before.text === "my" && at + 1 < atoms.length))
  );
}

/** "to friend": who is spoken to at the end of an order is somebody else behind "to". */
const isPerson = (atoms: readonly Atom[], at: number): boolean =>
  atoms[at]?.kind === "word" && closers.has(atoms[at]?.text ?? "") && atoms[at - 1]?.text === "to";

/** "… on Jupiter" behind a whole swap: the aggregator takes the best route, as is done here. */
const isVenueHint = (atoms: readonly Atom[], to: number): boolean =>
  atoms[to - 2]?.text === "on" &&
  atoms[to - 1]?.token?.symbol === "JUP" &&
  atoms.slice(0, to - 2).filter(({ kind }) => kind === "token").length === 2;

/** "on Jupiter, swap …": the same before the verb. */
const isVenueLead = (atoms: readonly Atom[], at: number): boolean =>
  atoms[at]?.text === "on" &&
  atoms[at + 1]?.token?.symbol === "JUP" &&
  swaps.has(atoms[at + (atoms[at + 2]?.text === "," ? 3 : 2)]?.text ?? "");

/** "sending" as "send", after "hook me up by". */
function imperative(atom: Atom): Atom {
  const verb = GERUNDS[atom.text];
  return verb === undefined ? atom : atom.with({ kind: "word", text: verb, roles: rolesOf(verb) });
}

/** "the SOL in my wallet": behind a token it says how much there is. */
const isHoard = (atoms: readonly Atom[], at: number): boolean =>
  balances.has(atoms[at]?.text ?? "") && atoms[at - 1]?.kind === "token";

function isNoise(atom: Atom): boolean {
  if (atom.kind === "mark") return DROPPED_MARKS.has(atom.text);
  if (atom.kind === "picture") return CHEERS.has(atom.text);
  return (atom.roles & ROLE.noise) !== 0;
}
