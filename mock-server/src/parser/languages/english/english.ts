import { compileGrammar } from "../../orders/match.js";
import type { Language } from "../language.js";
import { ENGLISH_MESSAGES } from "./messages.js";
import { ENGLISH_NUMBERS, ENGLISH_SPELLING } from "./numbers.js";
import {
  ENGLISH_AMOUNTS,
  ENGLISH_CHAINS,
  ENGLISH_CIRCUMSTANCES,
  ENGLISH_MANNERS,
  ENGLISH_RECIPIENTS,
} from "./orders.js";
import { ENGLISH_PATTERNS } from "./patterns.js";
import { ENGLISH_QUESTIONS } from "./questions.js";
import { ENGLISH_GUARDS, ENGLISH_REFUSALS, ENGLISH_SUGGESTIONS } from "./refusals.js";
import { ENGLISH_SLIPPAGE } from "./slippage.js";
import { ENGLISH_TYPOS } from "./typos.js";
import { ENGLISH_LEXICON } from "./words.js";

/** English. */
export const ENGLISH: Language = {
  tag: "en",
  lexicon: ENGLISH_LEXICON,
  patterns: ENGLISH_PATTERNS,
  grammar: compileGrammar(ENGLISH_PATTERNS, ENGLISH_LEXICON.groups),
  numbers: ENGLISH_NUMBERS,
  spelling: ENGLISH_SPELLING,
  amounts: ENGLISH_AMOUNTS,
  recipients: ENGLISH_RECIPIENTS,
  slippage: ENGLISH_SLIPPAGE,
  manners: ENGLISH_MANNERS,
  circumstances: ENGLISH_CIRCUMSTANCES,
  chains: ENGLISH_CHAINS,
  guards: ENGLISH_GUARDS,
  refusals: ENGLISH_REFUSALS,
  questions: ENGLISH_QUESTIONS,
  suggestions: ENGLISH_SUGGESTIONS,
  messages: ENGLISH_MESSAGES,
  typos: ENGLISH_TYPOS,
};
