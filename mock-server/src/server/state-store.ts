import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { OptionError, systemCode } from "../kernel/errors.js";
import { openFiles } from "../kernel/open-files.js";
import { LAST_MOMENT } from "../kernel/time.js";
import { StateProblem } from "../state/incoming.js";
import { Journal, type JournalSession } from "../state/journal.js";
import type { StoredWorld } from "../state/read-state-file.js";
import { refused, type SessionRow } from "../state/records.js";
import { StateFile } from "../state/state-file.js";
import { takeRows } from "../world/read-rows.js";
import type { World } from "../world/world.js";

/** Request IDs skipped at each start: more than a server issues between two writes. */
const SKIPPED = 1e9;

/** File name of the server's own World in a folder. */
const ROOT = "server.jsonl";

/** A session's file name. Capitals are marked, because some file systems ignore case. */
function fileOf(id: string): string {
  return `session.${id.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)}.jsonl`;
}

/** A file name's session; undefined for any other file. */
function sessionOf(name: string): string | undefined {
  const [, text] = /^session\.([a-z0-9+._-]+)\.jsonl$/.exec(name) ?? [];
  return text?.replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Stores a server's Worlds: all in one file, or in a folder with a file for each. */
export class StateStore {
  /** Maximum open session files: half of the file descriptors are for connections. Unlimited with a single file. */
  readonly maxFiles: number;
  readonly #root: StateFile;
  /** Session files in a folder. */
  readonly #files = new Map<string, StateFile>();
  readonly #journals = new Map<string | undefined, Journal>();
  #started = false;

  /** @throws {OptionError} for a file or folder that cannot be used */
  constructor(
    private readonly path: string,
    private readonly seed: string,
    private readonly isFolder = false,
  ) {
    this.maxFiles = isFolder ? Math.floor(openFiles() / 2) : Number.POSITIVE_INFINITY;
    const names = isFolder ? namesIn(path) : [];
    this.#root = this.#open(isFolder ? join(path, ROOT) : path, true);
    try {
      for (const name of names) {
        const id = sessionOf(name);
        if (id === undefined) continue;
        const file = this.#open(join(path, name), false);
        this.#files.set(id, file);
        if (file.contents?.worlds.get(id)?.row) continue;
        const ids = [...(file.contents?.worlds.keys() ?? [])].join(", ");
        throw refused(
          file.path,
          `holds the session ${ids}, which does not match its file name; rename the file back, or delete it`,
        );
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get sessions() {
    const sessions = new Map<string, { readonly row: SessionRow; readonly usedAt: number }>();
    for (const { contents } of [this.#root, ...this.#files.values()]) {
      for (const [id, { row, usedAt }] of contents?.worlds ?? [])
        if (id !== undefined && row) sessions.set(id, { row, usedAt });
    }
    return sessions;
  }

  /** Why one of the files cannot currently be written; undefined if all can. */
  get failure(): string | undefined {
    return [this.#root, ...this.#files.values()].find((file) => file.failure !== undefined)?.failure;
  }

  /** Restores the server's own World from the file, and records every later change. @throws {OptionError} */
  attachRoot(world: World): Journal {
    return this.#attach(world, undefined);
  }

  /** Like `attachRoot`, for a session. @throws {OptionError}, or the system's error if the file cannot be written */
  attachSession(world: World, session: JournalSession): Journal {
    const { id } = session;
    if (this.isFolder && !this.#files.has(id))
      this.#files.set(id, this.#open(join(this.path, fileOf(id)), false));
    const journal = this.#attach(world, session);
    if (!this.#started) return journal;
    try {
      const file = this.#fileOf(id);
      if (this.isFolder) file.begin();
      else file.write(journal.fullRecord());
      journal.saved();
    } catch (error) {
      journal.close();
      this.#journals.delete(id);
      this.#files.delete(id);
      throw error;
    }
    return journal;
  }

  /** Starts writing, once all stored state has been restored. @throws {OptionError} if a file cannot be written */
  begin(): void {
    this.#started = true;
    for (const file of [this.#root, ...this.#files.values()]) file.begin();
    for (const journal of this.#journals.values()) if (journal.file.failure === undefined) journal.saved();
  }

  delete(id: string): void {
    this.#journals.delete(id);
    if (!this.isFolder) {
      this.#root.write({ session: id, closed: true });
      return;
    }
    this.#files.get(id)?.close();
    this.#files.delete(id);
    rmSync(join(this.path, fileOf(id)), { force: true });
  }

  /** Closes the files. The journals must be closed before. */
  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#root.close();
  }

  /** Opens a file. The lock of a folder's first file is the lock of the whole folder. */
  #open(path: string, lock: boolean): StateFile {
    const records = () => this.#fullRecords(file);
    const file: StateFile = new StateFile({ path, seed: this.seed, lock, records });
    return file;
  }

  #fileOf(id: string | undefined): StateFile {
    return (id !== undefined && this.#files.get(id)) || this.#root;
  }

  *#fullRecords(file: StateFile) {
    for (const [id, journal] of this.#journals) if (this.#fileOf(id) === file) yield journal.fullRecord();
  }

  #attach(world: World, session: JournalSession | undefined): Journal {
    const file = this.#fileOf(session?.id);
    const found = file.contents?.worlds.get(session?.id);
    const { state, clock } = world.parts;
    if (found) {
      restoreWorld(world, found, file.path);
      // A crash may have lost the last numbers of request IDs, and no ID may be issued twice.
      state.storeNumber("request", state.storedNumber("request") + SKIPPED);
    }
    const journal = new Journal({ file, state, clock, session });
    this.#journals.set(session?.id, journal);
    return journal;
  }
}

/** Restores a World. Every row is checked, like any row from outside. @throws {OptionError} */
function restoreWorld(world: World, { clock, world: rows }: StoredWorld, path: string): void {
  try {
    if (!(clock.now >= 0 && clock.now <= LAST_MOMENT))
      throw new StateProblem("clock", "is not between 1970 and the year 9999");
    takeRows(world, clock, rows);
  } catch (error) {
    if (!(error instanceof StateProblem)) throw error;
    throw refused(
      path,
      `contains data that this version never writes (${error.path} ${error.reason}); restore it from a backup, start with the world options that it was created with, or delete it`,
    );
  }
}

function namesIn(path: string): readonly string[] {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return readdirSync(path);
  } catch (error) {
    const reason = `cannot be used (${systemCode(error)}); it must be a directory that this process can write to`;
    throw new OptionError("state", `directory ${path} ${reason}`);
  }
}
