import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "intent-tx/contract";

/** Something was asked of a server that has been closed. */
export class ClosedError extends Error {
  /** @param what the call, for people, for example `clock.advance` */
  constructor(what: string) {
    super(`${what} came after this server was closed; make another one with createMockServer`);
    this.name = "ClosedError";
  }
}

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

/** Parts of an error answer beside its code and message. */
export type ErrorExtras<C extends ErrorCode> = {
  /** Header lines of this answer only (`Allow`, `Retry-After`, `WWW-Authenticate`). */
  readonly headers?: Readonly<Record<string, string>>;
  /** The offending field, for `validation_error`. */
  readonly field?: string;
} & (C extends keyof ErrorDetails ? { readonly details: ErrorDetails[C] } : { readonly details?: undefined });

/**
 * A refusal in the contract's terms: methods of the server throw what the control plane would answer. Over the API and the control
 * plane the same refusal is the answer.
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
  /** Values that belong to the code, as in the answer's `error.details`. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Path of the field that is wrong, for `validation_error`. */
  readonly field: string | undefined;
  /** Header lines of the answer that say more, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param code - one of the contract's codes; it gives the status
   * @param message - for people: where it is wrong, and how
   * @param extras - what belongs to the code
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

/** A problem that has a code of its own (`too_long`, `empty`) is written `code: words`. */
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
