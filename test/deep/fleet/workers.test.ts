import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection, PublicKey } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import { expect, onTestFinished, test, vi } from "vitest";
import { cli, cliEnd } from "../../server/cli-process.js";
import { control } from "../../server/lab.js";
import { RawConnection } from "../../server/socket-client.js";
import { childrenOf, startCrew } from "./crew.js";

const WORKERS = 3;
const NAMES = Array.from({ length: 24 }, (_, at) => `job-${at}`);

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "intent-tx-workers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "state");
}

const crew = (...flags: string[]) => startCrew(WORKERS, ...flags);

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** A request on one connection that is kept, however many there were before. */
function kept(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const sockets = new Set<unknown>();
  const ask = (path: string, { method = "GET", body = "", headers = {} } = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const length = body
        ? { "Content-Length": Buffer.byteLength(body), "Content-Type": "application/json" }
        : {};
      const asked = request({ port, path, method, agent, headers: { ...length, ...headers } }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: text }));
      });
      asked.on("socket", (socket) => sockets.add(socket));
      asked.on("error", reject).end(body);
    });
  return { ask, sockets };
}

test("each session is at one worker, whichever connection asks for it", async () => {
  const { running, ready, root, plane } = await crew();
  expect(childrenOf(running)).toHaveLength(WORKERS);
  const { ask, sockets } = kept(ready.port);
  for (const name of NAMES) {
    const address = ready.wallets.alice.address;
    expect((await control(plane(name), "POST", "/names", { name: "own.sol", address })).status).toBe(201);
  }
  // One connection that carries every session, and the server's own world.
  for (const name of NAMES) {
    const { seed, state } = JSON.parse((await ask(`/s/${name}/_mock/state`)).body);
    expect([seed, state.names.length]).toEqual([`1/${name}`, 1]);
  }
  // As a client asks that takes the server for a proxy.
  for (const name of NAMES)
    expect((await ask(`http://127.0.0.1/s/${name}/v1/prices/SOL`)).status, name).toBe(401);
  expect(JSON.parse((await ask("/_mock/state")).body).state.names).toEqual([]);
  expect(sockets.size).toBe(1);
  const listed = (await control(plane(), "GET", "/sessions")).body.data.map(({ id }: { id: string }) => id);
  expect(listed.sort()).toEqual([...NAMES].sort());
  // A body that takes many packets reaches its session whole, over a connection of its own and over the kept one.
  const state = (await ask("/s/job-1/_mock/state")).body;
  const padded = state + " ".repeat(1 << 20);
  expect((await ask("/s/job-1/_mock/state", { method: "PUT", body: padded })).status).toBe(200);
  const own = await fetch(`${root}/s/job-1/_mock/state`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: padded,
  });
  expect(own.status).toBe(200);
  for (const name of NAMES.slice(0, 6))
    expect((await ask(`/_mock/sessions/${name}`, { method: "DELETE" })).status).toBe(204);
  expect((await control(plane(), "GET", "/sessions")).body.data).toHaveLength(NAMES.length - 6);
});

test("a client with a thousand headers is not taken for a process of the server", async () => {
  const { ready } = await crew();
  const { ask } = kept(ready.port);
  const many = Array.from({ length: 1_200 }, (_, at) => [`h${at}`, "1"]);
  // The first thousand are read, so that what counts stands first.
  const headers = { Host: `127.0.0.1:${ready.port}`, ...Object.fromEntries(many) };
  for (const name of NAMES)
    expect((await ask(`/s/${name}/v1/prices/SOL`, { headers })).status, name).toBe(401);
});

test("a name has one worker, however it is written and opened", async () => {
  const { root, plane } = await crew();
  for (const name of NAMES) {
    const seed = `of ${name}`;
    const posted = await control(plane(), "POST", "/sessions", { name, seed });
    if (posted.status !== 201) {
      expect([posted.status, posted.body.error.message]).toEqual([
        400,
        expect.stringContaining(`PUT /_mock/sessions/${name}`),
      ]);
      const encoded = name.replace("j", "%6a");
      expect((await control(plane(), "PUT", `/sessions/${encoded}`, { seed })).status).toBe(200);
    }
    expect((await (await fetch(`${root}/s/${name}/_mock/state`)).json()).seed).toBe(seed);
  }
});

test("the client, JSON-RPC, WebSockets and streams work in every session", async () => {
  const { ready, root, plane } = await crew("--rpc-port", "0");
  for (const name of NAMES.slice(0, 5)) {
    const world = (await control(plane(name), "GET", "/world")).body;
    const client = new IntentTx({ apiKey: world.keys.enterprise, baseUrl: world.baseUrl });
    const walletAddress = world.wallets.alice.address;
    const intent = await client.intents.parse({ walletAddress, command: "swap 0.1 SOL for USDC" });
    expect(
      (await client.transactions.build({ intentId: intent.intentId, walletAddress })).transaction,
    ).toBeTruthy();
    const connection = new Connection(world.rpc.live, { wsEndpoint: world.ws.live, commitment: "confirmed" });
    const seen: number[] = [];
    const id = connection.onAccountChange(new PublicKey(walletAddress), ({ lamports }) =>
      seen.push(lamports),
    );
    const funding = { environment: "live", walletAddress, tokens: { SOL: 1 } };
    await vi.waitFor(
      async () => {
        await control(plane(name), "POST", "/fund", funding);
        expect(seen.length).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 100 },
    );
    await connection.removeAccountChangeListener(id);
  }
  // The stream of events of every session, over one connection after another.
  const { ask } = kept(ready.port);
  await ask("/_mock/health");
  const aborted = new AbortController();
  const stream = await fetch(`${root}/s/job-3/_mock/requests/stream`, { signal: aborted.signal });
  await fetch(`${root}/s/job-3/v1/prices/SOL`);
  const reader = stream.body?.getReader();
  let heard = "";
  for (let done = false; !done && !heard.includes("/v1/prices/SOL"); ) {
    const chunk = await reader?.read();
    done = chunk?.done !== false;
    heard += new TextDecoder().decode(chunk?.value);
  }
  expect(heard).toContain("/v1/prices/SOL");
  aborted.abort();
  // The neighbour of the port takes WebSockets, where web3.js looks for them.
  const plain = new Connection(`${root}/rpc/live`);
  expect(await plain.getSlot()).toBeGreaterThanOrEqual(0);
});

test("probes, figures and the end of sessions are those of one server", async () => {
  const { ready, root, plane } = await crew("--session-ttl", "10m", "--session-limit", "90");
  for (const probe of ["/livez", "/readyz"]) {
    const answer = await fetch(root + probe);
    expect([answer.status, await answer.text()]).toEqual([200, "ok\n"]);
  }
  for (const name of NAMES) await fetch(`${root}/s/${name}/v1/prices/SOL`);
  const figures = async () => (await fetch(`${ready.controlUrl}/metrics`)).text();
  const text = await figures();
  expect(text).toContain(`\nintent_tx_mock_sessions_open ${NAMES.length}\n`);
  expect(text).toContain("\nintent_tx_mock_sessions_limit 90\n");
  expect(text).toContain(
    `intent_tx_mock_requests_total{kind="api",operation="prices.retrieve",status="401"} ${NAMES.length}\n`,
  );
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  // Sessions end by the clock of the server, whichever worker has them.
  await control(plane(), "POST", "/clock/advance", { by: "10m" });
  await vi.waitFor(
    async () => expect((await control(plane(), "GET", "/sessions")).body.data).toEqual([]),
    5_000,
  );
});

test("a worker that dies takes only its sessions, and is there again with them", async () => {
  const dir = stateFolder();
  const { running, ready, root, plane } = await crew("--state", `${dir}/`);
  const jobs = await Promise.all(
    NAMES.map(async (name) => {
      const world = (await control(plane(name), "GET", "/world")).body;
      const client = new IntentTx({ apiKey: world.keys.pro, baseUrl: world.baseUrl });
      return { name, key: (await client.keys.create({ name, scopes: ["read:prices"] })).key };
    }),
  );
  const statusesOf = () =>
    Promise.all(
      jobs.map(async ({ name, key }) => {
        const headers = { Authorization: `Bearer ${key}` };
        return (await kept(ready.port).ask(`/s/${name}/v1/prices/SOL`, { headers })).status;
      }),
    );
  for (const victim of childrenOf(running)) {
    process.kill(victim, "SIGKILL");
    await vi.waitUntil(() => !isAlive(victim), 5_000);
    // Who asks while it is away waits, and is answered from what was kept.
    expect(new Set(await statusesOf())).toEqual(new Set([200]));
    await vi.waitUntil(async () => (await fetch(`${root}/readyz`)).ok, { timeout: 20_000 });
  }
  expect(running.err.match(/worker \d ended with SIGKILL; it is started again/g)).toHaveLength(WORKERS);
  expect(childrenOf(running)).toHaveLength(WORKERS);
  // All of it at once, and with another number of workers.
  const orphans = childrenOf(running);
  await running.kill("SIGKILL");
  // They see that the first process is gone, and let go of their files.
  await vi.waitUntil(() => !orphans.some(isAlive), { timeout: 20_000 });
  const again = await cli([
    ...["serve", "--json", "--log", "off", "--port", String(ready.port), "--workers", "2"],
    ...["--sessions", "on-demand", "--state", dir],
  ]);
  await again.ready();
  expect(new Set(await statusesOf())).toEqual(new Set([200]));
});

test("SIGTERM finishes what is in flight and leaves no process; kill -9 of the first one neither", async () => {
  const { running, root, plane } = await crew();
  const workers = childrenOf(running);
  await control(plane("slow"), "POST", "/faults", { fault: { kind: "latency", ms: 800 } });
  const slow = fetch(`${root}/s/slow/v1/prices/SOL`);
  await vi.waitUntil(async () => (await control(plane("slow"), "GET", "/faults")).body.data[0].fired > 0);
  running.child.kill("SIGTERM");
  expect((await slow).status).toBe(401);
  expect(await running.ended).toEqual({ code: 0, signal: null });
  expect(workers.filter(isAlive)).toEqual([]);

  const other = await crew();
  const orphans = childrenOf(other.running);
  await other.running.kill("SIGKILL");
  await vi.waitUntil(() => !orphans.some(isAlive), 10_000);
});

test("a connection on which nothing was asked does not hold up the end", async () => {
  const { running, root } = await crew();
  const { socket } = await RawConnection.open(root);
  const closed = once(socket, "close");
  running.child.kill("SIGTERM");
  // Less than what is in flight gets.
  const late = new Promise((resolve) => setTimeout(resolve, 3_500, "late"));
  expect(await Promise.race([Promise.all([running.ended, closed]), late])).not.toBe("late");
});

test("a restart right after kill -9 waits for workers that are about to end", async () => {
  const dir = stateFolder();
  const first = await crew("--state", `${dir}/`);
  for (const name of NAMES) await fetch(`${first.root}/s/${name}/v1/prices/SOL`);
  const orphans = childrenOf(first.running);
  // They would end as soon as they see that the first process is gone, which takes as long as what they are doing.
  for (const pid of orphans) process.kill(pid, "SIGSTOP");
  onTestFinished(() => orphans.filter(isAlive).forEach((pid) => void process.kill(pid, "SIGKILL")));
  first.running.child.kill("SIGKILL");
  await once(first.running.child, "exit");
  const again = await cli([
    ...["serve", "--json", "--log", "off", "--port", String(first.ready.port), "--workers", String(WORKERS)],
    ...["--sessions", "on-demand", "--state", dir],
  ]);
  await vi.waitUntil(() => childrenOf(again).length > 0, { timeout: 30_000 });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  for (const pid of orphans) process.kill(pid, "SIGCONT");
  await again.ready();
  expect((await fetch(`${first.root}/s/${NAMES[0]}/_mock/health`)).status).toBe(200);
});

test("a worker that does nothing any more is said to be away, and in the end is another one", async () => {
  const { running, root, plane } = await crew("--state", `${stateFolder()}/`);
  const [victim = 0] = childrenOf(running);
  // Over a connection of its own: one that is kept belongs to a worker, which answers for itself.
  const ready = () =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${root}/readyz`, { agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
        "error",
        reject,
      );
    });
  const { body } = await control(plane("kept"), "GET", "/world");
  process.kill(victim, "SIGSTOP");
  // A process that stands still keeps the pipes open that the end of the test waits for.
  onTestFinished(() => void (isAlive(victim) && process.kill(victim, "SIGKILL")));
  await vi.waitUntil(async () => (await ready()) === 503, { timeout: 30_000, interval: 500 });
  await vi.waitUntil(async () => (await ready()) === 200, { timeout: 120_000, interval: 500 });
  expect(isAlive(victim)).toBe(false);
  expect(running.err).toMatch(
    /worker 1 has done nothing for 30 s\n.*worker 1 ended with SIGKILL; it is started again/s,
  );
  expect((await control(plane("kept"), "GET", "/world")).body.keys).toEqual(body.keys);
}, 300_000);

test("flags that workers cannot share are refused, and so is a world that cannot be made", async () => {
  const file = join(stateFolder(), "..", "state.jsonl");
  writeFileSync(file, "");
  for (const [flags, say] of [
    [["--state", file], "the state is a directory"],
    [
      ["--clone", "So11111111111111111111111111111111111111112", "--url", "localhost"],
      "another moment of the chain",
    ],
  ] as const)
    expect(await cliEnd(["serve", "--workers", "2", ...flags])).toMatchObject({
      code: 2,
      err: expect.stringContaining(say),
    });
  expect(await cliEnd(["serve", "--workers", "0"])).toMatchObject({ code: 2 });
  const failed = await cliEnd(["serve", "--workers", "2", "--port", "0", "--dialect", "klingon"]);
  expect(failed.code).toBe(2);
  expect(failed.err).toContain("dialect");
});
