import { U64_MAX } from "../../chain/base-units.js";
import type { ByteReader } from "./byte-reader.js";
import { byNumber, type Call, form } from "./instruction-call.js";
import { oneOf } from "./stake-instruction.js";

const NO_ROOT = U64_MAX;

const authority = (reader: ByteReader): string => oneOf(["Voter", "Withdrawer"], reader.u32());
const timestamp = (reader: ByteReader): bigint | null => reader.optional(() => reader.i64()) ?? null;
const voting = (call: Call) => call.named("voteAccount", "slotHashesSysvar", "clockSysvar", "voteAuthority");
const voter = (call: Call) => call.named("voteAccount", "voteAuthority");

function vote(reader: ByteReader) {
  return { slots: reader.list(() => reader.u64()), hash: reader.key(), timestamp: timestamp(reader) };
}

/** A tower of votes as it is. */
function update(reader: ByteReader) {
  const lockouts = reader.list(() => ({ slot: reader.u64(), confirmation_count: reader.u32() }));
  const root = reader.optional(() => reader.u64()) ?? null;
  return { lockouts, root, hash: reader.key(), timestamp: timestamp(reader) };
}

/** A tower of votes, each slot counted from the one before. */
function compactUpdate(reader: ByteReader) {
  const root = reader.u64();
  let slot = root === NO_ROOT ? 0n : root;
  const lockouts = Array.from({ length: reader.shortLength() }, () => {
    slot += reader.varint();
    return { slot, confirmation_count: reader.u8() };
  });
  return { lockouts, root: root === NO_ROOT ? null : root, hash: reader.key(), timestamp: timestamp(reader) };
}

const towerSync = (reader: ByteReader) => ({ ...compactUpdate(reader), blockId: reader.key() });

/** An instruction of the vote program. @throws {RangeError} if it is none */
export const voteInstruction = byNumber([
  form("initialize", 4, (call) => {
    // The node is an account too, which is what is told.
    call.data.key();
    return {
      ...call.named("voteAccount", "rentSysvar", "clockSysvar", "node"),
      ...{
        authorizedVoter: call.data.key(),
        authorizedWithdrawer: call.data.key(),
        commission: call.data.u8(),
      },
    };
  }),
  form("authorize", 3, (call) => ({
    ...call.named("voteAccount", "clockSysvar", "authority"),
    ...{ newAuthority: call.data.key(), authorityType: authority(call.data) },
  })),
  form("vote", 4, (call) => ({ ...voting(call), vote: vote(call.data) })),
  form("withdraw", 3, (call) => ({
    ...call.named("voteAccount", "destination", "withdrawAuthority"),
    lamports: call.data.u64(),
  })),
  form("updateValidatorIdentity", 3, (call) =>
    call.named("voteAccount", "newValidatorIdentity", "withdrawAuthority"),
  ),
  form("updateCommission", 2, (call) => ({
    ...call.named("voteAccount", "withdrawAuthority"),
    commission: call.data.u8(),
  })),
  form("voteSwitch", 4, (call) => ({ ...voting(call), vote: vote(call.data), hash: call.data.key() })),
  form("authorizeChecked", 4, (call) => ({
    ...call.named("voteAccount", "clockSysvar", "authority", "newAuthority"),
    authorityType: authority(call.data),
  })),
  form("updatevotestate", 2, (call) => ({ ...voter(call), voteStateUpdate: update(call.data) })),
  form("updatevotestateswitch", 2, (call) => ({
    ...voter(call),
    ...{ voteStateUpdate: update(call.data), hash: call.data.key() },
  })),
  form("authorizeWithSeed", 3, (call) => ({
    ...call.named("voteAccount", "clockSysvar", "authorityBaseKey"),
    ...{ authorityType: authority(call.data), authorityOwner: call.data.key() },
    ...{ authoritySeed: call.data.longText(), newAuthority: call.data.key() },
  })),
  form("authorizeCheckedWithSeed", 4, (call) => ({
    ...call.named("voteAccount", "clockSysvar", "authorityBaseKey", "newAuthority"),
    ...{ authorityType: authority(call.data), authorityOwner: call.data.key() },
    authoritySeed: call.data.longText(),
  })),
  form("compactupdatevotestate", 2, (call) => ({
    ...voter(call),
    voteStateUpdate: compactUpdate(call.data),
  })),
  form("compactupdatevotestateswitch", 2, (call) => ({
    ...voter(call),
    ...{ voteStateUpdate: compactUpdate(call.data), hash: call.data.key() },
  })),
  form("towersync", 2, (call) => ({ ...voter(call), towerSync: towerSync(call.data) })),
  form("towersyncswitch", 2, (call) => ({
    ...voter(call),
    ...{ towerSync: towerSync(call.data), hash: call.data.key() },
  })),
]);
