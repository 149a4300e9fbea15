import { type ChainAccount, rentExempt } from "./accounts.js";
import { addressAt, addressBytes } from "./addresses.js";
import { programAddress } from "./program-addresses.js";
import { PROGRAMS } from "./programs.js";

/** First data bytes of a program's two accounts under the upgradeable loader. */
const PROGRAM = 2;
const PROGRAM_DATA = 3;
const AUTHORITY_AT = 12;
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

/** The code in the code account of an upgradeable program. */
export const codeOf = ({ data }: Pick<ChainAccount, "data">): Uint8Array => data.subarray(CODE_AT);

/** The upgrade authority in a code account; undefined for an immutable program. */
export const authorityOf = ({ data }: Pick<ChainAccount, "data">): string | undefined =>
  data[AUTHORITY_AT] === 1 ? addressAt(data, AUTHORITY_AT + 1) : undefined;

/** A code account with another upgrade authority. */
export function withAuthority(account: ChainAccount, authority: string | undefined): ChainAccount {
  const data = Uint8Array.from(account.data).fill(0, AUTHORITY_AT, CODE_AT);
  if (authority !== undefined) {
    data[AUTHORITY_AT] = 1;
    data.set(addressBytes(authority), AUTHORITY_AT + 1);
  }
  return { ...account, data };
}

/** A program's two accounts under the upgradeable loader, code first. Without an authority the program is immutable. */
export function programAccounts(address: string, code: Uint8Array, authority?: string): ChainAccount[] {
  const { address: codeAt } = programAddress([addressBytes(address)], PROGRAMS.loaderV3);
  const programData = new Uint8Array(CODE_AT + code.length);
  programData[0] = PROGRAM_DATA;
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
  return [withAuthority(owned(codeAt, programData, false), authority), owned(address, program, true)];
}
