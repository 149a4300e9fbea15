import { get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { askPrice, control, open, openStudio, serve, sharedBrowser, sharedServer } from "./setup.js";

const browser = sharedBrowser();
const server = sharedServer();

/** Sends a path unchanged: `fetch` would normalize it. */
const getRaw = (path: string) =>
  new Promise<void>((resolve, reject) => {
    const { port, keys } = server();
    const headers = { Authorization: `Bearer ${keys["pro"]}` };
    get({ port, path, headers }, (answer) => answer.resume().once("end", resolve)).once("error", reject);
  });

test("a request with an undecodable path opens, and can only be copied as curl", async () => {
  await getRaw("/v1/prices/%ZZ");
  const { page, complaints } = await openStudio(browser(), server(), "live");
  await page.getByRole("link", { name: "/v1/prices/%ZZ" }).click();
  const detail = page.getByRole("region", { name: /^Request \d+$/ });
  await detail.getByRole("button", { name: "Copy as curl" }).waitFor();
  expect(await detail.getByRole("button", { name: "Copy as SDK code" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("a HEAD request is copied with curl's own flag, because curl -X HEAD would wait for a body", async () => {
  const { origin, keys } = server();
  await fetch(`${origin}/v1/prices/BONK`, {
    method: "HEAD",
    headers: { Authorization: `Bearer ${keys["pro"]}` },
  });
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page } = await openStudio(browser(), server(), "live", { permissions });
  await page.getByRole("link", { name: "/v1/prices/BONK" }).click();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await page.getByText("Copied the request as curl.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl -s -I -H /);
});

test("a query with any name is copied as code that can only read it", async () => {
  const { origin, keys, wallets } = server();
  await fetch(`${origin}/v1/transactions/${wallets["alice"]!.address}?limit=5&x:hit()//=1`, {
    headers: { Authorization: `Bearer ${keys["pro"]}` },
  });
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page } = await openStudio(browser(), server(), "live", { permissions });
  await page.getByRole("link", { name: "limit=5" }).first().click();
  await page.getByRole("button", { name: "Copy as SDK code" }).click();
  await page.getByText("Copied the request as SDK code.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('{ limit: 5, "x:hit()//": 1 }');
});

test("a request with a Unicode line separator is shown, and so are those after it", async () => {
  const served = await serve();
  onTestFinished(() => served.kill());
  const { page } = await openStudio(browser(), served, "live");
  await page.getByRole("status").getByText("Connected").waitFor();
  await fetch(`${served.origin}/v1/intents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${served.keys["pro"]}`, "Content-Type": "application/json" },
    body: JSON.stringify({ walletAddress: served.wallets["alice"]!.address, command: "swap\u2028\u2029" }),
  });
  await askPrice(served, "JUP");
  await page.getByRole("link", { name: "/v1/intents" }).waitFor();
  await page.getByRole("link", { name: "/v1/prices/JUP" }).waitFor();
});

test("an undecodable URL shows the page for unknown URLs", async () => {
  const { page, complaints } = await openStudio(browser(), server(), "market/%ZZ");
  await page.getByText("Page not found.").waitFor();
  expect(complaints).toEqual([]);
});

test("a request without its body shows a message, and cannot be copied", async () => {
  const { origin, keys } = server();
  await fetch(`${origin}/v1/intents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${keys["pro"]}`, "Content-Type": "application/json" },
    body: JSON.stringify({ text: "x".repeat(20_000) }),
  });
  const { page } = await openStudio(browser(), server(), "live");
  await page.getByRole("link", { name: "/v1/intents" }).first().click();
  await page.getByText("The server did not keep the body").waitFor();
  for (const name of ["Copy as curl", "Copy as SDK code", "Send again"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
});

test("a paused log can be cleared", async () => {
  await askPrice(server(), "SOL");
  const { page } = await openStudio(browser(), server(), "live");
  await page.getByRole("link", { name: "/v1/prices/SOL" }).first().waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("0 shown").waitFor();
});

test("after a restart, a link opens the earlier run's request, not the new one with the same number", async () => {
  const first = await serve();
  onTestFinished(() => first.kill());
  await askPrice(first, "SOL");
  const { page } = await openStudio(browser(), first, "live");
  await page.getByRole("link", { name: "/v1/prices/SOL" }).waitFor();
  await first.kill();
  const second = await serve("--port", String(first.port));
  onTestFinished(() => second.kill());
  await askPrice(second, "JUP");
  await page.getByRole("link", { name: "/v1/prices/JUP" }).waitFor();
  const opened = page.getByRole("region", { name: "Request 1", exact: true });
  await page.getByRole("link", { name: "/v1/prices/SOL" }).click();
  await opened.getByText("/v1/prices/SOL", { exact: true }).waitFor();
  await page.getByRole("link", { name: "/v1/prices/JUP" }).click();
  await opened.getByText("/v1/prices/JUP", { exact: true }).waitFor();
});

test("reconnects to a reopened session", async () => {
  const { origin } = server();
  const path = `${origin}/_mock/sessions/again`;
  const put = () =>
    fetch(path, { method: "PUT", headers: { "Content-Type": "application/json" }, body: "{}" });
  await put();
  const { page } = await openStudio(browser(), server(), "live?session=again");
  await fetch(path, { method: "DELETE" });
  await page.getByText("Access denied").waitFor();
  await put();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("status").getByText("Connected").waitFor();
});

test("the studio works without browser storage", async () => {
  const { page, complaints } = await open(browser());
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
  });
  await page.goto(`${server().origin}/studio/live`);
  await page.getByRole("status").getByText("Connected").waitFor();
  await page.getByRole("button", { name: /^Theme: auto/ }).click();
  await page.getByRole("button", { name: /^Theme: light/ }).waitFor();
  expect(complaints).toEqual([]);
});

test("a key's long name does not make the page scroll sideways on a phone", async () => {
  const name = "x".repeat(64);
  const { account } = await control<{ account: string }>(server(), "/keys", {
    tier: "pro",
    environment: "live",
    name,
  });
  const { page } = await openStudio(browser(), server(), `keys/${account}`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByText(name).first().waitFor();
  const over = await page.evaluate(() => {
    const main = document.querySelector("main")!;
    return main.scrollWidth - main.clientWidth;
  });
  expect(over).toBe(0);
});
