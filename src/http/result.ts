import { redact } from "../client/secrets.js";
import type { IntentTxError } from "../errors/base-error.js";
import { ResponseValidationError } from "../errors/errors.js";
import type { WireOperation } from "./operation.js";
import { parseJson } from "./parse-json.js";
import { requestIdOf } from "./refusal.js";
import { asObject, Misfit, read, type Shape } from "./shape.js";

/**
 * The payload, with or without the general envelope `{ data, meta }` (decision 1).
 *
 * A body is an envelope when it has `data` and none of the payload's own fields; so a payload with an unknown field `data`
 * is still a payload.
 */
export function unwrap(body: unknown, shape: Shape | undefined): unknown {
  const outer = asObject(body);
  const inner = outer && Object.hasOwn(outer, "data") && asObject(outer["data"]);
  if (!inner) return body;
  const own = shape ? Object.keys(shape) : Object.keys(outer).filter((key) => key !== "meta");
  return own.some((name) => name !== "data" && Object.hasOwn(outer, name.replace("?", ""))) ? body : inner;
}

/** The content of an answer. */
export interface Payload {
  /** Not there when the call must reject with `problem`. */
  readonly data?: unknown;
  readonly requestId?: string | undefined;
  /** The problem with the answer. Where `validate` is off, `data` is there too. */
  readonly problem?: IntentTxError;
}

/** Reads a 2xx answer. */
export function payload(
  response: Response,
  answer: string | undefined,
  operation: WireOperation,
  validate: boolean,
  key: string,
): Payload {
  let requestId = requestIdOf(response.headers);
  if (requestId) requestId = redact(requestId, key);
  // Never a part of the body: that of `keys.create` is a secret.
  const wrong = (what: string, field = ""): Payload => ({
    problem: new ResponseValidationError(
      `The service answered ${response.status}, but ${what}.`,
      response.status,
      field,
      requestId,
    ),
  });
  if (answer === undefined) return wrong("with more than 10 MiB");
  if (!answer && (operation.method === "DELETE" || !operation.response))
    return { data: undefined, requestId };
  let body: unknown;
  try {
    body = parseJson(answer);
  } catch {
    return wrong(answer ? "its body is not JSON" : "without a body");
  }
  requestId ??= requestIdOf(response.headers, body);
  const error = asObject(body)?.["error"];
  if (error != null) return wrong(`its body holds an error${codeOf(error, key)}`);
  const data = unwrap(body, operation.response);
  try {
    return { data: operation.response ? read(operation.response, data) : data, requestId };
  } catch (misfit) {
    if (!(misfit instanceof Misfit)) throw misfit;
    const refused = wrong(`${misfit.field || "its body"} ${misfit.reason}`, misfit.field);
    // Read again: what did fit is converted already.
    return validate ? refused : { ...refused, data: unwrap(parseJson(answer), operation.response) };
  }
}

function codeOf(error: unknown, key: string): string {
  const code = asObject(error)?.["code"];
  return typeof code === "string" ? ` (${redact(code, key)})` : "";
}
