import type { Grammar } from "../orders/match.js";
import type { Pattern } from "../orders/pattern.js";
import type { ChainWords } from "../refusals/chains.js";
import type { Lexicon } from "./lexicon.js";
import type { Messages } from "./messages.js";
import type { NumberWords } from "./number-words.js";
import type { AmountWords, Circumstances, Manners, RecipientWords, SlippageWords } from "./order-words.js";
import type { QuestionWords } from "./question-words.js";
import type { GuardWords, RefusalWords, SuggestionWords } from "./refusal-words.js";

/**
 * All that the parser knows of one language. The stages hold no word of any: they ask for sets of words by the part
 * that those play. `english/` is one value of this shape; a second language is another, of data and small functions.
 */
export interface Language {
  /** BCP 47 tag: `en`, `es`. */
  readonly tag: string;
  readonly lexicon: Lexicon;
  readonly patterns: readonly Pattern[];
  readonly grammar: Grammar;
  readonly numbers: NumberWords;
  readonly spelling: Spelling;
  readonly typos: Typos;
  readonly amounts: AmountWords;
  readonly recipients: RecipientWords;
  readonly slippage: SlippageWords;
  readonly manners: Manners;
  readonly circumstances: Circumstances;
  readonly chains: ChainWords;
  readonly guards: GuardWords;
  readonly refusals: RefusalWords;
  readonly questions: QuestionWords;
  readonly suggestions: SuggestionWords;
  readonly messages: Messages;
}

/** Which slips are forgiven. */
export interface Typos {
  /** The words that one slip is mended into: verbs and function words, never a symbol. */
  readonly mended: ReadonlySet<string>;
  /** Words that are one slip away from these, and are meant as written. */
  readonly meantAsWritten: ReadonlySet<string>;
  /** The one word that is a single slip away from what nobody knows. */
  mend(word: string): string | undefined;
}

/** How words are written. */
export interface Spelling {
  /** Letters beyond a to z that the language has; a text with others is in another one. */
  readonly accents: RegExp;
  /** The ending of an owner's name ("'s"), if the language has one. */
  readonly possessive: string | undefined;
  /** Whether the apostrophe at a place belongs to a word that is read without it. */
  isSilentApostrophe(text: string, at: number): boolean;
  /** A letter that stands for "with" between a token and what it is paid in ("buy BONK w 1 SOL"), and that word. */
  readonly letter: readonly [letter: string, stands: string] | undefined;
  /** A short form with a stroke that begins at a place ("w/"), the word it stands for, and where it ends. */
  abbreviation(text: string, at: number): { readonly stands: string; readonly end: number } | undefined;
}
