import type { ParserToken, QueryTopic } from "../command.js";
import type { Language } from "../languages/language.js";
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

  /** True for "SOL/USD" and "SOL/USDC". */
  isTicker(): boolean {
    const [base, slash, quote, ...rest] = this.items;
    if (rest.length > 0 || base?.token === undefined || slash?.text !== "/") return false;
    return quote?.kind === "vague_token" || /^USD|USD$/.test(quote?.token?.symbol ?? "");
  }
}
