import process from "node:process";
import { expect, test } from "@playwright/test";

/** The mock server's control plane, beside the API that `intent-tx-mock exec` names. */
const control = (path, body = {}) =>
  fetch(new URL(`/_mock/${path}`, process.env.INTENT_TX_BASE_URL), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test.beforeEach(async () => {
  expect((await control("reset")).ok).toBe(true);
});

test("the page shows the price", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("status")).toHaveText(/^1 SOL costs \d+\.\d\d USD$/);
});

test("while the service is down it says so, and then goes on", async ({ page }) => {
  const fault = { match: { path: "/v1/prices/*" }, times: 1, fault: { kind: "status", status: 503 } };
  expect((await control("faults", fault)).ok).toBe(true);
  await page.goto("/");
  await expect(page.getByRole("status")).toHaveText("Try again later");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("status")).toHaveText(/^1 SOL costs/);
});
