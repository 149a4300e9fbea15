import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { expect, onTestFinished, test } from "vitest";
import { type CliProcess, cli, type Ready } from "../../server/cli/cli-process.js";

/** Number of requests: 100,000 in the gate; `SOAK=1000000` for a long run. */
const REQUESTS = Number(process.env["SOAK"] ?? 100_000);
const WORKERS = 16;
/** Memory is compared from here on: by now code is compiled and pools are filled. */
const WARM = REQUESTS / 10;
const MOST_GROWTH = 50e6;

/** Pseudo-random numbers, the same in each run. */
function drawer(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

type Draw = ReturnType<typeof drawer>;

interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly body?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Allowed statuses; any 5xx that is not listed is a defect. */
  readonly may?: readonly number[];
}

const NAMES = [
  "__proto__",
  "constructor",
  "%00",
  "%ff",
  "🙂",
  "x".repeat(3000),
  "..",
  "SOL",
  "",
  "%2e%2e%2f",
];
const VALUES = [
  "null",
  "[]",
  "{}",
  "1e400",
  '""',
  '"\\ud800"',
  "-1",
  "18446744073709551616",
  "true",
  '"2026-13-45"',
];

/** A request of a kind drawn by real frequency; some are malformed. */
function drawn(draw: Draw, { baseUrl, controlUrl, rpc, keys, wallets }: Ready): Asked {
  const pick = <T>(list: readonly T[]) => list[draw(list.length)] as T;
  const key = pick([keys.enterprise, keys.enterprise, keys.pro, keys.test, "svc_live_nobody", ""]);
  const alice = wallets.alice.address;
  const post = (url: string, body: unknown, more: Partial<Asked> = {}): Asked => ({
    ...{ url, method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), key },
    ...more,
  });
  const call = (method: string, ...params: unknown[]) => ({ jsonrpc: "2.0", id: 1, method, params });
  const command = () =>
    pick([
      `swap ${1 + draw(900)} USDC for SOL`,
      `swap 0.${1 + draw(99)} SOL for ${pick(["USDC", "JUP", "BONK", "NOPE"])}`,
      `send ${1 + draw(9)} USDC to bob.sol`,
      `send 1 SOL to ${Keypair.generate().publicKey.toBase58()}`,
      "what is my balance?",
      pick(NAMES),
      "swap ".repeat(draw(110)),
    ]);
  switch (draw(24)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return { url: `${baseUrl}/prices/${pick(["SOL", "USDC", "JUP", "NOPE", ...NAMES])}`, key };
    case 5:
    case 6:
    case 7:
    case 8:
      return post(`${baseUrl}/intents`, { walletAddress: alice, command: command() });
    case 9:
    case 10:
      return {
        url: `${baseUrl}/portfolio/${pick([alice, wallets.bob.address, ...NAMES])}?includeNFTs=true`,
        key,
      };
    case 11:
    case 12:
      return {
        url: `${baseUrl}/transactions/${pick([alice, ...NAMES])}?limit=${pick(["1", "100", "0", "1e9", "%00"])}`,
        key,
      };
    case 13:
      return {
        url: `${baseUrl}/analytics/metrics?startDate=2026-01-01&endDate=2026-02-01&granularity=day`,
        key,
      };
    case 14:
      return { url: `${baseUrl}/analytics/usage`, key };
    case 15:
      return post(`${baseUrl}/transactions/build`, { walletAddress: alice, intentId: pick(NAMES) });
    case 16:
      return post(
        `${baseUrl}/${pick(["intents", "keys", "transactions/build"])}`,
        `{"${pick(NAMES)}":${pick(VALUES)}`,
      );
    case 17:
      return post(
        `${baseUrl}/${pick(["intents", "keys", "transactions/build"])}`,
        `{"walletAddress":${pick(VALUES)},"command":${pick(VALUES)},"${pick(["name", "slippage", "__proto__"])}":${pick(VALUES)}}`,
      );
    case 18:
      return {
        url: `${baseUrl}/${pick(NAMES)}`,
        method: pick(["GET", "PUT", "DELETE", "OPTIONS", "HEAD"]),
        key,
      };
    case 19:
      return post(
        rpc.live,
        call(pick(["getSlot", "getBalance", "getAccountInfo", "nope"]), pick([alice, ...NAMES])),
      );
    case 20:
      return post(
        rpc.test,
        Array.from({ length: draw(20) }, () => call("getLatestBlockhash")),
      );
    case 21:
      return post(
        rpc.live,
        `[{"id":${pick(VALUES)},"jsonrpc":"2.0","method":"getBalance","params":${pick(VALUES)}}`,
      );
    case 22:
      return {
        url: `${controlUrl}/${pick(["health", "clock", "contract", "faults", "nope", "requests?status=404&path=/v1/x"])}`,
      };
    default:
      return {
        url: `${baseUrl}/prices/SOL`,
        key,
        headers: {
          "Mock-Control": pick(["status=503", "malformed=html", "__proto__=1", "status=429; retry-after=1"]),
        },
        may: [503],
      };
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });

function send({ url, method = "GET", body, key, headers }: Asked): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    // The raw path: a URL object would normalize a hostile one.
    const [, host = "", path = "/"] = /^http:\/\/([^/]+)(.*)$/s.exec(url) ?? [];
    const [hostname, port] = host.split(":");
    const sent = request(
      {
        ...{ agent, hostname, port, method },
        path: path.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character)),
        headers: {
          ...(key && { Authorization: `Bearer ${key}` }),
          ...(body !== undefined && {
            "Content-Type": "application/json",
            "Content-Length": Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          if (text.length < 2_000) text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** On SIGUSR2 a process collects garbage and reports its memory. */
const MEASURE = `
process.on("SIGUSR2", () => {
  for (let round = 0; round < 4; round++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write("memory " + JSON.stringify({ rss, live: heapUsed + external }) + "\\n");
});`;

/** A process's memory after a garbage collection (`live`) and in total (`rss`), bytes. */
async function memoryOf(running: CliProcess): Promise<{ readonly rss: number; readonly live: number }> {
  running.err = "";
  running.child.kill("SIGUSR2");
  const [, text = ""] = await running.said(/memory (.*)\n/, "err");
  running.err = running.err.replace(/memory .*\n/, "");
  return JSON.parse(text);
}

test.runIf(process.platform === "linux")(
  `${REQUESTS} requests of every kind: none is the server's own failure, and memory stays`,
  { timeout: 30_000 + REQUESTS * 10 },
  async () => {
    const args = ["serve", "--json", "--port", "0", "--log", "off", "--limits", "off"];
    const folder = mkdtempSync(join(tmpdir(), "intent-tx-soak-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const preload = join(folder, "measure.cjs");
    writeFileSync(preload, MEASURE);
    const running = await cli(args, { env: { NODE_OPTIONS: `--expose-gc --require ${preload}` } });
    const ready = await running.ready();
    const draw = drawer(20_261_122);
    const advance = () =>
      send({ url: `${ready.controlUrl}/clock/advance`, method: "POST", body: '{"by":"10m"}' });
    await send({
      url: `${ready.controlUrl}/clock/set`,
      method: "POST",
      body: '{"now":"2027-01-01T00:00:00Z"}',
    });
    const finds: string[] = [];
    let took: number[] = [];
    let done = 0;
    let warm = 0;
    let complained = "";
    const measure = async () => {
      complained += running.err;
      return memoryOf(running);
    };
    const told: string[] = [];
    const worker = async () => {
      while (done < REQUESTS) {
        const number = ++done;
        const asked = drawn(draw, ready);
        const began = performance.now();
        const { status, text } = await send(asked);
        took.push(performance.now() - began);
        if (status >= 500 && !asked.may?.includes(status)) {
          finds.push(
            `${asked.method ?? "GET"} ${asked.url.slice(0, 200)} ${asked.body?.slice(0, 200)} -> ${status} ${text.slice(0, 300)}`,
          );
        }
        if (number % 500 === 0) await advance();
        if (number === WARM) warm = (await measure()).live;
        if (number % (REQUESTS / 10) === 0) {
          const sorted = took.sort((one, other) => one - other);
          took = [];
          const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(1);
          const { rss, live } = await measure();
          told.push(
            `${number}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${(live / 1e6).toFixed(1)} MB live, ${(rss / 1e6).toFixed(0)} MB resident`,
          );
        }
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    agent.destroy();
    console.log(told.join("\n"));
    expect(finds.slice(0, 10)).toEqual([]);
    expect(complained + running.err).toBe("");
    expect(running.child.exitCode).toBeNull();
    const { live } = await measure();
    expect(live - warm).toBeLessThan(MOST_GROWTH);
  },
);
