import { ConfigurationError } from "../../errors/errors.js";
import { onAbort } from "../../http/deadline.js";
import { lookalike } from "../sign/wallet-transaction.js";
import {
  type AnyConnection,
  blockOf,
  type Commitment,
  genesisOf,
  HISTORY_PAGE,
  type LandedRecord,
  type SignatureStatus,
  type SolanaConnection,
} from "./connection.js";
import { isKitRpc, kitNode } from "./kit-node.js";
import type { Following } from "./settings.js";

/** A status and the slot it is based on; without a slot it proves nothing. */
export interface StatusAt {
  readonly status: SignatureStatus | undefined;
  readonly slot: number | undefined;
}

export interface LandedMessage {
  readonly slot: number | undefined;
  /** Absent if the node's response lacks it. */
  readonly message: Uint8Array | undefined;
  readonly meta: LandedRecord["meta"];
}

/** The cluster calls that sending uses, independent of the library. Optional ones may be missing. */
export interface ClusterCalls {
  send(bytes: Uint8Array, skipPreflight: boolean): Promise<unknown>;
  status(signature: string, history: boolean): Promise<StatusAt>;
  blockhashValid(
    blockhash: string,
    commitment: Commitment,
  ): Promise<{ readonly valid: boolean; readonly slot: number | undefined }>;
  genesis?(): Promise<string>;
  firstBlock?(): Promise<number>;
  simulate?(
    bytes: Uint8Array,
    sigVerify: boolean,
  ): Promise<{ readonly err: unknown; readonly logs: readonly string[] }>;
  /** One page of the transactions that name an address, newest first, as of `minSlot` or later. */
  signaturesOf?(
    address: string,
    page: { readonly before?: string; readonly minSlot?: number },
  ): Promise<readonly { readonly signature: string; readonly slot: number }[]>;
  transaction?(signature: string): Promise<LandedMessage | undefined>;
  /** Calls `begun` once the subscription is open and `reached` at the commitment; returns a function that ends it. */
  readonly onReached?: (
    signature: string,
    commitment: Commitment,
    reached: () => void,
    begun: () => void,
  ) => () => void;
}

export interface ClusterNode extends ClusterCalls {
  /** Messages that this process sent and whose outcome is open: signature by message hash. */
  readonly underway: Map<string, string>;
}

const METHODS = ["sendRawTransaction", "getSignatureStatuses", "isBlockhashValid"] as const;

/** Per connection, so that one app or test does not see the payments of another. */
const UNDERWAY = new WeakMap<object, Map<string, string>>();

/** Adapts a connection, with a time limit for each call. `subscribe` is the option of `signAndSend`. */
export function clusterNode(
  connection: AnyConnection,
  subscribe: boolean | undefined,
  limits: Pick<Following, "nodeTimeout" | "signal">,
): ClusterNode {
  if (typeof connection === "object" && connection !== null) {
    // A kit Rpc has a function for every name, so `in` is required.
    if ("sendRawTransaction" in connection)
      return boundedNode(connection, web3Node(connection, subscribe), limits);
    const [rpc, subscriptions] =
      "rpc" in connection && isKitRpc(connection.rpc)
        ? [connection.rpc, subscribe === false ? undefined : connection.rpcSubscriptions]
        : [connection, undefined];
    if (isKitRpc(rpc)) return boundedNode(rpc, kitNode(rpc, subscriptions), limits);
  }
  // Only its type: a URL often contains the provider's key.
  const given = connection === null ? "null" : `of type ${typeof connection}`;
  throw new ConfigurationError(
    `connection is ${given} and cannot send a transaction. Pass a Connection of @solana/web3.js, or an rpc of @solana/kit (or { rpc, rpcSubscriptions }). Nothing was sent.`,
  );
}

function web3Node(connection: SolanaConnection, subscribe: boolean | undefined): ClusterCalls {
  for (const method of METHODS)
    if (typeof connection[method] !== "function")
      throw new ConfigurationError(`connection lacks the method ${method}. Nothing was sent.`);
  const has = (method: keyof SolanaConnection) => typeof connection[method] === "function";
  // A Connection opens its WebSocket at the first subscription, and logs to the console if it cannot.
  const { _rpcWebSocketConnected: open } = connection as { _rpcWebSocketConnected?: unknown };
  return {
    send: (bytes, skipPreflight) =>
      connection.sendRawTransaction(bytes, { skipPreflight, preflightCommitment: "processed" }),
    status: async (signature, history) => {
      const { value, context } = await connection.getSignatureStatuses([signature], {
        searchTransactionHistory: history,
      });
      return { status: value[0] ?? undefined, slot: context?.slot };
    },
    blockhashValid: async (blockhash, commitment) => {
      const { value, context } = await connection.isBlockhashValid(blockhash, { commitment });
      return { valid: value, slot: context?.slot };
    },
    ...(has("getGenesisHash") && { genesis: async () => genesisOf(await connection.getGenesisHash?.()) }),
    ...(has("getFirstAvailableBlock") && {
      firstBlock: async () => blockOf(await connection.getFirstAvailableBlock?.()),
    }),
    ...(has("simulateTransaction") && {
      simulate: async (bytes: Uint8Array, sigVerify: boolean) => {
        const call = [lookalike(bytes), { sigVerify, commitment: "processed" }] as never[];
        const answer = await connection.simulateTransaction?.(...(call as [never, never]));
        const { err, logs } = answer?.value ?? {};
        if (err === undefined) throw new TypeError("The node does not say whether the transaction succeeds.");
        return { err, logs: logs ?? [] };
      },
    }),
    ...(has("getSignaturesForAddress") && {
      signaturesOf: async (address: string, page: { before?: string; minSlot?: number }) => {
        const { before, minSlot } = page;
        const options = {
          limit: HISTORY_PAGE,
          ...(before !== undefined && { before }),
          ...(minSlot !== undefined && { minContextSlot: minSlot }),
        };
        const named = { toBase58: () => address } as never;
        const answer = await connection.getSignaturesForAddress?.(named, options, "confirmed");
        if (!Array.isArray(answer)) throw new TypeError("The node does not return the wallet's history.");
        return answer;
      },
    }),
    ...(has("getTransaction") && {
      transaction: async (signature: string) => {
        const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 } as const;
        const record = await connection.getTransaction?.(signature, config);
        if (!record) return undefined;
        return {
          slot: record.slot,
          message: messageBytes(record),
          meta: record.meta,
        };
      },
    }),
    ...((subscribe ?? open === true) && has("onSignature") && { onReached: web3Subscription(connection) }),
  };
}

/** The signed bytes. Under jsdom web3.js cannot serialise: the page's Uint8Array is not Node's. */
function messageBytes({ transaction }: LandedRecord): Uint8Array | undefined {
  try {
    return transaction?.message.serialize();
  } catch {
    return undefined;
  }
}

const web3Subscription =
  (connection: SolanaConnection): NonNullable<ClusterCalls["onReached"]> =>
  (signature, commitment, reached) => {
    const id = connection.onSignature?.(signature, reached, commitment);
    return () => {
      // It ends on its own after calling back.
      if (id !== undefined) connection.removeSignatureListener?.(id)?.catch(() => undefined);
    };
  };

/**
 * Limits a node's calls to `nodeTimeout` milliseconds of the machine's time, and by the signal: a silent node would
 * block the caller for minutes. The signal's reason is omitted, since it may be the failure of another payment.
 */
function boundedNode(
  connection: object,
  calls: ClusterCalls,
  { nodeTimeout, signal }: Pick<Following, "nodeTimeout" | "signal">,
): ClusterNode {
  const bound =
    (call: (...args: never[]) => Promise<unknown>) =>
    (...args: never[]) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`The node did not answer within ${nodeTimeout} ms (nodeTimeout).`)),
          nodeTimeout,
        );
        const off =
          signal && onAbort(signal, () => reject(new Error("The signal ended the call of the node.")));
        call(...args)
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            off?.();
          });
      });
  const { onReached, ...asked } = calls;
  const limited = Object.entries(asked).map(([name, call]) => [name, bound(call)]);
  const underway = UNDERWAY.get(connection) ?? new Map<string, string>();
  UNDERWAY.set(connection, underway);
  return { ...(Object.fromEntries(limited) as typeof asked), ...(onReached && { onReached }), underway };
}
