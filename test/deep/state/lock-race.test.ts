import { test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { raceForLock } from "../../server/state/lock-race.js";

test("in 150 rounds, six processes race for a stale lock, and two never hold it at once", async () => {
  await raceForLock(temporaryFolder(), 150);
});
