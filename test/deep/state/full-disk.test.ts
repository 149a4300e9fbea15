import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cli } from "../../server/cli/cli-process.js";
import { control } from "../../server/lab.js";

const MIB = 1 << 20;

/** A disk of the given size in bytes; undefined if it cannot be mounted. */
function smallDisk(bytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "intent-tx-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

async function serving(file: string) {
  const running = await cli(["serve", "--json", "--log", "off", "--port", "0", "--state", file]);
  const ready = await running.ready();
  const mock = { ...ready, fetch };
  const put = (name: string) =>
    control(mock, "POST", "/names", { name, address: ready.wallets.bob.address }).then(
      ({ status }) => status === 201,
      () => false,
    );
  const names = async () => {
    const { state } = (await control(mock, "GET", "/state")).body as { state: { names: [string][] } };
    return state.names.map(([name]) => name);
  };
  const health = async () => (await control(mock, "GET", "/health")).body;
  return { running, ready, mock, put, names, health };
}

/** Fills the disk of `folder`; returns the path of the file that takes the space. */
function fill(folder: string): string {
  const path = join(folder, "ballast");
  try {
    for (let at = 0; at < 10_000; at++) writeFileSync(path, Buffer.alloc(4096), { flag: "a" });
  } catch {
    // The disk is full.
  }
  return path;
}

test("a server killed on a full disk restarts there with all acknowledged changes", async (context) => {
  const folder = smallDisk(2 * MIB);
  if (!folder) return context.skip();
  const file = join(folder, "state.jsonl");
  const first = await serving(file);
  for (let at = 0; at < 10; at++) expect(await first.put(`n${at}.sol`)).toBe(true);
  const ballast = fill(folder);
  for (let at = 0; at < 40; at++) await first.put(`full${at}-${"y".repeat(50)}.sol`);
  const there = await first.names();
  expect((await first.health()).status).toBe("degraded");
  await first.running.kill("SIGKILL");
  const size = statSync(file).size;
  const again = await serving(file);
  // The disk is too full to rewrite the file, so the server appends to it.
  await again.running.said(/Warning: .*cannot be written \(ENOSPC\)/, "err");
  expect(await again.health()).toMatchObject({ status: "degraded", stateFile: { writable: false } });
  expect(statSync(file).size).toBeLessThanOrEqual(size);
  const more: boolean[] = [];
  for (let at = 0; at < 100; at++) more.push(await again.put(`more${at}-${"z".repeat(50)}.sol`));
  expect(more).toContain(false);
  const names = await again.names();
  for (let at = 0; at < 10; at++) expect(names).toContain(`n${at}.sol`);
  rmSync(ballast);
  expect(await again.put("after.sol")).toBe(true);
  expect((await again.health()).status).toBe("ok");
  await again.running.kill("SIGKILL");
  const last = await serving(file);
  expect(await last.names()).toEqual(expect.arrayContaining([...names, "after.sol"]));
  // Unacknowledged names may be in the file, but none that was never requested.
  for (const name of names.filter((one) => !one.startsWith("more"))) expect(there).toContain(name);
});
