import { decodeBase64, encodeBase64, readWire } from "../decode/wire-transaction.js";
import {
  blockOf,
  genesisOf,
  HISTORY_PAGE,
  type KitRequest,
  type KitRpc,
  type KitSubscriptions,
  type SignatureStatus,
} from "./connection.js";
import type { ClusterCalls, LandedMessage } from "./node.js";

interface Context {
  readonly context: { readonly slot: bigint };
}

interface Status {
  readonly slot: bigint;
  readonly err: unknown;
  readonly confirmationStatus: SignatureStatus["confirmationStatus"] | null;
  readonly confirmations: bigint | null;
}

export const isKitRpc = (value: unknown): value is KitRpc =>
  typeof value === "object" &&
  value !== null &&
  ["sendTransaction", "getSignatureStatuses", "isBlockhashValid"].every(
    (name) => typeof (value as Record<string, unknown>)[name] === "function",
  );

export function kitNode(kit: KitRpc, subscriptions: KitSubscriptions | undefined): ClusterCalls {
  const rpc = kit as unknown as Record<string, ((...call: readonly unknown[]) => KitRequest) | undefined>;
  const ask = async <T>(method: string, ...call: readonly unknown[]) => {
    const request = rpc[method];
    if (typeof request !== "function") throw new TypeError(`connection has no method ${method}.`);
    return (await request(...call).send()) as T;
  };
  return {
    send: (bytes, skipPreflight) =>
      ask("sendTransaction", encodeBase64(bytes), {
        encoding: "base64",
        skipPreflight,
        preflightCommitment: "processed",
      }),
    status: async (signature, searchTransactionHistory) => {
      const answer = await ask<Context & { value: readonly (Status | null)[] }>(
        "getSignatureStatuses",
        [signature],
        { searchTransactionHistory },
      );
      return { status: statusOf(answer.value[0] ?? null), slot: Number(answer.context.slot) };
    },
    blockhashValid: async (blockhash, commitment) => {
      const answer = await ask<Context & { value: boolean }>("isBlockhashValid", blockhash, { commitment });
      return { valid: answer.value, slot: Number(answer.context.slot) };
    },
    genesis: async () => genesisOf(await ask("getGenesisHash")),
    firstBlock: async () => blockOf(await ask("getFirstAvailableBlock")),
    simulate: async (bytes, sigVerify) => {
      const { value } = await ask<{ value: { err: unknown; logs?: readonly string[] | null } }>(
        "simulateTransaction",
        encodeBase64(bytes),
        { encoding: "base64", sigVerify, commitment: "processed" },
      );
      if (value.err === undefined)
        throw new TypeError("The node does not say whether the transaction succeeds.");
      return { err: plain(value.err) ?? null, logs: value.logs ?? [] };
    },
    signaturesOf: async (address, { before, minSlot }) => {
      const config = {
        limit: HISTORY_PAGE,
        commitment: "confirmed",
        ...(before !== undefined && { before }),
        ...(minSlot !== undefined && { minContextSlot: BigInt(minSlot) }),
      };
      const page = await ask<readonly { signature: string; slot: bigint }[]>(
        "getSignaturesForAddress",
        address,
        config,
      );
      return page.map(({ signature, slot }) => ({ signature, slot: Number(slot) }));
    },
    transaction: async (signature) => {
      const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0, encoding: "base64" };
      const record = await ask<{
        slot: bigint;
        transaction: readonly [string, "base64"];
        meta: unknown;
      } | null>("getTransaction", signature, config);
      if (record === null) return undefined;
      const bytes = decodeBase64(record.transaction?.[0] ?? "");
      return {
        slot: Number(record.slot),
        message: bytes?.length ? readWire(bytes).message : undefined,
        meta: metaOf(record.meta),
      };
    },
    ...(subscriptions && { onReached: subscription(subscriptions) }),
  };
}

const statusOf = (status: Status | null): SignatureStatus | undefined =>
  status === null
    ? undefined
    : {
        slot: Number(status.slot),
        err: plain(status.err),
        confirmationStatus: status.confirmationStatus ?? undefined,
        confirmations: status.confirmations === null ? null : Number(status.confirmations),
      };

/** Converts the effects to web3.js's format: numbers, and addresses with `toBase58()`. */
function metaOf(value: unknown): LandedMessage["meta"] {
  // Balances stay bigint: lamports can exceed the safe integers.
  const meta = value as NonNullable<LandedMessage["meta"]> | null;
  const loaded = meta?.loadedAddresses as unknown as
    | { writable: readonly string[]; readonly: readonly string[] }
    | undefined;
  if (meta === null || loaded === undefined) return meta;
  const named = (addresses: readonly string[]) => addresses.map((text) => ({ toBase58: () => text }));
  return { ...meta, loadedAddresses: { writable: named(loaded.writable), readonly: named(loaded.readonly) } };
}

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
      const notifications = await request.subscribe({ abortSignal: ended.signal });
      begun();
      for await (const _ of notifications) return reached();
    };
    // Polling also works without a socket.
    listen().catch(() => undefined);
    return () => ended.abort();
  };
