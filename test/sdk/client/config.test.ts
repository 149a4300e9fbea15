import { inspect } from "node:util";
import { type ClientOptions, ConfigurationError, IntentTx } from "intent-tx";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BASE, clientWith, failure, fakeFetch, KEY, PRICE } from "../harness.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const TEST_KEY = "svc_test_0123456789abcdef";
const make = (options: ClientOptions = {}) => new IntentTx({ apiKey: KEY, baseUrl: BASE, ...options });

describe("key and address", () => {
  test("come from the options, then from the environment", async () => {
    vi.stubEnv("INTENT_TX_API_KEY", ` ${TEST_KEY} `);
    vi.stubEnv("INTENT_TX_BASE_URL", "https://env.example/v1");
    const { fetch, seen } = fakeFetch({ json: PRICE });
    await new IntentTx({ fetch }).prices.retrieve("SOL");
    await new IntentTx({ fetch, apiKey: KEY, baseUrl: `${BASE}/` }).prices.retrieve("SOL");
    expect(seen.map(({ url, headers }) => [url.href, headers.get("authorization")])).toEqual([
      ["https://env.example/v1/prices/SOL", `Bearer ${TEST_KEY}`],
      [`${BASE}/prices/SOL`, `Bearer ${KEY}`],
    ]);
  });

  test("are named when missing", () => {
    vi.stubEnv("INTENT_TX_API_KEY", "");
    vi.stubEnv("INTENT_TX_BASE_URL", undefined);
    expect(() => new IntentTx({ apiKey: KEY })).toThrow(/baseUrl.*INTENT_TX_BASE_URL/);
    expect(() => new IntentTx({ baseUrl: BASE })).toThrow(/apiKey.*INTENT_TX_API_KEY/);
  });

  test("works in a runtime without an environment, or one that forbids reading it", () => {
    const denied = {
      get env(): never {
        throw new Error("denied");
      },
    };
    // Put back before the test returns: Vitest's messages to its main process need `process`.
    try {
      vi.stubGlobal("process", undefined);
      expect(make().baseUrl).toBe(BASE);
      vi.stubGlobal("process", denied);
      expect(() => new IntentTx({ apiKey: KEY })).toThrow(ConfigurationError);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test.each([
    "http://localhost:4010/v1",
    "http://127.0.0.1/v1",
    "http://127.8.0.1:1/v1",
    "http://[::1]:4/v1",
    "https://a.b/v1/",
  ])("%s is allowed", (baseUrl) => {
    expect(make({ baseUrl }).baseUrl).toBe(baseUrl.replace(/\/$/, ""));
  });

  test.each([
    "http://api.example.com/v1",
    "http://localhost.evil.com/v1",
    "http://127.0.0.1.evil.com/v1",
    "ftp://a.b/v1",
    "/v1",
    "x",
    "https://u:p@a.b/v1",
    "https://a.b/v1?x=1",
    "https://a.b/v1#x",
  ])("%s is refused", (baseUrl) => expect(() => make({ baseUrl })).toThrow(ConfigurationError));

  test("with an injected fetch http is allowed, since nothing leaves the process", () => {
    expect(make({ baseUrl: "http://mock/v1", fetch: fakeFetch({}).fetch }).baseUrl).toBe("http://mock/v1");
  });
});

test.each<[string, ClientOptions]>([
  ["timeout", { timeout: 0 }],
  ['timeout must be a number, 1 or greater, not "30".', { timeout: "30" as never }],
  ["totalTimeout", { totalTimeout: Number.NaN }],
  ["maxRetries", { maxRetries: -1 }],
  ["maxRetries must be a whole number, 0 or greater, not 1.5", { maxRetries: 1.5 }],
  ["rateLimit", { rateLimit: "never" as never }],
  ["rateLimit.store must be an object with acquire", { rateLimit: { store: { acquire: 5 } as never } }],
  ["rateLimit.store must be an object with acquire", { rateLimit: { store: {} as never } }],
  ["rateLimit must be", { rateLimit: 5 as never }],
  ["rateLimit must be", { rateLimit: true as never }],
  ["rateLimit must be", { rateLimit: (() => "wait") as never }],
  ["logLevel", { logLevel: "verbose" as never }],
  ["rateLimit.maxWait", { rateLimit: { maxWait: "20s" as never } }],
  ["rateLimit.maxWait", { rateLimit: { maxWait: -1 } }],
  ["fetch", { fetch: 42 as never }],
  // A logger without all methods would lose lines unnoticed.
  ["logger must be an object with debug", { logger: "console" as never }],
  ["logger must be an object with debug", { logger: { info() {} } as never }],
])("an invalid option is refused with the message %s: %j", async (name, options) => {
  expect(() => make(options)).toThrow(new RegExp(name));
});

test("the timeout and retries of a call are checked too", async () => {
  const { client, seen } = clientWith([{ json: PRICE }]);
  expect((await failure(client.prices.retrieve("SOL", { timeout: -5 }))).name).toBe("ConfigurationError");
  expect((await failure(client.prices.retrieve("SOL", { maxRetries: 0.5 }))).message).toMatch(/maxRetries/);
  expect(seen).toHaveLength(0);
  expect(await client.prices.retrieve("SOL", { timeout: Infinity, totalTimeout: Infinity })).toEqual(PRICE);
});

test("Infinity means unlimited retries", () => {
  expect(make({ maxRetries: Infinity })).toBeInstanceOf(IntentTx);
});

describe("in a browser", () => {
  const browser = (userAgent = "Mozilla/5.0 Chrome/140") => {
    vi.stubGlobal("document", {});
    vi.stubGlobal("navigator", { userAgent });
  };

  test("a live key is refused with or without the flag, except against loopback", () => {
    browser();
    expect(() => make()).toThrow(/Live keys/);
    expect(() => make({ dangerouslyAllowBrowser: true })).toThrow(/Live keys/);
    const disguised = { apiKey: "svc_live_ab_test_cd", dangerouslyAllowBrowser: true };
    expect(() => make(disguised)).toThrow(/Live keys/);
    expect(make({ baseUrl: "http://127.0.0.1:4010/v1" })).toBeInstanceOf(IntentTx);
  });

  test("a test key needs the flag", () => {
    browser();
    expect(() => make({ apiKey: TEST_KEY })).toThrow(/dangerouslyAllowBrowser/);
    expect(make({ apiKey: TEST_KEY, dangerouslyAllowBrowser: true })).toBeInstanceOf(IntentTx);
    // A bundler may inline an environment variable as this string.
    const word = { apiKey: TEST_KEY, dangerouslyAllowBrowser: "false" as never };
    expect(() => make(word)).toThrow(/dangerouslyAllowBrowser/);
  });

  test("keys from a function or a call's options are checked too", async () => {
    browser();
    const { fetch, seen } = fakeFetch({ json: PRICE });
    const client = make({ apiKey: () => KEY, fetch });
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ConfigurationError");
    const other = make({ apiKey: TEST_KEY, dangerouslyAllowBrowser: true, fetch });
    expect((await failure(other.prices.retrieve("SOL", { apiKey: KEY }))).name).toBe("ConfigurationError");
    expect(seen).toHaveLength(0);
  });

  test("jsdom and happy-dom do not count as browsers", () => {
    browser("Mozilla/5.0 (linux) jsdom/26.1.0");
    expect(make()).toBeInstanceOf(IntentTx);
    browser();
    vi.stubGlobal("happyDOM", {});
    expect(make()).toBeInstanceOf(IntentTx);
  });
});

test("headers: the call's override the client's, and undefined removes one", async () => {
  const { client, seen } = clientWith([{ json: PRICE }], { headers: { "X-App": "a", "X-Team": "t" } });
  await client.prices.retrieve("SOL", {
    headers: { "x-app": "b", "X-Team": undefined, "User-Agent": undefined },
  });
  await client.prices.retrieve("SOL");
  expect(seen.map(({ headers }) => [headers.get("x-app"), headers.get("x-team")])).toEqual([
    ["b", null],
    ["a", "t"],
  ]);
  expect(seen[1]!.headers.get("user-agent")).toMatch(/^intent-tx\/\d/);
  expect(seen[1]!.headers.get("accept")).toBe("application/json");
});

test("withOptions derives a client with changed options, the same listeners, and the same rate limit for the same key", async () => {
  const headers = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "29", "X-RateLimit-Reset": "30" };
  const { client, seen } = clientWith([{ json: PRICE, headers }]);
  const heard: string[] = [];
  client.on("request", ({ operation }) => heard.push(operation));
  const derived = client.withOptions({ headers: { "X-App": "b" } });
  const other = client.withOptions({ apiKey: TEST_KEY });
  await derived.prices.retrieve("SOL");
  expect(client.rateLimit).toEqual(derived.rateLimit);
  expect(other.rateLimit).toBeUndefined();
  await other.prices.retrieve("SOL");
  expect(seen[1]!.headers.get("authorization")).toBe(`Bearer ${TEST_KEY}`);
  expect(heard).toEqual(["prices.retrieve", "prices.retrieve"]);
});

describe("keys from a function", () => {
  test("called once per attempt, and once for concurrent calls", async () => {
    let asked = 0;
    const apiKey = async () => {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return `svc_test_number_${asked}`;
    };
    const { client, seen } = clientWith([{ status: 503, json: {} }, { json: PRICE }], { apiKey });
    await client.prices.retrieve("SOL");
    expect(asked).toBe(2);
    await Promise.all(Array.from({ length: 20 }, () => client.prices.retrieve("SOL")));
    expect(asked).toBe(3);
    expect(seen[0]!.headers.get("authorization")).toBe("Bearer svc_test_number_1");
  });

  test("a function that fails, or returns no key, is a ConfigurationError of only that call", async () => {
    let turn = 0;
    const answers = [
      () => Promise.reject(new Error("vault is sealed")),
      () => undefined as never,
      () => TEST_KEY,
    ];
    const { client } = clientWith([{ json: PRICE }], { apiKey: () => answers[turn++]!() });
    expect(await failure(client.prices.retrieve("SOL"))).toMatchObject({
      name: "ConfigurationError",
      cause: { message: "vault is sealed" },
      attempts: 0,
    });
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("ConfigurationError");
    expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
  });

  test("a call can have its own key function", async () => {
    const { client, seen } = clientWith([{ json: PRICE }]);
    await client.prices.retrieve("SOL", { apiKey: async () => TEST_KEY });
    expect(seen[0]!.headers.get("authorization")).toBe(`Bearer ${TEST_KEY}`);
  });
});

test("a client prints only its address", () => {
  expect(inspect(make())).toBe(`IntentTx { baseUrl: '${BASE}' }`);
  expect(JSON.stringify(make())).toBe(JSON.stringify({ baseUrl: BASE }));
});
