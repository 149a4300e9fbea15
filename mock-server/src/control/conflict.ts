/** A call of the control plane that does not fit what is there (409 `conflict`). */
export class ConflictError extends Error {
  /** @param message - for people: what is there already, and what to do */
  constructor(message: string) {
    super(message);
    this.name = "ConflictError";
  }
}
