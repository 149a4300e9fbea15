import type { MockServer } from "@intent-tx/mock-server";
import { describe, expect } from "vitest";
import { api, clientOf, control, failureOf, lab, signedOf, test } from "../lab.js";

type Rule = Parameters<MockServer["faults"]["add"]>[0];

const ALICE = "alice";
const fault = { kind: "status", status: 503 } as const;

/** Field and message of a refused request. */
async function told(server: MockServer, method: string, path: string, body?: unknown) {
  const { status, body: answer } = await control(server, method, path, body);
  expect(status, JSON.stringify(answer)).toBe(400);
  return [answer.error.field, answer.error.message] as const;
}

test("a long body with too many values is refused before it is parsed", async ({ server }) => {
  const body = `{"world":[${"0,".repeat(1 << 19)}0]}`;
  expect(await told(server, "POST", "/reset", body)).toEqual([
    "body",
    expect.stringContaining("524288 values"),
  ]);
});

describe("a fault that could never happen is refused", () => {
  test.for<[string, Rule["match"], RegExp]>([
    ["a misspelt method", { method: "GTE" }, /did you mean GET\? Use one of GET, HEAD, POST/],
    ["no method", { method: "" }, /unknown; use one of/],
  ])("%s", async ([_, match, words], { server }) => {
    expect(() => server.faults.add({ match: match ?? {}, fault })).toThrow(words);
    const [at, message] = await told(server, "POST", "/faults", { match, fault });
    expect([at, server.faults.list()]).toEqual(["match.method", []]);
    expect(message).toMatch(words);
  });

  test("a rule may match a path that the API does not have", async ({ server }) => {
    server.faults.add({ match: { method: "patch", path: "/v1/limits" }, fault });
    expect((await api(server, "PATCH", "/limits")).status).toBe(503);
  });

  test("a rule from an older version's state is restored unchanged", async ({ server }) => {
    server.faults.add({ match: { method: "POST" }, fault });
    const state = JSON.stringify(await server.snapshot()).replace('"method":"POST"', '"method":"PSOT"');
    expect((await control(server, "PUT", "/state", state)).status).toBe(200);
    expect(server.faults.list()).toMatchObject([{ rule: { match: { method: "PSOT" } } }]);
  });

  test("an unknown fault ID is 404, and the error lists the armed faults", async ({ server }) => {
    expect((await control(server, "DELETE", "/faults/fault_0")).body.error).toMatchObject({
      code: "not_found",
      message: 'No fault "fault_0" is active; there are none.',
      details: { resource: "fault", id: "fault_0" },
    });
    const { id } = server.faults.add({ fault });
    expect(() => server.faults.clear("fault_7")).toThrow(`active faults are ${id}`);
    expect(server.faults.list()).toHaveLength(1);
    expect((await control(server, "DELETE", `/faults/${id}`)).status).toBe(204);
    server.faults.clear();
  });
});

describe("a moved-pool fault", () => {
  test("is refused when armed if the pool cannot follow", async ({ server }) => {
    const moved = { kind: "moved-pool", pool: "SOL-USDC", percent: -99.999_999_99 } as const;
    expect(() => server.faults.add({ fault: moved })).toThrow(
      /fault\.percent must leave .*SOL-USDC.* -99\.99999999/,
    );
    expect(() => server.faults.add({ match: { path: "/v1/intents" }, fault: moved })).toThrow(/SOL-USDC/);
    expect(server.faults.list()).toEqual([]);
  });

  test.each(["swap 1 SOL for USDC", "swap 10 USDC for SOL"])("can double the rate of %s", async (command) => {
    const server = await lab();
    const client = clientOf(server);
    const walletAddress = server.wallets[ALICE]?.address ?? "";
    const before = await client.intents.parse({ walletAddress, command });
    server.faults.add({ fault: { kind: "moved-pool", percent: 150 } });
    await client.transactions.build({ intentId: before.intentId, walletAddress });
    const after = await client.intents.parse({ walletAddress, command });
    const gain = Number(after.route?.outAmount) / Number(before.route?.outAmount);
    expect(gain).toBeGreaterThan(2.3);
    expect(gain).toBeLessThan(2.6);
  });

  test("causes an explained error, not a 500, for a build whose pool cannot follow", async ({ server }) => {
    const client = clientOf(server);
    const walletAddress = server.wallets[ALICE]?.address ?? "";
    const { intentId } = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
    server.faults.add({ fault: { kind: "moved-pool", percent: -99.999_999_99 } });
    const error = await failureOf(client.transactions.build({ intentId, walletAddress }));
    expect(error).toMatchObject({ status: 400, field: "fault.percent" });
  });
});

describe("no given field is ignored", () => {
  test.each<[string, string, string, RegExp]>([
    ["GET", "/requests?metod=GET", "metod", /did you mean method\?/],
    ["GET", "/requests?method=get", "method", /capitals/],
    ["GET", "/requests?operation=intents.pars", "operation", /intents\.parse/],
    ["GET", "/requests?path=/v1/prices/*", "path", /no \*/],
    ["GET", "/requests?status=200&status=503", "status", /appears twice/],
    ["GET", "/pools?enviroment=test", "enviroment", /did you mean environment\?/],
    ["GET", "/traffic/stream?afer=1", "afer", /did you mean after\?/],
    ["GET", "/health?verbose=1", "verbose", /accepts no query/],
    ["POST", "/reset?seed=2", "seed", /accepts no query/],
  ])("%s %s", async (method, path, field, words) => {
    const [at, message] = await told(await lab(), method, path);
    expect(at).toBe(field);
    expect(message).toMatch(words);
  });

  test.each<[string, string, unknown, string, RegExp]>([
    ["POST", "/reset", { seed: 2 }, "seed", /is unknown/],
    ["POST", "/clock/resume", { now: "2027-01-01" }, "now", /accepts no body/],
    ["DELETE", "/faults", { id: "fault_0" }, "id", /accepts no body/],
    ["POST", "/clock/advance", { bye: "1h" }, "bye", /did you mean by\?/],
    ["POST", "/keys", { tier: "pro", enviroment: "live" }, "enviroment", /did you mean environment\?/],
    ["POST", "/sessions", { sed: 1 }, "sed", /did you mean seed\?/],
  ])("%s %s %o", async (method, path, body, field, words) => {
    const [at, message] = await told(await lab(), method, path, body);
    expect(at).toBe(field);
    expect(message).toMatch(words);
  });

  const fund = { environment: "live", walletAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" };
  test.for([
    ["/clock/set", "{}", "now"],
    ["/clock/set", '{"now":true}', "now"],
    ["/clock/set", '{"now":"soon"}', "now"],
    ["/clock/set", '{"now":"2025-12-31"}', "now"],
    ["/clock/set", '{"now":1e400}', "now"],
    ["/clock/set", '{"now":9e15}', "now"],
    ["/clock/advance", "{}", "by"],
    ["/clock/advance", '{"by":"soon"}', "by"],
    ["/clock/advance", '{"by":"1w"}', "by"],
    ["/clock/advance", '{"by":1e300}', "by"],
    ["/clock/advance", '{"by":-1}', "by"],
    ["/clock/advance", '{"by":"99999999999d"}', "by"],
    ["/keys", '{"tier":"free"}', "environment"],
    ["/keys", '{"tier":"free","environment":"live","__proto__":{}}', "__proto__"],
    ["/fund", { ...fund, tokens: { SOL: "1e3" } }, "tokens.SOL"],
    ["/fund", { ...fund, tokens: { USDC: "18446744073709", usdc: "1" } }, "tokens.usdc"],
  ] as const)("POST %s %j", async ([path, body, field], { server }) => {
    expect((await told(server, "POST", path, body))[0]).toBe(field);
  });

  test("an empty object is accepted where no body is expected", async ({ server }) => {
    for (const path of ["/reset", "/clock/resume"])
      for (const body of [{}, null, undefined])
        expect((await control(server, "POST", path, body)).status).toBe(200);
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const url = `${server.controlUrl}/reset`;
    expect((await server.fetch(url, { method: "POST", headers: form, body: "" })).status).toBe(200);
    expect((await control(server, "DELETE", "/requests", {})).status).toBe(204);
  });

  test.for(["/fund", "/keys", "/faults"])("the name __proto__ is refused in a body of %s", async (path) => {
    const server = await lab();
    expect((await told(server, "POST", path, '{"a":{"__proto__":{}}}'))[0]).toBe("__proto__");
  });

  test("a state with a repeated name, or the name __proto__, is refused", async ({ server }) => {
    const text = JSON.stringify(await server.snapshot());
    const put = (body: string) => told(server, "PUT", "/state", body);
    expect(await put(text.replace("{", '{"version":1,'))).toEqual([
      "version",
      "version appears twice; pass it once",
    ]);
    expect((await put(text.replace("{", '{"__proto__":{},')))[0]).toBe("__proto__");
    expect((await put(text.replace("{", "[")))[0]).toBe("body");
  });

  test("a state with an unknown member is refused; for a later version, the version is the reason", async () => {
    const server = await lab();
    const state = JSON.parse(JSON.stringify(await server.snapshot()));
    const wallets = { ...state, walets: {} };
    expect((await told(server, "PUT", "/state", wallets))[0]).toBe("walets");
    expect((await told(server, "PUT", "/state", { walets: {}, ...state }))[0]).toBe("walets");
    expect(await failureOf(server.restore(wallets))).toMatchObject({ field: "walets" });
    expect(await told(server, "PUT", "/state", { ...wallets, version: 2 })).toEqual([
      "version",
      "version must be 1, the version of the snapshots of this server; got 2. Restore it with the server version that took it",
    ]);
  });
});

describe("more than the available amount", () => {
  const give = (server: MockServer, tokens: Record<string, string>) =>
    failureOf(server.fund(server.wallets[ALICE]?.address ?? "", tokens));
  const balances = async (server: MockServer) =>
    (await server.fund(server.wallets[ALICE]?.address ?? "", {})).balances;

  test.for(["SOL", "USDC", "BONK"])(
    "is refused with %s and the maximum in the error, and the maximum succeeds",
    async (symbol, { server }) => {
      const before = await balances(server);
      const whole = { SOL: "18446744073", USDC: "18446744073709", BONK: "184467440737095" }[symbol] ?? "";
      const error = await give(server, { JUP: "1", [symbol]: whole });
      expect(error).toMatchObject({ status: 400, field: `tokens.${symbol}` });
      expect(await balances(server)).toEqual(before);
      const [, most = ""] = /must be at most ([\d.]+), which/.exec(error.message) ?? [];
      expect((await give(server, { [symbol]: added(most) })).message).toContain(`at most ${most},`);
      await server.fund(server.wallets[ALICE]?.address ?? "", { [symbol]: most });
      await signedOf(server, "swap 1 SOL for USDC");
    },
  );
});

/** The amount plus one base unit. */
function added(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const units = BigInt(whole + fraction) + 1n;
  const digits = String(units).padStart(fraction.length + 1, "0");
  const at = digits.length - fraction.length;
  return fraction === "" ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
}
