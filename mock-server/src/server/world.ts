import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { Keys } from "../accounts/keys.js";
import { Limits } from "../accounts/limits.js";
import { Metrics } from "../accounts/metrics.js";
import type { LimitsOption } from "../accounts/tier-limits.js";
import { Usage } from "../accounts/usage.js";
import { issueWorldKey, issueWorldKeys } from "../accounts/world-keys.js";
import { Api } from "../api/api.js";
import type { Exchange } from "../api/exchange.js";
import type { Readings } from "../api/readings.js";
import { Faults } from "../control/faults.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { Clock, type ClockReading, wallTime } from "../kernel/clock.js";
import { Random } from "../kernel/random.js";
import { type ControlledLedger, Ledgers } from "../ledger/ledgers.js";
import { State, type StateSnapshot } from "../state/state.js";
import type { AccountOption } from "../world/option.js";
import { makeWorld, type WorldData, type WorldExtras } from "../world/world.js";
import { poolMover } from "./pool-mover.js";
import { WorldServices } from "./services.js";

/** What a World is made of; everything is checked by now. */
export interface WorldSetup {
  readonly seed: string;
  /** Where the clock begins; absent, it runs from the wall clock's time. */
  readonly clock?: ClockReading;
  readonly readings: Readings;
  readonly limits?: LimitsOption;
  readonly extras: WorldExtras;
  readonly accounts: Readonly<Record<string, AccountOption>>;
  /** Opens a ledger. */
  readonly openLedger: (world: World, environment: Environment) => Promise<ControlledLedger>;
  /** Whether an environment's chain is another process. Default: none is. */
  readonly remote?: (environment: Environment) => boolean;
  readonly onAnswered?: (exchange: Exchange) => void;
  /** Hold every answer against the contract. Default true. */
  readonly checkAnswers?: boolean;
  /** Told of a failure of the server's own. */
  readonly onFailure: (error: unknown) => void;
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
 * they share nothing.
 */
export class World {
  readonly seed: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly state = new State();
  readonly data: WorldData;
  readonly ledgers: Ledgers;
  readonly faults: Faults;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly usage: Usage;
  readonly metrics: Metrics;
  readonly services: WorldServices;
  readonly readings: Readings;
  /** Secrets of the world's keys by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Identifiers of the world's keys by name. */
  readonly keyIds: Readonly<Record<string, string>>;
  readonly #api: Api;
  readonly #initial: ClockReading | undefined;
  readonly #genesis: StateSnapshot;
  #wallets: Readonly<Record<string, WalletKeys>> | undefined;

  constructor(setup: WorldSetup) {
    this.seed = setup.seed;
    this.readings = setup.readings;
    this.#initial = setup.clock;
    this.clock = new Clock(setup.clock ?? { now: wallTime(), running: true });
    this.random = new Random(setup.seed);
    this.data = makeWorld(this.random, setup.extras);
    const { state, clock, random } = this;
    const { onFailure } = setup;
    this.keys = new Keys({ state, clock, random });
    this.limits = new Limits({ state, clock, ...(setup.limits !== undefined && { limits: setup.limits }) });
    this.metrics = new Metrics({ state });
    this.usage = new Usage({ state, clock, limits: this.limits, metrics: this.metrics });
    this.ledgers = new Ledgers({
      open: (environment) => {
        // It listens from the ledger's first event on.
        this.services.market(environment);
        return setup.openLedger(this, environment);
      },
      remote: (environment) => setup.remote?.(environment) ?? false,
    });
    state.put("meta", "startedAt", clock.now());
    const issued = issueWorldKeys(this.keys);
    const named = this.#openAccounts(setup.accounts);
    this.secrets = { ...issued.keys, ...named.secrets };
    this.keyIds = { ...issued.keyIds, ...named.keyIds };
    this.services = new WorldServices(this, onFailure);
    this.#genesis = state.snapshot();
    this.faults = new Faults({
      ...{ state, clock, random, movePool: poolMover(this) },
      onValidator: (environment) =>
        ENVIRONMENTS.some((one) => (environment ?? one) === one && this.ledgers.remote(one)),
    });
    this.#api = new Api({
      state,
      clock,
      random,
      limits: this.limits,
      readings: setup.readings,
      services: this.services.api,
      interceptor: this.faults,
      ...(setup.onAnswered && { onAnswered: setup.onAnswered }),
      ...(setup.checkAnswers !== undefined && { checkAnswers: setup.checkAnswers }),
      onFailure,
    });
  }

  /** The world's wallets by name. */
  get wallets(): Readonly<Record<string, WalletKeys>> {
    this.#wallets ??= Object.fromEntries(
      this.data.wallets.map(({ name, wallet: { address, secretKey } }) => [name, { address, secretKey }]),
    );
    return this.#wallets;
  }

  /** Answers a request of the API; `path` has `/v1`. */
  handle(request: HttpRequest, path: string): Promise<HttpReply> {
    return this.#api.handle(request, path);
  }

  /** Everything as it stands. */
  snapshot(): WorldSnapshot {
    return { version: 1, seed: this.seed, clock: this.clock.reading(), state: this.state.snapshot() };
  }

  /** Puts everything as a snapshot has it, the clock included. */
  restore(snapshot: Pick<WorldSnapshot, "clock" | "state">): void {
    this.clock.restore(snapshot.clock);
    this.state.restore(snapshot.state);
  }

  /** Back to the seed's world, its keys and its clock. */
  reset(): void {
    this.restore({ clock: this.#initial ?? { now: wallTime(), running: true }, state: this.#genesis });
    this.state.put("meta", "startedAt", this.clock.now());
  }

  /**
   * Sets the clock forward and freezes it. A world that took its start from the wall clock, and in which nothing has
   * landed or moved a price yet, begins anew at that moment, so that two servers of one seed agree after it.
   */
  async setClock(now: number): Promise<void> {
    const fresh =
      this.clock.running && this.#initial === undefined && this.state.get("meta", "clockSet") !== true;
    await this.clock.set(now);
    if (!fresh) return;
    this.state.put("meta", "clockSet", true);
    // The past moves with the start: what has landed would come to lie before it.
    if (this.state.table("prices").size > 0 || this.state.table("ledgerTransactions").size > 0) return;
    this.state.put("meta", "startedAt", now);
  }

  /** Stops the clock's timers and lets go of the ledgers. */
  close(): void {
    this.ledgers.close();
    this.clock.close();
  }

  #openAccounts(accounts: Readonly<Record<string, AccountOption>>) {
    const secrets: Record<string, string> = {};
    const keyIds: Record<string, string> = {};
    for (const [name, { tier = "free", environment = "live", requestsUsed = 0 }] of Object.entries(
      accounts,
    )) {
      const issued = issueWorldKey(this.keys, name, { tier, environment, account: name });
      const caller = { account: issued.account, environment, tier };
      if (requestsUsed > 0) {
        this.limits.spend(caller, requestsUsed);
        this.usage.requestAnswered(caller, requestsUsed);
      }
      secrets[name] = issued.key;
      keyIds[name] = issued.keyId;
    }
    return { secrets, keyIds };
  }
}
