import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder, removed when the test ends; outside a test pass `afterAll`. */
export function temporaryFolder(after: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "intent-tx-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
