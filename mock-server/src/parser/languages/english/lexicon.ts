import { compileLexicon } from "../lexicon.js";
import { ENGLISH_NUMBERS } from "./numbers.js";
import { ENGLISH_GROUPS } from "./words/groups.js";

/** English words and numbers, indexed for look-up. */
export const ENGLISH_LEXICON = compileLexicon(ENGLISH_GROUPS, ENGLISH_NUMBERS);
