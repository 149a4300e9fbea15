// IndexedDbJournal in Chromium: after kills, in two tabs, on a full disk, beyond the quota, and its syncs.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { IndexedDbJournal } from "intent-tx/solana";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { record } from "../../sdk/pay/record.js";

declare global {
  interface Window {
    readonly newJournal: () => IndexedDbJournal;
    readonly journal: IndexedDbJournal;
  }
}

const executablePath = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find(existsSync);
const STRACE = "/usr/bin/strace";
const root = temporaryFolder(afterAll);
const server = createServer((request, response) => {
  const isScript = request.url === "/page.js";
  response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
  response.end(isScript ? script : '<script type="module" src="/page.js"></script>');
});
let script = "";

beforeAll(async () => {
  const solana = fileURLToPath(new URL("../../../src/solana/index.ts", import.meta.url));
  const contents = `import { IndexedDbJournal } from ${JSON.stringify(solana)};
    window.newJournal = () => new IndexedDbJournal(); window.journal = window.newJournal();`;
  const built = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    define: { __VERSION__: '"0.0.0"' },
  });
  script = built.outputFiles[0]?.text ?? "";
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

const origin = (host = "127.0.0.1") => `http://${host}:${(server.address() as AddressInfo).port}`;

/** A running Chromium with a profile of its own. */
interface Running {
  readonly browser: Browser;
  readonly process: ChildProcess;
  open(host?: string): Promise<Page>;
  /** Ends all its processes at once, as a power button does for the page. */
  kill(): Promise<void>;
}

async function start(profile: string, wrapper: readonly string[] = []): Promise<Running> {
  for (const name of ["SingletonLock", "SingletonCookie", "SingletonSocket"])
    rmSync(join(profile, name), { force: true });
  const flags = [
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-gpu",
    "--disable-dev-shm-usage",
  ];
  const args = [executablePath ?? "", ...flags, `--user-data-dir=${profile}`, "--remote-debugging-port=0"];
  const [command = "", ...rest] = [...wrapper, ...args];
  const child = spawn(command, rest, { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(child, "exit");
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), "SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  let text = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (data) => {
      text += data;
      const [, url] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.on("exit", () => reject(new Error(`Chromium ended: ${text}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const open = async (host?: string) => {
    const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
    await page.goto(origin(host));
    await page.waitForFunction(() => window.journal !== undefined);
    return page;
  };
  return { browser, process: child, open, kill };
}

if (!executablePath)
  console.warn("skipped: Chromium: IndexedDbJournal in a browser (apt-get install chromium)");
else if (!existsSync(STRACE))
  console.warn("skipped: strace: syncs of IndexedDbJournal (apt-get install strace)");
const inChromium = test.skipIf(executablePath === undefined && !process.env["CI"]);

inChromium(
  "a payment survives a kill of the browser 0 to 500 ms after it was stored; localStorage does not",
  async () => {
    const profile = join(root, "killed");
    const kept = { indexedDB: 0, localStorage: 0 };
    const DELAYS = [0, 0, 5, 50, 500];
    for (let round = 0; ; round++) {
      const running = await start(profile);
      const page = await running.open();
      const before =
        round &&
        (await page.evaluate(
          async (id) => {
            const indexedDB = (await window.journal.get(id))?.version === 3;
            return { indexedDB, localStorage: localStorage.getItem(id) !== null };
          },
          `order ${round - 1}`,
        ));
      if (before) {
        kept.indexedDB += Number(before.indexedDB);
        kept.localStorage += Number(before.localStorage);
      }
      const delay = DELAYS[round];
      if (delay === undefined) break;
      await page.evaluate(
        async (one) => {
          localStorage.setItem(one.paymentId, "paid");
          await window.journal.claim(one);
          for (const version of [2, 3]) await window.journal.update({ ...one, version });
        },
        record({ paymentId: `order ${round}` }),
      );
      await new Promise((resolve) => setTimeout(resolve, delay));
      await running.kill();
    }
    expect(kept.indexedDB).toBe(DELAYS.length);
    expect(kept.localStorage).toBeLessThan(DELAYS.length);
  },
);

inChromium("two tabs, the quota, and a user who clears the site's data", async () => {
  const running = await start(join(root, "tabs"));
  const tabs = [await running.open(), await running.open()];
  const [first] = tabs as [Page];
  const COUNT = 200;
  const one = record({ paymentId: "order" });
  const claims = await Promise.all(
    tabs.map((tab, at) =>
      tab.evaluate(
        ([own, count, tabAt]) =>
          Promise.all(
            Array.from({ length: count }, async (_, i) => {
              const mine = { ...own, paymentId: `order ${i}`, intentId: `tab ${tabAt}` };
              return (await window.journal.claim(mine))?.intentId ?? mine.intentId;
            }),
          ),
        [one, COUNT, at] as const,
      ),
    ),
  );
  expect(claims[0]).toHaveLength(COUNT);
  expect(claims[0]).toEqual(claims[1]);
  expect(await first.evaluate(async () => (await window.journal.open()).length)).toBe(COUNT);

  const updates = await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(
        async ([own, count]) => {
          const won: number[] = [];
          for (;;) {
            const { version = 0 } = (await window.journal.get("order 0")) ?? {};
            if (version > count) return won;
            if (await window.journal.update({ ...own, paymentId: "order 0", version: version + 1 }))
              won.push(version);
          }
        },
        [one, COUNT] as const,
      ),
    ),
  );
  expect(updates.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, i) => i + 1));

  const small = await running.open("localhost");
  const session = await small.context().newCDPSession(small);
  await session.send("Storage.overrideQuotaForOrigin", { origin: origin("localhost"), quotaSize: 50_000 });
  const attempt = { messageHash: "m", blockhash: "b", transaction: "A".repeat(30_000) };
  const said = await small.evaluate(
    async (big) => {
      for (let i = 0; i < 20; i++)
        try {
          await window.journal.claim({ ...big, paymentId: `big ${i}` });
        } catch (error) {
          return String(error);
        }
      return "";
    },
    record({ attempts: [attempt] }),
  );
  expect(said).toContain("the site's storage quota is used up");

  await session.send("Storage.clearDataForOrigin", { origin: origin(), storageTypes: "indexeddb" });
  const after = await first.evaluate(
    async (own) => {
      const error = await window.journal.claim(own).catch(String);
      return [error, await window.newJournal().get(own.paymentId).catch(String)];
    },
    record({ paymentId: "order 1" }),
  );
  expect(after).toEqual([
    expect.stringContaining("The browser has deleted the record of payment order 1"),
    expect.stringContaining("The browser has deleted the record of payment order 1"),
  ]);
});

inChromium(
  "on a full disk a call ends in its own words, and the payments are there when there is space",
  async (context) => {
    const profile = join(root, "full");
    const folder = join(profile, "Default", "IndexedDB");
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
    } catch {
      return context.skip("no disk can be mounted");
    }
    onTestFinished(() => void execFileSync("umount", ["-l", folder]));
    const running = await start(profile);
    const page = await running.open();
    const one = record({ paymentId: "order" });
    await page.evaluate((own) => window.journal.claim(own), one);
    const ballast = join(folder, "ballast");
    expect(() => {
      for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: "a" });
    }).toThrow("ENOSPC");
    const said = await page.evaluate(async (own) => {
      for (let version = 2; version < 200; version++)
        try {
          await window.journal.update({ ...own, version, order: "o".repeat(10_000) });
        } catch (error) {
          return String(error);
        }
      return "";
    }, one);
    expect(said).toMatch(/^ConfigurationError: IndexedDB failed: (the disk may be full|see cause)/);
    rmSync(ballast);
    await expect
      .poll(() => page.evaluate(async () => (await window.journal.get("order"))?.paymentId))
      .toBe("order");
    expect(
      await page.evaluate((own) => window.journal.claim({ ...own, paymentId: "next" }), one),
    ).toBeUndefined();
  },
);

test.skipIf(!executablePath || !existsSync(STRACE))(
  "each update is flushed to disk: strict durability, counted in syncs",
  async () => {
    const log = join(root, "syncs");
    const wrapper = [
      STRACE,
      "-f",
      "--seccomp-bpf",
      "-qq",
      "-y",
      "-e",
      "trace=fsync,fdatasync",
      "-e",
      "signal=none",
      "-o",
      log,
    ];
    const running = await start(join(root, "traced"), wrapper);
    const page = await running.open();
    const one = record();
    await page.evaluate((own) => window.journal.claim(own), one);
    const syncs = () => readFileSync(log, "utf8").match(/sync\(.*IndexedDB/g)?.length ?? 0;
    const before = syncs();
    await page.evaluate(async (own) => {
      for (let version = 2; version <= 21; version++) await window.journal.update({ ...own, version });
    }, one);
    expect(syncs() - before).toBeGreaterThanOrEqual(20);
  },
);
