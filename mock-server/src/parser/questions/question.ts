import type { ParserToken, QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
import { isDollarToken } from "../orders/quantity.js";
import type { Atom, Atoms } from "../text/atom.js";

/** A sentence that may be a question. */
export class Question {
  constructor(
    readonly items: Atoms,
    readonly atoms: Atoms,
    /** True if a question mark ends the sentence. */
    readonly asks: boolean,
    /** The first word of the question. */
    readonly first: Atom,
    readonly language: Language,
  ) {}

  /** Each named token once. */
  get tokens(): readonly ParserToken[] {
    return [...new Set(this.atoms.flatMap(({ token }) => token ?? []))];
  }

  /** The topic that a word names. */
  topicOf(atom: Atom | undefined): QueryTopic | undefined {
    return atom?.kind === "word" ? this.language.lexicon.topicOf(atom.text) : undefined;
  }

  /** The first word that names a topic. */
  named(topic: QueryTopic): Atom | undefined {
    return this.atoms.find((atom) => this.topicOf(atom) === topic);
  }

  /** The first item that is one of the words. */
  said(words: ReadonlySet<string>): Atom | undefined {
    return this.items.find(({ text }) => words.has(text));
  }

  has(...kinds: readonly Atom["kind"][]): boolean {
    return this.items.some(({ kind }) => kinds.includes(kind));
  }

  /** True for words that mean holdings, such as "wallet" and "balance". */
  isHoldings(atom: Atom | undefined): boolean {
    const topic = this.topicOf(atom);
    return topic === "balance" || topic === "portfolio";
  }

  /** True for the other party of one's own payments: "did I pay bob.sol", "my transfers to bob.sol". */
  isParty(person: Atom): boolean {
    const { mine, party } = this.language.questions;
    const before = this.items[this.items.indexOf(person) - 1];
    return party.test(before?.text ?? "") && this.atoms.some(({ text }) => mine.test(text));
  }

  isOrderVerb(atom: Atom): boolean {
    const { groups, topicOf } = this.language.lexicon;
    return groups.orderVerbs.has(atom.text) && topicOf(atom.text) === undefined;
  }

  /** True for "my SOL" and "half my SOL". */
  isMine(at: number, among = this.items): boolean {
    const { endsMine } = this.language.questions;
    const before = among[at - 1];
    return (
      endsMine.test(before?.text ?? "") ||
      (before?.kind === "part" && endsMine.test(among[at - 2]?.text ?? ""))
    );
  }

  /** True for "SOL/USDC", "SOL/USD" and "solana to usd". */
  isTicker(): boolean {
    const { questions, numbers } = this.language;
    const [base, mark, quote, ...rest] = this.items;
    if (rest.length > 0 || base?.token === undefined || quote === undefined) return false;
    if (!questions.paired.has(mark?.text ?? "")) return false;
    return (
      numbers.dollars.has(quote.text) ||
      (mark?.text === "/" && quote.token !== undefined && isDollarToken(quote.token))
    );
  }

  /** True for the rate of two tokens, the second of which is not a dollar: "SOL to BONK rate", "how many JUP per SOL". */
  isRate(): boolean {
    const { questions: q, amounts, lexicon } = this.language;
    const [, second, ...others] = this.tokens;
    if (second === undefined || others.length > 0 || isDollarToken(second)) return false;
    const paired = this.said(q.paired) !== undefined;
    if (this.said(lexicon.groups.Q_RATE)) return paired || this.said(amounts.and) === undefined;
    return paired && this.said(q.counts) !== undefined;
  }

  /** True if the question says whose holdings it is about: "my NFTs", "the stakes that I have", "bob.sol's NFTs". */
  isOwned(): boolean {
    const { questions: q, lexicon } = this.language;
    return this.atoms.some(
      ({ kind, text }) =>
        kind === "name" || kind === "address" || q.mine.test(text) || lexicon.groups.Q_OWN.has(text),
    );
  }

  /** True for "do I have SOL" and "have SOL?". */
  asksToOwn(): boolean {
    const { questions: q, lexicon } = this.language;
    const { text } = this.first;
    return (
      q.ownOpeners.has(text) || (this.asks && lexicon.groups.Q_OWN.has(text) && !q.noBeginning.test(text))
    );
  }
}
