import { sha256 } from "@noble/hashes/sha2";
import bs58 from "bs58";
import type { IntentTxClient } from "../../client/client.js";
import type { Intent } from "../../contract/intents.js";
import type { BuiltTransaction } from "../../contract/transactions.js";
import { IntentTxError, type PaymentOutcome } from "../../errors/base-error.js";
import { AbortedError, ConfigurationError } from "../../errors/errors.js";
import { isApiError } from "../../errors/narrowing.js";
import { checkCall } from "../check-options.js";
import { encodeBase64 } from "../decode/wire-transaction.js";
import { orAborted } from "../send/connection.js";
import {
  notSent,
  provedOutcome,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from "../send/errors.js";
import { reportingEnd } from "../send/events.js";
import { follow, type LandedTransaction } from "../send/follow.js";
import { type ClusterNode, clusterNode } from "../send/node.js";
import { type Checked, checkBeforeSending, checkBeforeSigning, retrying } from "../send/preflight.js";
import {
  FOLLOW_OPTIONS,
  type Following,
  type FollowOptions,
  readSettling,
  Stopwatch,
  throwIfAborted,
} from "../send/settings.js";
import {
  requestSignature,
  type SignAndSendOptions,
  sentByWallet,
  UNKNOWN_BYTES,
  verified,
} from "../send/sign-and-send.js";
import { bytesOf } from "../send/submit.js";
import type { Method } from "../sign/method.js";
import { signerMethod } from "../sign/sign.js";
import type { Unsigned } from "../sign/transaction.js";
import { readSigned, type SignedTransaction } from "../sign/transaction.js";
import { VERIFY_OPTIONS, type VerifyOptions, verifyOptionsOf } from "../verify/options.js";
import { type Effects, effectsOf } from "../verify/verify.js";
import {
  checkPaymentId,
  MemoryJournal,
  nextVersion,
  type PaymentAttempt,
  type PaymentJournal,
  type PaymentRecord,
} from "./journal.js";
import { type Receipt, readReceipt, receiptOf, storedReceipt } from "./receipt.js";

/** Argument of `approve`, which is called before the wallet signs. */
export interface ApprovalRequest {
  /** The parsed intent. */
  readonly intent: Intent;
  /** The built transaction, already verified against the intent. */
  readonly built: BuiltTransaction;
  /** The maximum that leaves the wallet and the minimum that arrives. Show these figures to the user. */
  readonly effects: Effects;
}

/** Options of {@link execute}. */
export interface ExecuteOptions
  extends FollowOptions,
    Omit<VerifyOptions, "walletAddress">,
    Pick<SignAndSendOptions, "connection" | "signer" | "subscribe" | "walletAddress" | "web3"> {
  /** The client of the service. */
  readonly client: Pick<IntentTxClient, "intents" | "transactions">;
  /** The command in plain language. Pass either `command` or `intent`. */
  readonly command?: string;
  /** A parsed intent. Pass either `command` or `intent`. */
  readonly intent?: Intent;
  /**
   * Called before the wallet signs, with the figures to show to the user. Only `true` approves. Called again if a later
   * transaction has worse effects, or if the command was parsed again. Required unless `expect` is set.
   *
   * @param request The intent, the transaction and its worst case.
   * @example
   * ```ts
   * import type { ExecuteOptions } from "intent-tx/solana";
   * const atMostOneSol: ExecuteOptions["approve"] = ({ effects }) =>
   *   effects.spendAtMost.every(({ amount }) => amount <= 1_000_000_000n);
   * ```
   */
  readonly approve?: (request: ApprovalRequest) => boolean | Promise<boolean>;
  /** Stores the payment, so that it is made only once. Default none: a second call would pay again. */
  readonly journal?: PaymentJournal;
  /** Your identifier for the payment, such as an order id. Required with a `journal`. */
  readonly paymentId?: string;
}

const EXECUTE_OPTIONS =
  `${VERIFY_OPTIONS} ${FOLLOW_OPTIONS} client connection signer command! intent! approve! walletAddress! ` +
  "journal! paymentId! web3 subscribe";

/** Maximum number of transactions that one call signs. Each is signed after the previous one provably cannot land. */
const MAX_ATTEMPTS = 3;

/** Maximum number of repeated requests after `simulation_failed` or `intent_expired`. */
const MAX_REBUILDS = 2;

/** Longest approval, milliseconds. After a longer one the transaction is rebuilt: a blockhash expires in a minute. */
const LONG_APPROVAL = 30_000;

/**
 * Makes a payment and reports its outcome. Parses the command, builds the transaction, verifies it, asks for
 * approval, signs, sends, and follows it until it has landed, has failed, or provably cannot land. In the last case it
 * tries again with a new transaction, up to three in total.
 *
 * With a `journal` and a `paymentId`, a payment is made only once across calls, processes and crashes. Call `execute`
 * again with the same `paymentId` until it returns a receipt or throws an error whose `outcome` is not `unknown`.
 *
 * @param options The client, the connection, the signer, the order and its limits; see the fields.
 * @returns The receipt: the amounts spent and received, exact in base units.
 * @throws ParsingError and other errors of the service, when the command is unclear or cannot be built; nothing was
 * signed.
 * @throws UnsafeTransactionError when the built transaction does not match the intent. Nothing was signed.
 * @throws AbortedError when `approve` did not return true, or the signal aborted before anything was sent.
 * @throws TransactionFailedError when it fails in simulation (outcome `not-sent`), or lands and fails (`failed`).
 * @throws TransactionExpiredError when three transactions in a row provably cannot land.
 * @throws TransactionUnconfirmedError when the outcome is unknown. Call again with the same `paymentId`.
 * @throws TransactionAbortedError when the signal aborted after bytes were sent to a node.
 * @throws ConfigurationError when an option is invalid, the journal fails before anything is sent, or `paymentId` was
 * used for a different order.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { type AnyConnection, execute, type PaymentJournal, type TransactionSigner } from "intent-tx/solana";
 * const pay = (orderId: string, signer: TransactionSigner, connection: AnyConnection, journal: PaymentJournal) =>
 *   execute({
 *     client: new IntentTx(),
 *     connection,
 *     signer,
 *     command: "swap 1 SOL for USDC",
 *     approve: ({ effects }) => effects.spendAtMost.every(({ amount }) => amount <= 1_100_000_000n),
 *     journal,
 *     paymentId: orderId,
 *   });
 * ```
 */
export async function execute(options: ExecuteOptions): Promise<Receipt> {
  let settings: ReturnType<typeof readOptions>;
  try {
    settings = readOptions(options);
  } catch (error) {
    throw error instanceof IntentTxError ? notSent(error) : error;
  }
  const { following, node, walletAddress } = settings;
  return reportingEnd(following.report, (report) =>
    new Payment(options, { ...following, report }, node, walletAddress).run(),
  );
}

function readOptions(options: ExecuteOptions) {
  checkCall(options, "execute", EXECUTE_OPTIONS);
  const { command, intent, approve, expect, journal, paymentId, client, signer, walletAddress } = options;
  if ((command === undefined) === (intent === undefined))
    throw new ConfigurationError("Pass either command or intent. Nothing was sent.");
  if (command !== undefined && typeof command !== "string")
    throw new ConfigurationError("command must be a string. Nothing was sent.");
  if (approve === undefined && expect === undefined)
    throw new ConfigurationError(
      "Pass approve, which shows the worst case to the user, or expect, which sets the exact input or output. Nothing was sent.",
    );
  if (approve !== undefined && typeof approve !== "function")
    throw new ConfigurationError("approve must be a function. Nothing was sent.");
  if (journal !== undefined && paymentId === undefined)
    throw new ConfigurationError(
      "A journal needs a paymentId: your own ID for the payment, such as an order's ID. Nothing was sent.",
    );
  if (paymentId !== undefined) checkPaymentId(paymentId);
  if (typeof Object(client).intents?.parse !== "function")
    throw new ConfigurationError("client must be an IntentTx client. Nothing was sent.");
  const following = readSettling(options);
  const method = signerMethod(signer, walletAddress, options.web3);
  if (walletAddress !== undefined && walletAddress !== method.address)
    throw new ConfigurationError(
      `The signer is ${method.address}, but walletAddress is ${walletAddress}. Nothing was sent.`,
    );
  const node = clusterNode(options.connection, options.subscribe, following);
  return { following, node, walletAddress: method.address };
}

class Payment {
  readonly #journal: PaymentJournal;
  readonly #paymentId: string;
  #genesisHash = "";
  #rebuilds = 0;
  /** Whether the record under this `paymentId` belongs to a different order. */
  #otherOrder = false;
  /** The approved intent and the worst approved effects. */
  #approved: { readonly intent: Intent; readonly effects: Effects } | undefined;

  constructor(
    private readonly options: ExecuteOptions,
    private readonly following: Following,
    private readonly node: ClusterNode,
    private readonly walletAddress: string,
  ) {
    this.#journal = options.journal ?? new MemoryJournal();
    this.#paymentId = options.paymentId ?? "payment";
  }

  async run(): Promise<Receipt> {
    try {
      return await this.#run();
    } catch (error) {
      throw await this.#withPaymentOutcome(error);
    }
  }

  /** Makes the outcome unknown if this call sent nothing, but an earlier call or another process may have. */
  async #withPaymentOutcome(error: unknown): Promise<unknown> {
    const { outcome } = Object(error) as { outcome?: PaymentOutcome };
    if (this.#otherOrder || (outcome !== undefined && outcome !== "not-sent")) return error;
    // Messages of other errors may contain a node's URL with its key.
    const reason = error instanceof IntentTxError ? error.message : "see cause.";
    let record: PaymentRecord | undefined;
    try {
      record = await this.#journal.get(this.#paymentId);
    } catch {
      return new TransactionUnconfirmedError(
        `The journal cannot be read, so it is not known whether an earlier call sent the payment. This call sent nothing: ${reason}`,
        "",
        error,
      );
    }
    if (record === undefined || !(record.outcome === undefined || record.outcome === "landed")) return error;
    return new TransactionUnconfirmedError(
      `Payment ${this.#paymentId} was started by another call, which may have sent it. This call sent nothing: ${reason}`,
      record.attempts.slice(-1)[0]?.signature ?? "",
      error,
    );
  }

  async #run(): Promise<Receipt> {
    throwIfAborted(this.following.signal);
    let record = await this.#read();
    const settledBefore = record?.outcome;
    if (record !== undefined || this.options.journal !== undefined) {
      // Without the cluster's identity nothing can be proved after a crash.
      const { genesis } = this.node;
      if (genesis === undefined)
        throw notSent(
          new ConfigurationError("A journal needs a connection with getGenesisHash. Nothing was sent."),
        );
      this.#genesisHash = await retrying(this.following, () => genesis());
    }
    if (record !== undefined) this.#checkSame(record);
    for (let signed = 0; ; ) {
      if (record?.outcome === "landed") {
        const { receipt, attempts, intentId } = record;
        const stored = receipt ?? { signature: attempts.slice(-1)[0]?.signature ?? "", slot: 0 };
        return { ...receiptOf(stored), attempts: attempts.length, intentId };
      }
      if ((signed > 0 || settledBefore === undefined) && record !== undefined) throwIfSettled(record);
      const isOpen = record !== undefined && record.outcome === undefined;
      if (record?.outcome === "expired" && signed >= MAX_ATTEMPTS)
        throw new TransactionExpiredError(record.attempts.slice(-1)[0]?.signature ?? "");
      if (!isOpen) signed++;
      try {
        record =
          record !== undefined && isOpen ? await this.#followRecord(record) : await this.#attempt(record);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        record = error.record;
      }
    }
  }

  async #read(): Promise<PaymentRecord | undefined> {
    try {
      return await this.#journal.get(this.#paymentId);
    } catch (cause) {
      throw notSent(
        new ConfigurationError(
          "The journal cannot be read, so nothing was signed or sent by this call; see cause.",
          { cause },
        ),
      );
    }
  }

  #checkSame(record: PaymentRecord): void {
    const { order, genesisHash, walletAddress, paymentId } = record;
    const difference =
      paymentId !== this.#paymentId
        ? `paymentId ${paymentId}`
        : walletAddress !== this.walletAddress
          ? `the wallet ${walletAddress}`
          : genesisHash !== this.#genesisHash
            ? "a different cluster"
            : order !== this.#order()
              ? "a different order"
              : undefined;
    if (difference === undefined) return;
    this.#otherOrder = true;
    throw notSent(
      new ConfigurationError(
        `paymentId ${this.#paymentId} was used for ${difference}. Pass the same command or intent with the same options, or a new paymentId. This call sent nothing.`,
      ),
    );
  }

  /** Hash of the caller's order. It excludes the `intentId`, because every parse creates a new one. */
  #order(): string {
    const { command, intent, expect, maxFee, slippage, priorityFee, pools } = this.options;
    const { intentId: _, ...terms } = intent ?? { intentId: "" };
    const order = [command, terms, expect, maxFee, slippage, priorityFee, pools];
    return bs58.encode(sha256(codeUnits(canonical(order))));
  }

  /** Signs a transaction, and sends it after the journal has stored it. */
  async #attempt(record: PaymentRecord | undefined): Promise<PaymentRecord> {
    const { intent, transaction, method } = await this.#prepare();
    const checked = await checkBeforeSigning(this.node, transaction, this.following);
    if (checked.already)
      throw notSent(
        new ConfigurationError(
          "The service built a transaction that is identical to one that has landed. Nothing was signed. Try again in a second, when there is a new blockhash.",
        ),
      );
    await this.#reserve(transaction.signedMessage.hash);
    const known = { ...(record ?? this.#initial()), intentId: intent.intentId };
    const lifetime = {
      messageHash: transaction.signedMessage.hash,
      blockhash: transaction.blockhash,
      ...(checked.validAt !== undefined && { validAt: checked.validAt }),
    };
    if (method.sign === undefined) {
      const attempt = { ...lifetime, transaction: encodeBase64(transaction.bytes), byWallet: true } as const;
      return this.#byWallet(await this.#store(known, "prompting", attempt), transaction, method);
    }
    const signed = await requestSignature({ ...this.options, verify: true }, transaction, method);
    const { signature, bytes } = signed;
    this.following.report({ type: "signed", signature });
    const attempt = { ...lifetime, signature, transaction: encodeBase64(bytes) };
    return this.#send(await this.#store(known, "signed", attempt), signed, checked);
  }

  async #prepare() {
    const { client, command, approve, slippage, priorityFee } = this.options;
    const { signal, clock } = this.following;
    const walletAddress = this.walletAddress;
    const request = signal === undefined ? {} : { signal };
    let intent = this.options.intent;
    for (;;) {
      throwIfAborted(signal);
      intent ??= await client.intents.parse(
        {
          walletAddress,
          command: command ?? "",
          ...(slippage !== undefined && { slippage }),
          ...(priorityFee !== undefined && { priorityFee }),
        },
        request,
      );
      if (intent.action === "query")
        throw notSent(
          new ConfigurationError(
            "This command is a query, so there is nothing to pay. Use client.portfolio, client.prices or client.transactions instead.",
          ),
        );
      let built: BuiltTransaction;
      try {
        built = await client.transactions.build({ intentId: intent.intentId, walletAddress }, request);
      } catch (error) {
        const code = isApiError(error) ? error.code : undefined;
        const again = code === "simulation_failed" || (code === "intent_expired" && command !== undefined);
        if (!again || this.#rebuilds++ >= MAX_REBUILDS) throw error;
        if (command !== undefined) intent = undefined;
        continue;
      }
      const { transaction, method, summary } = verified({
        ...verifyOptionsOf(this.options, walletAddress),
        intent,
        built,
        signer: this.options.signer,
        web3: this.options.web3,
        signal,
      });
      const prepared = { intent, transaction, method };
      if (approve === undefined || summary === undefined) return prepared;
      const effects = effectsOf(summary);
      const known = this.#approved;
      // The service may return other terms under the same `intentId`, so the intents themselves are compared.
      if (known?.intent === intent && !isWorse(effects, known.effects)) return prepared;
      const stopwatch = new Stopwatch(clock);
      const asked = (async () => approve({ intent, built, effects }))();
      const answer = await orAborted(signal, asked).finally(() => throwIfAborted(signal));
      if (answer !== true)
        throw notSent(new AbortedError("approve did not return true, so nothing was signed or sent."));
      this.#approved = { intent, effects };
      if (stopwatch.elapsed() <= LONG_APPROVAL) return prepared;
    }
  }

  #initial(): PaymentRecord {
    return {
      version: 0,
      paymentId: this.#paymentId,
      walletAddress: this.walletAddress,
      genesisHash: this.#genesisHash,
      order: this.#order(),
      intentId: "",
      state: "signed",
      attempts: [],
      createdAt: Date.now(),
      updatedAt: 0,
    };
  }

  /**
   * Reserves a message for this payment. Two identical payments with the same blockhash have the same message, and a
   * message can land only once. The journal forgets the reservation after 7 days, when the blockhash has long expired.
   */
  async #reserve(messageHash: string): Promise<void> {
    const reservation = nextVersion(this.#initial(), {
      paymentId: `intent-tx.message:${messageHash}`,
      order: this.#paymentId,
      state: "settled",
      outcome: "not-sent",
    });
    try {
      const { order } = (await this.#journal.claim(reservation)) ?? reservation;
      if (order === this.#paymentId) return;
    } catch (cause) {
      throw notStored(cause);
    }
    throw notSent(new ConfigurationError(DUPLICATE));
  }

  /** Stores an attempt before any of its bytes are sent. If another process was first, this call discards its own. */
  async #store(record: PaymentRecord, state: "prompting" | "signed", attempt: PaymentAttempt) {
    const { outcome = "not-sent", receipt: _, ...known } = record;
    const next = nextVersion(known, { state, attempts: [...known.attempts, attempt] });
    const signature = attempt.signature ?? "";
    try {
      if (record.version > 0) {
        if (await this.#journal.update(next)) return next;
        throw new Conflict(await this.#readOther(next, signature));
      }
      const existing = await this.#journal.claim(next);
      if (existing === undefined) return next;
      this.#checkSame(existing);
      throw new Conflict(existing);
    } catch (cause) {
      if (cause instanceof Conflict) throw cause;
      if (cause instanceof ConfigurationError) throw notSent(cause, signature);
      await this.#discard({ ...next, attempts: known.attempts, state: "settled", outcome }, signature, cause);
      throw notStored(cause, signature);
    }
  }

  /** After a failed store, ensures that the attempt is not in the journal and cannot get there later. */
  async #discard(settled: PaymentRecord, signature: string, cause: unknown): Promise<void> {
    try {
      const existing = await this.#journal.get(this.#paymentId);
      const discarded =
        existing === undefined
          ? settled.version === 1 && (await this.#journal.claim(settled)) === undefined
          : existing.version < settled.version && (await this.#journal.update(settled));
      if (discarded) return;
    } catch {
      // It is unknown whether the attempt is stored.
    }
    throw mayBeSent(cause, signature);
  }

  async #readOther({ version }: PaymentRecord, signature: string): Promise<PaymentRecord> {
    try {
      const record = await this.#journal.get(this.#paymentId);
      if (record !== undefined && record.version >= version) return record;
    } catch (cause) {
      throw new TransactionUnconfirmedError(
        "Another process took over the payment, and the journal cannot be read.",
        signature,
        cause,
      );
    }
    throw new TransactionUnconfirmedError("The journal has lost the payment, or rejects updates.", signature);
  }

  /** Sends a stored, unsent transaction. If that fails, or it belongs to another payment, settles as not sent. */
  async #send(record: PaymentRecord, signed: SignedTransaction, checked: Partial<Checked>, taken = false) {
    const { signature } = signed;
    const simulated = await this.#beforeSending(record, taken, signature, async () => {
      const now = await checkBeforeSending(this.node, signed);
      throwIfAborted(this.following.signal, signature);
      if (now.already) throw notSent(new ConfigurationError(DUPLICATE), signature);
      return now.simulated;
    });
    return this.#follow(await this.#toSending(record, signature), {
      ...signed,
      validAt: checked.validAt,
      genesisHash: record.genesisHash || checked.genesisHash,
      simulated,
      send: true,
    });
  }

  /**
   * Runs the last step before sending. If it fails, or a payment without this journal has used the connection for the
   * same message, settles the payment as not sent, unless another process took over the payment.
   */
  async #beforeSending<T>(record: PaymentRecord, taken: boolean, signature: string, step: () => Promise<T>) {
    const { underway } = this.node;
    const { messageHash = "" } = record.attempts.slice(-1)[0] ?? {};
    const isFirst = !underway.has(messageHash);
    try {
      throwIfAborted(this.following.signal, signature);
      if (!(isFirst || taken)) throw notSent(new ConfigurationError(DUPLICATE), signature);
      if (isFirst) underway.set(messageHash, signature);
      return await step();
    } catch (error) {
      if (error instanceof TransactionUnconfirmedError) throw error;
      if (isFirst) underway.delete(messageHash);
      await this.#settle(record, { outcome: "not-sent" }, signature);
      throw error;
    }
  }

  /** Marks the payment as sending. Bytes may be sent only after this resolves. */
  async #toSending(record: PaymentRecord, signature: string, attempts = record.attempts) {
    const next = nextVersion(record, { state: "sending", attempts });
    try {
      if (await this.#journal.update(next)) return next;
    } catch (cause) {
      throw mayBeSent(cause, signature);
    }
    throw new Conflict(await this.#readOther(next, signature));
  }

  async #byWallet(record: PaymentRecord, transaction: Unsigned, method: Method): Promise<PaymentRecord> {
    const signature = await this.#beforeSending(record, false, "", () =>
      sentByWallet(this.options, transaction, method),
    );
    const last = record.attempts.slice(-1)[0] as PaymentAttempt;
    this.node.underway.set(last.messageHash, signature);
    const signed = [...record.attempts.slice(0, -1), { ...last, signature }];
    const sending = await this.#toSending(record, signature, signed);
    return this.#follow(sending, { ...UNKNOWN_BYTES, signature });
  }

  /** Follows a payment that another call or process started. Resends its bytes while their blockhash is valid. */
  async #followRecord(record: PaymentRecord): Promise<PaymentRecord> {
    const last = record.attempts.slice(-1)[0];
    if (last?.signature === undefined)
      throw new TransactionUnconfirmedError(
        "A wallet that signs and sends was asked to sign, and its result is not known. Call resume with the signature from the wallet's history.",
        "",
      );
    const { signature, validAt } = last;
    if (last.byWallet) return this.#follow(record, { ...UNKNOWN_BYTES, signature });
    const { genesisHash, state } = record;
    const signed = readSigned(bytesOf(last.transaction));
    if (state === "signed") return this.#send(record, signed, { validAt, genesisHash }, true);
    return this.#follow(record, { ...signed, validAt, genesisHash, simulated: false, send: true });
  }

  /** Follows the payment to its end, and stores the outcome. A message is signed once, so it has one signature. */
  async #follow(
    record: PaymentRecord,
    sending: Omit<Parameters<typeof follow>[0], keyof Following | "node" | "oneSignature">,
  ): Promise<PaymentRecord> {
    const signature = sending.signature ?? "";
    let landed: LandedTransaction;
    try {
      landed = await follow({ ...this.following, ...sending, node: this.node, oneSignature: true });
    } catch (error) {
      const outcome = provedOutcome(error);
      if (outcome === undefined) throw error;
      const settled = await this.#settle(record, { outcome }, signature);
      if (outcome === "failed") throw error;
      return settled;
    }
    const read = await readReceipt(this.node, landed, this.walletAddress, this.following);
    return this.#settle(record, { outcome: "landed", receipt: storedReceipt(read) }, signature);
  }

  /** Stores an outcome. An outcome proved on chain holds even if the journal fails, but `not-sent` must be stored. */
  async #settle(
    record: PaymentRecord,
    end: Pick<PaymentRecord, "outcome" | "receipt">,
    signature: string,
  ): Promise<PaymentRecord> {
    for (let from = record; ; ) {
      const next = nextVersion(from, { ...end, state: "settled" });
      let current: PaymentRecord | undefined;
      try {
        if (await this.#journal.update(next)) return next;
        current = await this.#journal.get(this.#paymentId);
        if (current?.version === from.version) throw new Error("The journal rejects the next version.");
      } catch (cause) {
        if (end.outcome !== "not-sent") return next;
        throw mayBeSent(cause, signature);
      }
      if (current === undefined) return next;
      const same = current.attempts.length === record.attempts.length;
      if (end.outcome === "landed" && !same)
        throw new TransactionUnconfirmedError(
          `Transaction ${signature} has landed, but the journal contains a later transaction of this payment, which may land too. Do not make the payment again.`,
          signature,
        );
      if (current.outcome === end.outcome || end.outcome === "not-sent" || !same) throw new Conflict(current);
      if (current.outcome !== undefined)
        throw new TransactionUnconfirmedError(
          `The journal says that the payment is ${current.outcome}, but the cluster says that it is ${end.outcome}.`,
          signature,
        );
      from = current;
    }
  }
}

const DUPLICATE =
  "Another payment uses this same transaction: an identical payment with the same blockhash. This call sent nothing. Call again in a second, when there is a new blockhash.";

const notStored = (cause: unknown, signature?: string) =>
  notSent(
    cause instanceof ConfigurationError
      ? cause
      : new ConfigurationError("The journal failed, so the transaction was not sent; see cause.", { cause }),
    signature,
  );

const mayBeSent = (cause: unknown, signature: string) =>
  new TransactionUnconfirmedError(
    "The journal failed before the transaction was sent, so another process may find the transaction there and send it.",
    signature,
    cause,
  );

/** Another process changed the payment first. This call continues with that process's record. */
class Conflict {
  constructor(readonly record: PaymentRecord) {}
}

/** Throws if another process settled the payment during this call, so that both report the same outcome. */
function throwIfSettled({ outcome, attempts, paymentId }: PaymentRecord): void {
  if (outcome !== "failed" && outcome !== "not-sent") return;
  const text = `Another process settled payment ${paymentId} as ${outcome}. Call again to pay with a new transaction.`;
  const stage = outcome === "failed" ? "executed" : "preflight";
  throw new TransactionFailedError(text, stage, attempts.slice(-1)[0]?.signature ?? "", undefined, []);
}

function isWorse(effects: Effects, approved: Effects): boolean {
  const amountIn = (list: Effects["spendAtMost"], mint: string) =>
    list.reduce((sum, one) => (one.mint === mint ? sum + one.amount : sum), 0n);
  return (
    effects.fee > approved.fee ||
    effects.rent > approved.rent ||
    effects.spendAtMost.some(({ mint, amount }) => amount > amountIn(approved.spendAtMost, mint)) ||
    approved.receiveAtLeast.some(({ mint, amount }) => amountIn(effects.receiveAtLeast, mint) < amount)
  );
}

/** Encodes a string as two bytes per code unit, because jsdom has no TextEncoder. */
function codeUnits(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++)
    bytes.set([text.charCodeAt(i) >> 8, text.charCodeAt(i) & 0xff], 2 * i);
  return bytes;
}

/** JSON with sorted keys, so that equal orders give equal strings. */
function canonical(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join()}}`;
}
