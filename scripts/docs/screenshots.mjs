// Takes the screenshots of docs/guides/studio.md: `npm run docs:screenshots`. A file of more than 50 kB is an error.
import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { chromiumPath } from "../gate/programs.mjs";

const FOLDER = "docs/images/studio";
const MOST = 50_000;

const executablePath = chromiumPath();
if (executablePath === undefined) throw new Error("there is no Chromium on the PATH; name one with CHROMIUM");
const serve = ["mock-server/dist/cli/main.js", "serve", "--port", "0", "--json", "--seed", "1"];
const server = spawn("node", serve, { stdio: ["ignore", "pipe", "inherit"] });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const { value } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
  const { baseUrl, keys, wallets } = JSON.parse(value);
  const { origin } = new URL(baseUrl);
  server.stdout.resume();
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
  // Playwright's own screenshots cannot be WebP.
  const devTools = await page.context().newCDPSession(page);
  const take = async (name) => {
    await page.waitForTimeout(600);
    const { data } = await devTools.send("Page.captureScreenshot", { format: "webp", quality: 80 });
    const webp = Buffer.from(data, "base64");
    const path = `${FOLDER}/${name}.webp`;
    if (webp.length > MOST) throw new Error(`${path} has ${webp.length} bytes`);
    writeFileSync(path, webp);
  };
  const show = async (path, text) => {
    await page.goto(`${origin}/studio/${path}`);
    await page.getByText(text).first().waitFor();
  };
  const ask = (path, key) =>
    fetch(`${baseUrl}/${path}`, { headers: { Authorization: `Bearer ${keys[key]}` } });
  for (let index = 0; index < 30; index++) {
    await ask(`prices/${["SOL", "USDC", "BONK", "NOPE"][index % 4]}`, ["pro", "free"][index % 2]);
    await page.waitForTimeout(100);
  }
  await show("say?say=swap+1+SOL+for+USDC", "understood");
  await take("say");
  await page.getByRole("button", { name: "Create the intent" }).click();
  await page.getByRole("button", { name: "Build" }).click();
  await page.getByRole("button", { name: "Sign and send", exact: true }).click();
  await page.getByText("✓ processed").waitFor();
  await show("live?status=errors", "NOPE");
  await page.getByRole("link", { name: "/v1/prices/NOPE" }).first().click();
  await page.getByText("Copy as curl").waitFor();
  await take("live");
  await show(`wallets/${wallets.alice.address}`, "NFTs and stakes");
  await take("wallets");
  await show("chain", "confirmed");
  await page.locator("table a").first().click();
  await page.getByText("Call tree").waitFor();
  await take("chain");
  await show("market", "jitoSOL-USDC");
  await page.getByRole("link", { name: "SOL-USDC", exact: true }).click();
  await page.getByText("fee included").waitFor();
  await take("market");
  await show("keys", "Requests this minute");
  await take("keys");
  await show("world", "+ 1 day");
  await take("clock");
} finally {
  await browser.close();
  server.kill();
}
