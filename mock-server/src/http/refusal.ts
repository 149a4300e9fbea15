import { ServiceError } from "../kernel/service-error.js";

/** What is wrong with a request as HTTP, or with where it went: nothing of the API looks at it further. */
export class HttpRefusal extends ServiceError<"validation_error"> {
  override readonly status: number;

  /** @param reason what the request does wrong, for example `names no host` */
  constructor(status: number, reason: string) {
    super("validation_error", `The request ${reason}.`, {
      field: "request",
      details: { field: "request", reason },
    });
    this.status = status;
  }
}
