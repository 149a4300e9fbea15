import { PROGRAM_IDS } from "../../contract/chain.js";
import type { DecodedInstruction, RawInstruction } from "./instructions.js";

/** Reads little-endian numbers of an instruction's data. */
const view = ({ data }: RawInstruction): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

/** True when an instruction has exactly these numbers of accounts and bytes: one more of either may mean anything. */
const sized = ({ accounts, data }: RawInstruction, accountCount: number, byteCount: number): boolean =>
  accounts.length === accountCount && data.length === byteCount;

type Decoder = (raw: RawInstruction) => DecodedInstruction | undefined;

const computeBudget: Decoder = (raw) => {
  if (raw.data[0] === 2 && sized(raw, 0, 5))
    return { ...raw, kind: "compute-unit-limit", units: view(raw).getUint32(1, true) };
  if (raw.data[0] === 3 && sized(raw, 0, 9))
    return { ...raw, kind: "compute-unit-price", microLamports: view(raw).getBigUint64(1, true) };
  return undefined;
};

const system: Decoder = (raw) => {
  if (!sized(raw, 2, 12) || view(raw).getUint32(0, true) !== 2) return undefined;
  const [source, destination] = raw.accounts as [string, string];
  return { ...raw, kind: "sol-transfer", source, destination, lamports: view(raw).getBigUint64(4, true) };
};

const associatedToken: Decoder = (raw) => {
  // No data is the oldest spelling of Create.
  const tag = raw.data[0] ?? 0;
  if (!sized(raw, 6, Math.min(raw.data.length, 1)) || tag > 1) return undefined;
  const [payer, account, owner, mint, systemProgram, tokenProgram] = raw.accounts as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (systemProgram !== PROGRAM_IDS.system) return undefined;
  const idempotent = tag === 1;
  return { ...raw, kind: "create-token-account", payer, account, owner, mint, tokenProgram, idempotent };
};

const token: Decoder = (raw) => {
  const tag = raw.data[0];
  const [first, second, third, fourth] = raw.accounts as [string, string, string, string];
  if (tag === 3 && sized(raw, 3, 9)) {
    const amount = view(raw).getBigUint64(1, true);
    const known = { source: first, destination: second, authority: third, amount };
    return { ...raw, kind: "token-transfer", ...known, mint: undefined, decimals: undefined };
  }
  if (tag === 12 && sized(raw, 4, 10)) {
    const amount = view(raw).getBigUint64(1, true);
    const known = { source: first, mint: second, destination: third, authority: fourth, amount };
    return { ...raw, kind: "token-transfer", ...known, decimals: raw.data[9] as number };
  }
  if (tag === 9 && sized(raw, 3, 1))
    return { ...raw, kind: "close-account", account: first, destination: second, authority: third };
  if (tag === 17 && sized(raw, 1, 1)) return { ...raw, kind: "sync-native", account: first };
  return undefined;
};

const swap: Decoder = (raw) => {
  const [tag] = raw.data;
  const { accounts } = raw;
  const twoHops = accounts.length === 15;
  if ((tag !== 1 && tag !== 2) || !sized(raw, twoHops ? 15 : 10, 17)) return undefined;
  const at = (...indexes: number[]) => indexes.map((index) => accounts[index] as string);
  const [user, inputAccount, outputAccount, inputMint, outputMint] = accounts as [
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    ...raw,
    kind: "swap",
    side: tag === 1 ? "exact-in" : "exact-out",
    amount: view(raw).getBigUint64(1, true),
    bound: view(raw).getBigUint64(9, true),
    user,
    inputAccount,
    outputAccount,
    inputMint,
    outputMint,
    tokenPrograms: twoHops ? at(5, 6, 11) : at(5, 6),
    pools: twoHops ? at(7, 12) : at(7),
    vaults: twoHops ? at(8, 9, 13, 14) : at(8, 9),
    middleMint: twoHops ? accounts[10] : undefined,
  };
};

const DECODERS = new Map<string, Decoder>([
  [PROGRAM_IDS.computeBudget, computeBudget],
  [PROGRAM_IDS.system, system],
  [PROGRAM_IDS.associatedToken, associatedToken],
  [PROGRAM_IDS.token, token],
  [PROGRAM_IDS.token2022, token],
  [PROGRAM_IDS.swap, swap],
]);

/** The programs that are decoded here; an entry of `swapPrograms` cannot stand in for one. */
export const isBuiltIn = (programId: string): boolean => DECODERS.has(programId);

/** Decodes an instruction. One that does not have exactly a known form gets the kind `unknown`. */
export function decodeInstruction(raw: RawInstruction): DecodedInstruction {
  return DECODERS.get(raw.programId)?.(raw) ?? { ...raw, kind: "unknown" };
}
