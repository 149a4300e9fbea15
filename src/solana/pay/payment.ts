import { IntentTxError } from "../../errors/base-error.js";
import { ConfigurationError } from "../../errors/errors.js";
import { race } from "../../runtime/abort.js";
import { encodeBase64 } from "../decode/wire-transaction.js";
import type { Context } from "../send/connections.js";
import {
  isPaymentError,
  notSentUnlessKnown,
  provedOutcome,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "../send/errors.js";
import { checkOnce, follow, type LandedTransaction, type Sending } from "../send/follow.js";
import {
  type Checked,
  checkBeforeSending,
  checkBeforeSigning,
  lifetimeOf,
  retrying,
  sleepUnsent,
  tablesOf,
} from "../send/preflight.js";
import { remember } from "../send/send-bytes.js";
import { Stopwatch, throwIfAborted, timeOn } from "../send/settings.js";
import { guarded, requestSignature, verified } from "../send/sign-and-send.js";
import { readStored } from "../send/submit.js";
import { maySend, sentByWallet } from "../send/wallet-sent.js";
import type { Method } from "../sign/method.js";
import { readSigned, type SignedTransaction, type Unsigned } from "../sign/transaction.js";
import { type Effects, effectsOf } from "../verify/verify.js";
import { ApprovalDeclinedError, type ApprovalRequest, isWorse } from "./approval.js";
import { Builder } from "./build.js";
import { sentAsWallet } from "./claim.js";
import { isPrompt, lastOf, type PaymentAttempt, type PaymentRecord, signatureOf } from "./journal.js";
import type { ExecuteOptions } from "./options.js";
import { isOtherOrder } from "./order.js";
import { Conflict, duplicate, type PaymentStore } from "./payment-store.js";
import { type Receipt, readReceipt, recordedReceipt, storedReceipt } from "./receipt.js";

/**
 * Maximum number of transactions that one call signs. Each is signed after the previous one was not sent, or provably
 * cannot land.
 */
const MAX_ATTEMPTS = 3;

/** Longest approval, milliseconds. After a longer one the transaction is rebuilt: a blockhash expires in a minute. */
const LONG_APPROVAL = 30_000;

/** Milliseconds before an equal transaction is built again. Each wait is twice as long: blockhashes change each slot. */
const REBUILD_WAIT = 1000;

/** Milliseconds between two looks for what a wallet did with another call's prompt. */
const PROMPT_WAIT = 2000;

const hasLanded = () =>
  new ConfigurationError(
    "The service builds a transaction that is identical to one that has landed. Nothing was signed. If an earlier call was for the same payment, it has been made. To make another one, call again when there is a new blockhash.",
  );

const isOpen = (error: unknown) => isPaymentError(error) && error.outcome === "unknown";

/** One call of `execute`: signs, sends and follows transactions until the payment has an outcome. */
export class Payment {
  readonly #builder: Builder;
  /** The approved intent and the worst approved effects. */
  #approved: { readonly intent: ApprovalRequest["intent"]; readonly effects: Effects } | undefined;
  /** The last record that this call has read or settled. Another record is that of another process. */
  #known: PaymentRecord | undefined;

  constructor(
    private readonly options: ExecuteOptions,
    private readonly context: Context,
    private readonly store: PaymentStore,
  ) {
    this.#builder = new Builder(options, store.walletAddress, context.rpc);
  }

  async run(): Promise<Receipt> {
    try {
      return await this.#run();
    } catch (error) {
      return this.#end(error);
    }
  }

  async #run(): Promise<Receipt> {
    const { signal, clock, maxWait, busy } = this.context;
    throwIfAborted(signal);
    let record = await this.#read("see cause.");
    this.#known = record;
    if (record?.outcome !== "landed") await this.#readCluster(record);
    for (let signed = 0; ; ) {
      if (record?.outcome === "landed") return this.#answer(record);
      if (record !== undefined && record !== this.#known) throwIfSettled(record);
      this.#known = record;
      const isFollowed = record !== undefined && record.outcome === undefined;
      const wait = busy.until - timeOn(clock);
      if (record?.outcome === "expired" && (signed >= MAX_ATTEMPTS || wait > maxWait))
        throw new TransactionExpiredError(signatureOf(record) ?? "");
      if (!isFollowed && wait > 0) await sleepUnsent(this.context, wait);
      if (!isFollowed) signed++;
      try {
        record =
          record !== undefined && isFollowed ? await this.#followRecord(record) : await this.#attempt(record);
      } catch (error) {
        if (error instanceof Conflict) record = error.record;
        else if (signed < MAX_ATTEMPTS && this.#isTooLate(error)) {
          const { signature, outcome } = error;
          this.context.report({ type: "settled", signature, outcome });
          record = this.#known;
        } else throw error;
      }
    }
  }

  /**
   * Whether the wallet was slow: its signature arrived when the blockhash was too old, and is settled as not sent. The
   * app's own functions, such as `approve`, can throw the same error for another transaction.
   */
  #isTooLate(error: unknown): error is TransactionExpiredError {
    return error instanceof TransactionExpiredError && error.signature === signatureOf(this.#known);
  }

  /** Ends a call that sent nothing by what the journal says: an earlier call or another process may have sent. */
  async #end(error: unknown): Promise<Receipt> {
    if (isPaymentError(error) && error.outcome !== "not-sent") throw error;
    // Messages of other errors may contain a node's URL with its key.
    const reason = error instanceof IntentTxError ? error.message : "see cause.";
    const record = await this.#read(reason, error);
    if (record?.outcome === "landed") return this.#answer(record);
    if (record !== undefined && record.outcome === undefined)
      throw new TransactionUnconfirmedError(
        `Payment ${record.paymentId} is open: its transaction may have been sent, or may still be sent. This call ended early: ${reason}`,
        signatureOf(record) ?? "",
        error,
      );
    throw notSentUnlessKnown(error);
  }

  async #read(reason: string, error?: unknown): Promise<PaymentRecord | undefined> {
    try {
      return await this.store.read();
    } catch (cause) {
      if (isOtherOrder(cause)) throw cause;
      const why = cause instanceof ConfigurationError ? cause.message : reason;
      throw new TransactionUnconfirmedError(
        `The journal cannot be read, so it is not known whether an earlier call sent the payment. This call sent nothing: ${why}`,
        "",
        error ?? cause,
      );
    }
  }

  /** Without the cluster's identity nothing can be proved after a crash. */
  async #readCluster(record: PaymentRecord | undefined): Promise<void> {
    if (record === undefined && this.options.journal === undefined) return;
    const { genesis } = this.context.rpc;
    if (genesis === undefined)
      throw new ConfigurationError("A journal needs a connection with getGenesisHash. Nothing was sent.");
    this.store.genesisHash = await retrying(this.context, () => genesis());
    if (record !== undefined) this.store.checkCluster(record);
  }

  /** Returns the receipt of a landed payment, also while the node is away, but not that of another cluster. */
  async #answer(record: PaymentRecord): Promise<Receipt> {
    if (this.options.journal !== undefined) {
      this.store.genesisHash ??= await this.context.rpc.genesis?.().catch(() => undefined);
      this.store.checkCluster(record);
    }
    return recordedReceipt(record);
  }

  /** Signs a transaction, and sends it after the journal has stored it. */
  async #attempt(record: PaymentRecord | undefined): Promise<PaymentRecord> {
    if (record !== undefined && (await this.#hasLanded(record)))
      return this.#followRecord(await this.store.toSending(record));
    const { intent, checked, ...order } = await this.#reserved();
    const { transaction, method } = order;
    const known = { ...(record ?? this.store.initial()), intentId: intent.intentId };
    const unsent = {
      messageHash: transaction.signedMessage.hash,
      blockhash: transaction.blockhash,
      ...(checked.validAt !== undefined && { validAt: checked.validAt }),
      transaction: encodeBase64(transaction.bytes),
    };
    if (method.sign === undefined) {
      const prompting = await this.store.append(known, "prompting", { ...unsent, byWallet: true });
      return this.#byWallet(prompting, transaction, method, checked.genesisHash);
    }
    // A wallet may send what it signs. If this call ends before it stores the signature, the payment is open.
    const prompting = method.onlySigns ? undefined : await this.store.append(known, "prompting", unsent);
    const { signed, edited } = await this.#sign(order, checked, prompting);
    const { signature, bytes } = signed;
    const attempt = { ...unsent, ...edited, signature, transaction: encodeBase64(bytes) };
    const stored = prompting
      ? await this.store.answered(prompting, attempt, "signed")
      : await this.store.append(known, "signed", attempt);
    return this.#send(stored, signed, { ...checked, ...edited }, method);
  }

  /** Prompts the signer. If a wallet fails, the payment stays open: only the user's rejection settles it as not sent. */
  async #sign(
    order: Parameters<typeof requestSignature>[1],
    checked: Checked,
    prompting: PaymentRecord | undefined,
  ) {
    let answer: Uint8Array | undefined;
    const answered = (bytes: Uint8Array) => {
      answer = bytes;
    };
    try {
      const signed = await requestSignature(this.options, order, this.context.report, answered);
      return { signed, edited: await this.#edited(signed, checked) };
    } catch (error) {
      if (prompting === undefined) throw error;
      if (answer === undefined && !isOpen(error)) {
        this.#known = await this.store.settle(prompting, { outcome: "not-sent" });
        throw error;
      }
      if (answer !== undefined) await this.#refused(prompting, answer, checked);
      throw isOpen(error) ? error : maySend(error);
    }
  }

  /** Stores which transaction a wallet signed although it is refused: the wallet may send it, as long as it can land. */
  async #refused(prompting: PaymentRecord, answer: Uint8Array, checked: Checked): Promise<void> {
    const [last] = prompting.attempts.slice(-1);
    try {
      const signed = readSigned(answer);
      const { signature, message } = signed;
      if (last === undefined || !(await this.store.reserve(message.hash))) return;
      const { transaction, messageHash: _, ...built } = last;
      // With a nonce account there is no blockhash to look up. No node calls this one valid, so expiry is never proved.
      const { blockhash = message.hash } = signed;
      const refused = { transaction, messageHash: message.hash, blockhash, built, signature, edits: [] };
      const stored = await this.store.answered(prompting, refused);
      if (signed.blockhash === undefined) return;
      // The wallet's blockhash can be newer than those that a node knows which lags or fails.
      const { validAt } = await retrying(this.context, () => lifetimeOf(this.context, signed, checked));
      if (validAt === undefined || built.validAt === undefined) return;
      // Both blockhashes can only be looked up in a slot in which both were known.
      await this.store.answered(stored, { ...refused, validAt: Math.max(validAt, built.validAt) });
    } catch {
      // It is not a signed transaction, was not stored, or no node knows its blockhash. The wallet's history shows what the
      // wallet sends.
    }
  }

  /** The facts of an attempt that the wallet's edits changed. They make another message, which is reserved too. */
  async #edited(signed: Awaited<ReturnType<typeof requestSignature>>, checked: Checked) {
    const { edits, message, signature } = signed;
    if (edits.length === 0) return {};
    const { blockhash, validAt } = await lifetimeOf(this.context, signed, checked);
    if (!(await this.store.reserve(message.hash))) throw duplicate(signature);
    return {
      edits,
      messageHash: message.hash,
      ...(blockhash !== undefined && { blockhash }),
      ...(validAt !== undefined && { validAt }),
    };
  }

  /**
   * Whether the last transaction has landed, or may land, although it was settled as not sent: a wallet may have sent it,
   * and a journal may have lost a change. It is then followed, and nothing is signed.
   */
  async #hasLanded(record: PaymentRecord): Promise<boolean> {
    const last = lastOf(record);
    if (record.outcome !== "not-sent" || last === undefined || last.byWallet) return false;
    const { signature } = last;
    if (signature === undefined) {
      const once = { ...this.context, ...this.#wallets(record, last) };
      return checkOnce({ ...once, oneSignature: true }).then(
        () => true,
        () => false,
      );
    }
    const { status } = await retrying(this.context, () => this.context.rpc.status(signature, true));
    return status?.err === null;
  }

  /**
   * Builds a transaction whose message no other payment uses. An equal payment with the same blockhash has the same
   * message, so this call waits for the next blockhash.
   */
  async #reserved() {
    const { context, store } = this;
    let parsed: ApprovalRequest["intent"] | undefined;
    let used: string | undefined;
    let isLanded = false;
    for (let wait = REBUILD_WAIT, waited = 0; ; wait *= 2) {
      const prepared = await guarded(context, await this.#prepare(parsed), this.options);
      const { intent, transaction } = prepared;
      parsed = intent;
      const { hash } = transaction.signedMessage;
      if (hash !== used) {
        const checked = await checkBeforeSigning(context, prepared);
        const isUsed = this.options.journal === undefined && context.rpc.messages().underway.has(hash);
        if (!checked.already && !isUsed && (await store.reserve(hash))) return { ...prepared, checked };
        isLanded = checked.already;
      }
      used = hash;
      if (waited + wait > context.maxWait) throw isLanded ? hasLanded() : duplicate();
      await sleepUnsent(context, wait);
      waited += wait;
    }
  }

  async #prepare(before: ApprovalRequest["intent"] | undefined) {
    const { signer, web3, approve, accept } = this.options;
    const { signal, clock } = this.context;
    for (let parsed = before; ; ) {
      const { intent, built } = await this.#builder.build(parsed);
      parsed = intent;
      const { walletEdits, guard, lookupTables: given } = this.options;
      const lookupTables = await tablesOf(this.context, built, given);
      const limits = { ...this.#builder.limits, lookupTables };
      const order = verified({ ...limits, intent, built, signer, web3, walletEdits, guard, signal });
      const { summary } = order;
      const prepared = { intent, ...order };
      if (summary === undefined) return prepared;
      const effects = effectsOf(summary);
      if (accept !== undefined && isWorse(effects, accept))
        throw new ApprovalDeclinedError(
          "The effects are now worse than the accepted ones, so nothing was signed. Show the user the new effects, and pass them as accept if the user accepts them.",
          effects,
        );
      if (approve === undefined) return prepared;
      const known = this.#approved;
      // The service may return other terms under the same `intentId`, so the intents themselves are compared.
      if (known?.intent === intent && !isWorse(effects, known.effects)) return prepared;
      const stopwatch = new Stopwatch(clock);
      const asked = (async () => approve({ intent, built, effects }))();
      const answer = await race(signal, asked).finally(() => throwIfAborted(signal));
      if (answer !== true)
        throw new ApprovalDeclinedError("approve did not return true, so nothing was signed.", effects);
      this.#approved = { intent, effects };
      if (stopwatch.elapsed() <= LONG_APPROVAL) return prepared;
    }
  }

  /**
   * Sends a stored transaction. If the check before that fails, settles it as not sent, or, if the wallet may have sent it,
   * follows it without sending it.
   */
  async #send(record: PaymentRecord, signed: SignedTransaction, checked: Checked, { onlySigns }: Method) {
    const { signature, bytes } = signed;
    const check = async () => {
      throwIfAborted(this.context.signal, signature);
      const now = await checkBeforeSending(this.context.rpc, signed);
      if (!now.already) throwIfAborted(this.context.signal, signature);
      return { ...now, send: bytes };
    };
    const state = await this.#beforeSending(record, () =>
      onlySigns ? check() : check().catch(() => ({ send: undefined })),
    );
    return this.#follow(state.send ? await this.store.toSending(record) : record, {
      ...signed,
      ...state,
      validAt: checked.validAt,
      genesisHash: record.genesisHash || checked.genesisHash,
    });
  }

  /**
   * Runs the last step before sending. If it fails, or a payment without this journal has used the connection for the
   * same message, settles the payment as not sent, unless another process took over the payment. The message of another
   * payment is not kept, because it will land, and does not make this payment.
   */
  async #beforeSending<T>(record: PaymentRecord, step: () => Promise<T>) {
    const { messages } = this.context.rpc;
    const { messageHash = "", signature = "" } = lastOf(record) ?? {};
    const isFirst = !messages().underway.has(messageHash);
    try {
      if (!isFirst) throw duplicate(signature);
      remember(messages(), messageHash, signature);
      messages().claimed.set(messageHash, this.#owner);
      return await step();
    } catch (error) {
      if (error instanceof TransactionUnconfirmedError) throw error;
      if (isFirst) {
        messages().underway.delete(messageHash);
        messages().claimed.delete(messageHash);
      }
      const isOwn = isFirst || messages().claimed.get(messageHash) === this.#owner;
      const attempts = isOwn ? record.attempts : record.attempts.slice(0, -1);
      this.#known = await this.store.settle({ ...record, attempts }, { outcome: "not-sent" });
      throw error;
    }
  }

  async #byWallet(
    record: PaymentRecord,
    transaction: Unsigned,
    method: Method,
    genesisHash: string | undefined,
  ): Promise<PaymentRecord> {
    const signature = await this.#beforeSending(record, () => {
      const { signal } = this.context;
      throwIfAborted(signal);
      return sentByWallet(this.context.rpc.given, signal, transaction, method, genesisHash);
    });
    const last = lastOf(record) as PaymentAttempt;
    this.context.rpc.messages().underway.set(last.messageHash, signature);
    const signed = { ...last, signature };
    const sent = await this.store.answered(record, signed, "sending");
    return this.#follow(sent, this.#wallets(sent, signed));
  }

  /** A transaction that a wallet was asked to sign or to send, which may be another one than it was given. */
  #wallets(record: PaymentRecord, attempt: PaymentAttempt) {
    const payment = { owner: this.#owner, swapPrograms: this.options.swapPrograms };
    return sentAsWallet(this.context.rpc, this.store.journal, record, attempt, payment);
  }

  /** The payment, to other calls over the same connection. Without a journal, each call is a payment of its own. */
  get #owner(): unknown {
    const { journal, paymentId } = this.options;
    return journal === undefined ? this : paymentId;
  }

  /** Follows a payment that another call or process started. Resends its bytes while their blockhash is valid. */
  async #followRecord(record: PaymentRecord): Promise<PaymentRecord> {
    const last = lastOf(record);
    if (last && isPrompt(last)) return this.#followPrompt(record, last);
    if (last?.signature === undefined)
      throw new TransactionUnconfirmedError(
        "A sign-and-send wallet was asked to sign, and its response is unknown. Call resume with the signature from the wallet's history.",
        "",
      );
    const { signature, validAt } = last;
    if (last.byWallet) return this.#follow(record, this.#wallets(record, last));
    const { genesisHash, state } = record;
    const signed = readStored(last.transaction, signature);
    // Also a transaction stored as `signed` may have been sent: by its wallet, or before the journal lost a change.
    const open = state === "sending" ? record : await this.store.toSending(record);
    return this.#follow(open, { ...signed, validAt, genesisHash, send: signed.bytes });
  }

  /** Looks for the transaction of another call's prompt, until that call stores its signature or it can no longer land. */
  async #followPrompt(record: PaymentRecord, attempt: PaymentAttempt): Promise<PaymentRecord> {
    const { context } = this;
    const stopwatch = new Stopwatch(context.clock);
    for (;;) {
      try {
        const settled = await this.#follow(record, this.#wallets(record, attempt), checkOnce);
        const { outcome = "unknown", receipt: { signature = "" } = {} } = settled;
        context.report({ type: "settled", signature, outcome });
        return settled;
      } catch (error) {
        if (error instanceof Conflict || provedOutcome(error) !== undefined) throw error;
        if (stopwatch.elapsed() + PROMPT_WAIT > context.maxWait)
          throw new TransactionUnconfirmedError(
            "A wallet was asked to sign, and its answer is unknown or was refused. It may have sent the transaction.",
            attempt.signature ?? "",
            error,
          );
      }
      await sleepUnsent(context, PROMPT_WAIT);
      stopwatch.slept(PROMPT_WAIT);
      const current = await this.#read("see cause.");
      if (current === undefined)
        throw new TransactionUnconfirmedError("The journal has lost the payment.", "");
      if (current.version !== record.version) throw new Conflict(current);
    }
  }

  /** Follows the payment to its end, and stores the outcome. A message is signed once, so it has one signature. */
  async #follow(
    record: PaymentRecord,
    sending: Omit<Sending, keyof Context | "oneSignature">,
    look = follow,
  ): Promise<PaymentRecord> {
    let landed: LandedTransaction;
    try {
      landed = await look({ ...this.context, ...sending, oneSignature: true });
    } catch (error) {
      const outcome = provedOutcome(error);
      if (outcome === undefined) throw error;
      const settled = await this.store.settle(record, { outcome });
      if (outcome === "failed") throw error;
      return settled;
    }
    const { receipt } = await readReceipt(this.context, landed, this.store.walletAddress);
    return this.store.settle(record, { outcome: "landed", receipt: storedReceipt(receipt) });
  }
}

/** Throws if another process settled the payment during this call, so that both report the same outcome. */
function throwIfSettled(record: PaymentRecord): void {
  const { outcome, paymentId } = record;
  if (outcome !== "failed" && outcome !== "not-sent") return;
  const text = `Another process has already settled payment ${paymentId}: ${outcome}. Call again to pay with a new transaction.`;
  const stage = outcome === "failed" ? "executed" : "preflight";
  throw new TransactionFailedError(text, stage, signatureOf(record) ?? "", undefined, []);
}
