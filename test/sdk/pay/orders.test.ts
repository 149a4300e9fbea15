// A paymentId belongs to one order. Fees, slippage, pools, quotes and approval are limits of one transaction.
import type { IntentTx } from "intent-tx";
import { execute, MemoryJournal, type PaymentRecord, resume } from "intent-tx/solana";
import { describe, expect } from "vitest";
import { rejection } from "../harness.js";
import { bound, ends, never, setup, test } from "./setup.js";

/** An open payment, whose transaction has not reached a node. */
async function opened(order: object) {
  const world = await setup();
  await ends(world.pay({ ...order, connection: world.cutOff, maxWait: 1000 }), "unknown");
  const [record] = await world.journal.open();
  return { ...world, signature: record?.attempts[0]?.signature ?? "" };
}

const parsed = (world: { client: IntentTx; walletAddress: string }, command: string) =>
  world.client.intents.parse({ walletAddress: world.walletAddress, command });

const SWAP = "swap 1 SOL for USDC";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const nothing = { spendAtMost: [], receiveAtLeast: [], fee: 0n, rent: 0n };

describe("the same order with other limits", () => {
  test.each<[string, object]>([
    ["maxFee", { maxFee: 1 }],
    ["priorityFee", { priorityFee: 2000 }],
    ["slippage", { slippageBps: 300 }],
    ["expect", { expect: { side: "input", amount: 1_000_000_000n } }],
    ["pools", { pools: [] }],
    ["accept", { accept: nothing, expect: { side: "input", amount: 1_000_000_000n, outputToken: USDC } }],
    ["approve", { approve: () => false }],
  ])("%s: an open payment is followed, a landed one returns its receipt", async (_, limits) => {
    const { pay, signature, server } = await opened({ command: SWAP });
    expect(await pay({ command: SWAP, ...limits })).toMatchObject({ signature, attempts: 1 });
    expect(await pay({ command: SWAP, ...limits })).toMatchObject({ signature, attempts: 1 });
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(1);
  });

  test("a new transaction obeys the new limits, because the earlier one expired", async () => {
    const { pay, server } = await opened({ command: SWAP });
    await server.clock.advance("10m");
    expect(await rejection(pay({ command: SWAP, maxFee: 1 }))).toMatchObject({
      name: "UnsafeTransactionError",
      outcome: "not-sent",
    });
    expect(await pay({ command: SWAP, priorityFee: 2000 })).toMatchObject({ attempts: 2 });
  });

  test("a swap that was parsed again has a new quote, and is the same order", async ({ world }) => {
    const orders = [SWAP, "buy 100 USDC with SOL"];
    const paid = [];
    for (const command of orders) {
      const intent = await parsed(world, command);
      paid.push(await world.pay({ command: undefined, intent, paymentId: command }));
    }
    await world.server.prices.set("SOL", 150);
    for (const [at, paymentId] of orders.entries()) {
      const intent = await parsed(world, paymentId);
      expect(await world.pay({ command: undefined, intent, paymentId })).toEqual(paid[at]);
    }
  });

  test("the exact side, once known, is the amount that is compared", async ({ world }) => {
    const intent = await parsed(world, SWAP);
    const order = { command: undefined, paymentId: "order-1" };
    const amount = intent.parameters.amount ?? 0n;
    const first = await world.pay({ ...order, intent, expect: { side: "input", amount } });
    const other = { ...intent, parameters: { ...intent.parameters, amount: amount + 1n } };
    expect(await rejection(world.pay({ ...order, intent: other }))).not.toHaveProperty("outcome");
    expect(await world.pay({ ...order, intent })).toEqual(first);
  });
});

describe("another order under a used paymentId", () => {
  const OTHERS: [string, (world: Awaited<ReturnType<typeof setup>>) => Promise<object>][] = [
    ["a command", async () => ({ command: "send 0.6 SOL to bob.sol" })],
    ["an intent", async (world) => ({ command: undefined, intent: await parsed(world, SWAP) })],
    [
      "another wallet",
      async ({ server }) => ({ signer: (await import("../../server/lab.js")).keypairOf(server.wallets.bob) }),
    ],
    [
      "another cluster",
      async ({ changed }) => ({
        connection: changed({ getGenesisHash: async () => "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY" }),
      }),
    ],
  ];

  test.each(OTHERS)(
    "%s: no outcome, and no advice to pay again while it is open or landed",
    async (_, more) => {
      const world = await opened({});
      const order = await more(world);
      const events: string[] = [];
      const onEvent = ({ type }: { type: string }) => void events.push(type);
      const open = await rejection(world.pay({ ...order, onEvent }));
      await world.pay();
      const landed = await rejection(world.pay({ ...order, onEvent }));
      for (const [error, state] of [
        [open, "is open"],
        [landed, "has landed"],
      ] as const) {
        expect(error).toMatchObject({ name: "ConfigurationError", signature: world.signature });
        expect(error).not.toHaveProperty("outcome");
        expect(error.message).toContain(`${state} (transaction ${world.signature})`);
        expect(error.message).not.toMatch(/(new|own|another) paymentId/);
      }
      expect(events).toEqual([]);
    },
  );

  test("names both clusters", async ({ world: { pay, changed, connection } }) => {
    await pay();
    const other = changed({ getGenesisHash: async () => "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d" });
    const { message } = await rejection(pay({ connection: other }));
    expect(message).toContain(await connection.getGenesisHash());
    expect(message).toContain("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d");
  });

  test("an order that failed leaves its paymentId, too", async ({ world: { pay } }) => {
    await ends(pay({ command: "send 90000 SOL to bob.sol" }), "not-sent");
    expect(await pay()).toMatchObject({ attempts: 1 });
  });
});

describe("a landed payment", () => {
  test("returns its receipt while the node is away, after one question within nodeTimeout", async () => {
    const { pay, changed } = await setup();
    const paid = await pay();
    let asked = 0;
    const mute = changed({
      getGenesisHash: () => {
        asked++;
        return new Promise(() => {});
      },
    });
    expect(await pay({ connection: mute, nodeTimeout: 20 })).toEqual(paid);
    expect(asked).toBe(1);
    expect(await pay({ signal: AbortSignal.abort() })).toEqual(paid);
  });

  test("ends a call that failed while another process made the payment", async ({ world: { pay } }) => {
    const paid = pay();
    const approve = async () => {
      await paid;
      return false;
    };
    expect(await pay({ approve })).toEqual(await paid);
  });
});

describe("an invalid option", () => {
  const WRONG = [
    { maxFee: 0.01 },
    { expect: { side: "input", amount: 5 } },
    { slippageBps: 0.5 },
    { journalTimeout: 0 },
    { paymentId: "intent-tx.message:1" },
    { accept: nothing },
    { accept: nothing, expect: { side: "input", amount: 500_000_000n } },
  ];

  test.for(WRONG)("%o is a ConfigurationError, before anything is asked", async (wrong, { world }) => {
    const { pay, server } = world;
    const before = server.requests.list().length;
    await expect(pay(wrong)).rejects.toMatchObject({ name: "ConfigurationError", outcome: "not-sent" });
    expect(server.requests.list()).toHaveLength(before);
  });

  test("a paymentId without a journal is one: a second call would pay again", async ({ world }) => {
    const { client, connection, keypair: signer, server } = world;
    const order = { command: SWAP, approve: () => true, paymentId: "order-1" };
    const call = execute({ client, connection, signer, ...order } as never);
    await ends(call, "not-sent", "A paymentId needs a journal");
    expect(server.requests.list()).toEqual([]);
  });

  test("has no outcome while the payment is open or has landed", async () => {
    const { pay, signature } = await opened({});
    const open = await rejection(pay({ maxFee: 0.01 }));
    await pay();
    for (const error of [open, await rejection(pay({ maxFee: 0.01 }))]) {
      expect(error.name).toBe("ConfigurationError");
      expect(error.outcome).toBeUndefined();
      expect(error.message).toContain(signature);
    }
  });
});

describe("a journal that does not answer", () => {
  /** A journal whose named method stops answering, from its nth call. */
  function hanging(journal: MemoryJournal, name: "get" | "claim" | "update", after = 0) {
    let calls = 0;
    const call = bound(journal)[name] as (argument: never) => Promise<unknown>;
    return { ...bound(journal), [name]: (argument: never) => (calls++ < after ? call(argument) : never()) };
  }

  test.each([
    ["get", 0, "unknown"],
    ["claim", 0, "not-sent"],
    ["claim", 1, "unknown"],
    ["update", 0, "unknown"],
  ] as const)("%s, after %i calls, ends as %s within journalTimeout", async (name, after, outcome) => {
    const { pay, journal } = await setup();
    const call = pay({ journal: hanging(journal, name, after), journalTimeout: 30 });
    await expect(call).rejects.toMatchObject({ outcome });
  });

  test("a landed payment still returns its receipt", async ({ world: { pay, journal } }) => {
    const paid = await pay({ journal: hanging(journal, "update", 1), journalTimeout: 30 });
    expect(paid).toMatchObject({ attempts: 1, spent: [{ amount: 500_000_000n }] });
    expect((await journal.open()).map(({ state }) => state)).toEqual(["sending"]);
    expect(await pay()).toEqual(paid);
  });

  test("the signal ends the call, also one with an invalid option, and resume too", async ({ world }) => {
    const { pay, journal, connection } = world;
    const signal = AbortSignal.timeout(20);
    const options = { journal: hanging(journal, "get"), journalTimeout: 3_600_000, signal };
    await ends(pay(options), "unknown");
    const invalid = await pay({ ...options, maxWait: 0 }).catch((error) => error);
    expect(invalid.message).toContain("maxWait");
    expect(invalid.outcome).toBeUndefined();
    const stuck = { ...hanging(journal, "get"), open: never };
    await expect(resume({ journal: stuck as never, connection, journalTimeout: 30 })).rejects.toThrow(
      "journalTimeout",
    );
  });
});

/** A Proxy of an object and of all objects in it, as Vue's reactive and Pinia create it. */
const reactive = <T extends object>(target: T): T =>
  new Proxy(target, {
    get(object, name, receiver) {
      const value = Reflect.get(object, name, receiver);
      return typeof value === "object" && value !== null ? reactive(value) : value;
    },
  });

test("a journal and a client behind a Proxy pay, or the error names the Proxy", async ({ world }) => {
  const { journal, client, pay } = world;
  expect(await pay({ journal: reactive(journal), client: reactive(client) })).toMatchObject({ attempts: 1 });
  class Own extends MemoryJournal {
    readonly #name = "own";
    override async get(paymentId: string) {
      return this.#name === "own" ? super.get(paymentId) : undefined;
    }
  }
  const order = { journal: reactive(new Own()), paymentId: "order-2" };
  await ends(pay(order), "unknown", "wrapped in a Proxy");
});

test("the record holds the terms of the order", async ({ world }) => {
  await world.pay({ command: undefined, intent: await parsed(world, "send 0.5 SOL to bob.sol") });
  const { order } = (await world.journal.get("order-1")) as PaymentRecord;
  expect(JSON.parse(order)).toEqual({
    action: "transfer",
    inputToken: "So11111111111111111111111111111111111111112",
    recipient: world.server.wallets.bob.address,
    amount: "500000000",
  });
});

test("without a journal, the cluster's identity is not needed", async ({ world }) => {
  const { client, changed, keypair: signer, clock } = world;
  const connection = changed({ getGenesisHash: undefined });
  const terms = { command: "send 0.5 SOL to bob.sol", approve: () => true };
  const order = { client, connection, signer, clock, ...terms };
  expect(await execute(order)).toMatchObject({ attempts: 1 });
  expect(await execute({ ...order, connection: changed({}) })).toMatchObject({ attempts: 1 });
});
