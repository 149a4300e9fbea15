import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { temporaryFolder } from "../../folder.js";
import { cli } from "../cli/cli-process.js";
import { api, control, lab } from "../lab.js";

/**
 * Prevents a process from loading LiteSVM, so that each request for a ledger fails and is reported on stderr.
 */
const WITHOUT_LEDGER = `
const Module = require("node:module");
const load = Module._load;
Module._load = (name, ...rest) => {
  if (/^litesvm/.test(name)) throw new Error("hidden by the test");
  return load(name, ...rest);
};`;

test("a server keeps running when its stderr and stdout are closed", async () => {
  const preload = join(temporaryFolder(), "without-ledger.cjs");
  writeFileSync(preload, WITHOUT_LEDGER);
  const running = await cli(["serve", "--json", "--port", "0"], {
    env: { NODE_OPTIONS: `--require ${preload}` },
  });
  const { rpc } = await running.ready();
  const ask = async () => {
    const response = await fetch(rpc.live, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
    });
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  expect(await ask()).toContain("ledger cannot be opened");
  await running.said(/hidden by the test/, "err");
  running.child.stderr?.destroy();
  running.child.stdout?.destroy();
  for (let round = 0; round < 6; round++) expect(await ask()).toContain("ledger cannot be opened");
  expect(running.child.exitCode).toBeNull();
});

test("a throwing timer is reported, and neither stops the server nor delays later timers", async () => {
  const told: unknown[] = [];
  const clock = new Clock({ now: 0, running: false }, (error) => told.push(error));
  const ran: string[] = [];
  clock.schedule(10, () => {
    throw new Error("at once");
  });
  clock.schedule(20, () => Promise.reject(new Error("later")));
  clock.schedule(30, () => ran.push("third"));
  await clock.advance(100);
  expect(told).toEqual([new Error("at once"), new Error("later")]);
  expect(ran).toEqual(["third"]);
  expect(clock.now()).toBe(100);

  clock.resume();
  const fired = new Promise<void>((resolve) => {
    clock.schedule(clock.now() + 1, () => {
      throw new Error("running");
    });
    clock.schedule(clock.now() + 2, () => resolve());
  });
  await fired;
  expect(told).toContainEqual(new Error("running"));
  clock.close();
});

test("log listeners also get deeply nested bodies, and their failures do not reach a client", async () => {
  const server = await lab({ limits: "off" });
  const abort = new AbortController();
  const stream = await server.fetch(`${server.controlUrl}/requests/stream`, { signal: abort.signal });
  const reader = stream.body?.getReader();
  const body = `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`;
  const lists = `[${"[".repeat(8000)}${"]".repeat(8000)}]`;
  for (const text of [body, lists]) expect((await api(server, "POST", "/intents", text)).status).toBe(400);
  expect((await reader?.read())?.done).toBe(false);
  abort.abort();
  const listed = await control(server, "GET", "/requests");
  expect(listed.status).toBe(200);
  expect(listed.body.data).toHaveLength(2);
});
