import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "intent-tx/contract";

/** What an error answer carries beside code and message. */
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

/** A field of the request that breaks the contract (400 `validation_error`). */
export function invalidField(field: string, reason: string): ServiceError<"validation_error"> {
  const named = field === "" ? "body" : field;
  return new ServiceError("validation_error", `${named} ${reason}`, {
    field: named,
    details: { field: named, reason },
  });
}
