import type { Journal, JournalSession } from "../state/journal.js";
import type { JournalledSession } from "../state/journal-reading.js";
import type { World } from "./world.js";

/** Where a server and its sessions are kept. */
export interface Kept {
  /** The sessions that were open, by id. */
  readonly sessions: ReadonlyMap<string, JournalledSession>;
  /** Brings the server's own World to what is kept of it, and writes down what becomes of it. @throws {OptionError} */
  followRoot(world: World): Journal | undefined;
  /** The same for a session's World. @throws {OptionError}, or the system's error when it cannot be written */
  followSession(world: World, session: JournalSession): Journal;
  /** Begins to write, once everything that was kept is there again. @throws {OptionError} when it cannot be written */
  begin(): void;
  /** Forgets a session. */
  forget(id: string): void;
  /** Why something of it cannot be written now, as the system says it; undefined when all is well. */
  readonly failure: string | undefined;
  /** Lets others have it; the journals that write to it are closed by then. */
  close(): void;
}
