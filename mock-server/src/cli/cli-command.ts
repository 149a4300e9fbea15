/** A command of `intent-tx-mock`. */
export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The `--help` text. */
  readonly help: string;
  /** Runs the command and returns the exit code. @throws {UsageError} for invalid arguments */
  run(args: readonly string[]): Promise<number>;
}

/** Thrown for an invalid command line; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
