import { NATIVE_MINT } from "intent-tx/contract";
import { accountWith, type ChainAccount, rentExempt } from "./accounts.js";
import { addressAt, addressBytes } from "./addresses.js";
import { viewOf } from "./little-endian.js";
import { isTokenProgram, PROGRAMS } from "./programs.js";

/** The token program that owns a mint. */
export type TokenProgram = "spl-token" | "token-2022";

export const MINT_LENGTH = 82;
/** Size of a token account without extensions. */
export const TOKEN_ACCOUNT_LENGTH = 165;
export const MINT_SUPPLY_AT = 36;
export const TOKEN_AMOUNT_AT = 64;
/** Offset of the byte that identifies a Token-2022 account with extensions as a mint or a token account. */
const KIND_AT = 165;
export const MULTISIG_LENGTH = 355;
const KIND_MINT = 1;
const KIND_TOKEN_ACCOUNT = 2;
const IMMUTABLE_OWNER = 7;

export function tokenProgramId(program: TokenProgram): string {
  return program === "token-2022" ? PROGRAMS.token2022 : PROGRAMS.token;
}

/** Encodes a mint. The authority can mint and, as for most stablecoins, freeze. The native mint has no authority. */
export function encodeMint(
  token: { readonly decimals: number },
  supply: bigint,
  authority: string | undefined,
): Uint8Array {
  const data = new Uint8Array(MINT_LENGTH);
  const view = new DataView(data.buffer);
  if (authority !== undefined) {
    for (const at of [0, 46]) {
      view.setUint32(at, 1, true);
      data.set(addressBytes(authority), at + 4);
    }
  }
  view.setBigUint64(MINT_SUPPLY_AT, supply, true);
  data[44] = token.decimals;
  data[45] = 1;
  return data;
}

/** Encodes a token account as the associated-token program creates it. */
export function encodeTokenAccount(
  program: TokenProgram,
  account: { mint: string; owner: string; amount: bigint; nativeReserve?: bigint },
): Uint8Array {
  const data = new Uint8Array(tokenAccountLength(program));
  const view = new DataView(data.buffer);
  data.set(addressBytes(account.mint), 0);
  data.set(addressBytes(account.owner), 32);
  view.setBigUint64(TOKEN_AMOUNT_AT, account.amount, true);
  data[108] = 1;
  if (account.nativeReserve !== undefined) {
    view.setUint32(109, 1, true);
    view.setBigUint64(113, account.nativeReserve, true);
  }
  if (program === "token-2022") {
    data[KIND_AT] = KIND_TOKEN_ACCOUNT;
    view.setUint16(KIND_AT + 1, IMMUTABLE_OWNER, true);
  }
  return data;
}

/** A new token account. A wrapped SOL balance is the account's lamports above rent. */
export function newTokenAccount(
  address: string,
  { mint, program }: { readonly mint: string; readonly program: TokenProgram },
  owner: string,
  amount: bigint,
  lamportsPerByte?: number,
): ChainAccount {
  const rent = rentExempt(tokenAccountLength(program), lamportsPerByte);
  const native = mint === NATIVE_MINT && { nativeReserve: rent };
  const data = encodeTokenAccount(program, { mint, owner, amount, ...native });
  return accountWith(address, tokenProgramId(program), data, native ? rent + amount : rent);
}

/** Size of a new associated token account. With Token-2022 it includes the immutable-owner extension. */
export function tokenAccountLength(program: TokenProgram): number {
  return program === "token-2022" ? TOKEN_ACCOUNT_LENGTH + 5 : TOKEN_ACCOUNT_LENGTH;
}

/**
 * Decodes a token account; undefined for anything else, including mints and uninitialised accounts. `nativeReserve` is the
 * rent of a wrapped-SOL account in lamports.
 */
export function decodeTokenAccount(programId: string, data: Uint8Array) {
  if (!isKind(programId, data, TOKEN_ACCOUNT_LENGTH, KIND_TOKEN_ACCOUNT)) return undefined;
  const state = data[108];
  if (state !== 1 && state !== 2) return undefined;
  const view = viewOf(data);
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: view.getBigUint64(TOKEN_AMOUNT_AT, true),
    frozen: state === 2,
    ...(view.getUint32(109, true) === 1 && { nativeReserve: view.getBigUint64(113, true) }),
  };
}

/** Undefined for anything but a mint. */
export function decodeMint(programId: string, data: Uint8Array) {
  if (!isMint(programId, data)) return undefined;
  const view = viewOf(data);
  return {
    decimals: view.getUint8(44),
    supply: view.getBigUint64(MINT_SUPPLY_AT, true),
    ...(view.getUint32(0, true) === 1 && { mintAuthority: addressAt(data, 4) }),
  };
}

/** Undefined for anything but a mint. */
export function mintDecimals(programId: string, data: Uint8Array): number | undefined {
  return isMint(programId, data) ? data[44] : undefined;
}

function isMint(programId: string, data: Uint8Array): boolean {
  return isKind(programId, data, MINT_LENGTH, KIND_MINT) && data[45] === 1;
}

function isKind(programId: string, data: Uint8Array, length: number, kind: number): boolean {
  if (!isTokenProgram(programId)) return false;
  if (data.length === length) return true;
  const extended = data.length > KIND_AT && data.length !== MULTISIG_LENGTH;
  return programId === PROGRAMS.token2022 && extended && data[KIND_AT] === kind;
}
