import fc from "fast-check";
import { ERROR_CODES, ErrorBodySchema, HEADERS, isIsoDate, OPERATIONS, SCOPES } from "intent-tx/contract";
import { expect } from "vitest";
import type { Setup } from "./setup.js";

/** A request that an attacker or a broken client might send. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const STATUSES = new Set([200, 201, 204, ...Object.values(ERROR_CODES).map(({ status }) => status)]);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"];
const WORDS = [
  "swap",
  "send",
  "buy",
  "half my",
  "all",
  "1",
  "0.5",
  "1e9",
  "$5",
  "SOL",
  "USDC",
  "bob.sol",
  "to",
  "for",
  "with 1% slippage",
  "?",
  "not",
];

const odd = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "null",
    "undefined",
    "NaN",
    "-1",
    "1e400",
    "%",
    "%00",
    "%ff",
    "..",
    "SOL",
  ),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => encodeURIComponent(text)),
  fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[?#\\\s]/g, "")),
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, "", [], {}, -1, 0.5, 2 ** 53, 1e308, "9".repeat(400)),
);

/** Real values to build random requests from, so that some pass validation. */
export interface Near {
  readonly setup: Setup;
  /** Intents that can be built. */
  readonly intentIds: readonly string[];
  /** Secrets of API keys that requests send. */
  readonly keys: readonly string[];
}

function commands(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 9 }).map((words) => words.join(" ")),
    fc.string({ unit: "binary", maxLength: 600 }),
  );
}

/** Request bodies: one operation's fields with valid or invalid values, a mix of all fields, or arbitrary bytes. */
function bodies({ setup, intentIds }: Near): fc.Arbitrary<string | Uint8Array> {
  const right = (good: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: value });
  const walletAddress = right(fc.constantFrom(setup.alice, setup.bob));
  const optional = { slippage: right(fc.integer({ min: -5, max: 1010 })), priorityFee: right(fc.nat(6e6)) };
  const parse = { walletAddress, command: right(commands()) };
  const build = { intentId: right(fc.constantFrom(...intentIds)), walletAddress };
  const create = {
    name: right(fc.string({ minLength: 1, maxLength: 70 })),
    scopes: right(fc.subarray([...SCOPES])),
  };
  const rest = {
    simulate: right(fc.boolean()),
    expiresAt: right(fc.constantFrom("2027-01-01", "2020-01-01T00:00:00Z")),
  };
  const shapes = [
    fc.record({ ...parse, ...optional }, { requiredKeys: ["walletAddress", "command"] }),
    fc.record({ ...build, simulate: rest.simulate }, { requiredKeys: ["intentId", "walletAddress"] }),
    fc.record({ ...create, expiresAt: rest.expiresAt }, { requiredKeys: ["name", "scopes"] }),
    fc.record(
      { ...parse, ...optional, ...build, ...create, ...rest, ["__proto__"]: value },
      { requiredKeys: [] },
    ),
  ];
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...shapes).map((shape) => JSON.stringify(shape)) },
    { weight: 1, arbitrary: value.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
}

function paths({ setup, intentIds }: Near): fc.Arbitrary<{ method: string; path: string }> {
  const near = fc.oneof(
    fc.constantFrom(setup.alice, setup.bob, "key_none", "SOL", setup.keyId("free"), ...intentIds),
    odd,
  );
  const known = fc
    .constantFrom(...Object.values(OPERATIONS))
    .chain(({ method, path }) =>
      near.map((segment) => ({ method: method as string, path: path.replace(/\{\w+\}/, () => segment) })),
    );
  const parts = fc.array(odd, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`);
  const method = fc.constantFrom(...METHODS);
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, method).map(([{ path }, other]) => ({ method: other, path })) },
    { weight: 1, arbitrary: fc.record({ method, path: parts }) },
  );
}

function queries(): fc.Arbitrary<string> {
  const names = [
    "limit",
    "before",
    "cursor",
    "type",
    "includeNFTs",
    "includeStaked",
    "startDate",
    "endDate",
    "granularity",
    "x",
  ];
  const given = fc.oneof(
    odd,
    fc.constantFrom("1", "true", "swap", "2026-01-01", "2026-01-02T00:00:00Z", "day"),
  );
  const pair = fc.tuple(fc.constantFrom(...names), given).map((two) => two.join("="));
  return fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
}

function headersOf({ keys }: Near): fc.Arbitrary<Record<string, string>> {
  const wrong = ["", "Bearer", "Bearer svc_live_x", "bearer  svc_test_%", "Basic YTpi", "Bearer a b"];
  const types = ["", ";", "application/json;;", "text/html", "application/JSON ; a=b"];
  const extra = [
    "Idempotency-Key",
    "Accept",
    "Origin",
    "X-Forwarded-For",
    "X-HTTP-Method-Override",
    "If-None-Match",
    "Range",
  ];
  const text = fc.stringMatching(/^[ -~]{0,40}$/).map((given) => given.trim());
  return fc
    .record({
      Authorization: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...keys).map((key) => `Bearer ${key}`) },
        { weight: 1, arbitrary: fc.constantFrom(...wrong) },
      ),
      "Content-Type": fc.oneof(
        { weight: 9, arbitrary: fc.constant("application/json") },
        { weight: 1, arbitrary: fc.constantFrom(...types) },
      ),
      extra: fc.dictionary(fc.constantFrom(...extra), text, { maxKeys: 2 }),
    })
    .map(({ extra: more, ...headers }) => ({ ...more, ...headers }));
}

/** Random requests. Most are nearly valid: a known path and known fields, some with an invalid value. */
export function randomRequests(near: Near): fc.Arbitrary<RandomRequest> {
  return fc
    .record({ target: paths(near), query: queries(), headers: headersOf(near), body: bodies(near) })
    .map(({ target: { method, path }, query, headers, body }) => ({
      method,
      path: path + query,
      headers,
      body: method === "GET" || method === "HEAD" ? undefined : body,
    }));
}

/** Sends a request, and checks the rules that hold for every response. */
export async function checkAnswer(setup: Setup, request: RandomRequest): Promise<number> {
  const { method, path, headers, body } = request;
  const answer = await setup.request(method, path, undefined, {
    key: null,
    headers,
    ...(body !== undefined && { raw: body as BodyInit }),
  });
  const { status } = answer;
  expect(status, answer.text).toBeLessThan(500);
  expect(STATUSES.has(status), `${status} is not a documented status`).toBe(true);
  for (const name of [HEADERS.rateLimit, HEADERS.rateRemaining, HEADERS.rateReset])
    expect(answer.header(name)).toMatch(/^\d+$/);
  expect(answer.header(HEADERS.requestId)).toMatch(/^req_\w{16}$/);
  expect(answer.header("date")).toMatch(/GMT$/);
  expect(answer.header("access-control-allow-origin")).toBe("*");
  if (status === 401) expect(answer.header("www-authenticate")).toBe("Bearer");
  if (status === 405) expect(answer.header("allow")).not.toBe("");
  if (status === 429) expect(answer.header("retry-after")).toMatch(/^[1-9]\d*$/);
  if (method === "HEAD" || status === 204) expect(answer.text).toBe("");
  else if (status >= 400) checkError(answer.text, status);
  return status;
}

function checkError(text: string, status: number): void {
  const { error, meta } = ErrorBodySchema.parse(JSON.parse(text));
  expect(ERROR_CODES[error.code as keyof typeof ERROR_CODES]?.status).toBe(status);
  expect(error.message.length).toBeGreaterThan(0);
  expect(isIsoDate(meta!.timestamp)).toBe(true);
  if (error.code !== "validation_error") return;
  expect(error.field).not.toBe("");
  expect(error.details).toEqual({ field: error.field, reason: expect.any(String) });
}
