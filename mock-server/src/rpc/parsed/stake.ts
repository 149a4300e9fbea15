import { U64_MAX } from "../../chain/base-units.js";
import { ByteReader } from "../../chain/byte-reader.js";
import { byNumber, form, type Words } from "./instruction-form.js";

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
      throw new RangeError("a stake account must be one of four kinds");
  }
}

function meta(reader: ByteReader) {
  return {
    rentExemptReserve: String(reader.u64()),
    authorized: { staker: reader.key(), withdrawer: reader.key() },
    lockup: lockup(reader),
  };
}

/** A stake's lockup: its end and its custodian. */
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

/** The lamports of a stake account that are active in an epoch. @throws {RangeError} if it is not a stake account */
export function stakedLamports(data: Uint8Array, epoch: number): bigint {
  const reader = new ByteReader(data);
  if (reader.u32() !== 2) return 0n;
  meta(reader);
  const { stake: lamports, activationEpoch, deactivationEpoch } = stake(reader).delegation;
  // Stake from the chain's start has U64_MAX as its activation epoch.
  const active = BigInt(activationEpoch) === U64_MAX || BigInt(activationEpoch) < BigInt(epoch);
  return active && BigInt(epoch) <= BigInt(deactivationEpoch) ? BigInt(lamports) : 0n;
}

/** The name at an index. @throws {RangeError} beyond the end */
export function oneOf(names: readonly string[], number: number): string {
  const name = names[number];
  if (name === undefined) throw new RangeError("no such kind");
  return name;
}

const authority = (reader: ByteReader): string => oneOf(["Staker", "Withdrawer"], reader.u32());

function lockupChange(reader: ByteReader, custodian: () => string | undefined) {
  const unixTimestamp = reader.optional(() => reader.i64());
  const epoch = reader.optional(() => reader.u64());
  const next = custodian();
  return {
    ...(unixTimestamp !== undefined && { unixTimestamp }),
    ...(epoch !== undefined && { epoch }),
    ...(next !== undefined && { custodian: next }),
  };
}

export const stakeInstruction = byNumber([
  form("initialize", 2, (call) => ({
    ...call.named("stakeAccount", "rentSysvar"),
    authorized: { staker: call.data.key(), withdrawer: call.data.key() },
    lockup: lockup(call.data),
  })),
  form("authorize", 3, (call) => ({
    ...call.named("stakeAccount", "clockSysvar", "authority", "custodian"),
    newAuthority: call.data.key(),
    authorityType: authority(call.data),
  })),
  form("delegate", 6, (call) =>
    call.named(
      ...["stakeAccount", "voteAccount", "clockSysvar", "stakeHistorySysvar"],
      ...["stakeConfigAccount", "stakeAuthority"],
    ),
  ),
  form("split", 3, (call) => ({
    ...call.named("stakeAccount", "newSplitAccount", "stakeAuthority"),
    lamports: call.data.u64(),
  })),
  form("withdraw", 5, (call) => ({
    ...call.named(
      ...["stakeAccount", "destination", "clockSysvar", "stakeHistorySysvar"],
      ...["withdrawAuthority", "custodian"],
    ),
    lamports: call.data.u64(),
  })),
  form("deactivate", 3, (call) => call.named("stakeAccount", "clockSysvar", "stakeAuthority")),
  form("setLockup", 2, (call) => ({
    ...call.named("stakeAccount", "custodian"),
    lockup: lockupChange(call.data, () => call.data.optional(() => call.data.key())),
  })),
  form("merge", 5, (call) =>
    call.named("destination", "source", "clockSysvar", "stakeHistorySysvar", "stakeAuthority"),
  ),
  form("authorizeWithSeed", 2, (call) => ({
    ...call.named("stakeAccount", "authorityBase", "clockSysvar", "custodian"),
    newAuthorized: call.data.key(),
    authorityType: authority(call.data),
    authoritySeed: call.data.longText(),
    authorityOwner: call.data.key(),
  })),
  form("initializeChecked", 4, (call) => call.named("stakeAccount", "rentSysvar", "staker", "withdrawer")),
  form("authorizeChecked", 4, (call) => ({
    ...call.named("stakeAccount", "clockSysvar", "authority", "newAuthority", "custodian"),
    authorityType: authority(call.data),
  })),
  // `authorizeCheckedWithSeed`, which clients do not send.
  undefined,
  form("setLockupChecked", 2, (call) => ({
    ...call.named("stakeAccount", "custodian"),
    lockup: lockupChange(call.data, () => call.accounts[2]),
  })),
]);
