import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { Keys } from "../accounts/keys.js";
import { Limits } from "../accounts/limits.js";
import { Metrics } from "../accounts/metrics.js";
import type { LimitsOption } from "../accounts/tier-limits.js";
import { Usage } from "../accounts/usage.js";
import { issueWorldKey, WORLD_KEYS, type WorldKeyOptions } from "../accounts/world-keys.js";
import { ArmedFaults } from "../faults/armed-faults.js";
import { Faults } from "../faults/faults.js";
import type { WorldPlan } from "../fixtures/make-world.js";
import { TokenList } from "../fixtures/tokens.js";
import { SLOT_MS } from "../fixtures/world-data.js";
import { worldOfText } from "../fixtures/world-text.js";
import { landedEffects } from "../history/decode.js";
import { History } from "../history/history.js";
import { Intents } from "../intents/intents.js";
import { NameService } from "../intents/names.js";
import { Clock, type ClockReading } from "../kernel/clock.js";
import { OptionError } from "../kernel/errors.js";
import { Random } from "../kernel/random.js";
import { genesisOf } from "../ledger/genesis/genesis.js";
import type { ChainFaults, ControlledLedger, Landed } from "../ledger/ledger.js";
import { Ledgers } from "../ledger/ledgers.js";
import { LedgerRows } from "../ledger/log/ledger-rows.js";
import { RecordedAccounts } from "../ledger/log/recorded-accounts.js";
import { openWhenDue } from "../ledger/svm/late-transactions.js";
import type { Market } from "../market/market.js";
import { Portfolios } from "../portfolio/portfolio.js";
import type { BuiltRow } from "../state/rows.js";
import { State } from "../state/state.js";
import { Builder } from "../transactions/builder.js";
import { BuiltTransactions } from "../transactions/built-transactions.js";
import type { ContractSettings } from "./dialects.js";
import { Markets } from "./markets.js";
import { checkPool, poolMover } from "./moved-pool.js";
import { WORLD_TEXT, World, type WorldParts } from "./world.js";
import type { WorldBase } from "./world-base.js";

/** The checked options of a World. */
export interface WorldSetup {
  readonly seed: string;
  /** Initial clock reading. Default: the wall clock's time, running. */
  readonly clock?: ClockReading;
  /** Advances the clock automatically to the end of the next sleep. Default false. */
  readonly autoClock?: boolean;
  /** Real time (ms) after which sleeps on a frozen clock fail. Default: never. */
  readonly sleepLimitMs?: number;
  readonly settings: ContractSettings;
  readonly limits?: LimitsOption;
  /** Whether accounts of other chains can be cloned. Default true. */
  readonly clone?: boolean | undefined;
  readonly plan: WorldPlan;
  readonly openLedger: (base: LedgerBase, environment: Environment) => Promise<ControlledLedger>;
  /** JSON-RPC URL of an environment's validator. Default: the chain is in process. */
  readonly validatorUrl?: (environment: Environment) => string | undefined;
  /** Called with each error inside the server. */
  readonly onFailure: (error: unknown) => void;
}

export interface LedgerBase extends WorldBase {
  readonly faults: ChainFaults;
  /** Returns true if the metrics already have the landed transaction with this signature. */
  readonly isReported: (signature: string) => boolean;
  /** Returns the wallets for which a transaction was built on a network since a time. */
  readonly builtSince: (environment: Environment, moment: number) => Iterable<string>;
}

/** Builds a World. With `option`, it has that `world` option as JSON, instead of the setup's. */
export function composeWorld(setup: WorldSetup, option?: string): World {
  const clock = new Clock(setup.clock, setup.onFailure, setup.autoClock);
  if (setup.sleepLimitMs !== undefined) clock.limitSleeps(setup.sleepLimitMs);
  const base = { seed: setup.seed, state: new State(), clock, random: new Random(setup.seed) };
  const world: World = new World({
    compose: (option) => composeParts(setup, base, option, () => world.parts),
    another: (option) => composeWorld(setup, option),
    option,
  });
  return world;
}

/** Each part receives only complete parts, so that it never reads an incomplete World. */
function composeParts(
  setup: WorldSetup,
  { seed, state, clock, random }: Pick<WorldBase, "seed" | "state" | "clock" | "random">,
  option: string | undefined,
  current: () => WorldParts,
): WorldParts {
  const { settings, onFailure } = setup;
  const data = option === undefined ? setup.plan(random) : worldOfText(option, random);
  const genesis = genesisOf(data);
  const base: WorldBase = {
    seed,
    settings,
    state,
    clock,
    random,
    data,
    genesis,
    tokens: new TokenList(data.tokens),
    pools: new Map(data.pools.map((pool) => [pool.address, pool])),
    ledgerRows: { live: new LedgerRows(state, "live"), test: new LedgerRows(state, "test") },
  };
  state.begin(clock.now());
  const owned = composeAccounts(base, setup.limits);
  const { metrics } = owned;
  const armed = new ArmedFaults({ state, random });
  // Throws now if the world's accounts are invalid, instead of later, when a ledger is needed.
  if (data.chain.length > 0) genesis();
  if (data.slotMs !== SLOT_MS && ENVIRONMENTS.some((one) => setup.validatorUrl?.(one) !== undefined))
    throw new OptionError("world.chain.slotMs", "is not possible on a validator, which has slots of its own");
  const built = new BuiltTransactions({ state, clock });
  const ledgers = composeLedgers(setup, {
    ...base,
    faults: armed,
    isReported: (signature) => metrics.knows(signature),
    builtSince: (environment, moment) => built.walletsSince(environment, moment),
  });
  const markets = new Markets(base, ledgers);
  const market = (environment: Environment) => markets.get(environment);
  const names = new NameService({ state, names: data.names });
  let parser: Promise<typeof import("../parser/parse.js")> | undefined;
  const intents = new Intents({
    ...base,
    ledgers,
    names,
    market,
    // Loaded with the first command, because the parser is a third of the server, and many tests never send a command.
    parser: async (command, world) => {
      parser ??= import("../parser/parse.js");
      return (await parser).parse(command, world);
    },
    onParsed: (row) => metrics.parsed(row),
  });
  ledgers.subscribe((event, { environment }) => {
    try {
      const build = event.kind === "landed" && built.of(event.transaction.wire, environment);
      if (build) countLanded(build, event.transaction, market(environment), metrics);
    } catch (error) {
      onFailure(error);
    }
    markets.handle(event, environment);
  });
  if (option !== undefined) state.storeText(WORLD_TEXT, option);
  return {
    ...base,
    ...owned,
    ledgers,
    markets,
    names,
    intents,
    builder: new Builder({ ...base, built, intents, ledgers, quota: owned.limits }),
    history: new History({ ...base, ledgers }),
    portfolio: new Portfolios({ ...base, ledgers, market }),
    // A test can keep this object while a reset gives the World other parts.
    faults: new Faults({
      armed,
      clock,
      movePool: poolMover(current),
      checkPool: (...check) => checkPool(current(), ...check),
      onValidator: (environment) =>
        ENVIRONMENTS.some((one) => (environment ?? one) === one && ledgers.isOnValidator(one)),
    }),
    canClone: setup.clone ?? true,
    start: setup.clock,
  };
}

function composeLedgers({ openLedger, validatorUrl }: WorldSetup, base: LedgerBase): Ledgers {
  const { seed, state, clock, data, genesis, ledgerRows } = base;
  const ledgers = new Ledgers({
    open: (environment) => openLedger(base, environment),
    isOnValidator: (environment) => validatorUrl?.(environment) !== undefined,
    recorded: (environment) => new RecordedAccounts(ledgerRows[environment].accounts, genesis),
    check: async (environment) => {
      const { checkValidator } = await import("../ledger/validator/check.js");
      return checkValidator(validatorUrl?.(environment) ?? "", data, seed, state.genesisOf(environment));
    },
  });
  openWhenDue({ state, rows: ledgerRows, clock, open: (environment) => ledgers.get(environment) });
  return ledgers;
}

/** Counts a landed transaction for each account that requested its build (decisions 10 and 32). */
function countLanded(build: BuiltRow, landed: Landed, market: Market, metrics: Metrics): void {
  // Computed before the market processes the transaction and records the new price.
  const effects = landedEffects(landed, (mint, baseUnits) => market.usdValueRecorded(mint, baseUnits));
  const { account, others = [], action } = build;
  for (const one of [account, ...others])
    metrics.landed(landed.signature, { account: one, at: landed.at, action, ...effects });
}

/** Builds the account services and opens a World's initial accounts, each with a key. */
function composeAccounts({ state, clock, random, data }: WorldBase, limitsOption: LimitsOption | undefined) {
  const keys = new Keys({ state, clock, random });
  const limits = new Limits({ state, clock, limits: limitsOption });
  const metrics = new Metrics({ state, clock });
  const usage = new Usage({ state, clock, limits, metrics });
  const secrets: Record<string, string> = {};
  const keyIds: Record<string, string> = {};
  const open = (name: string, options: WorldKeyOptions) => {
    const { key, keyId } = issueWorldKey(keys, name, options);
    secrets[name] = key;
    keyIds[name] = keyId;
  };
  for (const [name, options] of Object.entries(WORLD_KEYS)) open(name, options);
  const callers = Object.entries(data.accounts).map(([account, option]) => {
    const { tier = "free", environment = "live", requestsUsed = 0 } = option;
    return { account, environment, tier, requestsUsed };
  });
  for (const { requestsUsed, ...caller } of callers) open(caller.account, caller);
  const spend = () => {
    for (const { requestsUsed, ...caller } of callers) {
      if (requestsUsed === 0) continue;
      limits.spend(caller, requestsUsed);
      usage.count(caller, requestsUsed);
    }
  };
  return { keys, limits, metrics, usage, secrets, keyIds, spend };
}
