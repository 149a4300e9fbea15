import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { MockServer, MockServerOptions } from "@intent-tx/mock-server";
import { expect, onTestFinished, test } from "vitest";
import { findValidator, ValidatorError } from "../../../mock-server/src/cli/validator-process.js";
import { accountFile } from "../../../mock-server/src/fixtures/account-file.js";
import { writeJson } from "../../../mock-server/src/kernel/json.js";
import { temporaryFolder } from "../../folder.js";
import { clientOf, control, lab, rpc, send, signedOf } from "../lab.js";

/** A mock server whose JSON-RPC is used as a validator with the world of its seed. */
async function validator(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await lab(options);
  await server.listen({ port: 0 });
  // The first call loads the chain, which can take longer than a health check waits.
  await rpc(server, "getGenesisHash", []);
  return server;
}

async function listening(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A node that answers each POST with a function of its body. */
const node = (answer: (body: Buffer) => string | Promise<string>) =>
  listening(
    createServer((request, response) => {
      const answered = buffer(request).then(answer);
      void answered.then((text) => response.writeHead(200, { "content-type": "application/json" }).end(text));
    }),
  );

/** The URL of a node whose chain can be replaced, as by a validator reset. */
async function address(first: string) {
  const target = { url: first };
  const headers = { "content-type": "application/json" };
  const url = await node(async (body) => {
    const answer = await fetch(target.url, { method: "POST", headers, body: new Uint8Array(body) });
    return answer.text();
  });
  return { url, target };
}

const liveOf = async (server: MockServer) => {
  const { status, body } = await control(server, "GET", "/health");
  expect(status).toBe(200);
  expect(await server.health()).toEqual(body);
  return { ...body.validators.live, overall: body.status };
};

test("a chain with this seed's world is healthy, and its node and genesis are reported", async () => {
  const chain = await validator();
  const server = await lab({ rpcUrl: chain.rpc.live });
  expect(await liveOf(server)).toEqual({
    overall: "ok",
    url: new URL(chain.baseUrl).origin,
    status: "ok",
    version: "4.1.2",
    genesisHash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  });
  expect((await control(chain, "GET", "/health")).body).not.toHaveProperty("validators");
});

test("an unreachable address, and a server that is not a validator, are reported", async () => {
  const nobody = await lab({ rpcUrl: "http://127.0.0.1:9/hidden?key=secret" });
  const away = await liveOf(nobody);
  expect(away).toMatchObject({ overall: "degraded", status: "unreachable", url: "http://127.0.0.1:9" });
  expect(away.reason).toMatch(/^no response \(.+\); start a validator/);
  expect(JSON.stringify(away)).not.toMatch(/hidden|secret/);

  const page = await listening(createServer((_, response) => response.end("<html>hello</html>")));
  const other = await liveOf(await lab({ rpcUrl: page }));
  expect(other).toMatchObject({ overall: "degraded", status: "no-json-rpc" });
  expect(other.reason).toContain("HTTP 200 without JSON");
});

test("a world of another seed, and a chain without a world, are reported", async () => {
  const chain = await validator({ seed: 7 });
  const other = await liveOf(await lab({ rpcUrl: chain.rpc.live }));
  expect(other).toMatchObject({
    status: "other-world",
    reason: expect.stringContaining("a seed other than 1"),
  });
  expect(other.reason).toContain("npx @intent-tx/mock-server validator --seed 1");

  const bare = await node((body) => {
    const results: Record<string, unknown> = {
      getVersion: { "solana-core": "3.0.13" },
      getGenesisHash: "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn",
      getMultipleAccounts: { context: { slot: 1 }, value: [null, null, null] },
    };
    const calls = JSON.parse(body.toString()) as { id: number; method: string }[];
    return JSON.stringify(calls.map(({ id, method }) => ({ jsonrpc: "2.0", id, result: results[method] })));
  });
  const empty = await liveOf(await lab({ rpcUrl: bare }));
  expect(empty).toMatchObject({
    status: "other-world",
    reason: expect.stringContaining("not contain the accounts of a mock server"),
  });
});

test("a state file remembers its chain; another chain is reported until the server follows it", async () => {
  const stateFile = join(temporaryFolder(), "state");
  const chain = await validator();
  const first = await lab({ rpcUrl: chain.rpc.live, stateFile });
  await signedOf(first, "swap 1 SOL for USDC");
  expect((await liveOf(first)).status).toBe("ok");
  await first.close();

  // The test network has the same world on a separate chain.
  const second = await lab({ rpcUrl: chain.rpc.test, stateFile });
  const found = await liveOf(second);
  expect(found).toMatchObject({ status: "other-genesis", overall: "degraded" });
  expect(found.reason).toMatch(/chain is not the same as before/);
  await signedOf(second, "swap 1 SOL for USDC");
  expect((await liveOf(second)).status).toBe("ok");
});

test("after a reset to a younger chain, the server follows it and counts its transactions", async () => {
  const old = await validator({ clock: { now: "2026-06-01T00:00:00Z", mode: "frozen" } });
  const young = await validator({ clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
  const { url, target } = await address(old.rpc.live);
  const server = await lab({ rpcUrl: url });
  const executed = async () => {
    const period = { startDate: "2025-12-01T00:00:00Z", endDate: "2026-07-01T00:00:00Z" };
    return (await clientOf(server).analytics.metrics(period)).transactions.total;
  };
  await send(server, (await signedOf(server, "send 1 SOL to bob.sol")).wire);
  await expect.poll(executed).toBe(1);

  target.url = young.rpc.test;
  expect((await liveOf(server)).status).toBe("other-genesis");
  await send(server, (await signedOf(server, "send 2 SOL to bob.sol")).wire);
  await expect.poll(executed).toBe(2);
  expect((await liveOf(server)).status).toBe("ok");
});

test("an account file has every lamport, and the rent epoch of a rent-exempt account", () => {
  const account = { address: "A1", lamports: 500_000_000_000_000_001n, owner: "O1", executable: false };
  const json = writeJson(accountFile({ ...account, data: Uint8Array.of(1, 2, 3) }));
  expect(json).toContain('"lamports":500000000000000001,');
  expect(json).toContain('"rentEpoch":18446744073709551615,');
  expect(JSON.parse(json)).toMatchObject({
    pubkey: "A1",
    account: { data: ["AQID", "base64"], owner: "O1", executable: false, space: 3 },
  });
});

test("without a validator, the error says what to install", () => {
  expect(() => findValidator({ PATH: "/nowhere" })).toThrow(ValidatorError);
  expect(() => findValidator({ PATH: "/nowhere" })).toThrow(/Solana \(Agave\) command line tools/);
  expect(() => findValidator({ SOLANA_TEST_VALIDATOR: "/nowhere/x", PATH: "" })).toThrow("/nowhere/x");
  expect(findValidator({ SOLANA_TEST_VALIDATOR: process.execPath })).toBe(process.execPath);
});
