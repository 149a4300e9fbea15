import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigurationError } from "../errors/errors.js";
import { EMPTY, type Reading, type RotationState, type StateCell } from "../keys/shared-rotation.js";
import type { KeyRecord } from "../keys/store.js";

/** Numbers that stay taken behind the newest state: as many states may be written while one process lists them. */
const KEPT = 32;
/** A file that keeps the folder of a past state from being empty: a rename may take the place of an empty one. */
const TAKEN = "taken";
/** Scraps of a process that was ended while it wrote are removed when they are this old. */
const SCRAP_MS = 60_000;
/** Keys that were replaced and are remembered, so that a late write of one is known as such. */
const REPLACED = 20;

/** A state, and what the file of the key held before it. */
interface FileState extends RotationState {
  /** Identifiers of the keys that this state and those before it replaced, newest first. */
  readonly replaced?: readonly string[];
}

/**
 * The state of a rotation beside the file of a key. Each state is a folder of its own, named by its number and put there
 * whole by one rename, which fails where the number is taken: no lock, and nothing to clean up after a process that died.
 * Of past states only the number is left, so that no replaced key stays on disk.
 *
 * The file itself follows the newest state. Until it has, its key is among those that were replaced, and the state counts;
 * a key that is not among them was put there by somebody else, and the file counts.
 */
export class FileCell implements StateCell {
  readonly #folder: string;
  readonly #readFile: () => Promise<KeyRecord | undefined>;
  readonly #writeFile: (record: KeyRecord) => Promise<void>;

  constructor(
    path: string,
    readFile: () => Promise<KeyRecord | undefined>,
    writeFile: (record: KeyRecord) => Promise<void>,
  ) {
    this.#folder = `${path}.rotation`;
    this.#readFile = readFile;
    this.#writeFile = writeFile;
  }

  /** True once a rotation has been here. */
  isThere(): Promise<boolean> {
    return isThere(this.#folder);
  }

  async read(): Promise<Reading> {
    const { number, state } = await this.#newest();
    const file = await this.#readFile();
    const followed = !file || file.keyId === state.record?.keyId || state.replaced?.includes(file.keyId);
    const record = state.record && followed ? state.record : file;
    // Whoever wrote the file knew of no rotation.
    const now = Date.now();
    if (record === state.record) return { revision: number, now, state };
    return { revision: number, now, state: { fence: state.fence, record } };
  }

  async swap(revision: number, state: RotationState): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const before = await this.#newest();
    if (before.number !== revision) return false;
    const file = await this.#readFile();
    const { record } = state;
    const ids = [file?.keyId, before.state.record?.keyId, ...(before.state.replaced ?? [])];
    const replaced = [...new Set(ids)].filter((id) => id !== undefined && id !== record?.keyId);
    const text = JSON.stringify({ ...state, replaced: replaced.slice(0, REPLACED) });
    if (!(await this.#put(revision + 1, text))) return false;
    if (record && JSON.stringify(file) !== JSON.stringify(record)) await this.#writeFile(record);
    await this.#prune(revision + 1);
    return true;
  }

  /** The numbers of all states, newest first. */
  async #numbers(): Promise<number[]> {
    const names = await readdir(this.#folder).catch((error: { code?: string }) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    return names.flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : [])).sort((a, b) => b - a);
  }

  async #newest(): Promise<{ number: number; state: FileState }> {
    for (;;) {
      const [number] = await this.#numbers();
      if (number === undefined) return { number: 0, state: EMPTY };
      try {
        return { number, state: parse(await readFile(this.#file(number), "utf8"), this.#folder) };
      } catch (error) {
        // A newer one came while it was looked for.
        if ((error as { code?: string }).code !== "ENOENT") throw error;
      }
    }
  }

  #file(number: number): string {
    return join(this.#folder, String(number), "state.json");
  }

  /** Puts a state under a number, whole and on disk; false when the number is taken, or was and is past. */
  async #put(number: number, text: string): Promise<boolean> {
    const scrap = join(this.#folder, `${randomUUID()}.tmp`);
    const place = join(this.#folder, String(number));
    await mkdir(scrap, { mode: 0o700 });
    try {
      await writeToDisk(join(scrap, "state.json"), text);
      await writeFile(join(scrap, TAKEN), "");
      await rename(scrap, place);
    } catch (error) {
      await rm(scrap, { recursive: true, force: true });
      if (
        /^(ENOTEMPTY|EEXIST|EPERM|EACCES)$/.test((error as { code?: string }).code ?? "") &&
        (await isThere(place))
      )
        return false;
      throw error;
    }
    await syncFolder(this.#folder);
    const [newest = number] = await this.#numbers();
    if (number >= newest - KEPT) return true;
    // The number was perhaps given and removed again, while this process stood still for many states.
    await rm(place, { recursive: true, force: true });
    return false;
  }

  async #prune(newest: number): Promise<void> {
    for (const number of await this.#numbers())
      if (number < newest - KEPT)
        await rm(join(this.#folder, String(number)), { recursive: true, force: true });
      else if (number < newest) await rm(this.#file(number), { force: true });
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith(".tmp")) continue;
      const path = join(this.#folder, name);
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > SCRAP_MS) await rm(path, { recursive: true, force: true });
    }
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

function parse(text: string, folder: string): FileState {
  try {
    const state = JSON.parse(text) as FileState | null;
    if (typeof state?.fence === "number") return state;
  } catch {
    // As below. Its text may be a secret, and so may the parser's message be.
  }
  throw new ConfigurationError(`${folder} holds a state that cannot be read: remove the folder.`);
}

/** Makes a file that only its owner can read, and flushes it to disk. */
export async function writeToDisk(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is lasting when its folder is on disk. Some systems cannot flush a folder; the file is whole all the same. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  try {
    await folder?.sync();
  } catch {
    // As said above.
  } finally {
    await folder?.close();
  }
}
