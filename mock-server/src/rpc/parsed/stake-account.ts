import { U64_MAX } from "../../chain/base-units.js";
import { ByteReader } from "./byte-reader.js";
import type { Words } from "./words.js";

/** An account of the stake program. @throws {RangeError} if it is none */
export function stakeWords(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  switch (reader.u32()) {
    case 0:
      return { type: "uninitialized" };
    case 1:
      return { type: "initialized", info: { meta: meta(reader), stake: null } };
    case 2:
      return { type: "delegated", info: { meta: meta(reader), stake: stake(reader) } };
    case 3:
      return { type: "rewardsPool" };
    default:
      throw new RangeError("a stake account is one of four kinds");
  }
}

function meta(reader: ByteReader) {
  return {
    rentExemptReserve: String(reader.u64()),
    authorized: { staker: reader.key(), withdrawer: reader.key() },
    lockup: lockup(reader),
  };
}

/** Until when, and by whom, a stake is held. */
export function lockup(reader: ByteReader) {
  return { unixTimestamp: reader.i64(), epoch: reader.u64(), custodian: reader.key() };
}

function stake(reader: ByteReader) {
  return {
    delegation: {
      voter: reader.key(),
      stake: String(reader.u64()),
      activationEpoch: String(reader.u64()),
      deactivationEpoch: String(reader.u64()),
      warmupCooldownRate: reader.f64(),
    },
    creditsObserved: reader.u64(),
  };
}

/** With whom an account's lamports are staked in an epoch; undefined if they are not. @throws {RangeError} if it is none */
export function stakedLamports(
  data: Uint8Array,
  epoch: number,
): { readonly voter: string; readonly lamports: bigint } | undefined {
  const reader = new ByteReader(data);
  if (reader.u32() !== 2) return undefined;
  meta(reader);
  const { delegation } = stake(reader);
  const { activationEpoch, deactivationEpoch, voter } = delegation;
  const now = BigInt(epoch);
  // Stake from the chain's start has the last possible epoch, U64_MAX, as its activation epoch.
  const active = BigInt(activationEpoch) === U64_MAX || BigInt(activationEpoch) < now;
  return active && now <= BigInt(deactivationEpoch)
    ? { voter, lamports: BigInt(delegation.stake) }
    : undefined;
}

/** Whether a stake is held until a moment to come. @throws {RangeError} if it is none */
export function isLockedUp(
  data: Uint8Array,
  now: { readonly epoch: number; readonly seconds: number },
): boolean {
  const reader = new ByteReader(data);
  const kind = reader.u32();
  if (kind !== 1 && kind !== 2) return false;
  const { epoch, unixTimestamp } = meta(reader).lockup;
  return epoch > BigInt(now.epoch) || unixTimestamp > BigInt(now.seconds);
}
