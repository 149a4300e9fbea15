import { compileLexicon } from "../lexicon.js";
import {
  BEGINNINGS,
  CARDINALS,
  CURRENCY_WORDS,
  DOLLAR_WORDS,
  NON_NUMBERS,
  PARTS,
  SCALES,
  UNIT_WORDS,
  VAGUE_TOKENS,
  WHOLES,
} from "./numbers.js";
import { ENGLISH_GROUPS } from "./words/groups.js";

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
