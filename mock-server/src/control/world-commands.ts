import { ENVIRONMENTS, isAddress, SCOPES, TIERS } from "intent-tx/contract";
import * as z from "zod/mini";
import { type ControlCommand, command } from "./command.js";
import type { ControlSubject } from "./subject.js";

const environment = z.enum(ENVIRONMENTS, "must be live or test");
const address = z
  .string("must be a string")
  .check(z.refine(isAddress, "must be a base58 address of 32 bytes"));

const DURATION = 'must be milliseconds or a duration such as "90s" or "24h"';
/** A State of many thousand accounts. */
const STATE_BYTES = 256 << 20;

/** The calls that make and change what the World holds. */
export function worldCommands(subject: ControlSubject): ControlCommand[] {
  return [
    command({
      method: "GET",
      path: "/health",
      summary: "Whether the server answers, with its seed and clock.",
      status: 200,
      run: () => subject.health(),
    }),
    command({
      method: "POST",
      path: "/keys",
      summary: "Issue an API key, for a new account or a named one.",
      status: 201,
      body: z.strictObject({
        tier: z.enum(TIERS, `must be one of ${TIERS.join(", ")}`),
        environment: z.optional(environment),
        scopes: z.optional(z.array(z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`))),
        name: z.optional(z.string("must be a string")),
        expiresAt: z.optional(z.string("must be a string")),
        account: z.optional(z.string("must be a string").check(z.minLength(1, "must not be empty"))),
      }),
      run: ({ body }) => subject.issueKey(body),
    }),
    command({
      method: "POST",
      path: "/fund",
      summary: "Add SOL and tokens to a wallet, in human units by symbol.",
      status: 200,
      body: z.strictObject({
        environment: z._default(environment, "live"),
        walletAddress: address,
        tokens: z.record(
          z.string(),
          z.union([z.string(), z.number()], 'must be an amount in human units, "1.5" or 1.5'),
          "must be an object of amounts by symbol",
        ),
      }),
      run: ({ body }) => subject.fund(body.walletAddress, body.tokens, { environment: body.environment }),
    }),
    command({
      method: "POST",
      path: "/names",
      summary: "Make a .sol name stand for an address, on both networks.",
      status: 201,
      body: z.strictObject({
        name: z
          .string("must be a string")
          .check(
            z.regex(
              /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.sol$/,
              "must be a lower-case name ending in .sol",
            ),
          ),
        address,
      }),
      run: ({ body }) => {
        subject.putName(body.name, body.address);
        return body;
      },
    }),
    command({
      method: "GET",
      path: "/contract",
      summary: "Every contract decision in force.",
      status: 200,
      run: () => subject.contract(),
    }),
    command({
      method: "POST",
      path: "/explain",
      summary: "What the parser saw in a command: spans, candidates, the confidence's parts.",
      status: 200,
      body: z.strictObject({ command: z.string("must be a string") }),
      run: ({ body }) => subject.explain(body.command),
    }),
    command({
      method: "GET",
      path: "/state",
      summary: "Everything the World remembers, to be restored later.",
      status: 200,
      run: () => subject.snapshot(),
    }),
    command({
      method: "PUT",
      path: "/state",
      summary: "Restore what GET /state answered.",
      status: 200,
      maxBody: STATE_BYTES,
      body: z.looseObject({}),
      run: async ({ body }) => {
        await subject.restore(body);
        return subject.health();
      },
    }),
    command({
      method: "POST",
      path: "/reset",
      summary: "Back to the seed's world, its keys and its clock.",
      status: 200,
      run: async () => {
        await subject.reset();
        return subject.health();
      },
    }),
  ];
}

/** The calls that turn the clock. */
export function clockCommands(subject: ControlSubject): ControlCommand[] {
  return [
    command({
      method: "GET",
      path: "/clock",
      summary: "Where the clock stands and whether it runs.",
      status: 200,
      run: () => subject.clockView(),
    }),
    command({
      method: "POST",
      path: "/clock/set",
      summary: "Set the clock forward and freeze it there.",
      status: 200,
      body: z.strictObject({ now: z.union([z.string(), z.number()], "must be ISO 8601 or milliseconds") }),
      run: async ({ body }) => {
        await subject.setClock(body.now);
        return subject.clockView();
      },
    }),
    command({
      method: "POST",
      path: "/clock/advance",
      summary: "Move the clock forward; answers when all that fell due has happened.",
      status: 200,
      body: z.strictObject({ by: z.union([z.string(), z.number()], DURATION) }),
      run: async ({ body }) => {
        await subject.advanceClock(body.by as number);
        return subject.clockView();
      },
    }),
    command({
      method: "POST",
      path: "/clock/resume",
      summary: "Let the clock run on from where it stands.",
      status: 200,
      run: () => {
        subject.resumeClock();
        return subject.clockView();
      },
    }),
  ];
}
