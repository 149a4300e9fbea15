// Programs that the gates need: where they are, and how they are installed.
import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** Runs a program; rejects with its output if it fails. */
export const run = promisify(execFile);

/** Ends a program that hangs. Machines differ in speed by a factor of ten, so it is far above every duration. */
export const LIMIT_MS = 1_800_000;

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of the first of these programs that is on the PATH. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Path of Chromium from CHROMIUM or on the PATH; undefined if none is found. */
export function chromiumPath() {
  const named = process.env.CHROMIUM ?? "";
  return isProgram(named) ? named : onPath("chromium", "chromium-browser", "google-chrome");
}

/** Runs an installation, up to three times, because a registry or the network may fail for a moment. */
export async function install([program, ...args], cwd) {
  for (let tries = 1; ; tries++) {
    try {
      return await run(program, args, { cwd, timeout: LIMIT_MS, maxBuffer: 1 << 26 });
    } catch (error) {
      if (tries === 3) throw error;
      console.log(`${cwd}: ${program} failed, and is tried again: ${error.stderr || error.message}`);
      await sleep(tries * 10_000);
    }
  }
}
