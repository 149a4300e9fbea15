import bs58 from "bs58";
import { PROGRAMS } from "../../chain/programs.js";
import type { MessageInstruction } from "../../chain/transaction.js";
import { type InstructionWords, parseAssociatedToken } from "./associated-token-instruction.js";
import { parseSystem } from "./system-instruction.js";
import { parseToken } from "./token-instruction.js";

/** The two releases of the memo program, by what a node calls them. */
export const MEMO_PROGRAMS: ReadonlyMap<string, string> = new Map([
  [PROGRAMS.memo, "spl-memo"],
  [PROGRAMS.memoV1, "spl-memo"],
]);

interface Parser {
  readonly program: string;
  readonly parse: (accounts: readonly string[], data: Uint8Array) => InstructionWords | undefined;
}

const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  [PROGRAMS.system, { program: "system", parse: parseSystem }],
  [PROGRAMS.token, { program: "spl-token", parse: parseToken }],
  // A node names the first token program for the instructions of both.
  [PROGRAMS.token2022, { program: "spl-token", parse: parseToken }],
  [PROGRAMS.associatedToken, { program: "spl-associated-token-account", parse: parseAssociatedToken }],
]);

/**
 * An instruction in words where its program is known, else in addresses. Compute-budget instructions have no words on a
 * node either.
 */
export function parseInstruction(
  { programIdIndex, accounts, data }: MessageInstruction,
  accountKeys: readonly string[],
  stackHeight: number,
) {
  const programId = accountKeys[programIdIndex] ?? "";
  const named = accounts.map((index) => accountKeys[index] ?? "");
  const memo = MEMO_PROGRAMS.get(programId);
  if (memo !== undefined) {
    const text = memoText(data);
    if (text !== undefined) return { parsed: text, program: memo, programId, stackHeight };
  }
  const parser = PARSERS.get(programId);
  const parsed = parser?.parse(named, data);
  if (parser && parsed) return { parsed, program: parser.program, programId, stackHeight };
  return { accounts: named, data: bs58.encode(data), programId, stackHeight };
}

/** A memo's text; undefined if it is not UTF-8. */
export function memoText(data: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return undefined;
  }
}
