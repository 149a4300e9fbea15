import type { BrowserContext, Page, Request } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { deferred } from "../../sdk/harness.js";
import { askPrice, newContext, type Served, serve, sharedBrowser, sharedServer } from "./setup.js";

const browser = sharedBrowser();
const server = sharedServer();

const isStream = (url: string) => url.includes("/traffic/stream");
const connected = (page: Page) => page.getByRole("status").getByText("Connected").waitFor();
const shows = (pages: readonly Page[], token: string) =>
  Promise.all(
    pages.map((page) =>
      page
        .getByRole("link", { name: `/v1/prices/${token}` })
        .first()
        .waitFor(),
    ),
  );

/** A browser of its own, the number of streams that are open in it, and the tab that opened the last one. */
async function context() {
  const opened = await newContext(browser());
  onTestFinished(() => opened.close());
  const open = new Set<Request>();
  const tabOf = (request: Request) => request.frame().page();
  const streams = {
    leader: undefined as Page | undefined,
    count: () => [...open].filter((request) => !tabOf(request).isClosed()).length,
  };
  opened.on("request", (request) => {
    if (!isStream(request.url())) return;
    open.add(request);
    streams.leader = tabOf(request);
  });
  opened.on("requestfailed", (request) => open.delete(request));
  opened.on("requestfinished", (request) => open.delete(request));
  return { opened, streams };
}

async function openTab(opened: BrowserContext, { origin }: Served): Promise<Page> {
  const page = await opened.newPage();
  await page.goto(`${origin}/studio/live`);
  return page;
}

/** Reports to the page that it is hidden, or visible again. */
const setVisible = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("seven tabs share one stream, and another tab leads when the leader closes or hangs", async () => {
  const { opened, streams } = await context();
  await askPrice(server(), "SOL");
  const pages: Page[] = [];
  for (let tab = 0; tab < 7; tab++) {
    pages.push(await openTab(opened, server()));
    await connected(pages[tab]!);
  }
  // The last tab has read the requests from before it opened, and the app in this browser can still make its own.
  await shows(pages, "SOL");
  const status = await pages[6]!.evaluate(
    async (key) => (await fetch("/v1/prices/USDC", { headers: { Authorization: `Bearer ${key}` } })).status,
    server().keys["pro"],
  );
  expect(status).toBe(200);
  await shows(pages, "USDC");
  await expect.poll(streams.count).toBe(1);

  const closed = streams.leader!;
  await closed.close();
  await expect.poll(() => streams.leader === closed).toBe(false);
  await askPrice(server(), "JUP");
  const left = pages.filter((page) => page !== closed);
  await shows(left, "JUP");

  const hung = streams.leader!;
  const end = deferred();
  await hung.route("**/hang", async (route) => {
    await end.promise;
    await route.fulfill({ body: "" });
  });
  // The page's thread waits for this request as it would for an endless loop.
  const busy = hung.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open("GET", "/hang", false);
    request.send();
  });
  await expect.poll(() => streams.leader === hung).toBe(false);
  await askPrice(server(), "BONK");
  await shows(
    left.filter((page) => page !== hung),
    "BONK",
  );
  end.resolve();
  await busy;
  await shows([hung], "BONK");
  await expect.poll(streams.count).toBe(1);
});

test("a hidden tab holds no stream, and catches up when it is visible again", async () => {
  const { opened, streams } = await context();
  const page = await openTab(opened, server());
  await connected(page);
  await setVisible(page, "hidden");
  await expect.poll(streams.count).toBe(0);
  await askPrice(server(), "RAY");
  await setVisible(page, "visible");
  await shows([page], "RAY");
  await expect.poll(streams.count).toBe(1);
});

test("tabs share neither the token nor what it opens", async () => {
  const token = "let-me-in-let-me-in";
  const served = await serve("--host", "0.0.0.0", "--control-token", token);
  onTestFinished(() => served.kill());
  const { opened } = await context();
  const sent: string[] = [];
  await opened.exposeFunction("report", (text: string) => sent.push(text));
  await opened.addInitScript(() => {
    const { report } = globalThis as unknown as { report: (text: string) => void };
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message) {
      report(this.name + JSON.stringify(message));
      postMessage.call(this, message);
    };
  });
  const page = await openTab(opened, served);
  await page.getByLabel("Control token").fill(token);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await connected(page);
  const other = await openTab(opened, served);
  await other.getByText("Access denied").waitFor();
  await askPrice(served, "SOL");
  await shows([page], "SOL");
  expect(await other.getByRole("link", { name: "/v1/prices/SOL" }).count()).toBe(0);
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.join()).not.toContain(token);
});
