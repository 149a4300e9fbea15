import type { ClusterNode } from "./node.js";

/** Blocks that a blockhash is good for: a block more, and a transaction of it can land no longer. */
export const BLOCKHASH_LIFE = 150;

/** Blocks that a node can be behind the cluster: one that is more than 128 behind reports itself unhealthy. */
const MOST_BEHIND = 150;

/** Where a transaction stands between its sending and the end of its blockhash. */
export interface Age {
  /** The slot at which its blockhash is known to be too old: who knows that slot knows whether it landed. */
  readonly expiredAt: number | undefined;
  /** Whether nothing more can be learnt by waiting. */
  readonly over: boolean;
}

/**
 * Tells when a transaction is out of time. Behind one address there can be many nodes, of which some lag, and a node
 * that lags calls a fresh blockhash invalid. So that counts only of a node that is as far as another which called it
 * valid; or once so many blocks have passed that it is too old wherever the nodes were when they were asked.
 *
 * @param blockhash - What dates the transaction; undefined for one that never expires, or that is not known.
 */
export function lifetimeOf(
  node: ClusterNode,
  blockhash: string | undefined,
): (landed: boolean) => Promise<Age> {
  let sentAt: number | undefined;
  let landedAt: number | undefined;
  let validAt: number | undefined;
  return async (landed) => {
    const height = await node.getBlockHeight("confirmed");
    sentAt ??= height;
    landedAt = landed ? (landedAt ?? height) : undefined;
    if (landedAt !== undefined) return { expiredAt: undefined, over: height > landedAt + BLOCKHASH_LIFE };
    // The node that told the first height may have lagged, and so may the one that is asked for the status.
    const over = height > sentAt + BLOCKHASH_LIFE + 2 * MOST_BEHIND;
    if (blockhash === undefined) return { expiredAt: undefined, over };
    const { value, context } = await node.isBlockhashValid(blockhash, { commitment: "confirmed" });
    const slot = context?.slot;
    if (value) {
      if (slot !== undefined) validAt = Math.max(slot, validAt ?? slot);
      return { expiredAt: undefined, over };
    }
    const proven = over || (slot !== undefined && validAt !== undefined && slot >= validAt);
    return { expiredAt: proven ? (slot ?? 0) : undefined, over };
  };
}
