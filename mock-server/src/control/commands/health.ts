import type { Environment } from "intent-tx/contract";
import * as z from "zod/mini";
import type { ValidatorHealth } from "../../ledger/validator/check.js";
import { type ControlTarget, command } from "../command.js";
import { type ClockView, clockReply, clockView } from "./clock.js";

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

/** The health of a server, as in `GET /_mock/health`. */
export interface ServerHealth {
  /** `degraded`: the state file cannot be written, a validator has a problem, or a request failed unexpectedly. */
  readonly status: "ok" | "degraded";
  /** The seed of the world. */
  readonly seed: string;
  /** The server's time, and whether it runs. */
  readonly clock: ClockView;
  /** Whether the chain of each network has been loaded. */
  readonly ledgers: Readonly<Record<Environment, boolean>>;
  /** The chain of the live network, if it is loaded at the start. */
  readonly ledger?: "loading" | "ready";
  /** Present with a state file. `reason` says why it cannot be written. */
  readonly stateFile?: { readonly writable: boolean; readonly reason?: string };
  /** Present after an unexpected error, until the next reset. */
  readonly failures?: { readonly count: number; readonly lastRequestId: string };
  /** By network, if it is a validator's chain. */
  readonly validators?: Partial<Record<Environment, ValidatorHealth>>;
}

export async function health({
  world,
  clock,
  stateFile,
  failures,
  ledger,
}: ControlTarget): Promise<ServerHealth> {
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
