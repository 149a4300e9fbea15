import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  /** When that process began, where the system says so: after a restart its number may be another's. */
  readonly began?: string | undefined;
}

/**
 * Returns the boot and the start time of a process, which tell it from a later process of the same number;
 * undefined where there is no /proc.
 */
function beginningOf(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold anything; the start is the 20th field after it.
    return `${boot}/${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is alive too.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = beginningOf(pid);
  return began === undefined || now === undefined || began === now;
}

/** Who is said to hold a lock; undefined where nobody is. @throws the system's error: what cannot be read may be held */
function holderOf(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { pid, began } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === "number" && Number.isSafeInteger(pid) && pid > 0 ? { pid, began } : undefined;
  } catch {
    return undefined;
  }
}

/** Waits without giving way: whoever made the file is about to write into it. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

const ATTEMPTS = 5;

/**
 * A file that says which process uses another file. One that a killed process left behind is taken over.
 */
export class FileLock {
  readonly #path: string;
  readonly #text: string;

  private constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  /**
   * Takes a lock.
   *
   * @returns the lock, or the number of the process that holds it
   * @throws the system's error when the lock's file cannot be written
   */
  static take(path: string): FileLock | number {
    const text = JSON.stringify({ pid: process.pid, began: beginningOf(process.pid) } satisfies Holder);
    for (let attempt = 0; ; attempt++) {
      try {
        writeFileSync(path, text, { flag: "wx", mode: 0o600 });
        return new FileLock(path, text);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt >= ATTEMPTS) throw error;
      }
      const holder = holderOf(path);
      if (holder && isAlive(holder)) return holder.pid;
      if (!holder) pause();
      const found = FileLock.#removeStale(path);
      if (found !== undefined) return found;
    }
  }

  /** Gives the lock back. */
  release(): void {
    try {
      if (readFileSync(this.#path, "utf8") === this.#text) rmSync(this.#path);
    } catch {
      // Somebody has removed it by hand; that is what was wanted.
    }
  }

  /** Takes a stale lock away. Of two that do so at once one may get hold of the other's new lock; it gives it back. */
  static #removeStale(path: string): number | undefined {
    const aside = `${path}.${process.pid}`;
    try {
      renameSync(path, aside);
    } catch {
      return undefined;
    }
    const holder = holderOf(aside);
    if (!holder || !isAlive(holder)) {
      rmSync(aside, { force: true });
      return undefined;
    }
    renameSync(aside, path);
    return holder.pid;
  }
}
