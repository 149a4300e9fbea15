import { encodeBase64 } from "../decode/base64.js";
import type { KitRequest, KitRpc, KitSubscriptions, SignatureStatus } from "./connection.js";
import type { ClusterCalls } from "./node.js";

interface Context {
  readonly context: { readonly slot: bigint };
}

interface Status {
  readonly slot: bigint;
  readonly err: unknown;
  readonly confirmationStatus: SignatureStatus["confirmationStatus"] | null;
  readonly confirmations: bigint | null;
}

/** Whether a value is an Rpc of `@solana/kit`. */
export const isKitRpc = (value: unknown): value is KitRpc =>
  typeof value === "object" &&
  value !== null &&
  ["sendTransaction", "getSignatureStatuses", "isBlockhashValid", "getBlockHeight"].every(
    (name) => typeof (value as Record<string, unknown>)[name] === "function",
  );

/** A cluster behind an Rpc of `@solana/kit`, whose integers are bigints. */
export function kitNode(kit: KitRpc, subscriptions: KitSubscriptions | undefined): ClusterCalls {
  const rpc = kit as KitRpc & { getTransaction(...call: never[]): KitRequest };
  const ask = async <T>(method: keyof typeof rpc, ...call: readonly unknown[]) =>
    (await rpc[method](...(call as never[])).send()) as T;
  return {
    sendRawTransaction: (bytes, options) =>
      ask("sendTransaction", encodeBase64(bytes), { encoding: "base64", ...options }),
    getSignatureStatuses: async (signatures, config) => {
      const answer = await ask<Context & { value: readonly (Status | null)[] }>(
        "getSignatureStatuses",
        signatures,
        config,
      );
      return { context: contextOf(answer), value: answer.value.map(statusOf) };
    },
    isBlockhashValid: async (blockhash, config) => {
      const answer = await ask<Context & { value: boolean }>("isBlockhashValid", blockhash, config);
      return { context: contextOf(answer), value: answer.value };
    },
    getBlockHeight: async (commitment) =>
      Number(await ask<bigint>("getBlockHeight", commitment === undefined ? {} : { commitment })),
    logsOf: async (signature) => {
      const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0, encoding: "json" };
      const record = await ask<{ meta?: { logMessages?: readonly string[] | null } | null } | null>(
        "getTransaction",
        signature,
        config,
      );
      return record?.meta?.logMessages ?? [];
    },
    ...(subscriptions === undefined ? {} : { onReached: subscription(subscriptions) }),
  };
}

const contextOf = ({ context }: Context) => ({ slot: Number(context.slot) });

const statusOf = (status: Status | null): SignatureStatus | null =>
  status && {
    slot: Number(status.slot),
    err: plain(status.err),
    confirmationStatus: status.confirmationStatus ?? undefined,
    confirmations: status.confirmations === null ? null : Number(status.confirmations),
  };

/** The runtime's error as JSON-RPC writes it, with numbers. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

const subscription =
  (kit: KitSubscriptions): NonNullable<ClusterCalls["onReached"]> =>
  (signature, commitment, reached, begun) => {
    const ended = new AbortController();
    const listen = async () => {
      const request = kit.signatureNotifications(...([signature, { commitment }] as never[]));
      const words = await request.subscribe({ abortSignal: ended.signal });
      begun();
      for await (const _ of words) return reached();
    };
    // Without a socket the polls tell.
    listen().catch(() => undefined);
    return () => ended.abort();
  };
