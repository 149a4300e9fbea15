import { ConfigurationError } from "../../errors/errors.js";
import { onAbort, unless } from "../../runtime/abort.js";
import { decodeBase64, encodeBase64, readWire } from "../decode/wire-transaction.js";
import { has } from "../sign/method.js";
import type { Unsigned } from "../sign/transaction.js";
import { asWeb3 } from "../sign/wallet-transaction.js";
import type {
  AnyConnection,
  Commitment,
  InContext,
  KitRequest,
  KitRpc,
  KitSubscriptions,
  LandedRecord,
  SignatureStatus,
  SolanaConnection,
} from "./connection.js";
import { UnreadableVersion } from "./errors.js";
import type { Following } from "./settings.js";

/** The JSON-RPC calls of a payment over one connection, whatever its library. A call that it lacks is undefined. */
export type NodeRpc = ReturnType<typeof nodeRpc>;

/** Calls `opened` when the subscription opens and `reached` at the commitment. Returns a function that unsubscribes. */
type Subscribe = (
  signature: string,
  commitment: Commitment,
  reached: () => void,
  opened: () => void,
) => () => void;

const WEB3_METHODS = ["sendRawTransaction", "getSignatureStatuses", "isBlockhashValid"] as const;
const KIT_METHODS = ["sendTransaction", "getSignatureStatuses", "isBlockhashValid"] as const;

const isKitRpc = (value: unknown): value is KitRpc => KIT_METHODS.every((name) => has(value, name));

export const HISTORY_PAGE = 1000;

/** Messages over the connections of a call, kept per connection so that one app or test does not see those of another. */
export interface Messages {
  /** Messages that this process sent and that landed or may still land: signature by message hash. */
  readonly underway: Map<string, string>;
  /** Messages of `execute`, and landed ones of wallets that sign and send, with the payment of each. */
  readonly claimed: Map<string, unknown>;
  /** Guarded messages by the hash of the built one, with the limits within which each was guarded, and when. */
  readonly guarded: Map<
    string,
    { readonly transaction: Unsigned; readonly within: string; readonly at: number }
  >;
}

/** Adapts a connection, with a time limit for each call. */
export function nodeRpc(
  { isKit, connection, call, raw, onReached }: ReturnType<typeof libraryOf>,
  messages: () => Messages,
  limits: Pick<Following, "nodeTimeout" | "signal">,
) {
  const request = <T>(method: string, ...args: readonly unknown[]) =>
    limited<T>(() => call(method, args) as Promise<T>, limits);
  const offers = (method: keyof SolanaConnection | "getRecentPrioritizationFees") =>
    isKit || has(connection, method);
  const slotOf = (answer: InContext<unknown>) =>
    isKit ? Number((answer as Required<typeof answer>).context.slot) : answer.context?.slot;
  const encoded = isKit ? { encoding: "base64" } : {};
  return {
    messages,
    /** Claims a message that a wallet sent. Returns false if another payment over this connection has it. */
    claim: (messageHash: string, payment: unknown, isOwn: boolean): boolean => {
      const { underway, claimed } = messages();
      const other = claimed.get(messageHash) ?? (isOwn || !underway.has(messageHash) ? payment : undefined);
      if (other !== payment) return false;
      claimed.set(messageHash, payment);
      return true;
    },
    onReached,
    send: (bytes: Uint8Array, skipPreflight: boolean) => {
      const config = { ...encoded, skipPreflight, preflightCommitment: "processed" };
      return isKit
        ? request<unknown>("sendTransaction", encodeBase64(bytes), config)
        : request<unknown>("sendRawTransaction", bytes, config);
    },
    /** Returns a status and its slot. Without a slot, the status proves nothing. */
    status: async (signature: string, searchTransactionHistory: boolean) => {
      const config = { searchTransactionHistory };
      const answer = await request<Statuses>("getSignatureStatuses", [signature], config);
      const status = answer.value[0] ?? undefined;
      // kit returns numbers as bigint.
      return { status: isKit ? (plain(status) as typeof status) : status, slot: slotOf(answer) };
    },
    blockhashValid: async (blockhash: string, commitment: Commitment) => {
      const answer = await request<InContext<boolean>>("isBlockhashValid", blockhash, { commitment });
      return { valid: answer.value, slot: slotOf(answer) };
    },
    genesis: offers("getGenesisHash") ? async () => genesisOf(await request("getGenesisHash")) : undefined,
    firstBlock: offers("getFirstAvailableBlock")
      ? async () => blockOf(await request("getFirstAvailableBlock"))
      : undefined,
    simulate: offers("simulateTransaction")
      ? async (bytes: Uint8Array, sigVerify: boolean) => {
          const answer = await request<Simulation | undefined>(
            "simulateTransaction",
            isKit ? encodeBase64(bytes) : asWeb3(bytes),
            { ...encoded, sigVerify, commitment: "processed" },
          );
          const { err, logs, unitsConsumed, loadedAccountsDataSize } = answer?.value ?? {};
          if (err === undefined) throw new TypeError("The node does not say whether the simulation failed.");
          return {
            err: isKit ? plain(err) : err,
            logs: logs ?? [],
            // NaN if the node does not report them.
            units: Number(unitsConsumed ?? Number.NaN),
            loaded: Number(loadedAccountsDataSize ?? Number.NaN),
          };
        }
      : undefined,
    /** Returns one page of an address's transactions, newest first, as of `minSlot` or later. */
    signaturesOf: offers("getSignaturesForAddress")
      ? async (address: string, before: string | undefined, minSlot: number | undefined) => {
          const config = {
            limit: HISTORY_PAGE,
            ...(before !== undefined && { before }),
            ...(minSlot !== undefined && { minContextSlot: isKit ? BigInt(minSlot) : minSlot }),
          };
          const page = isKit
            ? await request("getSignaturesForAddress", address, { ...config, commitment: "confirmed" })
            : await request("getSignaturesForAddress", { toBase58: () => address }, config, "confirmed");
          if (!Array.isArray(page)) throw new TypeError("The node does not return the wallet's history.");
          return page as readonly { readonly signature: string; readonly slot: number | bigint }[];
        }
      : undefined,
    /** Accounts and the slot in which they were read. Undefined if the connection has only typed methods. */
    accounts: raw
      ? async (addresses: readonly string[], commitment: Commitment = "finalized") => {
          const config = { encoding: "base64", commitment };
          type Answer = InContext<readonly (RawAccount | null)[]>;
          const ask = async () => (await raw("getMultipleAccounts", [addresses, config])) as Answer;
          const answer = await limited(ask, limits);
          return { slot: Number(answer.context?.slot), accounts: answer.value };
        }
      : undefined,
    /** The priority fees of recent transactions that wrote to the accounts, by slot. */
    recentFees: offers("getRecentPrioritizationFees")
      ? async (addresses: readonly string[]) => {
          const accounts = addresses.map((address) => ({ toBase58: () => address }));
          const page = isKit
            ? await request("getRecentPrioritizationFees", addresses)
            : await request("getRecentPrioritizationFees", { lockedWritableAccounts: accounts });
          return page as readonly { readonly prioritizationFee: number | bigint }[];
        }
      : undefined,
    transaction: offers("getTransaction")
      ? async (signature: string) => {
          const config = { commitment: "confirmed", maxSupportedTransactionVersion: 1, ...encoded };
          // web3.js 1.98 rejects version 1, and 1.99 reads it, but cannot write its message.
          let isUnread = false;
          let record = await request<LandedRecord | null>("getTransaction", signature, config).catch(
            (error: unknown) => {
              isUnread = Object(error).name === "StructError";
              if (!isUnread) throw error;
              return null;
            },
          );
          isUnread ||= record?.version === 1 && landedOf(record).message === undefined;
          if (isUnread) {
            if (raw === undefined) throw new UnreadableVersion();
            const params = [signature, { ...config, encoding: "base64" }];
            record = (await limited(() => raw("getTransaction", params), limits)) as LandedRecord | null;
          }
          return record ? landedOf(record) : undefined;
        }
      : undefined,
  };
}

const landedOf = ({ slot, transaction, meta }: LandedRecord) => ({
  slot: slot === undefined ? slot : Number(slot),
  message: Array.isArray(transaction) ? rawMessage(transaction) : web3Message(transaction),
  meta,
});

/** An account as JSON-RPC returns it. */
export interface RawAccount {
  readonly owner: string;
  readonly lamports: number | bigint;
  readonly executable: boolean;
  readonly data: readonly [base64: string, encoding: string];
}

type Statuses = InContext<readonly (SignatureStatus | null)[]>;
type Simulation = InContext<{
  readonly err: unknown;
  readonly logs?: readonly string[] | null;
  readonly unitsConsumed?: number | bigint | null;
  readonly loadedAccountsDataSize?: number | bigint | null;
}>;

/** The calls of a connection's library. `subscribe` is the option of `signAndSend`. */
export function libraryOf(connection: AnyConnection, subscribe: boolean | undefined) {
  if (typeof connection === "object" && connection !== null) {
    // A kit Rpc returns a function for every name, so `in` is required.
    if ("sendRawTransaction" in connection) return web3Library(connection, subscribe);
    const [rpc, subscriptions] =
      "rpc" in connection && isKitRpc(connection.rpc)
        ? [connection.rpc, subscribe === false ? undefined : connection.rpcSubscriptions]
        : [connection, undefined];
    if (isKitRpc(rpc)) return kitLibrary(rpc, subscriptions);
  }
  // Shows only the type, because a URL often contains the provider's key.
  const type = connection === null ? "null" : `of type ${typeof connection}`;
  throw new ConfigurationError(
    `connection is ${type} and cannot send a transaction. Pass a Connection of @solana/web3.js, an rpc of @solana/kit, { rpc, rpcSubscriptions }, or client.runtime of @solana/client. Nothing was sent.`,
  );
}

function web3Library(connection: SolanaConnection, subscribe: boolean | undefined) {
  for (const method of WEB3_METHODS)
    if (!has(connection, method))
      throw new ConfigurationError(`connection lacks the method ${method}. Nothing was sent.`);
  const methods = connection as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  // A Connection opens its WebSocket at the first subscription, and logs to the console if it cannot.
  const { _rpcWebSocketConnected: open } = connection as { _rpcWebSocketConnected?: unknown };
  const listens = (subscribe ?? open === true) && has(connection, "onSignature");
  return {
    connection,
    isKit: false,
    call: async (method: string, args: readonly unknown[]) => methods[method]?.(...args),
    raw: rawOf(connection),
    onReached: listens ? web3Subscription(connection) : undefined,
  };
}

/**
 * Requests in plain JSON-RPC over a web3.js `Connection`: its typed methods reject or cannot write a transaction of
 * version 1. Undefined for an object that has only the typed methods.
 */
function rawOf(connection: object) {
  if (!has(connection, "_rpcRequest")) return undefined;
  const { _rpcRequest: ask } = connection as {
    _rpcRequest(
      method: string,
      params: readonly unknown[],
    ): Promise<{ readonly result?: unknown; readonly error?: { readonly message?: string } }>;
  };
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const { result, error } = await ask.call(connection, method, params);
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  };
}

function kitLibrary(connection: KitRpc, subscriptions: KitSubscriptions | undefined) {
  const rpc = connection as unknown as Record<
    string,
    ((...args: readonly unknown[]) => KitRequest) | undefined
  >;
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    if (typeof rpc[method] !== "function") throw new TypeError(`connection has no method ${method}.`);
    return rpc[method](...args).send();
  };
  return {
    connection,
    isKit: true,
    call,
    raw: call,
    onReached: subscriptions && kitSubscription(subscriptions),
  };
}

/**
 * Ends a call after `nodeTimeout` milliseconds of the machine's time or on the signal, because a silent node would
 * block the caller for minutes. The signal's reason is omitted: it may be the failure of another payment.
 */
const limited = <T>(
  call: () => Promise<T>,
  { nodeTimeout, signal }: Pick<Following, "nodeTimeout" | "signal">,
): Promise<T> =>
  unless(call(), (reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The node did not respond within ${nodeTimeout} ms (nodeTimeout).`)),
      nodeTimeout,
    );
    const off = signal && onAbort(signal, () => reject(new Error("The signal aborted the node call.")));
    return () => {
      clearTimeout(timer);
      off?.();
    };
  });

/** A missing value proves nothing: gateways return null when they lose a response. */
function genesisOf(answer: unknown): string {
  if (typeof answer === "string" && answer !== "") return answer;
  throw new TypeError("The node does not say which cluster it belongs to.");
}

function blockOf(answer: unknown): number {
  if (typeof answer === "number" || typeof answer === "bigint") return Number(answer);
  throw new TypeError("The node does not say which block is its first.");
}

/** Returns the signed bytes. Under jsdom, web3.js cannot serialise, because the page's Uint8Array is not Node's. */
function web3Message(transaction: LandedRecord["transaction"]): Uint8Array | undefined {
  try {
    return transaction?.message.serialize();
  } catch {
    return undefined;
  }
}

/** JSON-RPC returns a transaction as a pair of its base64 and the word `base64`. */
function rawMessage([base64 = ""]: readonly string[]): Uint8Array | undefined {
  const bytes = decodeBase64(base64);
  return bytes?.length ? readWire(bytes).message : undefined;
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

const web3Subscription =
  (connection: SolanaConnection): Subscribe =>
  (signature, commitment, reached) => {
    const id = connection.onSignature?.(signature, reached, commitment);
    return () => {
      // web3.js removes the listener on its own after the callback.
      if (id !== undefined) connection.removeSignatureListener?.(id)?.catch(() => undefined);
    };
  };

const kitSubscription =
  (kit: KitSubscriptions): Subscribe =>
  (signature, commitment, reached, opened) => {
    const ended = new AbortController();
    const listen = async () => {
      const request = kit.signatureNotifications(...([signature, { commitment }] as never[]));
      const notifications = await request.subscribe({ abortSignal: ended.signal });
      opened();
      for await (const _ of notifications) return reached();
    };
    // An error is ignored, because polling also works without a socket.
    listen().catch(() => undefined);
    return () => ended.abort();
  };
