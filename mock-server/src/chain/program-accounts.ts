import { type ChainAccount, rentExempt } from "./accounts.js";
import { addressAt, addressBytes } from "./addresses.js";
import { programAddress } from "./program-addresses.js";
import { PROGRAMS } from "./programs.js";

/** First data bytes of a program's two accounts under the upgradeable loader. */
const PROGRAM = 2;
const PROGRAM_DATA = 3;
/** Offset of the code, which follows kind, slot and optional authority. */
const CODE_AT = 45;
const PROGRAM_LENGTH = 36;

/** Owners of executable accounts. Loader v4 was abandoned before any cluster enabled it. */
const LOADERS: ReadonlySet<string> = new Set([
  PROGRAMS.nativeLoader,
  PROGRAMS.loaderV1,
  PROGRAMS.loaderV2,
  PROGRAMS.loaderV3,
]);

/** True for a loader whose programs the ledger can run. */
export function isLoader(address: string): boolean {
  return LOADERS.has(address);
}

/** True if bytes start like a compiled program (ELF). */
export function isElf(bytes: Uint8Array): boolean {
  return bytes.length > 4 && Buffer.compare(bytes.subarray(0, 4), Buffer.from("\u007fELF")) === 0;
}

/** True for an account with the code of an upgradeable program. */
export function isProgramData(account: Omit<ChainAccount, "address"> | undefined): boolean {
  return account?.owner === PROGRAMS.loaderV3 && account.data[0] === PROGRAM_DATA;
}

/** The code address of an upgradeable program; undefined for any other account. */
export function programDataOf(account: Pick<ChainAccount, "owner" | "data">): string | undefined {
  const { owner, data } = account;
  if (owner !== PROGRAMS.loaderV3 || data.length < PROGRAM_LENGTH || data[0] !== PROGRAM) return undefined;
  return addressAt(data, 4);
}

/** A program's two accounts under the upgradeable loader, code first. Without an authority the program is immutable. */
export function programAccounts(address: string, code: Uint8Array, authority?: string): ChainAccount[] {
  const { address: codeAt } = programAddress([addressBytes(address)], PROGRAMS.loaderV3);
  const programData = new Uint8Array(CODE_AT + code.length);
  programData[0] = PROGRAM_DATA;
  if (authority !== undefined) {
    programData[12] = 1;
    programData.set(addressBytes(authority), 13);
  }
  programData.set(code, CODE_AT);
  const program = new Uint8Array(PROGRAM_LENGTH);
  program[0] = PROGRAM;
  program.set(addressBytes(codeAt), 4);
  const owned = (at: string, data: Uint8Array, executable: boolean): ChainAccount => ({
    address: at,
    lamports: rentExempt(data.length),
    owner: PROGRAMS.loaderV3,
    executable,
    data,
  });
  return [owned(codeAt, programData, false), owned(address, program, true)];
}
