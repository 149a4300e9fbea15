/** A call of the control plane that does not fit what is there (409 `conflict`). */
export class ConflictError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConflictError";
  }
}
