import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { refused, unwritable } from "./records.js";

/** The process that holds a lock. */
interface Holder {
  readonly pid: number;
  /** The process's start time, because its id may be reused. Undefined without /proc, as are `boot` and `namespace`. */
  readonly began?: string | undefined;
  /** Boot id and PID namespace: process ids are comparable only if both are equal. */
  readonly boot?: string | undefined;
  readonly namespace?: string | undefined;
}

const ATTEMPTS = 50;

/**
 * Takes a state file's lock by creating the next number of `PATH.lock.N`. The lock of an ended process is not taken
 * over: the next number, which only one process can create, supersedes it. Then the other numbers are checked again, so
 * that at most one of two concurrent processes keeps the lock.
 *
 * @returns a function that releases the lock
 * @throws {OptionError} if another server has the lock, if that cannot be determined, or if the folder cannot be
 * written
 */
export function takeLock(path: string): () => void {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = locksOf(path);
      for (const name of known) refuseHeld(path, name);
      const own = `${path}.lock.${numberOf(known.at(-1)) + 1}`;
      const text = JSON.stringify(holderNow());
      try {
        writeFileSync(own, text, { flag: "wx", mode: 0o600 });
      } catch (error) {
        const { code = "" } = error as NodeJS.ErrnoException;
        if (code === "EEXIST") continue;
        rmSync(own, { force: true });
        // On a full disk, the locks of ended processes may occupy the last space.
        if (!["ENOSPC", "EDQUOT"].includes(code) || known.length === 0) throw error;
        for (const name of known) rmSync(name, { force: true });
        continue;
      }
      const release = () => {
        try {
          if (textOf(own) === text) rmSync(own, { force: true });
        } catch {
          // The disk became read-only. When this process ends, its lock no longer counts.
        }
      };
      const others = locksOf(path).filter((name) => name !== own);
      if (textOf(own) === text && others.every((name) => lockStatusOf(holderIn(name)) === "stale")) {
        for (const name of others) rmSync(name, { force: true });
        return release;
      }
      release();
      pause(1 + Math.random() * 20);
    }
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).errno !== "number") throw error;
    throw unwritable(path, error);
  }
  throw refused(path, "is being locked by several servers at once; start only one of them");
}

const numberOf = (name = "0"): number => Number(/\d+$/.exec(name)?.[0]);

/** The paths of the existing locks, by ascending number. */
function locksOf(path: string): string[] {
  const file = basename(path);
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(file) && /^\.lock\.\d{1,9}$/.test(name.slice(file.length)))
    .sort((one, other) => numberOf(one) - numberOf(other))
    .map((name) => path + name.slice(file.length));
}

function refuseHeld(path: string, name: string): void {
  let holder = holderIn(name);
  // The lock exists, but its creator has not written the content yet.
  if (!holder) {
    pause(50);
    holder = holderIn(name);
  }
  const status = lockStatusOf(holder);
  if (!holder || status === "stale") return;
  if (status === "unknown") {
    throw refused(
      path,
      `is locked by process ${holder.pid} on another machine, in another container, or from before a reboot (${name}), so this server cannot check whether that process is still running. If it is not, remove the lock: rm '${name}'`,
    );
  }
  const by = holder.pid === process.pid ? "another server in this process" : `the process ${holder.pid}`;
  throw refused(
    path,
    `is in use by ${by} (${name}); stop that server, or use a different file, because two servers on one file would lose data`,
  );
}

function lockStatusOf(holder: Holder | undefined): "held" | "stale" | "unknown" {
  if (!holder) return "stale";
  const self = holderNow();
  if (holder.boot !== self.boot || holder.namespace !== self.namespace) return "unknown";
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process runs under another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return "stale";
  }
  const began = startTimeOf(holder.pid);
  return began === "ended" || (holder.began !== undefined && began !== undefined && began !== holder.began)
    ? "stale"
    : "held";
}

function holderNow(): Holder {
  return {
    pid: process.pid,
    began: startTimeOf(process.pid),
    boot: ifReadable(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: ifReadable(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** Undefined for a file that cannot be read, as without /proc. */
function ifReadable(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A process's start time in ticks since boot; `ended` for a zombie. */
function startTimeOf(pid: number): string | undefined {
  const stat = ifReadable(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The preceding process name is in brackets and may contain any character.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields && ["Z", "X"].includes(fields[0] ?? "") ? "ended" : fields?.[19];
}

/** A lock's text; undefined for a missing lock. @throws the system's error for an unreadable one */
function textOf(name: string): string | undefined {
  try {
    return readFileSync(name, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function holderIn(name: string): Holder | undefined {
  try {
    const holder = JSON.parse(textOf(name) ?? "null") as Partial<Holder> | null;
    return Number.isSafeInteger(holder?.pid) && Number(holder?.pid) > 0 ? (holder as Holder) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
