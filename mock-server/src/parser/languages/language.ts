import type { ENGLISH } from "./english/english.js";

/**
 * Everything the parser knows about one language. English is the model; other languages have the same type. The
 * parser's stages do not contain words, but use these sets.
 *
 * To add one, also extend the order of attempts in `parse.ts`, `onlyThisLanguage` in each `messages.ts`, and the reason
 * `non_english` and decision 53 in `control/decisions.ts`.
 */
export type Language = Readonly<typeof ENGLISH>;

/** The texts of refusals. Each states the problem and how to fix it. */
export type Messages = Language["messages"];
