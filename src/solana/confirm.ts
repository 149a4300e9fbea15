import { AbortedError } from "../errors.js";
import type { Commitment, SignatureStatus, SleepClock, SolanaConnection } from "./connection.js";
import {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "./send-errors.js";

/** A transaction that has landed and succeeded. */
export interface LandedTransaction {
  /** Base58 signature. */
  readonly signature: string;
  /** Slot in which it landed. */
  readonly slot: number;
  /** How sure the cluster is of it by now. */
  readonly confirmationStatus: Commitment;
}

/** A signed transaction on its way. */
export interface Sending {
  readonly bytes: Uint8Array;
  readonly signature: string;
  readonly blockhash: string;
  readonly connection: SolanaConnection;
  readonly commitment: Commitment;
  readonly pollInterval: number;
  readonly clock: SleepClock;
  readonly signal?: AbortSignal | undefined;
}

const COMMITMENTS: readonly Commitment[] = ["processed", "confirmed", "finalized"];

/** Blocks that a blockhash is good for: 150 from any moment is past the end of every blockhash of that moment. */
const BLOCKHASH_LIFE = 150;

/** Polls in a row that may fail before the outcome is given up as unknown. */
const MAX_FAILURES = 5;

/** A transaction that has not landed is sent again at every second poll: nodes drop them when they are busy. */
const POLLS_PER_SEND = 2;

const statusOf = ({ confirmationStatus, confirmations }: SignatureStatus): Commitment =>
  confirmationStatus ?? (confirmations === null ? "finalized" : "processed");

/** Sends a transaction and follows it to its commitment, or to an end that is certain. */
export async function sendAndConfirm(sending: Sending): Promise<LandedTransaction> {
  const { signature, commitment, pollInterval, clock, signal, connection } = sending;
  const expiry = expiryOf(sending);
  let accepted = false;
  let failures = 0;
  for (let poll = 0; ; poll++) {
    throwIfAborted(signal);
    try {
      if (!accepted) accepted = await send(sending);
      const status = await readStatus(sending, false);
      if (status && COMMITMENTS.indexOf(statusOf(status)) >= COMMITMENTS.indexOf(commitment))
        return await settle(connection, signature, status);
      if (await expiry(status !== undefined)) {
        // It may have landed between the look at its status and the look at its blockhash.
        const last = status ?? (await readStatus(sending, true));
        if (last === undefined) throw new TransactionExpiredError(signature);
        if (status !== undefined)
          throw new TransactionUnconfirmedError(
            `it is still ${statusOf(status)} after ${BLOCKHASH_LIFE} blocks`,
            signature,
          );
      }
      if (status === undefined && poll % POLLS_PER_SEND === 1) await send(sending, true);
      failures = 0;
    } catch (error) {
      if (isOutcome(error)) throw error;
      if (++failures >= MAX_FAILURES)
        throw new TransactionUnconfirmedError("the node cannot be reached", signature, error);
    }
    try {
      await clock.sleep(pollInterval, signal);
    } catch (error) {
      throwIfAborted(signal);
      throw error;
    }
  }
}

const isOutcome = (error: unknown): boolean =>
  [TransactionFailedError, TransactionExpiredError, TransactionUnconfirmedError].some(
    (type) => error instanceof type,
  );

/** Ends a call whose signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new AbortedError(
      "Sending was aborted. What was sent may still land: look it up by its signature.",
      {
        cause: signal.reason,
      },
    );
}

/** Hands the bytes to the node. True when it took them, or has them already. */
async function send(sending: Sending, again = false): Promise<boolean> {
  const { connection, bytes, signature } = sending;
  try {
    await connection.sendRawTransaction(bytes, { skipPreflight: again, preflightCommitment: "processed" });
    return true;
  } catch (error) {
    if (again) return true;
    const { logs, transactionError, code } = error as {
      logs?: unknown;
      transactionError?: unknown;
      code?: unknown;
    };
    // Anything but the node's own refusal is a broken connection, after which the node may have it all the same.
    if (logs === undefined && transactionError === undefined && typeof code !== "number") throw error;
    if (await readStatus(sending, false)) return true;
    const lines = Array.isArray(logs) ? logs.map(String) : [];
    const text = `The node refused transaction ${signature}: ${(error as Error).message}`;
    throw new TransactionFailedError(text, "preflight", signature, transactionError, lines, error);
  }
}

async function readStatus(
  { connection, signature }: Sending,
  history: boolean,
): Promise<SignatureStatus | undefined> {
  const { value } = await connection.getSignatureStatuses([signature], { searchTransactionHistory: history });
  return value[0] ?? undefined;
}

async function settle(
  connection: SolanaConnection,
  signature: string,
  status: SignatureStatus,
): Promise<LandedTransaction> {
  const { slot, err } = status;
  if (err === null || err === undefined) return { signature, slot, confirmationStatus: statusOf(status) };
  // The logs are a courtesy: the failure is certain without them.
  const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 } as const;
  const record = await connection.getTransaction?.(signature, config).catch(() => null);
  const logs = record?.meta?.logMessages ?? [];
  const reason = logs.length === 0 ? "" : ` Its last log line: ${logs[logs.length - 1]}`;
  const text = `Transaction ${signature} landed in slot ${slot} and failed: ${JSON.stringify(err)}.${reason}`;
  throw new TransactionFailedError(text, "executed", signature, err, logs);
}

/**
 * Tells when a transaction is out of time. A node that lags does not know a fresh blockhash and calls it invalid, so
 * one that was never seen valid only counts as expired when enough blocks have passed.
 */
function expiryOf({ connection, blockhash }: Sending): (landed: boolean) => Promise<boolean> {
  let lastHeight: number | undefined;
  let wasValid = false;
  return async (landed) => {
    const height = await connection.getBlockHeight("confirmed");
    lastHeight ??= height + BLOCKHASH_LIFE;
    if (height > lastHeight) return true;
    if (landed) return false;
    const { value } = await connection.isBlockhashValid(blockhash, { commitment: "confirmed" });
    if (!value) return wasValid;
    wasValid = true;
    return false;
  };
}
