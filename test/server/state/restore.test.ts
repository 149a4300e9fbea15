import type { MockServer } from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { State } from "../../../mock-server/src/state/state.js";
import { clientOf, control, failureOf, lab, send, signedOf } from "../lab.js";

test("each table is opened once, by the service that owns it", () => {
  const state = new State();
  state.open("keys");
  expect(() => state.open("keys")).toThrow("the table keys is already open: use the service that opened it");
  state.openFor("live", "prices");
  state.openFor("test", "prices");
  expect(() => state.openFor("live", "prices")).toThrow("the table live:prices is already open");
});

/** A world in which every kind of event has happened. */
async function lived(): Promise<MockServer> {
  const server = await lab({ contract: { idempotency: true } });
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  await client.keys.create({ name: "made", scopes: ["read:prices"] }, { idempotencyKey: "once" });
  await control(server, "POST", "/names", { name: "carol.sol", address: server.wallets.bob.address });
  const { wire } = await signedOf(server, "swap 1 SOL for USDC");
  await send(server, wire);
  await server.fund(walletAddress, { USDC: "5" });
  await client.intents.parse({ walletAddress, command: "send 1 SOL to carol.sol" });
  await server.clock.advance("11m");
  await client.intents.parse({ walletAddress, command: "send 2 SOL to carol.sol" });
  server.faults.add({ fault: { kind: "late-transaction", by: "30s" } });
  server.faults.add({ fault: { kind: "moved-pool", pool: "JUP-USDC", percent: -1 } });
  await send(server, (await signedOf(server, "send 0.5 SOL to bob.sol")).wire);
  server.faults.add({ nth: 99, fault: { kind: "status", status: 503 } });
  return server;
}

test("a server's snapshot is restored, row for row", async () => {
  const server = await lived();
  const state = JSON.parse(JSON.stringify(await server.snapshot()));
  // Adds a row that otherwise exists only after hundreds of commands.
  const at = state.clock.now - 1000;
  const counts = {
    parsed: 2,
    refused: 1,
    millionths: 1_980_000,
    swaps: 1,
    transfers: 0,
    successes: 1,
    usd: 2.5,
  };
  const [[account]] = state.state.accounts;
  state.state.metricHours = [[`${account}:0`, { account, at, ...counts }]];
  state.state.priceScales = [["live:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", { scale: 1.5 }]];
  for (const [table, rows] of Object.entries(state.state)) expect([table, rows]).not.toEqual([table, []]);
  await server.reset();
  expect((await control(server, "PUT", "/state", state)).status).toBe(200);
  expect(JSON.parse(JSON.stringify(await server.snapshot()))).toEqual(state);
  await server.clock.advance("2h");
  const { data } = await clientOf(server).transactions.list(server.wallets.alice.address);
  expect(data[0]).toMatchObject({ type: "transfer", details: { amount: 0.5 } });
});

type Snapshot = { clock: unknown; state: Record<string, [string, Record<string, unknown>][]> };
const row = (snapshot: Snapshot, table: string): Record<string, unknown> => snapshot.state[table]![0]![1];

const HOSTILE: [name: string, spoil: (snapshot: Snapshot) => void, path: string, reason: RegExp][] = [
  [
    "a clock beyond every date",
    (s) => (s.clock = { now: 253_402_300_800_000, running: true }),
    "clock.now",
    /year 9999/,
  ],
  ["state that is null", (s) => ((s as { state: unknown }).state = null), "state", /must be an object/],
  ["another version", (s) => Object.assign(s, { version: 2 }), "version", /./],
  ["another seed", (s) => Object.assign(s, { seed: "2" }), "seed", /./],
  ["no start", (s) => (s.state["meta"] = []), "state.meta", /contain startedAt/],
  ["a table that is null", (s) => (s.state["keys"] = null as never), "state.keys", /must be a list/],
  ["an entry that is null", (s) => (s.state["keys"] = [null as never]), "state.keys[0]", /\[key, row\] pair/],
  ["a table of no World", (s) => (s.state["ghosts"] = [["g", {}]]), "state.ghosts", /name of a table/],
  [
    "a fault of no kind",
    (s) => (row(s, "faults")["rule"] = { fault: { kind: "boom" } }),
    "state.faults[0]",
    /has a rule whose fault\.?\w* must have a known kind/,
  ],
  ["another tier", (s) => (row(s, "accounts")["tier"] = "gold"), "state.accounts[0].tier", /must be one of/],
  ["a field too many", (s) => (row(s, "keys")["admin"] = true), "state.keys[0]", /unknown fields: admin/],
  ["a key's moment", (s) => (row(s, "keys")["createdAt"] = 9e18), "state.keys[0].createdAt", /1970 to/],
  [
    "another row's key",
    (s) => (s.state["keys"]![0]![0] = "key_other"),
    "state.keys[0][0]",
    /not a valid key for this/,
  ],
  [
    "an amount above u64",
    (s) => (row(s, "intents")["amount"] = "18446744073709551616"),
    "state.intents[0].amount",
    /2\^64/,
  ],
  [
    "a poisoned late transaction",
    (s) => (row(s, "lateTransactions")["wire"] = "AAAA"),
    "state.lateTransactions[0]",
    /has a wire that is not a transaction/,
  ],
  [
    "a row of no network",
    (s) => (s.state["lateTransactions"]![0]![0] = "main:0"),
    "state.lateTransactions[0][0]",
    /live: or test:/,
  ],
  [
    "a sysvar",
    (s) => (s.state["ledgerAccounts"]![0]![0] = "live:SysvarC1ock11111111111111111111111111111111"),
    "state.ledgerAccounts[0]",
    /sysvar/,
  ],
  [
    "half a transaction",
    (s) => (row(s, "ledgerTransactions")["wire"] = String(row(s, "ledgerTransactions")["wire"]).slice(0, 96)),
    "state.ledgerTransactions[0]",
    /not a transaction/,
  ],
  ["a slippage", (s) => (row(s, "intents")["slippageBps"] = 1e15), "state.intents[0].slippageBps", /to 1000/],
  ["a counter below 0", (s) => (s.state["counters"]![0]![1] = -1 as never), "state.counters[0]", /integer/],
];

test("restoring a spoilt snapshot is refused, and nothing has changed", async () => {
  const server = await lived();
  const before = JSON.parse(JSON.stringify(await server.snapshot()));
  for (const [name, spoil, field, reason] of HOSTILE) {
    const spoilt = structuredClone(before);
    spoil(spoilt);
    const answer = await control(server, "PUT", "/state", spoilt);
    const refusal = { status: 400, body: { error: { code: "validation_error", field } } };
    expect(answer, name).toMatchObject(refusal);
    expect(answer.body.error.message, name).toMatch(reason);
    expect(await failureOf(server.restore(spoilt)), name).toMatchObject({ field });
    expect(JSON.parse(JSON.stringify(await server.snapshot())), name).toEqual(before);
  }
  // The delayed transaction still lands.
  await server.clock.advance("2h");
  const { data } = await clientOf(server).transactions.list(server.wallets.alice.address);
  expect(data[0]).toMatchObject({ type: "transfer", details: { amount: 0.5 } });
});

test("a snapshot that names a missing pool, token, account or key is refused with its path", async () => {
  const server = await lab();
  await clientOf(server).keys.rotate(server.keyIds.enterprise);
  await send(server, (await signedOf(server, "swap 1 SOL for USDC")).wire);
  await control(server, "POST", "/faults", { fault: { kind: "moved-pool", pool: "SOL-USDC" } });
  const before = JSON.parse(JSON.stringify(await server.snapshot()));
  const other = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
  for (const [path, value, place = path] of [
    ["intents[0].route.marketInfos[0].id", other],
    ["intents[0].route.marketInfos[0].outputMint", other, "intents[0].route.marketInfos[0]"],
    ["intents[0].route.marketInfos", []],
    ["intents[0].inputMint", other],
    ["intents[0].route", undefined],
    ["intents[0].account", "acct_0"],
    ["built[0].others", ["acct_0"], "built[0].account"],
    ["keys[4].rotatedFrom", "key_0"],
    ["prices[0][0]", `live:${other}:0`],
    ["movedPools[0][0]", `live:${other}`],
    ["faults[0].rule.fault.pool", other],
    ["ledgerTransactions[0].postTokenBalances[0].accountIndex", 255, "ledgerTransactions[0].accountKeys"],
  ] as [string, unknown, string?][]) {
    const spoilt = structuredClone(before);
    const [table = "", at = "", ...steps] = path.split(/[.[\]]+/).filter(Boolean);
    const last = steps.pop()!;
    const entry = spoilt.state[table][at];
    (last === "0" ? entry : steps.reduce((one, step) => one[step], entry[1]))[last] = value;
    const { status, body } = await control(server, "PUT", "/state", spoilt);
    expect([status, body.error?.field]).toEqual([400, `state.${place}`]);
  }
});

test.each([
  ["a request", {}],
  ["a request that is carried out, but answered with 429,", { "Mock-Control": "status=429; handled" }],
])("%s whose body arrives after a reset changes nothing, and can be sent again", async (_, more) => {
  const server = await lab();
  const { key } = await server.issueKey({ tier: "pro" });
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const sending = server.fetch(`${server.baseUrl}/intents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...more },
    body: body.readable,
    duplex: "half",
  } as RequestInit);
  await writer.write(Buffer.from("{"));
  await server.reset();
  await writer.write(Buffer.from("}"));
  await writer.close();
  const response = await sending;
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "0"]);
  expect(await response.text()).toContain("reset or restored before the body arrived");
  await server.restore(await server.snapshot());
});
