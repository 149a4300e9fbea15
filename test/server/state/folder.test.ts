import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { control, failureOf, lab } from "../lab.js";

let dir = "";
beforeEach(() => {
  dir = join(temporaryFolder(), "state");
});

const kept = () => lab({ stateDir: dir, sessions: { open: "on-demand", ttl: "10m" } });
const plane = (server: MockServer, name: string) => ({
  controlUrl: server.controlUrl.replace("/_mock", `/s/${name}/_mock`),
  fetch: server.fetch,
});
const named = (server: MockServer, name: string, sol: string) =>
  control(plane(server, name), "POST", "/names", { name: sol, address: server.wallets.bob.address });
const namesOf = async (server: MockServer, name: string) =>
  (await control(plane(server, name), "GET", "/state")).body.state.names.map(([sol]: [string]) => sol);
const files = () => readdirSync(dir).sort();

test("each session has a separate file, removed with it; names that differ in case have separate files", async () => {
  const server = await kept();
  for (const name of ["job", "Job", "pr-7.b_2"])
    await named(server, name, `${name.toLowerCase().slice(0, 2)}.sol`);
  const drawn = server.openSession();
  expect(files().filter((name) => !name.includes(".lock") && !name.includes("session_"))).toEqual([
    "server.jsonl",
    "session.+job.jsonl",
    "session.job.jsonl",
    "session.pr-7.b_2.jsonl",
  ]);
  expect(new Set(files().map((name) => name.toLowerCase())).size).toBe(files().length);
  await control(server, "DELETE", "/sessions/job");
  server.closeSession(drawn.id);
  expect(files()).not.toContain("session.job.jsonl");
  await server.close();
  expect(files()).toEqual(["server.jsonl", "session.+job.jsonl", "session.pr-7.b_2.jsonl"]);

  const again = await kept();
  expect(await namesOf(again, "Job")).toEqual(["jo.sol"]);
  expect(await namesOf(again, "pr-7.b_2")).toEqual(["pr.sol"]);
  expect(await namesOf(again, "job")).toEqual([]);
});

test("an expired session is not opened again, and its file is deleted", async () => {
  const server = await kept();
  await named(server, "old", "old.sol");
  await server.clock.advance("9m");
  await named(server, "young", "young.sol");
  const old = readFileSync(join(dir, "session.old.jsonl"));
  await server.clock.advance("9m");
  expect(files()).not.toContain("session.old.jsonl");
  await server.close();
  // Restores the file, as if the server had been killed before deleting it.
  writeFileSync(join(dir, "session.old.jsonl"), old);
  const again = await kept();
  expect((await control(again, "GET", "/sessions")).body.data.map(({ id }: { id: string }) => id)).toEqual([
    "young",
  ]);
  expect(files()).not.toContain("session.old.jsonl");
  expect(await namesOf(again, "old")).toEqual([]);
});

test("a damaged file, and a file with another session's name, are refused, and nothing stays locked", async () => {
  const server = await kept();
  await named(server, "job", "job.sol");
  await server.close();
  const file = join(dir, "session.job.jsonl");
  const whole = readFileSync(file);
  const spoilt = Buffer.from(whole);
  spoilt[whole.length >> 1] = (spoilt[whole.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, spoilt);
  expect(await failureOf(kept())).toMatchObject({
    option: "state",
    message: expect.stringMatching(/session\.job\.jsonl is damaged in line \d+/),
  });
  writeFileSync(file, whole);
  renameSync(file, join(dir, "session.other.jsonl"));
  await expect(kept()).rejects.toThrow("holds the session job");
  renameSync(join(dir, "session.other.jsonl"), file);
  const again = await kept();
  expect(await namesOf(again, "job")).toEqual(["job.sol"]);
  await again.close();
  expect(files().filter((name) => name.includes(".lock"))).toEqual([]);
});

test("an unusable directory is refused, and so are options for both a file and a directory", async () => {
  writeFileSync(dir, "");
  expect(await failureOf(kept())).toMatchObject({ option: "state", message: expect.stringContaining(dir) });
  expect(await failureOf(createMockServer({ stateDir: dir, stateFile: dir }))).toMatchObject({
    option: "stateDir",
  });
});

test("a session that cannot be saved is not opened, and responds with 503", async () => {
  const server = await kept();
  await named(server, "kept", "kept.sol");
  rmSync(dir, { recursive: true });
  const answer = await control(plane(server, "lost"), "GET", "/health");
  expect(answer).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
  expect(await control(server, "PUT", "/sessions/named", {})).toMatchObject({
    status: 503,
    body: { error: { code: "service_unavailable" } },
  });
  mkdirSync(dir);
  expect((await control(plane(server, "lost"), "GET", "/health")).status).toBe(200);
});
