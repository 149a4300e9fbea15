import { compileGrammar } from "../../orders/match.js";
import type { Language } from "../language.js";
import { compileLexicon } from "../lexicon.js";
import { NOTHING } from "../sets.js";
import { spanishGuards } from "./guards.js";
import { SPANISH_MESSAGES } from "./messages.js";
import { spanishNoise } from "./noise.js";
import {
  SPANISH_SPELLING,
  spanishCurrencies,
  spanishNonNumbers,
  spanishNumbers,
  spanishNumberWords,
  spanishNumerals,
  spanishParts,
  spanishVagueTokens,
  spanishWholes,
} from "./numbers.js";
import { spanishOrders } from "./orders.js";
import { SPANISH_PATTERNS } from "./patterns.js";
import { spanishQuestionGroups, spanishQuestions } from "./questions.js";
import {
  spanishAmounts,
  spanishChains,
  spanishCircumstances,
  spanishGuardWords,
  spanishManners,
  spanishRecipients,
  spanishRefusals,
  spanishSlippage,
  spanishSuggestions,
} from "./sections.js";

let made: Language | undefined;

/** Spanish. Its tables are made when the first text needs them: who writes English never waits for them. */
export function spanish(): Language {
  made ??= make();
  return made;
}

function make(): Language {
  const lexicon = compileLexicon({
    groups: { ...spanishOrders(), ...spanishNoise(), ...spanishGuards(), ...spanishQuestionGroups() },
    parts: spanishParts(),
    wholes: spanishWholes(),
    vagueTokens: spanishVagueTokens(),
    nonNumbers: spanishNonNumbers(),
    others: spanishCurrencies(),
    numberWords: spanishNumberWords(),
    numerals: spanishNumerals(),
  });
  const { groups } = lexicon;
  return {
    tag: "es",
    lexicon,
    patterns: SPANISH_PATTERNS,
    grammar: compileGrammar(SPANISH_PATTERNS, groups),
    numbers: spanishNumbers(),
    spelling: SPANISH_SPELLING,
    // No slip is forgiven: one letter away there is too often another form that tells instead of ordering.
    typos: { mended: NOTHING, meantAsWritten: NOTHING, mend: () => undefined },
    amounts: spanishAmounts(groups),
    recipients: spanishRecipients(groups),
    slippage: spanishSlippage(),
    manners: spanishManners(groups),
    circumstances: spanishCircumstances(),
    chains: spanishChains(),
    guards: spanishGuardWords(groups),
    refusals: spanishRefusals(groups),
    questions: spanishQuestions(groups),
    suggestions: spanishSuggestions(),
    messages: SPANISH_MESSAGES,
  };
}
