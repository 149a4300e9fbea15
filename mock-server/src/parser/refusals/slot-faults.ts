import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import { tokenAt } from "../orders/quantity.js";
import { Atom, type AtomKind, type Atoms, isFigure, isVerb, skip, wordAt } from "../text/atom.js";

/** Why words do not fill a slot. */
export type SlotFault =
  /** Not one number, or two readings of it. */
  | "vague"
  | "approximate"
  | "invalid"
  | "glued"
  | "hex"
  /** "some SOL", "about 5 SOL". */
  | "unsure"
  /** "half SOL", "0.5 of my SOL": a part of the balance or a number of tokens. */
  | "share"
  | "fraction"
  /** "50 perecnt of my SOL" */
  | "unit"
  /** A kind of amount that the pattern does not take. */
  | "kind"
  | "worth"
  | "noAmount"
  | "noToken"
  | "pronoun"
  | "unlisted"
  | "several"
  | "unnamed"
  | "best"
  | "mint"
  | "badMint"
  /** Not a recipient. */
  | "badAddress"
  | "unresolved"
  | "stranger"
  | "holder";

/** Words that almost fill a slot. */
export interface Faulty {
  readonly fault: SlotFault;
  /** The word that is wrong. */
  readonly atom: Atom;
  readonly next: number;
  readonly cost: number;
}

const APPROXIMATE = new Set(["+", "*", "~", "\u2248", "\u00b1"]);
/** Faults of a token by the kind of the word for it. */
const NAMED: Partial<Record<AtomKind, SlotFault>> = {
  unknown: "unlisted",
  vague_token: "several",
  address: "mint",
  bad_address: "badMint",
};
const HEX = /^0x[0-9a-f]{1,8}$/i;

/** Finds words at a position that are almost an amount with its token. */
export function faultyAmounts(items: Atoms, from: number, language: Language): Faulty[] {
  const { amounts, lexicon, numbers } = language;
  const { vague, pronoun_token: pronouns, REST } = lexicon.groups;
  const at = amounts.leads.has(wordAt(items, from)) ? from + 1 : from;
  const atom = items[at];
  if (atom === undefined) return [];
  const out: Faulty[] = [];
  const add = (fault: SlotFault, wrong: Atom, next: number, cost: number): void => {
    out.push({ fault, atom: wrong, next, cost });
  };
  const { of, mine, worth, worthOf } = amounts;
  const between = [of, mine, worth, worthOf, amounts.in, numbers.percent];
  // The position after the token that may follow, with "of my" before it.
  const afterToken = (place: number): number | undefined => {
    let next = place;
    while (between.some((words) => words.has(items[next]?.text ?? ""))) next += 1;
    // "a few bucks of SOL"
    const isUnit = items[next]?.kind === "vague_token";
    const ofToken =
      isUnit && of.has(wordAt(items, next + 1)) ? tokenAt(items, next + 2, language) : undefined;
    const token = ofToken?.next ?? (isUnit ? next + 1 : tokenAt(items, next, language)?.next);
    return token === undefined && items[next]?.kind === "unknown" ? next + 1 : token;
  };
  const withToken = (fault: SlotFault, wrong: Atom, place: number, cost: number): void => {
    const next = afterToken(place);
    add(fault, wrong, next ?? place, next === undefined ? cost + 1 : cost);
  };
  const next = items[at + 1];
  const text = next?.text ?? "";
  const addNamed = (named: Atom, place: number, cost: number): void => {
    const fault = NAMED[named.kind];
    if (fault !== undefined) add(fault, named, place + 1, fault === "several" ? 1 : cost);
  };
  const isNoun = (place: number): boolean =>
    lexicon.groups.UNIT.has(wordAt(items, place)) || pronouns.has(wordAt(items, place));
  if (atom.kind === "vague_number") withToken("vague", atom, at + 1, 1);
  else if (atom.kind === "invalid_number") withToken("invalid", atom, at + 1, 1);
  else if (numbers.minus.has(wordAt(items, at)) && next?.kind === "number")
    withToken("invalid", next, at + 2, 1);
  else if (APPROXIMATE.has(atom.text) && next?.kind === "number") withToken("approximate", atom, at + 2, 1);
  else if (HEX.test(atom.text) && atom.kind === "bad_address") withToken("hex", atom, at + 1, 1);
  else if (atom.kind === "word" && (vague.has(atom.text) || REST.has(atom.text))) {
    let end = at + 1;
    while (vague.has(wordAt(items, end)) || isFigure(items[end]) || amounts.and.has(wordAt(items, end)))
      end += 1;
    if (isNoun(end)) add("noToken", atom, end + 1, 1);
    else withToken("unsure", atom.with({ end: items[end - 1]?.end ?? atom.end }), end, 1);
  } else if (atom.kind === "part") {
    let end = at + 1;
    while (items[end]?.kind === "part" || between.some((words) => words.has(wordAt(items, end)))) end += 1;
    const named = items[end];
    if (named?.kind === "token") add(atom.text === PART.bps ? "vague" : "share", atom, end + 1, 1);
    else if (named !== undefined && named.kind !== "bad_address") addNamed(named, end, 1.2);
    if (out.length === 0) add("noToken", atom, isNoun(end) ? end + 1 : at + 1, 1.5);
  } else if (atom.kind === "number" || atom.kind === "usd") {
    const isPart = of.has(text) || amounts.my.has(text);
    const small = atom.value !== undefined && atom.value.n < atom.value.d;
    const counted = lexicon.groups.UNIT.has(text) && of.has(wordAt(items, at + 2));
    const place = counted ? at + 3 : isPart ? at + 2 : at + 1;
    const named = items[place];
    const glued = next?.start === atom.end;
    // "100 bridged USDC", but not "5 mm BONK".
    const isNoScale = /^\d/.test(atom.text) && /^[a-z]{4,}$/.test(text);
    if (next?.kind === "unknown" && items[at + 2]?.kind === "token")
      add(glued ? "glued" : isNoScale ? "unit" : "vague", next, at + 3, glued ? 1 : 1.2);
    if (next !== undefined && (vague.has(wordAt(items, at + 1)) || APPROXIMATE.has(text))) {
      const other = items[at + 2];
      // "5 or 6 SOL"
      const both = isFigure(other) && vague.has(text) ? atom.with({ end: other?.end ?? atom.end }) : next;
      withToken(vague.has(text) ? "unsure" : "approximate", both, isFigure(other) ? at + 3 : at + 2, 1);
    }
    const part = amounts.and.has(text) ? items[at + 2] : undefined;
    if (part?.kind === "part" || (part?.kind === "number" && part.form === "fraction_sign"))
      withToken("vague", Atom.vague(atom.start, part.end, ""), at + 3, 0.9);
    if (next !== undefined && lexicon.groups.LAMPORTS.has(text)) withToken("unit", next, at + 2, 1.2);
    if (isPart && (small || atom.form === "fraction_sign")) withToken("fraction", atom, at + 1, 1);
    if (named?.kind === "unknown" && of.has(wordAt(items, place + 1)))
      withToken("unit", named, place + 1, 1.2);
    if (named?.kind === "unknown" && items[place + 1]?.kind === "address") add("mint", named, place + 2, 1.5);
    if (named !== undefined) addNamed(named, place, 1.5);
    add("noToken", atom, at + 1, 2);
  } else if (atom.kind === "vague_token") add("several", atom, at + 1, 1.9);
  else if (atom.kind === "token") add("noAmount", atom, tokenAt(items, at, language)?.next ?? at + 1, 1.5);
  else if (atom.kind === "unknown") {
    const named = tokenAt(items, at + 1, language);
    if (/^\d/.test(atom.text) && named !== undefined) add("vague", atom, named.next, 1);
    const glued = /^[a-z]{2,}\d+$/.test(atom.text);
    add(glued ? "unlisted" : "noAmount", atom, at + 1, glued ? 1.4 : 3.1);
  } else if (amounts.articles.has(atom.text) && next?.kind === "unknown") add("unlisted", next, at + 2, 1.5);
  else if (atom.kind === "word" && pronouns.has(atom.text)) add("pronoun", atom, at + 1, 1.9);
  return out;
}

/** Finds words at a position that are almost a token. */
export function faultyTokens(items: Atoms, from: number, { lexicon, refusals }: Language): Faulty[] {
  const { superlative, pronoun_token: pronouns, DET, FOR, INTO, TO, UNIT, vague } = lexicon.groups;
  const at = DET.has(wordAt(items, from)) ? from + 1 : from;
  const atom = items[at];
  if (atom === undefined) return [];
  const word = wordAt(items, at);
  const isUnnamed = pronouns.has(word) || UNIT.has(word) || vague.has(word);
  // "swap 1 SOL to PUMP"
  const isLast = at + 1 === items.length && at === from && !refusals.pronouns.has(word);
  const isName = word !== "" && isLast && [TO, FOR, INTO].some((leads) => leads.has(wordAt(items, at - 1)));
  const isStrange = isUnnamed ? "unnamed" : isName ? "unlisted" : undefined;
  const fault = NAMED[atom.kind] ?? (superlative.has(word) ? "best" : isStrange);
  if (fault === undefined) return [];
  const next = UNIT.has(wordAt(items, at + 1)) ? at + 2 : at + 1;
  return [{ fault, atom, next, cost: fault === "several" ? 1 : 1.5 }];
}

/** Finds words at a position that are almost a recipient. */
export function faultyRecipients(items: Atoms, from: number, language: Language): Faulty[] {
  const { refusals, lexicon } = language;
  const at = skip(items, from, lexicon.groups.holders, refusals.pointers);
  const atom = items[at];
  // "pay my phone bill": what to pay for is not a recipient.
  const isThing = at > from && atom?.kind === "unknown" && isVerb(items[from - 1]);
  if (isThing) return [{ fault: "holder", atom, next: at + 1, cost: 1.5 }];
  const rest = items[at + 1];
  // An address cut short, which begins with a digit: "to 7xKX".
  if (
    atom?.kind === "number" &&
    rest?.kind === "unknown" &&
    rest.start === atom.end &&
    isTo(items[at - 1], language)
  )
    return [{ fault: "badAddress", atom: atom.with({ end: rest.end }), next: at + 2, cost: 1 }];
  const [fault, cost] = (atom && recipientFault(atom, items[at + 1], items[from - 1], language)) ?? [];
  if (atom !== undefined && fault !== undefined) return [{ fault, atom, next: at + 1, cost: cost ?? 0 }];
  // A recipient of which only "my brother" or "the wallet" is known.
  const before = items[at - 1];
  if (before === undefined || at === from) return [];
  const isPerson = lexicon.groups.PERSON.has(before.text);
  return [{ fault: isPerson ? "stranger" : "holder", atom: before, next: at, cost: 1.5 }];
}

const isTo = (lead: Atom | undefined, { lexicon }: Language): boolean =>
  lead !== undefined && (lexicon.groups.TO.has(lead.text) || lead.text === "->");

function recipientFault(
  atom: Atom,
  next: Atom | undefined,
  lead: Atom | undefined,
  language: Language,
): readonly [fault: SlotFault, cost: number] | undefined {
  const { refusals, lexicon } = language;
  const { TO, PERSON } = lexicon.groups;
  if (atom.kind === "bad_address") return ["badAddress", 1];
  if (/^(?:foreign_name|handle|url)$/.test(atom.kind)) return ["unresolved", 1];
  if (lead === undefined || !(isTo(lead, language) || isVerb(lead))) return undefined;
  if (atom.kind === "unknown") return ["stranger", 1.5];
  if (/number$/.test(atom.kind) && /^(?:token|vague_token|unknown)$/.test(next?.kind ?? "")) return undefined;
  if (/number$/.test(atom.kind)) return [/^\d/.test(atom.text) ? "badAddress" : "stranger", 1.7];
  if (atom.kind === "token") return ["stranger", 1.7];
  if (refusals.pronouns.has(atom.text) || PERSON.has(atom.text)) return ["stranger", 1.5];
  const isWord = atom.kind === "word" && !isVerb(atom) && !TO.has(atom.text);
  return atom.kind === "part" || (isWord && !isVerb(lead)) ? ["stranger", 1.9] : undefined;
}
