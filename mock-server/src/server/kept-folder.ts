import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Journal, JournalSession } from "../state/journal.js";
import type { JournalledSession } from "../state/journal-reading.js";
import { folderRefused, refused } from "../state/records.js";
import type { Kept } from "./kept.js";
import { KeptState } from "./kept-state.js";
import type { World } from "./world.js";

/** File of the server's own World. */
const ROOT = "server.jsonl";

/** Name of a session's file: capitals are marked, since some systems take `a` and `A` for one name. */
function fileOf(id: string): string {
  return `session.${id.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)}.jsonl`;
}

/** The session whose file has this name; undefined for any other file. */
function sessionOf(name: string): string | undefined {
  const [, text] = /^session\.([a-z0-9+._-]+)\.jsonl$/.exec(name) ?? [];
  return text?.replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Keeps a server in a directory: a file for its own World and one for each session, which goes with the session. */
export class KeptFolder implements Kept {
  readonly #path: string;
  readonly #seed: string;
  readonly #root: KeptState | undefined;
  readonly #files = new Map<string, KeptState>();
  #begun = false;

  /** @throws {OptionError} for a directory that cannot be used, and for a file of it that cannot */
  constructor(options: {
    readonly path: string;
    readonly seed: string;
    /** Whether the server's own World is kept here too. Default true. */
    readonly root?: boolean;
    /** Whether a session of this id is kept by this process. Default: each is. */
    readonly owns?: (id: string) => boolean;
  }) {
    const { path, seed, root = true, owns = () => true } = options;
    this.#path = path;
    this.#seed = seed;
    const names = namesIn(path);
    try {
      this.#root = root ? new KeptState(join(path, ROOT), seed) : undefined;
      for (const name of names) {
        const id = sessionOf(name);
        if (id !== undefined && owns(id)) this.#open(id);
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get sessions(): ReadonlyMap<string, JournalledSession> {
    return new Map([...this.#files.values()].flatMap(({ sessions }) => [...sessions]));
  }

  get failure(): string | undefined {
    return [this.#root, ...this.#files.values()].find((file) => file?.failure !== undefined)?.failure;
  }

  followRoot(world: World): Journal | undefined {
    return this.#root?.followRoot(world);
  }

  followSession(world: World, session: JournalSession): Journal {
    const file = this.#files.get(session.id) ?? new KeptState(this.#pathOf(session.id), this.#seed);
    this.#files.set(session.id, file);
    const journal = file.followSession(world, session);
    if (!this.#begun) return journal;
    try {
      file.begin();
    } catch (error) {
      this.#files.delete(session.id);
      throw error;
    }
    return journal;
  }

  begin(): void {
    this.#begun = true;
    this.#root?.begin();
    for (const file of this.#files.values()) file.begin();
  }

  forget(id: string): void {
    this.#files.get(id)?.close();
    this.#files.delete(id);
    rmSync(this.#pathOf(id), { force: true });
  }

  close(): void {
    this.#root?.close();
    for (const file of this.#files.values()) file.close();
  }

  #open(id: string): void {
    const path = this.#pathOf(id);
    const file = new KeptState(path, this.#seed);
    this.#files.set(id, file);
    const { sessions } = file;
    if (sessions.size === 0) this.forget(id);
    else if (!sessions.has(id)) {
      throw refused(
        path,
        `holds the session ${[...sessions.keys()].join(", ")}; give it its name back, or delete it`,
      );
    }
  }

  #pathOf(id: string): string {
    return join(this.#path, fileOf(id));
  }
}

function namesIn(path: string): readonly string[] {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return readdirSync(path);
  } catch (error) {
    throw folderRefused(path, (error as NodeJS.ErrnoException).code ?? String(error));
  }
}
