import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { open, serve, sharedBrowser, site } from "../studio/setup.js";
import type {} from "./page.js";

const browser = sharedBrowser();
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
let script: string;

beforeAll(async () => {
  const alias = { "@intent-tx/mock-server/testing": at("../../../mock-server/dist/testing/index.js") };
  const entryPoints = [at("page.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "esm", alias });
  script = outputFiles[0]!.text;
});

/** Starts an app with the test's page; returns its origin. */
const app = () =>
  site({ "/": '<!doctype html><script type="module" src="/page.js"></script>', "/page.js": script });

/** Opens the page of an app, which then controls a mock server; returns what the page reports. */
async function driven(origin: string, url: string, token?: string): Promise<readonly string[]> {
  const { page } = await open(browser());
  await page.goto(origin);
  await page.waitForFunction(() => "drive" in window);
  return page.evaluate(([url, token]) => window.drive(url!, token), [url, token]);
}

const DRIVEN = ["2030-01-02T00:00:00.000Z", "svc_live_", expect.stringContaining("by must be")];

test("a page controls a mock server that allows its origin; pages of other origins cannot", async () => {
  const [allowed, other] = [await app(), await app()];
  const mock = await serve("--control-origin", "http://localhost:5173", "--control-origin", allowed);
  onTestFinished(() => mock.kill());
  const nothing = [expect.stringContaining(`no mock server responds at ${mock.origin}/_mock`)];
  expect(await driven(other, mock.origin)).toEqual(nothing);
  // The preflight response allows only the exact origin, and `localhost` is a different origin.
  expect(await driven(allowed.replace("127.0.0.1", "localhost"), mock.origin)).toEqual(nothing);
  expect(await driven(allowed, mock.origin)).toEqual(DRIVEN);
});

test("an allowed page needs the server's control token, and can read why it was refused", async () => {
  const origin = await app();
  const mock = await serve("--control-origin", origin, "--control-token", "sesame");
  onTestFinished(() => mock.kill());
  expect(await driven(origin, mock.origin)).toEqual([
    expect.stringContaining("returned 403: the control plane needs"),
  ]);
  expect(await driven(origin, mock.origin, "sesame")).toEqual(DRIVEN);
});

test("without --control-origin, no page of another origin controls a mock server", async () => {
  const mock = await serve();
  onTestFinished(() => mock.kill());
  expect(await driven(await app(), mock.origin)).toEqual([
    expect.stringContaining("no mock server responds"),
  ]);
});
