import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "intent-tx/contract";

/** A call to a server that has been closed. */
export class ClosedError extends Error {
  /** @param what the call, for the message, for example `clock.advance` */
  constructor(what: string) {
    super(`${what} came after this server was closed; make another one with createMockServer`);
    this.name = "ClosedError";
  }
}

/** A wrong option of `createMockServer` or of the command line, with its path and the allowed values. */
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

/** Parts of an error response in addition to its code and message. */
export type ErrorExtras<C extends ErrorCode> = {
  /** Headers of this response only (`Allow`, `Retry-After`, `WWW-Authenticate`). */
  readonly headers?: Readonly<Record<string, string>>;
  /** The offending field, for `validation_error`. */
  readonly field?: string;
} & (C extends keyof ErrorDetails ? { readonly details: ErrorDetails[C] } : { readonly details?: undefined });

/**
 * An error with one of the contract's codes. Methods of the server throw it; the API and the control plane send it as
 * their
 * response.
 *
 * @example
 * ```ts
 * import { createMockServer, ServiceError } from "@intent-tx/mock-server";
 *
 * await using server = await createMockServer({ seed: 1 });
 * try {
 *   await server.fund(server.wallets.bob.address, { SOL: "ten" });
 * } catch (error) {
 *   if (!(error instanceof ServiceError)) throw error;
 *   console.log(error.status, error.code, error.field, error.message); // 400 "validation_error" "tokens.SOL" …
 * }
 * ```
 */
export class ServiceError<C extends ErrorCode = ErrorCode> extends Error {
  /** The HTTP status of its code. */
  readonly status: number;
  /** Further values for the code, as in the response's `error.details`. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Path of the wrong field, for `validation_error`. */
  readonly field: string | undefined;
  /** Additional response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param code - one of the contract's codes; it gives the status
   * @param message - for people: the problem and how to fix it
   * @param extras - further values for the code
   */
  constructor(
    /** One of the contract's codes. */
    readonly code: C,
    message: string,
    extras: ErrorExtras<C>,
  ) {
    super(message);
    this.name = "ServiceError";
    this.status = ERROR_CODES[code].status;
    this.details = extras.details as Readonly<Record<string, unknown>> | undefined;
    this.field = extras.field;
    this.headers = extras.headers ?? {};
  }
}

/** A problem with its own code (`too_long`, `empty`) is written `code: words`. */
const CODED = /^([a-z_]+): (.+)$/s;

/** A field of the request that breaks the contract (400 `validation_error`); without a name, the body as a whole. */
export function invalidField(name: string, problem: string): ServiceError<"validation_error"> {
  const field = name || "body";
  const [, code, words] = CODED.exec(problem) ?? [];
  return new ServiceError("validation_error", words ? `${field}: ${words}` : `${field} ${problem}`, {
    field,
    details: { field, reason: code ?? problem },
  });
}
