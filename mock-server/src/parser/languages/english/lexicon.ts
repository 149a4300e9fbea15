import { compileLexicon } from "../lexicon.js";
import {
  BEGINNINGS,
  CURRENCY_WORDS,
  DOLLAR_WORDS,
  NON_NUMBERS,
  PARTS,
  UNIT_WORDS,
  VAGUE_TOKENS,
  WHOLES,
} from "./numbers.js";
import { CARDINALS, SCALES } from "./spelled.js";
import { GUARD_GROUPS } from "./words/guards.js";
import { NOISE_GROUPS } from "./words/noise.js";
import { ORDER_GROUPS } from "./words/orders.js";
import { QUERY_GROUPS } from "./words/questions.js";

export const ENGLISH_GROUPS = { ...ORDER_GROUPS, ...NOISE_GROUPS, ...GUARD_GROUPS, ...QUERY_GROUPS };

export const ENGLISH_LEXICON = compileLexicon({
  groups: ENGLISH_GROUPS,
  parts: PARTS,
  wholes: WHOLES,
  vagueTokens: VAGUE_TOKENS,
  nonNumbers: NON_NUMBERS,
  others: [...DOLLAR_WORDS, ...CURRENCY_WORDS, "percent of"],
  numberWords: [...CARDINALS.keys(), ...SCALES.keys(), ...UNIT_WORDS],
  numerals: [...CARDINALS.keys(), ...BEGINNINGS],
});
