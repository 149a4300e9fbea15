import { MOST_CAUSES, neverSent } from "../../http/never-sent.js";
import type { ClusterNode } from "./node.js";

/** The outcome of handing a transaction to a node. */
export type Submission =
  /** The node has it. */
  | { readonly kind: "taken" }
  /** The node judged it and sent it nowhere. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** It did not leave this process, or was turned away before a node saw it. */
  | { readonly kind: "unsent"; readonly error: unknown }
  /** Anything else: the node may have sent it on before it failed, or before the answer was lost. */
  | { readonly kind: "unanswered"; readonly error: unknown };

/** A node's word that it will not pass a transaction on. */
export interface Refusal {
  readonly message: string;
  /** Whether its blockhash is the reason: too old, or not known to this node yet. */
  readonly blockhash: boolean;
  /** The runtime's error, as JSON-RPC writes it. */
  readonly transactionError: unknown;
  readonly logs: readonly string[];
  readonly error: unknown;
}

/**
 * JSON-RPC errors by which a node says that it did not send the transaction on: preflight failed, a signature is wrong,
 * the bytes are none. A node that is behind (-32005), broke (-32603) or is busy (429) says nothing of the transaction.
 */
const REFUSALS: readonly unknown[] = [-32002, -32003, -32602];

/** HTTP answers of what stands before a node: a wrong key or a wrong path. */
const TURNED_AWAY: readonly unknown[] = [401, 403, 404, 405];

/** How `@solana/kit` numbers two of the runtime's errors. */
const KIT_ERRORS = new Map<unknown, string>([
  [7050007, "AlreadyProcessed"],
  [7050008, "BlockhashNotFound"],
]);

/** Hands the bytes to the node, which simulates them first. From then on they are under way, unless it is sure that they are not. */
export async function handOver(
  node: ClusterNode,
  { bytes, signature }: { readonly bytes: Uint8Array; readonly signature: string },
): Promise<Submission> {
  const handed = await handBytes(node, bytes);
  if (handed.kind === "taken" || handed.kind === "unanswered") node.underway.add(signature);
  return handed;
}

async function handBytes(node: ClusterNode, bytes: Uint8Array): Promise<Submission> {
  try {
    await node.sendRawTransaction(bytes, { skipPreflight: false, preflightCommitment: "processed" });
    return { kind: "taken" };
  } catch (error) {
    const failure = readFailure(error);
    if (!failure.refused) return { kind: neverLeft(error, failure) ? "unsent" : "unanswered", error };
    const { message, logs, transactionError } = failure;
    if (transactionError === "AlreadyProcessed" || /already been processed/i.test(message))
      return { kind: "taken" };
    const blockhash = transactionError === "BlockhashNotFound" || /blockhash not found/i.test(message);
    return { kind: "refused", refusal: { message, blockhash, transactionError, logs, error } };
  }
}

/** The fields of the errors of nodes, of web3.js and of kit. */
interface Failure {
  readonly code?: unknown;
  readonly data?: { readonly err?: unknown; readonly logs?: unknown } | null;
  readonly message?: unknown;
  readonly logs?: unknown;
  readonly context?: {
    readonly __code?: unknown;
    readonly logs?: unknown;
    readonly statusCode?: unknown;
  } | null;
  readonly cause?: Failure | null;
}

/** Reads a JSON-RPC error as nodes write it, and as web3.js does, which keeps neither its code nor the runtime's error. */
function readFailure(error: unknown) {
  const { code, data, message, context, cause, logs } = Object(error) as Failure;
  const lines = logs ?? data?.logs ?? context?.logs;
  const ofKit = context?.__code === undefined ? undefined : cause;
  return {
    // Only a simulation has logs.
    refused: REFUSALS.includes(code) || REFUSALS.includes(context?.__code) || Array.isArray(lines),
    message: [message, ofKit?.message].filter((part) => typeof part === "string").join(": "),
    logs: Array.isArray(lines) ? lines.map(String) : [],
    transactionError: data?.err ?? KIT_ERRORS.get(ofKit?.context?.__code),
    status: context?.statusCode ?? Number(/^(\d{3}) /.exec(typeof message === "string" ? message : "")?.[1]),
  };
}

const neverLeft = (error: unknown, { status }: { readonly status: unknown }): boolean =>
  neverSent(error) || TURNED_AWAY.includes(status) || isNoAddress(error);

/** Words of `fetch` for an address that it does not even try: a port that it never uses, no http, a password in it. */
const UNTRIED = /^(?:bad port|unknown scheme)$|URL that includes credentials/;

/** Whether `fetch` would not even try: the address is none, or one that it never uses. */
function isNoAddress(error: unknown, depth = 0): boolean {
  const { code, message, cause } = Object(error) as { code?: unknown; message?: unknown; cause?: unknown };
  if (code === "ERR_INVALID_URL" || (typeof message === "string" && UNTRIED.test(message))) return true;
  return cause !== undefined && depth < MOST_CAUSES && isNoAddress(cause, depth + 1);
}
