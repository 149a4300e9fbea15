import bs58 from "bs58";
import { PROGRAM_IDS } from "../../contract/chain.js";
import { TOKEN_PROGRAMS } from "../verify/steps.js";

/** An account as a node returns it, before the transaction. */
export interface ChainAccount {
  readonly owner: string;
  readonly lamports: bigint;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;

/** The byte after the space of a Token-2022 token account tells what the account is. */
const [MINT, TOKEN_ACCOUNT] = [1, 2];

const isKind = ({ owner, data }: ChainAccount, bytes: number, kind: number): boolean =>
  TOKEN_PROGRAMS.includes(owner) &&
  (data.length === bytes || (owner === PROGRAM_IDS.token2022 && data[TOKEN_ACCOUNT_BYTES] === kind));

export const isMint = (account: ChainAccount | undefined): boolean =>
  account !== undefined && isKind(account, MINT_BYTES, MINT);

/** A token account's fields, or undefined if the account is something else. */
export function tokenFields(account: ChainAccount) {
  const { data } = account;
  if (!isKind(account, TOKEN_ACCOUNT_BYTES, TOKEN_ACCOUNT)) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const address = (at: number) => bs58.encode(data.subarray(at, at + 32));
  const optional = (at: number) => (view.getUint32(at, true) === 1 ? address(at + 4) : undefined);
  return {
    mint: address(0),
    owner: address(32),
    amount: view.getBigUint64(64, true),
    delegate: optional(72),
    state: view.getUint8(108),
    delegatedAmount: view.getBigUint64(121, true),
    closeAuthority: optional(129),
  };
}

/** Extensions that an account of a mint gets when it is created, by extension of the mint, with their bytes. */
const ACCOUNT_EXTENSIONS: Readonly<Record<number, number>> = { 1: 8, 9: 0, 14: 1, 26: 0 };
const [WITHHELD_FEES, PERMANENT_DELEGATE] = [2, 12];

/** The extensions of a Token-2022 mint or token account: a type and a value each. */
function extensionsOf({ data }: ChainAccount): readonly (readonly [type: number, value: Uint8Array])[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const list: [number, Uint8Array][] = [];
  for (let at = TOKEN_ACCOUNT_BYTES + 1; at + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === 0) break;
    list.push([type, data.subarray(at + 4, at + 4 + length)]);
    at += 4 + length;
  }
  return list;
}

/** Whether the mint names a delegate that may take its tokens from any account. */
export const hasPermanentDelegate = (mint: ChainAccount): boolean =>
  extensionsOf(mint).some(([type, value]) => type === PERMANENT_DELEGATE && value.some((byte) => byte !== 0));

/**
 * Settings that the owner of a Token-2022 token account has made, such as a required memo, with their place in the data.
 * Withheld transfer fees are left out, because a swap may add to them.
 */
export const settingsOf = (account: ChainAccount): readonly (readonly [at: number, value: Uint8Array])[] =>
  extensionsOf(account).flatMap(([type, value]) =>
    type === WITHHELD_FEES || value.length === 0
      ? []
      : [[value.byteOffset - account.data.byteOffset, value] as const],
  );

/** Bytes of a wallet's new associated token account. With Token-2022, its owner cannot change. */
export const newAccountBytes = (mint: ChainAccount): number =>
  mint.owner === PROGRAM_IDS.token
    ? TOKEN_ACCOUNT_BYTES
    : extensionsOf(mint).reduce(
        (bytes, [type]) => {
          const added = ACCOUNT_EXTENSIONS[type];
          return added === undefined ? bytes : bytes + 4 + added;
        },
        TOKEN_ACCOUNT_BYTES + 1 + 4,
      );
