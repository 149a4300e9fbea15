import type { Guard } from "../control/guard.js";
import { sessionCommands } from "../control/session-commands.js";
import type { Addresses } from "./addresses.js";
import { KeptState } from "./kept-state.js";
import type { ServerSetup } from "./server-types.js";
import { Sessions } from "./sessions.js";
import { Site } from "./site.js";

/** Where a server is reached, as it stands when somebody asks. */
interface Reached {
  readonly guard: () => Guard;
  readonly root: () => Addresses;
  readonly session: (prefix: string) => Addresses;
}

/** What answers on a server. */
interface Sites {
  /** The server's own World. */
  readonly site: Site;
  readonly sessions: Sessions;
  /** The file that keeps them all. */
  readonly kept: KeptState | undefined;
}

/**
 * Makes the server's own site and its sessions, as the state file has them.
 *
 * @throws {OptionError} when the state file cannot be used
 */
export function composeSites(setup: ServerSetup, { guard, root, session }: Reached): Sites {
  const { world, relayUrl, onAnswered, stateFile } = setup;
  const parts = { world, ...(relayUrl && { relayUrl }), ...(onAnswered && { onAnswered }) };
  const kept = stateFile === undefined ? undefined : new KeptState(stateFile, world.seed);
  try {
    const sessions = new Sessions({ setup: parts, guard, addresses: session, kept });
    const site = new Site({
      ...parts,
      guard,
      addresses: root,
      commands: sessionCommands(sessions),
      keep: kept && ((own) => kept.followRoot(own)),
    });
    sessions.follow(site.world);
    kept?.begin();
    return { site, sessions, kept };
  } catch (error) {
    kept?.close();
    throw error;
  }
}
