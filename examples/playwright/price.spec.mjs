import { test as base } from "@intent-tx/mock-server/playwright";
import { expect } from "@playwright/test";

// The page sends the test's session in a header, and the app sends its requests to
// that session.
const test = base.extend({
  extraHTTPHeaders: async ({ mock }, use) =>
    use({ "x-mock-session": new URL(mock.baseUrl).pathname.split("/")[2] }),
});

test("the page shows the price of the day", async ({ page, mock }) => {
  await mock.clock.set("2040-01-01T00:00:00Z");
  await page.goto("/");
  await expect(page.getByRole("status")).toHaveText(
    /^1 SOL costs \d+\.\d\d USD on 2040-01-01$/,
  );
  await mock.requests.expectCalls([{ operation: "prices.retrieve", times: 1 }]);
});

test("the page says that the service is down, then recovers", async ({
  page,
  mock,
}) => {
  await mock.faults.add({
    match: { path: "/v1/prices/*" },
    times: 1,
    fault: { kind: "status", status: 503 },
  });
  await page.goto("/");
  await expect(page.getByRole("status")).toHaveText("Try again later");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("status")).toHaveText(/^1 SOL costs/);
});
