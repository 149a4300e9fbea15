import * as z from "zod/mini";
import { worldOfText, worldText } from "../../fixtures/world-text.js";
import { parseJsonBody } from "../../http/json-body.js";
import { checkedCall } from "../../kernel/checked.js";
import type { ClockReading } from "../../kernel/clock.js";
import { invalidField } from "../../kernel/errors.js";
import { documented, flag, maybe, numberThat, part } from "../../kernel/schema-kit.js";
import { LAST_MOMENT } from "../../kernel/time.js";
import { StateProblem } from "../../state/incoming.js";
import type { World, WorldSnapshot } from "../../world/world.js";
import { asField, type ControlTarget, command, JSON_TYPE, rawReply } from "../command.js";
import { health, healthReply } from "./health.js";

/** Checks rows from outside. @throws ServiceError 400 with the path of the invalid row */
async function asState<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StateProblem)) throw error;
    throw invalidField(["state", error.path].filter(Boolean).join("."), error.reason);
  }
}

/** A snapshot without its rows. Unknown members are rejected, because ignoring one would restore a different world. */
const SnapshotSchema = z.lazy(() =>
  part({
    version: z.unknown(),
    seed: z.optional(z.unknown()),
    clock: part({
      now: numberThat(
        (now) => now >= 0 && now <= LAST_MOMENT,
        "must be a Unix timestamp in milliseconds, up to the year 9999",
      ),
      running: flag,
    }),
    state: z.optional(z.unknown()),
  }),
);

function snapshotParts(snapshot: unknown, world: World): { clock: ClockReading; state: unknown } {
  // The version is checked first, because a later one can have members that are unknown here.
  const { version } = Object(snapshot) as { readonly version?: unknown };
  if (typeof snapshot === "object" && version !== 1)
    throw invalidField(
      "version",
      `must be 1, the version of the snapshots of this server; got ${JSON.stringify(version)}. Restore it with the server version that took it`,
    );
  const { seed, clock, state } = checkedCall(SnapshotSchema, snapshot ?? {});
  if (seed === world.parts.seed) return { clock, state };
  throw invalidField(
    "seed",
    `must be ${JSON.stringify(world.parts.seed)}, the seed of this server; got ${JSON.stringify(seed)}`,
  );
}

/** Restores a snapshot, which must not change afterwards. @throws ServiceError 400 with the path of the invalid part */
export async function restore(world: World, snapshot: unknown): Promise<void> {
  world.refuseOnValidator("A snapshot cannot be restored.");
  const { clock, state } = snapshotParts(snapshot, world);
  const { takeRows } = await import("../../world/read-rows.js");
  await asState(() => world.whenIdle(() => takeRows(world, clock, state)));
}

/**
 * Resets the World, and clears the request log and the failures, which are not part of it.
 *
 * @param option a `world` option, which replaces the one of the start. Default: the one of the start
 * @param files false if the option must not name files
 * @throws {OptionError} for an invalid option; the World is then unchanged
 */
export async function reset(target: ControlTarget, option?: object, files = true): Promise<void> {
  const { world } = target;
  let text: string | undefined;
  if (option !== undefined) {
    world.refuseOnValidator("Another world cannot be loaded.");
    text = worldText(option, world.parts.random, files);
    const { refuseWorldChain } = await import("../../ledger/svm/program-check.js");
    const { chain, features } = worldOfText(text, world.parts.random);
    refuseWorldChain(chain, features);
  }
  await world.whenIdle(() => world.reset(text));
  target.log.clear();
  target.failures = undefined;
}

export const stateCommands = {
  "GET /state": command({
    summary: "Take a snapshot of the world's entire state, to restore later.",
    reply: () => z.looseObject({}),
    run: ({ world }) => rawReply<WorldSnapshot>(JSON_TYPE, { body: JSON.stringify(world.snapshot()) }),
  }),
  "PUT /state": command({
    summary: "Restore a snapshot from GET /state.",
    reply: healthReply,
    // Many thousands of accounts.
    maxBody: 256 << 20,
    body: z.lazy(() => z.looseObject({})),
    readsBytes: true,
    run: async (target, { body }) => {
      await restore(target.world, parseJsonBody(body as unknown as Uint8Array));
      return health(target);
    },
  }),
  "POST /reset": command({
    summary: "Reset the world, with its keys and clock, to its initial state.",
    reply: healthReply,
    // Accounts of several MiB, in base64.
    maxBody: 64 << 20,
    body: z.lazy(() =>
      z.nullable(
        part({
          world: maybe(
            z.looseObject({}).register(documented, {
              description:
                "The world option, with the content of its account files. Default: the initial world.",
            }),
          ),
        }),
      ),
    ),
    run: async (target, { body }) => {
      await asField(reset(target, body?.world, false));
      return health(target);
    },
  }),
};
