/** One command of `intent-tx-mock`. */
export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Text that `--help` prints. */
  readonly help: string;
  /** Runs it and answers the exit code. @throws {UsageError} for words that make no sense */
  run(args: readonly string[]): Promise<number>;
}

/** The words of the command line are wrong; exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
