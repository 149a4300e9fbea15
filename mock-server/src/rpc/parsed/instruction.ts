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

type Read = (data: Uint8Array, accounts: readonly string[]) => Words;

/** The programs with `jsonParsed` instructions, except the memo programs. */
const PARSERS: Readonly<Record<string, readonly [program: string, read: Read]>> = {
  [PROGRAMS.system]: ["system", systemInstruction],
  [PROGRAMS.token]: ["spl-token", tokenInstruction],
  // A node uses the name `spl-token` for both token programs.
  [PROGRAMS.token2022]: ["spl-token", tokenInstruction],
  [PROGRAMS.associatedToken]: ["spl-associated-token-account", associatedTokenInstruction],
  [PROGRAMS.stake]: ["stake", stakeInstruction],
  [PROGRAMS.loaderV3]: ["bpf-upgradeable-loader", upgradeableLoaderInstruction],
  [PROGRAMS.addressLookupTable]: ["address-lookup-table", lookupTableInstruction],
};

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
  const [program, read] = PARSERS[programId] ?? [];
  const parsed = read && readOr(() => read(data, named));
  if (parsed) return { parsed, program, programId, stackHeight };
  return { accounts: named, data: bs58.encode(data), programId, stackHeight };
}
