import type { ENGLISH } from "./english/english.js";

/**
 * Everything the parser knows about one language. English is the model; other languages have the same type. The
 * parser's stages do not contain words, but use these sets.
 */
export type Language = Readonly<typeof ENGLISH>;

/** The texts of refusals. Each states the problem and how to fix it. */
export type Messages = Language["messages"];
