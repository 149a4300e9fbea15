import { expect, onTestFinished, test } from "vitest";
import { askPrice, open, openStudio, serve, sharedBrowser, site } from "./setup.js";

const browser = sharedBrowser();

test("reconnects to a restarted server, keeps the visible data, and logs the interruption", async () => {
  const first = await serve();
  onTestFinished(() => first.kill());
  const { page } = await openStudio(browser(), first, "live");
  await askPrice(first, "SOL");
  const seen = page.getByRole("link", { name: "/v1/prices/SOL" });
  await seen.first().waitFor();
  await first.kill();
  await page.getByText("Server unreachable, retrying").waitFor();
  await seen.first().waitFor();
  const second = await serve("--port", String(first.port));
  onTestFinished(() => second.kill());
  await page.getByRole("status").getByText("Connected").waitFor();
  await page.getByText("The server was restarted.").waitFor();
  await askPrice(second, "JUP");
  await page.getByRole("link", { name: "/v1/prices/JUP" }).first().waitFor();
  await seen.first().waitFor();
});

test("a page of another origin can neither read the control plane nor change the world", async () => {
  const served = await serve();
  onTestFinished(() => served.kill());
  const { page } = await open(browser());
  await page.goto(await site({ "/": "<title>stranger</title>" }));
  const before = await (await fetch(`${served.origin}/_mock/clock`)).json();
  const outcomes = await page.evaluate(async (origin) => {
    const tried = async (path: string, init?: RequestInit) => {
      try {
        const answer = await fetch(origin + path, init);
        return `${path} read: ${answer.status}`;
      } catch {
        return `${path} refused`;
      }
    };
    // A `text/plain` body needs no CORS preflight, so the server itself must reject it.
    const body = JSON.stringify({ by: "365d" });
    await fetch(`${origin}/_mock/clock/advance`, { method: "POST", mode: "no-cors", body }).catch(
      () => undefined,
    );
    return [
      await tried("/_mock/world"),
      await tried("/_mock/traffic"),
      await tried("/_mock/clock/advance", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      }),
    ];
  }, served.origin);
  expect(outcomes.filter((outcome) => / read: (?!403)/.test(outcome))).toEqual([]);
  const after = await (await fetch(`${served.origin}/_mock/clock`)).json();
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeLessThan(86_400_000);
  const framed = await fetch(`${served.origin}/studio`);
  expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("outside loopback, the studio requires the control token", async () => {
  const served = await serve("--host", "0.0.0.0", "--control-token", "let-me-in-let-me-in");
  onTestFinished(() => served.kill());
  const { page } = await open(browser());
  await page.goto(`${served.origin}/studio/keys`);
  await page.getByText("Access denied").waitFor();
  await page.getByLabel("Control token").fill("let-me-in-let-me-in");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("status").getByText("Connected").waitFor();
  await page.getByText("Requests this minute").first().waitFor();
  expect(page.url()).not.toContain("let");
});
