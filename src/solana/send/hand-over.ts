import type { SolanaConnection } from "./connection.js";
import { TransactionFailedError } from "./errors.js";

/** What became of handing a transaction to a node. */
export type Submission =
  /** The node has it. */
  | { readonly kind: "taken" }
  /** The node judged it and sent it nowhere. */
  | { readonly kind: "refused"; readonly error: TransactionFailedError }
  /** Anything else: the node may have sent it on before it failed, or before the answer was lost. */
  | { readonly kind: "unanswered"; readonly error: unknown };

/**
 * JSON-RPC errors by which a node says that it did not send the transaction on: preflight failed, a signature is wrong,
 * the bytes are none. A node that is behind (-32005), broke (-32603) or is busy (429) says nothing of the transaction.
 */
const REFUSALS: readonly unknown[] = [-32002, -32003, -32602];

/** Hands the bytes to the node, which simulates them first. */
export async function submit(
  connection: SolanaConnection,
  bytes: Uint8Array,
  signature: string,
): Promise<Submission> {
  try {
    await connection.sendRawTransaction(bytes, { skipPreflight: false, preflightCommitment: "processed" });
    return { kind: "taken" };
  } catch (error) {
    const { refused, message, logs, transactionError } = readFailure(error);
    if (!refused) return { kind: "unanswered", error };
    if (transactionError === "AlreadyProcessed" || /already been processed/i.test(message))
      return { kind: "taken" };
    const text = `The node refused transaction ${signature}: ${message}`;
    return {
      kind: "refused",
      error: new TransactionFailedError(text, "preflight", signature, transactionError, logs, error),
    };
  }
}

/** Reads a JSON-RPC error as nodes write it, and as web3.js does: that keeps neither its code nor the runtime's error. */
function readFailure(error: unknown) {
  const {
    code,
    data,
    message,
    logs = data?.logs,
  } = Object(error) as {
    code?: unknown;
    data?: { err?: unknown; logs?: unknown } | null;
    message?: unknown;
    logs?: unknown;
  };
  return {
    // Only a simulation has logs.
    refused: REFUSALS.includes(code) || Array.isArray(logs),
    message: String(message),
    logs: Array.isArray(logs) ? logs.map(String) : [],
    transactionError: data?.err,
  };
}
