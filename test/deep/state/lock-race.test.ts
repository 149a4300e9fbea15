import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { raceForLock } from "../../server/state/lock-race.js";

test("in 150 rounds of six processes racing for a stale lock, two never hold it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "intent-tx-race-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await raceForLock(folder, 150)).toBe(0);
});
