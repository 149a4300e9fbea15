import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "intent-tx/contract";

/** Parts of an error answer beside its code and message. */
export type ErrorExtras<C extends ErrorCode> = {
  /** Header lines of this answer alone (`Allow`, `Retry-After`, `WWW-Authenticate`). */
  readonly headers?: Readonly<Record<string, string>>;
  /** The offending field, for `validation_error`. */
  readonly field?: string;
} & (C extends keyof ErrorDetails ? { readonly details: ErrorDetails[C] } : { readonly details?: undefined });

/** A refusal in the contract's terms. Services throw it; `api/` writes it as the answer. */
export class ServiceError<C extends ErrorCode = ErrorCode> extends Error {
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
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
