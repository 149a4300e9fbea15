import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Bundles a program from the current sources into one file. */
export async function workerProgram(
  entry = "test/deep/redis/worker.ts",
): Promise<{ path: string; remove(): void }> {
  const cache = at("node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "worker-"));
  const path = join(folder, "worker.mjs");
  await build({
    entryPoints: [at(entry)],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: {
      "intent-tx/postgres": at("src/postgres/index.ts"),
      "intent-tx/redis": at("src/redis/index.ts"),
      "intent-tx/node": at("src/node/index.ts"),
      "intent-tx/solana": at("src/solana/index.ts"),
      "intent-tx": at("src/index.ts"),
    },
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A process of a fleet. */
export class Worker {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #heard = () => {};
  #closed = false;
  /** The signal or the exit code that the process ended with. */
  readonly ended: Promise<NodeJS.Signals | number | null>;

  constructor(program: string, task: object) {
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child = child;
    const lines: Interface = createInterface({ input: child.stdout! });
    lines.on("line", (line) => {
      this.#lines.push(line);
      this.#heard();
    });
    // A process can exit before its last line is read, so the output is complete only when it closes.
    lines.on("close", () => {
      this.#closed = true;
      this.#heard();
    });
    this.ended = new Promise((resolve) => {
      child.once("close", (code, signal) => resolve(signal ?? code));
    });
  }

  async #line(): Promise<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) return line;
      if (this.#closed) throw new Error(`The process ended (${await this.ended}) before its next line.`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  /** Waits for the next line, which must be `text`. */
  async says(text: string): Promise<this> {
    const line = await this.#line();
    if (line !== text) throw new Error(`The process said ${line}, not ${text}.`);
    return this;
  }

  /** Writes a line to the process. */
  tell(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  async outcome<T>(): Promise<T> {
    return JSON.parse(await this.#line()) as T;
  }
}
