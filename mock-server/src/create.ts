import type { Environment } from "intent-tx/contract";
import { planWorld } from "./fixtures/make-world.js";
import { tokenProblem } from "./http/token.js";
import { checkedOptions } from "./kernel/checked.js";
import { OptionError } from "./kernel/errors.js";
import { Random } from "./kernel/random.js";
import { withoutUndefined } from "./kernel/schema-kit.js";
import type { ControlledLedger } from "./ledger/ledger.js";
import { TRANSACTIONS_KEPT } from "./ledger/slots.js";
import { ELSEWHERE, type MockServerOptions, OPTION_SCHEMAS } from "./options.js";
import { Host, type HostHooks } from "./server/host.js";
import { MockServer } from "./server/server.js";
import type { StateStore } from "./server/state-store.js";
import type { LedgerBase } from "./world/compose-world.js";
import { settingsOf } from "./world/dialects.js";
import { clockReading } from "./world/server-clock.js";

/**
 * Creates the complete service in memory. It needs no socket: `server.fetch` gives the same responses. Ledgers are
 * created on first use.
 *
 * @param options Seed, clock, limits, dialect, world and more; all are optional.
 * @throws {OptionError} naming the invalid option
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
  return makeServer(options);
}

/** Options of the command line and the test fixtures. */
interface Hooks extends HostHooks {
  /** Real time (ms) after which sleeps on a frozen clock fail with an explanation. Default: never. */
  readonly sleepLimitMs?: number;
  /** Called with the real time (ms) that loading a chain took. */
  readonly onLedgerLoaded?: (ms: number) => void;
}

/** Creates a server with additional options. @throws {OptionError} naming the invalid option */
export async function makeServer(options: MockServerOptions, hooks?: Hooks): Promise<MockServer> {
  return new MockServer(await makeHost(options, hooks));
}

/** Creates the host of a server, with additional options. @throws {OptionError} naming the invalid option */
export async function makeHost(
  options: MockServerOptions,
  { sleepLimitMs, onLedgerLoaded, ...hooks }: Hooks = {},
): Promise<Host> {
  const checked = checkedOptions(OPTION_SCHEMAS, options, ELSEWHERE);
  const { stateFile, stateDir, publicUrl, controlToken, controlOrigin } = checked;
  if (stateFile !== undefined && stateDir !== undefined)
    throw new OptionError("stateDir", "cannot be combined with stateFile; give only one of them");
  const problem = controlToken === undefined ? undefined : tokenProblem(controlToken, false);
  if (problem) throw new OptionError("controlToken", problem);
  const seed = String(checked.seed ?? 1);
  const clock = clockReading(checked.clock);
  const { keep = TRANSACTIONS_KEPT } = checked.ledger ?? {};
  const urls: Readonly<Record<Environment, string | undefined>> = {
    live: checked.rpcUrl,
    test: checked.testRpcUrl,
  };
  const random = new Random(seed);
  const plan = planWorld(random, checked.world);
  if (checked.world && !(urls.live && urls.test)) {
    const { chain, features } = plan(random);
    if (chain.length > 0 || features) {
      const { refuseWorldChain } = await import("./ledger/svm/program-check.js");
      refuseWorldChain(chain, features);
    }
  }
  const stateStore = await openStateStore(stateFile ?? stateDir, seed, stateDir !== undefined);
  return new Host({
    world: {
      seed,
      settings: settingsOf(checked.dialect, checked.contract),
      plan,
      clone: checked.clone,
      ...withoutUndefined({ clock, limits: checked.limits, sleepLimitMs }),
      autoClock: checked.clock?.mode === "auto",
      validatorUrl: (environment) => urls[environment],
      openLedger: async (base, environment) => {
        // Node loads a module when `performance` is first used, so the command line does not use it.
        const start = onLedgerLoaded && performance.now();
        const ledger = await openLedger(base, environment, {
          url: urls[environment],
          keep: keep === "all" ? Number.POSITIVE_INFINITY : keep,
        });
        if (start !== undefined) onLedgerLoaded?.(performance.now() - start);
        return ledger;
      },
      onFailure: (error) => console.error(error),
    },
    ...hooks,
    sessions: checked.sessions ?? {},
    trustProxy: checked.trustProxy,
    controlOrigins: [controlOrigin ?? []].flat(),
    ...withoutUndefined({ publicUrl, controlToken, stateStore }),
  });
}

/** Opens the state file or directory. Servers with neither do not load the state store's code. @throws {OptionError} */
async function openStateStore(
  path: string | undefined,
  seed: string,
  isFolder: boolean,
): Promise<StateStore | undefined> {
  if (path === undefined) return undefined;
  const { StateStore } = await import("./server/state-store.js");
  return new StateStore(path, seed, isFolder);
}

/** Each ledger implementation is loaded on first use. */
async function openLedger(
  base: LedgerBase,
  environment: Environment,
  { url, keep }: { readonly url: string | undefined; readonly keep: number },
): Promise<ControlledLedger> {
  const parts = { ...base, environment, world: base.data };
  if (url === undefined) {
    const { createSvmLedger } = await import("./ledger/svm/svm-ledger.js");
    return createSvmLedger({ ...parts, rows: base.ledgerRows[environment], keep });
  }
  const { createValidatorLedger } = await import("./ledger/validator/validator-ledger.js");
  return createValidatorLedger({
    ...parts,
    url,
    builtSince: (moment) => base.builtSince(environment, moment),
  });
}
