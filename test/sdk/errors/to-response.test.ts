import {
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  NotFoundError,
  ParsingError,
  RateLimitError,
  ServerError,
  TimeoutError,
  toReply,
  ValidationError,
} from "intent-tx";
import { TransactionUnconfirmedError } from "intent-tx/solana";
import { expect, test } from "vitest";

const api = { message: "m", requestId: "req_1" };
const forwarded = (status: number, code: string) => ({
  status,
  code,
  details: { reason: "r" },
  requestId: "req_1",
});

test.each([
  ["a field", new ValidationError("m", { ...forwarded(400, "validation_error"), field: "slippage" }), 400],
  ["an unclear command", new ParsingError("m", forwarded(422, "parsing_error")), 422],
  ["an unknown wallet", new NotFoundError("m", forwarded(404, "wallet_not_found")), 404],
  ["an expired intent", new NotFoundError("m", forwarded(410, "intent_expired")), 410],
])("%s is forwarded with its code", (_, error, status) => {
  const { code, details, field } = error;
  expect(toReply(error)).toEqual({
    status,
    headers: { "X-Request-Id": "req_1" },
    body: { error: { code, message: "m", details, field } },
  });
});

test.each([
  ["a request that was not sent", new ValidationError("m", { code: "validation_error" }), 400],
  ["a deadline", new TimeoutError("total", 1), 504],
  ["an option", new ConfigurationError("m"), 500],
  ["the server's key", new AuthenticationError("m", { status: 401, code: "unauthorized" }), 502],
  ["a failure of the service", new ServerError("m", { status: 503 }), 502],
  ["a broken connection", new ConnectionError("m"), 502],
  ["another library's error", new Error("m"), 502],
  ["plain JSON of an error", { ...api, status: 404, outcome: "unknown" }, 502],
  ["nothing", undefined, 502],
])("%s becomes its own status", (_, error, status) => {
  const { status: found, body } = toReply(error);
  expect([found, body.error.message === "m"]).toEqual([status, status === 400]);
});

test("a rate limit has Retry-After in whole seconds, also if the request was not sent", () => {
  const error = new RateLimitError("m", { code: "rate_limit_exceeded", retryAfterMs: 1001 });
  expect(toReply(error)).toMatchObject({ status: 429, headers: { "Retry-After": "2" } });
});

test("a payment's error is 409 with its outcome, whatever its class", () => {
  const unknown = new TransactionUnconfirmedError("No answer.", "sig");
  expect(toReply(unknown)).toMatchObject({ status: 409, body: { outcome: "unknown", signature: "sig" } });
  const late = Object.assign(new TimeoutError("total", 1), { outcome: "not-sent" });
  expect(toReply(late)).toMatchObject({ status: 409, body: { outcome: "not-sent" } });
});
