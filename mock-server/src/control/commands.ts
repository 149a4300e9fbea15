import { checkedCall } from "../kernel/checked.js";
import { type ControlCommand, type ControlTarget, NoBodySchema, type RawReply } from "./command.js";
import { chainAccountCommands } from "./commands/chain-accounts.js";
import { clockCommands } from "./commands/clock.js";
import { contractCommands } from "./commands/contract.js";
import { explainCommands } from "./commands/explain.js";
import { faultCommands } from "./commands/faults.js";
import { fundCommands } from "./commands/fund.js";
import { healthCommands } from "./commands/health.js";
import { keyCommands } from "./commands/keys.js";
import { logCommands } from "./commands/log.js";
import { metricsCommands, type ServerMetrics } from "./commands/metrics.js";
import { nameCommands } from "./commands/names.js";
import { priceCommands } from "./commands/prices.js";
import { type ServerSessions, sessionCommands } from "./commands/sessions.js";
import { stateCommands } from "./commands/state.js";
import { viewCommands } from "./commands/views.js";
import { worldCommands } from "./commands/world.js";

/** Every command on a World. The control plane's routes and document, `server.*` and `connectMock` use this table. */
export const COMMANDS = {
  ...healthCommands,
  ...keyCommands,
  ...fundCommands,
  ...priceCommands,
  ...chainAccountCommands,
  ...clockCommands,
  ...faultCommands,
  ...logCommands,
  ...worldCommands,
  ...nameCommands,
  ...contractCommands,
  ...explainCommands,
  ...stateCommands,
  ...viewCommands,
};

/** The parts of a server that belong to none of its Worlds. */
export interface ServerParts {
  readonly sessions: ServerSessions;
  readonly metrics: ServerMetrics;
}

export const serverCommands = ({ sessions, metrics }: ServerParts) => ({
  ...sessionCommands(sessions),
  ...metricsCommands(metrics),
});

type CommandTable = typeof COMMANDS & ReturnType<typeof serverCommands>;

/** Method and path of a command. */
export type CommandName = keyof CommandTable;

/** The result of a command, as a client gets it. */
export type CommandResult<N extends CommandName> = Written<Awaited<ReturnType<CommandTable[N]["run"]>>>;

type Written<R> = R extends RawReply<infer V> ? V : R;

type InPath<N> = N extends `${string}{${infer Name}}${infer Rest}` ? Name | InPath<Rest> : never;

/** A body before it is JSON: lists can be read-only, and an object of any fields is any object. */
type Sendable<T> = T extends readonly (infer E)[]
  ? readonly Sendable<E>[]
  : T extends Readonly<Record<string, infer V>>
    ? unknown extends V
      ? object
      : { readonly [K in keyof T]: Sendable<T[K]> }
    : T;

type BodyOf<N extends CommandName> =
  CommandTable[N] extends ControlCommand<infer _B, infer _Q, infer _R, infer Body> ? Sendable<Body> : never;
type QueryOf<N extends CommandName> =
  CommandTable[N] extends ControlCommand<infer _B, infer _Q, infer _R, infer _Body, infer Query>
    ? Query
    : never;
type ParamsOf<N extends CommandName> = { readonly [K in InPath<N>]: string } & {
  readonly [K in keyof QueryOf<N>]?: string | number | undefined;
};

type Empty = Record<never, never>;
type InputOf<N extends CommandName> = (undefined extends BodyOf<N> ? Empty : { readonly body: BodyOf<N> }) &
  (Empty extends ParamsOf<N> ? { readonly params?: ParamsOf<N> } : { readonly params: ParamsOf<N> });

/** Sends a command to a server. `params` are those of the path and of the query. `More` are the client's options. */
export type SendCommand<More = Empty> = <N extends CommandName>(
  command: N,
  ...input: Empty extends InputOf<N> ? [input?: InputOf<N> & More] : [input: InputOf<N> & More]
) => Promise<CommandResult<N>>;

export interface CommandInput {
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, string | number | undefined>>;
}

/** Runs a command with a body in-process. @throws ServiceError 400 with the invalid field */
export async function runCommand<N extends keyof typeof COMMANDS>(
  target: ControlTarget,
  name: N,
  body: unknown = {},
): Promise<CommandResult<N>> {
  const { body: schema = NoBodySchema, run } = COMMANDS[name] as ControlCommand;
  return run(target, { params: {}, query: {}, body: checkedCall(schema, body) }) as CommandResult<N>;
}
