import { rentExempt } from "../chain/accounts.js";
import { addressBytes } from "../chain/addresses.js";
import { U64_MAX } from "../chain/base-units.js";
import { PROGRAMS } from "../chain/programs.js";

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

/** The rent-exempt minimum of a stake account, in lamports. */
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

/** The one validator of a world: stake can be delegated to it. */
export interface WorldValidator {
  /** Base58 address of the node. */
  readonly identity: string;
  /** Base58 address of its vote account. */
  readonly voteAccount: string;
}

/** Lamports that the node itself has staked, as much as that of `solana-test-validator`. */
export const NODE_STAKE = 999_999_997_717_120n;

/** Bytes of a vote account, of which most are for votes. */
const VOTE_LENGTH = 3762;
/** The third form of the account's state. */
const VERSION = 2;
/** Bytes of the ring of former voters; its head is at the last place while it is empty. */
const PRIOR_VOTERS_BYTES = 32 * 48;
const PRIOR_VOTERS_HEAD = 31n;

/** The account of a validator that has not voted yet; the node itself votes and withdraws, and takes no commission. */
export function voteAccount({ identity, voteAccount: address }: WorldValidator) {
  const data = new Uint8Array(VOTE_LENGTH);
  const view = new DataView(data.buffer);
  const node = addressBytes(identity);
  view.setUint32(0, VERSION, true);
  data.set(node, 4);
  data.set(node, 36);
  // After the commission come no votes and no root; then one voter, from epoch 0 on.
  const voters = 4 + 32 + 32 + 1 + 8 + 1;
  view.setBigUint64(voters, 1n, true);
  data.set(node, voters + 16);
  const head = voters + 48 + PRIOR_VOTERS_BYTES;
  view.setBigUint64(head, PRIOR_VOTERS_HEAD, true);
  data[head + 8] = 1;
  return { address, lamports: rentExempt(VOTE_LENGTH), owner: PROGRAMS.vote, executable: false, data };
}
