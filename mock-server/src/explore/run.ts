import { once } from "node:events";
import { SLOT_MS } from "../fixtures/world-data.js";
import { fetchOver, type MockFetch } from "../http/fetch.js";
import { Random } from "../kernel/random.js";
import { wallClear, wallInterval } from "../kernel/timers.js";
import type { Host } from "../server/host.js";
import { MockServer } from "../server/server.js";
import { tellChain } from "./chain-story.js";
import { connectionOver, type Libraries } from "./connections.js";
import { newDisk } from "./disk.js";
import { type Schedule, scheduleText } from "./faults.js";
import { type Life, lifeOf } from "./life.js";
import { Network, type TracedRequest } from "./network.js";
import { Process } from "./process.js";

/** How an app ended. */
export interface Ended {
  /** `hung`: 10 s without a request or a sleep, or 10,000 requests, or 25,000 sleeps. `crashes`: five lives crashed. */
  readonly how: "returned" | "threw" | "hung" | "crashes";
  /** The error that `run` threw. */
  readonly error?: unknown;
  /** Number of times that `run` was called. */
  readonly lives: number;
  /** The faults that took place, such as `9:lost`. */
  readonly faults: readonly string[];
}

/** Argument of `check`: the server and a connection without faults, the result of `setup`, and the app's end. */
export interface Ending<S> extends Pick<Life<S>, "server" | "connection" | "state"> {
  /** How the app ended. */
  readonly ended: Ended;
}

/** An app under exploration. */
export interface ExploredApp<S> {
  /**
   * Runs once per schedule, before the app. Its result outlives crashes, like a database.
   *
   * @param start The mock server.
   */
  readonly setup?: (start: { readonly server: MockServer }) => S | Promise<S>;
  /**
   * One life of the app. After a crash it is called again, with new handles and the same `state` and `disk`.
   *
   * @param life The handles of this life.
   */
  readonly run: (life: Life<S>) => unknown;
  /**
   * Throws if something is wrong at the end, for example if the app has paid twice. By then, faults are off and 200
   * slots have passed. Without `check`, a `run` that throws is a failure.
   *
   * @param ending The server, a connection, the state, and how the app ended.
   */
  readonly check?: (ending: Ending<S>) => unknown;
}

/** A run of the app under a schedule. */
export interface AppRun {
  readonly requests: readonly TracedRequest[];
  readonly ended: Ended;
  readonly failure: { readonly error: unknown } | undefined;
  readonly warnings?: ReadonlySet<string>;
  /** All that a program has printed. */
  readonly output?: string;
}

/** Number of lives, as those of a queue's job that is given up. */
export const MAX_LIVES = 5;
const MAX_REQUESTS = 10_000;
/** Maximum number of requests, sleeps and locks. Each counts when it begins and when it ends. */
const MAX_ACTIVITIES = 5 * MAX_REQUESTS;
/** Real time (ms) without a request or a sleep after which the clock moves by a slot, and the app counts as hung. */
const IDLE_MS = 250;
const HUNG_MS = 10_000;
/** The app is looked at in this interval (ms). A process that is stopped, as in a debugger, does not count as idle. */
const LOOK_MS = 50;
const HUNG =
  "The app hung: it made 10,000 requests, slept 25,000 times, or waited for 10 s without a request or a sleep on server.clock. Look at the last request of the trace.";
const REAL_TIMERS = "the app waits with real timers. Use server.clock.sleep, which takes no time.";
/**
 * Time from a crash to the next life. It is longer than a slot: with the blockhash of the life before, a second payment
 * would be the same transaction, which pays once.
 */
export const RESTART_MS = 1000;
/** Slots between the end of the app and `check`. All that the app has sent has landed or expired by then. */
const SLOTS_TO_CHECK = 200;

type End = Pick<Ended, "how" | "error">;

/** Ends the faults, lets all that was sent land or expire, and checks the end of a run. */
export async function checkedRun(
  server: MockServer,
  network: Network,
  end: Omit<Ended, "faults">,
  check: (ended: Ended) => unknown,
): Promise<AppRun> {
  server.faults.clear();
  network.flush();
  await server.clock.advance(SLOTS_TO_CHECK * SLOT_MS);
  const { requests } = network;
  const faults = requests.flatMap(({ number, fault }) => (fault ? [`${number}:${fault}`] : []));
  const ended: Ended = { ...end, faults };
  try {
    await check(ended);
    return { requests, ended, failure: undefined };
  } catch (error) {
    return { requests, ended, failure: { error } };
  }
}

/** The end of an app of several lives side by side. A queue's job is done when one of its workers has done it. */
const endOf = (ends: readonly [End, ...End[]]): End =>
  ends.find(({ how }) => how === "hung") ?? ends.find(({ how }) => how === "returned") ?? ends[0];

/**
 * Runs an app under a schedule, on a server in its initial state.
 *
 * @param cut The app ends for ever after this request, and `check` then gets this end.
 */
export async function runOnce<S>(
  host: Host,
  { setup, run, check }: ExploredApp<S>,
  libraries: Libraries,
  schedule: Schedule,
  cut?: { readonly last: number; readonly ended: Ended },
): Promise<AppRun> {
  const server = new MockServer(host);
  const over = new AbortController();
  const warnings = new Set<string>();
  // A run with two faults begins like the one with the first fault only.
  const random = new Random(`${server.seed} ${scheduleText(schedule.slice(0, 1))}`);
  let draws = 0;
  const jitter = () => random.fraction("jitter", draws++);
  const state = (await setup?.({ server })) as S;

  let [idleMs, activities] = [0, 0];
  const onActivity = () => {
    idleMs = 0;
    if (++activities === MAX_ACTIVITIES) hang.abort();
  };
  const processes: Process[] = [];
  const hang = new AbortController();
  const hung = once(hang.signal, "abort").then(() => ({ how: "hung" as const }));
  const onUnknown = (method: string) =>
    void warnings.add(`the app calls ${method}, which throws here. The app may be right where it fails.`);

  const live = (): Promise<End> => {
    const own = new Process(processes.length, onActivity);
    processes.push(own);
    const deliver = fetchOver(
      (request) => network.handle(own, request),
      () => true,
    );
    const fetch: MockFetch = (input, init) => {
      if (network.requests.length === MAX_REQUESTS) hang.abort();
      return own.guard(() => deliver(input, init));
    };
    const parts = { fetch, disk: disk(own), state, signal: over.signal };
    const environment = { libraries, network, random: jitter, onUnknown };
    const ended = own.guard(async () => own.run(() => run(lifeOf(own, host, parts, environment))));
    return Promise.race([
      ended.then(() => ({ how: "returned" as const })).catch((error) => ({ how: "threw" as const, error })),
      own.crashed.then(() => ({ how: "crashes" as const })),
      hung,
    ]);
  };
  /** One worker, which is started again after a crash. */
  const work = async (): Promise<End> => {
    let end = await live();
    while (end.how === "crashes" && processes.length < MAX_LIVES && !network.isOver) {
      await server.clock.sleep(RESTART_MS);
      end = await live();
    }
    return end;
  };
  const workers: Promise<End>[] = [];
  const network = new Network(
    (request) => host.handle(request),
    server,
    schedule,
    cut?.last,
    () => workers.push(work()),
  );
  const disk = newDisk(network);
  // The first call loads the chain. Meanwhile the app is not idle.
  const untell = await tellChain(host, server, network.requests);
  const watch = wallInterval(() => {
    idleMs += LOOK_MS;
    if (idleMs === HUNG_MS) hang.abort();
    if (network.open > 0 || idleMs % IDLE_MS > 0) return;
    warnings.add(REAL_TIMERS);
    void server.clock.advance(SLOT_MS);
  }, LOOK_MS);
  const ends: [End, ...End[]] = [await work()];
  for (const worker of workers) ends.push(await worker);
  wallClear(watch);
  for (const process of processes) process.crash.abort("the run ended");
  const result = await checkedRun(
    server,
    network,
    { ...endOf(ends), lives: processes.length },
    async (found) => {
      const ended = cut?.ended ?? found;
      if (ended.how === "hung") throw new Error(HUNG);
      if (ended.how === "crashes" && !check) throw new Error("The app crashed in each of its lives.");
      if (ended.how === "threw" && !check) throw ended.error;
      await check?.({
        server,
        state,
        ended,
        get connection() {
          return connectionOver(libraries, server);
        },
      });
    },
  );
  untell();
  over.abort();
  return { ...result, warnings };
}
