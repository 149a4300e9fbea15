import process from "node:process";
import { defineConfig } from "@playwright/test";

const url = `http://127.0.0.1:${process.env.PORT ?? 4300}`;

export default defineConfig({
  // Each test has its own session of the mock server, so tests can run in parallel.
  fullyParallel: true,
  workers: 2,
  outputDir: "node_modules/.cache/playwright",
  use: {
    baseURL: url,
    // An installed browser, or Playwright's browser if CHROMIUM is not set.
    launchOptions: process.env.CHROMIUM
      ? { executablePath: process.env.CHROMIUM }
      : {},
  },
  webServer: { command: "node app.mjs", url },
  // A CI machine can be busy.
  expect: { timeout: 30_000 },
});
