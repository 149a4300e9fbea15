import type { Language } from "../languages/language.js";
import { ROLE } from "../languages/lexicon.js";
import type { Atom, Atoms } from "../text/atom.js";
import { CHEERS } from "../text/pictures.js";
import { namesSender } from "./sender.js";

/** A sentence: what is left of it when politeness is dropped, and how it ended. */
export interface Sentence {
  /** Every atom, in order. */
  readonly atoms: Atoms;
  /** The atoms that mean something. */
  readonly items: Atoms;
  readonly noise: Atoms;
  readonly asks: boolean;
  /** It begins with "can you", "could you" …: a request, even with a question mark. */
  readonly requests: boolean;
}

const ENDS = new Set([".", "!", "?", ";", "-"]);
const DROPPED_MARKS = new Set([",", ":", "!", "\u00bf", "\u00a1"]);
/** Cuts atoms into sentences and drops politeness. A dash, a stop or a semicolon ends one; commas are dropped. */
export function sentences(atoms: Atoms, language: Language): Sentence[] {
  const out: Sentence[] = [];
  let current: Atom[] = [];
  for (const atom of atoms) {
    if (atom.kind === "mark" && ENDS.has(atom.text)) {
      if (current.length > 0) out.push(sentence(current, atom.text === "?", language));
      else markAsked(out, atom.text);
      current = [];
    } else current.push(atom);
  }
  if (current.length > 0) out.push(sentence(current, false, language));
  return out.some((part) => isDoubt(part, language))
    ? out.map((part) => (part.items.length > 0 ? { ...part, asks: true } : part))
    : out;
}

/** "USDC. Right?" asks about what was said, as "USDC, right?" does. */
const isDoubt = ({ items, asks, atoms }: Sentence, { manners }: Language): boolean =>
  asks && items.length === 0 && atoms.some(({ text }) => manners.doubts.has(text));

function markAsked(out: Sentence[], mark: string): void {
  const last = out.pop();
  if (last !== undefined) out.push(mark === "?" ? { ...last, asks: true } : last);
}

function sentence(atoms: Atoms, asks: boolean, language: Language): Sentence {
  const { manners, lexicon } = language;
  let from = 0;
  let to = atoms.length;
  let requests = false;
  while (from < to) {
    const atom = atoms[from];
    if (isDuty(atoms, from, language) || isVenueLead(atoms, from, language)) {
      from += 2;
      continue;
    }
    if (atom === undefined || !(isNoise(atom) || isOpener(atom, language) || isDeal(atoms, from, language)))
      break;
    if (isSymbolHere(atoms, from, language) || isSpeaker(atoms, from, language)) break;
    if (isDoubtfulNegation(atoms, from, language) || isTold(atoms, from, language)) break;
    requests ||= manners.request.test(atom.text);
    from += 1;
  }
  while (to > from) {
    const atom = atoms[to - 1];
    if (atom === undefined || !(isNoise(atom) || isCloser(atom, language) || isWhen(atoms, to - 1, language)))
      break;
    if (isSymbolHere(atoms, to - 1, language) || isPerson(atoms, to - 1, language)) break;
    requests ||= manners.request.test(atom.text) || manners.tags.has(atom.text);
    to -= 1;
    const before = atoms[to - 2];
    const joins = manners.thanks.has(atom.text) || (before !== undefined && isCourtesy(before, language));
    if (joins && lexicon.groups.AND.has(atoms[to - 1]?.text ?? "")) to -= 1;
  }
  if (isVenueHint(atoms, to, language)) to -= 2;
  to -= referenceLength(atoms, to, language);
  if (from === 0 && atoms[0]?.kind === "mark" && atoms[0].text === "/") from = 1;
  const items: Atom[] = [];
  const dropped: Atom[] = [];
  const venue = venueInside(atoms, from, to, language);
  const forms = formsBehind(atoms[from - 1]?.text ?? "", language);
  atoms.forEach((atom, at) => {
    const noisy = isNoise(atom) && !isHoard(atoms, at, language);
    const symbol = noisy && isSymbolHere(atoms, at, language);
    if (namesSender(atoms, at, language) || (at <= from && isDoubtfulNegation(atoms, at, language)))
      items.push(atom.with({ kind: "unknown" }));
    else if (at < from || at >= to || (noisy && !symbol) || at === venue || at === venue + 1)
      dropped.push(atom);
    else if (isSaidTwice(atoms, at, language)) dropped.push(atom);
    else if (symbol) items.push(atom.with({ kind: "unknown" }));
    else items.push(at === from && forms !== undefined ? imperative(atom, forms, language) : atom);
  });
  return { atoms, items, noise: dropped, asks, requests };
}

/** "@alice: swap …", "boss: swap …": a line of a conversation, said by somebody. */
function isSpeaker(atoms: Atoms, at: number, { manners }: Language): boolean {
  const atom = atoms[at];
  const next = atoms[at + 1];
  if (next?.kind !== "mark" || next.text !== ":") return false;
  return (
    atom?.kind === "handle" || (atom?.kind === "word" && !isNoise(atom) && !manners.announcers.has(atom.text))
  );
}

/** "do bot swap …": a word that may be a slip of a negation is not dropped. */
function isDoubtfulNegation(atoms: Atoms, at: number, { manners }: Language): boolean {
  const before = atoms[at - 1];
  if (before === undefined && ((atoms[at + 1]?.roles ?? 0) & ROLE.verb) === 0) return false;
  return manners.negationSlips.get(before?.text ?? "")?.test(atoms[at]?.text ?? "") === true;
}

// A handle before the order is the one who is spoken to: one who takes orders.
const isOpener = (atom: Atom, { lexicon, manners }: Language): boolean =>
  (atom.kind === "handle" && manners.assistants.test(atom.text)) ||
  (atom.kind === "word" && lexicon.groups.opener.has(atom.text));

/** "execute a trade to buy …": the verb says what is done. */
const isDeal = (atoms: Atoms, at: number, { lexicon, manners }: Language): boolean =>
  lexicon.groups.deal_opener.has(atoms[at]?.text ?? "") && manners.verbs.has(atoms[at + 1]?.text ?? "");

const isCloser = (atom: Atom | undefined, { lexicon }: Language): boolean =>
  atom?.kind === "word" && lexicon.groups.closer.has(atom.text);

/** "I have to swap …": what one has is no balance here. */
const isDuty = (atoms: Atoms, at: number, { manners }: Language): boolean =>
  manners.duties.get(atoms[at]?.text ?? "")?.has(atoms[at + 1]?.text ?? "") === true;

/** "me compre 5 SOL": what an opener and the form behind it tell is no order. */
const isTold = (atoms: Atoms, at: number, { manners }: Language): boolean =>
  manners.told.get(atoms[at]?.text ?? "")?.has(atoms[at + 1]?.text ?? "") === true;

/** "for dinner last night": a time is harmless only behind what the money is for. */
function isWhen(atoms: Atoms, at: number, language: Language): boolean {
  const before = atoms[at - 1];
  return (
    language.manners.times.has(atoms[at]?.text ?? "") &&
    before !== undefined &&
    isCloser(before, language) &&
    language.manners.purpose.test(before.text)
  );
}

/** "50 pls for hex", "for PLS", "my PLS balance": where a symbol stands, a short word is one and not politeness. */
function isSymbolHere(atoms: Atoms, at: number, { manners, amounts }: Language): boolean {
  const before = atoms[at - 1];
  return (
    manners.symbolLike.has(atoms[at]?.text ?? "") &&
    before !== undefined &&
    (before.kind === "number" ||
      manners.connectors.has(before.text.slice(before.text.lastIndexOf(" ") + 1)) ||
      (amounts.my.has(before.text) && at + 1 < atoms.length))
  );
}

/** "to friend": who is spoken to at the end of an order is somebody else behind "to". */
const isPerson = (atoms: Atoms, at: number, language: Language): boolean =>
  isCloser(atoms[at], language) && language.recipients.to.has(atoms[at - 1]?.text ?? "");

/** "… on Jupiter" behind a whole swap: the aggregator takes the best route, as is done here. */
const isVenueHint = (atoms: Atoms, to: number, { manners }: Language): boolean =>
  manners.on.has(atoms[to - 2]?.text ?? "") &&
  atoms[to - 1]?.token?.symbol === "JUP" &&
  atoms.slice(0, to - 2).filter(({ kind }) => kind === "token").length === 2;

/** "swap 10 USDC on Jupiter for SOL": the same inside one whose token to get follows. Its place, or a place that is none. */
function venueInside(
  atoms: Atoms,
  from: number,
  to: number,
  { manners, lexicon: { groups } }: Language,
): number {
  // "spend 10 USDC on JUP for SOL": there "on" says what is bought.
  if (groups.SPEND.has(atoms[from]?.text ?? "")) return Number.NaN;
  const tokens = atoms.slice(from, to).filter(({ kind }) => kind === "token").length;
  if (tokens !== 3) return Number.NaN;
  const at = atoms.findIndex(
    ({ text }, place) =>
      place > from &&
      manners.on.has(text) &&
      atoms[place - 1]?.kind === "token" &&
      atoms[place + 1]?.token?.symbol === "JUP" &&
      manners.connectors.has(atoms[place + 2]?.text ?? "") &&
      atoms[place + 3]?.kind === "token",
  );
  return at < 0 ? Number.NaN : at;
}

/** "swap swap 2 SOL to to USDC": a verb or a connector that was typed twice says nothing more. */
const isSaidTwice = (atoms: Atoms, at: number, { manners }: Language): boolean => {
  const { kind, text } = atoms[at] ?? {};
  const before = atoms[at - 1];
  return (
    kind === "word" &&
    before?.kind === "word" &&
    before.text === text &&
    (manners.connectors.has(text ?? "") || manners.verbs.has(text ?? ""))
  );
};

/** "for invoice #2031": the number names a paper and counts nothing. */
function referenceLength(atoms: Atoms, to: number, { manners }: Language): number {
  const figure = atoms[to - 1];
  if (figure?.kind !== "number" || !/^\d+$/.test(figure.text)) return 0;
  const signed = atoms[to - 2]?.kind === "mark" && atoms[to - 2]?.text === "#" ? 3 : 2;
  return manners.references.has(atoms[to - signed]?.text ?? "") ? signed : 0;
}

/** "on Jupiter, swap …": the same before the verb. */
const isVenueLead = (atoms: Atoms, at: number, { manners }: Language): boolean =>
  manners.on.has(atoms[at]?.text ?? "") &&
  atoms[at + 1]?.token?.symbol === "JUP" &&
  manners.swaps.has(atoms[at + (atoms[at + 2]?.text === "," ? 3 : 2)]?.text ?? "");

/** Forms of verbs that order behind what leads to them: "hook me up by sending", "I'd be grateful if you sent". */
function formsBehind(lead: string, { manners }: Language): ReadonlyMap<string, string> | undefined {
  if (manners.subjunctiveLeads.has(lead)) return manners.subjunctives;
  return manners.gerundLeads.has(lead) ? manners.gerunds : undefined;
}

/** "sending" as "send", after "hook me up by". */
function imperative(atom: Atom, forms: ReadonlyMap<string, string>, { lexicon }: Language): Atom {
  const verb = forms.get(atom.text);
  return verb === undefined ? atom : atom.with({ kind: "word", text: verb, roles: lexicon.rolesOf(verb) });
}

/** "the SOL in my wallet": behind a token it says how much there is. */
const isHoard = (atoms: Atoms, at: number, { lexicon }: Language): boolean =>
  lexicon.groups.BALANCE.has(atoms[at]?.text ?? "") && atoms[at - 1]?.kind === "token";

const isCourtesy = (atom: Atom, language: Language): boolean =>
  (atom.roles & ROLE.noise) !== 0 || isCloser(atom, language);

function isNoise(atom: Atom): boolean {
  if (atom.kind === "mark") return DROPPED_MARKS.has(atom.text);
  if (atom.kind === "picture") return CHEERS.has(atom.text);
  return (atom.roles & ROLE.noise) !== 0;
}
