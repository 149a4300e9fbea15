import { Agent, fetch } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { temporaryFolder } from "../../folder.js";
import { Instances, TOKEN } from "./instances.js";
import { certificate, findProgram, type ProxyName, startProxy } from "./proxy.js";

const SESSIONS = 200;
const AT_ONCE = 40;
/** Index of the instance that the test kills. */
const VICTIM = 1;

interface Job {
  readonly name: string;
  /** Path of the session, with its secret. */
  readonly path: string;
  readonly keys: Record<string, string>;
  /** A key created in the session, unknown to all other instances. */
  readonly created: string;
}

/** Runs a task for each item, a few at a time. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return results;
}

describe.each<ProxyName>(["nginx", "haproxy"])("four instances behind %s", (program) => {
  const missing = findProgram(program) === undefined;
  if (missing) console.warn(`skipped: fleet: four instances behind ${program} (apt-get install ${program})`);

  // In CI, a missing program is a failure, because CI installs it first.
  test.skipIf(missing && !process.env["CI"])(
    "two hundred sessions each stay at one instance, also after an instance is killed and restarted",
    async () => {
      const folder = temporaryFolder();
      const ca = certificate(folder);
      const instances = await Instances.start(folder);
      const proxy = await startProxy(program, folder, instances.ports);
      onTestFinished(proxy.stop);
      const dispatcher = new Agent({ connect: { ca }, connections: AT_ONCE });
      onTestFinished(() => dispatcher.close());
      const authority = `127.0.0.1:${proxy.port}`;
      const call = async (path: string, method = "GET", body?: unknown, token = TOKEN) => {
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        const answer = await fetch(`https://${authority}${path}`, { method, headers, dispatcher, ...sent });
        const text = await answer.text();
        return { status: answer.status, body: answer.ok && text !== "" ? JSON.parse(text) : text };
      };

      // Each session is opened by its first use; later requests go to the same instance.
      const names = Array.from({ length: SESSIONS }, (_, at) => `ci-job-${at}`);
      const jobs: Job[] = await each(names, async (name) => {
        const { keys, baseUrl } = (await call(`/s/${name}/_mock/world`)).body;
        const path = new URL(baseUrl).pathname.replace(/\/v1$/, "");
        const made = await call(
          `${path}/v1/keys`,
          "POST",
          { name, scopes: ["read:prices"] },
          keys.enterprise,
        );
        expect(made.status).toBe(201);
        return { name, path, keys, created: made.body.key };
      });
      const homes = await Promise.all([0, 1, 2, 3].map((at) => instances.sessionsOf(at)));
      expect(homes.flat().sort()).toEqual([...names].sort());
      for (const home of homes) expect(home.length).toBeGreaterThan(SESSIONS / 8);
      const statuses = (some: readonly Job[]) =>
        each(
          some,
          async ({ path, created }) =>
            (await call(`${path}/v1/prices/SOL`, "GET", undefined, created)).status,
        );
      expect(new Set(await statuses(jobs))).toEqual(new Set([200]));

      // The name alone is not enough, and no log line of the proxy contains a secret.
      expect((await call("/s/ci-job-1/v1/prices/SOL")).status).toBe(404);
      expect(proxy.log()).toMatch(/ ci-job-1 (?:GET|POST) \/v1\/keys 201/);
      expect(proxy.log()).not.toContain("~");
      const [, secret = ""] = jobs[1]?.path.split("~") ?? [];
      const address = `ci-job-1~${secret}`;
      const encoded = [`/s/ci-job-1%7E${secret}/v1`, `/s/ci-job-1%257E${secret}/v1`];
      const odd = [
        `/s/${address}`,
        `/S/${address}/v1`,
        `//s/${address}/v1`,
        `/%73/${address}/v1`,
        `/_mock/sessions/${address}`,
        `/x/${address}`,
      ];
      for (const path of [...odd, ...encoded]) await call(path);
      expect(proxy.log()).not.toContain(secret);
      // Clients are counted by the address that the proxy adds, not by one that they send.
      const remaining = async (forwarded: string) => {
        const headers = { "X-Forwarded-For": forwarded };
        const answer = await fetch(`https://${authority}/v1/prices/SOL`, { headers, dispatcher });
        await answer.text();
        const [left, reset] = ["remaining", "reset"].map((name) => answer.headers.get(`x-ratelimit-${name}`));
        return { left: Number(left), reset };
      };
      let [one, other] = [await remaining("9.9.9.1"), await remaining("9.9.9.2")];
      // The second request may be the first one of the next minute.
      if (other.reset !== one.reset) [one, other] = [await remaining("9.9.9.1"), await remaining("9.9.9.2")];
      expect(one.left - other.left).toBe(1);

      // Requests without a session, from any client, all reach the same world.
      const own = { name: "own.sol", address: (await call("/_mock/world")).body.wallets.bob.address };
      expect((await call("/_mock/names", "POST", own)).status).toBe(201);
      const seen = await each(
        Array.from({ length: 20 }),
        async () => (await call("/_mock/state")).body.state.names,
      );
      expect(seen.every((rows) => rows.length === 1)).toBe(true);

      // Control plane calls that name a session are routed to the session's instance.
      expect((await call("/_mock/sessions/ci-job-0", "DELETE")).status).toBe(204);
      expect((await call("/_mock/sessions/ci-job-0", "PUT", { dialect: "enveloped" })).status).toBe(200);
      expect(
        (await Promise.all([0, 1, 2, 3].map((at) => instances.sessionsOf(at)))).map((home) =>
          home.includes("ci-job-0"),
        ),
      ).toEqual(homes.map((home) => home.includes("ci-job-0")));

      // WebSockets are routed by their session, too.
      const socket = new WebSocket(`wss://${authority}${jobs[7]?.path}/rpc/live`, { ca });
      const told = new Promise<{ method?: string }>((resolve, reject) => {
        socket.on("error", reject);
        socket.on("message", (text) => {
          const said = JSON.parse(String(text));
          if (said.method === "slotNotification") resolve(said);
        });
      });
      await new Promise((resolve) => socket.once("open", resolve));
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "slotSubscribe" }));
      expect(await told).toMatchObject({ method: "slotNotification" });
      socket.close();

      // When an instance dies, only its own sessions are lost.
      const lost = new Set(homes[VICTIM]);
      const [gone, left] = [
        jobs.filter(({ name }) => lost.has(name)),
        jobs.filter(({ name }) => !lost.has(name)),
      ];
      await instances.kill(VICTIM);
      expect(new Set(await statuses(left.filter(({ name }) => name !== "ci-job-0")))).toEqual(new Set([200]));
      const away = await each(
        gone.slice(0, AT_ONCE),
        async ({ path }) => (await call(`${path}/v1/prices/SOL`)).status,
      );
      expect(away.every((status) => status === 502 || status === 503)).toBe(true);

      // Restarted with the same directory, the instance has its sessions again.
      await instances.open(VICTIM);
      expect(new Set(await statuses(gone.filter(({ name }) => name !== "ci-job-0")))).toEqual(new Set([200]));
      expect((await instances.sessionsOf(VICTIM)).sort()).toEqual([...(homes[VICTIM] ?? [])].sort());
    },
  );
});
