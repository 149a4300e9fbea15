/** A wrong option of `createMockServer` or of the command line: which, and what it may be. */
export class OptionError extends Error {
  /** @param reason Continues the sentence that begins with the option. */
  constructor(
    /** Path of the option, for example `contract.pagination`. */
    readonly option: string,
    reason: string,
  ) {
    super(`${option} ${reason}`);
    this.name = "OptionError";
  }
}
