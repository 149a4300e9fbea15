import { ServiceError } from "../kernel/service-error.js";

/**
 * A change that cannot be made on a validator, since its accounts are its own. The control plane answers it
 * as 409 `conflict`.
 */
export class NotOnValidatorError extends Error {
  /** @param what - a sentence that says what cannot be done */
  constructor(what: string) {
    super(`${what} The chain of this network is a validator's, which only transactions can change.`);
    this.name = "NotOnValidatorError";
  }
}

/** The validator does not answer, or says that it cannot answer now. The API answers it as 503. */
export class RpcUnreachableError extends ServiceError<"service_unavailable"> {
  /**
   * @param reason in a few words, without secrets
   * @param answered whether somebody answered, but not as a validator does
   */
  constructor(
    origin: string,
    method: string,
    readonly reason: string,
    readonly answered = false,
  ) {
    super(
      "service_unavailable",
      `The validator at ${origin} does not answer ${method}: ${reason}. Check that it is running.`,
      {},
    );
    this.name = "RpcUnreachableError";
  }
}

/** The validator answered a call with an error. */
export class RpcResponseError extends Error {
  constructor(
    readonly method: string,
    readonly code: number,
    /** The validator's own words. */
    readonly reason: string,
    readonly data: unknown,
  ) {
    super(`The validator refused ${method} (${code}): ${reason}`);
    this.name = "RpcResponseError";
  }
}
