import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MockServer, MockServerOptions, Session } from "@intent-tx/mock-server";
import { IntentTx } from "intent-tx";
import { test as base, beforeEach, expect } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { api, control, lab, NOON } from "../lab.js";
import { rewrite } from "./records.js";

let file = "";
beforeEach(() => {
  file = join(temporaryFolder(), "state.jsonl");
});

const kept = (options: MockServerOptions = {}) => lab({ stateFile: file, ...options });
const test = base.extend("server", () => kept());
const idsOf = async (server: MockServer) =>
  (await control(server, "GET", "/sessions")).body.data.map(({ id }: { id: string }) => id);

/** Imitates a crash: starts a new server on the file as it was while the first one ran. */
async function crashed(server: MockServer): Promise<MockServer> {
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const copy = readFileSync(file);
  await server.close();
  writeFileSync(file, copy);
  return kept();
}
const clientOf = (server: MockServer, { baseUrl, keys }: Session, key = keys["pro"]!) =>
  new IntentTx({ apiKey: key, baseUrl, fetch: server.fetch, maxRetries: 0 });
const within = (server: MockServer, session: Session) => ({ ...session, fetch: server.fetch });

test("worlds stay apart: the server's, and each session's, with its clock and its log of changes", async () => {
  const server = await kept();
  const [one, two] = [server.openSession({ seed: 5, dialect: "enveloped" }), server.openSession()];
  for (const [at, world] of [server, within(server, one), within(server, two)].entries())
    await control(world, "POST", "/names", { name: `n${at}.sol`, address: server.wallets.bob.address });
  await control(within(server, two), "POST", "/clock/advance", { by: "5m" });
  const restored = (await control(within(server, one), "GET", "/state")).body;
  await control(within(server, one), "POST", "/names", {
    name: "gone.sol",
    address: server.wallets.bob.address,
  });
  await control(within(server, one), "PUT", "/state", restored);
  const again = await crashed(server);
  expect((await control(again, "GET", "/sessions")).body.data).toEqual([one, two]);
  expect((await api(within(again, one), "GET", "/prices/SOL")).body).toMatchObject({
    data: { symbol: "SOL" },
  });
  const namesOf = async (world: Parameters<typeof control>[0]) =>
    (await control(world, "GET", "/state")).body.state.names.map(([name]: [string]) => name);
  expect(await namesOf(again)).toEqual(["n0.sol"]);
  expect(await namesOf(within(again, one))).toEqual(["n1.sol"]);
  expect(await namesOf(within(again, two))).toEqual(["n2.sol"]);
  expect((await control(within(again, two), "GET", "/clock")).body.now).toBe("2026-01-01T12:05:00.000Z");
  expect((await control(within(again, one), "GET", "/clock")).body.now).toBe("2026-01-01T12:00:00.000Z");
});

test("kept state survives restarts, and does not grow", async ({ server }) => {
  const session = server.openSession();
  const { key } = await clientOf(server, session).keys.create({ name: "x", scopes: ["read:prices"] });
  for (let at = 0; at < 30; at++) {
    await control(within(server, session), "POST", "/names", {
      name: "same.sol",
      address: server.wallets.bob.address,
    });
  }
  const grown = readFileSync(file).length;
  let again = await crashed(server);
  expect(readFileSync(file).length).toBeLessThan(grown);
  again = await crashed(again);
  await clientOf(again, session, key).prices.retrieve("SOL");
  expect(readFileSync(file, "utf8")).not.toContain(key.slice(10));
});

test("a closed session, and an expired one, are removed from the file", async ({ server }) => {
  const [closed, ended, open] = [
    server.openSession(),
    server.openSession({ ttl: "10m" }),
    server.openSession({ ttl: "10m" }),
  ];
  server.closeSession(closed.id);
  await server.clock.advance("9m");
  await control(within(server, open), "GET", "/health");
  await server.clock.advance("9m");
  let again = await crashed(server);
  expect(await idsOf(again)).toEqual([open.id]);
  expect(readFileSync(file, "utf8")).not.toMatch(new RegExp(`${closed.id}|${ended.id}`));
  // The open session's ttl counts from its last use.
  await again.clock.advance("59s");
  expect(await idsOf(again)).toEqual([open.id]);
  again = await crashed(again);
  await again.clock.advance("1s");
  expect(await idsOf(again)).toEqual([]);
});

test("a session that expired while no server ran is not opened again", async () => {
  const server = await kept({ clock: { now: NOON } });
  const [short, long] = [server.openSession({ ttl: "10m" }), server.openSession({ ttl: "2h" })];
  await server.close();
  // Sets the recorded time back, as if the server started an hour later.
  rewrite(file, (json) => json.replace(/"wall":(\d+)/g, (_, wall) => `"wall":${Number(wall) - 3_600_000}`));
  const again = await kept({ clock: { now: NOON } });
  expect(await idsOf(again)).toEqual([long.id]);
  expect(readFileSync(file, "utf8")).not.toContain(short.id);
});

test("a session opened after a reset or a restart has a new id", async ({ server }) => {
  const one = server.openSession();
  await server.reset();
  const two = server.openSession();
  const again = await crashed(server);
  await again.reset();
  const three = again.openSession();
  expect(new Set([one.id, two.id, three.id]).size).toBe(3);
  expect((await idsOf(again)).sort()).toEqual([one.id, two.id, three.id].sort());
});
