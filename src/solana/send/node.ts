import { ConfigurationError } from "../../errors.js";
import { type AnyConnection, type Commitment, orAborted, type SolanaConnection } from "./connection.js";
import { isKitRpc, kitNode } from "./kit-node.js";
import { Underway } from "./underway.js";

/** A cluster as sending and confirming ask it, whatever library leads to it. */
export interface ClusterNode
  extends Omit<SolanaConnection, "getTransaction" | "onSignature" | "removeSignatureListener"> {
  /** The transactions that were handed over through this connection and may land. */
  readonly underway: Underway;
  /** The log lines of a landed transaction; empty where the node does not tell. */
  logsOf(signature: string): Promise<readonly string[]>;
  /**
   * Calls back when a transaction has reached a commitment, and answers how to end that; absent without a subscription. It calls
   * `begun` once the subscription stands, where that can be known.
   */
  readonly onReached?: (
    signature: string,
    commitment: Commitment,
    reached: () => void,
    begun: () => void,
  ) => () => void;
}

/** The calls alone. */
export type ClusterCalls = Omit<ClusterNode, "underway">;

const METHODS = ["sendRawTransaction", "getSignatureStatuses", "isBlockhashValid", "getBlockHeight"] as const;

/**
 * Reads what leads to a cluster.
 *
 * @param subscribe - Whether a `Connection` is also asked by WebSocket. Undefined: if its WebSocket is open already.
 * @throws ConfigurationError when it is nothing that is known: told before anything is signed or sent.
 */
export function clusterNode(connection: AnyConnection, subscribe: boolean | undefined): ClusterNode {
  if (typeof connection === "object" && connection !== null) {
    // An Rpc of kit answers a function for every name, so that only `in` tells.
    if ("sendRawTransaction" in connection)
      return { ...web3Node(connection, subscribe), underway: new Underway(connection) };
    const [rpc, subscriptions] =
      "rpc" in connection && isKitRpc(connection.rpc)
        ? [connection.rpc, subscribe === false ? undefined : connection.rpcSubscriptions]
        : [connection, undefined];
    if (isKitRpc(rpc)) return { ...kitNode(rpc, subscriptions), underway: new Underway(rpc) };
  }
  // Only its type: an address often holds the key of a node's provider.
  const given = connection === null ? "null" : `of type ${typeof connection}`;
  throw new ConfigurationError(
    `connection is ${given} and cannot send a transaction. Pass a Connection of @solana/web3.js, or an rpc of @solana/kit (or { rpc, rpcSubscriptions }). Nothing was sent.`,
  );
}

function web3Node(connection: SolanaConnection, subscribe: boolean | undefined): ClusterCalls {
  for (const method of METHODS)
    if (typeof connection[method] !== "function")
      throw new ConfigurationError(`connection lacks the method ${method}. Nothing was sent.`);
  // A Connection opens its WebSocket at the first subscription, and complains on the console where there is none.
  const { _rpcWebSocketConnected: open } = connection as { _rpcWebSocketConnected?: unknown };
  return {
    sendRawTransaction: (...call) => connection.sendRawTransaction(...call),
    getSignatureStatuses: (...call) => connection.getSignatureStatuses(...call),
    isBlockhashValid: (...call) => connection.isBlockhashValid(...call),
    getBlockHeight: (...call) => connection.getBlockHeight(...call),
    logsOf: async (signature) => {
      const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 } as const;
      const record = await connection.getTransaction?.(signature, config);
      return record?.meta?.logMessages ?? [];
    },
    ...((subscribe ?? open === true) && typeof connection.onSignature === "function"
      ? { onReached: web3Subscription(connection) }
      : {}),
  };
}

const web3Subscription =
  (connection: SolanaConnection): NonNullable<ClusterNode["onReached"]> =>
  (signature, commitment, reached) => {
    const id = connection.onSignature?.(signature, reached, commitment);
    return () => {
      // It ends by itself once it has told.
      if (id !== undefined) connection.removeSignatureListener?.(id)?.catch(() => undefined);
    };
  };

/**
 * A node whose calls end with the signal: one that hangs would keep the caller for ever. They end with an error that says
 * nothing else: the signal's reason may be the failure of another payment, which would be taken for this one's.
 */
export function endingWith(signal: AbortSignal | undefined, node: ClusterNode): ClusterNode {
  const ending = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await orAborted(signal, answer);
    } catch (error) {
      throw signal?.aborted ? new Error("The signal ended the call of the node.") : error;
    }
  };
  return {
    ...node,
    sendRawTransaction: (...call) => ending(node.sendRawTransaction(...call)),
    getSignatureStatuses: (...call) => ending(node.getSignatureStatuses(...call)),
    isBlockhashValid: (...call) => ending(node.isBlockhashValid(...call)),
    getBlockHeight: (...call) => ending(node.getBlockHeight(...call)),
    logsOf: (...call) => ending(node.logsOf(...call)),
  };
}
