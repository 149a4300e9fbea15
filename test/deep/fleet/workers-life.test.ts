import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { DRAWN } from "../../../mock-server/src/server/session-options.js";
import { ownerOf } from "../../../mock-server/src/server/share.js";
import { control } from "../../server/lab.js";
import { childrenOf, startCrew } from "./crew.js";

const WORKERS = 2;

const crew = (...flags: string[]) => startCrew(WORKERS, ...flags);

/** The name of a session that a worker has. */
const nameAt = (worker: number) =>
  Array.from({ length: 50 }, (_, at) => `job-${at}`).find((name) => ownerOf(name, WORKERS) === worker) ?? "";

/** Whether every worker answers, asked over a connection of its own. */
const isReady = async (root: string) =>
  (await fetch(`${root}/readyz`, { headers: { Connection: "close" } }).catch(() => undefined))?.status ===
  200;

/** A WebSocket at a worker that passes it on to the one that has the session: the connection has asked for something else before. */
function relayed(port: number, path: string): Promise<() => number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let seen = Buffer.alloc(0);
    let asked = false;
    const head = (line: string, ...headers: string[]) =>
      [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, "", ""].join("\r\n");
    socket.on("error", reject);
    socket.write(head("GET /livezz"));
    socket.on("data", (chunk) => {
      seen = Buffer.concat([seen, chunk]);
      if (!asked && seen.includes('"error"')) {
        asked = true;
        const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        socket.write(
          head(`GET ${path}`, "Connection: Upgrade", "Upgrade: websocket", key, "Sec-WebSocket-Version: 13"),
        );
      } else if (asked && seen.includes("101 Switching")) {
        resolve(() => {
          const at = seen.lastIndexOf(Buffer.from([0x88, 2]));
          return at < 0 ? undefined : seen.readUInt16BE(at + 2);
        });
      }
    });
  });
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "after %s every WebSocket ends with the code of a meant end, also one that is passed on",
  async (signal) => {
    const { running, ready, root } = await crew("--rpc-port", "0");
    const codes: number[] = [];
    const names = Array.from({ length: 12 }, (_, at) => `job-${at}`);
    const urls = [ready.ws.live, ...names.map((name) => `${root.replace("http", "ws")}/s/${name}/rpc/live`)];
    await Promise.all(
      urls.map(
        (url) =>
          new Promise<void>((resolve, reject) => {
            const socket = new WebSocket(url);
            socket.on("error", reject);
            socket.on("open", () => socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}'));
            socket.once("message", () => resolve());
            socket.on("close", (code) => codes.push(code));
          }),
      ),
    );
    const passedOn = await Promise.all([0, 1].map((at) => relayed(ready.port, `/s/${nameAt(at)}/rpc/live`)));
    running.child.kill(signal);
    expect((await running.ended).code).toBe(0);
    expect(codes).toEqual(urls.map(() => 1000));
    expect(passedOn.map((code) => code())).toEqual([1000, 1000]);
  },
);

test("a worker that stands still before it serves is found and is another one", async () => {
  const { running, root, plane } = await crew();
  const before = childrenOf(running);
  process.kill(before[1] ?? 0, "SIGKILL");
  // One that is stopped before it is a program of its own holds up whoever makes it: that waits for it.
  const isOwn = (pid: number) => readFileSync(`/proc/${pid}/environ`, "utf8").includes("NODE_UNIQUE_ID=");
  const started = () => childrenOf(running).find((pid) => !before.includes(pid) && isOwn(pid));
  await vi.waitUntil(started, { timeout: 20_000, interval: 1 });
  const victim = started() ?? 0;
  process.kill(victim, "SIGSTOP");
  onTestFinished(() => {
    if (childrenOf(running).includes(victim)) process.kill(victim, "SIGKILL");
  });
  expect(await isReady(root)).toBe(false);
  await vi.waitUntil(() => isReady(root), { timeout: 150_000, interval: 500 });
  expect(running.err).toMatch(/worker 2 has done nothing for 60 s\n.*worker 2 ended with SIGKILL/s);
  expect((await control(plane(nameAt(1)), "GET", "/world")).status).toBe(200);
}, 300_000);

test("a worker that is started again goes by the server's clock of then", async () => {
  const { running, root } = await crew();
  const ended = Array.from({ length: 50 }, (_, at) => `${DRAWN}${at}`).find(
    (name) => ownerOf(name, WORKERS) === 1,
  );
  const timeOf = async (path: string) => {
    const { headers } = await fetch(root + path, { headers: { Connection: "close" } });
    return Date.parse(headers.get("date") ?? "");
  };
  // A worker whose clock stood where the server's began would be so far behind.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  process.kill(childrenOf(running)[1] ?? 0, "SIGKILL");
  await vi.waitUntil(async () => !(await isReady(root)), { timeout: 20_000, interval: 5 });
  await vi.waitUntil(() => isReady(root), { timeout: 60_000, interval: 100 });
  const own = await timeOf("/_mock/health");
  expect(await timeOf(`/s/${ended}/_mock/health`)).toBeGreaterThanOrEqual(own);
});
