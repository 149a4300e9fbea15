/** Something was asked of a server that has been closed. */
export class ClosedError extends Error {
  /** @param what the call, for people, for example `clock.advance` */
  constructor(what: string) {
    super(`${what} came after this server was closed; make another one with createMockServer`);
    this.name = "ClosedError";
  }
}
