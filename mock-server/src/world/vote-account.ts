import { addressBytes } from "../chain/addresses.js";
import { PROGRAMS } from "../chain/programs.js";
import { rentExempt } from "../chain/rent.js";

/** The one validator of a world: stake can be delegated to it. */
export interface WorldValidator {
  /** Base58 address of the node. */
  readonly identity: string;
  /** Base58 address of its vote account. */
  readonly voteAccount: string;
}

/** Bytes of a vote account, of which most are for votes. */
const VOTE_LENGTH = 3762;
/** The third form of the account's state. */
const VERSION = 2;
/** Former voters stand in a ring of so many bytes; its head is at the last place while it is empty. */
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
  // Behind the commission stand no votes and no root; then one voter, from epoch 0 on.
  const voters = 4 + 32 + 32 + 1 + 8 + 1;
  view.setBigUint64(voters, 1n, true);
  data.set(node, voters + 16);
  const head = voters + 48 + PRIOR_VOTERS_BYTES;
  view.setBigUint64(head, PRIOR_VOTERS_HEAD, true);
  data[head + 8] = 1;
  return { address, lamports: rentExempt(VOTE_LENGTH), owner: PROGRAMS.vote, executable: false, data };
}
