import { Bytes } from "./bytes.js";

const U64_MAX = 2n ** 64n - 1n;

/** The data of a mint without extensions. */
export function mintBytes({
  authority = true,
  supply = 1_234_567_890n,
  decimals = 6,
  freeze = true,
} = {}): Bytes {
  const bytes = new Bytes();
  if (authority) bytes.u32(1).key("mint authority");
  else bytes.zeros(36);
  bytes.u64(supply).u8(decimals, 1);
  if (freeze) return bytes.u32(1).key("freeze authority");
  return bytes.zeros(36);
}

/** The data of a token account without extensions. */
export function accountBytes({
  mint = "plain mint",
  owner = "token holder",
  amount = 1_500_000n,
  delegate = false,
  state = 1,
  native = undefined as bigint | undefined,
  close = false,
} = {}): Bytes {
  const bytes = new Bytes().key(mint).key(owner).u64(amount);
  if (delegate) bytes.u32(1).key("delegate");
  else bytes.zeros(36);
  bytes.u8(state);
  if (native === undefined) bytes.zeros(12);
  else bytes.u32(1).u64(native);
  bytes.u64(delegate ? 250_000n : 0n);
  if (close) return bytes.u32(1).key("close authority");
  return bytes.zeros(36);
}

function extension(bytes: Bytes, type: number, value: Bytes): Bytes {
  return bytes.u16(type).u16(value.length).raw(value.done());
}

/** Appends extensions to the data of a mint (`kind` 1) or a token account (`kind` 2). */
export function extended(
  base: Bytes,
  kind: 1 | 2,
  extensions: readonly (readonly [type: number, value: Bytes])[],
): Uint8Array {
  const bytes = new Bytes().raw(base.done(165)).u8(kind);
  for (const [type, value] of extensions) extension(bytes, type, value);
  return bytes.done();
}

const fee = (epoch: bigint, most: bigint, points: number) => new Bytes().u64(epoch).u64(most).u16(points);

/** Every mint extension, by its name in a node's answers. */
export const MINT_EXTENSIONS: Readonly<Record<string, readonly [number, Bytes]>> = {
  transferFeeConfig: [
    1,
    new Bytes()
      .key("fee authority")
      .key("withdraw authority")
      .u64(77n)
      .raw(fee(3n, 5_000n, 100).done())
      .raw(fee(9n, U64_MAX, 250).done()),
  ],
  mintCloseAuthority: [3, new Bytes().key("close authority")],
  defaultAccountState: [6, new Bytes().u8(2)],
  nonTransferable: [9, new Bytes()],
  interestBearingConfig: [
    10,
    new Bytes().key("rate authority").i64(1_600_000_000n).i16(500).i64(1_700_000_000n).i16(0),
  ],
  permanentDelegate: [12, new Bytes().key("permanent delegate")],
  transferHook: [14, new Bytes().key("hook authority").key("hook program")],
  metadataPointer: [18, new Bytes().key("metadata authority").key("metadata mint")],
  tokenMetadata: [
    19,
    new Bytes()
      .key("update authority")
      .key("metadata mint")
      .text("Wörld coin")
      .text("WLD")
      .text("https://example.com/coin.json")
      .u32(2)
      .text("colour")
      .text("blue")
      .text("size")
      .text("10"),
  ],
  groupPointer: [20, new Bytes().key("group authority").key("group mint")],
  tokenGroup: [21, new Bytes().key("group authority").key("group mint").u64(3n).u64(10n)],
  groupMemberPointer: [22, new Bytes().zeros(32).key("member mint")],
  tokenGroupMember: [23, new Bytes().key("member mint").key("group mint").u64(2n)],
  scaledUiAmountConfig: [25, new Bytes().key("scale authority").f64(1.5).i64(1_700_000_000n).f64(2.25)],
  pausableConfig: [26, new Bytes().key("pause authority").u8(1)],
};

/** Every token account extension. */
export const ACCOUNT_EXTENSIONS: Readonly<Record<string, readonly [number, Bytes]>> = {
  transferFeeAmount: [2, new Bytes().u64(42n)],
  immutableOwner: [7, new Bytes()],
  memoTransfer: [8, new Bytes().u8(1)],
  cpiGuard: [11, new Bytes().u8(1)],
  nonTransferableAccount: [13, new Bytes()],
  transferHookAccount: [15, new Bytes().u8(0)],
  pausableAccount: [27, new Bytes()],
};
