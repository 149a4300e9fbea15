import type { QuestionGroups } from "../questions/words.js";

/** Words that tell questions apart, beside the groups. */
export interface QuestionWords extends QuestionGroups {
  /** Words that ask or show: one of them later on begins another question. */
  readonly looks: ReadonlySet<string>;
  /** Words that ask for a number. */
  readonly counts: ReadonlySet<string>;
  /** How a phrase ends that asks for a number. */
  readonly countsEnd: RegExp;
  /** Questions about having. */
  readonly ownOpeners: ReadonlySet<string>;
  /** Questions about how something is done. */
  readonly howTo: ReadonlySet<string>;
  readonly how: ReadonlySet<string>;
  readonly work: ReadonlySet<string>;
  readonly is: ReadonlySet<string>;
  readonly for: ReadonlySet<string>;
  readonly again: ReadonlySet<string>;
  /** "that token": it is pointed at and not named. */
  readonly points: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly volume: ReadonlySet<string>;
  /** Words that say that a mint follows. */
  readonly mintLabels: ReadonlySet<string>;
  /** "and", "or" between two tokens. */
  readonly together: ReadonlySet<string>;
  readonly between: ReadonlySet<string>;
  /** Words between a token and what it is priced in. */
  readonly paired: ReadonlySet<string>;
  /** Words that join two questions. */
  readonly joiners: ReadonlySet<string>;
  /** "my holdings and their value" is one question. */
  readonly values: ReadonlySet<string>;
  readonly ofValues: ReadonlySet<string>;
  /** Words after which a verb with its object is spoken of, not ordered. */
  readonly spokenOf: ReadonlySet<string>;
  readonly supposing: RegExp;
  /** Words between a verb and its object. */
  readonly modifiers: ReadonlySet<string>;
  /** "my last 5 transfers": the figure counts transfers. */
  readonly counting: ReadonlySet<string>;
  /** How a sentence begins that asks, whatever sum it names. */
  readonly tellAsking: RegExp;
  /** Phrases of swaps that hold the verb. */
  readonly another: RegExp;
  readonly ifActing: RegExp;
  readonly quoted: RegExp;
  /** Words behind which an order begins. */
  readonly clauseJoiners: ReadonlySet<string>;
  /** Articles between a quote and its verb. */
  readonly leads: ReadonlySet<string>;
  readonly sending: ReadonlySet<string>;
  /** "his", "her": a wallet that nobody named. */
  readonly his: RegExp;
  readonly their: ReadonlySet<string>;
  /** Words of a price's change. */
  readonly changes: ReadonlySet<string>;
  readonly ordinal: RegExp;
  /** How no question begins. */
  readonly noBeginning: RegExp;
  readonly balanceVerb: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Words behind which money goes somewhere. */
  readonly going: ReadonlySet<string>;
  readonly placed: ReadonlySet<string>;
  /** "how about": it proposes or asks. */
  readonly proposing: ReadonlySet<string>;
  /** Words that, before an amount, ask for its worth: "what is 100 USDC in SOL". */
  readonly converts: RegExp;
  readonly asking: RegExp;
  readonly spent: RegExp;
  readonly deals: ReadonlySet<string>;
  /** Words behind "Solana" that make it a place. */
  readonly places: ReadonlySet<string>;
  /** Words of a portfolio that only say where. */
  readonly where: RegExp;
  readonly inWallet: RegExp;
  readonly hoards: ReadonlySet<string>;
  readonly worth: ReadonlySet<string>;
  readonly money: ReadonlySet<string>;
  readonly amountWords: ReadonlySet<string>;
  readonly which: ReadonlySet<string>;
  readonly endsMine: RegExp;
  /** Whether a word says that something is one's own. */
  readonly mine: RegExp;
  readonly did: RegExp;
  readonly doing: RegExp;
  readonly best: RegExp;
  /** "do I", before the verb of an order. */
  readonly doI: ReadonlySet<string>;
  /** Words that may stand between the two: "need to". */
  readonly duties: ReadonlySet<string>;
}
