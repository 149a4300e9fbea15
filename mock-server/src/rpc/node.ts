import bs58 from "bs58";
import { perObject } from "../kernel/memo.js";
import { validatorOf } from "../world/world.js";
import type { Chain } from "./chain.js";

/** The release of Solana's node whose answers these are. */
export const NODE_VERSION = "3.0.13";

/** The features that node of {@link NODE_VERSION} knows, as it sums them up. */
export const FEATURE_SET = 3604001754;

/** A constant of a World and network, in base58. */
function drawn({ random, environment }: Chain, purpose: string): string {
  return bs58.encode(random.bytes(purpose, environment));
}

/** The hash that tells one cluster from another. */
export const genesisHash = (chain: Chain): string => drawn(chain, "genesis hash");

/** The validator of each world; a wallet's keys are made once. */
const validatorIn = perObject(validatorOf);

/** The cluster's one node, which makes every block. */
export const nodeIdentity = (chain: Chain): string => validatorIn(chain.random).identity;

/** The account with which that node votes on every block; the world begins with it. */
export const nodeVoteAccount = (chain: Chain): string => validatorIn(chain.random).voteAccount;
