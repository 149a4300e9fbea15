import * as z from "zod/mini";
import { duration, part } from "../../kernel/schema-kit.js";
import { ClockSetSchema, type ClockTarget, type ServerClock } from "../../world/server-clock.js";
import { asField, command } from "../command.js";

/**
 * The control plane's view of the clock.
 * @inline
 */
export interface ClockView {
  /** ISO 8601. */
  readonly now: string;
  /** True while the clock follows wall time. */
  readonly running: boolean;
}

export const clockReply = () => z.strictObject({ now: z.string(), running: z.boolean() });

export function clockView(clock: ServerClock): ClockView {
  return { now: new Date(clock.now()).toISOString(), running: clock.running };
}

export const clockCommands = {
  "GET /clock": command({
    summary: "The clock's time, and whether it runs.",
    reply: clockReply,
    run: ({ clock }) => clockView(clock),
  }),
  "POST /clock/set": command({
    summary: "Set the clock forward, to a time or the start of a slot or an epoch, and freeze it there.",
    reply: clockReply,
    body: ClockSetSchema,
    run: async ({ clock }, { body }) => {
      await asField(clock.set(body as ClockTarget));
      return clockView(clock);
    },
  }),
  "POST /clock/advance": command({
    summary: "Advance the clock. Responds once everything that has become due has run.",
    reply: clockReply,
    body: z.lazy(() => part({ by: duration })),
    run: async ({ clock }, { body }) => {
      await asField(clock.advance(body.by));
      return clockView(clock);
    },
  }),
  "POST /clock/resume": command({
    summary: "Start the clock from its current time.",
    reply: clockReply,
    run: ({ clock }) => {
      clock.resume();
      return clockView(clock);
    },
  }),
};
