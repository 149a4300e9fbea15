import type { ByteReader } from "./byte-reader.js";
import { byNumber, form } from "./instruction-call.js";
import { lockup } from "./stake-account.js";

/** A name of a list by its number. @throws {RangeError} beyond it */
export function oneOf(names: readonly string[], number: number): string {
  const name = names[number];
  if (name === undefined) throw new RangeError("no such kind");
  return name;
}

const authority = (reader: ByteReader): string => oneOf(["Staker", "Withdrawer"], reader.u32());

/** The parts of a lockup that an instruction changes. */
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

/** An instruction of the stake program. @throws {RangeError} if it is none */
export const stakeInstruction = byNumber([
  form("initialize", 2, (call) => ({
    ...call.named("stakeAccount", "rentSysvar"),
    authorized: { staker: call.data.key(), withdrawer: call.data.key() },
    lockup: lockup(call.data),
  })),
  form("authorize", 3, (call) => ({
    ...call.named("stakeAccount", "clockSysvar", "authority", "custodian"),
    ...{ newAuthority: call.data.key(), authorityType: authority(call.data) },
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
    ...{ newAuthorized: call.data.key(), authorityType: authority(call.data) },
    ...{ authoritySeed: call.data.longText(), authorityOwner: call.data.key() },
  })),
  form("initializeChecked", 4, (call) => call.named("stakeAccount", "rentSysvar", "staker", "withdrawer")),
  form("authorizeChecked", 4, (call) => ({
    ...call.named("stakeAccount", "clockSysvar", "authority", "newAuthority", "custodian"),
    authorityType: authority(call.data),
  })),
  form("authorizeCheckedWithSeed", 4, (call) => ({
    ...call.named("stakeAccount", "authorityBase", "clockSysvar", "newAuthorized", "custodian"),
    authorityType: authority(call.data),
    ...{ authoritySeed: call.data.longText(), authorityOwner: call.data.key() },
  })),
  form("setLockupChecked", 2, (call) => ({
    ...call.named("stakeAccount", "custodian"),
    lockup: lockupChange(call.data, () => call.accounts[2]),
  })),
  form("getMinimumDelegation", 0),
  form("deactivateDelinquent", 3, (call) =>
    call.named("stakeAccount", "voteAccount", "referenceVoteAccount"),
  ),
  form("redelegate", 5, (call) =>
    call.named("stakeAccount", "newStakeAccount", "voteAccount", "stakeConfigAccount", "stakeAuthority"),
  ),
  form("moveStake", 3, (call) => ({
    ...call.named("source", "destination", "stakeAuthority"),
    lamports: call.data.u64(),
  })),
  form("moveLamports", 3, (call) => ({
    ...call.named("source", "destination", "stakeAuthority"),
    lamports: call.data.u64(),
  })),
]);
