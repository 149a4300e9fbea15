import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { LimitsOption } from "../accounts/tier-limits.js";
import { Api } from "../api/api.js";
import type { Exchange } from "../api/exchange.js";
import type { Readings } from "../api/readings.js";
import { ArmedFaults } from "../control/armed-faults.js";
import { Faults } from "../control/faults.js";
import { Clock } from "../kernel/clock.js";
import type { ClockReading } from "../kernel/clock-reading.js";
import { Random } from "../kernel/random.js";
import type { ChainFaults } from "../ledger/chain-faults.js";
import { Genesis } from "../ledger/genesis.js";
import { openWhenDue } from "../ledger/late-transactions.js";
import { LedgerRows } from "../ledger/ledger-rows.js";
import { type ControlledLedger, Ledgers } from "../ledger/ledgers.js";
import { RecordedAccounts } from "../ledger/recorded-accounts.js";
import { State } from "../state/state.js";
import { Builds } from "../transactions/builds.js";
import type { AccountOption } from "../world/option.js";
import { makeWorld, type WorldExtras } from "../world/world.js";
import { composeAccounts } from "./accounts.js";
import { Markets } from "./markets.js";
import { poolCheck, poolMover } from "./pool-mover.js";
import { composeServices } from "./services.js";
import { World } from "./world.js";
import type { WorldBase } from "./world-base.js";

/** The parts of a World, already checked. */
export interface WorldSetup {
  readonly seed: string;
  /** Where the clock begins; absent, it runs from the wall clock's time. */
  readonly clock?: ClockReading;
  /** Whether it moves by itself to where somebody sleeps. Default false. */
  readonly autoClock?: boolean;
  readonly readings: Readings;
  readonly limits?: LimitsOption;
  readonly extras: WorldExtras;
  readonly accounts: Readonly<Record<string, AccountOption>>;
  /** Opens a ledger. */
  readonly openLedger: (base: LedgerBase, environment: Environment) => Promise<ControlledLedger>;
  /** JSON-RPC of the validator that is an environment's chain. Default: each chain is in this process. */
  readonly validatorUrl?: (environment: Environment) => string | undefined;
  readonly onAnswered?: (exchange: Exchange) => void;
  /** Hold every answer against the contract. Default true. */
  readonly checkAnswers?: boolean;
  /** Told of a failure of the server's own. */
  readonly onFailure: (error: unknown) => void;
}

/** Options of a ledger. */
export interface LedgerBase extends WorldBase {
  readonly faults: ChainFaults;
  /** Whether the landing of a transaction was noted. */
  readonly told: (signature: string) => boolean;
  /** Wallets for which something was built on a network since a moment. */
  readonly builtSince: (environment: Environment, moment: number) => Iterable<string>;
}

/** Makes a World. Each part is given parts that stand already, so that none sees a half-made World. */
export function composeWorld(setup: WorldSetup): World {
  const { seed, readings, onFailure } = setup;
  const state = new State();
  const clock = new Clock(setup.clock, onFailure, setup.autoClock);
  const random = new Random(seed);
  const data = makeWorld(random, setup.extras);
  const genesis = new Genesis(data);
  const ledgerRows = {
    live: new LedgerRows(state, "live"),
    test: new LedgerRows(state, "test"),
  };
  const base: WorldBase = { seed, readings, state, clock, random, data, genesis, ledgerRows };

  state.begin(clock.now());
  const { keys, limits, metrics, usage, secrets, keyIds } = composeAccounts(base, setup);

  const armed = new ArmedFaults({ state, random });
  const validatorUrl = (environment: Environment) => setup.validatorUrl?.(environment);
  const remote = (environment: Environment) => validatorUrl(environment) !== undefined;
  // Fails now if the world was given wrong accounts, not later when a ledger is needed.
  if (data.chain.length > 0) genesis.get("");
  const builds = new Builds({ state, clock });
  const ledgerBase: LedgerBase = {
    ...base,
    faults: armed,
    told: (signature) => metrics.knows(signature),
    builtSince: (environment, moment) => builds.walletsSince(environment, moment),
  };
  const ledgers = new Ledgers({
    open: (environment) => setup.openLedger(ledgerBase, environment),
    remote,
    recorded: (environment) => new RecordedAccounts(ledgerRows[environment].accounts, genesis),
    check: async (environment) => {
      const { checkValidator } = await import("../ledger/validator-check.js");
      return checkValidator(validatorUrl(environment) ?? "", data, seed, state.genesisOf(environment));
    },
  });
  openWhenDue({ state, rows: ledgerRows, clock, open: (environment) => ledgers.get(environment) });
  const markets = new Markets(base, ledgers, onFailure);
  const services = composeServices({
    ...base,
    ledgers,
    builds,
    markets,
    keys,
    limits,
    metrics,
    usage,
    onFailure,
  });
  const faults = new Faults({
    armed,
    clock,
    movePool: poolMover({ routeOf: (id) => services.intents.route(id), ledgers, markets }),
    checkPool: poolCheck(markets),
    onValidator: (environment) => ENVIRONMENTS.some((one) => (environment ?? one) === one && remote(one)),
  });
  const api = new Api({
    state,
    clock,
    random,
    limits,
    readings,
    services: services.api,
    interceptor: faults,
    ...(setup.onAnswered && { onAnswered: setup.onAnswered }),
    ...(setup.checkAnswers !== undefined && { checkAnswers: setup.checkAnswers }),
    onFailure,
  });
  return new World({
    ...base,
    ...{ keys, limits, secrets, keyIds, ledgers, markets, services, faults, api },
    start: setup.clock,
  });
}
