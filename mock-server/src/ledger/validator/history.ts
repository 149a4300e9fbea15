import { readTransaction } from "../../formats/transaction.js";
import type { Landed, LandedPage, SignatureStatus } from "../ledger.js";
import {
  BASE64,
  CONFIRMED,
  pagesOf,
  type RpcStatus,
  type RpcTransaction,
  signatureStatusOf,
  tokenBalancesOf,
} from "./decode.js";
import type { RpcClient } from "./rpc-client.js";
import { RpcResponseError } from "./rpc-client.js";

/** An entry of `getSignaturesForAddress`. */
export interface RpcSignature {
  readonly signature: string;
  readonly slot: number;
}

/** Maximum statuses per call. */
const STATUSES = 256;
/** Maximum signatures per call. */
const MOST = 1000;

/** Reads statuses in the order of `signatures`, including old ones; undefined for unknown signatures. */
export async function readStatuses(
  client: RpcClient,
  signatures: readonly string[],
): Promise<(SignatureStatus | undefined)[]> {
  const answers = await client.batch<{ value: readonly (RpcStatus | null)[] }>(
    pagesOf(signatures, STATUSES).map((page) => ({
      method: "getSignatureStatuses",
      params: [page, { searchTransactionHistory: true }],
    })),
  );
  const found = answers.flatMap(({ value }) => value);
  return signatures.map((_, at) => signatureStatusOf(found[at] ?? null));
}

/** Reads landed transactions in the order of `signatures`, without unconfirmed ones. */
export async function readLandedTransactions(
  client: RpcClient,
  signatures: readonly string[],
): Promise<Landed[]> {
  if (signatures.length === 0) return [];
  const config = { ...BASE64, maxSupportedTransactionVersion: 1 };
  const [finalized, ...found] = (await client.batch([
    { method: "getSlot", params: [{ commitment: "finalized" }] },
    ...signatures.map((signature) => ({ method: "getTransaction", params: [signature, config] })),
  ])) as [number, ...(RpcTransaction | null)[]];
  return signatures.flatMap((signature, at) => {
    const transaction = found[at];
    return transaction ? [landedOf(signature, transaction, finalized)] : [];
  });
}

function landedOf(signature: string, transaction: RpcTransaction, finalized: number): Landed {
  const { slot, blockTime, meta } = transaction;
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const wire = new Uint8Array(Buffer.from(transaction.transaction[0], "base64"));
  return {
    accountKeys: [...readTransaction(wire).staticKeys, ...writable, ...readonly],
    err: meta.err,
    logs: meta.logMessages ?? [],
    unitsConsumed: meta.computeUnitsConsumed ?? 0,
    fee: BigInt(meta.fee),
    preBalances: meta.preBalances.map(BigInt),
    postBalances: meta.postBalances.map(BigInt),
    ...tokenBalancesOf(meta),
    signature,
    slot,
    at: (blockTime ?? 0) * 1000,
    commitment: slot <= finalized ? "finalized" : "confirmed",
    wire,
  };
}

/** Signatures of transactions that name any of `addresses`, newest first. */
export async function signaturesOf(
  client: RpcClient,
  addresses: readonly string[],
  { before, limit }: LandedPage,
): Promise<string[]> {
  const config = {
    ...CONFIRMED,
    limit: Math.min(limit, MOST),
    ...(before !== undefined && { before }),
  };
  const lists = await client.batch<RpcSignature[]>(
    addresses.map((address) => ({ method: "getSignaturesForAddress", params: [address, config] })),
  );
  const slots = new Map<number, Set<string>>();
  for (const { signature, slot } of lists.flat()) {
    const together = slots.get(slot);
    if (together) together.add(signature);
    else slots.set(slot, new Set([signature]));
  }
  const newestFirst = [...slots].sort(([a], [b]) => b - a);
  const found: string[] = [];
  for (const [slot, together] of newestFirst) {
    if (found.length >= limit) break;
    found.push(...(await ordered(client, slot, together, lists)));
  }
  return found.slice(0, limit);
}

/** Sorts the signatures of one slot, newest first. Each list is sorted; the order across lists comes from the block. */
async function ordered(
  client: RpcClient,
  slot: number,
  together: ReadonlySet<string>,
  lists: readonly (readonly RpcSignature[])[],
): Promise<string[]> {
  if (together.size === 1) return [...together];
  for (const list of lists) {
    const here = list.filter((line) => line.slot === slot).map(({ signature }) => signature);
    if (here.length === together.size) return here;
  }
  const config = {
    ...CONFIRMED,
    transactionDetails: "signatures",
    rewards: false,
    maxSupportedTransactionVersion: 1,
  };
  try {
    const block = await client.call<{ signatures: readonly string[] }>("getBlock", [slot, config]);
    return block.signatures.filter((signature) => together.has(signature)).reverse();
  } catch (error) {
    if (!(error instanceof RpcResponseError)) throw error;
    // The node has pruned the block, so the order across lists is unknown.
    return [...together];
  }
}
