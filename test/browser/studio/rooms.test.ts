import { expect, test } from "vitest";
import type { AccountView, PoolView } from "../../../mock-server/src/control/commands/views.js";
import { seriousFindings } from "../axe.js";
import { announced, askPrice, control, fund, openStudio, sharedBrowser, sharedServer } from "./setup.js";

const browser = sharedBrowser();
const server = sharedServer();

test("live: a request appears, is found by a filter, opens, and is copied as curl", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "live", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await askPrice(server(), "NOPE");
  await askPrice(server(), "SOL");
  await page.getByRole("link", { name: "/v1/prices/SOL" }).first().waitFor();
  await page.getByRole("button", { name: "Errors" }).click();
  await expect.poll(() => page.getByRole("link", { name: "/v1/prices/SOL" }).count()).toBe(0);
  await page.getByLabel("Search requests").fill("NOPE");
  await page.getByRole("link", { name: "/v1/prices/NOPE" }).click();
  const detail = page.getByRole("region", { name: /^Request \d+$/ });
  await detail.getByText("prices.retrieve").first().waitFor();
  await detail.getByText(/^Decision 39: /).waitFor();
  await announced(detail.getByRole("button", { name: "Copy as curl" }), "Copied the request as curl.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -s .*\$INTENT_TX_API_KEY.*\/v1\/prices\/NOPE'$/);
  expect(copied).not.toContain("svc_live_");
  expect(page.url()).toMatch(/\/studio\/live\/\d+\?.*status=errors/);
  expect(complaints).toEqual([]);
});

test("say: a sentence becomes an intent and a transaction without findings, which is finalized", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "say");
  await page.getByRole("textbox", { name: "Sentence" }).fill("swap 1 SOL for USDC");
  await page.getByText("understood", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create the intent" }).click();
  await page.getByRole("button", { name: "Build" }).click();
  await page.getByText("The transaction does exactly what the intent says").waitFor();
  await page.getByRole("button", { name: "Sign and send", exact: true }).click();
  await page.getByText("✓ processed").waitFor();
  await control(server(), "/clock/advance", { by: "1m" });
  await page.getByText("✓ finalized").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("region", { name: "Sign and send" }).getByRole("link").click();
  await page.getByRole("heading", { name: /^alice swapped 1 SOL for [\d.]+ USDC$/ }).waitFor();
  await page.getByText("Swap program: swap exact-in").waitFor();
  expect(complaints).toEqual([]);
});

test("say: a payment that fails shows why, with the logs of its simulation", async () => {
  const { page } = await openStudio(browser(), server(), "say?say=send+5000+SOL+to+bob.sol");
  await page.getByRole("button", { name: "Create the intent" }).click();
  await page.getByRole("button", { name: "Build" }).click();
  const step = page.getByRole("region", { name: "Transaction" });
  await step.getByRole("alert").getByText("5000 SOL is needed").waitFor();
  await step.getByText(/^Transfer: insufficient lamports/m).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

test("wallets: funding shows in the history, and the secret is hidden until revealed", async () => {
  const { alice } = server().wallets;
  const { page, complaints } = await openStudio(browser(), server(), `wallets/${alice!.address}`);
  const before = page.getByRole("row", { name: /^SOL / });
  await before.waitFor();
  const held = await before.innerText();
  expect(await page.content()).not.toContain(alice!.secretKey);
  await page.getByRole("button", { name: "Show secret key" }).click();
  expect(await page.getByText(alice!.secretKey).count()).toBe(1);
  await page.getByRole("button", { name: "Hide secret key" }).click();
  expect(await page.content()).not.toContain(alice!.secretKey);
  await page.getByLabel("Amount").fill("7");
  // The transaction is not finalized yet, but the value plot shows it anyway.
  const read = page.waitForRequest((request) => request.postData()?.includes('"getTransaction"') === true);
  await announced(page.getByRole("button", { name: "Fund" }), "Added 7 SOL.");
  await expect.poll(() => before.innerText()).not.toBe(held);
  await read;
  await page.getByRole("region", { name: "History" }).getByRole("row", { name: /7 SOL/ }).first().waitFor();
  expect(complaints).toEqual([]);
});

test("chain: a signature is found, and its log is a tree of calls; a name leads to its account", async () => {
  const { bob } = server().wallets;
  const signature = await fund(server(), bob!.address, { USDC: "5" });
  const { page, complaints } = await openStudio(browser(), server(), "chain");
  await page.getByRole("region", { name: "Transactions" }).getByRole("row").nth(1).waitFor();
  await page.getByLabel("Search the chain").fill(signature);
  await page.getByRole("button", { name: "Search" }).click();
  const tree = page.getByRole("region", { name: "Call tree" });
  await tree.getByText("success").first().waitFor();
  await page.getByRole("region", { name: "Balance changes" }).getByText("+5 USDC", { exact: true }).waitFor();
  await page.getByLabel("Search the chain").fill("usdc");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("supply", { exact: true }).waitFor();
  await page.getByLabel("Search the chain").fill("not a thing");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("Enter an address, a signature").waitFor();
  expect(complaints).toEqual([]);
});

test("market: an order is quoted, and a pool moves by the requested amount", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "market");
  await page.getByRole("link", { name: "SOL-USDC", exact: true }).click();
  await page.getByLabel("Amount of SOL").fill("1000");
  await page.getByText("Output", { exact: true }).waitFor();
  const reserve = async () => {
    const { data } = await control<{ data: PoolView[] }>(server(), "/pools");
    return BigInt(data.find(({ label }) => label === "SOL-USDC")!.reserveB);
  };
  const before = await reserve();
  await page.getByLabel(/^Price change of SOL/).fill("-20");
  await announced(page.getByRole("button", { name: "Move this pool" }), "SOL is 20% cheaper here.");
  expect(await reserve()).toBe((before * 80n) / 100n);
  await page.getByLabel("Amount of SOL").fill("1.0000000001");
  await page.getByText("at most 9 digits after the point").waitFor();
  expect(complaints).toEqual([]);
});

test("keys: a key is created, rotated and revoked, and its account's gauge is visible", async () => {
  await askPrice(server(), "SOL", "pro");
  const { page, complaints } = await openStudio(browser(), server(), "keys");
  const current = page.getByRole("navigation", { name: "Accounts" }).locator("[aria-current]");
  await expect.poll(() => current.innerText()).toBe("pro");
  const { data } = await control<{ data: AccountView[] }>(server(), "/accounts");
  const { account } = data.find(({ tier }) => tier === "pro")!;
  await page.goto(`${server().origin}/studio/keys/${account}`);
  await page.getByText("Requests this minute").first().waitFor();
  const keys = page.getByRole("region", { name: "Keys" });
  await keys.getByLabel("Name").fill("by hand");
  await announced(keys.getByRole("button", { name: "Create a live key" }), "Issued the key by hand.");
  const made = keys.getByRole("listitem").filter({ hasText: "by hand" }).first();
  await announced(made.getByRole("button", { name: "Rotate" }), /^Rotated by hand/);
  await made.getByText("rotating", { exact: true }).waitFor();
  await made.getByRole("button", { name: "Revoke" }).click();
  await announced(page.getByRole("dialog").getByRole("button", { name: "Revoke" }), "Revoked by hand.");
  const after = await control<{ data: AccountView[] }>(server(), "/accounts");
  const statuses = after.data
    .find((one) => one.account === account)!
    .keys.filter(({ name }) => name.startsWith("by hand"))
    .map(({ status }) => status);
  expect(statuses).toContain("revoked");
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("explore: a report shows each step, the fault and the balances; a damaged one is refused", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "explore");
  const step = { life: 0, operation: "sendTransaction", saw: "200" };
  const failure = {
    error: "Error: paid twice",
    lives: 2,
    steps: [
      { ...step, number: 1, fault: "crash-after", balances: ["alice -1 SOL", "bob +1 SOL"] },
      { ...step, number: 2, life: 1, operation: "getSlot" },
      { ...step, number: 9, life: 1, operation: "getSlot" },
    ],
    later: 3,
    end: "returned",
    output: ["paid <b>again</b>"],
    replay: "explore --only 1:crash-after",
  };
  const schedules = ["1:crash-after", "1:lost"];
  const failures = schedules.map((schedule) => ({ ...failure, schedule }));
  const counts = { schedules: 9, requests: 3, skipped: [], unmatched: [], warnings: ["real timers"] };
  const report = { kind: "intent-tx exploration", version: 1, ...counts, failures };
  const open = (content: unknown) =>
    page.getByLabel("Open a report").setInputFiles({
      name: "report.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(content)),
    });
  await open({ ...report, failures: [{}] });
  await page
    .getByText("The file is not a report of explore: failures[0].schedule must be a string.")
    .waitFor();
  await open(report);
  await page
    .getByRole("listitem")
    .filter({ hasText: "sendTransaction crash-after" })
    .getByText("bob +1 SOL")
    .waitFor();
  await page.getByText("6 more steps like the ones before").waitFor();
  await page.getByText("paid <b>again</b>").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "1:lost" }).click();
  await page.getByRole("heading", { name: "1:lost" }).waitFor();
  expect(complaints).toEqual([]);
});
