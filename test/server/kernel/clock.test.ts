import { createMockServer } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { afterEach, expect, onTestFinished, vi } from "vitest";
import { api, clientOf, control, failureOf, lab, NOON, rpc, send, signedOf, test } from "../lab.js";

afterEach(() => vi.useRealTimers());

const AT = Date.parse(NOON);

test("a frozen clock does not advance, a running one does, and either can become the other", async () => {
  const server = await lab();
  expect(server.clock.running).toBe(false);
  expect(server.clock.now()).toBe(AT);
  server.clock.resume();
  expect(server.clock.running).toBe(true);
  await expect.poll(() => server.clock.now()).toBeGreaterThan(AT);
  await server.clock.set("2026-01-02T00:00:00Z");
  expect(server.clock.running).toBe(false);
  expect(server.clock.now()).toBe(Date.parse("2026-01-02T00:00:00Z"));
});

test.for([
  ["250ms", 250],
  ["90s", 90_000],
  ["1.5h", 5_400_000],
  ["1h30m", 5_400_000],
  ["2d12h", 216_000_000],
  ["1m500ms", 60_500],
  [90, 90],
] as const)("the clock advances by %s", async ([by, ms], { server }) => {
  await server.clock.advance(by);
  expect(server.clock.now()).toBe(AT + ms);
});

test.each(["30m1h", "1h1h", "-1h", "1h 30m", "1mo", "90", ""])("%j is not a duration", async (by) => {
  const server = await lab();
  await expect(server.clock.advance(by as "1h")).rejects.toThrow("a duration");
  expect(server.clock.now()).toBe(AT);
});

test("without options the clock runs from wall time", async () => {
  await using server = await createMockServer();
  expect(server.clock.running).toBe(true);
  // Read before and after, because the process may be suspended between two readings.
  const [before, now, after] = [Date.now(), server.clock.now(), Date.now()];
  expect(now).toBeGreaterThan(before - 100);
  expect(now).toBeLessThan(after + 100);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e16])(
  "a sleep of %s is refused, and the clock still works",
  async (ms) => {
    for (const mode of ["frozen", "auto", "running"] as const) {
      const server = await lab({ clock: { now: NOON, mode } });
      const { sleep } = server.clock;
      expect(await failureOf(sleep(ms))).toMatchObject({ name: "OptionError", option: "ms" });
      await Promise.all([sleep(0), sleep(-5)]);
      const asleep = sleep(1000);
      await server.clock.advance("1s");
      await asleep;
    }
  },
);

test("a process stays alive only while a running clock has sleepers", async () => {
  await using server = await createMockServer();
  const alive = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = alive();
  const over = new AbortController();
  const asleep = server.clock.sleep(60_000, over.signal).catch(() => "woken");
  expect(alive()).toBe(before + 1);
  over.abort();
  expect(await asleep).toBe("woken");
  expect(alive()).toBe(before);
});

test("concurrent clock changes are applied in order", async () => {
  const server = await lab({ clock: { now: NOON } });
  const order: number[] = [];
  const slept = [30, 90].map((minutes) =>
    server.clock.sleep(minutes * 60_000).then(() => order.push(minutes)),
  );
  const one = { "Mock-Control": "1", "Content-Type": "application/json" };
  const advance = () =>
    server.fetch(`${server.controlUrl}/clock/advance`, { method: "POST", headers: one, body: '{"by":"1h"}' });
  await Promise.all([advance(), advance(), server.clock.advance("1h")]);
  await Promise.all(slept);
  expect(order).toEqual([30, 90]);
  expect(server.clock.running).toBe(true);
  expect(server.clock.now()).toBeGreaterThanOrEqual(AT + 3 * 3_600_000);
  expect(server.clock.now()).toBeLessThan(AT + 3 * 3_600_000 + 1_800_000);
  // A failing clock change does not block later ones, and a reset takes precedence over pending ones.
  const frozen = await lab();
  const moves = [frozen.clock.advance("1h"), frozen.clock.advance("1h")];
  await frozen.reset();
  await Promise.all(moves);
  expect(frozen.clock.now()).toBe(AT);
});

test.each(["frozen", "running"] as const)(
  "a set to a time that an advance passes is refused, on a %s clock",
  async (mode) => {
    const server = await lab({ clock: { now: NOON, mode } });
    const [advanced, set] = [server.clock.advance("2h"), server.clock.set("2026-01-01T13:00:00Z")];
    expect((await failureOf(set)).message).toMatch(/^clock\.set\(…\) must not be before .*T14:00/);
    await advanced;
    expect(server.clock.running).toBe(mode === "running");
  },
);

test("due events run in order, at their time on the clock, before advance resolves", async ({ server }) => {
  const { clock } = server;
  const seen: string[] = [];
  const wait = async (name: string, ms: number) => {
    await clock.sleep(ms);
    seen.push(`${name} at ${clock.now() - AT}`);
    if (name === "b") await wait("after b", 500);
  };
  const waits = [wait("c", 3_000), wait("a", 1_000), wait("b", 1_000), wait("later", 60_001)];
  await clock.advance("60s");
  expect(seen).toEqual(["a at 1000", "b at 1000", "after b at 1500", "c at 3000"]);
  await clock.advance(1);
  await Promise.all(waits);
  expect(seen.at(-1)).toBe("later at 60001");
});

test("the clock cannot be set back, except by restore", async ({ server }) => {
  const state = await server.snapshot();
  await server.clock.advance("2h");
  expect(await failureOf(server.clock.set(NOON))).toMatchObject({
    name: "OptionError",
    message: expect.stringMatching(/^clock\.set\(…\) must not be before .*restore/),
  });
  for (const by of [-1, "-1s", "soon", Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(await failureOf(server.clock.advance(by as number))).toMatchObject({ option: "by" });
  }
  expect(await failureOf(server.clock.advance("9999999999d"))).toMatchObject({ option: "by" });
  expect(await failureOf(server.clock.set("2026-01-01T12:00:00"))).toMatchObject({ option: "now" });
  await server.restore(state);
  expect(server.clock.now()).toBe(AT);
});

test("a restore ends pending waits", async ({ server }) => {
  const state = await server.snapshot();
  const waiting = server.clock.sleep(1_000);
  await server.restore(state);
  await waiting;
});

test.each(["real timers", "fake timers"])(
  "retries wait only on the server's clock, under %s",
  async (timers) => {
    if (timers === "fake timers") vi.useFakeTimers();
    const server = await lab();
    server.faults.add({ match: { path: "/v1/prices/*" }, times: 4, fault: { kind: "status", status: 503 } });
    const client = new IntentTx({ ...server.clientOptions(), maxRetries: 5 });
    let price: number | undefined;
    const waiting = client.prices.retrieve("SOL").then((answer) => {
      price = answer.price;
    });
    await server.clock.advance("60s");
    expect(price).toBeGreaterThan(0);
    await waiting;
    server.faults.assertDone();
  },
);

test.for(["reset", "restore"] as const)(
  "a %s during an advance ends the advance, and later advances start from the new time",
  async (kind, { server }) => {
    const state = await server.snapshot();
    let put = false;
    const slept = server.clock.sleep(3_600_000).then(async () => {
      await (kind === "reset" ? control(server, "POST", "/reset") : server.restore(state));
      put = true;
    });
    await server.clock.advance("365d");
    await expect.poll(() => put).toBe(true);
    await slept;
    expect(server.clock.now()).toBe(Date.parse(NOON));
    await server.clock.advance("1h");
    expect(server.clock.now()).toBe(Date.parse(NOON) + 3_600_000);
  },
);

test("a request that opens the ledger is answered before advance resolves", async ({ server }) => {
  server.faults.add({ nth: 1, fault: { kind: "status", status: 503 } });
  let command: string | undefined;
  const waiting = clientOf(server)
    .intents.parse({ walletAddress: server.wallets.alice.address, command: "send half my SOL to bob.sol" })
    .then((intent) => {
      command = intent.intentId;
    });
  await server.clock.advance("10s");
  expect(command).toBeDefined();
  await waiting;
});

test("the clock and the chain move to the start of a slot or an epoch", async ({ server }) => {
  const { absoluteSlot, epoch } = (await rpc(server, "getEpochInfo", [{ commitment: "processed" }])).result;
  await server.clock.set({ slot: absoluteSlot + 1_000 });
  expect((await rpc(server, "getSlot", [{ commitment: "processed" }])).result).toBe(absoluteSlot + 1_000);
  const answer = await control(server, "POST", "/clock/set", { epoch: epoch + 2 });
  expect(answer).toMatchObject({ status: 200, body: { running: false } });
  expect((await rpc(server, "getEpochInfo", [{ commitment: "processed" }])).result).toMatchObject({
    epoch: epoch + 2,
    slotIndex: 0,
  });
  const reached = server.clock.now();
  await server.clock.advance(399);
  await server.clock.set({ epoch: epoch + 2 });
  expect(server.clock.now()).toBe(reached + 399);
});

test("a slot or an epoch in the past, beyond the year 9999, or together with another target is refused", async () => {
  const server = await lab();
  const { absoluteSlot, epoch } = (await rpc(server, "getEpochInfo", [{ commitment: "processed" }])).result;
  for (const [body, field, message] of [
    [{ slot: absoluteSlot - 1 }, "slot", `before the clock (${absoluteSlot});`],
    [{ epoch: epoch - 1 }, "epoch", `before the clock (${epoch});`],
    [{ slot: 1e15 }, "slot", "must be an integer from 0 to"],
    [{ epoch: 1e9 }, "epoch", "must be an integer from 0 to"],
    [{ epoch: 1.5 }, "epoch", "must be an integer"],
    [{ slot: absoluteSlot, epoch }, "now", "only one of the three"],
    [{ block: 1 }, "block", "unknown"],
  ] as const) {
    expect((await control(server, "POST", "/clock/set", body)).body).toMatchObject({
      error: { code: "validation_error", field, message: expect.stringContaining(message) },
    });
    expect(await failureOf(server.clock.set(body as { slot: number }))).toMatchObject({ option: field });
  }
  expect(server.clock.now()).toBe(AT);
});

test.each(["funded", "sent"])("a clock set after a client %s keeps the history in order", async (what) => {
  const server = await lab({ clock: {}, world: { wallets: { carol: { SOL: "50", history: 5 } } } });
  const carol = server.wallets["carol"]!;
  if (what === "funded") await server.fund(carol.address, { USDC: "5" });
  else await send(server, (await signedOf(server, "send 1 SOL to bob.sol", carol)).wire);
  const client = clientOf(server);
  const before = await client.transactions.list(carol.address).toArray({ max: 20 });
  expect(before).toHaveLength(6);
  await server.clock.set(server.clock.now() + 30 * 86_400_000);
  const after = await client.transactions.list(carol.address).toArray({ max: 20 });
  const order = (list: typeof before) => list.map(({ signature, timestamp }) => [signature, timestamp]);
  expect(order(after)).toEqual(order(before));
  const times = after.map(({ timestamp }) => Date.parse(timestamp!));
  expect(times).toEqual([...times].sort((one, other) => other - one));
});

test("a clock in auto mode is frozen until a sleep, and jumps to its end", async () => {
  const server = await lab({ clock: { now: NOON, mode: "auto" } });
  const { clock } = server;
  await new Promise((resolve) => setImmediate(resolve));
  expect([clock.now(), clock.running]).toEqual([AT, false]);
  const woken: string[] = [];
  await Promise.all([
    clock.sleep(5_000).then(() => woken.push(`late ${clock.now() - AT}`)),
    clock.sleep(1_000).then(() => woken.push(`early ${clock.now() - AT}`)),
  ]);
  expect(woken).toEqual(["early 1000", "late 5000"]);
  const abort = new AbortController();
  const aborted = clock.sleep(3_600_000, abort.signal);
  abort.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  await expect(clock.sleep(1, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  expect(clock.now()).toBe(AT + 5_000);

  // 90 requests of a tier that has 30 a minute: the client waits on this clock, and the test does not advance it.
  const rateLimit = { mode: "wait", maxWait: 60_000 } as const;
  const client = new IntentTx({ ...server.clientOptions("free"), rateLimit });
  for (let request = 0; request < 90; request++) await client.prices.retrieve("SOL");
  expect(clock.now() - AT).toBeGreaterThanOrEqual(120_000);
  expect(clock.now() - AT).toBeLessThan(240_000);

  const delay = { "Mock-Control": "virtual-latency=86400000" };
  expect((await api(server, "GET", "/prices/SOL", undefined, "pro", delay)).status).toBe(200);
  expect(clock.now() - AT).toBeGreaterThan(86_400_000);
  await clock.advance("1h");
  clock.resume();
  expect(clock.running).toBe(true);
});

test("a sleep on a frozen clock that nothing moves is reported once, after a second", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const [frozen, auto] = [await lab(), await lab({ clock: { now: NOON, mode: "auto" } })];
  const sleeps = [frozen.clock.sleep(2000), frozen.clock.sleep(3000), auto.clock.sleep(2000)];
  await expect.poll(() => warn).toHaveBeenCalled();
  expect(warn.mock.calls).toEqual([
    [
      'A wait of 2000 ms on the server\'s clock cannot end: the clock is frozen at 2026-01-01T12:00:00.000Z (clock.now), and nothing is advancing it. Call server.clock.advance(2000), or create the server with clock: { mode: "auto" }.',
    ],
  ]);
  await frozen.clock.advance(3000);
  await Promise.all(sleeps);
});
