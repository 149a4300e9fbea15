import type { Environment } from "intent-tx/contract";
import { readingsOf } from "./api/readings.js";
import { type ClockReading, wallTime } from "./kernel/clock.js";
import { knownOptions } from "./kernel/known-options.js";
import { OptionError } from "./kernel/option-error.js";
import { Random } from "./kernel/random.js";
import type { ControlledLedger } from "./ledger/ledgers.js";
import { rpcUrlOf } from "./ledger/rpc-url.js";
import type { MockServerOptions } from "./options.js";
import type { AnsweredRequest } from "./server/answered.js";
import type { LedgerBase } from "./server/compose-world.js";
import { publicOrigin } from "./server/public-addresses.js";
import { MockServer } from "./server/server.js";
import { LAST_MOMENT, momentOf } from "./server/server-clock.js";
import { sessionPolicy } from "./server/session-options.js";
import type { Share } from "./server/share.js";
import { worldExtras } from "./world/extras.js";

function seedOf(seed: number | string = 1): string {
  if (typeof seed === "string" ? seed !== "" : Number.isFinite(seed)) return String(seed);
  throw new OptionError("seed", "must be a number or a text that is not empty");
}

function clockOf(clock: MockServerOptions["clock"]): ClockReading | undefined {
  if (clock === undefined) return undefined;
  knownOptions("clock", clock, ["now", "mode"]);
  const { now, mode = "running" } = clock;
  if (mode !== "running" && mode !== "frozen" && mode !== "auto")
    throw new OptionError("clock.mode", 'must be "running", "frozen" or "auto"');
  if (now === undefined) return mode === "running" ? undefined : { now: wallTime(), running: false };
  const at = momentOf(now);
  if (at === undefined || at > LAST_MOMENT) {
    throw new OptionError(
      "clock.now",
      "must be an ISO 8601 date and time with a zone, a Date, or milliseconds, up to the year 9999",
    );
  }
  return { now: at, running: mode === "running" };
}

const OPTIONS: Readonly<Record<keyof MockServerOptions, true>> = {
  seed: true,
  clock: true,
  dialect: true,
  contract: true,
  limits: true,
  world: true,
  ledger: true,
  rpcUrl: true,
  testRpcUrl: true,
  stateFile: true,
  stateDir: true,
  sessions: true,
  publicUrl: true,
  controlToken: true,
};

/** An empty token would lock everybody out, and an empty file name would keep nothing. */
function textOf(option: "controlToken" | "stateFile" | "stateDir", value: string | undefined): void {
  if (value !== undefined && (typeof value !== "string" || value === "")) {
    throw new OptionError(option, "must be a text that is not empty; leave it out for none");
  }
}

/**
 * Makes the whole service in memory. It needs no socket: `server.fetch` answers what a socket would. Ledgers are made
 * when they are first needed.
 *
 * @param options Seed, clock, limits, dialect, world and more; all are optional.
 * @throws {OptionError} naming the option that is wrong
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { createMockServer } from "@intent-tx/mock-server";
 *
 * await using server = await createMockServer({ seed: 1 });
 * const client = new IntentTx(server.clientOptions("enterprise"));
 * const price = await client.prices.retrieve("SOL");
 * ```
 */
export async function createMockServer(options: MockServerOptions = {}): Promise<MockServer> {
  return makeServer(options, {});
}

/** Options that the command line adds to a server. */
export interface HostHooks {
  /** Told of every answered request. */
  readonly onAnswered?: (answered: AnsweredRequest) => void;
  /** Measure the whole process, from the start. Default false. */
  readonly measured?: boolean;
  /** The place of this process among several that are one server. Default: it is the only one. */
  readonly share?: Share;
  /** Hold every answer against the contract, as tests want it. Default true. */
  readonly checkAnswers?: boolean;
}

/** Makes a server with what its host adds. @throws {OptionError} naming the option that is wrong */
export function makeServer(
  options: MockServerOptions,
  { onAnswered, checkAnswers, measured, share }: HostHooks,
): MockServer {
  knownOptions("", options, Object.keys(OPTIONS));
  const seed = seedOf(options.seed);
  const clock = clockOf(options.clock);
  const keep = keepOf(options.ledger);
  textOf("controlToken", options.controlToken);
  textOf("stateFile", options.stateFile);
  textOf("stateDir", options.stateDir);
  if (options.stateFile !== undefined && options.stateDir !== undefined)
    throw new OptionError("stateDir", "cannot be given beside stateFile; leave one of them out");
  const sessions = sessionPolicy(options.sessions);
  const urls: Partial<Record<Environment, string>> = {
    ...(options.rpcUrl !== undefined && { live: options.rpcUrl }),
    ...(options.testRpcUrl !== undefined && { test: options.testRpcUrl }),
  };
  if (urls.live !== undefined) rpcUrlOf("rpcUrl", urls.live);
  if (urls.test !== undefined) rpcUrlOf("testRpcUrl", urls.test);
  const { extras, accounts } = worldExtras(options.world, new Random(seed));
  return new MockServer({
    world: {
      seed,
      readings: readingsOf(options.dialect, options.contract),
      extras,
      accounts,
      ...(clock && { clock }),
      ...(options.clock?.mode === "auto" && { autoClock: true }),
      ...(options.limits !== undefined && { limits: options.limits }),
      validatorUrl: (environment) => urls[environment],
      openLedger: (base, environment) => openLedger(base, environment, { url: urls[environment], keep }),
      onFailure: (error) => console.error(error),
      ...(checkAnswers !== undefined && { checkAnswers }),
    },
    sessions,
    relayUrl: (environment) => urls[environment],
    ...(options.publicUrl !== undefined && { publicUrl: publicOrigin(options.publicUrl) }),
    ...(options.controlToken !== undefined && { controlToken: options.controlToken }),
    ...(options.stateFile !== undefined && { stateFile: options.stateFile }),
    ...(options.stateDir !== undefined && { stateDir: options.stateDir }),
    ...(onAnswered && { onAnswered }),
    ...(measured !== undefined && { measured }),
    ...(share && { share }),
  });
}

/** How many landed transactions a network keeps, where the option does not say. */
const KEPT = 10_000;

function keepOf(option: MockServerOptions["ledger"]): number {
  if (option !== undefined) knownOptions("ledger", option, ["keep"]);
  const keep = option?.keep ?? KEPT;
  if (keep === "all") return Number.POSITIVE_INFINITY;
  if (Number.isSafeInteger(keep) && keep >= 0) return keep;
  throw new OptionError("ledger.keep", 'must be a number of transactions from 0, or "all"');
}

/** Either ledger is loaded when it is first needed. */
async function openLedger(
  { state, clock, random, data: world, ledgerRows, faults, genesis, told, builtSince }: LedgerBase,
  environment: Environment,
  { url, keep }: { readonly url: string | undefined; readonly keep: number },
): Promise<ControlledLedger> {
  const parts = { environment, state, clock, random, world };
  if (url === undefined) {
    const { createSvmLedger } = await import("./ledger/svm-ledger.js");
    return createSvmLedger({ ...parts, rows: ledgerRows[environment], faults, genesis, keep });
  }
  const { createRpcLedger } = await import("./ledger/rpc-ledger.js");
  return createRpcLedger({
    ...parts,
    ...{ url, told },
    builtSince: (moment) => builtSince(environment, moment),
  });
}
