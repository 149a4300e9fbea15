import { EventEmitter, once } from "node:events";
import { inspect } from "node:util";
import { ed25519 } from "@noble/curves/ed25519";
import { type Connection, Keypair, SystemProgram, VersionedTransaction } from "@solana/web3.js";
import {
  type ExecuteOptions,
  MemoryJournal,
  type PaymentEvent,
  type PaymentJournal,
  type PaymentRecord,
  receipt,
  resume,
  TransactionExpiredError,
} from "intent-tx/solana";
import { describe, expect, vi } from "vitest";
import { keypairOf, transferOf } from "../../server/lab.js";
import { edited } from "../solana/edits.js";
import { bound, ends, NATIVE, never, prompted, setup, test, unknown } from "./setup.js";

/** Of two payments, one is made. On a slow machine it has landed before the other one asks the node. */
const ONE_PAID = [
  { status: "fulfilled" },
  {
    status: "rejected",
    reason: {
      name: "ConfigurationError",
      outcome: "not-sent",
      message: expect.stringMatching(/Another call uses|identical to one that has landed/),
    },
  },
];

/** How payments end, first those that were made. */
const inOrder = async (...payments: Promise<unknown>[]) =>
  (await Promise.allSettled(payments)).sort((one, two) => one.status.localeCompare(two.status));

type World = Awaited<ReturnType<typeof setup>>;

describe("execute", () => {
  test("a payment refused before sending is also reported as settled", async ({ world: { pay } }) => {
    const events: PaymentEvent[] = [];
    const onEvent = (event: PaymentEvent) => void events.push(event);
    await expect(pay({ approve: () => false, onEvent })).rejects.toMatchObject({
      name: "ApprovalDeclinedError",
      outcome: "not-sent",
      effects: { spendAtMost: [{ mint: NATIVE, amount: 500_000_000n }] },
    });
    expect(events).toEqual([{ type: "settled", signature: "", outcome: "not-sent" }]);
    // Only true approves.
    await expect(pay({ approve: () => "no" })).rejects.toMatchObject({ name: "ApprovalDeclinedError" });
  });

  test("returns a receipt with figures from the balances", async () => {
    const { connection, pay, walletAddress, journal, clock, keypair } = await setup();
    const { publicKey } = keypair;
    const before = await connection.getBalance(publicKey, "confirmed");
    const events: PaymentEvent["type"][] = [];
    const paid = await pay({ onEvent: ({ type }: PaymentEvent) => void events.push(type) });
    const after = await connection.getBalance(publicKey, "confirmed");
    expect(paid.spent).toEqual([{ mint: NATIVE, amount: 500_000_000n }]);
    expect(paid.received).toEqual([]);
    expect(BigInt(before - after)).toBe(500_000_000n + (paid.fee ?? 0n) + (paid.rent ?? 0n));
    expect(paid.attempts).toBe(1);
    expect(events).toEqual(["signed", "sent", "status", "settled"]);
    expect(await receipt(paid.signature, { connection, walletAddress, clock })).toMatchObject({
      spent: paid.spent,
      fee: paid.fee,
    });
    const key = publicKey as unknown as string;
    await expect(receipt(paid.signature, { connection, walletAddress: key })).rejects.toThrow(
      "walletAddress must be a base58 address.",
    );
    const stranger = { connection, clock, walletAddress: Keypair.generate().publicKey.toBase58() };
    await expect(receipt(paid.signature, stranger)).rejects.toThrow("does not involve the wallet");
    expect(await journal.open()).toEqual([]);
  });

  test("pays once for one paymentId", async ({ world: { pay } }) => {
    const first = await pay({ command: "swap 1 SOL for USDC" });
    expect(await pay({ command: "swap 1 SOL for USDC" })).toEqual(first);
  });

  test("the wallet is not asked to sign a transaction that has landed already", async () => {
    const { server, pay, alwaysSame } = await setup();
    const client = await alwaysSame();
    await pay({ client });
    const keypair = keypairOf(server.wallets.alice);
    const signer = { publicKey: keypair.publicKey, signTransaction: vi.fn() };
    await ends(pay({ client, signer, paymentId: "order-2" }), "not-sent", "identical to one that has landed");
    expect(signer.signTransaction).not.toHaveBeenCalled();
  });

  test("calls of one paymentId at the same time make one payment, and each returns its receipt", async () => {
    const { pay, changed } = await setup();
    const receipts = await Promise.all([pay(), pay({ connection: changed({}) }), pay()]);
    expect(receipts).toEqual(Array(3).fill(receipts[0]));
  });

  test("two equal orders on one blockhash are one transaction, so only one of the calls is paid", async () => {
    const { pay, alwaysSame } = await setup();
    const client = await alwaysSame();
    const order = (paymentId: string) => pay({ paymentId, client });
    expect(await inOrder(order("order-1"), order("order-2"))).toMatchObject(ONE_PAID);
    // Called again, each order gets its own transaction.
    const signatures = await Promise.all(
      ["order-1", "order-2"].map(async (paymentId) => (await pay({ paymentId })).signature),
    );
    expect(new Set(signatures).size).toBe(2);
  });

  test("an equal order is not paid by a transaction that has just landed, even if the node cannot simulate", async () => {
    const { pay, alwaysSame, changed } = await setup();
    const simulateTransaction = async () => Promise.reject(new Error("429 Too Many Requests"));
    const order = { client: await alwaysSame(), connection: changed({ simulateTransaction }) };
    await pay(order);
    for (let call = 0; call < 2; call++)
      await ends(pay({ ...order, journal: new MemoryJournal() }), "not-sent", "Another call");
  });

  test.each([
    ["has another journal", { paymentId: "order-2", sends: false }],
    ["sends from its wallet", { paymentId: "order-2", sends: true }],
  ])("an equal order that %s gets its own transaction when it is called again", async (_, more) => {
    const { pay, alwaysSame, changed, wallet } = await setup();
    const { sends, ...order } = { ...more, journal: new MemoryJournal() };
    const simulateTransaction = async () => Promise.reject(new Error("429 Too Many Requests"));
    const connection = changed({ simulateTransaction });
    const client = await alwaysSame();
    const { signature } = await pay({ client, connection });
    const again = { ...order, connection, ...(sends && { signer: wallet }) };
    await ends(pay({ ...again, client }), "not-sent", "Another call");
    expect((await pay(again)).signature).not.toBe(signature);
  });

  test("an equal order is not paid by a transaction that has landed, even if its own node lags", async () => {
    const { pay, alwaysSame, changed } = await setup();
    const client = await alwaysSame();
    await pay({ client });
    const simulateTransaction = async () => ({ context: { slot: 1 }, value: { err: null, logs: [] } });
    const order = { client, connection: changed({ simulateTransaction }), paymentId: "order-2" };
    await ends(pay(order), "not-sent", "Another call");
  });

  test.each(["claim", "update"] as const)("after a crash at %s, a message stays reserved", async (method) => {
    const { pay, alwaysSame, journal, changed } = await setup();
    const client = await alwaysSame();
    const dying = {
      ...bound(journal),
      [method]: async (record: PaymentRecord) =>
        record.paymentId === "order-1" ? Promise.reject(new Error("killed")) : journal[method](record),
    };
    await ends(pay({ client, journal: dying }), "unknown");
    const other = { client, paymentId: "order-2", connection: changed({}), maxWait: 500 };
    await ends(pay(other), "not-sent");
    expect(await pay({ client })).toMatchObject({ attempts: 1 });
  });

  describe("a stored signature of the payment that has landed is the payment", () => {
    /** A record in the state `signed`, whose transaction has landed: the journal has lost the next change. */
    async function lostWrite() {
      const world = await setup();
      const { pay, journal, connection, clock } = world;
      const update = journal.update.bind(journal);
      journal.update = async () => Promise.reject(new Error("The process has ended."));
      await ends(pay(), "unknown");
      journal.update = update;
      const [{ signature = "", transaction = "" } = {}] = (await journal.open())[0]?.attempts ?? [];
      await connection.sendRawTransaction(Buffer.from(transaction, "base64"));
      await clock.sleep(2000);
      return { ...world, signature };
    }

    test.each([0, 600_000])("also %i ms after a journal has lost that it was sent", async (ms) => {
      const { pay, clock, signature } = await lostWrite();
      await clock.sleep(ms);
      expect(await pay()).toMatchObject({ signature, attempts: 1 });
      expect(await pay()).toMatchObject({ signature });
    });

    test("for resume too", async () => {
      const { journal, connection, clock } = await lostWrite();
      expect(await resume({ journal, connection, clock })).toMatchObject([{ outcome: "landed" }]);
    });

    test("although the record says not-sent", async () => {
      const { pay, journal, signature } = await lostWrite();
      const [record] = (await journal.open()) as [PaymentRecord];
      await journal.update({ ...record, version: record.version + 1, state: "settled", outcome: "not-sent" });
      expect(await pay()).toMatchObject({ signature, attempts: 1 });
    });
  });

  describe("a wallet that sends in signTransaction", () => {
    type Unsigned = { sign(keys: Keypair[]): void; serialize(): Uint8Array };

    /** Its answer comes after `answer`. */
    const broadcasting = (world: World, answer: () => Promise<unknown>) => ({
      publicKey: world.keypair.publicKey,
      signTransaction: async (transaction: Unsigned) => {
        transaction.sign([world.keypair]);
        await world.connection.sendRawTransaction(transaction.serialize());
        await answer();
        return transaction;
      },
    });

    test.each([0, 5000, 600_000])("has made the payment, also if it answers %i ms later", async (ms) => {
      const world = await setup();
      const before = await world.connection.getBalance(world.keypair.publicKey);
      const paid = await world.pay({ signer: broadcasting(world, () => world.clock.sleep(ms)) });
      expect(paid).toMatchObject({ attempts: 1, spent: [{ amount: 500_000_000n }] });
      await world.clock.sleep(20_000);
      expect(before - (await world.connection.getBalance(world.keypair.publicKey))).toBeLessThan(600_000_000);
    });

    test("leaves the payment open if the process ends before it stores the answer", async ({ world }) => {
      const { journal, pay, landed, clock } = world;
      void pay({ signer: broadcasting(world, never) }).catch(() => undefined);
      await prompted(journal);
      await clock.sleep(5000);
      // Another call settles the payment at the last moment.
      const late = Object.assign(Object.create(journal) as MemoryJournal, {
        update: async (record: PaymentRecord) => (await journal.update(record)) && false,
      });
      const paid = await pay({ journal: late, maxWait: 1 });
      expect(paid).toMatchObject({ attempts: 1, spent: [{ amount: 500_000_000n }] });
      expect(await pay()).toEqual(paid);
      expect((await landed())[0]).toBe(paid.signature);
    });

    const failures = {
      throws: async () => Promise.reject(new Error("The window was closed.")),
      "returns nothing": async () => ({}) as Unsigned,
      "never answers": never,
    };

    /** A wallet that sends `ms` after the prompt what `change` makes of the transaction. */
    const later = (
      { keypair, connection, clock }: World,
      answer: (signed: VersionedTransaction) => Promise<unknown>,
      { ms = 1500, change = (one: VersionedTransaction) => one } = {},
    ) => ({
      publicKey: keypair.publicKey,
      signTransaction: async (built: Unsigned) => {
        const signed = change(VersionedTransaction.deserialize(built.serialize()));
        signed.sign([keypair]);
        const options = { skipPreflight: true };
        const send = async () => connection.sendRawTransaction(signed.serialize(), options);
        void clock
          .sleep(ms)
          .then(send)
          .catch(() => undefined);
        return answer(signed);
      },
    });

    test.for(Object.entries(failures))(
      "and %s leaves the payment open, so that the next call finds it",
      async ([_, answer], { world }) => {
        const { pay, journal, landed, clock } = world;
        const ending = new AbortController();
        const call = pay({ signer: later(world, answer), signal: ending.signal });
        call.catch(() => undefined);
        await prompted(journal);
        // The reason of the signal does not come from this wallet.
        ending.abort(Object.assign(new Error("Another wallet declined."), { code: 4001 }));
        await expect(call).rejects.toMatchObject({ name: "TransactionUnconfirmedError", outcome: "unknown" });
        expect(await pay()).toMatchObject({ attempts: 1 });
        await clock.sleep(20_000);
        expect(await landed()).toHaveLength(1);
      },
    );

    test.for(Object.entries(failures))(
      "and only %s is asked again once the blockhash has expired",
      async ([_, answer], { world: { pay, keypair, clock } }) => {
        const ending = new AbortController();
        const signTransaction = () => {
          void clock.sleep(1000).then(() => ending.abort());
          return answer();
        };
        const call = pay({
          signer: { publicKey: keypair.publicKey, signTransaction },
          signal: ending.signal,
        });
        await ends(call, "unknown");
        const began = clock.now();
        expect(await pay()).toMatchObject({ attempts: 2 });
        expect(clock.now() - began).toBeLessThan(120_000);
      },
    );

    test.each([
      Object.assign(new Error("Declined."), { code: 4001 }),
      new Error("WalletSignTransactionError: User rejected the request."),
    ])("and says that the user rejected it is believed: %s", async (refusal) => {
      const { pay, keypair, clock } = await setup();
      const signTransaction = async () => Promise.reject(refusal);
      await expect(pay({ signer: { publicKey: keypair.publicKey, signTransaction } })).rejects.toBe(refusal);
      const began = clock.now();
      expect(await pay()).toMatchObject({ attempts: 2 });
      expect(clock.now() - began).toBeLessThan(30_000);
    });

    test("is never asked again while the connection cannot show the wallet's history", async ({ world }) => {
      const connection = world.changed({ getSignaturesForAddress: undefined });
      await ends(world.pay({ connection, signer: later(world, failures.throws) }), "unknown");
      await ends(world.pay({ connection }), "unknown");
      expect(await world.pay()).toMatchObject({ attempts: 1 });
    });

    /** The wallet has made the payment, once. */
    async function paidOnce({ pay, clock, landed }: World, more = {}) {
      const { signature } = await pay(more);
      await clock.sleep(90_000);
      expect(await landed()).toEqual([signature]);
    }

    /** A payment whose wallet returns a refused edit is open. */
    const isOpen = (world: World, signTransaction: (built: Unsigned) => Promise<unknown>) =>
      expect(
        world.pay({ signer: { publicKey: world.keypair.publicKey, signTransaction } }),
      ).rejects.toMatchObject({ name: "UnsafeTransactionError", outcome: "unknown" });

    const addTransfer = (built: VersionedTransaction) =>
      edited(built.serialize(), ({ instructions, payerKey }) => ({
        instructions: [...instructions, transferOf(payerKey, payerKey, 1n)],
      }));

    test.for([1500, 60_000])(
      "and returns a refused edit that it sends after %i ms is not asked again",
      async (ms, { world }) => {
        const { connection, clock } = world;
        let renewed = "";
        const change = (built: VersionedTransaction) => {
          const edited = addTransfer(built);
          edited.message.recentBlockhash = renewed || edited.message.recentBlockhash;
          return edited;
        };
        const wallet = later(world, async (signed) => signed, { ms, change });
        await isOpen(world, async (built) => {
          // The wallet renews the blockhash long after the transaction was built.
          if (ms > 1500) {
            await clock.sleep(45_000);
            ({ blockhash: renewed } = await connection.getLatestBlockhash());
          }
          return wallet.signTransaction(built);
        });
        await paidOnce(world);
      },
    );

    test.each(["pay", "resume"])("and returns a refused edit of it is not asked again: %s", async (next) => {
      const world = await setup();
      const { journal, connection, clock, keypair } = world;
      await isOpen(world, async (built) => {
        const edited = addTransfer(VersionedTransaction.deserialize(built.serialize()));
        await broadcasting(world, async () => {}).signTransaction(built);
        edited.sign([keypair]);
        return edited;
      });
      await clock.sleep(120_000);
      if (next === "resume")
        expect(await resume({ journal, connection, clock })).toMatchObject([{ outcome: "landed" }]);
      await paidOnce(world);
    });

    test.each([
      ["a newer", 0, 45_000, 0],
      ["an older", 45_000, 0, 45_000],
    ])("and returns a refused edit of it with %s blockhash is not asked again", async (_, age, slow, ms) => {
      const world = await setup();
      const { connection, clock, keypair } = world;
      let other = await connection.getLatestBlockhash();
      await clock.sleep(age);
      await isOpen(world, async (built) => {
        const edited = addTransfer(VersionedTransaction.deserialize(built.serialize()));
        const sends = later(world, async () => {}, { ms });
        await sends.signTransaction(built);
        await clock.sleep(slow);
        if (slow > 0) other = await connection.getLatestBlockhash();
        edited.message.recentBlockhash = other.blockhash;
        edited.sign([keypair]);
        return edited;
      });
      await paidOnce(world);
    });

    type Change = (built: VersionedTransaction) => VersionedTransaction;
    const EDITS: [string, Change][] = [
      ["accepted", (built) => built],
      ["refused", addTransfer],
    ];

    /** A wallet that takes a newer blockhash, the first time after `ready`, and sends 50 seconds after its answer. */
    const renewing = (world: World, change: Change, ready: () => Promise<unknown>) => {
      let blockhash = "";
      const renewed = (built: VersionedTransaction) => {
        const edited = change(built);
        edited.message.recentBlockhash = blockhash;
        return edited;
      };
      const wallet = later(world, async (signed) => signed, { ms: 50_000, change: renewed });
      const signTransaction = async (built: Unsigned) => {
        await (blockhash === "" ? ready() : world.clock.sleep(5000));
        ({ blockhash } = await world.connection.getLatestBlockhash());
        return wallet.signTransaction(built);
      };
      return { ...wallet, signTransaction };
    };

    test.each(
      EDITS.flatMap(([edit, change]) => [
        [edit, "lags for", 20_000, change] as const,
        [edit, "lags for", 60_000, change] as const,
        [edit, "fails for", 10_000, change] as const,
      ]),
    )(
      "and returns an edit that is %s, while the node %s %i ms, with a newer blockhash is not asked again",
      async (_, how, ms, change) => {
        const world = await setup();
        const { pay, connection, clock } = world;
        let built = "";
        let [from, until] = [Number.NaN, Number.NaN];
        const isBlockhashValid: Connection["isBlockhashValid"] = async (hash, config) => {
          built ||= hash;
          const isLate = clock.now() >= from && clock.now() < until;
          if (isLate && how === "fails for") throw new Error("socket hang up");
          const answer = await connection.isBlockhashValid(hash, config);
          return isLate && hash !== built ? { ...answer, value: false } : answer;
        };
        const node = { connection: world.changed({ isBlockhashValid }) };
        const signer = renewing(world, change, async () => {
          await clock.sleep(40_000);
          from = clock.now();
          until = from + ms;
        });
        await ends(pay({ ...node, signer }), "unknown");
        await paidOnce(world, node);
      },
    );

    test.each(EDITS)(
      "and answers a prompt that has expired with a newer blockhash is not asked again (%s edit)",
      async (_, change) => {
        const world = await setup();
        const { journal, connection, clock } = world;
        const signer = renewing(world, change, async () => {
          await clock.sleep(120_000);
          expect(await resume({ journal, connection, clock })).toMatchObject([{ outcome: "expired" }]);
        });
        await world.pay({ signer }).catch(() => undefined);
        await paidOnce(world);
      },
    );

    test.each([false, true])(
      "and returns a refused edit with a nonce account, which never expires, is not asked again (sends what was built: %s)",
      async (sends) => {
        const world = await setup();
        const { pay, keypair, clock } = world;
        const { publicKey } = keypair;
        const signTransaction = async (built: Unsigned) => {
          const durable = edited(built.serialize(), ({ instructions, payerKey }) => {
            const nonce = { noncePubkey: Keypair.generate().publicKey, authorizedPubkey: payerKey };
            return { instructions: [SystemProgram.nonceAdvance(nonce), ...instructions] };
          });
          durable.sign([keypair]);
          if (sends) await broadcasting(world, async () => {}).signTransaction(built);
          return durable;
        };
        await ends(pay({ signer: { publicKey, signTransaction } }), "unknown");
        await clock.sleep(120_000);
        if (sends) await paidOnce(world);
        else await ends(pay(), "unknown");
      },
    );

    test("has made the second of two equal payments, which the first one does not count as its own", async () => {
      const world = await setup();
      const { pay, journal, clock, keypair } = world;
      const silent = { publicKey: keypair.publicKey, signTransaction: failures.throws };
      await ends(pay({ signer: silent }), "unknown");
      await ends(pay({ signer: later(world, failures.throws), paymentId: "order-2" }), "unknown");
      await clock.sleep(120_000);
      // Another process, in which no call has used the connection.
      const connection = world.changed({});
      expect(await resume({ journal, connection, clock })).toMatchObject([
        { outcome: "expired" },
        { outcome: "landed" },
      ]);
    });

    test("is asked again on a public cluster if its history shows a transaction before the prompt", async () => {
      const { pay, changed, keypair, clock } = await setup();
      const getGenesisHash = async () => "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";
      const connection = changed({ getGenesisHash });
      const signer = { publicKey: keypair.publicKey, signTransaction: failures.throws };
      await ends(pay({ connection, signer }), "unknown");
      await ends(pay({ connection }), "unknown");
      await pay({ connection, paymentId: "order-2" });
      await clock.sleep(10_000);
      await ends(pay({ connection, signer, paymentId: "order-3" }), "unknown");
      expect(await pay({ connection, paymentId: "order-3" })).toMatchObject({ attempts: 2 });
    });

    test("is not settled by a wrong signature that a person passes to resume", async ({ world }) => {
      const { pay, journal, connection, clock } = world;
      await ends(pay({ signer: later(world, failures.throws) }), "unknown");
      await clock.sleep(200_000);
      const signatures = { "order-1": "1".repeat(64) };
      expect(await resume({ journal, connection, clock }, { signatures })).toMatchObject([
        { outcome: "open" },
      ]);
      expect(await resume({ journal, connection, clock })).toMatchObject([{ outcome: "landed" }]);
    });

    const onlyTransfer = (built: VersionedTransaction) =>
      edited(built.serialize(), ({ payerKey }) => ({
        instructions: [transferOf(payerKey, payerKey, 10n ** 15n)],
      }));

    test.for([
      ["does not send", addTransfer, 500_000, "landed"],
      ["sends, and which fails", onlyTransfer, 1500, "failed"],
    ] as const)(
      "and returns a refused edit that it %s is asked again once that cannot land",
      async ([_, change, ms, end], { world }) => {
        await ends(world.pay({ signer: later(world, async (signed) => signed, { ms, change }) }), "unknown");
        const began = world.clock.now();
        if (end === "failed") await ends(world.pay(), "failed");
        expect(await world.pay()).toMatchObject({ attempts: 2 });
        expect(world.clock.now() - began).toBeLessThan(150_000);
      },
    );

    test("and returns an edit that pays something else is not asked again once that has landed", async () => {
      const world = await setup();
      const change = (built: VersionedTransaction) =>
        edited(built.serialize(), ({ instructions }) => {
          for (const one of instructions)
            if (one.programId.equals(SystemProgram.programId)) one.data[5]! ^= 1;
          return { instructions };
        });
      await ends(world.pay({ signer: later(world, async (signed) => signed, { change }) }), "unknown");
      await ends(world.pay(), "unknown");
      await world.clock.sleep(200_000);
      await ends(world.pay(), "unknown");
    });

    test.for([1500, 100_000])(
      "and returns a blockhash that the node knows %i ms later is not asked again",
      async (ms, { world }) => {
        const { pay, connection, clock, landed } = world;
        let [fresh, knownAt] = ["", 0];
        const change = (built: VersionedTransaction) => {
          built.message.recentBlockhash = fresh;
          return built;
        };
        const wallet = later(world, async (signed) => signed, { change });
        const signTransaction = async (built: Unsigned) => {
          await clock.sleep(5000);
          ({ blockhash: fresh } = await connection.getLatestBlockhash());
          knownAt = clock.now() + ms;
          return wallet.signTransaction(built);
        };
        const isBlockhashValid: Connection["isBlockhashValid"] = async (blockhash, config) => {
          const answer = await connection.isBlockhashValid(blockhash, config);
          return blockhash === fresh && clock.now() < knownAt ? { ...answer, value: false } : answer;
        };
        const behind = world.changed({ isBlockhashValid });
        const call = pay({ connection: behind, signer: { ...wallet, signTransaction } });
        if (ms === 1500) expect(await call).toMatchObject({ attempts: 1, edits: ["blockhash"] });
        else await ends(call, "unknown");
        expect(await pay()).toMatchObject({ attempts: 1 });
        await clock.sleep(20_000);
        expect(await landed()).toHaveLength(1);
      },
    );

    test.each([
      ["refuses", "InsufficientFundsForFee"],
      ["finds too old", "BlockhashNotFound"],
    ])("is not asked again while its transaction, which the node %s, may land", async (_, err) => {
      const world = await setup();
      const { pay, connection, clock, landed } = world;
      let isSigned = false;
      const answer = async (signed: VersionedTransaction) => {
        isSigned = true;
        return signed;
      };
      const behind = world.changed({
        simulateTransaction: async (...call: Parameters<Connection["simulateTransaction"]>) =>
          isSigned
            ? { context: { slot: 1 }, value: { err, logs: [] } }
            : connection.simulateTransaction(...call),
        isBlockhashValid: async (...call: Parameters<Connection["isBlockhashValid"]>) => {
          const { context, value } = await connection.isBlockhashValid(...call);
          return { context, value: value && !isSigned };
        },
      });
      await pay({ connection: behind, signer: later(world, answer) }).catch(() => undefined);
      await pay().catch(() => undefined);
      await clock.sleep(20_000);
      expect(await landed()).toHaveLength(1);
    });
  });

  test("a prompt that was never answered is repeated once its transaction can no longer land", async () => {
    const { pay, journal, keypair, connection, clock } = await setup();
    const signer = { publicKey: keypair.publicKey, signTransaction: never };
    const ending = new AbortController();
    const first = pay({ signer, signal: ending.signal });
    await prompted(journal);
    // The journal does not get the end of the call, as if the page were closed.
    const update = journal.update.bind(journal);
    journal.update = async () => Promise.reject(new Error("The page is closed."));
    ending.abort();
    await ends(first, "unknown");
    journal.update = update;
    expect(await resume({ journal, connection, clock })).toMatchObject([{ outcome: "open" }]);
    expect(await pay()).toMatchObject({ attempts: 2 });
  });

  test("an answer with a renewed blockhash counts, although another call proves that the old one has expired", async () => {
    const { pay, journal, keypair, connection, clock, landed } = await setup();
    const steps = new EventEmitter();
    const signTransaction = async (built: {
      readonly message: { recentBlockhash: string };
      sign(keys: Keypair[]): void;
    }) => {
      await once(steps, "expired");
      built.message.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
      built.sign([keypair]);
      return built;
    };
    const { update, ...journalOf } = bound(journal);
    const ofWallet = async (record: PaymentRecord) => {
      const isStored = await update(record);
      steps.emit(record.state);
      return isStored;
    };
    const signer = { publicKey: keypair.publicKey, signTransaction };
    const first = pay({ signer, journal: { ...journalOf, update: ofWallet } });
    await prompted(journal);
    // The wallet answers while the other call settles its prompt.
    const late = async (record: PaymentRecord) => {
      const isSending = once(steps, "sending");
      if (steps.emit(record.outcome ?? "")) await isSending;
      return update(record);
    };
    const second = pay({ journal: { ...journalOf, update: late } });
    expect(await Promise.all([first, second])).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    await clock.sleep(60_000);
    expect(await landed()).toHaveLength(1);
  });

  test("of two equal orders, a wallet that signs and sends is asked for one", async () => {
    const { pay, alwaysSame, wallet: signer } = await setup();
    const order = { client: await alwaysSame(), signer };
    const other = { ...order, paymentId: "order-2", journal: new MemoryJournal() };
    expect(await inOrder(pay(order), pay(other))).toMatchObject(ONE_PAID);
  });

  test("an abort ends a call whose approval is pending", async ({ world: { pay, journal } }) => {
    const ending = new AbortController();
    const approve = () => {
      queueMicrotask(() => ending.abort());
      return new Promise<boolean>(() => {});
    };
    const call = pay({ approve, signal: ending.signal });
    await expect(call).rejects.toMatchObject({ name: "AbortedError", outcome: "not-sent" });
    expect(await journal.open()).toEqual([]);
  });

  test("an abort before a wallet is asked to sign and send ends as not-sent", async () => {
    const { pay, journal, wallet: signer } = await setup();
    const ending = new AbortController();
    const claim = journal.claim.bind(journal);
    journal.claim = async (record) => {
      const existing = await claim(record);
      ending.abort();
      return existing;
    };
    const call = pay({ signer, signal: ending.signal });
    await expect(call).rejects.toMatchObject({ name: "AbortedError", outcome: "not-sent" });
    expect(await journal.open()).toEqual([]);
  });

  test("does not send the transaction of another process's open payment", async () => {
    const { pay, alwaysSame, cutOff } = await setup();
    const first = { client: await alwaysSame() };
    await ends(pay({ ...first, connection: cutOff }), "unknown");
    await ends(pay({ ...first, paymentId: "order-2", maxWait: 500 }), "not-sent", "Another call");
    expect(await pay(first)).toMatchObject({ attempts: 1 });
  });

  test("a transaction that landed and failed ends the payment with the runtime's error", async () => {
    const { pay, journal, changed } = await setup();
    const err = { InstructionError: [2, { Custom: 1 }] };
    const value = [{ slot: 500_000_000, confirmations: 1, err, confirmationStatus: "confirmed" }];
    const connection = changed({
      getSignatureStatuses: async () => ({ context: { slot: 500_000_000 }, value }),
    });
    await expect(pay({ connection })).rejects.toMatchObject({ outcome: "failed", transactionError: err });
    expect(await journal.get("order-1")).toMatchObject({ state: "settled", outcome: "failed" });
  });

  test("a payment that another process settled as not-sent during the call ends as not-sent here too", async () => {
    const { pay, journal, clock } = await setup();
    const update = journal.update.bind(journal);
    journal.update = async (next) => {
      journal.update = update;
      await update({ ...next, state: "settled", outcome: "not-sent" });
      return false;
    };
    await ends(pay(), "not-sent", "Another process has already settled payment order-1: not-sent");
    await clock.sleep(2000);
    expect(await pay()).toMatchObject({ attempts: 2 });
  });

  test("reports unknown if the journal has a later transaction than the one that landed", async () => {
    const { pay, journal } = await setup();
    const update = journal.update.bind(journal);
    journal.update = async (next) => {
      if (next.outcome !== "landed") return update(next);
      const there = await journal.get(next.paymentId);
      const [first] = next.attempts;
      if (there === undefined || first === undefined) throw new Error("no attempt");
      await update({
        ...there,
        version: there.version + 1,
        attempts: [first, { ...first, signature: "later" }],
      });
      return false;
    };
    await ends(pay(), "unknown", "later transaction");
  });

  test("a journal that ignores the case of IDs does not give one payment the receipt of another", async () => {
    const { pay, journal } = await setup();
    await pay();
    const get = journal.get.bind(journal);
    journal.get = (paymentId) => get(paymentId.toLowerCase());
    await expect(pay({ paymentId: "ORDER-1" })).rejects.toThrow(
      "paymentId ORDER-1 belongs to paymentId order-1",
    );
  });

  test("a journal may return null for no record, as databases do", async ({ world: { pay, journal } }) => {
    const nulls = {
      ...bound(journal),
      get: async (paymentId: string) => (await journal.get(paymentId)) ?? null,
      claim: async (record: PaymentRecord) => (await journal.claim(record)) ?? null,
    };
    const paid = await pay({ journal: nulls });
    expect(await pay({ journal: nulls })).toEqual(paid);
  });

  test("a payment that the journal loses while it is sent is stored again when it has landed", async () => {
    const { pay } = await setup();
    let current = new MemoryJournal();
    const journal: PaymentJournal = {
      get: (paymentId) => current.get(paymentId),
      claim: (record) => current.claim(record),
      update: (record) => current.update(record),
      open: () => current.open(),
    };
    const onEvent = ({ type }: PaymentEvent) => {
      if (type === "sent") current = new MemoryJournal();
    };
    const { signature } = await pay({ journal, onEvent });
    expect(await pay({ journal })).toMatchObject({ signature, attempts: 1 });
  });

  test("a journal whose update always returns false ends the call", async ({ world: { pay, journal } }) => {
    journal.update = async () => false;
    await ends(pay(), "unknown");
    await ends(pay({ signal: AbortSignal.timeout(50) }), "unknown");
  });

  test("does not repeat the text of foreign errors, which may contain a node's key", async () => {
    const { pay, journal } = await setup();
    const read = journal.get.bind(journal);
    let reads = 0;
    journal.get = async (paymentId) => {
      if (reads++ > 0) throw new Error("connect redis://:secret@10.0.0.1");
      return read(paymentId);
    };
    const approve = () => {
      throw new Error("https://rpc.example.com/?key=secret");
    };
    const error = await pay({ approve }).catch((thrown) => thrown);
    expect(error).toMatchObject(unknown("see cause."));
    expect(error.message).not.toContain("secret");
  });

  test.for(["get", "claim"] as const)(
    "hides addresses in the cause of a journal's failed %s",
    async (name, { world: { pay, journal } }) => {
      journal[name] = async () => Promise.reject(new Error("connect redis://:secret@10.0.0.1"));
      const error = await pay().catch((thrown) => thrown);
      expect(inspect(error)).toContain("connect <address>");
      expect(inspect(error)).not.toContain("secret");
    },
  );

  test("asks again if the command is parsed again, even if the service repeats the intent's ID", async () => {
    const { server, pay, client, walletAddress } = await setup();
    const { bob } = server.wallets;
    const dave = Keypair.generate().publicKey.toBase58();
    const { intentId, ...first } = await client.intents.parse({
      walletAddress,
      command: `send 0.5 SOL to ${bob.address}`,
    });
    const other = await client.intents.parse({ walletAddress, command: `send 0.5 SOL to ${dave}` });
    const parsed = [
      { ...first, intentId },
      { ...other, intentId },
    ];
    const failed = await client.intents
      .parse({ walletAddress, command: "send 999999 SOL to bob.sol" })
      .then((poor) => client.transactions.build({ intentId: poor.intentId, walletAddress }))
      .catch((error: unknown) => error);
    const built = [
      () => client.transactions.build({ intentId, walletAddress }),
      async () => Promise.reject(failed),
      () => client.transactions.build({ intentId: other.intentId, walletAddress }),
    ];
    const lying = {
      intents: { parse: async () => parsed.shift() },
      transactions: { build: () => built.shift()?.() },
    };
    const asked: unknown[] = [];
    const approve: ExecuteOptions["approve"] = async ({ intent }) => {
      asked.push(intent.parameters.recipient);
      if (asked.length === 1) await server.clock.sleep(31_000);
      return asked.length === 1;
    };
    await ends(pay({ client: lying as never, command: "send", approve }), "not-sent");
    expect(asked).toEqual([bob.address, dave]);
  });

  test("reports a landed payment even if the node's balances are malformed", async () => {
    const { pay, connection, changed } = await setup();
    const getTransaction = async (...call: [never, never]) => {
      const record = await connection.getTransaction(...call);
      return record && { ...record, meta: { ...record.meta, preBalances: null } };
    };
    const paid = await pay({ connection: changed({ getTransaction }) });
    expect(paid).toMatchObject({ attempts: 1, spent: undefined });
  });

  test("rent is what the wallet added to SOL that a new token account already had", async () => {
    const { pay, connection, changed, walletAddress, clock } = await setup();
    const { signature, rent = 0n } = await pay({
      command: `send 5 USDC to ${Keypair.generate().publicKey.toBase58()}`,
    });
    expect(rent).toBe(2_039_280n);
    const gift = 1_000_000;
    const getTransaction = async (...call: [never, never]) => {
      const record = await connection.getTransaction(...call);
      const meta = record?.meta;
      if (!meta) throw new Error("no transaction");
      const index = meta.postBalances.indexOf(Number(rent));
      const preBalances = meta.preBalances.with(index, gift);
      return { ...record, meta: { ...meta, preBalances, postBalances: addTo(meta.postBalances, gift) } };
    };
    const addTo = ([first = 0, ...rest]: number[], more: number) => [first + more, ...rest];
    const found = await receipt(signature, { connection: changed({ getTransaction }), walletAddress, clock });
    expect(found).toMatchObject({ rent: rent - BigInt(gift), spent: [{ amount: 5_000_000n }] });
    expect(found.spent).toHaveLength(1);
  });

  test("a node's Retry-After delays the next send, but not the looks at the status", async () => {
    const { pay, connection, changed, clock } = await setup();
    const sends: number[] = [];
    let looks = 0;
    const busy = changed({
      sendRawTransaction: async (...call: Parameters<Connection["sendRawTransaction"]>) => {
        sends.push(clock.now());
        const headers = new Headers({ "retry-after": "7" });
        if (sends.length === 1) throw Object.assign(new Error("429 Too Many Requests"), { headers });
        return connection.sendRawTransaction(...call);
      },
      getSignatureStatuses: (...call: Parameters<Connection["getSignatureStatuses"]>) => {
        if (sends.length === 1) looks++;
        return connection.getSignatureStatuses(...call);
      },
    });
    expect(await pay({ connection: busy })).toMatchObject({ attempts: 1 });
    const [first = 0, second = 0] = sends;
    expect(second - first).toBeGreaterThanOrEqual(7000);
    expect(looks).toBeGreaterThan(5);
  });

  test.each([
    ["is waited for before another transaction is built", "100", { attempts: 2 }, 2],
    ["ends the payment if it is longer than maxWait", "3600", { name: "TransactionExpiredError" }, 1],
  ])("a Retry-After that outlasts the blockhash %s", async (_, seconds, result, prompts) => {
    const { pay, connection, changed, clock } = await setup();
    const [sends, approved]: number[][] = [[], []];
    const headers = new Headers({ "retry-after": seconds });
    const error = Object.assign(new Error("429"), { context: { statusCode: 429, headers } });
    const sendRawTransaction = (...call: Parameters<Connection["sendRawTransaction"]>) =>
      sends!.push(clock.now()) === 1 ? Promise.reject(error) : connection.sendRawTransaction(...call);
    const approve = () => approved!.push(clock.now()) > 0;
    const paid = pay({ connection: changed({ sendRawTransaction }), approve });
    expect(await paid.catch((thrown) => thrown)).toMatchObject(result);
    expect(sends).toHaveLength(prompts);
    for (const at of [sends![1], approved![1]])
      expect(at ?? Infinity).toBeGreaterThanOrEqual(sends![0]! + 100_000);
  });

  test("pollInterval does not extend maxWait", async ({ world: { pay, cutOff, clock } }) => {
    const began = clock.now();
    await ends(pay({ connection: cutOff, maxWait: 5_000, pollInterval: 60_000 }), "unknown");
    expect(clock.now() - began).toBe(5_000);
  });

  test("a clock that is set back does not extend maxWait", async ({ world: { server, pay, cutOff } }) => {
    let waited = 0;
    const clock = {
      now: () => server.clock.now() - (waited > 5_000 ? 3_600_000 : 0),
      sleep: async (ms: number) => {
        waited += ms;
        await server.clock.sleep(ms);
      },
    };
    await ends(pay({ connection: cutOff, clock, maxWait: 20_000 }), "unknown");
    expect(waited).toBe(20_000);
  });

  test.for([
    [
      "throws",
      (): number => {
        throw new Error("no time");
      },
    ],
    ["returns no number", () => Number.NaN],
  ] as const)("a clock whose now %s neither ends nor extends a payment", async ([, now], { expect }) => {
    const { pay, cutOff, clock } = await setup();
    let calls = 0;
    const failing = { now: () => (++calls > 4 ? now() : clock.now()), sleep: clock.sleep };
    const call = pay({ connection: cutOff, clock: failing, maxWait: 5_000 });
    await ends(call, "unknown", "no status after 5000 ms");
    expect(await pay({ clock: failing })).toMatchObject({ attempts: 1 });
  });

  test("a clock whose sleep throws at once ends a call as not-sent while the node is away", async () => {
    const { pay, changed, clock } = await setup();
    const sleep = (): Promise<void> => {
      throw new Error("no time");
    };
    const failing = { now: clock.now, sleep };
    const isBlockhashValid = async () => Promise.reject(new Error("socket hang up"));
    const call = pay({ connection: changed({ isBlockhashValid }), clock: failing });
    await ends(call, "not-sent", "clock.sleep failed");
  });

  test.for([
    ["only signs", "not-sent"],
    ["may also send", "expired"],
  ] as const)(
    "a slow signer that %s is asked again with a new transaction, at most three times",
    async ([kind, outcome], { world: { pay, clock, keypair, journal } }) => {
      let asked = 0;
      const slow = (times: number) => {
        const wait = async () => {
          if (asked++ < times) await clock.sleep(180_000);
        };
        const { publicKey, secretKey } = keypair;
        const signBytes = async (message: Uint8Array) => {
          await wait();
          return ed25519.sign(message, secretKey.subarray(0, 32));
        };
        const signTransaction = async (transaction: { sign(keys: Keypair[]): void }) => {
          await wait();
          transaction.sign([keypair]);
          return transaction;
        };
        return kind === "only signs" ? { publicKey, signBytes } : { publicKey, signTransaction };
      };
      await expect(pay({ signer: slow(3) })).rejects.toMatchObject({
        name: "TransactionExpiredError",
        outcome,
      });
      expect(asked).toBe(3);
      expect(await journal.get("order-1")).toMatchObject({ outcome });
      const events: string[] = [];
      const onEvent = (event: PaymentEvent) =>
        void events.push(event.type === "settled" ? event.outcome : event.type);
      expect(await pay({ signer: slow(4), onEvent })).toMatchObject({ attempts: 5 });
      expect(events).toEqual(["signed", outcome, "signed", "sent", "status", "landed"]);
    },
  );

  test("an approve that fails with an expired transaction of its own is not asked again", async () => {
    const { pay } = await setup();
    const error = new TransactionExpiredError("the other transaction", undefined, "not-sent");
    const approve = vi.fn(() => Promise.reject(error));
    await expect(pay({ approve })).rejects.toBe(error);
    expect(approve).toHaveBeenCalledOnce();
  });

  test("signs again once a dropped transaction provably cannot land", async () => {
    const { server, pay, connection, changed } = await setup();
    server.faults.add({ times: 1, fault: { kind: "drop-transaction" } });
    let asked = 0;
    // The journal knows the cluster, also if the node does not name it again before the signature.
    const getGenesisHash = () =>
      ++asked === 2 ? Promise.reject(new Error("busy")) : connection.getGenesisHash();
    const paid = await pay({ command: "swap 1 SOL for USDC", connection: changed({ getGenesisHash }) });
    expect(paid.spent?.[0]?.amount).toBe(1_000_000_000n);
    expect(paid.attempts).toBe(2);
  });

  test("signs three transactions after an earlier call's one has expired", async () => {
    const { server, pay, journal, cutOff } = await setup();
    await ends(pay({ connection: cutOff }), "unknown");
    server.faults.add({ times: 1000, fault: { kind: "drop-transaction" } });
    await expect(pay()).rejects.toMatchObject({ name: "TransactionExpiredError", outcome: "expired" });
    expect((await journal.get("order-1"))?.attempts).toHaveLength(4);
  });

  test("a transaction that the last check before sending refused can be sent by the next call", async () => {
    const { pay, connection, changed, alwaysSame } = await setup();
    let checks = 0;
    const refusing = changed({
      simulateTransaction: async (...call: [never, never]) => {
        const refused = { context: { slot: 1 }, value: { err: "AccountInUse", logs: [] } };
        return ++checks === 2 ? refused : connection.simulateTransaction(...call);
      },
    });
    const order = { client: await alwaysSame(), connection: refusing };
    await expect(pay(order)).rejects.toMatchObject({ name: "TransactionFailedError", outcome: "not-sent" });
    expect(await pay(order)).toMatchObject({ attempts: 2 });
  });

  test("reports unknown, not not-sent, while an earlier call has the payment open", async () => {
    const { pay, journal, cutOff } = await setup();
    await ends(pay({ connection: cutOff }), "unknown");
    const [open] = await journal.open();
    const signature = open?.attempts[0]?.signature;
    await expect(pay({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      outcome: "unknown",
      signature,
    });
    expect(await pay()).toMatchObject({ signature, attempts: 1 });
  });

  test("resume skips a record that it cannot read, also one whose id is a name from Object.prototype", async () => {
    const { pay, journal, connection, clock } = await setup();
    await pay();
    const settled = await journal.get("order-1");
    if (settled === undefined) throw new Error("no record");
    const { outcome: _, receipt: __, ...open } = settled;
    const [attempt] = settled.attempts;
    if (attempt === undefined) throw new Error("no attempt");
    const damaged = { ...open, version: 1, state: "sending" as const, paymentId: "constructor" };
    await journal.claim({ ...damaged, attempts: [{ ...attempt, transaction: "AQID" }] });
    await journal.claim({ ...damaged, paymentId: "order-2" });
    const checked = await resume({ journal, connection, clock });
    expect(checked.map(({ record, outcome }) => [record.paymentId, outcome])).toEqual([
      ["constructor", "open"],
      ["order-2", "landed"],
    ]);
  });

  test("resume does not send an open payment", async () => {
    const { server, pay, journal, connection, clock, cutOff } = await setup();
    await ends(pay({ connection: cutOff, maxWait: 1_000 }), "unknown");
    expect(await resume({ journal, connection, clock })).toMatchObject([{ outcome: "open" }]);
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toEqual([]);
  });

  test("resume settles at the commitment", async () => {
    const { pay, journal, connection, clock, changed } = await setup();
    const getSignatureStatuses = async () => Promise.reject(new Error("socket hang up"));
    await ends(pay({ connection: changed({ getSignatureStatuses }), maxWait: 1_000 }), "unknown");
    const options = { journal, connection, clock, commitment: "finalized" } as const;
    await expect(resume({ ...options, commitment: "processed" })).rejects.toThrow("must be confirmed");
    expect(await resume(options)).toMatchObject([{ outcome: "open" }]);
    await clock.sleep(20_000);
    expect(await resume(options)).toMatchObject([{ outcome: "landed" }]);
  });

  test("resume finds the signature that a sending wallet did not return, long after it landed", async () => {
    const { pay, journal, connection, clock, changed, wallet } = await setup();
    let signature = "";
    const signer = {
      ...wallet,
      sendTransaction: async (...call: Parameters<typeof wallet.sendTransaction>) => {
        signature = await wallet.sendTransaction(...call);
        return "";
      },
    };
    await ends(pay({ signer }), "unknown");
    // Without its history, a node returns only the statuses of the last minutes.
    const getSignatureStatuses: Connection["getSignatureStatuses"] = async (signatures, config) => {
      const { context, value } = await connection.getSignatureStatuses(signatures, config);
      return { context, value: config?.searchTransactionHistory ? value : value.map(() => null) };
    };
    const options = { journal, connection: changed({ getSignatureStatuses }), clock };
    const signatures = { "order-1": signature };
    expect(await resume(options, { signatures })).toMatchObject([{ outcome: "landed" }]);
  });

  test("resume does not take an earlier transaction's signature for the one that a wallet did not return", async () => {
    const { pay, journal, connection, clock, wallet } = await setup();
    const { signature } = await pay({ signer: wallet });
    const { outcome: _, receipt: __, ...paid } = (await journal.get("order-1")) as PaymentRecord;
    const [{ signature: ___, ...unknown } = {}] = paid.attempts;
    const attempts = [...paid.attempts, unknown as PaymentRecord["attempts"][0]];
    await journal.claim({ ...paid, paymentId: "order-2", version: 1, state: "prompting", attempts });
    const options = { journal, connection, clock };
    const signatures = { "order-2": signature };
    expect(await resume(options, { signatures })).toMatchObject([{ outcome: "open" }]);
  });

  test("resume returns nothing for a payment that was not sent", async () => {
    const { pay, journal, connection } = await setup();
    await ends(pay({ approve: () => false }), "not-sent");
    expect(await resume({ journal, connection })).toEqual([]);
  });
});
