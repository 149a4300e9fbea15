// A record is the only proof that a payment was made, so a wrong one is never taken for a payment that was not.
import { readFileSync } from "node:fs";
import type { ConfigurationError } from "intent-tx";
import { intentTools } from "intent-tx/ai";
import { KeyValueJournal, type PaymentJournal, type PaymentRecord, resume } from "intent-tx/solana";
import { describe, expect, test as plain } from "vitest";
import { rejection } from "../harness.js";
import { ends, NATIVE, setup, test } from "./setup.js";

/** Records as earlier builds wrote them into a FileJournal: 81a430b9 (hash, never, spending) and f740bf1c (quoted). */
const EARLIER = JSON.parse(readFileSync("test/sdk/stored/earlier.json", "utf8"));

/** A journal that passes each answer of another one through a function. */
const answering = (journal: PaymentJournal, change: Partial<Record<keyof PaymentJournal, unknown>>) =>
  ({
    get: async (id: string) => changed(change.get, await journal.get(id)),
    claim: async (record: PaymentRecord) =>
      changed(/^intent-tx/.test(record.paymentId) ? undefined : change.claim, await journal.claim(record)),
    update: async (record: PaymentRecord) => changed(change.update, await journal.update(record)),
    open: async () => changed(change.open, await journal.open()),
  }) as PaymentJournal;
const changed = (change: unknown, answer: unknown) =>
  typeof change === "function" && answer !== undefined ? change(answer) : answer;
const returns = (value: unknown) => () => value;

const WRONG: [string, (record: PaymentRecord) => unknown][] = [
  ["outcome", (one) => ({ ...one, outcome: "paid" })],
  ["outcome", (one) => ({ ...one, outcome: "" })],
  ["outcome", (one) => ({ ...one, outcome: 0 })],
  ["outcome", (one) => ({ ...one, outcome: "constructor" })],
  ["version", (one) => ({ ...one, version: "3" })],
  ["version", (one) => ({ ...one, version: Number.NaN, outcome: "not-sent" })],
  ["version", (one) => ({ ...one, version: 0 })],
  ["it must be", (one) => [one]],
  ["state", (one) => ({ ...one, state: "sending", outcome: "expired" })],
  ["state", (one) => ({ ...one, state: null })],
  ["attempts", (one) => ({ ...one, attempts: null, outcome: "not-sent" })],
  ["attempts.0.signature", (one) => ({ ...one, attempts: [{ ...one.attempts[0], signature: 5 }] })],
  ["attempts.0.validAt", (one) => ({ ...one, attempts: [{ ...one.attempts[0], validAt: -1 }] })],
  ["receipt.slot", (one) => JSON.parse(JSON.stringify(one).replace(/"slot":\d+/, '"slot":1e400'))],
  ["receipt.fee", (one) => ({ ...one, receipt: { ...one.receipt, fee: "1e400" } })],
  [
    "receipt.spent.0.amount",
    (one) => ({ ...one, receipt: { ...one.receipt, spent: [{ mint: "m", amount: 1 }] } }),
  ],
  ["order", (one) => ({ ...one, order: { toString: () => one.order } })],
  ["it is not plain JSON", (one) => ({ ...one, updatedAt: 5n })],
  [
    "it is not plain JSON",
    () => Object.defineProperty({}, "version", { enumerable: true, get: () => expect.fail() }),
  ],
  ["it must be", (one) => JSON.stringify(one)],
  ["it must be", () => false],
];

/** Makes two payments over a node that does not say how they end. */
async function twoOpen(pay: (order: object) => Promise<unknown>, connection: object) {
  for (const [paymentId, amount] of Object.entries({ a: 0.1, b: 0.2 }))
    await rejection(pay({ paymentId, command: `send ${amount} SOL to bob.sol`, connection, maxWait: 1 }));
}

describe("a landed payment whose record is wrong", () => {
  test("is left alone: unknown, and the cause names the field", async ({ world }) => {
    const { journal, pay, server } = world;
    await pay();
    const before = await journal.get("order-1");
    for (const [field, change] of WRONG) {
      const error = await rejection(pay({ journal: answering(journal, { get: change }) }));
      expect(error, field).toMatchObject({
        outcome: "unknown",
        cause: { name: "ConfigurationError", message: expect.stringContaining(`: ${field}`) },
      });
    }
    expect(await journal.get("order-1")).toEqual(before);
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(1);
  });

  test("null counts as no outcome: the payment is looked up, and its receipt returned", async ({ world }) => {
    const { journal, pay } = world;
    const { signature } = await pay();
    const nulls = answering(journal, {
      get: (one: PaymentRecord) => ({ ...one, outcome: null, receipt: null }),
    });
    expect(await pay({ journal: nulls })).toMatchObject({ signature, attempts: 1 });
  });

  test("a store whose list is none is named", async ({ world }) => {
    const { connection, clock } = world;
    const store = { get: async () => undefined, compareAndSet: async () => true, list: async () => ({}) };
    const journal = new KeyValueJournal(store as never);
    const lost = resume({ journal, connection, clock });
    await expect(lost).rejects.toThrow("must return a list of [key, text] from list()");
  });

  test("does not keep resume from the other payments", async ({ world }) => {
    const { journal, connection, clock, pay, cutOff } = world;
    await twoOpen(pay, cutOff);
    const damaged = (all: PaymentRecord[]) =>
      all.map((one) => (one.paymentId === "a" ? { ...one, attempts: 1 } : one));
    const checked = await resume({ journal: answering(journal, { open: damaged }), connection, clock });
    expect(checked.map(({ record }) => record.paymentId)).toEqual(["b"]);
    const lost = resume({ journal: answering(journal, { open: returns({}) }), connection, clock });
    await expect(lost).rejects.toThrow("open() must return a list");
  });
});

test("a record with the transaction of another payment is not paid by it", async ({ world }) => {
  const { journal, connection, clock, pay, cutOff } = world;
  await pay({ paymentId: "order-2", command: "send 0.2 SOL to bob.sol" });
  const [paid] = (await journal.get("order-2"))?.attempts ?? [];
  await rejection(pay({ connection: cutOff, maxWait: 1 }));
  const mixed = (one: PaymentRecord) => ({
    ...one,
    attempts: one.attempts.map((attempt) => ({ ...attempt, transaction: paid?.transaction })),
  });
  const wrong = answering(journal, { get: mixed, open: (all: PaymentRecord[]) => all.map(mixed) });
  expect(await rejection(pay({ journal: wrong }))).toMatchObject({
    outcome: "unknown",
    cause: { message: expect.stringContaining("The bytes are those of transaction") },
  });
  expect(await resume({ journal: wrong, connection, clock })).toMatchObject([
    { outcome: "open", reason: expect.stringContaining("The bytes are those of transaction") },
  ]);
});

test("resume goes on after a payment whose outcome cannot be stored", async ({ world }) => {
  const { journal, connection, clock, pay, changed } = world;
  const mute = { getSignatureStatuses: async () => Promise.reject(new Error("away")) };
  await twoOpen(pay, changed(mute));
  const update = async (record: PaymentRecord) => {
    if (record.paymentId === "a") throw new Error("value out of range");
    return journal.update(record);
  };
  const checked = await resume({ journal: { ...answering(journal, {}), update }, connection, clock });
  expect(checked.map(({ record, outcome, reason }) => [record.paymentId, outcome, reason])).toEqual([
    ["a", "open", expect.stringContaining("did not store the outcome")],
    ["b", "landed", undefined],
  ]);
});

describe("only exact answers win or lose", () => {
  const CALLS = [
    ...[{ changes: 0 }, { changes: 1 }, 1, 0, "0", "t", [], null, undefined].map((value) => [
      "update",
      value,
    ]),
    ...[{ changes: 0 }, [], "0", false, 0, true].map((value) => ["claim", value]),
  ] as const;
  plain.for(CALLS)("%s that returns %o is a store that failed", async ([method, value]) => {
    const { journal, pay, server } = await setup();
    const wrong = {
      ...answering(journal, {}),
      [method as string]: async (record: PaymentRecord) => {
        const isOther = record.paymentId.startsWith("intent-tx.");
        const answer = await journal[method as "claim"](record);
        return isOther ? answer : value;
      },
    };
    const error = await rejection(pay({ journal: wrong }));
    expect(error).toMatchObject({ outcome: "unknown", cause: { name: "ConfigurationError" } });
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(0);
    // The attempt is in the journal, so the next call follows it.
    expect(await pay()).toMatchObject({ attempts: 1 });
  });
});

test("a stored attempt that a lagging journal does not show, and that cannot be discarded, is unknown", async ({
  world,
}) => {
  const { journal, pay, server } = world;
  let isStored = false;
  const lagging = {
    ...answering(journal, { get: (one: PaymentRecord) => (isStored ? undefined : one) }),
    async claim(record: PaymentRecord) {
      const other = await journal.claim(record);
      if (other !== undefined || record.paymentId !== "order-1") return other;
      isStored = true;
      throw new Error("connection lost");
    },
  };
  expect(await rejection(pay({ journal: lagging }))).toMatchObject({ outcome: "unknown" });
  expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(0);
});

describe("records that earlier builds wrote", () => {
  /** A journal with the record that an earlier build wrote, of this wallet and cluster. */
  async function stored(earlier: object) {
    const world = await setup();
    const { journal, connection, walletAddress } = world;
    const own = { paymentId: "order-1", walletAddress, genesisHash: await connection.getGenesisHash() };
    await journal.claim({ ...earlier, ...own } as PaymentRecord);
    return world;
  }

  plain(
    "a landed payment with the hash of its order is left alone, and not called another order",
    async () => {
      const { pay, server } = await stored(EARLIER.hash);
      const { outcome, cause } = await rejection(pay());
      expect(outcome).toBe("unknown");
      const { message } = cause as ConfigurationError;
      expect(message).toContain("earlier version");
      expect(message).toContain("has landed (transaction ");
      expect(message).not.toContain("another order");
      expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(0);
    },
  );

  plain("never is read as expired: the payment is made again", async () => {
    expect(EARLIER.never.outcome).toBe("never");
    const { pay } = await stored({ ...EARLIER.never, order: '{"command":"send 0.5 SOL to bob.sol"}' });
    expect(await pay()).toMatchObject({ attempts: 4 });
  });

  plain("a swap is the same order if either of its amounts is", async () => {
    const { pay, client, walletAddress } = await stored(EARLIER.quoted);
    const of = async (command: string) => ({
      command: undefined,
      intent: await client.intents.parse({ walletAddress, command }),
    });
    const { signature } = EARLIER.quoted.receipt;
    expect(await pay(await of("swap 0.5 SOL for USDC"))).toMatchObject({ signature, attempts: 1 });
    for (const command of ["buy 40 USDC with SOL", "swap 0.5 SOL for BONK"])
      expect((await rejection(pay(await of(command)))).message).toContain("another order");
  });

  plain("a term that only one side knows is no other order", async () => {
    const { order, ...rest } = EARLIER.quoted;
    const { outAmount: _, ...terms } = JSON.parse(order);
    const { pay, client, walletAddress } = await stored({ ...rest, order: JSON.stringify(terms) });
    const intent = await client.intents.parse({ walletAddress, command: "buy 40 USDC with SOL" });
    expect(await rejection(pay({ command: undefined, intent }))).toMatchObject({ outcome: "unknown" });
  });

  plain("a spending record without fees, from before fees were counted, counts its amounts", async () => {
    const { journal, client, connection, keypair, walletAddress, clock } = await setup();
    const [reserved] = EARLIER.spending.reservations;
    const { fee: _, rent: __, ...reservation } = { ...reserved, at: clock.now() };
    const own = { paymentId: `intent-tx.spending:${walletAddress}`, walletAddress };
    await journal.claim({ ...EARLIER.spending, ...own, reservations: [reservation] } as never);
    const paying = { walletAddress, connection, signer: keypair, journal, clock, approve: () => true };
    const limits = { perDay: { [NATIVE]: 300_000_000n } };
    const { pay } = intentTools(client, { ...paying, limits });
    const order = { command: "send 0.2 SOL to bob.sol" };
    expect(await pay.execute(order, { toolCallId: "call-2" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("100000000 is left"),
    });
  });
});

test("a store may freeze what it gets and returns, as immer does", async ({ world }) => {
  const { journal, pay, connection, cutOff, clock } = world;
  const freeze = <T>(value: T): T => {
    if (Object(value) === value)
      for (const part of Object.values(Object.freeze(value) as object)) freeze(part);
    return value;
  };
  const frozen: PaymentJournal = freeze({
    get: async (id) => freeze(await journal.get(id)),
    claim: async (one) => freeze(await journal.claim(freeze(one))),
    update: (one) => journal.update(freeze(one)),
    open: async () => freeze(await journal.open()),
  });
  await ends(pay({ journal: frozen, connection: cutOff, maxWait: 1 }), "unknown");
  const [open] = await resume({ journal: frozen, connection, clock });
  expect(open).toMatchObject({ outcome: "open" });
  const { signature } = await pay({ journal: frozen });
  expect(await pay({ journal: frozen })).toMatchObject({ signature });
});

test.for([null, 5, "x", [], new Map([["order-1", "x"]]), { "order-1": null }])(
  "signatures of %j are refused, not ignored",
  async (signatures, { world: { journal, connection, clock } }) => {
    const refused = resume({ journal, connection, clock }, { signatures } as never);
    await expect(refused).rejects.toThrow("signatures must be an object of base58 signatures by paymentId");
  },
);

test("resume without a journal says so", async ({ world: { connection } }) => {
  const error = await rejection(resume({ connection } as never));
  expect(error).toMatchObject({
    name: "ConfigurationError",
    message: expect.stringContaining("needs the journal"),
  });
});
