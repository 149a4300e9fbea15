import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  /** When that process began, where the system says so: after a restart its number may be another's. */
  readonly began?: string | undefined;
  /** The process without which it ends by itself: a worker's first process. */
  readonly parent?: Holder | undefined;
}

/**
 * Returns the boot and the start time of a process, which tell it from a later process of the same number;
 * undefined where there is no /proc.
 */
function beginningOf(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const fields = statOf(pid);
    return `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Fields of `/proc/PID/stat` behind the name, which is in brackets and may hold anything. @throws where there is no /proc */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Whether a process has ended and nobody has asked how: in a container there may be nobody who ever will. */
function isZombie(pid: number): boolean {
  try {
    return ["Z", "X"].includes(statOf(pid)[0] ?? "");
  } catch {
    return false;
  }
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is alive too.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  if (isZombie(pid)) return false;
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
    return asHolder(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asHolder(value: unknown): Holder | undefined {
  const { pid, began, parent } = (value ?? {}) as Partial<Holder>;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, began, parent: parent && asHolder(parent) };
}

/** This process, and the one without which it ends, if somebody watches over it. */
function ownHolder(): Holder {
  const { pid, ppid, channel } = process;
  const parent = channel && { pid: ppid, began: beginningOf(ppid) };
  return { pid, began: beginningOf(pid), parent };
}

/** Waits without giving way: whoever made the file is about to write into it. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

const ATTEMPTS = 5;
/** Pauses for a worker that is about to end because its first process did: five seconds. */
const MOST_PAUSES = 100;

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
    const text = JSON.stringify(ownHolder());
    let pauses = 0;
    for (let attempt = 0; ; attempt++) {
      try {
        writeFileSync(path, text, { flag: "wx", mode: 0o600 });
        return new FileLock(path, text);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt >= ATTEMPTS) throw error;
      }
      let holder = holderOf(path);
      for (; holder && isAlive(holder); holder = holderOf(path)) {
        const { parent } = holder;
        if (!parent || isAlive(parent) || ++pauses > MOST_PAUSES) return holder.pid;
        pause();
      }
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
