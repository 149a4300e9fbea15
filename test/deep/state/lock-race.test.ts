import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { raceForLock } from "../../server/state/lock-race.js";

test("in 150 rounds of six processes racing for a stale lock, two never hold it", async () => {
  expect(await raceForLock(temporaryFolder(), 150)).toBe(0);
});
