import {
  byNumber,
  type Call,
  decimal64,
  f64,
  form,
  i64,
  key,
  longText,
  oneOf,
  optional,
  struct,
  uint64,
} from "./layout.js";

const lockup = struct({ unixTimestamp: i64, epoch: uint64, custodian: key });
const authorized = struct({ staker: key, withdrawer: key });
const meta = struct({ rentExemptReserve: decimal64, authorized, lockup });
const delegation = struct({
  voter: key,
  stake: decimal64,
  activationEpoch: decimal64,
  deactivationEpoch: decimal64,
  warmupCooldownRate: f64,
});
const stake = struct({ delegation, creditsObserved: uint64 });

export const stakeState = byNumber([
  form("uninitialized"),
  form("initialized", "", { meta, stake: () => null }),
  form("delegated", "", { meta, stake }),
  form("rewardsPool"),
]);

const STAKE = "stakeAccount clockSysvar";
const authorityType = oneOf(["Staker", "Withdrawer"], (reader) => reader.u32());
const lockupEnd = { unixTimestamp: optional(i64), epoch: optional(uint64) };
const lockupBy = ({ accounts, data }: Call) => ({
  lockup: struct({ ...lockupEnd, custodian: () => accounts[2] })(data),
});

export const stakeInstruction = byNumber([
  form("initialize", "stakeAccount rentSysvar", { authorized, lockup }),
  form("authorize", `${STAKE} authority custodian?`, { newAuthority: key, authorityType }),
  form(
    "delegate",
    "stakeAccount voteAccount clockSysvar stakeHistorySysvar stakeConfigAccount stakeAuthority",
  ),
  form("split", "stakeAccount newSplitAccount stakeAuthority", { lamports: uint64 }),
  form("withdraw", "stakeAccount destination clockSysvar stakeHistorySysvar withdrawAuthority custodian?", {
    lamports: uint64,
  }),
  form("deactivate", `${STAKE} stakeAuthority`),
  form("setLockup", "stakeAccount custodian", { lockup: struct({ ...lockupEnd, custodian: optional(key) }) }),
  form("merge", "destination source clockSysvar stakeHistorySysvar stakeAuthority"),
  form("authorizeWithSeed", "stakeAccount authorityBase clockSysvar? custodian?", {
    newAuthorized: key,
    authorityType,
    authoritySeed: longText,
    authorityOwner: key,
  }),
  form("initializeChecked", "stakeAccount rentSysvar staker withdrawer"),
  form("authorizeChecked", `${STAKE} authority newAuthority custodian?`, { authorityType }),
  // `authorizeCheckedWithSeed`, which clients do not send.
  undefined,
  form("setLockupChecked", "stakeAccount custodian", lockupBy),
]);
