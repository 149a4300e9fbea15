import { LAST_MOMENT } from "../kernel/moment.js";
import type { OptionError } from "../kernel/option-error.js";
import { wallTime } from "../kernel/wall.js";
import { refusePrograms } from "../ledger/program-check.js";
import { StateProblem } from "../state/incoming.js";
import { Journal, type JournalFile, type JournalSession } from "../state/journal.js";
import type { Journalled, JournalledSession } from "../state/journal-reading.js";
import { bytesOfRecord, refused } from "../state/records.js";
import { StateFile } from "../state/state-file.js";
import type { Kept } from "./kept.js";
import type { World } from "./world.js";

// Captured at load: an app's fake timers must not keep the file from being written anew.
const nextTurn = globalThis.setImmediate;

/** Keeps a server and its sessions in a file: brings back what was answered, and writes down what will be. */
export class KeptState implements JournalFile, Kept {
  readonly #file: StateFile;
  readonly #journals = new Map<string | undefined, Journal>();
  readonly #ended: readonly string[];
  #begun = false;
  #look: NodeJS.Immediate | undefined;

  /** @throws {OptionError} for a file that is none, is in use, is damaged, or of another kind, version or seed */
  constructor(path: string, seed: string) {
    const warn = (message: string) => console.error(`Warning: ${message}`);
    this.#file = new StateFile({ path, seed, wall: wallTime(), warn });
    this.#ended = this.#file.found?.ended ?? [];
  }

  /** The sessions that were open, by id. */
  get sessions(): ReadonlyMap<string, JournalledSession> {
    return this.#file.found?.sessions ?? new Map();
  }

  /** Why nothing can be written now, as the system says it; undefined when all is well. */
  get failure(): string | undefined {
    return this.#file.failure;
  }

  /** Brings the server's own World to what the file holds, and writes down what becomes of it. @throws {OptionError} */
  followRoot(world: World): Journal {
    return this.#follow(world, this.#file.found?.root);
  }

  /** The same for a session's World. @throws {OptionError} */
  followSession(world: World, session: JournalSession): Journal {
    return this.#follow(world, this.#begun ? undefined : this.sessions.get(session.id), session);
  }

  /** Begins to write, once everything that the file held is there again. @throws {OptionError} when it cannot be written */
  begin(): void {
    this.#begun = true;
    const anew = this.#file.begin(() => this.#whole((journal) => journal.whole()));
    if (anew) for (const journal of this.#journals.values()) journal.begun();
    // On a full disk they are found to have ended at the next start again.
    else if (this.#file.failure === undefined) for (const id of this.#ended) this.forget(id);
  }

  /** Forgets a session. */
  forget(id: string): void {
    this.#journals.delete(id);
    this.write(bytesOfRecord({ session: id, closed: true }));
  }

  /** Closes the file; the journals that write to it are closed by then. */
  close(): void {
    this.#file.close();
  }

  #follow(world: World, found: Journalled | undefined, session?: JournalSession): Journal {
    if (found) this.#bringBack(world, found);
    const journal = new Journal({
      file: this,
      state: world.parts.state,
      clock: world.parts.clock,
      wall: wallTime,
      ...(session && { session }),
    });
    this.#journals.set(session?.id, journal);
    if (this.#begun) this.#add(journal, session?.id);
    return journal;
  }

  /** Writes down a session that was opened. One that does not fit on the disk is not opened. @throws the system's error */
  #add(journal: Journal, id: string | undefined): void {
    try {
      for (const bytes of journal.begin()) this.write(bytes);
    } catch (error) {
      this.#journals.delete(id);
      throw error;
    }
  }

  /** Every row is checked, as one from anywhere else is. */
  #bringBack(world: World, { rows, clock }: Journalled): void {
    const incoming = world.parts.state.incoming();
    try {
      if (!(clock.now >= 0 && clock.now <= LAST_MOMENT))
        throw new StateProblem("clock", "is beyond the year 9999");
      for (const found of rows.values()) found.bringTo(incoming);
      incoming.finish();
      refusePrograms(incoming, world.parts.genesis);
    } catch (error) {
      throw error instanceof StateProblem ? this.#spoilt(error) : error;
    }
    world.take(clock, incoming);
  }

  #spoilt({ path, reason }: StateProblem): OptionError {
    return refused(
      this.#file.path,
      `holds what no server of this version wrote (${path} ${reason}); restore it from a copy, or delete it`,
    );
  }

  /** Adds a record, and has the file written anew when too much of it is no longer true. @throws the system's error */
  write(bytes: Buffer): void {
    this.#file.write(bytes);
    if (this.#file.isWasteful) this.tidy();
  }

  /**
   * Looks, in a turn of its own, whether the file is to be written anew: in this one a World may be halfway through its
   * records, and the new file would begin with the second half. It looks again afterwards, since what was written
   * meanwhile may be no longer true either, and nothing more may come.
   */
  tidy(): void {
    this.#look ??= nextTurn(() => {
      this.#look = undefined;
      if (!this.#file.isWasteful || [...this.#journals.values()].some((one) => one.isWritingWhole)) return;
      void this.#file
        .compact(() => this.#whole((journal) => journal.whole()))
        .then(() => this.#file.isWasteful && this.tidy());
    });
  }

  /** All that there is, as it is now: each World is frozen before the first one is written. */
  #whole(recordsOf: (journal: Journal) => Iterable<Buffer>): Iterable<Buffer> {
    const worlds = [...this.#journals.values()].map(recordsOf);
    return (function* () {
      for (const records of worlds) yield* records;
    })();
  }
}
