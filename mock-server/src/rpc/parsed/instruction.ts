import bs58 from "bs58";
import { readOr } from "../../formats/byte-reader.js";
import { PROGRAMS } from "../../formats/programs.js";
import type { MessageInstruction } from "../../formats/transaction.js";
import { MEMO_PROGRAMS, memoText } from "../../formats/transaction.js";
import type { Words } from "./layout.js";
import {
  associatedTokenInstruction,
  lookupTableInstruction,
  systemInstruction,
  upgradeableLoaderInstruction,
} from "./native-instruction.js";
import { stakeInstruction } from "./stake.js";
import { tokenInstruction } from "./token-instruction.js";

interface Parser {
  readonly program: string;
  /** @throws {RangeError} if the instruction is not one of the program's */
  readonly words: (data: Uint8Array, accounts: readonly string[]) => Words;
}

/** The programs with `jsonParsed` instructions, except the memo programs. */
const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  [PROGRAMS.system, { program: "system", words: systemInstruction }],
  [PROGRAMS.token, { program: "spl-token", words: tokenInstruction }],
  // A node uses the name `spl-token` for both token programs.
  [PROGRAMS.token2022, { program: "spl-token", words: tokenInstruction }],
  [PROGRAMS.associatedToken, { program: "spl-associated-token-account", words: associatedTokenInstruction }],
  [PROGRAMS.stake, { program: "stake", words: stakeInstruction }],
  [PROGRAMS.loaderV3, { program: "bpf-upgradeable-loader", words: upgradeableLoaderInstruction }],
  [PROGRAMS.addressLookupTable, { program: "address-lookup-table", words: lookupTableInstruction }],
]);

/**
 * An instruction in `jsonParsed` form if its program is known, otherwise with raw data. Like nodes, this function
 * does not parse compute-budget instructions.
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
  const parsed = parser && readOr(() => parser.words(data, named));
  if (parser && parsed) return { parsed, program: parser.program, programId, stackHeight };
  return { accounts: named, data: bs58.encode(data), programId, stackHeight };
}
