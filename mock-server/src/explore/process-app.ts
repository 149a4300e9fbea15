import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join, sep } from "node:path";

/** Folders that a copy shares with the original, because they are large and apps do not write to them. */
const SHARED = ["node_modules", ".venv", "venv"];
const LEFT_OUT = [".git"];
/** Characters of the output to keep: the last ones. */
const OUTPUT = 16_000;

/** Copies a working folder, without the folder in it that retains the copies. */
export async function copyFolder(from: string, to: string, without?: string): Promise<void> {
  // Node's `cp` refuses to copy a folder into itself, even if a filter leaves that part out.
  const contains = (folder: string) => without?.startsWith(`${folder}${sep}`);
  for (const name of await readdir(from)) {
    const [source, copy] = [join(from, name), join(to, name)];
    if (SHARED.includes(name)) await symlink(source, copy);
    else if (contains(source)) {
      await mkdir(copy);
      await copyFolder(source, copy, without);
    } else if (!LEFT_OUT.includes(name) && source !== without)
      await cp(source, copy, { recursive: true, verbatimSymlinks: true });
  }
}

/** All process groups that have been started and have not ended. */
const groups = new Set<ProcessGroup>();

/** A command and all of its children. */
export class ProcessGroup {
  readonly #child: ChildProcess;
  /** Resolves to the exit code; null after a signal. Rejects if the command cannot be started. */
  readonly exited: Promise<number | null>;

  constructor(
    [program = "", ...rest]: readonly string[],
    cwd: string,
    env: NodeJS.ProcessEnv,
    /** The end of what the command, and the one before it, have printed. */
    public output = "",
  ) {
    this.#child = spawn(program, rest, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output = (this.output + text).slice(-OUTPUT);
      });
    groups.add(this);
    this.exited = new Promise<number | null>((resolve, reject) => {
      this.#child.once("error", reject);
      this.#child.once("exit", resolve);
    }).finally(() => {
      // A child of the command can outlive it.
      this.kill();
      // Afterwards the system may give the number to another group.
      groups.delete(this);
    });
    this.exited.catch(() => undefined);
  }

  /** Ends the whole group as a crash does. */
  kill(): void {
    const { pid } = this.#child;
    if (pid === undefined || !groups.has(this)) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

// No child outlives this process.
process.on("exit", () => {
  for (const group of groups) group.kill();
});
