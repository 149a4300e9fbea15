import * as z from "zod/mini";
import { SLOT_MS } from "../fixtures/world-data.js";
import { checkedOption } from "../kernel/checked.js";
import type { ClockReading } from "../kernel/clock.js";
import { ClosedError, OptionError } from "../kernel/errors.js";
import { choice, duration, integer, maybe, moment, part } from "../kernel/schema-kit.js";
import { type Duration, durationMs, LAST_MOMENT } from "../kernel/time.js";
import { wallTime } from "../kernel/timers.js";
import { epochOf, SLOTS_PER_EPOCH, slotAt, slotStart } from "../ledger/slots.js";
import type { World } from "./world.js";

/** A time for the clock, or the start of a slot or an epoch. */
export type ClockTarget =
  | string
  | number
  | Date
  | { readonly now: string | number | Date }
  | { readonly slot: number }
  | { readonly epoch: number };

/** Converts a clock target to the control plane's request body. */
export const clockBody = (target: ClockTarget) =>
  typeof target === "object" && !(target instanceof Date) ? target : { now: target };

/** Options of a new server's clock. */
export interface ClockOptions {
  /** Initial time: ISO 8601, a `Date`, or milliseconds since 1970. Default: the wall clock's time. */
  readonly now?: string | number | Date;
  /**
   * `running` follows wall time. With `frozen`, the clock moves only when you advance it. With `auto`, it moves only
   * when something sleeps on it (a client's wait, a virtual latency), and then advances immediately. Default `running`.
   */
  readonly mode?: "running" | "frozen" | "auto";
}

/** The server clock, for tests. As the SDK's `clock` option, it makes a client's waits use the server's time. */
export interface ServerClock {
  /**
   * The current time in milliseconds since 1970.
   *
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
   * console.log(new Date(server.clock.now()).toISOString()); // 2026-01-01T00:00:00.000Z
   * ```
   */
  now(): number;
  /**
   * Waits until `ms` have passed on this clock.
   *
   * @param ms Milliseconds of this clock; 0 or less resolves immediately.
   * @param signal Ends the wait.
   * @throws the signal's reason when it is aborted; {@link OptionError} if `ms` is not a number, or the wait would end
   * after the year 9999
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
   * const asleep = server.clock.sleep(60_000);
   * await server.clock.advance("1m");
   * await asleep;
   * ```
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Moves the clock forward. The promise resolves after everything that became due has run.
   *
   * @param by Milliseconds, or a duration such as `"24h"`.
   * @throws {OptionError} if the duration is invalid; {@link ClosedError} if the server is closed
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
   * await server.clock.advance("24h");
   * ```
   */
  advance(by: Duration): Promise<void>;
  /**
   * Moves the clock to a time, or to the start of a slot or an epoch, and freezes it.
   *
   * @param target ISO 8601 with a zone, a `Date`, milliseconds since 1970, `{ slot }` or `{ epoch }`.
   * @throws {OptionError} if the time is before the clock's, also after the calls that are still in progress; only
   * `restore` and `reset` can move it back
   * @throws {@link NotOnValidatorError} for a slot or an epoch if a network runs on a validator
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
   * await server.clock.set("2026-02-01T00:00:00Z");
   * ```
   */
  set(target: ClockTarget): Promise<void>;
  /**
   * Continues with wall time from the clock's current time.
   *
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
   * server.clock.resume();
   * console.log(server.clock.running);
   * ```
   */
  resume(): void;
  /** True while the clock follows wall time. */
  readonly running: boolean;
}

/** The body of `POST /clock/set`. */
export const ClockSetSchema = z.lazy(() => {
  const lastSlot = slotAt(LAST_MOMENT, SLOT_MS);
  return part({
    now: maybe(moment),
    slot: maybe(integer(0, lastSlot)),
    epoch: maybe(integer(0, epochOf(lastSlot).epoch)),
  }).check(
    z.refine((target) => Object.keys(target).length === 1, {
      path: ["now"],
      message: "is required, unless slot or epoch is given; give only one of the three",
    }),
  );
});

export const ClockSchema = z.lazy(() =>
  part(
    { now: maybe(moment), mode: maybe(choice(["running", "frozen", "auto"])) },
    'must be an object, such as { mode: "frozen" }',
  ),
);

/** The initial reading of a new clock; undefined for a clock that runs from the wall clock's time. */
export function clockReading({
  now,
  mode = "running",
}: z.output<typeof ClockSchema> = {}): ClockReading | undefined {
  const running = mode === "running";
  return now === undefined && running ? undefined : { now: now ?? wallTime(), running };
}

/** A World's clock with the public interface. */
export function serverClock(world: World): ServerClock {
  const { clock } = world.parts;
  const open = (what: string) => {
    if (clock.closed) throw new ClosedError(what);
  };
  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    advance: async (by) => {
      open("clock.advance");
      const ms = durationMs(checkedOption("by", duration, by, "clock.advance(…)"));
      if (clock.now() + ms > LAST_MOMENT)
        throw new OptionError("by", "must not go beyond the year 9999", "clock.advance(…)");
      await clock.advance(ms);
    },
    set: async (target) => {
      open("clock.set");
      const isMoment = !(typeof target === "object" && target !== null) || target instanceof Date;
      const shown = isMoment ? "clock.set(…)" : undefined;
      const { now, slot, epoch } = checkedOption("", ClockSetSchema, clockBody(target), shown);
      if (now === undefined) world.refuseOnValidator("The clock cannot be set to a slot or an epoch.");
      const { slotMs } = world.parts.data;
      const present = clock.now();
      const reachedSlot = slotAt(present, slotMs);
      const isReached = slot === reachedSlot || epoch === epochOf(reachedSlot).epoch;
      const at = now ?? (isReached ? present : slotStart(slot ?? (epoch ?? 0) * SLOTS_PER_EPOCH, slotMs));
      const refuse = () => {
        const name = now !== undefined ? "now" : slot !== undefined ? "slot" : "epoch";
        const [time, current] = [new Date(clock.now()).toISOString(), slotAt(clock.now(), slotMs)];
        const reached = { now: time, slot: current, epoch: epochOf(current).epoch }[name];
        throw new OptionError(
          name,
          `must not be before the clock (${reached}); only restore and reset can set it back`,
          shown,
        );
      };
      if (at < present) refuse();
      await world.setClock(at, refuse);
    },
    resume: () => {
      open("clock.resume");
      clock.resume();
    },
    get running() {
      return clock.running;
    },
  };
}
