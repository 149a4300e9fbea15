import { createMockServer } from "@intent-tx/mock-server";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Setup, type SetupOptions, type Target } from "./suite/setup.js";
import { type Line, transcript } from "./suite/transcript.js";
import { inProcess, partsOf, session, socket } from "./targets.js";

afterEach(() => {
  vi.useRealTimers();
});

async function recorded(target: Target, options?: SetupOptions): Promise<Line[]> {
  await using setup = await target.open(options);
  return await transcript(setup);
}

/** Records the transcript of a server started at a given time. `ahead` runs before the clock is set to a fixed time. */
async function startedAt(wall: string, ahead: (setup: Setup) => Promise<unknown>): Promise<Line[]> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(wall) });
  const server = await createMockServer({ seed: 7 });
  const { fetch } = server;
  await using setup = new Setup({ ...partsOf(server), fetch, close: () => server.close() });
  await ahead(setup);
  await server.clock.set("2027-03-04T05:06:07.089Z");
  return await transcript(setup);
}

/** The transcript of the first seed, in-process, with which other transports and seeds are compared. */
let first: Line[];
beforeAll(async () => {
  first = await recorded(inProcess);
});

const withoutHeaders = (lines: readonly Line[]) => lines.map(({ headers: _, ...line }) => line);

describe("the same seed and a frozen clock", () => {
  test("return the same bytes for the same requests to every endpoint, at least 40 in total", async () => {
    const other = await recorded(inProcess);
    expect(first.length).toBeGreaterThanOrEqual(40);
    expect(first.filter(({ status }) => status >= 500)).toEqual([]);
    for (const [index, line] of first.entries()) expect(other[index], line.request).toEqual(line);
    expect(other).toHaveLength(first.length);
  });

  test("return the same statuses and bodies over every transport", async () => {
    const lines = withoutHeaders(first);
    for (const target of [socket, session]) {
      const others = withoutHeaders(await recorded(target, { seed: 1 }));
      for (const [index, line] of lines.entries())
        expect(others[index], `${target.name} ${line.request}`).toEqual(line);
    }
  });

  test("a different seed gives different ids, secrets, wallets, prices and blockhashes", async () => {
    const other = await recorded(inProcess, { seed: 2 });
    const telling = [
      "GET /prices/SOL",
      "getLatestBlockhash",
      "POST /intents",
      "POST /keys",
      "GET /analytics/usage",
    ];
    for (const request of telling) {
      const [ours, theirs] = [first, other].map((lines) => lines.find((line) => line.request === request));
      expect(ours?.headers, request).toBeDefined();
      expect(theirs, request).not.toEqual(ours);
    }
    const bodies = ["GET /prices/SOL", "POST /keys", "getLatestBlockhash", "POST /transactions/build"];
    for (const request of bodies) {
      const [ours, theirs] = [first, other].map(
        (lines) => lines.find((line) => line.request === request)?.body,
      );
      expect(theirs, request).not.toBe(ours);
    }
  });
});

describe("servers with the same seed that started at different times", () => {
  test.each([
    ["with no earlier request", async () => undefined],
    ["after price requests", (setup: Setup) => setup.price("SOL")],
    ["after the ledger was opened", (setup: Setup) => setup.portfolio(setup.alice)],
  ])("return the same bytes once their clocks are set: %s", async (_, ahead) => {
    const one = await startedAt("2026-02-03T04:05:06.007Z", ahead);
    const other = await startedAt("2026-11-21T22:23:24.025Z", ahead);
    for (const [index, line] of one.entries()) expect(other[index], line.request).toEqual(line);
  });
});
