import type { MockServer } from "@intent-tx/mock-server";
import { describe, expect } from "vitest";
import { api, control, lab, rpc, test } from "../lab.js";

type Rule = Parameters<MockServer["faults"]["add"]>[0];

const PRICES = { path: "/v1/prices/*" };

const WALLET = "6Px1aSgHPb5dJ8pyyWVYabEbmcXWU6LZuVcqhD3XPrXj";

describe("which requests a rule hits", () => {
  const statuses = async (server: MockServer, count: number, method = "GET") => {
    const seen: number[] = [];
    for (let at = 0; at < count; at++) seen.push((await api(server, method, "/prices/SOL")).status);
    return seen;
  };
  const fault = { kind: "status", status: 503 } as const;

  test.for<[string, Omit<Rule, "fault">, number[]]>([
    ["every one", {}, [503, 503, 503, 503]],
    ["the first two", { times: 2 }, [503, 503, 200, 200]],
    ["the third", { nth: 3 }, [200, 200, 503, 200]],
    ["from the second, two", { nth: 2, times: 2 }, [200, 503, 503, 200]],
    ["never by chance", { probability: 0 }, [200, 200, 200, 200]],
    ["always by chance", { probability: 1 }, [503, 503, 503, 503]],
    ["another method's", { match: { method: "POST" } }, [200, 200, 200, 200]],
    ["its method's, in any case", { match: { method: "get" } }, [503, 503, 503, 503]],
    ["a path exactly", { match: { path: "/v1/prices/SOL" } }, [503, 503, 503, 503]],
    ["a path that is only a prefix", { match: { path: "/v1/prices" } }, [200, 200, 200, 200]],
    ["a wildcard in the middle", { match: { path: "/v1/*/SOL" } }, [503, 503, 503, 503]],
    ["several wildcards", { match: { path: "*pri*s/S*" } }, [503, 503, 503, 503]],
    ["parts that would overlap", { match: { path: "/v1/prices/SOL*SOL" } }, [200, 200, 200, 200]],
    ["nothing special but the star", { match: { path: "/v1/prices/S.L" } }, [200, 200, 200, 200]],
  ])("%s", async ([_, rule, expected], { server }) => {
    server.faults.add({ ...rule, fault });
    expect(await statuses(server, 4)).toEqual(expected);
  });

  test("a rule can match the key of a request, or the wallet in its path or body", async ({ server }) => {
    const { alice, bob } = server.wallets;
    const ask = async (key: string, wallet = alice.address) => {
      const body = { walletAddress: wallet, command: "swap 1 SOL for USDC" };
      const [parsed, listed] = await Promise.all([
        api(server, "POST", "/intents", body, key),
        api(server, "GET", `/transactions/${wallet}`, undefined, key),
      ]);
      return [parsed.status, listed.status];
    };
    const fault = { kind: "status", status: 503 } as const;
    const { id } = server.faults.add({ match: { keyId: server.keyIds.pro }, fault });
    expect([await ask("pro"), await ask("free"), await ask("none")]).toEqual([
      [503, 503],
      [200, 200],
      [401, 401],
    ]);
    server.faults.clear(id);
    server.faults.add({ match: { walletAddress: bob.address }, fault });
    expect([await ask("pro", alice.address), await ask("pro", bob.address)]).toEqual([
      [200, 200],
      [503, 503],
    ]);
  });

  test("probabilities are drawn from the seed, and equal in every server of the seed", async () => {
    const draw = async (seed: number) => {
      const server = await lab({ seed });
      server.faults.add({ probability: 0.5, fault });
      return statuses(server, 40);
    };
    const [one, same, other] = [await draw(1), await draw(1), await draw(2)];
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    expect(one.filter((status) => status === 503).length).toBeGreaterThan(8);
    expect(one.filter((status) => status === 503).length).toBeLessThan(32);
  });

  test("a pool does not move with a probability of 0", async ({ server, client }) => {
    const { price } = await client.prices.retrieve("SOL");
    server.faults.add({ probability: 0, fault: { kind: "moved-pool", pool: "SOL-USDC" } });
    for (let request = 0; request < 3; request++)
      expect((await client.prices.retrieve("SOL")).price).toBe(price);
    expect(server.faults.list()).toMatchObject([{ fired: 0 }]);
  });

  test("control plane, JSON-RPC, documents and preflights are never hit, nor counted", async ({ server }) => {
    server.faults.add({ fault });
    expect((await control(server, "GET", "/health")).status).toBe(200);
    expect((await rpc(server, "getHealth", [])).result).toBe("ok");
    expect((await server.fetch(server.baseUrl.replace("/v1", "/openapi.json"))).status).toBe(200);
    expect(await statuses(server, 1, "OPTIONS")).toEqual([204]);
    expect(server.faults.list()).toMatchObject([{ seen: 0, fired: 0 }]);
  });

  test("snapshot and restore include rules and their counts; reset disarms all rules", async ({ server }) => {
    server.faults.add({ match: PRICES, times: 2, fault });
    await statuses(server, 1);
    const state = JSON.parse(JSON.stringify(await server.snapshot()));
    expect(await statuses(server, 2)).toEqual([503, 200]);
    await server.restore(state);
    expect(server.faults.list()).toMatchObject([{ id: "fault_0", seen: 1, fired: 1 }]);
    expect(await statuses(server, 2)).toEqual([503, 200]);
    await server.reset();
    expect(server.faults.list()).toEqual([]);
  });

  test.for<[string, unknown, string]>([
    ["an unknown kind", { fault: { kind: "fire" } }, "fault.kind"],
    ["an invalid status", { fault: { kind: "status", status: 700 } }, "fault.status"],
    [
      "a Retry-After that no header holds",
      { fault: { kind: "status", status: 429, retryAfter: "a\nb" } },
      "fault.retryAfter",
    ],
    ["a field too many", { fault: { kind: "drop", when: "before", often: true } }, "fault.often"],
    ["a pace of nothing", { fault: { kind: "slow-body", bytesPerSecond: 0 } }, "fault.bytesPerSecond"],
    ...["Set-Cookie", "content-length", "X-Request-ID", "a b"].map((name): [string, unknown, string] => [
      `a response with the header ${name}`,
      { fault: { kind: "respond", status: 200, headers: { [name]: "1" } } },
      `fault.headers.${name}`,
    ]),
    ...["x".repeat(65_537), 7].map((body): [string, unknown, string] => [
      `a response with the body ${String(body).slice(0, 3)}`,
      { fault: { kind: "respond", status: 200, body } },
      "fault.body",
    ]),
    ["nth from 0", { nth: 0, fault }, "nth"],
    ["a chance above 1", { probability: 1.5, fault }, "probability"],
    ...[-1, 1e30, 0.5].map((retryAfter): [string, unknown, string] => [
      `Retry-After ${retryAfter}`,
      { fault: { kind: "status", status: 429, retryAfter } },
      "fault.retryAfter",
    ]),
    ["a latency that no timer holds", { fault: { kind: "latency", ms: 1e16, clock: "virtual" } }, "fault.ms"],
    ["no fault", { times: 1 }, "fault"],
    ["a path for the chain", { match: PRICES, fault: { kind: "drop-transaction" } }, "match.path"],
    [
      "a key for the chain",
      { match: { keyId: "key_1" }, fault: { kind: "expired-blockhash" } },
      "match.keyId",
    ],
    [
      "wallet, which is called walletAddress",
      { match: { wallet: WALLET }, fault: { kind: "status", status: 503 } },
      "match.wallet",
    ],
    ["nth in match", { match: { nth: 1 }, fault: { kind: "drop-transaction" } }, "match.nth"],
    [
      "no signature",
      { match: { signature: WALLET }, fault: { kind: "drop-transaction" } },
      "match.signature",
    ],
    ["a method that is never hit", { match: { method: "OPTIONS" }, fault }, "match.method"],
    ...["/v1/prices/SOL?a=1", "/v1/prices#a", "/v1/prices/{tokenMint}", "/v1/a b", "/v1/é"].map(
      (path): [string, unknown, string] => [`the path ${path}`, { match: { path }, fault }, "match.path"],
    ),
    ["the name of a key", { match: { keyId: "pro" }, fault }, "match.keyId"],
    [
      "a price's wallet",
      { match: { path: "*prices*", walletAddress: WALLET }, fault },
      "match.walletAddress",
    ],
    ["a build by GET", { match: { method: "GET" }, fault: { kind: "moved-pool" } }, "fault.pool"],
    ["an invalid delay", { fault: { kind: "late-transaction", by: "soon" } }, "fault.by"],
  ])("a wrong rule is refused: %s", async ([_, rule, field], { server }) => {
    expect(() => server.faults.add(rule as Rule)).toThrow(expect.objectContaining({ field }));
    const answer = await control(server, "POST", "/faults", rule);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "validation_error", field } } });
    expect(server.faults.list()).toEqual([]);
  });

  test.for([
    ["connection", "must not be connection"],
    ["a b", "must be a header name"],
  ] as const)("a response's header %s is refused with the reason", async ([name, reason], { server }) => {
    const rule = { fault: { kind: "respond", status: 200, headers: { [name]: "1" } } };
    expect(() => server.faults.add(rule as Rule)).toThrow(reason);
  });

  test("changing a rule object after arming has no effect", async ({ server }) => {
    const rule = { match: { path: "/v1/keys" }, fault };
    server.faults.add(rule);
    rule.match.path = "*";
    expect(await statuses(server, 1)).toEqual([200]);
  });
});

test("at most 1,000 faults are active, as the error says", async ({ server }) => {
  for (let at = 0; at < 1_000; at++) server.faults.add({ fault: { kind: "status", status: 503 } });
  const { status, body } = await control(server, "POST", "/faults", {
    fault: { kind: "status", status: 503 },
  });
  expect({ status, message: body.error.message }).toEqual({
    status: 400,
    message: expect.stringContaining("1000 faults are active"),
  });
  server.faults.clear();
  server.faults.add({ fault: { kind: "status", status: 503 } });
});
