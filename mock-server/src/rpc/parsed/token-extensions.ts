import { ByteReader, readOr } from "../../formats/byte-reader.js";
import { viewOf } from "../../formats/little-endian.js";
import { PROGRAMS } from "../../formats/programs.js";
import {
  type Fields,
  i16,
  i64,
  key,
  keyOrZero,
  type Read,
  shortText,
  struct,
  u16,
  uint64,
} from "./layout.js";

/** A node's names for Token-2022's extensions, by type number. */
const NAMES = [
  "uninitialized",
  "transferFeeConfig",
  "transferFeeAmount",
  "mintCloseAuthority",
  "confidentialTransferMint",
  "confidentialTransferAccount",
  "defaultAccountState",
  "immutableOwner",
  "memoTransfer",
  "nonTransferable",
  "interestBearingConfig",
  "cpiGuard",
  "permanentDelegate",
  "nonTransferableAccount",
  "transferHook",
  "transferHookAccount",
  "confidentialTransferFeeConfig",
  "confidentialTransferFeeAmount",
  "metadataPointer",
  "tokenMetadata",
  "groupPointer",
  "tokenGroup",
  "groupMemberPointer",
  "tokenGroupMember",
  "confidentialMintBurn",
  "scaledUiAmountConfig",
  "pausableConfig",
  "pausableAccount",
] as const;
type Name = (typeof NAMES)[number];

/** Offset of the extensions, after the account type. */
const EXTENSIONS_AT = 166;

export interface ExtensionEntry {
  readonly name: Name;
  readonly value: Uint8Array;
}

/** The extensions of a Token-2022 account; empty if any of them is unknown or truncated, as on a node. */
export function extensionEntries(owner: string, data: Uint8Array): readonly ExtensionEntry[] {
  if (owner !== PROGRAMS.token2022 || data.length <= EXTENSIONS_AT) return [];
  const view = viewOf(data);
  const found: ExtensionEntry[] = [];
  for (let at = EXTENSIONS_AT; at + 2 <= data.length; ) {
    const name = NAMES[view.getUint16(at, true)];
    if (name === "uninitialized") break;
    if (name === undefined || at + 4 > data.length) return [];
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > data.length) return [];
    found.push({ name, value: data.subarray(at + 4, end) });
    at = end;
  }
  return found;
}

/** Token account states by number. */
export const ACCOUNT_STATES = ["uninitialized", "initialized", "frozen"] as const;

/** A Token-2022 flag: any byte except zero is set. */
const flag: Read = (reader) => reader.u8() !== 0;
const transferFee = struct({ epoch: uint64, maximumFee: uint64, transferFeeBasisPoints: u16 });

const STATES: Readonly<Partial<Record<Name, Fields>>> = {
  transferFeeConfig: {
    transferFeeConfigAuthority: keyOrZero,
    withdrawWithheldAuthority: keyOrZero,
    withheldAmount: uint64,
    olderTransferFee: transferFee,
    newerTransferFee: transferFee,
  },
  transferFeeAmount: { withheldAmount: uint64 },
  mintCloseAuthority: { closeAuthority: keyOrZero },
  defaultAccountState: { accountState: (reader) => ACCOUNT_STATES[reader.u8()] ?? "uninitialized" },
  memoTransfer: { requireIncomingTransferMemos: flag },
  interestBearingConfig: {
    rateAuthority: keyOrZero,
    initializationTimestamp: i64,
    preUpdateAverageRate: i16,
    lastUpdateTimestamp: i64,
    currentRate: i16,
  },
  cpiGuard: { lockCpi: flag },
  permanentDelegate: { delegate: keyOrZero },
  transferHook: { authority: keyOrZero, programId: keyOrZero },
  transferHookAccount: { transferring: flag },
  metadataPointer: { authority: keyOrZero, metadataAddress: keyOrZero },
  tokenMetadata: {
    updateAuthority: keyOrZero,
    mint: key,
    name: shortText,
    symbol: shortText,
    uri: shortText,
    additionalMetadata: (reader) =>
      Array.from({ length: bounded(reader) }, () => [reader.text(), reader.text()]),
  },
  groupPointer: { authority: keyOrZero, groupAddress: keyOrZero },
  tokenGroup: { updateAuthority: keyOrZero, mint: key, size: uint64, maxSize: uint64 },
  groupMemberPointer: { authority: keyOrZero, memberAddress: keyOrZero },
  tokenGroupMember: { mint: key, group: key, memberNumber: uint64 },
  scaledUiAmountConfig: {
    authority: keyOrZero,
    multiplier: plainDouble,
    newMultiplierEffectiveTimestamp: i64,
    newMultiplier: plainDouble,
  },
  pausableConfig: { authority: keyOrZero, paused: flag },
};

/** Extensions without a state. */
const MARKS: ReadonlySet<Name> = new Set([
  "immutableOwner",
  "nonTransferable",
  "nonTransferableAccount",
  "pausableAccount",
]);

export function plainDouble(reader: ByteReader): string {
  return plainNumber(reader.f64());
}

/** A double as Rust writes it, never with an exponent. */
export function plainNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const [digits = "", exponent] = String(value).split("e");
  if (exponent === undefined) return digits;
  if (Number(exponent) > 0) return BigInt(value).toString();
  const [whole = "", fraction = ""] = digits.replace("-", "").split(".");
  const zeros = "0".repeat(-Number(exponent) - 1);
  return `${value < 0 ? "-" : ""}0.${zeros}${whole}${fraction}`;
}

/** Reads a u32 count of entries. Each entry has at least eight bytes. */
function bounded(reader: ByteReader): number {
  const count = reader.u32();
  if (count * 8 > reader.left) throw new RangeError("a list extends past the end of the data");
  return count;
}

/** An extension type's name. For the multiplier and for pausing, this name differs from the name of the state. */
export function extensionTypeName(type: number): string | undefined {
  const name = NAMES[type];
  if (name === "scaledUiAmountConfig") return "scaledUiAmount";
  return name === "pausableConfig" ? "pausable" : name;
}

/**
 * Parses extensions. One that only marks an account has no state. Unparsable extensions, and those for confidential
 * transfers, become `unparseableExtension`.
 */
export function extensionWords(entries: readonly ExtensionEntry[]) {
  return entries.map(({ name, value }) => {
    if (MARKS.has(name)) return { extension: name };
    const state = readOr(() => whole(value, name, STATES[name]));
    return state === undefined ? { extension: "unparseableExtension" } : { extension: name, state };
  });
}

/** An extension's state. The state must use all bytes, except for metadata, whose length varies. */
function whole(value: Uint8Array, name: Name, fields: Fields | undefined): unknown {
  if (!fields) throw new RangeError("an extension has no parsed form");
  const reader = new ByteReader(value);
  const state = struct(fields)(reader);
  if (reader.left > 0 && name !== "tokenMetadata")
    throw new RangeError("an extension has an unexpected length");
  return state;
}
