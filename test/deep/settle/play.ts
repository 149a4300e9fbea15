// Users pay on the model. A user orders again only if the error's outcome allows it, at most four times. Whatever the
// faults of the cluster and the transport, and the crashes, at most one payment of a user may land, and every outcome
// must stay true. One user has two equal orders: both may land, but not by one transaction, also if a wallet that signs
// and sends returns the signature of another one. Limits change from call to call. A journal
// may not answer, lose its last write or return foreign rows, and a wallet may send what it is asked to sign.
import { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import {
  type Commitment,
  confirm,
  execute,
  KeyValueJournal,
  type PaymentEvent,
  type PaymentJournal,
  type PaymentRecord,
  resume,
  signAndSend,
  submit,
  type TransactionSigner,
  type TransactionToSend,
  verifyAndSign,
} from "intent-tx/solana";
// Loaded on first use, which takes real time, and a play waits only for its own.
import "../../../src/solana/send/lookup-tables.js";
import "../../../src/solana/sign/edits.js";
import { budget, build, keypair, recipient, sampleNamed, sendSol } from "../../sdk/solana/samples.js";
import { signatureOf } from "../../server/lab.js";
import { type Random, random } from "../random.js";
import { clockOf, connectionOf, messageOf, Process, Transport, WAYS } from "./connections.js";
import { Model } from "./model.js";
import { Timeline } from "./timeline.js";

const { intent } = sampleNamed("a transfer of SOL");
const alice = keypair(1);
const MOST_ORDERS = 4;
/** Number of calls to the node in the last round, which may begin just before `maxWait` ends. */
const LAST_CALLS = 12;

export type Word = "landed" | "failed" | "expired" | "not-sent" | "unknown" | "crash";

/** A finished play. */
export interface Played {
  readonly words: readonly Word[];
  readonly faults: ReadonlySet<string>;
  readonly violations: readonly string[];
  /** Number of events on the timeline; equal in each run of a seed. */
  readonly events: number;
}

/** An outcome reported to the user, and its messages. */
interface Told {
  readonly word: Word;
  readonly messages: readonly string[];
  readonly signature: string;
  readonly by: string;
}

/** A wallet that draws a nonce for each signature (MPC, FROST). */
const randomSigner = (next: Random) => ({
  publicKey: alice.publicKey,
  signBytes: async (message: Uint8Array) => {
    const nonce = BigInt(1 + next(2 ** 31)) * BigInt(1 + next(2 ** 31));
    return Uint8Array.from(signatureOf(message, alice.secretKey, nonce));
  },
});

class Play {
  readonly words: Word[] = [];
  readonly violations: string[] = [];
  readonly next: Random;
  readonly timeline = new Timeline();
  readonly model: Model;
  readonly transport: Transport;
  readonly signer: TransactionSigner;
  readonly way: (typeof WAYS)[number];
  readonly maxWait: number;
  readonly nodeTimeout: number;
  readonly pollInterval: number | undefined;
  readonly crashes: boolean;
  readonly aborts: boolean;
  #told: Told[] = [];
  /** Every message that was built; at most one may land. */
  readonly #messages = new Set<string>();
  /** Signatures of the wallet that signs and sends. */
  readonly signatures: string[] = [];
  #built: string | undefined;
  /** Messages reported to a user as not sent. */
  readonly #unsent = new Set<string>();

  constructor(seed: number) {
    this.next = random(seed);
    this.model = new Model(this.next, this.timeline);
    this.transport = new Transport(this.next, this.model, this.timeline);
    this.transport.onSend = (message, process) => {
      // A new message: the process has stopped following the previous transaction.
      if (process.sent.size > 0 && !process.sent.has(message)) this.checkWait("execute", process);
      if (this.#unsent.has(message)) this.violations.push("sent after it was told not-sent");
    };
    this.signer = this.one<TransactionSigner>(alice, randomSigner(this.next));
    this.way = this.one(...WAYS);
    this.maxWait = this.one(20_000, 60_000, 150_000, 300_000);
    this.nodeTimeout = this.one(2000, 10_000);
    this.pollInterval = this.one(undefined, 400, 1000, 5000);
    this.crashes = this.one(true, false);
    this.aborts = this.one(true, false, false);
  }

  one<T>(...of: readonly T[]): T {
    return of[this.next(of.length)] as T;
  }

  /** The transaction of the service; sometimes the previous one, as after a double click. */
  build(): string {
    const transaction = this.#transaction();
    // This order may send the message, even if a previous order reported it as not sent.
    const message = messageOf(transaction);
    this.#unsent.delete(message);
    this.#told = this.#told.filter(
      ({ word, messages }) => word !== "not-sent" || !messages.includes(message),
    );
    return transaction;
  }

  #transaction(): string {
    if (this.#built !== undefined && this.next(4) === 0) return this.#built;
    const instructions = [...budget(450 + this.next(20)), sendSol(recipient, 500_000_000n)];
    this.#built = build(instructions, undefined, { recentBlockhash: this.model.latestBlockhash() });
    this.#messages.add(messageOf(this.#built));
    return this.#built;
  }

  process(mayCrash = this.crashes): Process {
    const steps = mayCrash && this.next(2) === 0 ? this.next(40) : Number.POSITIVE_INFINITY;
    return new Process(this.next, this.timeline, steps);
  }

  /**
   * A wallet that signs and sends in one step. It may be rejected, renew the blockhash, lose its answer, or return the
   * signature of an earlier transaction without sending anything.
   */
  wallet(process: Process): TransactionSigner {
    const sendTransaction = (unsigned: { serialize(): Uint8Array }) =>
      process.step(async () => {
        const mood = this.next(8);
        if (mood === 0) throw Object.assign(new Error("The user rejected the request."), { code: 4001 });
        if (mood <= 2 && this.signatures.length > 0) return this.one(...this.signatures);
        const { transaction, params } = this.#signed(unsigned, mood === 3);
        const signature = bs58.encode(transaction.signatures[0] as Uint8Array);
        this.signatures.push(signature);
        const sent = this.transport.call(process, "sendTransaction", params);
        const late = this.timeline.sleep(60_000).then(() => Promise.reject(new Error("The node is mute.")));
        await Promise.race([sent, late]);
        if (mood === 4) throw new Error("The wallet's window was closed.");
        return signature;
      });
    return { publicKey: alice.publicKey, sendTransaction } as never;
  }

  /** Signs as a wallet, and returns the params of its send. */
  #signed(unsigned: { serialize(): Uint8Array }, renews: boolean) {
    const { message } = VersionedTransaction.deserialize(unsigned.serialize());
    if (renews) message.recentBlockhash = this.model.latestBlockhash();
    const transaction = new VersionedTransaction(message);
    transaction.sign([alice]);
    const bytes = Buffer.from(transaction.serialize()).toString("base64");
    this.#messages.add(messageOf(bytes));
    return { transaction, params: [bytes, { skipPreflight: true, encoding: "base64" }] };
  }

  /** After a journal has lost that a payment was not sent, the next order may send its message. */
  forget(): void {
    this.#unsent.clear();
    this.#told = this.#told.filter(({ word }) => word !== "not-sent");
  }

  /**
   * A wallet that may also send what it is asked to sign, at once or later. It may be rejected, renew the blockhash, fail,
   * or return nothing.
   */
  broadcasting(process: Process, prompt: number): TransactionSigner {
    const signTransaction = (unsigned: { serialize(): Uint8Array }) =>
      process.step(async () => {
        const mood = this.next(8);
        if (mood === 0) throw Object.assign(new Error("The user rejected the request."), { code: 4001 });
        const { transaction, params } = this.#signed(unsigned, mood === 1);
        // The wallet outlives the process, and does not follow what it sends.
        const own = new Process(this.next, this.timeline, Number.POSITIVE_INFINITY);
        const send = async () => this.transport.call(own, "sendTransaction", params);
        const late = this.timeline.sleep(20_000);
        const sends = this.one("now", "later", "never");
        if (sends === "now") await Promise.race([send().catch(() => undefined), late]);
        if (sends === "later")
          void this.timeline
            .sleep(this.next(5000))
            .then(send)
            .catch(() => undefined);
        await this.timeline.sleep(this.next(prompt + 1));
        if (mood === 2) throw new Error("The wallet's window was closed.");
        return mood === 3 ? {} : transaction;
      });
    return { publicKey: alice.publicKey, signTransaction } as never;
  }

  /** Options for each call to the SDK. */
  options(process: Process) {
    const { signal, maxWait, pollInterval } = { ...this, signal: this.#signal(process) };
    const connection = connectionOf(this.way, this.transport, process);
    const clock = clockOf(this.timeline, process);
    return { connection, clock, maxWait, pollInterval, nodeTimeout: this.nodeTimeout, signal };
  }

  #signal(process: Process): AbortSignal | undefined {
    if (!this.aborts || this.next(3) > 0) return undefined;
    const controller = new AbortController();
    let steps = this.next(30);
    process.onStep = () => {
      if (steps-- === 0) controller.abort(new Error("The user left."));
    };
    return controller.signal;
  }

  /** Makes a call, and records its outcome. */
  async ends(
    by: string,
    process: Process,
    messages: () => readonly string[] | Promise<readonly string[]>,
    call: () => Promise<{ signature: string }>,
    commitment: Commitment = "confirmed",
  ): Promise<Told> {
    const { transport, timeline } = this;
    transport.alreadyProcessed = 0;
    const began = timeline.now;
    const end = await Promise.race([
      call().then(
        ({ signature }) => ({ word: "landed" as Word, signature }),
        (error: { outcome?: Word; signature?: string }) => {
          if (error.outcome === undefined) this.violations.push(`${by}: no outcome: ${String(error)}`);
          return { word: error.outcome ?? "unknown", signature: error.signature ?? "" };
        },
      ),
      process.crashed.then(() => ({ word: "crash" as Word, signature: "" })),
    ]);
    const told = { ...end, by, messages: await messages() };
    this.words.push(told.word);
    // A processed transaction can still be dropped.
    if (!(told.word === "landed" && commitment === "processed")) this.#told.push(told);
    if (told.word === "not-sent") {
      if (process.sent.has(told.messages.at(-1) ?? ""))
        this.violations.push(`${by}: told not-sent, and it had sent`);
      for (const message of told.messages) this.#unsent.add(message);
    }
    if (told.word !== "crash") this.checkWait(by, process, by === "confirm" ? began : undefined);
    if (by !== "execute" && transport.alreadyProcessed > 0 && told.word === "expired")
      this.violations.push(`${by}: AlreadyProcessed ended as expired`);
    return told;
  }

  /** Checks that neither following a transaction nor reading its receipt took longer than `maxWait`. */
  checkWait(by: string, process: Process, began?: number): void {
    const since = process.handedOver ?? began;
    process.handedOver = undefined;
    const most = (by === "execute" ? 2 : 1) * (this.maxWait + LAST_CALLS * this.nodeTimeout);
    if (since !== undefined && this.timeline.now - since > most)
      this.violations.push(`${by} took ${this.timeline.now - since} ms; maxWait is ${this.maxWait}`);
  }

  /** Waits until everything has ended, and checks the reported outcomes. */
  async judge(orders: number): Promise<void> {
    const { model, timeline, violations } = this;
    await timeline.sleep(600_000);
    const paid = [...this.#messages].filter((message) => model.landed(message)?.err === null);
    if (paid.length > orders) violations.push(`${paid.length} payments landed`);
    for (const { word, messages, signature, by } of this.#told) {
      const landings = messages.map((message) => model.landed(message));
      const succeeded = landings.some((landing) => landing?.err === null);
      if (["expired", "not-sent", "failed"].includes(word) && succeeded)
        violations.push(`${by}: told ${word}, and it landed`);
      if (word === "failed" && messages.length > 0 && !landings.some((landing) => landing !== undefined))
        violations.push(`${by}: told failed, and it is not in the chain`);
      if (word === "landed" && !landings.some((one) => one?.err === null && one.signature === signature))
        violations.push(`${by}: told landed, and it is not in the chain`);
    }
  }

  told(told: Told): void {
    this.#told.push(told);
  }
}

/** A record that the `onSigned` callback stores before the transaction is sent. */
type Row = TransactionToSend;

/** Looks up the stored transactions until each has ended, as a process does after a restart. */
async function lookUp(play: Play, rows: Map<string, Row>): Promise<"landed" | "again" | "stop"> {
  for (const [signature, row] of [...rows]) {
    const { transaction, validAt, genesisHash } = row;
    for (let tries = play.next(3); tries >= 0; tries--) {
      const process = play.process();
      const dated = {
        ...(validAt !== undefined && { validAt }),
        ...(genesisHash !== undefined && { genesisHash }),
      };
      const { word } = await play.ends(
        "confirm",
        process,
        () => [messageOf(transaction)],
        () => confirm(signature, { ...play.options(process), ...dated, transaction }),
      );
      if (process.sent.size > 0) play.violations.push("confirm sent");
      if (word === "landed") return "landed";
      if (word === "unknown" || word === "crash" || word === "not-sent") {
        await play.timeline.sleep(play.next(400_000));
        continue;
      }
      rows.delete(signature);
      break;
    }
    if (rows.has(signature)) return "stop";
  }
  return "again";
}

async function bySignAndSend(play: Play): Promise<void> {
  const rows = new Map<string, Row>();
  const commitment = play.one<Commitment>("confirmed", "confirmed", "finalized", "processed");
  const forgets = play.next(4) === 0;
  for (let orders = 0; orders < MOST_ORDERS; orders++) {
    const transaction = play.build();
    const process = play.process();
    const onSigned = (row: TransactionToSend) =>
      process.step(() => {
        rows.set(row.signature, row);
        if (forgets && play.next(3) === 0) throw new Error("The answer of the database was lost.");
      });
    const { word, signature } = await play.ends(
      "signAndSend",
      process,
      () => [messageOf(transaction)],
      () =>
        signAndSend({
          ...play.options(process),
          commitment,
          onSigned,
          intent,
          built: { transaction },
          signer: play.signer,
        }),
      commitment,
    );
    if (word === "landed") return;
    if (word === "unknown" && play.next(2) === 0) return;
    if (word === "crash" || word === "unknown") {
      await play.timeline.sleep(play.next(play.one(1000, 120_000, 900_000)));
      if ((await lookUp(play, rows)) !== "again") return;
      continue;
    }
    rows.delete(signature);
    await play.timeline.sleep(play.next(5000));
  }
  await lookUp(play, rows);
}

async function bySubmit(play: Play): Promise<void> {
  for (let orders = 0; orders < MOST_ORDERS; orders++) {
    const transaction = play.build();
    const bytes = await verifyAndSign({ intent, built: { transaction }, signer: play.signer });
    const own = bs58.encode(bytes.subarray(1, 65));
    const process = play.process();
    let signature = own;
    const messages = () => [messageOf(transaction)];
    const { connection, nodeTimeout, signal } = play.options(process);
    const sent = await play.ends(
      "submit",
      process,
      messages,
      async () => {
        signature = await submit(bytes, { connection, nodeTimeout, signal });
        return { signature };
      },
      // The node has accepted the transaction, which can still be dropped.
      "processed",
    );
    if (sent.word === "crash") return;
    if (sent.word === "not-sent") continue;
    const after = play.process();
    const same = signature === own ? { transaction: bytes, resend: true } : {};
    const { word } = await play.ends("confirm", after, messages, () =>
      confirm(signature, { ...play.options(after), ...same }),
    );
    if (word !== "expired" && word !== "failed") return;
    await play.timeline.sleep(play.next(5000));
  }
}

/** A journal over rows, and a failover that loses the last write. */
function rowsOf() {
  const rows = new Map<string, string>();
  let lose = () => {};
  const set = (key: string, text: string | undefined) =>
    text === undefined ? rows.delete(key) : rows.set(key, text);
  const journal = new KeyValueJournal({
    get: async (key) => rows.get(key),
    async compareAndSet(key, expected, text) {
      const before = rows.get(key);
      if (before !== expected) return false;
      lose = () => {
        set(key, before);
        lose = () => {};
      };
      set(key, text);
      return true;
    },
    list: async () => rows,
  });
  return Object.assign(journal, { lose: () => lose() });
}

/** An answer of a journal that is not a record. */
const foreign = (record: PaymentRecord | undefined, play: Play) =>
  play.one<unknown>(
    ...[
      { outcome: "paid" },
      { outcome: "" },
      { version: "1" },
      { version: Number.POSITIVE_INFINITY },
      { attempts: null },
    ].map((member) => ({ ...record, ...member })),
    [],
    0,
    "row",
  ) as never;

/** A journal whose calls can fail, not answer, or crash the process, before or after taking effect. */
function journalOf(play: Play, journal: PaymentJournal, process: Process, rate: number): PaymentJournal {
  const hangs = play.next(3) === 0;
  const fails = () => {
    if (play.next(100) >= rate) return undefined;
    if (hangs) return new Promise<never>(() => {});
    throw new Error("The journal is away.");
  };
  const lag = play.one(0, 0, 200);
  const isForeign = () => rate > 0 && play.next(30) === 0;
  const call = <T>(ask: () => Promise<T>) =>
    process.step(async () => {
      if (lag > 0) await play.timeline.sleep(play.next(lag));
      await fails();
      const answer = await ask();
      await fails();
      return answer;
    });
  return {
    get: (paymentId) =>
      call(async () => {
        const record = await journal.get(paymentId);
        return isForeign() ? foreign(record, play) : record;
      }),
    claim: (record) =>
      call(async () => {
        const existing = await journal.claim(record);
        return isForeign() ? foreign(existing, play) : existing;
      }),
    update: (record) => {
      // The process stops following this transaction; the next one has its own `maxWait`.
      if (record.outcome === "expired") {
        play.checkWait("execute", process);
        process.sent.clear();
      }
      return call(async () => {
        const isStored = await journal.update(record);
        return isForeign() ? ({ changes: Number(isStored) } as never) : isStored;
      });
    },
    open: () => call(() => journal.open()),
  };
}

async function byExecute(
  play: Play,
  ids: readonly string[] = ["order"],
  signs: "signs" | "sends" = "signs",
): Promise<void> {
  const { timeline, next } = play;
  const sends = signs === "sends";
  const processes = ids.length;
  const memory = rowsOf();
  // Two orders of one message need the journal's claim of the message.
  const loses = ids !== PAIR && next(3) === 0;
  // A journal that loses the prompt of a wallet that sends does not know of the payment.
  const broadcasts = !sends && !loses && ids !== PAIR && next(3) === 0;
  const rate = play.one(0, 0, 3, 20);
  const slow = play.one(0, 0, 40_000, 120_000);
  /** Milliseconds of a wallet's prompt. With a hardware wallet, the blockhash can be too old afterwards. */
  const prompt = play.one(0, 0, 200_000);
  const commitment = play.one<Commitment>("confirmed", "confirmed", "finalized");
  let parsed = 0;
  const attempts = async () =>
    ((await memory.get("order"))?.attempts ?? []).map(({ transaction }) => messageOf(transaction));
  const isOwn = processes === 1 && !sends;
  const pay = (process: Process, paymentId: string, command = "send half a SOL") => {
    const client = {
      intents: {
        parse: () =>
          process.step(() => ({ ...intent, intentId: `intent_${String(parsed++).padStart(16, "0")}` })),
      },
      transactions: {
        build: () => {
          play.checkWait("execute", process);
          return process.step(() => ({ transaction: play.build() }));
        },
      },
    };
    const approve = () => process.step(() => timeline.sleep(next(slow + 1))).then(() => next(20) > 0);
    const journal = journalOf(play, memory, process, rate);
    const onEvent = ({ type }: PaymentEvent) => {
      if (loses && type !== "settled" && next(4) === 0) memory.lose();
    };
    const random = randomSigner(next);
    const prompting = {
      ...random,
      signBytes: async (message: Uint8Array) => {
        await process.step(() => timeline.sleep(next(prompt)));
        return random.signBytes(message);
      },
    };
    const limits = [
      { maxFee: play.one(5_000_000, 6_000_000) },
      { priorityFee: play.one(1000, 2000) },
      { expect: { side: "input", amount: 500_000_000n } as const },
      { pools: [] },
      {},
    ];
    return execute({
      ...play.options(process),
      ...play.one(...limits),
      client: client as never,
      signer: sends
        ? play.wallet(process)
        : broadcasts
          ? play.broadcasting(process, prompt)
          : prompt > 0
            ? prompting
            : play.signer,
      onEvent,
      command,
      approve,
      journal,
      journalTimeout: play.nodeTimeout,
      paymentId,
      commitment,
    });
  };
  /** Pays another order under a used paymentId: nothing is sent, and the error has no outcome of this order. */
  const payOther = async () => {
    const [paymentId = ""] = ids;
    if ((await memory.get(paymentId)) === undefined) return;
    const process = play.process(false);
    const error = await pay(process, paymentId, "send a whole SOL").catch(
      (thrown: { outcome?: string }) => thrown,
    );
    const { outcome } = error as { outcome?: string };
    if (
      !(error instanceof Error) ||
      process.sent.size > 0 ||
      !(outcome === undefined || outcome === "unknown")
    )
      play.violations.push(`another order under a used paymentId: ${outcome}`);
  };
  for (let calls = 0, orders = 0; calls < 6 && orders < MOST_ORDERS; calls++) {
    const ends = await Promise.all(
      ids.map((paymentId) => {
        const process = play.process();
        return play.ends(
          "execute",
          process,
          // With several processes, another one may still send after this outcome, so messages are not checked.
          async () => (isOwn ? await attempts() : []),
          () =>
            pay(process, paymentId).catch((error: { outcome?: string }) => {
              const isRejected = (error as { code?: number }).code === 4001;
              const end = isRejected ? Object.assign(error, { outcome: "not-sent" }) : error;
              if (sends && end.outcome === "not-sent" && process.sent.size > 0)
                play.violations.push("told not-sent, and the wallet had sent");
              throw end;
            }),
          isOwn ? commitment : "processed",
        );
      }),
    );
    const words = ends.map(({ word }) => word);
    if (loses && next(2) === 0) {
      memory.lose();
      play.forget();
    }
    if (ids === PAIR ? words.every((word) => word === "landed") : words.includes("landed")) break;
    if (words.some((word) => ["not-sent", "expired", "failed"].includes(word))) orders++;
    await timeline.sleep(next(play.one(1000, 60_000, 900_000)));
    if (next(3) === 0) await look(play, memory, sends);
    if (next(6) === 0) await payOther();
  }
  for (let looks = 0; looks < 2; looks++) {
    await look(play, memory, sends);
    await timeline.sleep(next(200_000));
  }
  const records = await Promise.all([...new Set(ids)].map((paymentId) => memory.get(paymentId)));
  const landed = records.flatMap((record) => record?.receipt?.signature ?? []);
  if (sends && !landed.every((signature) => play.model.succeeded(signature)))
    play.violations.push("settled as landed by a transaction that is not in the chain");
  if (new Set(landed).size < landed.length) play.violations.push("one transaction paid two orders");
}

async function look(play: Play, memory: PaymentJournal, sends: boolean): Promise<void> {
  const process = play.process();
  const { connection, clock, nodeTimeout, signal } = play.options(process);
  const journal = journalOf(play, memory, process, 0);
  // A person may take the signature of another payment.
  const [found] = sends && play.signatures.length > 0 ? [play.one(...play.signatures)] : [];
  const signatures = found !== undefined && play.next(2) === 0 ? { order: found } : {};
  const resumed = await Promise.race([
    resume({ journal, connection, clock, nodeTimeout, signal }, { signatures }).catch(() => []),
    process.crashed.then(() => []),
  ]);
  if (process.sent.size > 0) play.violations.push("resume sent");
  for (const { outcome, record } of resumed) {
    if (outcome === "open") continue;
    if (sends) continue;
    const last = record.attempts.at(-1);
    const messages = last === undefined ? [] : [messageOf(last.transaction)];
    play.words.push(outcome);
    play.told({ word: outcome, messages, signature: record.receipt?.signature ?? "", by: "resume" });
  }
}

export async function played(seed: number): Promise<Played> {
  const play = new Play(seed);
  const users = [
    bySignAndSend,
    bySignAndSend,
    bySubmit,
    byExecute,
    byExecute,
    byTwo,
    byPair,
    byWallet,
    byWalletPair,
  ] as const;
  const user = users[play.next(users.length)] as (play: Play) => Promise<void>;
  await play.timeline
    .run(async () => {
      await user(play);
      await play.judge(user === byPair || user === byWalletPair ? 2 : 1);
    })
    .catch((error: unknown) => play.violations.push(String(error)));
  const { words, transport, violations, timeline } = play;
  return { words, faults: transport.met, violations, events: timeline.events };
}

const PAIR = ["order", "order-2"];
const byTwo = (play: Play) => byExecute(play, ["order", "order"]);
const byPair = (play: Play) => byExecute(play, PAIR);
const byWallet = (play: Play) => byExecute(play, ["order"], "sends");
const byWalletPair = (play: Play) => byExecute(play, PAIR, "sends");

/** Counts the outcomes of many plays; a violation names its seed. */
export async function playAll(first: number, seeds: number) {
  const counts: Partial<Record<Word, number>> = {};
  const faults = new Set<string>();
  const violations: string[] = [];
  for (let seed = first; seed < first + seeds; seed++) {
    const one = await played(seed);
    for (const word of one.words) counts[word] = (counts[word] ?? 0) + 1;
    for (const fault of one.faults) faults.add(fault);
    for (const violation of one.violations) violations.push(`seed ${seed}: ${violation}`);
  }
  return { counts, faults, violations };
}
