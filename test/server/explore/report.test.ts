import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Ending, explore, type Life } from "@intent-tx/mock-server/explore";
import { expect, onTestFinished, test, vi } from "vitest";
import { readReport } from "../../../mock-server/src/explore/saved-report.js";
import { temporaryFolder } from "../../folder.js";
import { UNSOUND } from "./apps.js";

/** Explores an app that pays twice when a response is lost, and whose check fails with these words. */
async function saved(check: (ending: Ending<unknown>) => unknown) {
  const app = UNSOUND["builds, signs and sends again after any error"]!;
  const report = await explore({ run: app.run as never, check, only: "3:lost", throws: false });
  const file = join(temporaryFolder(), "report.json");
  await report.save(file);
  return { report, text: readFileSync(file, "utf8") };
}

test("a saved report tells each step, the fault at its place, and what the chain then held", async () => {
  const { report, text } = await saved(({ ended }) => {
    if (ended.faults.length > 0) throw new Error("paid twice");
  });
  const { failures, ...counts } = readReport(text);
  expect(counts).toMatchObject({ schedules: report.schedules, requests: report.requests, skipped: [] });
  expect(failures).toMatchObject([
    {
      schedule: "3:lost",
      error: "Error: paid twice",
      lives: 1,
      steps: expect.arrayContaining([
        { number: 2, life: 0, operation: "transactions.build", saw: "200" },
        {
          number: 3,
          life: 0,
          operation: "sendTransaction",
          fault: "lost",
          saw: "TypeError: fetch failed",
          balances: [expect.stringMatching(/^alice -1\.0\d+ SOL$/), expect.stringMatching(/ \+1 SOL$/)],
        },
      ]),
      end: "returned",
      replay: 'explore({ …, only: "3:lost" })',
    },
  ]);
});

test("keys, and the secrets of wallets and of the machine are redacted, in the text too", async () => {
  const ofMachine = "secret-of-this-machine";
  vi.stubEnv("DEPLOY_TOKEN", ofMachine);
  onTestFinished(() => void vi.unstubAllEnvs());
  let secrets: string[] = [];
  const { report, text } = await saved(({ server }) => {
    secrets = [server.keys.enterprise, server.wallets.alice.secretKey, ofMachine];
    throw new Error(`failed with ${secrets.join(", ")}.`);
  });
  for (const told of [text, String(report)]) {
    expect(told).toMatch(/failed with svc_live_…, …, …\./);
    for (const secret of secrets) expect(told).not.toContain(secret);
  }
});

test("a damaged file is refused, with its problem", async () => {
  const { text } = await saved(() => {});
  const whole = JSON.parse(text);
  expect(() => readReport(text.slice(0, -2))).toThrow("not a whole JSON document");
  for (const [change, problem] of [
    [{ kind: "world" }, /kind must be the kind of a saved report/],
    [{ version: 2 }, /version must be 1/],
    [{ failures: [{ schedule: "3:lost" }] }, /failures\[0\]\.error must be a string/],
    [{ requests: "3" }, /requests must be an integer/],
  ] as const)
    expect(() => readReport(JSON.stringify({ ...whole, ...change }))).toThrow(problem);
  for (const other of ["null", "[]", "7"]) expect(() => readReport(other)).toThrow(/not a report/);
});

test("of steps that repeat, alone or in pairs, there are only the first and the last", async () => {
  const run = async ({ client, life }: Life<undefined>) => {
    for (let i = 0; i < 5; i++) await client.prices.retrieve("SOL");
    for (let i = 0; i < 10; i++) await client.prices.retrieve(i % 2 ? "SOL" : "NOPE").catch(() => life);
    throw new Error("not paid");
  };
  const report = await explore({ run, throws: false });
  const [failure] = readReport(report.json()).failures;
  expect(failure?.steps.map(({ number }) => number)).toEqual([1, 5, 6, 14, 15]);
  expect(failure?.end).toBe("threw Error: not paid");
});
