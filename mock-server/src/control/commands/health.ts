import * as z from "zod/mini";
import { type ControlTarget, command } from "../command.js";
import { clockReply, clockView } from "./clock.js";

export const healthReply = () =>
  z.strictObject({
    status: z.enum(["ok", "degraded"]),
    stateFile: z.optional(z.strictObject({ writable: z.boolean(), reason: z.optional(z.string()) })),
    failures: z.optional(z.strictObject({ count: z.number(), lastRequestId: z.string() })),
    seed: z.string(),
    clock: clockReply(),
    ledgers: z.strictObject({ live: z.boolean(), test: z.boolean() }),
    ledger: z.optional(z.enum(["loading", "ready"])),
    validators: z.optional(z.record(z.string(), z.looseObject({ status: z.string() }))),
  });

export async function health({
  world,
  clock,
  stateFile,
  failures,
  ledger,
}: ControlTarget): Promise<Record<string, unknown>> {
  const { seed, ledgers } = world.parts;
  const reason = stateFile?.failure;
  const validators = await ledgers.validators();
  const validatorList = Object.values(validators);
  const isHealthy = !failures && reason === undefined && validatorList.every(({ status }) => status === "ok");
  return {
    status: isHealthy ? "ok" : "degraded",
    ...(failures && { failures }),
    ...(stateFile && {
      stateFile: { writable: reason === undefined, ...(reason !== undefined && { reason }) },
    }),
    seed,
    clock: clockView(clock),
    ledgers: { live: ledgers.opened("live") !== undefined, test: ledgers.opened("test") !== undefined },
    ...(ledger && { ledger }),
    ...(validatorList.length > 0 && { validators }),
  };
}

export const healthCommands = {
  "GET /health": command({
    summary: "Health of the server and its validators, with the seed and the clock.",
    reply: healthReply,
    run: health,
  }),
};
