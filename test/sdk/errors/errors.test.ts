import {
  AbortedError,
  type AnyApiError,
  ApiError,
  ConfigurationError,
  ConnectionError,
  IntentTx,
  IntentTxError,
  isApiError,
  isIntentTxError,
  isTransient,
  NotFoundError,
  ParsingError,
  RateLimitError,
  ResponseValidationError,
  ServerError,
  TimeoutError,
  UnsafeTransactionError,
  ValidationError,
  WalletNotFoundError,
} from "intent-tx";
import { ERROR_CODES, type ErrorCode } from "intent-tx/contract";
import { TransactionExpiredError, TransactionUnconfirmedError } from "intent-tx/solana";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { clientWith, failure, KEY, refused, WALLET } from "../harness.js";

const CLASS_OF: Record<ErrorCode, string> = {
  validation_error: "ValidationError",
  simulation_failed: "SimulationFailedError",
  unauthorized: "AuthenticationError",
  insufficient_scope: "PermissionError",
  wallet_not_found: "WalletNotFoundError",
  token_not_found: "TokenNotFoundError",
  not_found: "NotFoundError",
  intent_not_found: "NotFoundError",
  key_not_found: "NotFoundError",
  method_not_allowed: "ApiError",
  key_not_rotatable: "ConflictError",
  idempotency_conflict: "ConflictError",
  intent_expired: "NotFoundError",
  payload_too_large: "ApiError",
  unsupported_media_type: "ApiError",
  parsing_error: "ParsingError",
  intent_not_buildable: "ApiError",
  rate_limit_exceeded: "RateLimitError",
  quota_exceeded: "RateLimitError",
  internal_error: "ServerError",
  service_unavailable: "ServerError",
};

test.each(Object.entries(CLASS_OF))("%s is a %s, with all fields of the response", async (code, name) => {
  const { status } = ERROR_CODES[code as ErrorCode];
  const reply = refused(status, code, { details: { some: "thing" }, field: "where" });
  const headers = { "X-Request-Id": "req_h", "Set-Cookie": "session=secret" };
  const { client } = clientWith([{ ...reply, headers }], { maxRetries: 0 });
  const error = await failure(client.prices.retrieve("SOL"));
  expect(error.name).toBe(name);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status,
    code,
    message: `refused: ${code}`,
    details: { some: "thing" },
    field: "where",
    requestId: "req_h",
    attempts: 1,
  });
  expect((error["headers"] as unknown as Headers).get("x-request-id")).toBe("req_h");
  // Cookies may contain session secrets.
  expect((error["headers"] as unknown as Headers).has("set-cookie")).toBe(false);
});

test("a code determines the error class only with its status from the contract", async () => {
  const { client } = clientWith([refused(404, "validation_error"), refused(400, "teapot")]);
  expect((await failure(client.prices.retrieve("SOL"))).name).toBe("NotFoundError");
  expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ApiError");
});

test.each([
  [
    "application/problem+json",
    JSON.stringify({ title: "Out of credit", key: KEY }),
    '{"title":"Out of credit","key":"svc_live_***"}',
  ],
  ["text/html", `<p>${"too busy ".repeat(9000)}`, expect.stringMatching(/^<p>(too busy )+(too )?…$/)],
  ["text/plain", "", undefined],
])("a body outside the contract is kept as text, without keys: %s", async (type, text, body) => {
  const { client } = clientWith([{ status: 402, headers: { "Content-Type": type }, text }], {
    apiKey: "opaque",
  });
  const error = await failure<{ body?: string }>(client.prices.retrieve("SOL"));
  expect(error.body).toEqual(body);
  expect(error.body?.length ?? 0).toBeLessThanOrEqual(65_536);
  const { client: stated } = clientWith([refused(404, "token_not_found")]);
  expect((await failure<{ body?: string }>(stated.prices.retrieve("SOL"))).body).toBeUndefined();
});

test.each([
  ["x".repeat(501), "too_long"],
  ["  ", "empty"],
])("a command that is refused before sending has the service's reason code", async (command, reason) => {
  const { client } = clientWith([], { validateRequests: "strict" });
  const error = await failure(client.intents.parse({ walletAddress: WALLET, command }));
  expect(error).toMatchObject({ details: { field: "command", reason } });
});

test("isApiError narrows details by code", () => {
  const check = (error: AnyApiError) => {
    if (error.code === "parsing_error") {
      expectTypeOf(error.details).toEqualTypeOf<
        import("intent-tx").ErrorDetails["parsing_error"] | undefined
      >();
    } else if (error.code === "simulation_failed") {
      expectTypeOf(error.details).toEqualTypeOf<{ reason: string; logs: string[] } | undefined>();
    } else if (error.code === "quota_exceeded") {
      expectTypeOf(error.details?.window).toEqualTypeOf<"minute" | "day" | undefined>();
    }
  };
  check(new ApiError("x") as unknown as AnyApiError);
  expect(isApiError(new ParsingError("x", { code: "parsing_error" }))).toBe(true);
  expect(isApiError(new ConfigurationError("x"))).toBe(false);
  for (const value of [undefined, null, "x", {}, new Error("x")]) expect(isIntentTxError(value)).toBe(false);
});

test("instanceof and the guards recognise errors of another copy of the package", async () => {
  vi.resetModules();
  const copy = await import("intent-tx");
  expect(copy.ApiError).not.toBe(ApiError);
  const error = new copy.WalletNotFoundError("gone", { status: 404 });
  expect(error).toBeInstanceOf(WalletNotFoundError);
  expect(error).toBeInstanceOf(NotFoundError);
  expect(error).toBeInstanceOf(IntentTxError);
  expect(error).not.toBeInstanceOf(ValidationError);
  expect([isApiError(error), isIntentTxError(error)]).toEqual([true, true]);
});

test("instanceof distinguishes a user's subclass", () => {
  class Mine extends ApiError {}
  expect(new Mine("x")).toBeInstanceOf(Mine);
  expect(new Mine("x")).toBeInstanceOf(ApiError);
  expect(new ApiError("x")).not.toBeInstanceOf(Mine);
});

test("an error has its name, message and fields, also as JSON", () => {
  const error = new ValidationError("bad", {
    code: "validation_error",
    field: "command",
    details: { reason: "empty" },
  });
  expect(String(error)).toBe("ValidationError: bad");
  expect(error.stack).toMatch(/^ValidationError: bad/);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: "ValidationError",
    message: "bad",
    code: "validation_error",
    field: "command",
    attempts: 0,
  });
  expect(new UnsafeTransactionError("no", [{ code: "fee", message: "high" }]).findings).toHaveLength(1);
});

test("the stack includes the calling line", async () => {
  const { client } = clientWith([{ status: 404, json: {} }]);
  async function theCaller() {
    await client.prices.retrieve("X");
  }
  expect((await failure(theCaller())).stack).toContain("theCaller");
});

test("a 404 for a baseUrl without a path suggests the version prefix", async () => {
  const lost = refused(404, "not_found");
  const forgot = clientWith([lost], { baseUrl: "https://api.example.com/" }).client;
  expect((await failure(forgot.prices.retrieve("SOL"))).message).toBe(
    "refused: not_found Did you mean baseUrl https://api.example.com/v1?",
  );
  const page = { status: 404, text: "<h1>Not Found</h1>" };
  const other = clientWith([page], { baseUrl: "https://api.example.com" }).client;
  expect((await failure(other.prices.retrieve("SOL"))).message).toMatch(/Did you mean baseUrl .+\/v1\?$/);
  // A base URL with a path is deliberate, and an unknown token does not suggest a wrong base URL.
  const right = clientWith([lost], { baseUrl: "https://api.example.com/v1" }).client;
  expect((await failure(right.prices.retrieve("SOL"))).message).toBe("refused: not_found");
  const unknown = clientWith([refused(404, "token_not_found")], { baseUrl: "https://api.example.com" });
  expect((await failure(unknown.client.prices.retrieve("SOL"))).message).toBe("refused: token_not_found");
});

describe("a runtime without a required feature", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("a missing fetch is a ConfigurationError at once, not a failed connection", async () => {
    vi.stubGlobal("fetch", undefined);
    const client = new IntentTx({ apiKey: "svc_live_0", baseUrl: "https://api.example.com/v1" });
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ attempts: 1, message: expect.stringContaining("fetch option") });
  });

  test.each(["Request", "Response"])("a missing %s is named before anything is sent", async (name) => {
    const { client, seen } = clientWith([{ json: {} }]);
    vi.stubGlobal(name, undefined);
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain(`This runtime has no ${name}`);
    expect(seen).toEqual([]);
  });
});

test.each<[boolean, unknown]>([
  [true, new ConnectionError("no answer")],
  [true, Object.assign(new ConnectionError("the node is down"), { outcome: "not-sent" })],
  [true, new TimeoutError("total", 1000)],
  [true, new RateLimitError("slower", { status: 429 })],
  [true, new RateLimitError("this client is paced")],
  ...[500, 502, 503, 504].map((status): [boolean, unknown] => [true, new ServerError("failed", { status })]),
  [true, new ApiError("too early", { status: 425 })],
  [true, new ResponseValidationError("cut off", 200, "", undefined, true)],
  [false, new ResponseValidationError("another shape", 200, "price")],
  [false, new ServerError("not built", { status: 501 })],
  [false, new NotFoundError("gone", { status: 410 })],
  [false, new ConfigurationError("no key")],
  [false, new AbortedError("stopped")],
  [false, new TransactionUnconfirmedError("Not known.", "signature")],
  [false, new TransactionExpiredError("signature")],
  [false, Object.assign(new ConnectionError("lost"), { outcome: "unknown" })],
  [false, new Error("fetch failed")],
  [false, undefined],
])("isTransient is %s for %o", (transient, error) => {
  expect(isTransient(error)).toBe(transient);
});

test.each([503, 403, 429])("retryAfterMs is the Retry-After of a %d", async (status) => {
  const reply = refused(status, "service_unavailable");
  const { client } = clientWith([{ ...reply, headers: { "Retry-After": "7" } }], { maxRetries: 0 });
  const error = await failure(client.prices.retrieve("SOL"));
  if (!isApiError(error)) throw error;
  expect(error.retryAfterMs).toBe(7000);
});
