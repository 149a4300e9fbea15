import { ByteReader, readOr } from "./byte-reader.js";
import { EXTENSIONS, type ExtensionEntry } from "./extension-entries.js";
import { plainNumber } from "./mint-scale.js";

/** An extension in words. One that only marks an account has no state. */
interface ExtensionWords {
  readonly extension: string;
  readonly state?: unknown;
}

type Read = (reader: ByteReader) => unknown;
type Name = keyof typeof EXTENSIONS;

/** States of a token account by number. */
export const ACCOUNT_STATES = ["uninitialized", "initialized", "frozen"] as const;

const CIPHERTEXT = 64;
const BALANCE_CIPHERTEXT = 36;
const ELGAMAL_KEY = 32;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const ciphertext = (reader: ByteReader): string => base64(reader.take(CIPHERTEXT));
const elgamalKeyOrZero = (reader: ByteReader): string | null => {
  const bytes = reader.take(ELGAMAL_KEY);
  return bytes.every((byte) => byte === 0) ? null : base64(bytes);
};
/** A flag of Token-2022: anything but zero is set. */
const flag = (reader: ByteReader): boolean => reader.u8() !== 0;
const transferFee = (reader: ByteReader) => ({
  epoch: reader.u64(),
  maximumFee: reader.u64(),
  transferFeeBasisPoints: reader.u16(),
});

const STATES: Readonly<Partial<Record<Name, Read>>> = {
  transferFeeConfig: (reader) => ({
    transferFeeConfigAuthority: reader.keyOrZero(),
    withdrawWithheldAuthority: reader.keyOrZero(),
    withheldAmount: reader.u64(),
    olderTransferFee: transferFee(reader),
    newerTransferFee: transferFee(reader),
  }),
  transferFeeAmount: (reader) => ({ withheldAmount: reader.u64() }),
  mintCloseAuthority: (reader) => ({ closeAuthority: reader.keyOrZero() }),
  confidentialTransferMint: (reader) => ({
    authority: reader.keyOrZero(),
    autoApproveNewAccounts: flag(reader),
    auditorElgamalPubkey: elgamalKeyOrZero(reader),
  }),
  confidentialTransferAccount: (reader) => ({
    approved: flag(reader),
    elgamalPubkey: base64(reader.take(ELGAMAL_KEY)),
    pendingBalanceLo: ciphertext(reader),
    pendingBalanceHi: ciphertext(reader),
    availableBalance: ciphertext(reader),
    decryptableAvailableBalance: base64(reader.take(BALANCE_CIPHERTEXT)),
    allowConfidentialCredits: flag(reader),
    allowNonConfidentialCredits: flag(reader),
    pendingBalanceCreditCounter: reader.u64(),
    maximumPendingBalanceCreditCounter: reader.u64(),
    expectedPendingBalanceCreditCounter: reader.u64(),
    actualPendingBalanceCreditCounter: reader.u64(),
  }),
  defaultAccountState: (reader) => ({ accountState: ACCOUNT_STATES[reader.u8()] ?? "uninitialized" }),
  memoTransfer: (reader) => ({ requireIncomingTransferMemos: flag(reader) }),
  interestBearingConfig: (reader) => ({
    rateAuthority: reader.keyOrZero(),
    initializationTimestamp: reader.i64(),
    preUpdateAverageRate: reader.i16(),
    lastUpdateTimestamp: reader.i64(),
    currentRate: reader.i16(),
  }),
  cpiGuard: (reader) => ({ lockCpi: flag(reader) }),
  permanentDelegate: (reader) => ({ delegate: reader.keyOrZero() }),
  transferHook: (reader) => ({ authority: reader.keyOrZero(), programId: reader.keyOrZero() }),
  transferHookAccount: (reader) => ({ transferring: flag(reader) }),
  confidentialTransferFeeConfig: (reader) => ({
    authority: reader.keyOrZero(),
    withdrawWithheldAuthorityElgamalPubkey: elgamalKeyOrZero(reader),
    harvestToMintEnabled: flag(reader),
    withheldAmount: ciphertext(reader),
  }),
  confidentialTransferFeeAmount: (reader) => ({ withheldAmount: ciphertext(reader) }),
  metadataPointer: (reader) => ({ authority: reader.keyOrZero(), metadataAddress: reader.keyOrZero() }),
  tokenMetadata: (reader) => ({
    updateAuthority: reader.keyOrZero(),
    mint: reader.key(),
    name: reader.text(),
    symbol: reader.text(),
    uri: reader.text(),
    additionalMetadata: Array.from({ length: bounded(reader) }, () => [reader.text(), reader.text()]),
  }),
  groupPointer: (reader) => ({ authority: reader.keyOrZero(), groupAddress: reader.keyOrZero() }),
  tokenGroup: (reader) => ({
    updateAuthority: reader.keyOrZero(),
    mint: reader.key(),
    size: reader.u64(),
    maxSize: reader.u64(),
  }),
  groupMemberPointer: (reader) => ({ authority: reader.keyOrZero(), memberAddress: reader.keyOrZero() }),
  tokenGroupMember: (reader) => ({ mint: reader.key(), group: reader.key(), memberNumber: reader.u64() }),
  confidentialMintBurn: (reader) => ({
    confidentialSupply: ciphertext(reader),
    decryptableSupply: base64(reader.take(BALANCE_CIPHERTEXT)),
    supplyElgamalPubkey: base64(reader.take(ELGAMAL_KEY)),
    pendingBurn: ciphertext(reader),
  }),
  scaledUiAmountConfig: (reader) => ({
    authority: reader.keyOrZero(),
    multiplier: plainNumber(reader.f64()),
    newMultiplierEffectiveTimestamp: reader.i64(),
    newMultiplier: plainNumber(reader.f64()),
  }),
  pausableConfig: (reader) => ({ authority: reader.keyOrZero(), paused: flag(reader) }),
};

/** A u32 that counts entries of eight bytes and more. */
function bounded(reader: ByteReader): number {
  const count = reader.u32();
  if (count * 8 > reader.left) throw new RangeError("a list is longer than the data");
  return count;
}

const NAMES: ReadonlyMap<number, Name> = new Map(
  Object.entries(EXTENSIONS).map(([name, type]) => [type, name as Name]),
);

/** An extension's name; that of the multiplier and of pausing are not those of their state. */
export function extensionTypeName(type: number): string | undefined {
  const name = NAMES.get(type);
  if (name === "scaledUiAmountConfig") return "scaledUiAmount";
  return name === "pausableConfig" ? "pausable" : name;
}

/** Extensions in words; one whose bytes are not its own is `unparseableExtension`. */
export function extensionWords(entries: readonly ExtensionEntry[]): readonly ExtensionWords[] {
  return entries.map(({ type, value }) => {
    const name = NAMES.get(type);
    if (name === undefined) return { extension: "unparseableExtension" };
    const read = STATES[name];
    if (!read) return { extension: name };
    const state = readOr(() => whole(value, name, read));
    return state === undefined ? { extension: "unparseableExtension" } : { extension: name, state };
  });
}

/** The state of an extension, whose bytes it has to fill but for metadata, which has no one length. */
function whole(value: Uint8Array, name: Name, read: Read): unknown {
  const reader = new ByteReader(value);
  const state = read(reader);
  if (reader.left > 0 && name !== "tokenMetadata") throw new RangeError("an extension of another length");
  return state;
}
