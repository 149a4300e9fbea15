/**
 * A session of a running mock server for each test of Playwright. For `import` alone, as the fixture of Vitest is.
 *
 * @module @intent-tx/mock-server/playwright
 */
import { test as base, type TestType } from "@playwright/test";
import type { SessionRequest } from "../control/commands/sessions.js";
import { connectMock } from "./connect-mock.js";
import type { RemoteSession } from "./remote-mock.js";

/** Fixtures that {@link test} gives to each test. */
export interface SessionFixtures {
  /**
   * Address of the server; an option of Playwright's configuration. Default: `INTENT_TX_BASE_URL`, as `intent-tx-mock exec` gives
   * it, or `http://127.0.0.1:4010`.
   */
  mockUrl: string;
  /** Token of a server that was started with `--control-token`; an option. Default: none. */
  mockToken: string | undefined;
  /** Session that each test opens; an option. Default: the server's seed, and with it its keys and wallets. */
  mockSession: SessionRequest;
  /** A session of the test's own, closed after it. */
  mock: RemoteSession;
}

type Base = typeof base extends TestType<infer T, infer W> ? { readonly test: T; readonly worker: W } : never;

/**
 * Playwright's `test` with a session of the mock server for each test, so that tests run in parallel. A fault that was armed and
 * never fired fails the test that armed it. `mergeTests` of Playwright joins it with a `test` that has other fixtures.
 *
 * @example
 * ```ts no-run
 * import { test } from "@intent-tx/mock-server/playwright";
 * import { expect } from "@playwright/test";
 *
 * test("the page says when the service is down", async ({ page, mock }) => {
 *   await mock.faults.add({ match: { path: "/v1/prices/*" }, times: 1, fault: { kind: "status", status: 503 } });
 *   await page.goto(`/?api=${encodeURIComponent(mock.baseUrl)}`);
 *   await expect(page.getByRole("status")).toHaveText("Try again later");
 * });
 * ```
 */
export const test: TestType<Base["test"] & SessionFixtures, Base["worker"]> = base.extend<SessionFixtures>({
  mockUrl: [process.env["INTENT_TX_BASE_URL"] ?? "http://127.0.0.1:4010", { option: true }],
  mockToken: [undefined, { option: true }],
  mockSession: [{}, { option: true }],
  mock: async ({ mockUrl, mockToken, mockSession }, use, testInfo) => {
    const server = connectMock(mockUrl, mockToken === undefined ? {} : { token: mockToken });
    // With the server's seed the key that the app under test was given is good in the session, too.
    const session = await server.openSession({ seed: await server.seed, ...mockSession });
    try {
      await use(session);
      if (testInfo.status === "passed") await session.faults.assertDone();
    } finally {
      await server.closeSession(session.id);
    }
  },
});
