import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { constants } from "node:os";
import { createMockServer } from "@intent-tx/mock-server";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { afterEach, describe, expect, test, vi } from "vitest";
import { banner } from "../../../mock-server/src/cli/banner.js";
import { requestLogger } from "../../../mock-server/src/cli/request-lines.js";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { makeServer } from "../../../mock-server/src/create.js";
import { freePort } from "../../free-port.js";
import { api, control, lab } from "../lab.js";
import { cli, cliEnd, cliHere, type Ready } from "./cli-process.js";

const taken: Server[] = [];
afterEach(() => {
  for (const server of taken.splice(0)) server.close();
});

async function takePort(port: number): Promise<void> {
  const server = createServer();
  taken.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

const json = ["serve", "--json", "--port", "0"];

const price = ({ baseUrl, keys }: Pick<Ready, "baseUrl" | "keys">) =>
  fetch(`${baseUrl}/prices/SOL`, { headers: { Authorization: `Bearer ${keys.pro}` } });

test("--version names the package", async () => {
  const { version } = JSON.parse(
    readFileSync(new URL("../../../mock-server/package.json", import.meta.url), "utf8"),
  );
  for (const run of [cliHere, cliEnd])
    expect(await run(["--version"])).toMatchObject({ code: 0, out: `${version}\n` });
});

describe("serve", () => {
  test("loads no unneeded part of Node before its first response", async () => {
    // Delays the code for metrics, which loads half a second after the start: on a busy machine, that could be before
    // the response.
    const later =
      "const wait = setTimeout; globalThis.setTimeout = (f, ms) => wait(f, ms < 500 ? ms : 60000);";
    const tell = `${later} process.once('exit', () => console.error(process.moduleLoadList.join()))`;
    const running = await cli(json, {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` },
    });
    await price(await running.ready());
    await running.kill("SIGTERM");
    const [told = ""] = /.*NativeModule.*/.exec(running.err) ?? [];
    const loaded = told.split(",");
    expect(loaded).toContain("NativeModule http");
    for (const part of ["zlib", "perf_hooks"]) expect(loaded).not.toContain(`NativeModule ${part}`);
  });

  test("--json: one line with all that a program needs, the same as in-process, then one for each request", async () => {
    const running = await cli(json);
    const ready = await running.ready();
    const port = new URL(ready.baseUrl).port;
    await using twin = await createMockServer({ seed: 1 });
    expect(ready).toEqual({
      event: "ready",
      port: Number(port),
      baseUrl: `http://127.0.0.1:${port}/v1`,
      controlUrl: `http://127.0.0.1:${port}/_mock`,
      rpc: { live: `http://127.0.0.1:${port}/rpc/live`, test: `http://127.0.0.1:${port}/rpc/test` },
      ws: { live: `ws://127.0.0.1:${port}/rpc/live`, test: `ws://127.0.0.1:${port}/rpc/test` },
      keys: twin.keys,
      keyIds: twin.keyIds,
      wallets: twin.wallets,
    });
    expect(Object.keys(ready.keys)).toEqual(["free", "pro", "enterprise", "test"]);
    expect(ready.keys.test).toMatch(/^svc_test_/);
    await price(ready);
    const [, line = ""] = await running.said(/\n(.+)\n/);
    expect(JSON.parse(line)).toMatchObject({
      event: "request",
      method: "GET",
      path: "/v1/prices/SOL",
      status: 200,
      keyName: "pro",
      ms: expect.any(Number),
    });
    expect(await running.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  test("for people: addresses, keys and wallets, then a line a request; no colour in a pipe, no secret in a line", async () => {
    const running = await cli(["serve", "--port", "0", "--seed", "7"]);
    const [, baseUrl = ""] = await running.said(/API +(http:\/\/127\.0\.0\.1:\d+\/v1)/);
    const [, key = ""] = await running.said(/enterprise +(svc_live_\S+)/);
    await running.said(/Or from code/);
    const before = running.out.length;
    await fetch(`${baseUrl}/keys/${key}/rotate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
    });
    await fetch(`${baseUrl}/nowhere/${encodeURIComponent(key).replace("_", "%5F")}`);
    await running.said(
      /POST +\/v1\/keys\/svc_live_… {2}404 {2}[\d.]+ ms {2}enterprise {2}No live key of this account/,
    );
    await running.said(/GET +\/v1\/nowhere\/.* {2}404 {2}[\d.]+ ms {2}no key/);
    expect(running.out.slice(before)).not.toContain(key.slice(9));
    expect(running.out).not.toContain("\u001b[");
    expect(running.err).toBe("");
  });

  test("FORCE_COLOR forces colour, except with NO_COLOR", async () => {
    await using server = await createMockServer({ seed: 1 });
    vi.stubEnv("FORCE_COLOR", "1");
    vi.stubEnv("NO_COLOR", "");
    expect(banner(server, true)).toContain("\u001b[");
    vi.stubEnv("NO_COLOR", "1");
    expect(banner(server, true)).not.toContain("\u001b[");
  });

  test("flags reach the server: seed, dialect, contract, limits", async () => {
    const flags = "--seed abc --dialect cursor --contract envelope=true --contract intentTtl=60 --limits off";
    const server = await lab(readServerFlags(flags.split(" ")).options);
    expect(server.keys).toEqual((await lab({ seed: "abc" })).keys);
    expect(JSON.stringify((await control(server, "GET", "/contract")).body)).toContain("cursor");
    const answer = await api(server, "GET", "/prices/SOL", undefined, "free");
    expect(answer.body).toMatchObject({ data: { symbol: "SOL" }, meta: {} });
    expect(answer.headers.get("x-ratelimit-remaining")).toBe(answer.headers.get("x-ratelimit-limit"));
  });

  test.each<[string, string, RegExp]>([
    ["an unknown flag", "serve --colour", /Unknown option '--colour'; see intent-tx-mock serve --help/],
    ["a misspelt flag", "serve --prot 4", /Unknown option '--prot' \(did you mean --port\?\)/],
    ["a value with a dash", "serve --port -1", /--port needs a value; .* as --port=VALUE/],
    ["an invalid URL", "serve --port 0 --rpc-url node", /--rpc-url must be/],
    [
      "an origin with a path",
      "serve --port 0 --control-origin http://a/b",
      /: --control-origin must be a URL/,
    ],
    ["an empty path", "serve --port 0 --state=", /: --state must not be empty/],
    ["an invalid port", "serve --port 70000", /--port 70000: must be a port number from 0 to 65535/],
    ["an unknown dialect", "serve --port 0 --dialect klingon", /dialect/],
    ["a contract that is no pair", "serve --contract envelope", /--contract envelope: must be KEY=VALUE/],
    ["an unknown contract", "serve --port 0 --contract sauce=hot", /contract\.sauce/],
    ["limits that are not off", "serve --limits 5", /--limits 5: must be "off"/],
    ["a word too many", "serve now", /now/],
    ["an unknown command", "brew", /unknown command "brew"; see intent-tx-mock --help/],
    ["a misspelt command", "srve", /unknown command "srve" \(did you mean serve\?\)/],
    ["exec without a command", "exec", /exec needs a command/],
    ["exec with --json", "exec --json -- true", /--json works only with serve/],
  ])("%s ends with code 2, one line, and nothing on stdout", async (_, words, reason) => {
    const { code, out, err } = await cliHere(words.split(" "));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(reason);
    expect(err).toMatch(/^intent-tx-mock: [^\n]*\n$/);
  });

  test("a taken port: exit code 1 and what to do", async () => {
    const port = await freePort();
    await takePort(port);
    const { code, err } = await cliHere(["serve", "--port", String(port)]);
    expect(code).toBe(1);
    expect(err).toBe(
      `intent-tx-mock: port ${port} on 127.0.0.1 is taken; choose another one, or 0 for a free one (--port)\n`,
    );
  });

  test.for([["serve"], ["validator"], ["exec", "--", "true"]])(
    "%s: a taken JSON-RPC port: exit code 1 and its flag",
    async ([command = "", ...rest]) => {
      const port = await freePort();
      await takePort(port);
      const { code, err } = await cliHere([command, "--port", "0", "--rpc-port", String(port), ...rest]);
      expect(code).toBe(1);
      expect(err).toBe(
        `intent-tx-mock: port ${port} on 127.0.0.1 is taken; choose another one, or 0 for a free one (--rpc-port)\n`,
      );
    },
  );

  test("a foreign address, for which no validator is started: exit code 1 and the reason", async () => {
    const { code, err } = await cliHere(["validator", "--host", "203.0.113.1"]);
    expect(code).toBe(1);
    expect(err).toBe(
      "intent-tx-mock: cannot listen on 203.0.113.1, which is not an address of this machine (EADDRNOTAVAIL) (--host)\n",
    );
  });

  test("if the next port is taken, a warning names the WebSocket address, and the server starts", async () => {
    const port = await freePort();
    await takePort(port + 1);
    const machine = await cli(["serve", "--json", "--port", String(port)]);
    const { ws } = await machine.ready();
    await machine.said(new RegExp(`is in use.*${ws.live}`), "err");
    await machine.kill("SIGTERM");
    const person = await cli(["serve", "--port", String(port)]);
    await person.said(/wsEndpoint: "ws:\/\/127\.0\.0\.1:\d+\/rpc\/live"/);
  });

  test("off loopback: a warning, a random seed, and a closed control plane", async () => {
    const open = ["serve", "--json", "--port", "0", "--host", "0.0.0.0"];
    const [one, other] = [await cli(open), await cli(open)];
    const [first, second] = [await one.ready(), await other.ready()];
    await one.said(/Warning: .*reachable from other machines/, "err");
    expect(first.keys).not.toEqual(second.keys);
    const controlUrl = first.controlUrl.replace("0.0.0.0", "127.0.0.1");
    expect((await control({ controlUrl, fetch }, "GET", "/health")).status).toBe(403);
  });
});

describe("exec", () => {
  const run = (script: string, ...options: string[]) =>
    cliEnd(["exec", ...options, "--", process.execPath, "-e", script]);

  test("the command gets addresses, keys, a signing wallet and --rpc-port, and exec ends with the command's exit code", async () => {
    const port = await freePort();
    const script = `
      const of = (name) => process.env["INTENT_TX_" + name];
      const names = ["RPC_URL", "WS_URL", "TEST_API_KEY", "WALLET_ADDRESS", "WALLET_SECRET"];
      fetch(of("BASE_URL") + "/prices/SOL", { headers: { Authorization: "Bearer " + of("API_KEY") } })
        .then(({ status, headers }) => [status, headers.get("x-ratelimit-limit"), ...names.map(of)])
        .then(async (told) => [...told, await (await fetch("http://127.0.0.1:${port}/health")).text()])
        .then((told) => console.log(JSON.stringify(told)))
        .then(() => process.exit(7));`;
    const { code, out, err } = await run(script, "--rpc-port", `${port}`);
    expect([code, err]).toEqual([7, ""]);
    const [status, limit, rpc, socket, key, address, secret, health] = JSON.parse(out);
    expect([status, limit, health]).toEqual([200, "600", "ok"]);
    expect(rpc).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rpc\/live$/);
    expect(socket).toBe(rpc.replace("http", "ws"));
    expect(key).toMatch(/^svc_test_/);
    expect(Keypair.fromSecretKey(bs58.decode(secret)).publicKey.toBase58()).toBe(address);
  });

  test("the command's addresses are of this machine, also if the server listens on every address", async () => {
    const script =
      "console.log(['BASE', 'RPC', 'WS'].map((name) => process.env['INTENT_TX_' + name + '_URL']).join(' '))";
    const { out } = await run(script, "--host", "0.0.0.0");
    const [base, rpc, socket] = out.trim().split(" ");
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect([rpc, socket]).toEqual(
      ["http", "ws"].map((scheme) => base?.replace("http", scheme).replace("/v1", "/rpc/live")),
    );
  });

  test("exit codes for a signal and a missing command are those of a shell", async () => {
    expect((await run("process.kill(process.pid, 'SIGKILL')")).code).toBe(137);
    expect((await run("process.kill(process.pid, 'SIGUSR2')")).code).toBe(128 + constants.signals.SIGUSR2);
    const missing = await cliEnd(["exec", "--", "no-such-command-here"]);
    expect(missing.code).toBe(127);
    expect(missing.err).toMatch(/^intent-tx-mock exec: cannot run no-such-command-here: /);
  });

  test("SIGTERM is forwarded to the command, and exec ends with the command's exit code", async () => {
    const script =
      "process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); console.log('up')";
    const running = await cli(["exec", "--", process.execPath, "-e", script]);
    await running.said(/up/);
    expect(await running.kill("SIGTERM")).toEqual({ code: 9, signal: null });
  });

  test("words after -- belong to the command, even --help and --port", async () => {
    const told = [process.execPath, "-p", "process.argv.slice(1).join(' ')", "--", "--help", "--port"];
    const { code, out } = await cliEnd(["exec", "--seed", "2", "--", ...told]);
    expect([code, out]).toEqual([0, "--help --port\n"]);
  });
});

test.each<[string, RegExp]>([
  ["--help", /serve .*\n.*exec .*\n.*validator .*\n.*explore .*\n.*verify /],
  ["help", /Usage: intent-tx-mock \[COMMAND\]/],
  ["serve --help", /--port N[\s\S]*--state PATH[\s\S]*--control-token T[\s\S]*--json/],
  ["-h", /Usage: intent-tx-mock/],
  ["help validator", /--ledger DIR/],
  ["exec -h", /Usage: intent-tx-mock exec \[options\] -- COMMAND[\s\S]*INTENT_TX_RPC_URL[\s\S]*Example/],
  ["verify --help", /--base-url URL/],
])("%s explains itself and ends with code 0", async (words, text) => {
  const { code, out, err } = await cliHere(words.split(" "));
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(text);
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThan(130);
});

test.each<["requests" | "errors" | "off", string[]]>([
  ["requests", ["/v1/prices/SOL", "/v1/prices/NOPE"]],
  ["errors", ["/v1/prices/NOPE"]],
  ["off", []],
])("--log %s logs these requests", async (log, wanted) => {
  const lines: string[] = [];
  const onAnswered = requestLogger({ log, json: true, logFormat: "text" }, (line) => lines.push(line));
  await using server = await makeServer({ seed: 1 }, { onAnswered });
  for (const token of ["SOL", "NOPE"]) await api(server, "GET", `/prices/${token}`);
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(wanted);
});

test("--rpc-port: the ready line has the separate JSON-RPC port, which answers at /", async () => {
  const running = await cli(["serve", "--json", "--port", "0", "--rpc-port", "0"]);
  const { rpcPort } = (await running.ready()) as unknown as { rpcPort: number };
  const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`http://127.0.0.1:${rpcPort}/`, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ result: "ok" });
});

test("the error for an unusable address names --host, and an unreachable validator is reported at start", async () => {
  const elsewhere = await cliHere(["serve", "--port", "0", "--host", "192.0.2.1"]);
  expect(elsewhere.code).toBe(1);
  expect(elsewhere.err).toMatch(
    /cannot listen on 192\.0\.2\.1, which is not an address of this machine .*\(--host\)/,
  );
  const unknown = await cliHere(["serve", "--port", "0", "--host", "no.such.host.invalid"]);
  expect(unknown.err).toMatch(/\(--host\)/);

  const running = await cli(["serve", "--json", "--port", "0", "--rpc-url", "http://127.0.0.1:9"]);
  await running.ready();
  await running.said(/Warning: the live network at http:\/\/127\.0\.0\.1:9: no response/, "err");
});
