import type { FaultRule } from "../faults/fault-rules.js";
import type { PoolSpec } from "../fixtures/pools.js";
import type { ClockReading } from "../kernel/clock.js";
import { OptionError } from "../kernel/errors.js";
import { refusePrograms } from "../ledger/svm/program-check.js";
import { StateProblem } from "../state/incoming.js";
import type { IntentRow, LedgerTransactionRow } from "../state/rows.js";
import type { StateSnapshot, TableName, Tables } from "../state/tables.js";
import { WORLD_TEXT, type World } from "./world.js";

/** The place of an unresolved reference in its row, and the reason. */
type Unresolved = readonly [place: string, reason: string];

const NO_TOKEN = "is not the mint of a token in this world";
const NO_POOL = "is not the address of a pool in this world";

/**
 * Replaces a World's state by rows from outside, together with the `world` option that they belong to.
 *
 * @throws {StateProblem} before anything is replaced
 */
export function takeRows(world: World, clock: ClockReading, rows: unknown): void {
  const meta = (rows as StateSnapshot | null)?.meta;
  const entry = Array.isArray(meta) ? meta.find((row) => Array.isArray(row) && row[0] === WORLD_TEXT) : [];
  const [, option] = (entry ?? []) as [unknown?, unknown?];
  try {
    world.take(clock, typeof option === "string" ? option : undefined, (other) => readRows(other, rows));
  } catch (error) {
    if (error instanceof OptionError || error instanceof SyntaxError)
      throw new StateProblem(`meta.${WORLD_TEXT}`, `is not a valid world option: ${error.message}`);
    throw error;
  }
}

/**
 * Checks rows from outside: each row, its references to other rows and to the world's data, and programs.
 *
 * @throws {StateProblem}
 */
function readRows(world: World, rows: unknown): StateSnapshot {
  const { state, genesis, data } = world.parts;
  const snapshot = state.checked(rows);
  refuseUnresolved(snapshot, world);
  refusePrograms(snapshot, genesis, data.features);
  return snapshot;
}

function refuseUnresolved(rows: StateSnapshot, { parts: { data, markets } }: World): void {
  type Check<Row> = (row: Row, key: string) => Unresolved | undefined | false;
  const check = <T extends TableName>(table: T, problemOf: Check<Tables[T]>) => {
    for (const [at, [key, row]] of (rows[table] ?? []).entries()) {
      const problem = problemOf(row as Tables[T], key);
      if (problem) throw new StateProblem(`${table}[${at}]${problem[0]}`, problem[1]);
    }
  };
  const accounts = new Set(rows.accounts?.map(([id]) => id));
  const isStray = (account: string, place = ".account"): Unresolved | false =>
    !accounts.has(account) && [place, "is not an account in this state"];
  for (const table of ["intents", "expiredIntents", "parses", "metricHours", "landed"] as const)
    check(table, ({ account }) => isStray(account));
  check("usage", (_, account) => isStray(account, "[0]"));
  check("built", ({ account, others = [] }) =>
    isStray([account, ...others].find((one) => !accounts.has(one)) ?? account),
  );
  const keys = new Set(rows.keys?.map(([id]) => id));
  check("keys", ({ account, keyId, rotatedFrom = keyId }) =>
    keys.has(rotatedFrom) ? isStray(account) : [".rotatedFrom", "is not a key in this state"],
  );
  const mints = new Set(data.tokens.map(({ mint }) => mint));
  const pools = new Map(data.pools.map((pool) => [pool.address, pool]));
  for (const table of ["prices", "volumes", "priceScales"] as const)
    check(table, (_, key) => !mints.has(key.split(":")[1] ?? "") && ["[0]", NO_TOKEN]);
  check("movedPools", (_, key) => !pools.has(key.split(":")[1] ?? "") && ["[0]", NO_POOL]);
  check("intents", (intent) => intentProblem(intent, mints, pools));
  check("faults", ({ rule }) => {
    const { fault } = rule as FaultRule;
    if (fault.kind !== "moved-pool" || fault.pool === undefined) return false;
    const isKnown = markets.get(fault.environment ?? "live").pool(fault.pool) !== undefined;
    return !isKnown && [".rule.fault.pool", "is not the address or pair of a pool in this world"];
  });
  check("ledgerTransactions", transactionProblem);
}

const NEEDED = {
  swap: ["side", "inputMint", "outputMint", "amount", "route"],
  transfer: ["inputMint", "amount", "recipient"],
  query: [],
} as const satisfies Record<IntentRow["action"], readonly (keyof IntentRow)[]>;

function intentProblem(
  intent: IntentRow,
  mints: ReadonlySet<string>,
  pools: ReadonlyMap<string, PoolSpec>,
): Unresolved | undefined {
  const { action, inputMint, outputMint, route } = intent;
  const missing = NEEDED[action].find((name) => intent[name] === undefined);
  if (missing !== undefined) return [`.${missing}`, `is required for a ${action}`];
  if (inputMint !== undefined && !mints.has(inputMint)) return [".inputMint", NO_TOKEN];
  if (outputMint !== undefined && !mints.has(outputMint)) return [".outputMint", NO_TOKEN];
  if (action !== "swap" || !route) return undefined;
  let mint = inputMint;
  for (const [at, hop] of route.marketInfos.entries()) {
    const place = `.route.marketInfos[${at}]`;
    const pool = pools.get(hop.id);
    if (!pool) return [`${place}.id`, NO_POOL];
    const reached = pool.mintA === mint ? pool.mintB : pool.mintB === mint ? pool.mintA : undefined;
    if (hop.inputMint !== mint || hop.outputMint !== reached)
      return [place, "must swap the two mints of its pool"];
    mint = hop.outputMint;
  }
  if (![1, 2].includes(route.marketInfos.length)) return [".route.marketInfos", "must have one or two pools"];
  return mint === outputMint ? undefined : [".outputMint", "must be the mint that the route ends with"];
}

function transactionProblem(row: LedgerTransactionRow): Unresolved | undefined {
  const balances = [...row.preTokenBalances, ...row.postTokenBalances].map(
    ({ accountIndex }) => accountIndex,
  );
  const inner = row.innerInstructions.flatMap(({ programIdIndex, accounts }) => [
    programIdIndex,
    ...accounts,
  ]);
  const stray = [...balances, ...inner].find((index) => index >= row.accountKeys.length);
  return stray === undefined
    ? undefined
    : [".accountKeys", `has no account ${stray}, which the row refers to`];
}
