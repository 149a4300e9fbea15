import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { measure, measuredCli } from "../measured.js";
import { SCALE } from "../scale.js";
import { almost, Draw, samples } from "./fuzz-requests.js";

const REQUESTS = SCALE === 1 ? 8_000 : 200_000;
const WORKERS = 16;
/** Number of warm-up requests before memory is first measured. */
const WARM = REQUESTS / 4;
const MOST_GROWTH = 18e6;

/** Requests that would grow or reset the state, or arm a fault. */
const LEFT_OUT = /_mock|requestAirdrop|getBlocks|v1\/keys/;

const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });

function send(url: string, { method = "GET", headers, body = "" }: RequestInit) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    // The raw path: a URL object would normalize a hostile one.
    const [, hostname, port, path] = /^http:\/\/([^:]+):(\d+)(.*)$/s.exec(url) ?? [];
    const length = body === "" ? {} : { "Content-Length": Buffer.byteLength(String(body)) };
    const sent = request(
      { agent, hostname, port, method, path, headers: { ...(headers as object), ...length } },
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

test.runIf(process.platform === "linux")(
  `${REQUESTS} requests of every kind: none returns a 5xx, and memory does not grow`,
  { timeout: 60_000 + REQUESTS * 40 },
  async () => {
    const args = ["serve", "--json", "--port", "0", "--log", "off", "--limits", "off"];
    const running = await measuredCli(args);
    const ready = await running.ready();
    const draw = new Draw(20_261_122);
    const json = { "Content-Type": "application/json" };
    const post = (path: string, body: string) =>
      send(ready.controlUrl + path, { method: "POST", headers: json, body });
    await post("/clock/set", '{"now":"2027-01-01T00:00:00Z"}');
    const origin = new URL(ready.baseUrl).origin;
    const known = (await samples({ ...ready, fetch })).filter(
      ({ name, path }) => !LEFT_OUT.test(name + path),
    );
    const keys = [...Array(4).fill(ready.keys.enterprise), ready.keys.test, "svc_live_nobody"];
    const finds: string[] = [];
    let took: number[] = [];
    let done = 0;
    let warm = 0;
    let complained = "";
    const measured = () => {
      complained += running.err;
      return measure(running);
    };
    const told: string[] = [];
    const worker = async () => {
      while (done < REQUESTS) {
        const number = ++done;
        const { url, init, said } = almost(draw.of(known), draw);
        const headers = { ...(init.headers as object), Authorization: `Bearer ${draw.of(keys)}` };
        const began = performance.now();
        const { status, text } = await send(origin + url, { ...init, headers });
        took.push(performance.now() - began);
        if (status >= 500) finds.push(`${said} -> ${status} ${text.slice(0, 300)}`);
        if (number % 500 === 0) await post("/clock/advance", '{"by":"10m"}');
        if (number === WARM) warm = (await measured()).live;
        if (number % (REQUESTS / 10) === 0) {
          const sorted = took.sort((one, other) => one - other);
          took = [];
          const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(1);
          const { rss, live } = await measured();
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
    const { live } = await measured();
    expect(live - warm).toBeLessThan(MOST_GROWTH);
  },
);
