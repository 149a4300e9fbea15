import { rentExempt } from "../chain/accounts.js";
import { addressBytes } from "../chain/addresses.js";
import { U64_MAX } from "../chain/base-units.js";
import { PROGRAMS } from "../chain/programs.js";

export const STAKE_LENGTH = 200;
/** State of a delegated stake account. */
export const DELEGATED = 2;
/** Epoch number for "never". As the activation epoch, it means that the stake has been active since genesis. */
export const NEVER = U64_MAX;

/** A wallet's stake account at the world's start. */
export interface WorldStake {
  readonly address: string;
  /** The validator's vote account. */
  readonly validator: string;
  /** The whole balance, including rent. */
  readonly lamports: bigint;
  readonly active: boolean;
}

/** The rent-exempt minimum in lamports. */
export const MIN_STAKE = rentExempt(STAKE_LENGTH);

/**
 * A stake account from genesis. An inactive account was stopped in its first epoch. Staker and withdrawer: the wallet.
 */
export function stakeAccount({ address, validator, lamports, active }: WorldStake, owner: string) {
  const data = new Uint8Array(STAKE_LENGTH);
  const view = new DataView(data.buffer);
  view.setUint32(0, DELEGATED, true);
  view.setBigUint64(4, MIN_STAKE, true);
  data.set(addressBytes(owner), 12);
  data.set(addressBytes(owner), 44);
  data.set(addressBytes(validator), 124);
  view.setBigUint64(156, lamports - MIN_STAKE, true);
  view.setBigUint64(164, active ? NEVER : 0n, true);
  view.setBigUint64(172, active ? NEVER : 0n, true);
  return { address, lamports, owner: PROGRAMS.stake, executable: false, data };
}

/** A world's only validator, to which stake can be delegated. */
export interface WorldValidator {
  /** Base58 address of the node. */
  readonly identity: string;
  /** Base58 address of its vote account. */
  readonly voteAccount: string;
}

/** Lamports staked by the node itself, as in `solana-test-validator`. */
export const NODE_STAKE = 999_999_997_717_120n;

/** Size of a vote account. Most of it is for votes. */
const VOTE_LENGTH = 3762;
/** The third version of a vote account's state; versions are numbered from 0. */
const VERSION = 2;
/** Size of the ring buffer of prior voters. In an empty buffer, the head is the last index. */
const PRIOR_VOTERS_BYTES = 32 * 48;
const PRIOR_VOTERS_HEAD = 31n;

/** A vote account without votes. The node itself is voter and withdrawer, with no commission. */
export function voteAccount({ identity, voteAccount: address }: WorldValidator) {
  const data = new Uint8Array(VOTE_LENGTH);
  const view = new DataView(data.buffer);
  const node = addressBytes(identity);
  view.setUint32(0, VERSION, true);
  data.set(node, 4);
  data.set(node, 36);
  // The fields after the commission: no votes, no root, and one voter from epoch 0.
  const voters = 4 + 32 + 32 + 1 + 8 + 1;
  view.setBigUint64(voters, 1n, true);
  data.set(node, voters + 16);
  const head = voters + 48 + PRIOR_VOTERS_BYTES;
  view.setBigUint64(head, PRIOR_VOTERS_HEAD, true);
  data[head + 8] = 1;
  return { address, lamports: rentExempt(VOTE_LENGTH), owner: PROGRAMS.vote, executable: false, data };
}
