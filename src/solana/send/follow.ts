import type { Signature } from "../decode/brands.js";
import type { SignedMessage } from "../sign/transaction.js";
import { unsignedWire } from "./balances.js";
import type { Commitment, SignatureStatus } from "./connection.js";
import { type Context, IncompleteAnswer } from "./connections.js";
import {
  guardStopped,
  runtimeError,
  seeLogs,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "./errors.js";
import { Expiry, type Lifetime } from "./expiry.js";
import { Pause } from "./pause.js";
import { retryAfterMs, sendBytes } from "./send-bytes.js";
import { isAtLeast, levelOf, MAX_FAILING, Stopwatch, throwIfAborted, timeOn } from "./settings.js";
import { checkWalletSent, soughtOf, type WalletOrder } from "./wallet-sent.js";

/** A transaction that landed and succeeded. */
export interface LandedTransaction {
  /** Base58 signature. It differs from the sent one if the message landed under another signature. */
  readonly signature: Signature;
  /** Slot in which the transaction landed. */
  readonly slot: number;
  /** Commitment so far. */
  readonly confirmationStatus: Commitment;
}

export interface Sending extends Context, Lifetime {
  /** Undefined if it is not known: the message has landed under another one, or a wallet has not returned it. */
  readonly signature: string | undefined;
  /** The bytes to send, and to resend until they land. Undefined: this call sends nothing. */
  readonly send?: Uint8Array | undefined;
  readonly message: SignedMessage | undefined;
  /** Whether the signer always creates the same signature, so that the message cannot land under another one. */
  readonly oneSignature: boolean;
  /** Whether the node can skip its simulation. Default false. */
  readonly simulated?: boolean;
  readonly already?: boolean;
  /** The order of a transaction that a wallet sent on its own, and which may therefore be a different one. */
  readonly wallet?: WalletOrder | undefined;
}

/** Sends a transaction if requested, and follows it until its outcome is proved or `maxWait` has passed. */
export async function follow(sending: Sending): Promise<LandedTransaction> {
  const { report, signature = "" } = sending;
  try {
    const landed = await new Follower(sending).run();
    report({ type: "settled", signature: landed.signature, outcome: "landed" });
    return landed;
  } catch (error) {
    const { outcome = "unknown" } = error as TransactionFailedError;
    report({ type: "settled", signature, outcome });
    throw error;
  }
}

/** Checks once, without sending. Throws if the transaction has not landed: it failed, expired, or is unconfirmed. */
export async function checkOnce(sending: Sending): Promise<LandedTransaction> {
  const follower = new Follower(sending);
  return (await follower.round()) ?? follower.unconfirmed("now");
}

class Follower {
  readonly #sending: Sending;
  readonly #expiry: Expiry;
  readonly #pause: Pause;
  readonly #stopwatch: Stopwatch;
  #signature: string | undefined;
  /** True once a node has accepted the bytes or returned a status. */
  #accepted = false;
  /** Whether a node reported that the message has landed. */
  #already: boolean;
  #lastError: unknown;
  /** When a node accepts the next send, by its `Retry-After`, in milliseconds since the start. */
  #sendAt: number;
  #lastLevel: Commitment | undefined;
  #failingSince: number | undefined;
  /** Why a landed transaction of a wallet is not known to be the payment. */
  #unread: string | undefined;

  constructor(sending: Sending) {
    this.#sending = sending;
    this.#signature = sending.signature;
    this.#sendAt = sending.busy.until - timeOn(sending.clock);
    this.#already = sending.already === true;
    this.#stopwatch = new Stopwatch(sending.clock);
    const sought = sending.wallet ? soughtOf(sending.wallet) : sending.message;
    this.#expiry = new Expiry(sending.rpc, sought, sending, () => this.#isOver());
    this.#pause = new Pause(sending, this.#stopwatch);
    this.#accepted = sending.send === undefined;
  }

  async run(): Promise<LandedTransaction> {
    const { signal, send } = this.#sending;
    throwIfAborted(signal, this.#signature ?? "", send === undefined);
    try {
      for (;;) {
        let wait = 0;
        try {
          const landed = await this.round();
          if (landed !== undefined) return landed;
          this.#failingSince = undefined;
        } catch (error) {
          if (isOutcome(error)) throw error;
          throwIfAborted(signal, this.#signature ?? "", true);
          wait = retryAfterMs(error);
          // Another node may still show that it has landed.
          if (!(error instanceof IncompleteAnswer)) this.#failed(error);
        }
        throwIfAborted(signal, this.#signature ?? "", true);
        const { maxWait } = this.#sending;
        const remaining = maxWait - this.#stopwatch.elapsed();
        if (remaining <= 0) this.unconfirmed(`after ${maxWait} ms (maxWait)`);
        // A node's Retry-After or `pollInterval` can be an hour, so `maxWait` limits this wait too.
        await this.#wait(wait, remaining);
      }
    } finally {
      this.#pause.end();
    }
  }

  /** Runs one round: sends if it is time, then checks the status and whether the transaction can still land. */
  async round(): Promise<LandedTransaction | undefined> {
    await this.#send();
    // An earlier transaction is only in the history.
    const landed = await this.#check(this.#already);
    if (landed !== undefined || this.#lastLevel !== undefined) return landed;
    // Expiry is checked only in full rounds, because nothing expires between two quick checks.
    if (!this.#pause.full) return undefined;
    const { wallet } = this.#sending;
    if (this.#already || wallet?.onlySigns) {
      const other = await this.#expiry.search(this.#signature, false).catch(() => undefined);
      if (typeof other === "string") return this.#checkOther(other);
      if (this.#already) return undefined;
    }
    // A wallet may have sent another transaction than it was given, so its expiry proves nothing.
    if (wallet && !wallet.onlySigns && this.#signature !== undefined) return this.#check(true);
    const isExpired = await this.#expiry.blockhashExpired();
    if (isExpired === false) return undefined;
    // The status of an old transaction is only in the history, which some nodes lack.
    const { status, slot } = await this.#status(true).catch((error: unknown) =>
      isExpired ? Promise.reject(error) : { status: undefined, slot: undefined },
    );
    if (status !== undefined) return this.#read(status);
    // A wallet that returned a refused edit can have sent another transaction, such as the one it was given.
    const isOne = this.#sending.oneSignature && wallet === undefined;
    const found = await this.#expiry.found(slot, this.#signature, isOne);
    if (found === undefined) return undefined;
    if (found !== null) return this.#checkOther(found);
    this.#removeUnderway();
    throw new TransactionExpiredError(this.#signature ?? "", this.#lastError);
  }

  #isOver(): boolean {
    const { signal, maxWait } = this.#sending;
    return signal?.aborted === true || this.#stopwatch.elapsed() >= maxWait;
  }

  async #send(): Promise<void> {
    const { rpc, send: bytes, message, signature, simulated, report, busy, clock } = this.#sending;
    if (bytes === undefined || message === undefined || signature === undefined) return;
    if (this.#already || this.#lastLevel !== undefined) return;
    if (this.#stopwatch.elapsed() < this.#sendAt || (this.#accepted && !this.#pause.resend())) return;
    const first = !this.#accepted;
    // After the first send, the node might simulate against state that this transaction has already changed.
    const sent = await sendBytes(
      rpc,
      { bytes, signature, message },
      simulated === true || this.#accepted || this.#lastError !== undefined,
    );
    if (sent.kind === "already") this.#already = true;
    if (sent.kind === "failed") {
      this.#lastError = sent.error;
      const wait = retryAfterMs(sent.error);
      this.#sendAt = this.#stopwatch.elapsed() + wait;
      busy.until = timeOn(clock) + wait;
    }
    if (sent.kind !== "accepted") return;
    this.#accepted = true;
    report({ type: first ? "sent" : "resent", signature });
    this.#pause.listen();
  }

  async #status(history: boolean) {
    if (this.#signature === undefined) return { status: undefined, slot: undefined };
    const answer = await this.#sending.rpc.status(this.#signature, history);
    this.#expiry.observe(answer.slot);
    const { status } = answer;
    // `err` is null on success. A missing field proves nothing.
    if (status !== undefined && Object(status).err === undefined)
      throw new TypeError("The status from the node does not say whether the transaction failed.");
    return answer;
  }

  async #check(history: boolean): Promise<LandedTransaction | undefined> {
    const { status } = await this.#status(history);
    if (status === undefined) {
      this.#lastLevel = undefined;
      return undefined;
    }
    return this.#read(status);
  }

  #checkOther(signature: string): Promise<LandedTransaction | undefined> {
    this.#signature = signature;
    return this.#check(true);
  }

  /**
   * Looks for a second transaction of a wallet whose first one failed. Until the blockhash has expired, it can still land.
   * Returns its signature, null if there is none, or undefined if that is not known yet.
   */
  async #second(): Promise<string | null | undefined> {
    const isExpired = await this.#expiry.blockhashExpired();
    const other = await this.#expiry.search(undefined, false);
    return other === null && !isExpired ? undefined : other;
  }

  async #read(status: SignatureStatus): Promise<LandedTransaction | undefined> {
    const { commitment, report, rpc } = this.#sending;
    const signature = this.#signature as string;
    const { slot, err } = status;
    const confirmationStatus = levelOf(status);
    if (confirmationStatus !== this.#lastLevel)
      report({ type: "status", signature, slot, confirmationStatus });
    this.#lastLevel = confirmationStatus;
    this.#accepted = true;
    this.#pause.listen();
    // The transaction may succeed on another fork, so only a confirmed failure is final.
    if (!isAtLeast(status, err === null ? commitment : "confirmed")) return undefined;
    const { wallet } = this.#sending;
    const landing = { signature, slot, failed: err !== null };
    // A refused edit that fails moves nothing, whatever it is.
    const isRead = wallet && !(wallet.onlySigns && landing.failed);
    this.#unread = isRead ? await checkWalletSent(rpc, landing, wallet, report) : undefined;
    if (this.#unread !== undefined) return undefined;
    if (err === null) return { signature: signature as Signature, slot, confirmationStatus };
    if (wallet?.transaction !== undefined) {
      const second = await this.#second();
      if (typeof second === "string") return this.#checkOther(second);
      this.#unread = "the wallet may have sent another one";
      if (second === undefined) return undefined;
    }
    this.#removeUnderway();
    // The failure is certain even without its logs.
    const landed = await rpc.transaction?.(signature).catch(() => undefined);
    const logs = landed?.meta?.logMessages ?? [];
    const message = this.#sending.message?.bytes ?? landed?.message;
    const why = message === undefined ? "" : guardStopped(err, unsignedWire(message));
    const text = `${why}Transaction ${signature} landed in slot ${slot} and failed: ${runtimeError(err)}.${seeLogs(logs)}`;
    throw new TransactionFailedError(text, "executed", signature, err, logs);
  }

  #removeUnderway(): void {
    const { rpc, message } = this.#sending;
    if (message === undefined) return;
    rpc.messages().underway.delete(message.hash);
    rpc.messages().claimed.delete(message.hash);
  }

  /** Gives up when the node has failed for a time, not a number of times, because a restarting node recovers. */
  #failed(error: unknown): void {
    this.#failingSince ??= this.#stopwatch.elapsed();
    if (this.#stopwatch.elapsed() - this.#failingSince < MAX_FAILING) return;
    throw new TransactionUnconfirmedError(
      `The node or the journal has failed for ${MAX_FAILING / 1000} seconds, so the outcome of transaction ${this.#signature} is unknown; see cause.`,
      this.#signature ?? "",
      error,
    );
  }

  async #wait(min: number, max: number): Promise<void> {
    const { signal } = this.#sending;
    try {
      await this.#pause.next(min, max);
    } catch (error) {
      throwIfAborted(signal, this.#signature ?? "", true);
      throw new TransactionUnconfirmedError(
        `The clock failed, so the outcome of transaction ${this.#signature} is unknown.`,
        this.#signature ?? "",
        error,
      );
    }
    throwIfAborted(signal, this.#signature ?? "", true);
  }

  /** Throws an error that says what is known so far. */
  unconfirmed(when: string): never {
    const signature = this.#signature ?? "";
    const { reason } = this.#expiry;
    const message = this.#already
      ? `The message in transaction ${signature} has landed with a different signature, which the node does not return.`
      : this.#lastLevel !== undefined
        ? `Transaction ${signature} is still ${this.#lastLevel} ${when}${this.#unread === undefined ? "" : `, but ${this.#unread}`}.`
        : `Transaction ${signature} has no status ${when}, and there is no proof that it cannot land${reason === undefined ? "" : `: ${reason}`}.`;
    throw new TransactionUnconfirmedError(message, signature, this.#lastError);
  }
}

const isOutcome = (error: unknown): boolean =>
  [TransactionFailedError, TransactionExpiredError, TransactionUnconfirmedError].some(
    (type) => error instanceof type,
  );
