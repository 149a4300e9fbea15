import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, onTestFinished, test } from "vitest";
import { placesOf } from "./places.js";
import { control, openStudio, serve, sharedBrowser } from "./setup.js";

const browser = sharedBrowser();

/** Markup that would run or load something if it were not shown as text; the last also turns the text around. */
const MARKUP = "\"'><img src=/hit onerror=hit()><script>hit()</script>\u202e";
const SHORT = "<img src=/hit>\u202e";
const LINK = "javascript:hit()//<svg/onload=hit()>";
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

test("markup in every name, text, path and header is shown as text in every room", async () => {
  const served = await serve("--control-origin", "https://example.com");
  onTestFinished(() => served.kill());
  const { origin, keys } = served;
  const nft = { name: SHORT, symbol: "<b>", uri: LINK };
  const token = { symbol: "HIT", name: MARKUP, decimals: 6, priceUsd: "1" };
  await control(served, "/reset", {
    world: { wallets: { alice: { HIT: "5", SOL: "10", nfts: [nft] } }, tokens: [token] },
  });
  for (const name of [MARKUP, LINK])
    await control(served, "/keys", { tier: "pro", environment: "live", name, account: name });
  const path = `/v1/${encodeURIComponent(MARKUP)}`;
  await control(served, "/faults", { match: { path }, fault: { kind: "latency", ms: 1 }, times: 5 });
  const headers = { Authorization: `Bearer ${keys["pro"]}`, "Content-Type": "application/json" };
  const ask = (path: string, body?: object, more: object = {}) =>
    fetch(`${origin}${path}`, {
      headers: { ...headers, "User-Agent": "<img src=/hit>", "X-Request-Id": "<script>", ...more },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  const walletAddress = served.wallets["alice"]!.address;
  await ask(`${path}?${encodeURIComponent(MARKUP)}=${MARKUP}`);
  await ask("/v1/intents", { walletAddress, command: MARKUP, [MARKUP]: { [LINK]: [MARKUP] } });
  await ask(
    "/v1/intents",
    { walletAddress, command: `send 1 HIT to ${SHORT}` },
    { "Idempotency-Key": "<b>" },
  );
  await ask("/rpc/live", { jsonrpc: "2.0", id: MARKUP, method: MARKUP, params: [MARKUP] });
  const signer = Keypair.fromSecretKey(bs58.decode(served.wallets["alice"]!.secretKey));
  const connection = new Connection(`${origin}/rpc/live`, "confirmed");
  const { blockhash } = await connection.getLatestBlockhash();
  const noted = new Transaction({ feePayer: signer.publicKey, recentBlockhash: blockhash });
  noted.add(new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(MARKUP) }));
  noted.sign(signer);
  const signature = await connection.sendRawTransaction(noted.serialize());

  const places = (await placesOf(served)).map(([path]) => path);
  const { data: accounts } = await control<{ data: { account: string }[] }>(served, "/accounts");
  for (const { account } of accounts) places.push(`keys/${encodeURIComponent(account)}`);
  places.push(`chain/tx/${signature}`);
  for (let number = 1; number <= 12; number++) places.push(`live/${number}`);
  for (const room of [
    "say?say=",
    "live?path=",
    "wallets/",
    "chain/tx/",
    "chain/address/",
    "market/",
    "keys/",
  ])
    places.push(room + encodeURIComponent(MARKUP));
  const { page, complaints } = await openStudio(browser(), served, "live");
  const hits: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) || /\/hit$/.test(request.url())) hits.push(request.url());
  });
  page.on("dialog", (dialog) => hits.push(dialog.message()));
  await page.context().exposeFunction("hit", () => hits.push("ran"));
  const seen: string[] = [];
  for (const place of places) {
    await page.goto(`${origin}/studio/${place}`);
    await page.getByRole("status").getByText("Connected").waitFor();
    await expect.poll(() => page.locator("main").innerText()).not.toMatch(/Loading(?![\s\S]*not sent)|^\s*$/);
    seen.push((await page.locator("body").innerText()).slice(0, 100_000));
    const made = await page.locator("[onerror], [onload], img[src='/hit'], a[href^='javascript:' i]").count();
    expect(made, place).toBe(0);
  }
  expect(hits).toEqual([]);
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  // The texts were there, so the rooms have shown them.
  for (const text of ["onerror=hit()", "<svg/onload", "<img src=/hit>"])
    expect(seen.filter((one) => one.includes(text)).length, text).toBeGreaterThan(0);
});
