import {
  type Ending,
  ExplorationError,
  explore,
  exploreProcess,
  type Life,
} from "@intent-tx/mock-server/explore";
import { createSolanaRpcFromTransport } from "@solana/kit";
import { Keypair, Transaction } from "@solana/web3.js";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { failureOf, keypairOf, transferOf } from "../lab.js";

const NONE = { api: false, chain: false, crash: false, machine: false, disk: false, wallet: false } as const;
const ok = () => {};

/** The answer that an app sees to its first request under one fault. */
async function seen<T>(schedule: string, call: (life: Life<undefined>) => Promise<T>) {
  const answers: unknown[] = [];
  await explore({
    run: async (life) => {
      const before = life.server.clock.now();
      const answer = await call(life).catch((error: unknown) => error);
      answers.push({ answer, ms: life.server.clock.now() - before });
    },
    check: ok,
    only: schedule,
  });
  return answers.at(-1) as { answer: T; ms: number };
}

const parse = ({ fetch, server }: Life<undefined>) =>
  fetch(`${server.baseUrl}/intents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${server.keys.enterprise}`, "Content-Type": "application/json" },
    body: JSON.stringify({ walletAddress: server.wallets.alice.address, command: "swap 1 SOL for USDC" }),
  });

/** Number of intents that the service has made, with what the app saw. */
async function parsedUnder(schedule: string) {
  let total = 0;
  const { answer, ms } = await seen(schedule, async (life) => {
    const response = await parse(life).catch((error: unknown) => error as Error);
    total = (await life.server.snapshot()).state.intents?.length ?? 0;
    return response instanceof Response ? [response.status, await response.text()] : response.cause;
  });
  return { answer, ms, total };
}

describe("faults of API requests", () => {
  test.each([
    ["refused", 503, 0],
    ["429", 429, 0],
    ["500-after", 500, 1],
    ["duplicate", 200, 2],
  ])("%s", async (kind, status, total) => {
    const made = await parsedUnder(`1:${kind}`);
    expect(made).toMatchObject({ answer: [status, expect.any(String)], total });
  });

  test("lost: the service has done it, and the app sees a broken connection", async () => {
    expect(await parsedUnder("1:lost")).toMatchObject({ answer: { code: "ECONNRESET" }, total: 1 });
  });

  test("slow: a minute of the server's time passes before the answer", async () => {
    expect(await parsedUnder("1:slow")).toMatchObject({ answer: [200, expect.any(String)], ms: 60_000 });
  });

  test("garbled: the body is no JSON", async () => {
    const { answer } = await parsedUnder("1:garbled");
    expect(() => JSON.parse((answer as [number, string])[1])).toThrow();
  });
});

const RECIPIENT = Keypair.fromSeed(new Uint8Array(32).fill(4)).publicKey;

/** Sends a payment of 1 SOL. */
async function send({ connection, server }: Life<undefined>) {
  const payer = keypairOf(server.wallets.alice);
  const latest = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: latest.blockhash });
  transaction.add(transferOf(payer.publicKey, RECIPIENT, 1e9)).sign(payer);
  return { signature: await connection.sendRawTransaction(transaction.serialize()), ...latest };
}

test("a stale node answers as of about 30 slots ago, and takes sends", async () => {
  const { answer } = await seen("2:stale", async (life) => {
    const { connection, server } = life;
    const slot = await connection.getSlot();
    const { signature } = await send(life);
    const look = async () => ({
      behind: (await connection.getSlot()) - slot,
      balance: await connection.getBalance(RECIPIENT),
      status: (await connection.getSignatureStatuses([signature])).value[0]?.confirmationStatus ?? null,
    });
    const looks = [await look()];
    await server.clock.sleep(33 * 400);
    return [...looks, await look()];
  });
  expect(answer).toEqual([
    { behind: -32, balance: 0, status: null },
    { behind: 1, balance: 1e9, status: "confirmed" },
  ]);
});

describe("a crash", () => {
  test("ends all of a life: no catch, no finally, no write, no sleep", async () => {
    const log: string[] = [];
    const report = await explore({
      run: async ({ client, disk, life, server, state }) => {
        const own = (text: string) => log.push(`${life} ${text}`);
        own(`starts at ${server.clock.now() - Date.UTC(2026, 0, 1)}, disk ${disk.getItem("a")}`);
        disk.setItem("a", `life ${life}`);
        void server.clock.sleep(5000).then(() => own("slept"));
        try {
          own(`claimed ${await disk.compareAndSet("order", undefined, "1")}, ${[...(await disk.list())]}`);
          await client.prices.retrieve("SOL");
          own("got the price");
        } catch {
          own("caught");
        } finally {
          own("finally");
          disk.setItem("a", "late");
        }
        return state;
      },
      check: ({ ended }) => void log.push(JSON.stringify(ended)),
      only: "3:crash-after",
    });
    expect(report.schedules).toBe(2);
    const crashed = log.slice(log.findLastIndex((line) => line.startsWith("0 starts")));
    expect(crashed).toEqual([
      "0 starts at 0, disk null",
      "0 claimed true, a,life 0,order,1",
      "1 starts at 1000, disk life 0",
      "1 claimed false, a,life 1,order,1",
      "1 got the price",
      "1 finally",
      JSON.stringify({ how: "returned", lives: 2, faults: ["3:crash-after"] }),
    ]);
  });

  test.each([
    ["1:crash-before", 1],
    ["1:crash-after", 2],
  ])("%s: the service got %d requests", async (only, count) => {
    let requests = 0;
    await explore({
      run: ({ client }) => client.prices.retrieve("SOL"),
      check: ({ server }) => {
        requests = server.requests.list({ path: "/v1/prices/SOL" }).length;
      },
      only,
    });
    expect(requests).toBe(count);
  });
});

test("the deadlines and timers of a life end with it, and no other timer does", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { setTimeout } = globalThis;
  setTimeout(() => {}, 1000);
  const run = async ({ client }: Life<undefined>) => {
    globalThis.setTimeout(() => {}, 1000);
    await client.prices.retrieve("SOL");
    globalThis.setInterval(() => {}, 1000);
  };
  await explore({ run, check: ok, only: "1:crash-before" });
  expect(vi.getTimerCount()).toBe(1);
  expect(globalThis.setTimeout).toBe(setTimeout);
});

test("an app that crashes in five lives is not started again", async () => {
  let ended: unknown;
  const only = [1, 2, 3, 4, 5].map((request) => `${request}:crash-before`).join("+");
  const check = (ending: Ending<unknown>) => {
    ended = ending.ended;
  };
  await explore({ run: ({ client }) => client.prices.retrieve("SOL"), check, only });
  expect(ended).toEqual({ how: "crashes", lives: 5, faults: only.split("+") });
});

test("a body of bytes arrives unchanged", async () => {
  const { answer } = await seen("none", async ({ fetch, server }) => {
    const body = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}');
    const headers = { "Content-Type": "application/json" };
    return (await fetch(server.rpc.live, { method: "POST", headers, body })).json();
  });
  expect(answer).toMatchObject({ id: 1, result: expect.any(String) });
});

test("kit's rpc, a client of your own and setup's state work in a life", async () => {
  const report = await explore({
    setup: ({ server }) => ({ address: server.wallets.alice.address, slots: [] as bigint[] }),
    run: async ({ rpc, server, state }) => {
      state.slots.push(await rpc.getSlot().send());
      const own = createSolanaRpcFromTransport(server.rpcTransport());
      state.slots.push(await own.getSlot().send());
    },
    check: ({ state }) => expect(state.slots.length).toBeGreaterThanOrEqual(2),
    faults: { ...NONE, crash: ["crash-before"] },
  });
  expect([report.requests, report.schedules]).toEqual([2, 3]);
});

describe("subscriptions poll on the virtual clock", () => {
  test("confirmTransaction confirms, and reports an expired or lost transaction", async () => {
    const confirmed = (sent: "strategy" | "signature") => async (life: Life<undefined>) => {
      const { signature, ...latest } = await send(life);
      const { connection } = life;
      return sent === "signature"
        ? connection.confirmTransaction(signature)
        : connection.confirmTransaction({ signature, ...latest });
    };
    const { answer } = await seen("none", confirmed("strategy"));
    expect(answer).toMatchObject({ value: { err: null } });
    const expired = await seen("2:drop-transaction", confirmed("strategy"));
    expect(String(expired.answer)).toMatch(/TransactionExpiredBlockheightExceededError/);
    const late = await seen("2:drop-transaction", confirmed("signature"));
    expect(String(late.answer)).toMatch(/TransactionExpiredTimeoutError: .*30.00 seconds/);
  });

  test("of web3.js", async () => {
    const { answer } = await seen("none", async (life) => {
      const { connection, server } = life;
      const got: unknown[] = [];
      connection.onAccountChange(RECIPIENT, ({ lamports }) => got.push(lamports));
      connection.onSlotChange(({ slot }) => got.length < 2 && got.push(typeof slot));
      await server.clock.sleep(400);
      const { signature } = await send(life);
      const result = await new Promise((resolve) => connection.onSignature(signature, resolve));
      await server.clock.sleep(2000);
      return [result, ...got];
    });
    expect(answer).toEqual(expect.arrayContaining([{ err: null }, 1e9, "number"]));
  });

  test("of kit", async () => {
    const { answer } = await seen("none", async (life) => {
      const { signature } = await send(life);
      const abortSignal = new AbortController().signal;
      const told = await life.rpcSubscriptions
        .signatureNotifications(signature as never)
        .subscribe({ abortSignal });
      for await (const { value } of told) return value;
      return undefined;
    });
    expect(answer).toEqual({ err: null });
  });

  test("a subscription to logs is a warning of the report", async () => {
    const run = async ({ connection, rpcSubscriptions }: Life<undefined>) => {
      await connection.getSlot();
      const abortSignal = new AbortController().signal;
      await rpcSubscriptions.logsNotifications("all").subscribe({ abortSignal });
    };
    const report = await explore({ run, check: ok, faults: NONE });
    expect(String(report)).toMatch(/warning: the app calls logsSubscribe, which throws here/);
  });
});

describe("an app that cannot be explored is reported", () => {
  const failureWith = async (run: (life: Life<undefined>) => unknown, more = {}) =>
    String(await failureOf(explore({ run, check: ok, faults: NONE, ...more })));

  test("different requests in each run", async () => {
    let runs = 0;
    const error = await failureWith(({ client }) => client.prices.retrieve(["SOL", "USDC"][runs++ % 2]!));
    expect(error).toMatch(/sent different requests.*Math\.random.*Request 1 was prices\.retrieve/s);
  });

  test("a check that fails in the second run without faults", async () => {
    let runs = 0;
    const check = () => {
      if (++runs === 2) throw new Error("the second order is paid twice");
    };
    expect(await failureWith(parse, { check })).toMatch(/none: Error: the second order is paid twice/);
  });

  test("real timers", async () => {
    const report = await explore({
      run: async ({ client, server }) => {
        const start = server.clock.now();
        while (server.clock.now() === start) await new Promise((resolve) => setTimeout(resolve, 20));
        await client.prices.retrieve("SOL");
      },
      check: ok,
      faults: NONE,
    });
    expect(String(report)).toMatch(/real timers/);
  });

  test("without check, a run that throws", async () => {
    const error = await failureOf(explore({ run: ({ client }) => client.prices.retrieve("NOPE") }));
    expect(error).toBeInstanceOf(ExplorationError);
    expect((error as ExplorationError).report.failures[0]).toMatchObject({ schedule: "none", lives: 1 });
    await expect(explore({ run: () => Promise.reject(undefined) })).rejects.toThrow("none: undefined");
  });
});

test("the report shows what the app saw and did, the shortest failure first, and how to replay it", async () => {
  const report = await explore({
    run: async ({ client, server }) => {
      const price = (symbol: string) => client.prices.retrieve(symbol, { maxRetries: 0 });
      await price("SOL");
      await price("BONK").catch(() => price("USDC"));
      for (let i = 0; i < 3; i++) await client.prices.retrieve("JUP");
      await server.clock.sleep(1);
    },
    check: ({ ended }) => {
      if (ended.how === "threw") throw new Error("the app gave up");
    },
    faults: { ...NONE, api: ["garbled", "lost"] },
    throws: false,
  });
  expect(String(report)).toMatchInlineSnapshot(`
    "11 schedules tried, 0 skipped, 2 failed (5 requests without faults)

    1:lost: Error: the app gave up
      life 1
           1  prices.retrieve          [lost] TypeError: fetch failed
      run: threw ConnectionError: No response from http://mock.invalid: fetch failed: read ECONNRESET.
      replay: explore({ …, only: "1:lost" })

    1:garbled: Error: the app gave up
      life 1
           1  prices.retrieve          [garbled] 200 (not JSON)
      run: threw ResponseValidationError: The service returned 200, but its body is not JSON.
      replay: explore({ …, only: "1:garbled" })"
  `);
});

describe("schedules that are left untried", () => {
  const run = async ({ client, connection }: Life<undefined>) => {
    await client.prices.retrieve("SOL");
    await connection.sendRawTransaction(new Uint8Array(3)).catch(ok);
    await connection.getSlot();
  };
  const faults = { ...NONE, api: ["lost"], chain: ["lost"] } as const;

  test("fail the exploration, and those of the payment are tried first", async () => {
    const tried: string[] = [];
    const check = ({ ended }: Ending<undefined>) => void tried.push(...ended.faults);
    const error = await failureOf(explore({ run, check, faults, budget: { schedules: 3 } }));
    expect(String(error)).toMatch(
      /3 schedules tried, 1 skipped, 0 failed .*skipped 1 .*budget.schedules is 3/s,
    );
    expect(tried).toEqual(["2:lost", "3:lost"]);
  });

  test("are allowed when the budget is partial, which counts CPU time", async () => {
    const busy = () => {
      const start = process.cpuUsage();
      while (process.cpuUsage(start).user < 20_000);
    };
    const explored = (check: () => unknown) =>
      explore({ run, check, faults, budget: { ms: 30, partial: true } });
    expect((await explored(busy)).skipped).toMatchObject([{ reason: "budget.ms is 30 of CPU time" }]);
    const idle = () => new Promise((resolve) => setTimeout(resolve, 40));
    const report = await explore({ run, check: idle, faults, budget: { ms: 10_000 } });
    expect(report.skipped).toEqual([]);
  });

  test("a fault that no request matches is listed apart, and fails only with `only`", async () => {
    const parsed = { run: parse, check: ok };
    const build = async ({ client, server }: Life<undefined>) => {
      const { address: walletAddress } = server.wallets.alice;
      const command = "send 1 SOL to bob.sol";
      const { intentId } = await client.intents.parse({ walletAddress, command });
      await client.transactions.build({ intentId, walletAddress });
    };
    const report = await explore({ run: build, check: ok, faults: { ...NONE, chain: ["moved-pool"] } });
    expect(report).toMatchObject({ unmatched: [{ schedule: "2:moved-pool" }], skipped: [] });
    expect(String(await failureOf(explore({ ...parsed, only: "5:lost" })))).toMatch(/1 skipped.*5:lost/s);
  });

  test("an app without requests fails", async () => {
    expect(String(await failureOf(explore({ run: ok, check: ok })))).toMatch(/sent no request/);
  });
});

test("depth 2 tries pairs, in an order drawn from the seed, until the budget ends", async () => {
  const explored = async (seed: number) => {
    const tried: string[] = [];
    const report = await explore({
      server: { seed },
      run: async ({ client }) => {
        for (const token of ["SOL", "USDC"]) await client.prices.retrieve(token).catch(ok);
      },
      check: ({ ended }) => void tried.push(ended.faults.join("+")),
      faults: { ...NONE, api: ["refused", "garbled"], crash: true },
      depth: 2,
      budget: { schedules: 40, partial: true },
    });
    expect(report.schedules).toBe(40);
    expect(report.skipped.at(-1)?.reason).toBe("budget.schedules is 40");
    return tried;
  };
  const [one, again, other] = [await explored(1), await explored(1), await explored(2)];
  expect(one).toEqual(again);
  expect(one.slice(0, 10)).toEqual(other.slice(0, 10));
  expect(one.slice(10)).not.toEqual(other.slice(10));
  expect(one.filter((faults) => faults.includes("+")).length).toBeGreaterThan(25);
});

test.each([
  [{ run: undefined }, /run must be a function/],
  [{ server: { clock: { mode: "frozen" } } }, /server\.clock\.mode must be "auto"/],
  [{ depth: 3 }, /depth must be an integer from 1 to 2/],
  [{ faults: { api: ["stale"] } }, /faults\.api/],
  [{ only: "9-lost" }, /only must be a schedule/],
  [{ chekc: ok }, /chekc/],
])("refuses %o", async (options, text) => {
  expect(String(await failureOf(explore({ run: ok, ...options } as never)))).toMatch(text);
});

test("exploreProcess refuses an option with a misspelt name, and faults of the simulation", async () => {
  for (const [options, text] of [
    [{ expct: "bob: +1 SOL" }, /expct/],
    [{ faults: { wallet: true } }, /faults\.wallet/],
  ] as const)
    expect(String(await failureOf(exploreProcess({ command: ["true"], ...options } as never)))).toMatch(text);
});
