import { type ParseArgsConfig, parseArgs } from "node:util";
import { ListenError } from "../http/ports.js";

export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** Runs the command and returns the exit code. @throws {UsageError} for invalid arguments */
  run(args: readonly string[]): Promise<number>;
}

/** The flags before `--`, and the command after it. @throws {UsageError} without a command */
export function beforeCommand(name: string, args: readonly string[]) {
  const mark = args.indexOf("--");
  const [program, ...rest] = mark < 0 ? [] : args.slice(mark + 1);
  if (program === undefined)
    throw new UsageError(`${name} needs a command: intent-tx-mock ${name} [options] -- COMMAND`);
  return { flags: args.slice(0, mark), program, rest };
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: T }>>["values"];

/** The values of a command's flags. @throws {UsageError} */
export function flagsOf<T extends Options>(args: readonly string[], options: T): Values<T> {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Calls a function at each SIGINT and SIGTERM, until it is disposed. */
export function onStop(stop: (signal: NodeJS.Signals) => void): Disposable {
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, stop);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

/** Thrown for an invalid command line; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

/** Thrown for a valid command line that cannot be carried out; exit code 1. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CommandError";
  }
}

/** Names --rpc-port in the error for its port, or for the next one. @throws {CommandError} */
export function namingRpcPort<T>(listening: Promise<T>, rpcPort: number | undefined): Promise<T> {
  return listening.catch((error: unknown) => {
    if (!(error instanceof ListenError) || error.option !== "port" || rpcPort === undefined) throw error;
    if (error.port !== rpcPort && error.port !== rpcPort + 1) throw error;
    throw new CommandError(`${error.message} (--rpc-port)`);
  });
}
