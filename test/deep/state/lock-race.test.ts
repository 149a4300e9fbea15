import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";

const PROCESSES = 6;
const ROUNDS = 150;
/** The ID of a process that has ended. */
const STALE = 2_147_483_646;

/** Given a path, a process tries to lock it and reports whether it has the lock; otherwise it releases the lock. */
const RACER = `
  import { takeLock } from "LOCK";
  let release;
  process.on("message", ({ path }) => {
    if (path === undefined) {
      release?.();
      release = undefined;
      return process.send({ released: true });
    }
    try {
      release = takeLock(path);
      process.send({ held: true });
    } catch (error) {
      process.send({ held: false, error: String(error) });
    }
  });
`;

interface Said {
  readonly held?: boolean;
  readonly error?: string;
}

function asked(child: ChildProcess, message: object): Promise<Said> {
  return new Promise((resolve) => {
    child.once("message", (said) => resolve(said as Said));
    child.send(message);
  });
}

// One process must get the lock; a round without a holder is accepted only if a process gave up after many attempts, and not
// every time.
test(`in ${ROUNDS} rounds, six processes race for a stale lock, and two never hold it at once`, async () => {
  const folder = temporaryFolder();
  const lock = fileURLToPath(new URL("../../../mock-server/src/state/lock.ts", import.meta.url));
  const racer = join(folder, "racer.mjs");
  await build({
    stdin: { contents: RACER.replace("LOCK", lock), resolveDir: folder, loader: "js" },
    outfile: racer,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
  });
  const children = Array.from({ length: PROCESSES }, () => fork(racer));
  let held = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const at = join(folder, `round${round}`);
      mkdirSync(at);
      const path = join(at, "state.jsonl");
      // Writes the lock of a killed process, with the current boot and namespace.
      await asked(children[0] as ChildProcess, { path });
      const [name = ""] = readdirSync(at);
      const text = JSON.parse(readFileSync(join(at, name), "utf8"));
      await asked(children[0] as ChildProcess, {});
      writeFileSync(join(at, name), JSON.stringify({ ...text, pid: STALE }));
      const said = await Promise.all(children.map((child) => asked(child, { path })));
      const holders = said.filter((one) => one.held).length;
      if (holders === 0) expect(JSON.stringify(said)).toContain("by several servers at once");
      else expect(holders).toBe(1);
      held += holders;
      await Promise.all(children.map((child) => asked(child, {})));
      rmSync(at, { recursive: true });
    }
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
  expect(held).toBeGreaterThan(0);
});
