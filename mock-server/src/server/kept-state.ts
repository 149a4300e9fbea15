import { wallTime } from "../kernel/clock.js";
import { Journal, type JournalSession } from "../state/journal.js";
import type { Journalled, JournalledSession } from "../state/journal-lines.js";
import { StateFile } from "../state/state-file.js";
import type { World } from "./world.js";

/** Keeps a server and its sessions in a file: brings back what was answered, and writes down what will be. */
export class KeptState {
  readonly #file: StateFile;
  readonly #journals = new Set<Journal>();
  #begun = false;

  /** @throws {OptionError} for a file that is in use, or of another kind, version or seed */
  constructor(path: string, seed: string) {
    const warn = (message: string) => console.error(`Warning: ${message}`);
    this.#file = new StateFile({ path, seed, wall: wallTime(), warn });
  }

  /** The sessions that were open, by id. */
  get sessions(): ReadonlyMap<string, JournalledSession> {
    return this.#file.found?.sessions ?? new Map();
  }

  /** Brings the server's own World to what the file holds, and writes down what becomes of it. */
  followRoot(world: World): Journal {
    return this.#follow(world, this.#file.found?.root);
  }

  /** The same for a session's World. */
  followSession(world: World, session: JournalSession): Journal {
    return this.#follow(world, this.#begun ? undefined : this.sessions.get(session.id), session);
  }

  /** Begins the file anew, once everything that it held is there again. @throws {OptionError} when it cannot be written */
  begin(): void {
    this.#begun = true;
    this.#file.begin([...this.#journals].map((journal) => journal.whole()));
    this.#journals.clear();
  }

  /** Forgets a session. */
  forget(id: string): void {
    this.#file.write({ session: id, closed: true });
  }

  /** Closes the file; the journals that write to it are closed by then. */
  close(): void {
    this.#file.close();
  }

  #follow(world: World, found: Journalled | undefined, session?: JournalSession): Journal {
    if (found) world.restore(found);
    const journal = new Journal({
      file: this.#file,
      state: world.parts.state,
      clock: world.parts.clock,
      wall: wallTime,
      ...(session && { session }),
    });
    if (this.#begun) this.#file.write(journal.whole());
    else this.#journals.add(journal);
    return journal;
  }
}
