import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "intent-tx/contract";

/** Thrown by a call to a closed server. */
export class ClosedError extends Error {
  /** @param what name of the call, such as `clock.advance` */
  constructor(what: string) {
    super(`${what} was called after this server was closed; create another one with createMockServer`);
    this.name = "ClosedError";
  }
}

/** Thrown for an invalid option of `createMockServer` or the command line, with its path and the allowed values. */
export class OptionError extends Error {
  /**
   * @param reason continues the sentence that begins with the option
   * @param shown the name that the caller knows, if it never wrote the option's
   */
  constructor(
    /** Path of the option, such as `contract.pagination`. */
    readonly option: string,
    reason: string,
    shown: string = option,
  ) {
    super(`${shown} ${reason}`);
    this.name = "OptionError";
  }
}

/** The member of a record with this name. @throws {OptionError} that lists the names */
export function memberNamed<T>(
  option: string,
  members: Readonly<Record<string, T | undefined>>,
  name: string,
): T {
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (member !== undefined) return member;
  const got = typeof name === "string" ? JSON.stringify(name) : typeof name;
  throw new OptionError(option, `must be one of ${Object.keys(members).join(", ")}; got ${got}`);
}

/** Thrown if an installed package has a version with which the server cannot run. */
export class DependencyError extends Error {
  override readonly name = "DependencyError";
}

/**
 * Optional parts of an error response.
 * @inline
 */
export type ErrorExtras<C extends ErrorCode> = {
  /** Headers of this response only (`Allow`, `Retry-After`, `WWW-Authenticate`). */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path of the invalid field, for `validation_error`. */
  readonly field?: string;
} & (C extends keyof ErrorDetails ? { readonly details: ErrorDetails[C] } : { readonly details?: undefined });

/**
 * An error with one of the contract's codes. Methods of the server throw it; the API and the control plane send it as
 * their response.
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
  /** HTTP status of the error code. */
  readonly status: number;
  /** Additional values, as in the response's `error.details`. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Path of the invalid field, for `validation_error`. */
  readonly field: string | undefined;
  /** Additional response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param code - one of the contract's codes, which determines the status
   * @param message - for people: the problem and how to fix it
   * @param extras - optional parts of the response
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

/** The content of an error response: that of a {@link ServiceError}, or with a code that the contract does not have. */
export type ErrorContent = Pick<ServiceError, "status" | "message"> &
  Partial<Pick<ServiceError, "details" | "field" | "headers">> & { readonly code: string };

/** Matches a problem that starts with its own code, such as `too_long: …` or `empty: …`. */
const CODED = /^([a-z_]+): (.+)$/s;

/** Creates a 400 `validation_error` for a request field; without a name, for the whole body. */
export function invalidField(name: string, problem: string): ServiceError<"validation_error"> {
  const field = name || "body";
  const [, code, words] = CODED.exec(problem) ?? [];
  return new ServiceError("validation_error", words ? `${field}: ${words}` : `${field} ${problem}`, {
    field,
    details: { field, reason: code ?? problem },
  });
}

export function notFound(
  resource: string,
  id: string,
  message: string,
  code: "not_found" | `${"wallet" | "token" | "key" | "intent"}_not_found` = "not_found",
): ServiceError {
  return new ServiceError(code, message, { details: { resource, id } });
}

/** Creates a 503 `service_unavailable` that allows a retry after some seconds. */
export function unavailable(message: string, seconds: number): ServiceError {
  return new ServiceError("service_unavailable", message, { headers: { "Retry-After": String(seconds) } });
}

/** Thrown by a control plane call that conflicts with the current state (409 `conflict`). */
export class ControlConflictError extends Error {
  /** @param message - the existing state, and the remedy */
  constructor(message: string) {
    super(message);
    this.name = "ControlConflictError";
  }
}

/** Thrown for a change that is impossible on a validator. The control plane responds with 409 `conflict`. */
export class NotOnValidatorError extends Error {
  /** @param what - a sentence that names the impossible change */
  constructor(what: string) {
    super(`${what} This network runs on a validator, whose chain only transactions can change.`);
    this.name = "NotOnValidatorError";
  }
}

/** The message of anything thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's error name, such as ENOSPC, or the error's message. */
export function systemCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? errorText(error);
}
