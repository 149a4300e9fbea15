import { ServiceError } from "../kernel/service-error.js";

/** An error in a request as HTTP or in its destination. The API looks no further at such a request. */
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
