import type { Language } from "../languages/language.js";
import { PART } from "../languages/lexicon.js";
import { tokenAt } from "../orders/quantity.js";
import { Atom, type Atoms, isFigure, isVerb, wordAt } from "../text/atom.js";

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
    const token = items[next]?.kind === "vague_token" ? next + 1 : tokenAt(items, next, language)?.next;
    return token === undefined && items[next]?.kind === "unknown" ? next + 1 : token;
  };
  const withToken = (fault: SlotFault, wrong: Atom, place: number, cost: number): void => {
    const next = afterToken(place);
    add(fault, wrong, next ?? place, next === undefined ? cost + 1 : cost);
  };
  const next = items[at + 1];
  const isSum = atom.kind === "number" || atom.kind === "usd";
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
    const noun = wordAt(items, end);
    if (lexicon.groups.UNIT.has(noun) || pronouns.has(noun)) add("noToken", atom, end + 1, 1);
    else withToken("unsure", atom.with({ end: items[end - 1]?.end ?? atom.end }), end, 1);
  } else if (atom.kind === "part") {
    let end = at + 1;
    while (items[end]?.kind === "part" || between.some((words) => words.has(wordAt(items, end)))) end += 1;
    const named = items[end];
    if (named?.kind === "token") add(atom.text === PART.bps ? "vague" : "share", atom, end + 1, 1);
    else if (named?.kind === "unknown") add("unlisted", named, end + 1, 1.2);
    else if (named?.kind === "address") add("mint", named, end + 1, 1.2);
    else if (named?.kind === "vague_token") add("several", named, end + 1, 1);
    else {
      const noun = wordAt(items, end);
      add("noToken", atom, lexicon.groups.UNIT.has(noun) || pronouns.has(noun) ? end + 1 : at + 1, 1.5);
    }
  } else if (isSum) {
    const glued = next?.kind === "unknown" && next.start === atom.end && items[at + 2]?.kind === "token";
    const isPart = of.has(next?.text ?? "") || amounts.my.has(next?.text ?? "");
    const small = atom.value !== undefined && atom.value.n < atom.value.d;
    const counted = lexicon.groups.UNIT.has(next?.text ?? "") && of.has(wordAt(items, at + 2));
    const place = counted ? at + 3 : isPart ? at + 2 : at + 1;
    const named = items[place];
    if (next !== undefined && glued) add("glued", next, at + 3, 1);
    else if (next?.kind === "unknown" && items[at + 2]?.kind === "token") add("vague", next, at + 3, 1.2);
    if (next !== undefined && (vague.has(wordAt(items, at + 1)) || APPROXIMATE.has(next.text)))
      withToken(
        vague.has(next.text) ? "unsure" : "approximate",
        next,
        isFigure(items[at + 2]) ? at + 3 : at + 2,
        1,
      );
    const part = amounts.and.has(next?.text ?? "") ? items[at + 2] : undefined;
    if (part?.kind === "part" || (part?.kind === "number" && part.form === "fraction_sign"))
      withToken("vague", Atom.vague(atom.start, part.end, ""), at + 3, 0.9);
    if (next !== undefined && lexicon.groups.LAMPORTS.has(next.text)) withToken("unit", next, at + 2, 1.2);
    if (isPart && (small || atom.form === "fraction_sign")) withToken("fraction", atom, at + 1, 1);
    if (named?.kind === "unknown" && of.has(wordAt(items, place + 1)))
      withToken("unit", named, place + 1, 1.2);
    if (named?.kind === "unknown" && items[place + 1]?.kind === "address") add("mint", named, place + 2, 1.5);
    if (named?.kind === "unknown") add("unlisted", named, place + 1, 1.5);
    if (named?.kind === "vague_token") add("several", named, place + 1, 1);
    if (named?.kind === "address") add("mint", named, place + 1, 1.5);
    if (named?.kind === "bad_address") add("badMint", named, place + 1, 1.5);
    add("noToken", atom, at + 1, 2);
  } else if (atom.kind === "vague_token") add("several", atom, at + 1, 1.9);
  else if (atom.kind === "token") add("noAmount", atom, tokenAt(items, at, language)?.next ?? at + 1, 1.5);
  else if (atom.kind === "unknown") {
    const named = tokenAt(items, at + 1, language);
    if (/^\d/.test(atom.text) && named !== undefined) add("vague", atom, named.next, 1);
    const glued = /^[a-z]{2,}\d+$/.test(atom.text);
    add(glued ? "unlisted" : "noAmount", atom, at + 1, glued ? 1.4 : 2.2);
  } else if (amounts.articles.has(atom.text) && next?.kind === "unknown") add("unlisted", next, at + 2, 1.5);
  else if (atom.kind === "word" && pronouns.has(atom.text)) add("pronoun", atom, at + 1, 1.9);
  return out;
}

/** Finds words at a position that are almost a token. */
export function faultyTokens(items: Atoms, from: number, language: Language): Faulty[] {
  const { groups } = language.lexicon;
  const at = groups.DET.has(wordAt(items, from)) ? from + 1 : from;
  const atom = items[at];
  if (atom === undefined) return [];
  const fault = tokenFault(atom, language);
  if (fault === undefined) return [];
  const next = groups.UNIT.has(wordAt(items, at + 1)) ? at + 2 : at + 1;
  return [{ fault, atom, next, cost: fault === "several" ? 1 : 1.5 }];
}

function tokenFault(atom: Atom, language: Language): SlotFault | undefined {
  const { superlative, pronoun_token: pronouns, UNIT, vague } = language.lexicon.groups;
  if (atom.kind === "unknown") return "unlisted";
  if (atom.kind === "vague_token") return "several";
  if (atom.kind === "address") return "mint";
  if (atom.kind === "bad_address") return "badMint";
  if (atom.kind !== "word") return undefined;
  if (superlative.has(atom.text)) return "best";
  return pronouns.has(atom.text) || UNIT.has(atom.text) || vague.has(atom.text) ? "unnamed" : undefined;
}

/** Finds words at a position that are almost a recipient. */
export function faultyRecipients(items: Atoms, from: number, language: Language): Faulty[] {
  const { recipients, refusals, lexicon } = language;
  let at = from;
  const lead = items[from - 1];
  const isPlaced =
    lead !== undefined && (lexicon.groups.TO.has(lead.text) || lead.text === "->" || isVerb(lead));
  while (recipients.holders.has(wordAt(items, at)) || refusals.pointers.has(wordAt(items, at))) at += 1;
  const atom = items[at];
  const one = (fault: SlotFault, wrong: Atom, next: number, cost: number): Faulty[] => [
    { fault, atom: wrong, next, cost },
  ];
  const before = items[at - 1];
  if (atom?.kind === "bad_address") return one("badAddress", atom, at + 1, 1);
  if (atom?.kind === "foreign_name" || atom?.kind === "handle" || atom?.kind === "url")
    return one("unresolved", atom, at + 1, 1);
  if (!isPlaced) return held(before, at, from, language);
  if (atom?.kind === "unknown") return one("stranger", atom, at + 1, 1.5);
  const isNumber = /number$/.test(atom?.kind ?? "");
  if (atom !== undefined && isNumber && tokenFollows(items[at + 1])) return held(before, at, from, language);
  if (atom !== undefined && isNumber)
    return one(/^\d/.test(atom.text) ? "badAddress" : "stranger", atom, at + 1, 1.7);
  if (atom?.kind === "token") return one("stranger", atom, at + 1, 1.7);
  if (atom !== undefined && (refusals.pronouns.has(atom.text) || lexicon.groups.PERSON.has(atom.text)))
    return one("stranger", atom, at + 1, 1.5);
  const isWord = atom?.kind === "word" && !isVerb(atom) && !lexicon.groups.TO.has(atom.text);
  if (atom?.kind === "part" || (isWord && at >= from && lead !== undefined && !isVerb(lead)))
    return one("stranger", atom, at + 1, 1.9);
  return held(before, at, from, language);
}

/** A recipient of which only "my brother" or "the wallet" is known. */
function held(before: Atom | undefined, at: number, from: number, { lexicon }: Language): Faulty[] {
  if (before === undefined || at === from) return [];
  const person = lexicon.groups.PERSON.has(before.text);
  return [{ fault: person ? "stranger" : "holder", atom: before, next: at, cost: 1.5 }];
}

const tokenFollows = (next: Atom | undefined): boolean =>
  next?.kind === "token" || next?.kind === "vague_token" || next?.kind === "unknown";
