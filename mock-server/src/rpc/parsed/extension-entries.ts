import { PROGRAMS } from "../../chain/programs.js";

/** Numbers of Token-2022's extensions, by what a node calls them. */
export const EXTENSIONS = {
  uninitialized: 0,
  transferFeeConfig: 1,
  transferFeeAmount: 2,
  mintCloseAuthority: 3,
  confidentialTransferMint: 4,
  confidentialTransferAccount: 5,
  defaultAccountState: 6,
  immutableOwner: 7,
  memoTransfer: 8,
  nonTransferable: 9,
  interestBearingConfig: 10,
  cpiGuard: 11,
  permanentDelegate: 12,
  nonTransferableAccount: 13,
  transferHook: 14,
  transferHookAccount: 15,
  confidentialTransferFeeConfig: 16,
  confidentialTransferFeeAmount: 17,
  metadataPointer: 18,
  tokenMetadata: 19,
  groupPointer: 20,
  tokenGroup: 21,
  groupMemberPointer: 22,
  tokenGroupMember: 23,
  confidentialMintBurn: 24,
  scaledUiAmountConfig: 25,
  pausableConfig: 26,
  pausableAccount: 27,
} as const;

const LAST = EXTENSIONS.pausableAccount;
/** Where extensions begin, behind the byte that says what the account is. */
const EXTENSIONS_AT = 166;

/** An extension of an account: its number and its bytes. */
export interface ExtensionEntry {
  readonly type: number;
  readonly value: Uint8Array;
}

/** The extensions of a Token-2022 account; none at all where any of them is unknown or cut off, as a node has it. */
export function extensionEntries(owner: string, data: Uint8Array): readonly ExtensionEntry[] {
  if (owner !== PROGRAMS.token2022 || data.length <= EXTENSIONS_AT) return [];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const found: ExtensionEntry[] = [];
  for (let at = EXTENSIONS_AT; at + 2 <= data.length; ) {
    const type = view.getUint16(at, true);
    if (type === EXTENSIONS.uninitialized) break;
    if (type > LAST || at + 4 > data.length) return [];
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > data.length) return [];
    found.push({ type, value: data.subarray(at + 4, end) });
    at = end;
  }
  return found;
}
