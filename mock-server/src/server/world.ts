import type { Keys } from "../accounts/keys.js";
import type { Limits } from "../accounts/limits.js";
import type { Api } from "../api/api.js";
import type { Faults } from "../control/faults/faults.js";
import type { ClockReading } from "../kernel/clock.js";
import { wallTime } from "../kernel/timers.js";
import type { Ledgers } from "../ledger/ledgers.js";
import type { Incoming } from "../state/incoming.js";
import type { StateSnapshot } from "../state/snapshot.js";
import type { WorldBase, WorldServices } from "./compose-world.js";
import type { Markets } from "./markets.js";

/** The parts of a World, each made. */
interface WorldParts extends WorldBase {
  readonly keys: Keys;
  readonly limits: Limits;
  /** Secrets of the world's keys by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Identifiers of the world's keys by name. */
  readonly keyIds: Readonly<Record<string, string>>;
  readonly ledgers: Ledgers;
  readonly markets: Markets;
  readonly services: WorldServices;
  readonly faults: Faults;
  readonly api: Api;
  /** Where the clock began; absent, it ran from the wall clock's time. */
  readonly start: ClockReading | undefined;
}

/** A wallet of the world with the key that signs for it. */
export interface WalletKeys {
  /** Base58 address. */
  readonly address: string;
  /** Base58 of the 64-byte secret key. */
  readonly secretKey: string;
}

/** Everything that a World remembers, and where its clock stands. Plain JSON. */
export interface WorldSnapshot {
  /** Version of the form. */
  readonly version: 1;
  /** The seed whose world it is of. */
  readonly seed: string;
  /** Where the clock stood, and whether it ran. */
  readonly clock: ClockReading;
  /** The tables of the State. */
  readonly state: StateSnapshot;
}

/**
 * A whole service: clock, randomness, state, ledgers and the API over them. A server has one, and each session another;
 * they share nothing. `composeWorld` makes it.
 */
export class World {
  readonly #genesis: StateSnapshot;
  #wallets: Readonly<Record<string, WalletKeys>> | undefined;

  constructor(readonly parts: WorldParts) {
    this.#genesis = parts.state.snapshot();
  }

  /** The world's wallets by name. */
  get wallets(): Readonly<Record<string, WalletKeys>> {
    this.#wallets ??= Object.fromEntries(
      this.parts.data.wallets.map(({ name, wallet: { address, secretKey } }) => [
        name,
        { address, secretKey },
      ]),
    );
    return this.#wallets;
  }

  /** Everything as it is now. Its rows are the State's own. */
  snapshot(): WorldSnapshot {
    const { seed, clock, state } = this.parts;
    return { version: 1, seed, clock: clock.reading(), state: state.snapshot() };
  }

  /** Puts everything as a snapshot has it, the clock included. */
  restore(snapshot: Pick<WorldSnapshot, "clock" | "state">): void {
    this.parts.clock.restore(snapshot.clock);
    this.parts.state.restore(snapshot.state);
  }

  /** Puts everything as rows from outside, which were all checked, have it. */
  take(clock: ClockReading, incoming: Incoming): void {
    this.parts.clock.restore(clock);
    this.parts.state.take(incoming);
  }

  /** Back to the seed's world, its keys and its clock. */
  reset(): void {
    const { start, state, clock } = this.parts;
    this.restore({ clock: start ?? { now: wallTime(), running: true }, state: this.#genesis });
    state.begin(clock.now());
  }

  /**
   * Sets the clock forward and freezes it. A world that took its start from the wall clock, and in which nothing has
   * landed or moved a price yet, begins anew at that moment, so that two servers of one seed agree after it.
   */
  async setClock(now: number): Promise<void> {
    const { clock, state, start } = this.parts;
    const fresh = clock.running && start === undefined && !state.startIsFixed;
    await clock.set(now);
    if (!fresh) return;
    state.fixStart();
    // The past moves with the start: what has landed would come to lie before it.
    if (state.size("prices") === 0 && state.size("ledgerTransactions") === 0) state.begin(now);
  }

  /** Stops the clock's timers and lets go of the ledgers. */
  close(): void {
    this.parts.ledgers.close();
    this.parts.clock.close();
  }
}
