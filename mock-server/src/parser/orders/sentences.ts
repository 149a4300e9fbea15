import type { Language } from "../languages/language.js";
import { ROLE } from "../languages/lexicon.js";
import { otherChain } from "../refusals/chains.js";
import { type Atom, type AtomKind, type Atoms, isVerb } from "../text/atom.js";

/** A sentence, with its polite words in `noise`. */
export interface Sentence {
  readonly atoms: Atoms;
  /** The atoms that carry meaning. */
  readonly items: Atoms;
  readonly noise: Atoms;
  readonly asks: boolean;
  /** True if a dash ends the sentence. A number after the dash may be negative. */
  readonly dashed: boolean;
  /** True for a polite request ("can you …"), which may have a question mark. */
  readonly requests: boolean;
}

const ENDS = new Set([".", "!", "?", ";", "-"]);
const DROPPED_MARKS = new Set([",", ":", "!", "\u00bf", "\u00a1"]);
// Emoji that only express joy. Any other emoji counts as an unknown word.
const JOY_EMOJI: ReadonlySet<string> = new Set(
  (
    "🙏 🚀 👍 😊 🙂 😀 😁 🎉 💰 💸 🔥 ✨ ❤ 🤝 🤑 💎 🙌 😎 👋 ⚡ 📈 💪 🫡 ☕ 🍕 🍻 🎂 💵 🪙 🌞 ☀ ⭐ 🌟 🎁 🥳 😂 🤣 😍 💯 👌 " +
    "😉 😘 🥰 🥺 🤗 😅 🫶 👊 ✌ 🤞 🤙 👏 🙇 💜 💙 💚 💛 🧡 ✅ ✔ 🍀 🐶 🐕"
  ).split(" "),
);

/** Splits atoms at ".", "!", "?", ";" and dashes into sentences, and drops politeness and commas. */
export function sentences(atoms: Atoms, language: Language): readonly Sentence[] {
  const out: Sentence[] = [];
  let current: Atom[] = [];
  for (const atom of atoms) {
    if (atom.kind === "mark" && ENDS.has(atom.text)) {
      if (current.length > 0) out.push(sentence(current, atom.text, language));
      else markQuestion(out, atom.text);
      current = [];
    } else current.push(atom);
  }
  if (current.length > 0) out.push(sentence(current, "", language));
  // "USDC. Right?" questions the order, like "USDC, right?".
  const tagged = out.some(({ asks, requests, items }) => asks && !requests && items.length === 0);
  const marked = tagged ? out.map((part) => (part.items.length > 0 ? { ...part, asks: true } : part)) : out;
  const last = marked.length - 1;
  return marked.map((part, at) =>
    at < last && isContext(part, language) && !isReferredTo(part, marked[at + 1], language)
      ? { ...part, items: [], atoms: [], noise: part.atoms }
      : part,
  );
}

function markQuestion(out: Sentence[], mark: string): void {
  const last = out.pop();
  if (last !== undefined) out.push(mark === "?" ? { ...last, asks: true } : last);
}

/** True if the next sentence's order is about this sentence's amount: "I have 3 SOL. Swap it to USDC." */
export function isReferredTo(
  { items }: Sentence,
  next: Sentence | undefined,
  { circumstances, phrasing, lexicon }: Language,
): boolean {
  const [verb, object] = next?.items ?? [];
  const lead = items[0]?.text ?? "";
  return (
    (circumstances.have.has(lead) || lexicon.groups.OWE.has(lead)) &&
    isVerb(verb) &&
    phrasing.pronouns.has(object?.text ?? "")
  );
}

/**
 * True if a sentence only gives circumstances, such as "My rent is due." It consists of listed words and tokens,
 * without a number, person or order verb, so it cannot change the order after it.
 */
function isContext({ items, atoms, asks }: Sentence, language: Language): boolean {
  const { circumstances } = language;
  const { bare, words } = circumstances;
  const allIn = (allowed: ReadonlySet<string>): boolean =>
    items.every(
      ({ kind, text }) =>
        kind === "token" ||
        ((kind === "word" || kind === "unknown") && text.split(" ").every((word) => allowed.has(word))),
    );
  // "I have 10 SOL." only states a balance.
  const [first, ...rest] = items;
  const holdings = ({ kind, text }: Atom): boolean =>
    kind === "number" || kind === "token" || language.amounts.and.has(text);
  if (!asks && circumstances.have.has(first?.text ?? "") && rest.length > 1 && rest.every(holdings))
    return true;
  return (
    !asks && items.length > 1 && allIn(words) && !allIn(bare) && otherChain(atoms, language) === undefined
  );
}

function sentence(atoms: Atoms, mark: string, language: Language): Sentence {
  const { phrasing } = language;
  let from = 0;
  let to = atoms.length;
  let requests = false;
  while (from < to) {
    const atom = atoms[from];
    if (atom === undefined) break;
    if (!(isNoise(atom) || isOpener(atom, language) || isWish(atoms, from, language))) break;
    if (isSymbolHere(atoms, from, language) || isSpeaker(atoms, from, language)) break;
    if (isDoubtfulNegation(atoms, from, language) || isStatement(atoms, from, language)) break;
    requests ||= phrasing.request.test(atom.text);
    from += 1;
  }
  while (to > from) {
    const atom = atoms[to - 1];
    if (atom === undefined || !(isNoise(atom) || isCloser(atom, language))) break;
    if (isSymbolHere(atoms, to - 1, language) || isPerson(atoms, to - 1, language)) break;
    requests ||= phrasing.request.test(atom.text) || phrasing.tags.has(atom.text);
    to -= 1;
  }
  const venue = venueHint(atoms, language);
  if (from === 0 && atoms[0]?.kind === "mark" && atoms[0].text === "/") from = 1;
  const items: Atom[] = [];
  const dropped: Atom[] = [];
  const ordersByForm = phrasing.formLeads.has(atoms[from - 1]?.text ?? "");
  atoms.forEach((atom, at) => {
    const noisy = (isNoise(atom) && !isBalanceWord(atoms, at, language)) || leavesFees(atoms, at, language);
    const symbol = noisy && isSymbolHere(atoms, at, language);
    if (namesSender(atoms, at, language) || (at <= from && isDoubtfulNegation(atoms, at, language)))
      items.push(atom.with({ kind: "unknown" }));
    else if (at < from || at >= to || at === venue || at === venue + 1 || (noisy && !symbol))
      dropped.push(atom);
    else if (symbol) items.push(atom.with({ kind: "unknown" }));
    else if (isPast(atoms, at, language)) items.push(toPast(atom, language));
    else items.push(at === from && ordersByForm ? imperative(atom, language) : atom);
  });
  return { atoms, items, noise: dropped, asks: mark === "?", dashed: mark === "-", requests };
}

/** True for the speaker of a chat line: "boss: swap …". */
function isSpeaker(atoms: Atoms, at: number, { phrasing }: Language): boolean {
  const atom = atoms[at];
  const next = atoms[at + 1];
  if (next?.kind !== "mark" || next.text !== ":") return false;
  return atom?.kind === "word" && !isNoise(atom) && !phrasing.announcers.has(atom.text);
}

/** True for a word that may be a misspelled "not", as in "do bot swap …". Such a word is not dropped. */
function isDoubtfulNegation(atoms: Atoms, at: number, { phrasing }: Language): boolean {
  const before = atoms[at - 1];
  if (before === undefined && !isVerb(atoms[at + 1])) return false;
  return phrasing.negationTypos.get(before?.text ?? "")?.test(atoms[at]?.text ?? "") === true;
}

const isOpener = (atom: Atom, { lexicon }: Language): boolean =>
  atom.kind === "word" && lexicon.groups.opener.has(atom.text);

/** True for a wish that only introduces an order verb: "I need send 5 USDC". */
const isWish = (atoms: Atoms, at: number, { lexicon }: Language): boolean =>
  lexicon.groups.NEED.has(atoms[at]?.text ?? "") && isVerb(atoms[at + 1]);

const isCloser = (atom: Atom | undefined, { lexicon }: Language): boolean =>
  atom?.kind === "word" && lexicon.groups.closer.has(atom.text);

/** True for an opener that makes the next verb form a statement: "me compre 5 SOL". */
const isStatement = (atoms: Atoms, at: number, { phrasing }: Language): boolean =>
  phrasing.statements.get(atoms[at]?.text ?? "")?.has(atoms[at + 1]?.text ?? "") === true;

/** True if a form may lack the accent of a past tense: "ya pague 5 USDC". After a wish or greeting it is an order. */
function isPast(atoms: Atoms, at: number, { phrasing }: Language): boolean {
  const isOther = ({ kind, text }: Atom): boolean => kind !== "mark" && !phrasing.beforeOrders.has(text);
  return phrasing.pasts.has(atoms[at]?.text ?? "") && atoms.slice(0, at).some(isOther);
}

function toPast(atom: Atom, { phrasing, lexicon }: Language): Atom {
  const text = phrasing.pasts.get(atom.text) ?? atom.text;
  return atom.with({ kind: "word", text, roles: lexicon.rolesOf(text) });
}

/** True for a polite word where a symbol is expected: "50 pls for hex", "for PLS", "my PLS balance". */
function isSymbolHere(atoms: Atoms, at: number, { phrasing, amounts }: Language): boolean {
  const before = atoms[at - 1];
  return (
    phrasing.symbolLike.has(atoms[at]?.text ?? "") &&
    before !== undefined &&
    (before.kind === "number" ||
      phrasing.connectors.has(before.text.slice(before.text.lastIndexOf(" ") + 1)) ||
      (amounts.my.has(before.text) && at + 1 < atoms.length))
  );
}

/** True for a closing word that is a recipient, because "to" precedes it: "to friend". */
const isPerson = (atoms: Atoms, at: number, language: Language): boolean =>
  isCloser(atoms[at], language) && language.recipients.to.has(atoms[at - 1]?.text ?? "");

/** Position of "on Jupiter" in a swap of two other tokens, where it changes nothing; -2 otherwise. */
function venueHint(atoms: Atoms, { phrasing }: Language): number {
  const at = atoms.findIndex(
    (atom, place) => phrasing.on.has(atom.text) && atoms[place + 1]?.token?.symbol === "JUP",
  );
  if (at < 0 || atoms.filter(({ kind }) => kind === "token").length !== 3) return -2;
  const whole = atoms.slice(at + 2).every(({ kind }) => kind !== "token");
  return whole || atoms.some(({ text }) => phrasing.swaps.has(text)) ? at : -2;
}

/** Reads "sending" as "send", after "would you mind". */
function imperative(atom: Atom, { phrasing, lexicon }: Language): Atom {
  const verb = phrasing.forms.get(atom.text);
  return verb === undefined ? atom : atom.with({ kind: "word", text: verb, roles: lexicon.rolesOf(verb) });
}

/** True for "in my wallet" after a token: "the SOL in my wallet" means the whole balance. */
const isBalanceWord = (atoms: Atoms, at: number, { lexicon }: Language): boolean =>
  lexicon.groups.BALANCE.has(atoms[at]?.text ?? "") && atoms[at - 1]?.kind === "token";

/** True for "but leave some for fees" after a share of SOL. */
function leavesFees(atoms: Atoms, at: number, { phrasing }: Language): boolean {
  if (!phrasing.feesLeft.has(atoms[at]?.text ?? "")) return false;
  const share = atoms.findIndex(({ kind }) => kind === "part");
  return share >= 0 && atoms.slice(share).find(({ kind }) => kind === "token")?.token?.symbol === "SOL";
}

function isNoise(atom: Atom): boolean {
  if (atom.kind === "mark") return DROPPED_MARKS.has(atom.text);
  if (atom.kind === "picture") return JOY_EMOJI.has(atom.text);
  return (atom.roles & ROLE.noise) !== 0;
}

const PERSON_KINDS: ReadonlySet<AtomKind> = new Set([
  "address",
  "bad_address",
  "name",
  "foreign_name",
  "handle",
  "url",
]);
const BETWEEN = new Set([",", ":", "(", "=", "#"]);

/** True if a name or address follows "from my wallet" and so names the sender. */
function namesSender(atoms: Atoms, at: number, { recipients }: Language): boolean {
  const place = atoms[at];
  if (place?.kind !== "word" || !recipients.ownPlaces.has(place.text)) return false;
  const named = atoms
    .slice(at + 1)
    .find(({ kind, text }) =>
      kind === "mark" ? !BETWEEN.has(text) : kind !== "word" || !recipients.holders.has(text),
    );
  return named !== undefined && (PERSON_KINDS.has(named.kind) || named.form === "mint");
}
