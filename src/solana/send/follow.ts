import { AbortedError, ConfigurationError } from "../../errors.js";
import { stringify } from "../../json.js";
import { hideAddresses, withoutAddresses } from "./addresses.js";
import { type Commitment, orAborted, type SignatureStatus, type SleepClock } from "./connection.js";
import {
  refusedError,
  TransactionAbortedError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "./errors.js";
import { handOver } from "./hand-over.js";
import { BLOCKHASH_LIFE, lifetimeOf } from "./lifetime.js";
import { type ClusterNode, endingWith } from "./node.js";
import { Pause } from "./pause.js";
import { COMMITMENTS } from "./settings.js";

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
  readonly signature: string;
  /** The signed bytes; undefined where they are not known here, so that it cannot be sent again. */
  readonly bytes?: Uint8Array | undefined;
  /** The blockhash that was signed; undefined where a nonce account dates it, or it is not known. */
  readonly blockhash?: string | undefined;
  /** Whether somebody else has sent it already. */
  readonly sent: boolean;
  readonly node: ClusterNode;
  readonly commitment: Commitment;
  /** Milliseconds between two looks; undefined for quick looks at first, then one a second. */
  readonly pollInterval: number | undefined;
  readonly clock: SleepClock;
  readonly signal?: AbortSignal | undefined;
}

/** Rounds in a row that may fail before the outcome is given up as unknown. */
const MAX_FAILURES = 5;

const statusOf = ({ confirmationStatus, confirmations }: SignatureStatus): Commitment =>
  confirmationStatus ?? (confirmations === null ? "finalized" : "processed");

/** Sends a transaction, if it is not yet sent, and follows it to its commitment, or to an end that is certain. */
export async function follow(sending: Sending): Promise<LandedTransaction> {
  const { signature, signal } = sending;
  throwIfAborted(signal, sending.sent ? signature : undefined);
  const node = endingWith(signal, sending.node);
  const pause = new Pause(sending);
  const attempt = attemptOf({ ...sending, node }, pause);
  let failures = 0;
  try {
    for (;;) {
      try {
        const landed = await attempt();
        if (landed !== undefined) return landed;
        failures = 0;
      } catch (error) {
        if (error instanceof TransactionExpiredError) node.underway.delete(signature);
        if (isOutcome(error)) throw error;
        throwIfAborted(signal, signature);
        if (++failures >= MAX_FAILURES)
          throw new TransactionUnconfirmedError(
            `The node cannot be reached any more, so what became of transaction ${signature} is not known.`,
            signature,
            error,
          );
      }
      throwIfAborted(signal, signature);
      try {
        await orAborted(signal, pause.next());
      } catch (error) {
        throwIfAborted(signal, signature);
        throw new TransactionUnconfirmedError(
          `The clock failed, so what became of transaction ${signature} is not known.`,
          signature,
          error,
        );
      }
    }
  } finally {
    pause.end();
  }
}

const isOutcome = (error: unknown): boolean =>
  [TransactionFailedError, TransactionExpiredError, TransactionUnconfirmedError, ConfigurationError].some(
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
function attemptOf(sending: Sending, pause: Pause): () => Promise<LandedTransaction | undefined> {
  const { node, bytes, signature, blockhash, commitment } = sending;
  const age = lifetimeOf(node, blockhash);
  let taken = sending.sent;
  // Once a send was left without an answer the transaction may be on its way, whatever nodes say to later ones. So may one that an
  // earlier call handed over: the same bytes that are signed again have the same signature.
  let unanswered = node.underway.has(signature);
  if (taken) node.underway.add(signature);
  let lastWord: unknown;
  const landed = (status: SignatureStatus | undefined): status is SignatureStatus =>
    status !== undefined && COMMITMENTS.indexOf(statusOf(status)) >= COMMITMENTS.indexOf(commitment);

  return async () => {
    const sent =
      taken || bytes === undefined
        ? ({ kind: "taken" } as const)
        : await handOver(node, { bytes, signature });
    if (sent.kind === "taken") taken = true;
    else lastWord = sent.kind === "refused" ? sent.refusal.error : sent.error;
    if (sent.kind === "unsent" && !unanswered) throw notSentError(signature, sent.error);
    if (sent.kind === "unanswered") unanswered = true;
    if (taken) pause.listen();
    const seen = await look(sending, false);
    if (seen.status !== undefined) taken = true;
    if (landed(seen.status)) return settle(node, signature, seen.status);
    const refused = sent.kind === "refused" && !taken && !unanswered ? sent.refusal : undefined;
    if (refused !== undefined && !(refused.blockhash && blockhash !== undefined))
      throw refusedError(signature, refused);
    // Between two quick looks it does not grow old.
    if (!pause.full && refused === undefined) return undefined;

    const { expiredAt, over } = await age(seen.status !== undefined);
    // It may have landed between the look at its status and the look at its blockhash.
    const last = expiredAt === undefined && refused === undefined ? seen : await look(sending, true);
    if (landed(last.status)) return settle(node, signature, last.status);
    // A node that is not as far as the one that called the blockhash too old cannot tell that it did not land.
    if (last.status === undefined && expiredAt !== undefined && last.slot >= expiredAt)
      throw new TransactionExpiredError(signature, lastWord);
    // Where nothing was ever sent on, a node's word on the blockhash is enough: nothing can land.
    if (refused !== undefined && last.status === undefined && blockhash !== undefined) {
      const { value } = await node.isBlockhashValid(blockhash, { commitment: "processed" });
      if (!value) throw new TransactionExpiredError(signature, lastWord);
    }
    if (over && seen.status !== undefined)
      throw new TransactionUnconfirmedError(
        `Transaction ${signature} is still ${statusOf(seen.status)} after ${BLOCKHASH_LIFE} blocks.`,
        signature,
      );
    if (over && last.status === undefined)
      throw new TransactionUnconfirmedError(
        taken
          ? `Transaction ${signature} was sent, but no node tells what became of it.`
          : `The sending of transaction ${signature} was left without an answer, and no node tells what became of it.`,
        signature,
        lastWord,
      );

    if (sent.kind === "taken" && bytes !== undefined && last.status === undefined && pause.resend())
      // The answer is ignored: a node has taken the transaction already.
      await node
        .sendRawTransaction(bytes, { skipPreflight: true, preflightCommitment: "processed" })
        .catch(() => undefined);
    return undefined;
  };
}

/** The error for a transaction that did not get out: nothing needs to be looked up. */
export function notSentError(signature: string, error: unknown): ConfigurationError {
  const { message, cause } = Object(error) as { message?: unknown; cause?: { message?: unknown } };
  const said = [message, cause?.message].filter((part) => typeof part === "string" && part !== "");
  const reason = hideAddresses(said.join(": "));
  return new ConfigurationError(
    `No node took the connection, so transaction ${signature} was not sent: ${reason || typeof error}. Check the address of connection, or start the node.`,
    { cause: withoutAddresses(error) },
  );
}

/** The node's status of the transaction, and the slot as of which the node gave it. */
async function look({ node, signature }: Sending, history: boolean) {
  const config = { searchTransactionHistory: history };
  const { value, context } = await node.getSignatureStatuses([signature], config);
  const status = value[0] ?? undefined;
  // Null is a success that was told. Without a word it is none.
  if (status !== undefined && Object(status).err === undefined)
    throw new TypeError("The node's status of the transaction does not say whether it failed.");
  return { status, slot: context?.slot ?? Number.POSITIVE_INFINITY };
}

async function settle(
  node: ClusterNode,
  signature: string,
  status: SignatureStatus,
): Promise<LandedTransaction> {
  const { slot, err } = status;
  if (err === null) return { signature, slot, confirmationStatus: statusOf(status) };
  // The logs are a courtesy: the failure is certain without them.
  const logs = await node.logsOf(signature).catch(() => []);
  const reason = logs.length === 0 ? "" : ` Its last log line: ${logs[logs.length - 1]}`;
  const text = `Transaction ${signature} landed in slot ${slot} and failed: ${stringify(err)}.${reason}`;
  throw new TransactionFailedError(text, "executed", signature, err, logs);
}
