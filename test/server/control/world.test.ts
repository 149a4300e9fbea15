import { join } from "node:path";
import { connectMock } from "@intent-tx/mock-server/testing";
import { expect } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { memoCode } from "../fixtures/memo.js";
import { api, clientOf, control, lab, rpc, test } from "../lab.js";

const WORLD = {
  wallets: { carol: { SOL: "10", USDC: "50", history: 30 } },
  accounts: { acme: { tier: "pro" } },
  tokens: [{ symbol: "ACME", decimals: 6, priceUsd: "2" }],
} as const;

/** The parts of a server that depend on its world. */
async function look(server: Awaited<ReturnType<typeof lab>>) {
  const client = clientOf(server);
  const { address = "" } = server.wallets["carol"] ?? {};
  return {
    names: Object.keys(server.wallets),
    keys: Object.keys(server.keys),
    acme: (await api(server, "GET", "/prices/ACME")).status,
    lamports: (await rpc(server, "getBalance", [address])).result?.value,
    past: address === "" ? 0 : (await client.transactions.list(address, { limit: 100 })).data.length,
  };
}

const OTHER = {
  names: ["alice", "bob", "carol"],
  keys: ["free", "pro", "enterprise", "test", "acme"],
  acme: 200,
  lamports: 10_000_000_000,
  past: 30,
};
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const OWN = { names: ["alice", "bob"], acme: 404, past: 0 };

test("a reset gives a server another world, equal to one that started with it, until the next reset", async () => {
  const server = await lab();
  const { clock, faults } = server;
  const client = clientOf(server);
  await server.fund(server.wallets.bob.address, { SOL: "1" });
  expect(await look(server)).toMatchObject(OWN);
  expect((await control(server, "POST", "/reset", { world: WORLD })).status).toBe(200);
  expect(await look(server)).toEqual(OTHER);
  const started = await lab({ world: WORLD });
  await look(started);
  const rows = ({ state }: Awaited<ReturnType<typeof server.snapshot>>) => ({ ...state, meta: [] });
  expect(rows(await server.snapshot())).toEqual(rows(await started.snapshot()));
  // Objects that a test got before still belong to the server.
  faults.add({ nth: 1, fault: { kind: "status", status: 418 } });
  expect((await api(server, "GET", "/prices/SOL")).status).toBe(418);
  await clock.advance("1h");
  expect((await client.prices.retrieve("ACME")).price).toBeCloseTo(2);
  faults.add({ fault: { kind: "moved-pool", pool: "ACME-USDC", percent: -50 } });
  expect((await client.prices.retrieve("ACME")).price).toBeCloseTo(1);
  await server.reset();
  expect(await look(server)).toMatchObject(OWN);
});

test("a snapshot contains its world, and a remote mock can reset to one", async ({ server }) => {
  const own = await server.snapshot();
  await server.listen();
  await connectMock(server.controlUrl).reset({ world: WORLD });
  const other = JSON.parse(JSON.stringify(await server.snapshot()));
  await server.restore(own);
  expect(await look(server)).toMatchObject(OWN);
  await server.restore(other);
  expect(await look(server)).toEqual(OTHER);
  const meta = [["world", '{"tokens":[{"symbol":"A"}]}'] as const, ...own.state.meta!];
  await expect(server.restore({ ...own, state: { ...own.state, meta } })).rejects.toMatchObject({
    field: "state.meta.world",
  });
  expect(await look(server)).toEqual(OTHER);
});

test("a world from a reset survives a restart with the state file, with its programs", async () => {
  const stateFile = join(temporaryFolder(), "state.jsonl");
  const address = "MyMemo1111111111111111111111111111111111111";
  const first = await lab({ stateFile });
  await first.reset({ world: { ...WORLD, programs: [{ address, bytes: await memoCode() }] } });
  await first.fund(first.wallets["carol"]!.address, { SOL: "1" });
  await first.close();
  const second = await lab({ stateFile });
  expect(await look(second)).toMatchObject({ ...OTHER, lamports: 11_000_000_000, past: 31 });
  const { value } = (await rpc(second, "getAccountInfo", [address, { encoding: "base64" }])).result;
  expect(value).toMatchObject({ executable: true });
  const { controlUrl } = second.openSession();
  await control({ controlUrl, fetch: second.fetch }, "POST", "/reset", { world: WORLD });
  await second.close();
  const third = await lab({ stateFile });
  const { body } = await control({ controlUrl, fetch: third.fetch }, "GET", "/world");
  expect(Object.keys(body.wallets)).toContain("carol");
});

test.each<[object, string]>([
  [{ wallets: { carol: { SOLL: "1" } } }, "world.wallets.carol.SOLL"],
  [{ wallet: {} }, "world.wallet"],
  [
    { programs: [{ address: "MyMemo1111111111111111111111111111111111111", file: "/etc/passwd" }] },
    "world.programs[0].file",
  ],
  [{ chainAccounts: ["/etc/passwd"] }, "world.chainAccounts[0]"],
  ...[
    USDC, // exists already
    "SysvarC1ock11111111111111111111111111111111",
    "MyMemo1111111111111111111111111111111111111", // not an ELF file
  ].map((pubkey): [object, string] => {
    const owner = "BPFLoader2111111111111111111111111111111111";
    const account = { lamports: 1_461_600, data: ["AAAA", "base64"], owner, executable: true };
    return [{ chainAccounts: [{ pubkey, account }] }, "world"];
  }),
  [
    { chainAccounts: [{ pubkey: USDC, account: { lamports: 1, data: ["", "base64"], owner: USDC } }] },
    "world",
  ],
])("a reset to an invalid world changes nothing: %j", async (world, field) => {
  const server = await lab({ world: { wallets: { carol: { SOL: "1" } } } });
  await server.fund(server.wallets["carol"]!.address, { SOL: "1" });
  const before = await server.snapshot();
  const answer = await control(server, "POST", "/reset", { world });
  expect(answer).toMatchObject({ status: 400, body: { error: { field } } });
  expect(await server.snapshot()).toEqual(before);
});

test("a history leads to the same balances and draws nothing else, also for alice", async () => {
  const [plain, lived] = [await lab(), await lab({ world: { wallets: { alice: { history: 40 } } } })];
  const { address } = plain.wallets.alice;
  const read = async (server: typeof plain) => ({
    wallets: server.wallets,
    keys: server.keys,
    portfolio: await clientOf(server).portfolio.retrieve(address),
    intent: await clientOf(server).intents.parse({ walletAddress: address, command: "swap 1 SOL for USDC" }),
  });
  expect(await read(lived)).toEqual(await read(plain));
  const { data } = await clientOf(lived).transactions.list(address, { limit: 100 });
  expect(data).toHaveLength(40);
  expect(new Set(data.map(({ type }) => type))).toEqual(new Set(["swap", "transfer"]));
});
