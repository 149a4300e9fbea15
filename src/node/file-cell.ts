import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ConfigurationError } from "../errors/errors.js";
import { EMPTY, type Reading, type RotationState, type StateCell } from "../rotation/shared-rotation.js";
import type { KeyRecord } from "../rotation/store.js";

/** Number of past state folders to keep, so that a delayed process still finds that its number is taken. */
const PAST_STATES = 32;
/** File that keeps a past state's folder non-empty, because a rename can replace an empty folder. */
const TAKEN = "taken";
/** Age at which leftovers of an interrupted write are removed, milliseconds. */
const TEMPORARY_MS = 60_000;
/** How many replaced keys are remembered, so that a late write of an old key is recognised. */
const REPLACED = 20;

/** A state, and the previous keys of the key file. */
interface FileState extends RotationState {
  /** Identifiers of the keys replaced by this state and earlier ones, newest first. */
  readonly replaced?: readonly string[];
}

/**
 * Stores a rotation's state next to the key file. Each state is a numbered folder, put in place by one atomic rename,
 * which fails if the number is taken. No lock is needed, and a process that died leaves nothing to clean up. Past
 * states keep only their number, so that no replaced key stays on disk. The key file follows the newest state. If the
 * file has a replaced key, the state's key is used. If it has any other key, that key was saved by hand and is used.
 */
export class FileCell implements StateCell {
  readonly #folder: string;

  /** @param path The key file. */
  constructor(readonly path: string) {
    this.#folder = `${path}.rotation`;
  }

  exists(): boolean {
    return existsSync(this.#folder);
  }

  async read(): Promise<Reading> {
    const { number, state } = await this.#newest();
    const file = await this.readKey();
    const isCurrent = !file || file.keyId === state.record?.keyId || state.replaced?.includes(file.keyId);
    const used = isCurrent && (state.record || !file) ? state : { fence: state.fence, record: file };
    return { revision: number, now: Date.now(), state: used };
  }

  async swap(revision: number, state: RotationState): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const before = await this.#newest();
    if (before.number !== revision) return false;
    const file = await this.readKey();
    const { record } = state;
    const ids = [file?.keyId, before.state.record?.keyId, ...(before.state.replaced ?? [])];
    const replaced = [...new Set(ids)].filter((id) => id !== undefined && id !== record?.keyId);
    const text = JSON.stringify({ ...state, replaced: replaced.slice(0, REPLACED) });
    let done = false;
    const store = async () => {
      done = await this.#put(revision + 1, text);
    };
    // The key file is moved after the state but written before it, since a full disk must change neither.
    if (record && JSON.stringify(file) !== JSON.stringify(record))
      await this.writeKey(record, (from, to) => store().then(() => (done ? rename(from, to) : undefined)));
    else await store();
    if (done) await this.#prune(revision + 1);
    return done;
  }

  async readKey(): Promise<KeyRecord | undefined> {
    const text = await readFile(this.path, "utf8").catch(absent);
    if (text === undefined) return undefined;
    const record = parseKey(text);
    if (!record)
      throw new ConfigurationError(`${this.path} contains no key record { keyId, key, createdAt }.`);
    return record;
  }

  async writeKey(record: KeyRecord, move = rename): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await put(this.path, `${JSON.stringify(record, null, 2)}\n`, move);
  }

  async #numbers(): Promise<number[]> {
    const names = (await readdir(this.#folder).catch(absent)) ?? [];
    return names.flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : [])).sort((a, b) => b - a);
  }

  async #newest(): Promise<{ number: number; state: FileState }> {
    for (let missing = 0; ; ) {
      const [number] = await this.#numbers();
      if (number === undefined) return { number: 0, state: EMPTY };
      const text = await readFile(this.#file(number), "utf8").catch(absent);
      // If the file was removed after a newer state appeared, searches again.
      if (text !== undefined || number === missing) return { number, state: parse(text ?? "", this.#folder) };
      missing = number;
    }
  }

  #file(number: number): string {
    return join(this.#folder, String(number), "state.json");
  }

  /** Stores a state under a number, atomically and durably. Returns false if the number is or was taken. */
  async #put(number: number, text: string): Promise<boolean> {
    const temporary = join(this.#folder, `${randomUUID()}.tmp`);
    const path = join(this.#folder, String(number));
    await mkdir(temporary, { mode: 0o700 });
    try {
      await writeToDisk(join(temporary, "state.json"), text);
      await writeFile(join(temporary, TAKEN), "");
      await syncFolder(temporary);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      const { code = "" } = error as { code?: string };
      if (/^(ENOTEMPTY|EEXIST|EPERM|EACCES)$/.test(code) && existsSync(path)) return false;
      throw error;
    }
    await syncFolder(this.#folder);
    const [newest = number] = await this.#numbers();
    if (number >= newest - PAST_STATES) return true;
    // The number may have been used and removed while this process was paused.
    await rm(path, { recursive: true, force: true });
    return false;
  }

  async #prune(newest: number): Promise<void> {
    for (const number of await this.#numbers())
      if (number < newest - PAST_STATES)
        await rm(join(this.#folder, String(number)), { recursive: true, force: true });
      else if (number < newest) await rm(this.#file(number), { force: true });
    await removeTemporaryFiles(this.#folder);
    // A process killed while it wrote the key file leaves a key next to it.
    await removeTemporaryFiles(dirname(this.#folder), basename(this.#folder, "rotation"));
  }
}

function parseKey(text: string): KeyRecord | undefined {
  try {
    const record = JSON.parse(text) as KeyRecord | null;
    return typeof record?.keyId === "string" && typeof record.key === "string" ? record : undefined;
  } catch {
    return undefined;
  }
}

function parse(text: string, folder: string): FileState {
  try {
    const state = JSON.parse(text) as FileState | null;
    if (typeof state?.fence === "number") return state;
  } catch {
    // The parser's error is dropped, because its message may contain the text, which may be a secret.
  }
  throw new ConfigurationError(`${folder} has a state that cannot be read. Remove the folder.`);
}

/** Returns undefined if the file is missing, and rethrows any other error. */
export function absent(error: { code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Milliseconds since a file was written, or 0 if it is missing. */
export const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );

/** Removes temporary files that interrupted writes left in a folder, if their names start with `prefix`. */
export async function removeTemporaryFiles(folder: string, prefix = ""): Promise<void> {
  for (const name of (await readdir(folder).catch(absent)) ?? []) {
    const path = join(folder, name);
    const isOurs = name.startsWith(prefix) && /^[\da-f-]{36}\.tmp$/.test(name.slice(prefix.length));
    if ((prefix ? isOurs : name.endsWith(".tmp")) && (await ageOf(path)) > TEMPORARY_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/** Writes a file under a temporary name and moves it to its path with `move`. Both steps are flushed to disk. */
export async function put(path: string, text: string, move: typeof rename): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeToDisk(temporary, text);
    await move(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
}

/** Creates a file that only its owner can read, and flushes it to disk. */
async function writeToDisk(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a rename durable, if the system can flush a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  // Some systems cannot flush a folder. The file is complete nevertheless.
  await folder?.sync().catch(() => {});
  await folder?.close();
}
