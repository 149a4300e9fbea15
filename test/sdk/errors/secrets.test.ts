import { inspect } from "node:util";
import * as fc from "fast-check";
import { type ClientOptions, IntentTx, KeyRotator, type Logger, stringifyJson } from "intent-tx";
import { describe, expect, test } from "vitest";
import { redact } from "../../../src/errors/secrets.js";
import { forAll } from "../../for-all.js";
import {
  BASE,
  clientWith,
  failure,
  fakeClock,
  KEY,
  PRICE,
  type Reply,
  refused,
  type Seen,
  WALLET,
} from "../harness.js";

const echo = ({ headers }: Seen) => headers.get("authorization") ?? "";

// Responses that echo the key, as careless services and proxies do.
const LEAKS: Record<string, Reply | ((seen: Seen) => Reply)> = {
  message: (seen) => refused(401, "unauthorized", { message: `bad ${echo(seen)}` }),
  details: (seen) =>
    refused(400, "validation_error", {
      details: { field: echo(seen), reason: echo(seen) },
      field: echo(seen),
    }),
  code: (seen) => refused(409, echo(seen)),
  "headers and id": (seen) => ({
    ...refused(500, "internal_error"),
    headers: { "X-Request-Id": echo(seen), "X-Echo": echo(seen) },
  }),
  "an error page": (seen) => ({ status: 502, text: `<html>${echo(seen)}</html>` }),
  "200 with an error": (seen) => ({ json: { error: { code: echo(seen), message: echo(seen) } } }),
  "200 with a wrong field": (seen) => ({
    json: { ...PRICE, price: echo(seen) },
    headers: { "X-Request-Id": echo(seen) },
  }),
  "200 with an id in meta": (seen) => ({
    json: { data: { ...PRICE, price: "" }, meta: { requestId: echo(seen) } },
  }),
  "200 without JSON": (seen) => ({ text: echo(seen) }),
  "429": (seen) => ({
    ...refused(429, "rate_limit_exceeded", { message: echo(seen) }),
    headers: { "Retry-After": "1" },
  }),
  "a fetch that fails": (seen) => ({
    error: Object.assign(new TypeError(`fetch failed for ${echo(seen)}`), {
      request: { headers: { authorization: echo(seen) } },
      cause: Object.assign(new Error(echo(seen)), { code: echo(seen) }),
    }),
  }),
};

/** A client whose logger and listeners add their arguments to `said`. */
function listening(replies: Parameters<typeof clientWith>[0], options: ClientOptions) {
  const said: unknown[] = [];
  const log = (...args: unknown[]) => void said.push(...args);
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const { client } = clientWith(replies, { logger, logLevel: "debug", ...options });
  for (const event of ["request", "response", "retry", "rateLimit", "error"] as const) client.on(event, log);
  return { client, said };
}

/** Every way to print a value. */
function renderings(value: unknown): string[] {
  const error = value as { message?: string; stack?: string; cause?: unknown; headers?: Headers };
  return [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    String(value),
    stringifyJson(value),
    error.message ?? "",
    error.stack ?? "",
    error.headers instanceof Headers ? stringifyJson([...error.headers]) : "",
  ];
}

/** Checks that no way to print a value shows a key. */
function expectHidden(...values: unknown[]): void {
  for (const value of values)
    for (const text of renderings(value)) expect(text ?? "").not.toContain("canary");
}

describe("no printed value contains the key", () => {
  test.each(Object.keys(LEAKS))("%s", async (name) => {
    const { client, said } = listening([LEAKS[name]!], { maxRetries: 1 });
    said.push(await failure(client.prices.retrieve("SOL")));
    expectHidden(...said, client, client.prices, client.withOptions({ maxRetries: 0 }));
    expect(said.length).toBeGreaterThan(3);
  });

  test("a key given by mistake where an identifier belongs", async () => {
    const { client } = clientWith([refused(404, "key_not_found", { details: { resource: "key", id: KEY } })]);
    const paths: unknown[] = [];
    client.on("request", (event) => paths.push(event));
    expectHidden(await failure(client.keys.revoke(KEY)), paths);
  });

  test("a secret in a response that is refused", async () => {
    const { client } = clientWith([{ status: 201, json: [{ keyId: 7, key: KEY }] }]);
    expectHidden(await failure(client.keys.create({ name: "n", scopes: ["admin"] })));
  });

  test("a provider that fails with the key in its message, and keys invalid in headers", async () => {
    const apiKey = () => {
      throw new Error(`vault refused ${KEY}`);
    };
    const { client } = clientWith([{ json: PRICE }], { apiKey });
    const error = await failure(client.prices.retrieve("SOL"));
    expect(error).toMatchObject({ name: "ConfigurationError", attempts: 0 });
    expectHidden(error);
    for (const apiKey of ["", " ", `${KEY}\n`, `${KEY} x`, "schlüssel", 7 as never])
      expect(() => new IntentTx({ apiKey, baseUrl: BASE })).toThrow(/visible ASCII/);
  });

  test("a rotator, its provider, and a store that fails with the record in its message", async () => {
    const record = { keyId: "key_1", key: KEY, createdAt: "2026-01-01T00:00:00Z" };
    const store = {
      load: async () => record,
      save: async (saved: unknown) => {
        throw new Error(`disk full: ${JSON.stringify(saved)}`);
      },
    };
    const next = { ...record, key: `${KEY}-next`, name: "n", scopes: [], environment: "live" };
    const fetch = async () => Response.json({ ...next, status: "active" }, { status: 201 });
    const rotator = new KeyRotator({ store, baseUrl: BASE, fetch, clock: fakeClock() });
    const error = await failure(rotator.rotate());
    expect(error.name).toBe("ConfigurationError");
    expectHidden(error, rotator, rotator.apiKey);
  });
});

test("a provider that fails with an earlier key that does not look like one", async () => {
  let calls = 0;
  const apiKey = () => {
    if (calls++ > 0) throw new Error("cannot renew canary-opaque-1");
    return "canary-opaque-1";
  };
  const { client } = clientWith([{ json: PRICE }], { apiKey });
  await client.prices.retrieve("SOL");
  expectHidden(await failure(client.prices.retrieve("SOL")));
});

test("a provider that fails with any of the last four keys", async () => {
  const keys = ["one", "two", "three", "four"].map((name) => `canary-opaque-${name}`);
  const left = [...keys];
  const apiKey = () => {
    const key = left.shift();
    if (key === undefined) throw new Error(`cannot renew ${keys}`);
    return key;
  };
  const { client } = clientWith([{ json: PRICE }], { apiKey });
  for (const _ of keys) await client.prices.retrieve("SOL");
  expectHidden(await failure(client.prices.retrieve("SOL")));
});

test("a store that fails with a key that does not look like one", async () => {
  const record = { keyId: "key_1", key: "canary-opaque-1", createdAt: new Date().toISOString() };
  const previous = { ...record, key: "canary-opaque-0" };
  let loads = 0;
  const store = {
    refresh: 0,
    load: async () => {
      if (loads++ > 0) throw new SyntaxError(`${record.key} or ${previous.key} is not valid JSON`);
      return { ...record, previous };
    },
    save: async () => {},
  };
  const rotator = new KeyRotator({ store, baseUrl: BASE });
  await rotator.apiKey();
  const error = await failure(rotator.rotate());
  expect(error.name).toBe("ConfigurationError");
  expectHidden(error);
});

test("an Authorization header set by the user cannot replace the key", async () => {
  const { client } = clientWith([{ json: PRICE }]);
  const error = await failure(client.prices.retrieve("SOL", { headers: { authorization: "Bearer other" } }));
  expect(error.name).toBe("ConfigurationError");
  expect(() => clientWith([{ json: PRICE }], { headers: { Authorization: "Bearer other" } })).toThrow(
    /apiKey/,
  );
});

test("redact removes every given key, and everything that looks like one", () => {
  forAll(
    100,
    [fc.string(), fc.string(), fc.stringMatching(/^svc_(live|test)_[A-Za-z0-9_-]{8,40}$/)],
    (before, after, key) => {
      expect(redact(before + key + after)).not.toContain(key);
      expect(redact(`${before} ${key}`, key)).not.toContain(key);
    },
  );
  expect(redact("plain opaque-key-7 text", "opaque-key-7")).toBe("plain *** text");
  expect(redact(`wallet ${WALLET}`)).toBe(`wallet ${WALLET}`);
});

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const inJson = (text: string) => [...text].map((c) => `\\u${hex(c.charCodeAt(0), 4)}`).join("");
const inAddress = (text: string) => [...text].map((c) => `%${hex(c.charCodeAt(0), 2)}`).join("");

describe("escaped and encoded keys are redacted too", () => {
  const SESSION = 'canary/"token"%41+=';
  const ways: [string, (key: string) => string][] = [
    ["with every character escaped as JSON allows", inJson],
    ["with the escapes that JSON requires", (key) => JSON.stringify(key)],
    ["with escaped slashes", (key) => key.replaceAll("/", "\\/")],
    ["JSON within JSON", (key) => JSON.stringify(JSON.stringify(inJson(key)))],
    ["percent-encoded where needed", encodeURIComponent],
    ["percent-encoded throughout", inAddress],
    ["percent-encoded twice", (key) => encodeURIComponent(inAddress(key))],
    ["split by invisible characters", (key) => [...key].join("\u200b")],
    ["split by escaped invisible characters", (key) => encodeURIComponent([...key].join("\u200b"))],
  ];
  for (const key of [KEY, SESSION])
    test.each(ways)(`${key === KEY ? "an API key" : "a session token"}, %s`, async (_, write) => {
      expect(redact(`before ${write(key)} after`, key)).toMatch(/^before .*\*\*\*.* after$/);
      for (const reply of [
        refused(400, "validation_error", {
          message: `bad ${write(key)}`,
          details: { field: "f", reason: write(key) },
        }),
        {
          status: 400,
          text: `{"error":{"code":"validation_error","message":"${inJson(key)}","${inJson(key)}":1}}`,
        },
        { status: 500, headers: { "X-Echo": encodeURIComponent(write(key)) }, text: write(key) },
        { json: { ...PRICE, price: write(key), [write(key)]: Buffer.from(key).toString("base64") } },
      ]) {
        const { client, said } = listening([reply], { apiKey: key, maxRetries: 0 });
        said.push(await failure(client.prices.retrieve("SOL")));
        for (const text of said.flatMap(renderings)) {
          expect(text).not.toContain("canary");
          expect(text).not.toContain(inJson("canary"));
          expect(text).not.toContain(inAddress("canary"));
          expect(text).not.toContain([..."canary"].join("\u200b"));
        }
      }
    });

  test("in many encodings within one text", () => {
    let nested = "";
    for (let times = 1, escaped = KEY; times <= 60; times++) {
      escaped = times === 1 ? inAddress(KEY) : escaped.replaceAll("%", "%25");
      nested += ` ${escaped}`;
    }
    expect(redact(nested, KEY)).toBe("***");
    expect(redact(`${inJson(KEY)} ${inAddress(inAddress(KEY))}`, KEY)).toBe("*** ***");
  });

  test("text without a key is scanned in linear time", async () => {
    for (const unit of ["\\", "%", "%41", "\\u0041", "_live_", '\\"', "="]) {
      const text = unit.repeat(300_000 / unit.length);
      expect(redact(text, KEY)).toBe(text);
    }
  });

  test("an error message of megabytes is cut where no key can be split", async () => {
    const opaque = "canary-opaque-token";
    for (const [message, shown] of [
      ["\\".repeat(2_000_000), /^…$/],
      [`not now ${opaque.repeat(200_000)}`, /^not now …$/],
      [`${"word ".repeat(12_000)} ${opaque}`, /^(?:word )+…$/],
    ] as const) {
      const page = refused(500, "internal_error", { message, details: { reason: "more", field: message } });
      const { client } = clientWith([page], { apiKey: opaque, maxRetries: 0 });
      const error = await failure(client.prices.retrieve("SOL"));
      expect(error).toMatchObject({ name: "ServerError", status: 500, code: "internal_error" });
      expect(error.message).toMatch(shown);
      expect(error.message.length).toBeLessThan(70_000);
      expectHidden(error);
    }
  });

  test("as base64 and base64url, at every alignment", async () => {
    for (const key of [KEY, "canary~~~???>>>~session"])
      for (const [before, after] of [
        ["", ""],
        ["Bearer ", ""],
        ["x", ":"],
        ["me:", "é"],
        ["12", "ab"],
      ] as const)
        for (const coding of ["base64", "base64url"] as const) {
          const text = Buffer.from(before + key + after).toString(coding);
          expect(redact(`Basic ${text}.`, key)).toMatch(/^Basic .{0,12}\*\*\*.{0,8}$/);
          const { client } = clientWith([refused(400, "validation_error", { message: `no ${text}` })], {
            apiKey: key,
          });
          const { message } = await failure(client.prices.retrieve("SOL"));
          const shown = Buffer.from(message.replace(/^no /, "").split("***")[0] as string, "base64");
          expect(shown.toString("latin1")).not.toContain(key.slice(0, 2));
          const { client: logging, said } = listening([{ json: { ...PRICE, symbol: text } }], {
            apiKey: key,
          });
          await logging.prices.retrieve("SOL");
          expect(stringifyJson(said)).not.toContain(text);
        }
    expect(redact(`wallet ${WALLET}`, KEY)).toBe(`wallet ${WALLET}`);
    expect(redact("no secret here", "short")).toBe("no secret here");
  });

  test.each([KEY, "canary-session-token"])(
    "in the path and the name of a custom request: %s",
    async (key) => {
      const replies = [{ status: 503, json: {} }, refused(400, "x", { message: "no" })];
      const { client, said } = listening(replies, { apiKey: key });
      said.push(
        await failure(client.request({ method: "GET", path: `/things/${key}` }, { query: { q: key } })),
      );
      said.push(await failure(client.request({ method: "GET", path: `things/${key}` }, {})));
      said.push(await failure((async () => client.request(`x ${KEY}` as never, {}))()));
      expectHidden(...said);
      expect(said.length).toBeGreaterThan(12);
    },
  );

  test("in very long texts, and without changes to other escapes", () => {
    expect(redact("a_live_".repeat(1_300_000))).toHaveLength(10);
    expect(redact(`svc_live_${"x".repeat(9_000_000)}`)).toBe("svc_live_***");
    const letters = "a".repeat(3_000_000);
    expect(redact(`${letters}_live_secret ${letters}`)).toBe(`${letters}_live_*** ${letters}`);
    expect(redact("\\%".repeat(1_000_000))).toHaveLength(2_000_000);
    expect(redact("100% of C:\\users, %zz \\u12")).toBe("100% of C:\\users, %zz \\u12");
  });

  test("a deeply nested body causes no failure", async () => {
    const deep = `${'{"a":['.repeat(3000)}${"]}".repeat(3000)}`;
    const { client } = clientWith([
      { status: 400, text: `{"error":{"code":"validation_error","details":${deep}}}` },
    ]);
    expect(await failure(client.prices.retrieve("SOL"))).toMatchObject({ name: "ValidationError" });
  });
});
