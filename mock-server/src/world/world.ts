import { ENVIRONMENTS } from "intent-tx/contract";
import type { Keys } from "../accounts/keys.js";
import type { Limits } from "../accounts/limits.js";
import type { Metrics } from "../accounts/metrics.js";
import type { Usage } from "../accounts/usage.js";
import type { Faults } from "../faults/faults.js";
import type { History } from "../history/history.js";
import type { Intents } from "../intents/intents.js";
import type { NameService } from "../intents/names.js";
import type { ClockReading } from "../kernel/clock.js";
import { NotOnValidatorError } from "../kernel/errors.js";
import { wallTime } from "../kernel/timers.js";
import type { Ledgers } from "../ledger/ledgers.js";
import type { Portfolios } from "../portfolio/portfolio.js";
import type { StateSnapshot } from "../state/tables.js";
import type { Builder } from "../transactions/builder.js";
import type { Markets } from "./markets.js";
import type { WorldBase } from "./world-base.js";

/** The complete parts of a World. */
export interface WorldParts extends WorldBase {
  readonly keys: Keys;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly usage: Usage;
  /** API keys of the world by name. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly keyIds: Readonly<Record<string, string>>;
  /** Counts the requests that accounts of the `world` option have used, in the current windows. */
  readonly spend: () => void;
  readonly ledgers: Ledgers;
  readonly markets: Markets;
  readonly names: NameService;
  readonly intents: Intents;
  readonly builder: Builder;
  readonly history: History;
  readonly portfolio: Portfolios;
  readonly faults: Faults;
  /** False if accounts of other chains must not be cloned. */
  readonly canClone: boolean;
  /** The clock's initial reading; absent if it ran from the wall clock's time. */
  readonly start: ClockReading | undefined;
}

/** A world wallet with its signing key. */
export interface WalletKeys {
  /** Base58 address. */
  readonly address: string;
  /** Base58 of the 64-byte secret key. */
  readonly secretKey: string;
}

/** A World's complete state and clock reading, as plain JSON. Users store it, so `test/sdk/stored` has a fixture of it. */
export interface WorldSnapshot {
  /** Version of the format. */
  readonly version: 1;
  /** The seed of the world. */
  readonly seed: string;
  /** The clock's time, and whether it ran. */
  readonly clock: ClockReading;
  /** The tables of the State. */
  readonly state: StateSnapshot;
}

/** Name in State of the `world` option with which a reset replaced the one of the start. */
export const WORLD_TEXT = "world";

interface WorldMaker {
  /** Builds the World's parts for a `world` option as JSON; undefined for the option of the start. */
  readonly compose: (option: string | undefined) => WorldParts;
  /** Builds another World with a clock and a State of its own. */
  readonly another: (option: string | undefined) => World;
  readonly option: string | undefined;
}

/**
 * A complete service: clock, randomness, state, ledgers and the API over them. A server has a World, and each session
 * has its own; Worlds do not share anything. `composeWorld` builds it.
 */
export class World {
  #parts: WorldParts;
  #genesis: StateSnapshot;
  #wallets: Readonly<Record<string, WalletKeys>> | undefined;
  /** Called after the World got other parts. Clock, State and randomness stay the same. */
  onReplaced: () => void = () => undefined;

  constructor(private readonly maker: WorldMaker) {
    this.#parts = maker.compose(maker.option);
    this.#genesis = this.#parts.state.snapshot();
    this.#parts.spend();
  }

  get parts(): WorldParts {
    return this.#parts;
  }

  get wallets(): Readonly<Record<string, WalletKeys>> {
    this.#wallets ??= Object.fromEntries(
      this.parts.data.wallets.map(({ name, wallet: { address, secretKey } }) => [
        name,
        { address, secretKey },
      ]),
    );
    return this.#wallets;
  }

  /** The complete current state. Its rows are shared with State. */
  snapshot(): WorldSnapshot {
    const { seed, clock, state } = this.parts;
    return { version: 1, seed, clock: clock.reading(), state: state.snapshot() };
  }

  /**
   * Calls `replace` when the API requests in progress, and JSON-RPC requests over HTTP, have ended. They could otherwise add
   * rows of an account that no longer exists. Calls of the control plane do not count: one of them replaces the rows.
   */
  whenIdle(replace: () => void): Promise<void> {
    return this.parts.clock.work.whenIdle(replace);
  }

  /**
   * Replaces the clock's reading and all rows of State, and with them the `world` option if the rows belong to another.
   *
   * @param check checks the rows for a World, before anything is replaced
   */
  take(clock: ClockReading, option: string | undefined, check: (world: World) => StateSnapshot): void {
    if (option !== this.#option) {
      const other = this.maker.another(option);
      try {
        check(other);
      } finally {
        other.close();
      }
      this.#replace(option);
    }
    const snapshot = check(this);
    this.parts.clock.restore(clock);
    this.parts.state.restore(snapshot);
  }

  /**
   * Resets the world to its seed: keys, data and clock.
   *
   * @param option a `world` option as JSON. Default: the start's
   * @throws {OptionError} before anything is replaced
   */
  reset(option?: string): void {
    if (option !== this.#option) this.maker.another(option).close();
    const { start, state, clock } = this.parts;
    clock.restore(start ?? { now: wallTime(), running: true });
    if (option === this.#option) state.restore(this.#genesis);
    else this.#replace(option);
    state.begin(clock.now());
    this.#parts.spend();
  }

  get #option(): string | undefined {
    return this.parts.state.storedText(WORLD_TEXT);
  }

  #replace(option: string | undefined): void {
    this.parts.ledgers.close();
    this.parts.state.reopen();
    this.#parts = this.maker.compose(option);
    this.#genesis = this.parts.state.snapshot();
    this.#wallets = undefined;
    this.onReplaced();
  }

  /**
   * Moves the clock forward and freezes it. If the world started at the wall clock's time, and nothing has landed or
   * moved a price yet, its start moves too. Two servers with the same seed are then equal.
   *
   * @param refuse called if an earlier call has moved the clock beyond `now`. Default: the clock freezes where it is
   */
  async setClock(now: number, refuse?: () => void): Promise<void> {
    const { clock, state, start } = this.parts;
    const fresh = clock.running && start === undefined && !state.startIsFixed;
    const marks = ["prices", "ledgerTransactions", "lateTransactions"] as const;
    await clock.set(now, (isPast) => {
      if (isPast) refuse?.();
      // Generated history is relative to the start, so a moved start would put landed transactions before it. The
      // start changes before the clock moves, so that no price moves on the way.
      if (fresh && marks.every((table) => state.size(table) === 0)) state.begin(now);
    });
    if (fresh) state.fixStart();
  }

  /** @throws {NotOnValidatorError} if a network runs on a validator */
  refuseOnValidator(what: string): void {
    if (ENVIRONMENTS.some(this.parts.ledgers.isOnValidator)) throw new NotOnValidatorError(what);
  }

  close(): void {
    this.parts.ledgers.close();
    this.parts.clock.close();
  }
}
