/**
 * A new server and client for each test. Load it with `import`; `require` cannot load Vitest.
 *
 * @module @intent-tx/mock-server/vitest
 */
import { IntentTx } from "intent-tx";
import { test as base, type TestAPI } from "vitest";
import { makeServer } from "../create.js";
import type { MockServerOptions } from "../options.js";
import type { MockServer } from "../server/server.js";

export { createFakeClient, type FakeAnswers, type FakeCall, FakeClient } from "./fake-client.js";

/** The fixtures of {@link test}. */
export interface MockFixtures {
  /** Options of the test's server. Override them with `test.extend({ mockOptions: { dialect: "cursor" } })`. */
  mockOptions: MockServerOptions;
  /** The test's own server. Its clock is frozen at 2026-01-01T00:00:00Z. */
  server: MockServer;
  /** A client of the test's server, with the enterprise key. Its waits use the server clock. */
  client: IntentTx;
}

/** Time (ms) before the test's timeout at which a wait on the frozen clock is rejected. */
const BEFORE_LIMIT_MS = 500;

/** A longer load of the Solana runtime (ms) is reported, because it may be the reason for a test's timeout. */
const SLOW_LOAD_MS = 2000;

/** The initial time of a test's server. */
const FROZEN = { now: "2026-01-01T00:00:00Z", mode: "frozen" } as const;

/**
 * Vitest's `test` with a new server and client for each test, without a socket. A test fails if one of its faults never
 * fires.
 *
 * @example
 * ```ts test
 * import { test } from "@intent-tx/mock-server/vitest";
 *
 * test("shows the price", async ({ client, server }) => {
 *   server.faults.add({ nth: 1, fault: { kind: "status", status: 503 } });
 *   const waiting = client.prices.retrieve("SOL");
 *   await server.clock.advance("10s");
 *   console.log((await waiting).price);
 * });
 * ```
 */
export const test: TestAPI<MockFixtures> = base.extend<MockFixtures>({
  mockOptions: [{}, { injected: true }],
  server: async ({ mockOptions, task }, use) => {
    // Sleeps on the frozen clock reject just before the test times out, so that the test shows the reason.
    const sleepLimitMs = task.timeout - Math.min(BEFORE_LIMIT_MS, task.timeout / 4);
    const limit = sleepLimitMs > 0 && Number.isFinite(sleepLimitMs) ? { sleepLimitMs } : {};
    const onLedgerLoaded = (ms: number) => {
      if (ms > SLOW_LOAD_MS)
        console.warn(
          `Loading the Solana runtime took ${(ms / 1000).toFixed(1)} s of this test's limit of ${task.timeout / 1000} s. ` +
            "Set testTimeout to at least 20_000 for tests that make payments.",
        );
    };
    await using server = await makeServer({ clock: FROZEN, ...mockOptions }, { ...limit, onLedgerLoaded });
    await use(server);
    server.faults.assertDone();
  },
  client: async ({ server }, use) => {
    await use(new IntentTx(server.clientOptions("enterprise")));
  },
});
