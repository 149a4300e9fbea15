import type { Language } from "../languages/language.js";
import { ROLE } from "../languages/lexicon.js";
import { type Atom, type Atoms, isPerson, isVerb } from "../text/atom.js";
import { otherChain } from "../text/chains.js";

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
  let from = 0;
  for (let at = 0; at <= atoms.length; at += 1) {
    const atom = atoms[at];
    if (atom !== undefined && !(atom.kind === "mark" && ENDS.has(atom.text))) continue;
    const last = out.at(-1);
    if (from < at) out.push(new Splitter(atoms.slice(from, at), language).sentence(atom?.text));
    else if (last !== undefined && atom?.text === "?") out[out.length - 1] = { ...last, asks: true };
    from = at + 1;
  }
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
  const { bare, have, words } = language.circumstances;
  const [first, ...rest] = items;
  if (asks || rest.length === 0) return false;
  const isWord = ({ kind }: Atom): boolean => kind === "word" || kind === "unknown";
  const allIn = (...sets: readonly ReadonlySet<string>[]): boolean =>
    items.every((atom) =>
      isWord(atom)
        ? atom.text.split(" ").every((word) => sets.some((allowed) => allowed.has(word)))
        : atom.kind === "token",
    );
  // "I have 10 SOL." only states a balance.
  const isHolding = ({ kind, text }: Atom): boolean =>
    kind === "number" || kind === "token" || language.amounts.and.has(text);
  if (have.has(first?.text ?? "") && rest.length > 1 && rest.every(isHolding)) return true;
  return allIn(bare, words) && !allIn(bare) && otherChain(atoms, language) === undefined;
}

/** Separates the polite words of a sentence from its content. */
class Splitter {
  constructor(
    private readonly atoms: Atoms,
    private readonly language: Language,
  ) {}

  sentence(mark: string | undefined): Sentence {
    const { atoms, language } = this;
    const { request, tags, formLeads, forms, pasts, statements } = language.phrasing;
    let from = 0;
    let to = atoms.length;
    let requests = false;
    while (from < to && this.isLead(from)) {
      requests ||= request.test(this.text(from));
      from += 1;
    }
    while (to > from && this.isTrail(to - 1)) {
      to -= 1;
      requests ||= request.test(this.text(to)) || tags.has(this.text(to));
    }
    const venue = this.venueHint();
    if (from === 0 && atoms[0]?.kind === "mark" && atoms[0].text === "/") from = 1;
    // "¿me cambias 2 SOL por USDC?" asks for the swap.
    const asked =
      mark === "?" && statements.has(this.text(from - 1))
        ? language.suggestions.stated.get(this.text(from))
        : undefined;
    requests ||= asked !== undefined;
    const ordersByForm = formLeads.test(this.text(from - 1));
    // Reads "sending" as "send" after "would you mind", and "pague" as the past "pagué".
    const word = (atom: Atom, text: string | undefined): Atom =>
      text === undefined ? atom : atom.with({ kind: "word", text, roles: language.lexicon.rolesOf(text) });
    const inPast = (atom: Atom): Atom =>
      word(isVerb(atom) ? atom.with({ form: "past" }) : atom, pasts.get(atom.text));
    const read = atoms.map((atom, at) => (this.isPast(at) ? inPast(atom) : atom));
    const items: Atom[] = [];
    const noise: Atom[] = [];
    read.forEach((atom, at) => {
      const noisy = (isNoise(atom) && !this.isBalanceWord(at)) || this.leavesFees(at);
      const symbol = noisy && this.isSymbolHere(at);
      if (this.namesSender(at) || (at <= from && this.isDoubtfulNegation(at)))
        items.push(atom.with({ kind: "unknown" }));
      else if (at < from || at >= to || at === venue || at === venue + 1 || (noisy && !symbol))
        noise.push(atom);
      else if (symbol) items.push(atom.with({ kind: "unknown" }));
      else items.push(word(atom, at !== from ? undefined : ordersByForm ? forms.get(atom.text) : asked));
    });
    return { atoms: read, items, noise, asks: mark === "?", dashed: mark === "-", requests };
  }

  private text(at: number): string {
    return this.atoms[at]?.text ?? "";
  }

  private isIn(at: number, words: ReadonlySet<string>): boolean {
    return this.atoms[at]?.kind === "word" && words.has(this.text(at));
  }

  /** True for a polite word before the order. */
  private isLead(at: number): boolean {
    const { lexicon, phrasing } = this.language;
    // A wish may introduce an order verb: "I need send 5 USDC".
    const isWish = lexicon.groups.NEED.has(this.text(at)) && isVerb(this.atoms[at + 1]);
    if (!isWish && !isNoise(this.atoms[at]) && !this.isIn(at, lexicon.groups.opener)) return false;
    // "me compre 5 SOL" is a statement.
    if (phrasing.statements.get(this.text(at))?.has(this.text(at + 1)) === true) return false;
    return !this.isSymbolHere(at) && !this.isSpeaker(at) && !this.isDoubtfulNegation(at);
  }

  /** True for a polite word after the order. A closing word after "to" is a recipient: "to friend". */
  private isTrail(at: number): boolean {
    const isCloser = this.isIn(at, this.language.lexicon.groups.closer);
    if (!isCloser && !isNoise(this.atoms[at])) return false;
    return !this.isSymbolHere(at) && !(isCloser && this.language.recipients.to.has(this.text(at - 1)));
  }

  /** True for the speaker of a chat line: "boss: swap …". */
  private isSpeaker(at: number): boolean {
    const { announcers } = this.language.phrasing;
    const atom = this.atoms[at];
    const next = this.atoms[at + 1];
    if (next?.kind !== "mark" || next.text !== ":" || atom?.kind !== "word") return false;
    return !isNoise(atom) && !announcers.has(atom.text);
  }

  /** True for a word that may be a misspelled "not", as in "do bot swap …". Such a word is not dropped. */
  private isDoubtfulNegation(at: number): boolean {
    if (at === 0 && !isVerb(this.atoms[1])) return false;
    return this.language.phrasing.negationTypos.get(this.text(at - 1))?.test(this.text(at)) === true;
  }

  /** True if a form may lack the accent of a past tense: "ya pague 5 USDC". After a wish or greeting it is an order. */
  private isPast(at: number): boolean {
    const { pasts, beforeOrders, formLeads } = this.language.phrasing;
    if (!pasts.has(this.text(at))) return false;
    return this.atoms
      .slice(0, at)
      .some(({ kind, text }) => kind !== "mark" && !beforeOrders.has(text) && !formLeads.test(text));
  }

  /** True for a polite word where a symbol is expected: "50 pls for hex", "for PLS", "my PLS balance". */
  private isSymbolHere(at: number): boolean {
    const { phrasing, amounts } = this.language;
    const before = this.atoms[at - 1];
    if (before === undefined || !phrasing.symbolLike.has(this.text(at))) return false;
    const [lastWord = ""] = before.text.split(" ").slice(-1);
    const isOwn = amounts.my.has(before.text) && at + 1 < this.atoms.length;
    return before.kind === "number" || phrasing.connectors.has(lastWord) || isOwn;
  }

  /**
   * Position of "on Jupiter" in a swap of two other tokens, where it changes nothing because routing through the aggregator
   * is the default; -2 otherwise.
   */
  private venueHint(): number {
    const { atoms } = this;
    const { chains, lexicon } = this.language;
    const at = atoms.findIndex(({ text }, i) => chains.on.has(text) && atoms[i + 1]?.token?.symbol === "JUP");
    if (at < 0 || atoms.filter(({ kind }) => kind === "token").length !== 3) return -2;
    const whole = atoms.slice(at + 2).every(({ kind }) => kind !== "token");
    return whole || atoms.some(({ text }) => lexicon.groups.swapVerbs.has(text)) ? at : -2;
  }

  /** True for "in my wallet" after a token: "the SOL in my wallet" means the whole balance. */
  private isBalanceWord(at: number): boolean {
    return this.language.lexicon.groups.BALANCE.has(this.text(at)) && this.atoms[at - 1]?.kind === "token";
  }

  /** True for "but leave some for fees" after a share of SOL. */
  private leavesFees(at: number): boolean {
    if (!this.language.phrasing.feesLeft.test(this.text(at))) return false;
    const share = this.atoms.findIndex(({ kind }) => kind === "part");
    return (
      share >= 0 && this.atoms.slice(share).find(({ kind }) => kind === "token")?.token?.symbol === "SOL"
    );
  }

  /** True if a name or address follows "from my wallet" and so names the sender. */
  private namesSender(at: number): boolean {
    const { recipients, lexicon } = this.language;
    if (this.atoms[at]?.kind !== "word" || !recipients.ownPlaces.test(this.text(at))) return false;
    const named = this.atoms
      .slice(at + 1)
      .find(({ kind, text }) =>
        kind === "mark" ? !BETWEEN.has(text) : kind !== "word" || !lexicon.groups.holders.has(text),
      );
    return named !== undefined && (isPerson(named) || named.kind === "url" || named.form === "mint");
  }
}

function isNoise(atom: Atom | undefined): boolean {
  if (atom?.kind === "mark") return DROPPED_MARKS.has(atom.text);
  if (atom?.kind === "picture") return JOY_EMOJI.has(atom.text);
  return atom !== undefined && (atom.roles & ROLE.noise) !== 0;
}

const BETWEEN = new Set([",", ":", "(", "=", "#"]);
