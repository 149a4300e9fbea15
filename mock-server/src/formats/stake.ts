import { addressAt } from "./addresses.js";
import { U64_MAX } from "./base-units.js";
import { viewOf } from "./little-endian.js";

export const STAKE_LENGTH = 200;
/** States of a stake account. */
export const STAKE_STATE = { initialized: 1, delegated: 2 } as const;
/** Offsets of a stake account's fields. */
export const STAKE_AT = {
  rent: 4,
  staker: 12,
  withdrawer: 44,
  voter: 124,
  lamports: 156,
  from: 164,
  until: 172,
} as const;
/** Epoch number for "never". As the activation epoch, it means that the stake has been active since genesis. */
export const NEVER = U64_MAX;

export type Delegation = NonNullable<ReturnType<typeof delegationOf>>;

/**
 * Reads the data of a stake account, with the epochs of activation and deactivation; undefined if it is not delegated. The
 * validator is named by its vote account.
 */
export function delegationOf(data: Uint8Array) {
  if (data.length < STAKE_LENGTH) return undefined;
  const view = viewOf(data);
  if (view.getUint32(0, true) !== STAKE_STATE.delegated) return undefined;
  const u64 = (at: number) => view.getBigUint64(at, true);
  const [lamports, from, until] = [u64(STAKE_AT.lamports), u64(STAKE_AT.from), u64(STAKE_AT.until)];
  return { validator: addressAt(data, STAKE_AT.voter), lamports, from, until };
}

/** A stake's status in an epoch. It changes only at an epoch's end, so stake can be deactivated before it is active. */
export function stakeStatus(
  { from, until }: Delegation,
  epoch: bigint,
): "inactive" | "activating" | "active" | "deactivating" {
  if (until !== NEVER && (until < epoch || until === from)) return "inactive";
  if (from !== NEVER && from >= epoch) return "activating";
  return until === epoch ? "deactivating" : "active";
}

export function activeLamports(delegation: Delegation, epoch: bigint): bigint {
  const status = stakeStatus(delegation, epoch);
  return status === "active" || status === "deactivating" ? delegation.lamports : 0n;
}
