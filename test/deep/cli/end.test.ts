import { expect, test, vi } from "vitest";
import { cli, type Ready } from "../../server/cli/cli-process.js";
import { inFlight } from "../../server/http/socket-client.js";
import { failureOf } from "../../server/lab.js";

const json = ["serve", "--json", "--port", "0"];

/** Requests a price, with the faults given in a `Mock-Control` header. */
const price = ({ baseUrl, keys }: Pick<Ready, "baseUrl" | "keys">, faults = "") =>
  fetch(`${baseUrl}/prices/SOL`, {
    headers: { Authorization: `Bearer ${keys.pro}`, "Mock-Control": faults },
  });

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s: requests under way are answered, streams end, exit 0",
  async (signal) => {
    const running = await cli(json);
    const ready = await running.ready();
    const stream = await fetch(`${ready.controlUrl}/requests/stream`);
    const following = stream.text();
    // A kept-alive idle connection must not delay the server's end.
    await (await price(ready)).text();
    const late = price(ready, "latency=2000");
    await inFlight(ready.controlUrl, 1);
    const ended = running.kill(signal);
    expect((await late).status).toBe(200);
    expect(await (await late).json()).toMatchObject({ symbol: "SOL" });
    expect(await following).toMatch(/^: requests follow\n\nid: 1\n/);
    expect(await ended).toEqual({ code: 0, signal: null });
  },
);

test("a request longer than the shutdown grace is cut off", async () => {
  const running = await cli(json);
  const ready = await running.ready();
  const hanging = failureOf(price(ready, "latency=60000"));
  await inFlight(ready.controlUrl, 1);
  expect(await running.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(await hanging).toBeInstanceOf(Error);
});

test("a second interruption lets requests under way finish, a third ends at once", async () => {
  const running = await cli(json);
  const ready = await running.ready();
  const [quick, never] = [price(ready, "latency=2000"), failureOf(price(ready, "latency=60000"))];
  const busy = { timeout: 30_000, interval: 20 };
  await inFlight(ready.controlUrl, 2);
  running.child.kill("SIGINT");
  // Two signals pending for a process are delivered as one.
  await vi.waitFor(() => expect(fetch(`${ready.controlUrl}/health`)).rejects.toThrow(), busy);
  running.child.kill("SIGINT");
  expect((await quick).status).toBe(200);
  expect(running.child.exitCode).toBeNull();
  running.child.kill("SIGINT");
  expect(await running.ended).toEqual({ code: 130, signal: null });
  await never;
});
