/**
 * A session on a running mock server for each Playwright test. Load it with `import`; `require` does not work.
 *
 * @module @intent-tx/mock-server/playwright
 */
import { test as base, type TestType } from "@playwright/test";
import type { SessionRequest } from "../control/commands/sessions.js";
import { connectMock, type RemoteSession } from "./connect-mock.js";

/** The fixtures of {@link test}. */
export interface SessionFixtures {
  /**
   * Option: the server's URL. Default: `INTENT_TX_BASE_URL`, which `intent-tx-mock exec` sets, or
   * `http://127.0.0.1:4010`.
   */
  mockUrl: string;
  /** Option: the token of a server that was started with `--control-token`. Default: none. */
  mockToken: string | undefined;
  /**
   * Option: the session that each test opens. By default it has the server's seed, and therefore its keys and wallets.
   */
  mockSession: SessionRequest;
  /** The test's own session, closed after the test. */
  mock: RemoteSession;
}

type Base = typeof base extends TestType<infer T, infer W> ? { readonly test: T; readonly worker: W } : never;

/**
 * Playwright's `test` with a mock server session for each test, so that tests can run in parallel. A test fails if one
 * of its faults never fires. Playwright's `mergeTests` combines it with other fixtures.
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
    // With the server's seed, the API key of the app under test is also valid in the session.
    const session = await server.openSession({ seed: await server.seed, ...mockSession });
    try {
      await use(session);
      if (testInfo.status === "passed") await session.faults.assertDone();
    } finally {
      await server.closeSession(session.id);
    }
  },
});
