import { expect, test } from "vitest";
import { cli, type Ready } from "../../server/cli/cli-process.js";
import { inFlight, RawConnection } from "../../server/http/socket-client.js";
import { failureOf } from "../../server/lab.js";

const json = ["serve", "--json", "--port", "0"];

/** Makes the time that a closing server gives to requests under way so long that a busy machine does not exceed it. */
const PATIENT =
  "const wait = setTimeout; globalThis.setTimeout = (f, ms) => wait(f, ms < 4000 ? ms : 200_000);";
const patient = {
  env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PATIENT)}` },
};

/** Requests a price, with the faults given in a `Mock-Control` header. */
const price = ({ baseUrl, keys }: Pick<Ready, "baseUrl" | "keys">, faults = "") =>
  fetch(`${baseUrl}/prices/SOL`, {
    headers: { Authorization: `Bearer ${keys.pro}`, "Mock-Control": faults },
  });

/** Begins a request, which is answered when `finish` sends its body. */
async function begun({ baseUrl, keys, wallets }: Ready) {
  const connection = await RawConnection.open(baseUrl);
  const body = JSON.stringify({ walletAddress: wallets.alice.address, command: "swap 1 SOL for USDC" });
  const lines = ["POST /v1/intents HTTP/1.1", `Host: ${new URL(baseUrl).host}`];
  const headers = [`Authorization: Bearer ${keys.pro}`, "Content-Type: application/json"];
  connection.socket.write([...lines, ...headers, `Content-Length: ${body.length}`, "", ""].join("\r\n"));
  return { statuses: () => connection.statuses(1), finish: () => connection.socket.write(body) };
}

/** Waits until a server accepts no more connections. */
const closing = ({ controlUrl }: Ready) =>
  expect
    .poll(() => fetch(`${controlUrl}/health`).then(String, ({ cause }) => cause.code), { interval: 20 })
    .toBe("ECONNREFUSED");

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s: requests under way are answered, streams end, exit 0",
  async (signal) => {
    const running = await cli(json, patient);
    const ready = await running.ready();
    const stream = await fetch(`${ready.controlUrl}/requests/stream`);
    const following = stream.text();
    // A kept-alive idle connection must not delay the server's end.
    await (await price(ready)).text();
    const late = await begun(ready);
    await inFlight(ready.controlUrl, 1);
    const ended = running.kill(signal);
    await closing(ready);
    late.finish();
    expect(await late.statuses()).toEqual([200]);
    expect(await following).toMatch(/^: requests follow\n\nid: 1\n/);
    expect(await ended).toEqual({ code: 0, signal: null });
  },
);

test("a request longer than the shutdown grace is cut off", async () => {
  const running = await cli(json);
  const ready = await running.ready();
  const hanging = failureOf(price(ready, "latency=600000"));
  await inFlight(ready.controlUrl, 1);
  expect(await running.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(await hanging).toBeInstanceOf(Error);
});

test("a second interruption lets requests under way finish, a third ends at once", async () => {
  const running = await cli(json, patient);
  const ready = await running.ready();
  const [late, never] = [await begun(ready), failureOf(price(ready, "latency=600000"))];
  await inFlight(ready.controlUrl, 2);
  running.child.kill("SIGINT");
  // Two signals pending for a process are delivered as one.
  await closing(ready);
  running.child.kill("SIGINT");
  late.finish();
  expect(await late.statuses()).toEqual([200]);
  expect(running.child.exitCode).toBeNull();
  running.child.kill("SIGINT");
  expect(await running.ended).toEqual({ code: 130, signal: null });
  await never;
});
