import { createMockServer } from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { sharedBrowser } from "../studio/setup.js";

const browser = sharedBrowser();

test("/docs sends calls to the running server and reuses identifiers in the next call", async () => {
  await using server = await createMockServer({ seed: 1 });
  const { baseUrl } = await server.listen({ port: 0 });
  const { origin } = new URL(baseUrl);
  const { keys, wallets } = server;
  const page = await browser().newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${origin}/docs`);
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await over()).toBeLessThanOrEqual(0);
  const call = (name: string) => page.locator("section", { has: page.locator(`h2[id="${name}"]`) });

  await expect.poll(() => page.getByLabel("API key").inputValue()).toBe(keys.enterprise);
  await page.getByLabel("API key").fill("");
  await call("prices.retrieve").getByRole("button", { name: "Send" }).click();
  await call("prices.retrieve")
    .locator("output", { hasText: /^401[\s\S]*missing/ })
    .waitFor();

  await page.getByLabel("API key").fill(keys.enterprise);
  const curl = call("prices.retrieve").locator("details", { hasText: "As curl" });
  await curl.locator("summary").click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await curl.getByRole("button", { name: "Copy" }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^curl[\\s\\S]*Bearer ${keys.enterprise}`),
  );
  const errors = call("intents.parse").locator("details", { hasText: "Errors" });
  await errors.locator("summary").click();
  await errors.getByRole("button", { name: "parsing_error" }).click();
  await errors.locator("pre", { hasText: '"code": "parsing_error"' }).waitFor();
  const parse = call("intents.parse");
  await parse.getByLabel("walletAddress").fill(wallets.alice.address);
  await parse.getByRole("button", { name: "Send" }).click();
  await parse.locator("output", { hasText: /^200/ }).waitFor();
  const build = call("transactions.build");
  expect(await build.getByLabel("intentId").inputValue()).toMatch(/^intent_/);
  await build.getByLabel("walletAddress").fill(wallets.alice.address);
  await build.getByLabel("simulate").fill("false");
  await build.getByRole("button", { name: "Send" }).click();
  await build.locator("output", { hasText: /^200[\s\S]*"transaction"/ }).waitFor();
  expect(await over()).toBeLessThanOrEqual(0);
  await page.context().close();
});
