import { addressBytes } from "../chain/addresses.js";
import { U64_MAX } from "../chain/base-units.js";
import { PROGRAMS } from "../chain/programs.js";
import { rentExempt } from "../chain/rent.js";

/** Bytes of a stake account. */
export const STAKE_LENGTH = 200;
/** Kind of a stake account that is delegated. */
export const DELEGATED = 2;
/** Epoch of what has not happened. */
export const NEVER = U64_MAX;

/** A stake account that a wallet begins with. */
export interface WorldStake {
  readonly address: string;
  /** Vote account of the validator. */
  readonly validator: string;
  /** All that the account holds, its rent included. */
  readonly lamports: bigint;
  readonly active: boolean;
}

/** Lamports below which a stake account cannot stand. */
export const LEAST_STAKE = rentExempt(STAKE_LENGTH);

/**
 * The account of a stake that was there from the chain's start, which is active at any moment, or, if it is not to be, of one that
 * stopped in the epoch of its start. The wallet may both stake and withdraw.
 */
export function stakeAccount({ address, validator, lamports, active }: WorldStake, owner: string) {
  const data = new Uint8Array(STAKE_LENGTH);
  const view = new DataView(data.buffer);
  view.setUint32(0, DELEGATED, true);
  view.setBigUint64(4, LEAST_STAKE, true);
  data.set(addressBytes(owner), 12);
  data.set(addressBytes(owner), 44);
  data.set(addressBytes(validator), 124);
  view.setBigUint64(156, lamports - LEAST_STAKE, true);
  view.setBigUint64(164, active ? NEVER : 0n, true);
  view.setBigUint64(172, active ? NEVER : 0n, true);
  return { address, lamports, owner: PROGRAMS.stake, executable: false, data };
}
