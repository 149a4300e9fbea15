/** One command of `intent-tx-mock`. */
export interface CliCommand {
  readonly name: string;
  /** Summary for the list of commands, one line. */
  readonly summary: string;
  /** Text that `--help` prints. */
  readonly help: string;
  /** Runs the command and returns the exit code. @throws {UsageError} for invalid arguments */
  run(args: readonly string[]): Promise<number>;
}

/** The command line is invalid; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
