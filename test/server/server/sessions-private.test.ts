import { createHmac } from "node:crypto";
import { connectMock } from "@intent-tx/mock-server/testing";
import { IntentTx } from "intent-tx";
import { describe, expect, vi } from "vitest";
import { printStart } from "../../../mock-server/src/cli/banner.js";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { RawConnection } from "../http/socket-client.js";
import { control, failureOf, lab, test } from "../lab.js";

const TOKEN = "the-control-token-of-a-company";
const SEED = "0123456789abcdef-a-root-seed";

const secretOf = (name: string) =>
  createHmac("sha256", TOKEN).update(name).digest().subarray(0, 16).toString("base64url");

async function shared(options: Parameters<typeof lab>[0] = {}) {
  const server = await lab({
    seed: SEED,
    controlToken: TOKEN,
    sessions: { open: "on-demand" },
    limits: "off",
    ...options,
  });
  await server.listen();
  const { origin } = new URL(server.baseUrl);
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(origin + path, init);
    const text = await answer.text();
    return { status: answer.status, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  const withToken = { headers: { Authorization: `Bearer ${TOKEN}` } };
  return { server, origin, ask, withToken };
}

describe("with a control token, a session", () => {
  test("has an address with a secret, which every instance with the token knows", async () => {
    const { origin, ask, withToken } = await shared();
    const { body } = await ask("/s/ci-job-1/_mock/world", withToken);
    const path = `/s/ci-job-1~${secretOf("ci-job-1")}`;
    expect(body).toMatchObject({
      baseUrl: `${origin}${path}/v1`,
      rpc: { live: `${origin}${path}/rpc/live` },
    });
    const other = await shared();
    const price = await other.ask(`${path}/v1/prices/SOL`, {
      headers: { Authorization: `Bearer ${body.keys.pro}` },
    });
    expect(price.status).toBe(200);
    const health = await other.ask(`${path}/_mock/health`);
    expect(health.status).toBe(403);
  });

  test("is 404 by its name only, whether it is open or not, and for every wrong secret", async () => {
    const { server, ask, withToken } = await shared();
    await ask("/s/open/_mock/health", withToken);
    const call = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    const seen = async (session: string) => {
      const answers = [];
      for (const path of ["", "/", "/v1/prices/SOL", "/docs", "/openapi.json", "/studio"])
        answers.push(await ask(`/s/${session}${path}`));
      answers.push(await ask(`/s/${session}/rpc/live`, call), await ask(`/s/${session}/rpc/live/health`));
      return answers.map(({ status, body }) => [status, body.error.message.replaceAll(session, "NAME")]);
    };
    const open = await seen("open");
    expect(new Set(open.map(([status]) => status))).toEqual(new Set([404]));
    expect(await seen("unknown")).toEqual(open);
    for (const wrong of ["open~", "open~wrong", `open~${secretOf("other")}`, "session_1", "%20"])
      expect((await seen(wrong))[2]?.[0]).toBe(404);
    for (const session of ["open", "unknown"]) {
      const connection = await RawConnection.open(server.baseUrl);
      connection.socket.write(
        `GET /s/${session}/rpc/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      );
      expect(await connection.end()).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect((await ask("/_mock/sessions", withToken)).body.data).toHaveLength(1);
  });

  test("is reached by its name and the token only at its control plane", async () => {
    const { ask, withToken } = await shared();
    const statuses = [];
    for (const path of ["/_mock/health", "/v1/prices/SOL", "/rpc/live", "/openapi.json", "/_mockery"])
      statuses.push((await ask(`/s/open${path}`, withToken)).status);
    expect(statuses).toEqual([200, 404, 404, 404, 404]);
  });

  test("is not opened or shown by its control plane without the token, in the same way for every name", async () => {
    const { ask, withToken } = await shared();
    await ask("/s/open/_mock/health", withToken);
    const tries: RequestInit[] = [
      {},
      { headers: { Authorization: "Bearer wrong" } },
      { method: "OPTIONS", headers: { Origin: "https://a.example", "Access-Control-Request-Method": "GET" } },
    ];
    for (const init of tries) {
      const [known, unknown] = [
        await ask("/s/open/_mock/world", init),
        await ask("/s/other/_mock/world", init),
      ];
      expect(known.status).toBe(403);
      expect(unknown.body.error).toEqual(known.body.error);
    }
    expect((await ask("/_mock/sessions", withToken)).body.data).toHaveLength(1);
  });

  test("is not opened by a preflight of an allowed origin", async () => {
    const { ask, withToken } = await shared({ controlOrigin: "https://a.example" });
    const headers = { Origin: "https://a.example", "Access-Control-Request-Method": "GET" };
    expect((await ask("/s/new/_mock/world", { method: "OPTIONS", headers })).status).toBe(204);
    expect((await ask("/_mock/sessions", withToken)).body.data).toEqual([]);
  });

  test("shows nothing from which the server's seed follows, and its log shows no secret", async () => {
    const { ask, withToken } = await shared();
    const path = `/s/job~${secretOf("job")}`;
    const texts = [];
    for (const view of ["world", "health", "state", "contract", "accounts", "sessions"])
      texts.push((await ask(`/s/job/_mock/${view}`, withToken)).text);
    texts.push((await ask("/s/job/_mock/state", { ...withToken, method: "PUT", body: "{}" })).text);
    expect(texts.join()).not.toContain(SEED);
    await ask(`/s/job~${secretOf("other")}/v1/prices/SOL`);
    for (const odd of ["/s/J", "/S/J/v1", "//s/J/v1", "/%73/J/v1", "/_mock/sessions/J", "/x/J", "/v1/%zz/J"])
      for (const tilde of ["~", "%7E", "%257e"])
        await ask(odd.replace("J", `job${tilde}${secretOf("job")}`), withToken);
    await ask(`${path}/v1/prices/SOL`);
    await ask(`${path}-longer/v1/prices/SOL`, withToken);
    const logs = [await ask("/_mock/traffic", withToken), await ask("/s/job/_mock/traffic", withToken)];
    expect(logs.map(({ text }) => text).join()).not.toMatch(
      new RegExp(`${secretOf("job")}|${secretOf("other")}`),
    );
  });

  test("is reached with connectMock by its name and the token, or by its address", async () => {
    const { server } = await shared();
    const mock = connectMock(server.baseUrl, { session: "worker-1", token: TOKEN });
    const client = new IntentTx(await mock.clientOptions());
    expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
    const again = connectMock(mock.baseUrl, { session: "worker-1", token: TOKEN });
    expect(await again.keys).toEqual(await mock.keys);
    const opened = await mock.openSession({ name: "worker-2" });
    expect(new URL(opened.baseUrl).pathname).toBe(`/s/worker-2~${secretOf("worker-2")}/v1`);
    await opened.clock.advance("1h");
    const [wrong, none] = ["a-wrong-token-of-a-company", undefined].map((token) =>
      failureOf(
        Promise.resolve(connectMock(server.baseUrl, { session: "a", ...(token && { token }) }).health()),
      ),
    );
    expect((await wrong)?.message).toContain("returned 403");
    expect((await none)?.message).toContain("returned 403");
    // A token that the server does not need does no harm.
    const open = await lab();
    await open.listen();
    expect(await connectMock(open.baseUrl, { session: "a", token: TOKEN }).health()).toMatchObject({
      status: "ok",
    });
  });
});

test("a session in an old state file keeps its seed", async () => {
  const server = await lab({ seed: 1 });
  const was = server.openSession({ name: "job", seed: "1/job" });
  expect(server.openSession({ name: "other" }).keys).not.toEqual(was.keys);
  expect((await control(server, "PUT", "/sessions/job")).body.keys).toEqual(was.keys);
});

test("off loopback, sessions on demand need a control token", async () => {
  const flags = ["--host", "0.0.0.0", "--sessions", "on-demand"];
  expect(() => readServerFlags(flags)).toThrow("--sessions on-demand needs --control-token");
  expect(readServerFlags([...flags, "--control-token", TOKEN]).host).toBe("0.0.0.0");
  const server = await lab({ sessions: { open: "on-demand" } });
  expect(await failureOf(server.listen({ host: "0.0.0.0" }))).toMatchObject({ option: "sessions.open" });
  await server.listen();
});

test("off loopback, a seed that can be guessed is warned of", async ({ server }) => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "log").mockImplementation(() => {});
  const warned = (...words: string[]) => {
    said.mockClear();
    const flags = readServerFlags(["--json", "--control-token", TOKEN, ...words]);
    printStart(flags, { ...server, seed: String(flags.options.seed) } as typeof server, {
      port: 1,
      neighbour: true,
    });
    return said.mock.calls.flat().join("\n").includes("fewer than 16 characters");
  };
  expect(warned("--host", "0.0.0.0", "--seed", "fifteen-letters")).toBe(true);
  expect(warned("--host", "0.0.0.0", "--seed", "sixteen-letters.")).toBe(false);
  expect(warned("--host", "0.0.0.0")).toBe(false);
  expect(warned("--seed", "1")).toBe(false);
  vi.restoreAllMocks();
});

test("behind a trusted proxy, clients are counted by the last X-Forwarded-For, which cannot pass the guard", async () => {
  const windows = async (trustProxy: boolean, ...forwarded: string[]) => {
    const server = await lab({ trustProxy });
    const { baseUrl } = await server.listen();
    const left: number[] = [];
    for (const header of forwarded) {
      const answer = await fetch(`${baseUrl}/prices/SOL`, { headers: { "X-Forwarded-For": header } });
      left.push(Number(answer.headers.get("x-ratelimit-remaining")));
    }
    return left.map((one) => one - (left[0] ?? 0));
  };
  expect(await windows(true, "10.0.0.1", "9.9.9.9, 10.0.0.1", "10.0.0.1, 10.0.0.2")).toEqual([0, -1, 0]);
  expect(await windows(false, "10.0.0.1", "10.0.0.2")).toEqual([0, -1]);
  const { ask } = await shared({ trustProxy: true });
  for (const header of ["in-process", "10.0.0.1, in-process", ""])
    expect((await ask("/_mock/health", { headers: { "X-Forwarded-For": header } })).status).toBe(403);
});
