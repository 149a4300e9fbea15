import type { Environment } from "intent-tx/contract";
import { readingsOf } from "./api/readings.js";
import { checkedOptions } from "./kernel/checked.js";
import { OptionError } from "./kernel/option-error.js";
import { Random } from "./kernel/random.js";
import { TRANSACTIONS_KEPT } from "./ledger/kept.js";
import type { ControlledLedger } from "./ledger/ledgers.js";
import { type MockServerOptions, OPTION_SCHEMAS } from "./options.js";
import type { AnsweredRequest } from "./server/answered.js";
import type { LedgerBase } from "./server/compose-world.js";
import type { Kept } from "./server/kept.js";
import { MockServer } from "./server/server.js";
import { clockReading } from "./server/server-clock.js";
import { sessionPolicy } from "./server/session-options.js";
import { ownedBy, type Share } from "./server/share.js";
import { worldExtras } from "./world/extras.js";

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
export async function makeServer(
  options: MockServerOptions,
  { onAnswered, checkAnswers, measured, share }: HostHooks,
): Promise<MockServer> {
  const given = checkedOptions(OPTION_SCHEMAS, options);
  const { stateFile, stateDir, publicUrl, controlToken } = given;
  if (stateFile !== undefined && stateDir !== undefined)
    throw new OptionError("stateDir", "cannot be given beside stateFile; leave one of them out");
  const seed = String(given.seed ?? 1);
  const clock = clockReading(given.clock);
  const { keep = TRANSACTIONS_KEPT } = given.ledger ?? {};
  const urls: Partial<Record<Environment, string>> = {
    ...(given.rpcUrl !== undefined && { live: given.rpcUrl }),
    ...(given.testRpcUrl !== undefined && { test: given.testRpcUrl }),
  };
  const { extras, accounts } = worldExtras(given.world, new Random(seed));
  const openKept = await keeper({ ...given, seed, share });
  return new MockServer({
    world: {
      seed,
      readings: readingsOf(given.dialect, given.contract),
      extras,
      accounts,
      ...(clock && { clock }),
      ...(given.clock?.mode === "auto" && { autoClock: true }),
      ...(given.limits !== undefined && { limits: given.limits }),
      validatorUrl: (environment) => urls[environment],
      openLedger: (base, environment) =>
        openLedger(base, environment, {
          url: urls[environment],
          keep: keep === "all" ? Number.POSITIVE_INFINITY : keep,
        }),
      onFailure: (error) => console.error(error),
      ...(checkAnswers !== undefined && { checkAnswers }),
    },
    sessions: sessionPolicy(given.sessions),
    relayUrl: (environment) => urls[environment],
    ...(publicUrl !== undefined && { publicUrl }),
    ...(controlToken !== undefined && { controlToken }),
    ...(openKept && { openKept }),
    ...(onAnswered && { onAnswered }),
    ...(measured !== undefined && { measured }),
    ...(share && { share }),
  });
}

/** Opens the state file or directory. Most servers have neither, and do not load the code that reads them. */
async function keeper({
  stateFile,
  stateDir,
  seed,
  share,
}: Pick<MockServerOptions, "stateFile" | "stateDir"> & {
  readonly seed: string;
  readonly share: Share | undefined;
}): Promise<(() => Kept) | undefined> {
  if (stateFile !== undefined) {
    const { KeptState } = await import("./server/kept-state.js");
    return () => new KeptState(stateFile, seed);
  }
  if (stateDir === undefined) return undefined;
  const { KeptFolder } = await import("./server/kept-folder.js");
  const own = share && { root: share.index === 0, owns: ownedBy(share) };
  return () => new KeptFolder({ path: stateDir, seed, ...own });
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
