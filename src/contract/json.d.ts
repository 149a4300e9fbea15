/** `JSON.parse` that returns integers beyond 2^53 as `bigint` (decision 27). */
export declare function readJson(text: string): unknown;
/** Replaces each number of a valid JSON text. The text is searched by index: a regex would use stack space for each escape. */
export declare function replaceNumbers(text: string, replace: (token: string) => string): string;
/** Index after the string of a valid JSON text that starts at `quote`. */
export declare function endOfString(text: string, quote: number): number;
