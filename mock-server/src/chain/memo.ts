import { PROGRAMS } from "./programs.js";
import { readTransaction } from "./transaction.js";

/** The two releases of the memo program, by what a node calls them. */
export const MEMO_PROGRAMS: ReadonlyMap<string, string> = new Map([
  [PROGRAMS.memo, "spl-memo"],
  [PROGRAMS.memoV1, "spl-memo"],
]);

/** A memo's text; undefined if it is not UTF-8. */
export function memoText(data: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return undefined;
  }
}

/** The memos of a transaction, each after its length in bytes: `[6] héllo; [3] two`. Null where it has none. */
export function memosOf(accountKeys: readonly string[], wire: () => Uint8Array): string | null {
  // Nearly none has one, and to read the message takes ten times as long.
  if (!accountKeys.some((key) => MEMO_PROGRAMS.has(key))) return null;
  const memos = readTransaction(wire()).instructions.flatMap(({ programIdIndex, data }) => {
    if (!MEMO_PROGRAMS.has(accountKeys[programIdIndex] ?? "")) return [];
    return `[${data.length}] ${memoText(data) ?? "(unparseable)"}`;
  });
  return memos.length > 0 ? memos.join("; ") : null;
}
