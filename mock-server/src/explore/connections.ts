import type { createSolanaRpcFromTransport, RpcSubscriptions, SolanaRpcSubscriptionsApi } from "@solana/kit";
import type { Connection, TransactionConfirmationStrategy } from "@solana/web3.js";
import { SLOT_MS } from "../fixtures/world-data.js";
import { writeJson } from "../kernel/json.js";
import { nextTurn } from "../kernel/timers.js";
import { hasReached } from "../ledger/commitment.js";
import type { Commitment } from "../ledger/ledger.js";
import type { MockServer } from "../server/server.js";
import { type Notification, Subscriptions } from "./subscriptions.js";

export type KitRpc = ReturnType<typeof createSolanaRpcFromTransport>;
export type KitSubscriptions = RpcSubscriptions<SolanaRpcSubscriptionsApi>;

/** An optional library. If it is not installed, its use throws. */
const optional = <T>(handle: string, name: string, library: Promise<T>) =>
  library.then(
    (loaded) => () => loaded,
    () => () => {
      throw new Error(`${handle} needs ${name}, which is not installed. Run: npm install ${name}`);
    },
  );

/** The client libraries. If one is not installed, its use throws. */
export interface Libraries {
  readonly web3: () => typeof import("@solana/web3.js");
  readonly kit: () => typeof import("@solana/kit");
}

export const clientLibraries = async (): Promise<Libraries> => ({
  web3: await optional("connection", "@solana/web3.js", import("@solana/web3.js")),
  kit: await optional("rpc", "@solana/kit", import("@solana/kit")),
});

/** The WebSocket client of a `Connection`, an event emitter. */
interface WebSocketClient {
  emit(event: string, value?: unknown): void;
}

/** Real time (ms) that web3.js waits for a confirmation without a block height, by commitment. */
const TIMEOUT_MS = 30_000;
const FINALIZED_TIMEOUT_MS = 60_000;

/** A `Connection` whose subscriptions poll, and whose `confirmTransaction` waits on the server's clock. */
export function connectionOver(
  { web3 }: Libraries,
  server: MockServer,
  onUnknown: (method: string) => void = () => {},
): Connection {
  const { Connection, TransactionExpiredBlockheightExceededError, TransactionExpiredTimeoutError } = web3();
  const { rpc, fetch, clock } = server;
  const options = { commitment: "confirmed", disableRetryOnRateLimit: true, fetch: fetch as never } as const;
  const connection = new Connection(rpc.live, options);
  const subscriptions = new Subscriptions(server, onUnknown);
  const { _rpcWebSocket: socket } = connection as unknown as { readonly _rpcWebSocket: WebSocketClient };
  // web3.js reads integers beyond 2^53 as numbers.
  const notify = ({ method, params }: Notification) => socket.emit(method, JSON.parse(writeJson(params)));
  Object.assign(socket, {
    connect: () => socket.emit("open"),
    call: async (method: string, params: readonly unknown[]) => subscriptions.call(method, params, notify),
    notify: async () => {},
    close: () => {},
  });
  const confirmTransaction = connection.confirmTransaction.bind(connection);
  connection.confirmTransaction = async (
    strategy: TransactionConfirmationStrategy | string,
    commitment = connection.commitment,
  ) => {
    if (typeof strategy === "object" && "nonceAccountPubkey" in strategy)
      return confirmTransaction(strategy, commitment);
    const { signature, abortSignal } =
      typeof strategy === "string" ? { signature: strategy, abortSignal: undefined } : strategy;
    const height = Object(strategy).lastValidBlockHeight as number | undefined;
    const ms = commitment === "finalized" ? FINALIZED_TIMEOUT_MS : TIMEOUT_MS;
    const end = clock.now() + ms;
    // Every status has reached a commitment of an old name, such as "recent".
    const wanted = (commitment ?? "confirmed") as Commitment;
    for (;;) {
      abortSignal?.throwIfAborted();
      const seen = await connection.getSignatureStatuses([signature]).catch(() => undefined);
      const status = seen?.value[0];
      if (seen && status?.confirmationStatus && hasReached(status.confirmationStatus, wanted))
        return { context: seen.context, value: { err: status.err } };
      // As in web3.js, a block height that cannot be read does not end the wait.
      const now = height === undefined ? -1 : await connection.getBlockHeight(commitment).catch(() => -1);
      if (height !== undefined && now > height)
        throw new TransactionExpiredBlockheightExceededError(signature);
      if (height === undefined && clock.now() >= end)
        throw new TransactionExpiredTimeoutError(signature, ms / 1000);
      await clock.sleep(SLOT_MS);
    }
  };
  return connection;
}

export const rpcOver = ({ kit }: Libraries, server: MockServer): KitRpc =>
  kit().createSolanaRpcFromTransport(server.rpcTransport() as never);

/** The subscriptions client of kit, whose subscriptions poll. */
export function subscriptionsOver(
  { kit }: Libraries,
  server: MockServer,
  onUnknown: (method: string) => void,
): KitSubscriptions {
  const { createRpcSubscriptionsTransportFromChannelCreator, createSolanaRpcSubscriptionsFromTransport } =
    kit();
  const transport = createRpcSubscriptionsTransportFromChannelCreator(async ({ abortSignal }) => {
    const subscriptions = new Subscriptions(server, onUnknown);
    const listeners = new Set<(message: unknown) => void>();
    const emit = (message: unknown) => {
      for (const listener of [...listeners]) listener(message);
    };
    abortSignal.addEventListener("abort", () => subscriptions.close());
    return {
      on(event: string, listener: (message: never) => void, { signal }: { signal?: AbortSignal } = {}) {
        const listen = (message: unknown) => listener(message as never);
        const end = () => void listeners.delete(listen);
        if (event === "message") listeners.add(listen);
        signal?.addEventListener("abort", end);
        return end;
      },
      async send(message: unknown) {
        const { id, method, params } = message as { id: unknown; method: string; params: unknown[] };
        const result = subscriptions.call(method, params, emit);
        // kit listens for the response only after this call.
        void nextTurn().then(() => emit({ jsonrpc: "2.0", id, result }));
      },
    };
  });
  return createSolanaRpcSubscriptionsFromTransport(transport as never) as KitSubscriptions;
}
