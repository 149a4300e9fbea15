import { AbortedError } from "../../errors.js";
import {
  type Commitment,
  endingWith,
  orAborted,
  type SignatureStatus,
  type SleepClock,
  type SolanaConnection,
} from "./connection.js";
import {
  TransactionAbortedError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "./errors.js";
import { submit } from "./hand-over.js";
import { BLOCKHASH_LIFE, lifetimeOf } from "./lifetime.js";

/** A transaction that has landed and succeeded. */
export interface LandedTransaction {
  /** Base58 signature. */
  readonly signature: string;
  /** Slot in which it landed. */
  readonly slot: number;
  /** How sure the cluster is of it by now. */
  readonly confirmationStatus: Commitment;
}

/** A signed transaction. */
export interface SignedTransaction {
  readonly bytes: Uint8Array;
  readonly signature: string;
  /** The blockhash that was signed. */
  readonly blockhash: string;
  /** Whether a nonce account dates it instead. */
  readonly durable: boolean;
}

/** A signed transaction on its way. */
export interface Sending extends SignedTransaction {
  readonly connection: SolanaConnection;
  readonly commitment: Commitment;
  readonly pollInterval: number;
  readonly clock: SleepClock;
  readonly signal?: AbortSignal | undefined;
}

const COMMITMENTS: readonly Commitment[] = ["processed", "confirmed", "finalized"];

/** Polls in a row that may fail before the outcome is given up as unknown. */
const MAX_FAILURES = 5;

/** A transaction that has not landed is sent again at every second poll: nodes drop them when they are busy. */
const POLLS_PER_SEND = 2;

const statusOf = ({ confirmationStatus, confirmations }: SignatureStatus): Commitment =>
  confirmationStatus ?? (confirmations === null ? "finalized" : "processed");

/** Sends a transaction and follows it to its commitment, or to an end that is certain. */
export async function sendAndConfirm(sending: Sending): Promise<LandedTransaction> {
  const { signature, pollInterval, clock, signal } = sending;
  throwIfAborted(signal);
  const attempt = attemptOf({ ...sending, connection: endingWith(signal, sending.connection) });
  let failures = 0;
  for (let poll = 0; ; poll++) {
    try {
      const landed = await attempt(poll);
      if (landed !== undefined) return landed;
      failures = 0;
    } catch (error) {
      if (isOutcome(error)) throw error;
      throwIfAborted(signal, signature);
      if (++failures >= MAX_FAILURES)
        throw new TransactionUnconfirmedError("the node cannot be reached", signature, error);
    }
    throwIfAborted(signal, signature);
    try {
      await orAborted(signal, clock.sleep(pollInterval, signal));
    } catch (error) {
      throwIfAborted(signal, signature);
      throw error;
    }
  }
}

const isOutcome = (error: unknown): boolean =>
  [TransactionFailedError, TransactionExpiredError, TransactionUnconfirmedError].some(
    (type) => error instanceof type,
  );

/** Ends a call whose signal is aborted; with a signature, after something was sent. */
export function throwIfAborted(signal: AbortSignal | undefined, signature?: string): void {
  if (!signal?.aborted) return;
  if (signature !== undefined) throw new TransactionAbortedError(signature, signal.reason);
  throw new AbortedError("The call was aborted by its signal before anything was sent; see cause.", {
    cause: signal.reason,
  });
}

/** One round: send it if no node has it yet, look what became of it, and whether it is out of time. */
function attemptOf(sending: Sending): (poll: number) => Promise<LandedTransaction | undefined> {
  const { connection, bytes, signature, blockhash, durable, commitment } = sending;
  const age = lifetimeOf(connection, blockhash, durable);
  let taken = false;
  // Once a send was left without an answer the transaction may be on its way, whatever nodes say to later ones.
  let unanswered = false;
  let lastWord: unknown;
  const landed = (status: SignatureStatus | undefined): status is SignatureStatus =>
    status !== undefined && COMMITMENTS.indexOf(statusOf(status)) >= COMMITMENTS.indexOf(commitment);

  return async (poll) => {
    const sent = taken ? ({ kind: "taken" } as const) : await submit(connection, bytes, signature);
    if (sent.kind === "taken") taken = true;
    else lastWord = sent.kind === "refused" ? sent.error.cause : sent.error;
    if (sent.kind === "unanswered") unanswered = true;
    const seen = await look(sending, false);
    if (seen.status !== undefined) taken = true;
    if (landed(seen.status)) return settle(connection, signature, seen.status);
    if (sent.kind === "refused" && !taken && !unanswered) throw sent.error;

    const { expiredAt, over } = await age(seen.status !== undefined);
    // It may have landed between the look at its status and the look at its blockhash.
    const last = expiredAt === undefined ? seen : await look(sending, true);
    if (landed(last.status)) return settle(connection, signature, last.status);
    // A node that is not as far as the one that called the blockhash too old cannot tell that it did not land.
    if (last.status === undefined && expiredAt !== undefined && last.slot >= expiredAt)
      throw new TransactionExpiredError(signature, lastWord);
    if (over && seen.status !== undefined)
      throw new TransactionUnconfirmedError(
        `it is still ${statusOf(seen.status)} after ${BLOCKHASH_LIFE} blocks`,
        signature,
      );
    if (over && last.status === undefined)
      throw new TransactionUnconfirmedError("no node tells what became of it", signature, lastWord);

    if (sent.kind === "taken" && last.status === undefined && poll % POLLS_PER_SEND === 1)
      // What it answers tells nothing new: the node has it.
      await connection
        .sendRawTransaction(bytes, { skipPreflight: true, preflightCommitment: "processed" })
        .catch(() => undefined);
    return undefined;
  };
}

/** What a node knows of the transaction, and as of which slot. */
async function look({ connection, signature }: Sending, history: boolean) {
  const config = { searchTransactionHistory: history };
  const { value, context } = await connection.getSignatureStatuses([signature], config);
  return { status: value[0] ?? undefined, slot: context?.slot ?? Number.POSITIVE_INFINITY };
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
