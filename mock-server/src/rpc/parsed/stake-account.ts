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
