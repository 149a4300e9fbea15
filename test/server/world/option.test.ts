import type { MockServerOptions, WorldOption } from "@intent-tx/mock-server";
import { createMockServer, OptionError } from "@intent-tx/mock-server";
import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { USDC_MINT } from "../../../mock-server/src/world/pools.js";
import { clientOf, control, failureOf, lab, NOON, send, signedOf } from "../lab.js";

describe("the world option", () => {
  test("wallets have the given balances and number of past transactions", async () => {
    const server = await lab({
      world: {
        wallets: { carol: { SOL: "10", USDC: 12.5, history: 250 }, dave: { SOL: 1 }, alice: { SOL: "3" } },
      },
    });
    expect(Object.keys(server.wallets).sort()).toEqual(["alice", "bob", "carol", "dave"]);
    const client = clientOf(server);
    const { carol, dave, alice } = server.wallets;
    const { solBalance, tokens } = await client.portfolio.retrieve(carol!.address);
    expect(solBalance).toBe(10_000_000_000n);
    expect(tokens.find(({ symbol }) => symbol === "USDC")?.balance).toBe(12_500_000n);
    expect((await client.transactions.list(carol!.address).toArray({ max: 1_000 })).length).toBe(250);
    expect((await client.transactions.list(dave!.address)).data).toEqual([]);
    const own = await client.portfolio.retrieve(alice.address);
    expect([own.solBalance, own.tokens.length]).toEqual([3_000_000_000n, 0]);
  });

  test("wallets hold NFTs and stake, and a portfolio shows them when asked to", async () => {
    const collection = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
    const server = await lab({
      world: {
        wallets: {
          carol: {
            SOL: "10",
            nfts: [
              { name: "Picture #1", symbol: "PIC", uri: "https://example.com/1.json", collection },
              { name: "Ticket", symbol: "TIX", mint: "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR" },
            ],
            staked: [{ SOL: "5" }, { SOL: 2.5, validator: collection, status: "inactive" }],
          },
        },
      },
    });
    const client = clientOf(server);
    const { address } = server.wallets["carol"]!;
    const plain = await client.portfolio.retrieve(address);
    expect([plain.nfts, plain.staked, plain.tokens]).toEqual([undefined, undefined, []]);
    const all = await client.portfolio.retrieve(address, { includeNFTs: true, includeStaked: true });
    expect(all.nfts).toHaveLength(2);
    expect(all.nfts).toEqual(
      expect.arrayContaining([
        {
          mint: expect.any(String),
          name: "Picture #1",
          symbol: "PIC",
          uri: "https://example.com/1.json",
          collection,
        },
        { mint: "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR", name: "Ticket", symbol: "TIX" },
      ]),
    );
    const entry = (lamports: number, status: string, validator: unknown = expect.any(String)) => ({
      stakeAccount: expect.any(String),
      validator,
      lamports,
      status,
    });
    expect(all.staked).toHaveLength(2);
    expect(all.staked).toEqual(
      expect.arrayContaining([entry(5_000_000_000, "active"), entry(2_500_000_000, "inactive", collection)]),
    );
    const { price } = await client.prices.retrieve("SOL");
    expect(all.totalValue - plain.totalValue).toBeCloseTo(7.5 * price, 4);
    const bob = await client.portfolio.retrieve(server.wallets.bob.address, { includeStaked: true });
    expect(bob.staked).toEqual([]);
  });

  test("a history is the same for a seed, whenever the server was started", async () => {
    const world = { wallets: { carol: { SOL: "10", history: 20 } } };
    const list = async (now: string) => {
      const server = await lab({ world, clock: { now, mode: "frozen" } });
      const { data } = await clientOf(server).transactions.list(server.wallets["carol"]!.address);
      return data.map(({ signature, type }) => ({ signature, type }));
    };
    expect(await list("2026-01-01T00:00:00Z")).toEqual(await list("2026-06-01T00:00:00Z"));
  });

  test("accounts have their tier, network and requests used, and a key by their name", async () => {
    const server = await lab({
      world: {
        accounts: {
          acme: { tier: "free", requestsUsed: 29 },
          tests: { tier: "pro", environment: "test", requestsUsed: 99 },
          plain: {},
        },
      },
    });
    expect(server.keys["tests"]).toMatch(/^svc_test_/);
    expect(server.keyIds["acme"]).toMatch(/^key_/);
    const acme = clientOf(server, "acme");
    await acme.prices.retrieve("SOL");
    expect(acme.rateLimit).toMatchObject({ limit: 30, remaining: 0 });
    const tests = clientOf(server, "tests");
    await tests.prices.retrieve("SOL");
    expect(tests.rateLimit).toMatchObject({ limit: 100, remaining: 0 });
    const plain = clientOf(server, "plain");
    await plain.prices.retrieve("SOL");
    expect(plain.rateLimit).toMatchObject({ limit: 30, remaining: 29 });
    expect((await server.issueKey({ tier: "free", account: "acme" })).account).toBe("acme");
  });

  test("names resolve to wallets and addresses", async () => {
    const address = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
    const server = await lab({
      world: {
        wallets: { carol: { SOL: 1 } },
        names: { "carol.sol": "carol", "shop.sol": address, "me.sol": "alice" },
      },
    });
    const walletAddress = server.wallets.bob.address;
    const recipient = async (name: string) =>
      (await clientOf(server).intents.parse({ walletAddress, command: `send 1 SOL to ${name}` })).parameters
        .recipient;
    expect(await recipient("carol.sol")).toBe(server.wallets["carol"]!.address);
    expect(await recipient("shop.sol")).toBe(address);
    expect(await recipient("me.sol")).toBe(server.wallets.alice.address);
  });

  test("tokens and pools can be traded", async () => {
    const server = await lab({
      world: {
        tokens: [
          { symbol: "ACME", decimals: 6, priceUsd: "2.5", supply: "1000000" },
          { symbol: "NEWT", decimals: 2, priceUsd: "0.5", program: "token-2022", name: "New Token" },
        ],
        pools: [{ pair: ["ACME", "SOL"], sideUsd: 500_000, feeBps: 30 }],
        wallets: { carol: { SOL: "10", ACME: "100" } },
      },
    });
    const client = clientOf(server);
    const price = await client.prices.retrieve("ACME");
    // The price comes from the option, not from the seed.
    expect(price.price).toBeCloseTo(2.5, 5);
    expect((await client.prices.retrieve("NEWT")).price).toBeCloseTo(0.5, 5);
    expect((await client.prices.retrieve("newt")).symbol).toBe("NEWT");
    const carol = server.wallets["carol"]!;
    for (const command of ["swap 10 ACME for SOL", "swap 1 SOL for NEWT"]) {
      const { wire, signature, intent } = await signedOf(server, command, carol);
      expect(intent.route?.outAmount).toBeGreaterThan(0n);
      expect(await send(server, wire)).toMatchObject({ result: signature });
    }
    const { tokens } = await client.portfolio.retrieve(carol.address);
    expect(tokens.find(({ symbol }) => symbol === "ACME")?.balance).toBe(90_000_000n);
    expect(tokens.find(({ symbol }) => symbol === "NEWT")?.balance).toBeGreaterThan(0n);
  });

  const MINT = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
  const NFT = { name: "Picture", symbol: "PIC" };
  const token = { symbol: "ACME", decimals: 6, priceUsd: "2.5" };
  const carol = (parts: unknown) => ({ wallets: { carol: parts } });
  test.each<[string, unknown]>([
    ["world.cats", { cats: {} }],
    ["world.wallets.carol", carol(5)],
    ["world.wallets.a b", { wallets: { "a b": {} } }],
    ["world.wallets.carol.DOGE", carol({ DOGE: "1" })],
    ["world.wallets.carol.SOL", carol({ SOL: "ten" })],
    ["world.wallets.carol.USDC", carol({ USDC: "0.0000001" })],
    ["world.wallets.carol.history", carol({ history: -1 })],
    ["world.wallets.carol.history", carol({ history: 1.5 })],
    ["world.accounts.pro", { accounts: { pro: {} } }],
    ["world.accounts.acme.tier", { accounts: { acme: { tier: "gold" } } }],
    ["world.accounts.acme.environment", { accounts: { acme: { environment: "dev" } } }],
    ["world.accounts.acme.requestsUsed", { accounts: { acme: { requestsUsed: -1 } } }],
    ["world.accounts.acme.age", { accounts: { acme: { age: 1 } } }],
    ["world.names.carol", { names: { carol: "alice" } }],
    ["world.names.carol.sol", { names: { "carol.sol": "nobody" } }],
    ["world.tokens[0].symbol", { tokens: [{ ...token, symbol: "" }] }],
    ["world.tokens[0].symbol", { tokens: [{ ...token, symbol: "sol" }] }],
    ["world.tokens[1].symbol", { tokens: [token, token] }],
    ["world.tokens[0].decimals", { tokens: [{ ...token, decimals: 19 }] }],
    ["world.tokens[0].priceUsd", { tokens: [{ ...token, priceUsd: "0" }] }],
    ["world.tokens[0].priceUsd", { tokens: [{ ...token, priceUsd: 2.5 }] }],
    ["world.tokens[0].supply", { tokens: [{ ...token, supply: "many" }] }],
    ["world.tokens[0].program", { tokens: [{ ...token, program: "erc-20" }] }],
    ["world.tokens[0].mint", { tokens: [{ ...token, mint: "x" }] }],
    ["world.tokens[0].colour", { tokens: [{ ...token, colour: "red" }] }],
    ["world.tokens", { tokens: [{ ...token, decimals: 0, priceUsd: "1000000000" }] }],
    ["world.tokens", { tokens: {} }],
    ["world.pools", { pools: "SOL-USDC" }],
    ["world.pools[0].pair", { pools: [{ pair: ["SOL", "DOGE"] }] }],
    ["world.pools[0].sideUsd", { pools: [{ pair: ["JUP", "WIF"], sideUsd: 0 }] }],
    ["world.pools[0].feeBps", { pools: [{ pair: ["JUP", "WIF"], feeBps: 10_000 }] }],
    ["world.pools[0]", { pools: [{ pair: ["SOL", "USDC"] }] }],
    ["world.pools[0]", { pools: [{ pair: ["SOL", "SOL"] }] }],
    ["world.wallets", { wallets: [] }],
    ["world.accounts", { accounts: null }],
    ["world.names", { names: 5 }],
    ["world.wallets.carol.nfts", carol({ nfts: {} })],
    ["world.wallets.carol.nfts[0].name", carol({ nfts: [{ symbol: "X" }] })],
    ["world.wallets.carol.nfts[0].symbol", carol({ nfts: [{ name: "X", symbol: "ELEVEN LONG" }] })],
    ["world.wallets.carol.nfts[0].mint", carol({ nfts: [{ ...NFT, mint: "x" }] })],
    ["world.wallets.carol.nfts[0].colour", carol({ nfts: [{ ...NFT, colour: 1 }] })],
    ["world.wallets.carol.nfts[1].mint", carol({ nfts: [NFT, NFT].map((one) => ({ ...one, mint: MINT })) })],
    ["world.wallets.carol.nfts[0].mint", carol({ nfts: [{ ...NFT, mint: USDC_MINT }] })],
    [
      "world.wallets.carol.nfts[0].mint",
      { tokens: [{ ...token, mint: MINT }], ...carol({ nfts: [{ ...NFT, mint: MINT }] }) },
    ],
    [
      "world.wallets.carol.staked[0].stakeAccount",
      carol({ staked: [{ SOL: "1", stakeAccount: PROGRAM_IDS.token }] }),
    ],
    ["world.tokens[0].mint", { tokens: [{ ...token, mint: PROGRAM_IDS.token2022 }] }],
    ["world.wallets.carol.staked[0].SOL", carol({ staked: [{ SOL: "9999999999" }] })],
    ["world.wallets.carol.staked", carol({ staked: null })],
    ["world.wallets.carol.staked[0].SOL", carol({ staked: [{}] })],
    ["world.wallets.carol.staked[0].SOL", carol({ staked: [{ SOL: "0.001" }] })],
    ["world.wallets.carol.staked[0].status", carol({ staked: [{ SOL: "1", status: "activating" }] })],
    ["world.wallets.carol.staked[0].validator", carol({ staked: [{ SOL: "1", validator: 5 }] })],
    ["world.accounts.acme", { accounts: { acme: null } }],
    ["world.names.carol.sol", { names: { "carol.sol": null } }],
    ["world.tokens[0]", { tokens: [null] }],
    ["world.tokens[0].name", { tokens: [{ ...token, name: null }] }],
    [
      "world.tokens[1].mint",
      { tokens: [token, { ...token, symbol: "AC2" }].map((one) => ({ ...one, mint: MINT })) },
    ],
    ["world.pools[0].pair", { pools: [{ pair: ["JUP", "WIF", "SOL"] }] }],
  ])("%s is refused with its path and the reason", async (path, world) => {
    const error = await failureOf(createMockServer({ world: world as WorldOption }));
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ option: path, message: expect.stringContaining(`${path} `) });
    expect(error.message.length).toBeGreaterThan(path.length + 5);
  });
});

test.each<[string, unknown]>([
  ["seed", { seed: "" }],
  ["seed", { seed: Number.NaN }],
  ["seed", { seed: {} }],
  ["clock.mode", { clock: { mode: "fast" } }],
  ["clock.now", { clock: { now: "noon" } }],
  ["clock.now", { clock: { now: "2026-01-01T00:00:00" } }],
  ["dialect", { dialect: "klingon" }],
  ["contract.sauce", { contract: { sauce: 1 } }],
  ["contract.pagination", { contract: { pagination: "page" } }],
  ["limits", { limits: "on" }],
  ["limits.gold", { limits: { gold: {} } }],
  ["limits.pro.perMinute", { limits: { pro: { perMinute: 3 } } }],
  ["limits.pro.requestsPerMinute", { limits: { pro: { requestsPerMinute: Number.POSITIVE_INFINITY } } }],
  ["limits.free.transactionsPerDay", { limits: { free: { transactionsPerDay: 1.5 } } }],
  ["world", { world: 5 }],
  ["world", { world: null }],
  ["sead", { sead: 2 }],
  ["options", null],
  ["seed", { seed: null }],
  ["clock", { clock: null }],
  ["clock.nwo", { clock: { nwo: NOON } }],
  ["clock.speed", { clock: { speed: 2 } }],
  ["clock.now", { clock: { now: 1e18 } }],
  ["contract", { contract: null }],
  ["contract.envelope", { contract: { envelope: null } }],
  ["contract.intentTtl", { contract: { intentTtl: null } }],
  ["limits", { limits: null }],
  ["limits.pro", { limits: { pro: null } }],
  ["rpcUrl", { rpcUrl: null }],
  ["stateFile", { stateFile: "" }],
  ["controlToken", { controlToken: "" }],
  ["controlOrigin", { controlOrigin: "*" }],
  ["controlOrigin", { controlOrigin: "null" }],
  ["controlOrigin[0]", { controlOrigin: ["http://localhost:5173/app"] }],
])("the option %s is refused when it is wrong", async (path, options) => {
  const error = await failureOf(createMockServer(options as MockServerOptions));
  expect(error).toMatchObject({ name: "OptionError", option: path });
});

test.each<[unknown, string]>([
  [{ sead: 2 }, "sead is unknown; did you mean seed? Use one of seed, clock, dialect, "],
  [
    { world: { walets: {} } },
    "world.walets is unknown; did you mean wallets? Use one of wallets, accounts, ",
  ],
  [{ clock: { zone: "UTC" } }, "clock.zone is unknown; use one of now, mode"],
  [{ contract: { pagination: "page" } }, 'contract.pagination must be one of before, cursor; got "page"'],
  [{ dialect: 5n }, "dialect must be one of default, enveloped, "],
  [
    { limits: { pro: { requestsPerMinute: -1 } } },
    'limits.pro.requestsPerMinute must be an integer from 0; limits: "off" lifts every limit',
  ],
  [
    { world: { chainAccounts: [{}] } },
    "world.chainAccounts[0].pubkey must be a base58-encoded 32-byte address",
  ],
  [{ world: { chainAccounts: [5] } }, "world.chainAccounts[0] must be the path of an account file, or "],
  [
    { world: { programs: [{ address: PROGRAM_IDS.swap }] } },
    "world.programs[0] must have either file or bytes",
  ],
  [
    { world: { wallets: JSON.parse('{"__proto__":{}}') } },
    "world.wallets contains __proto__, which is not a valid name",
  ],
  [
    { world: { wallets: { carol: JSON.parse('{"__proto__":"1"}') } } },
    "world.wallets.carol contains __proto__, which is not a valid name",
  ],
])("$1", async (options, message) => {
  const error = await failureOf(createMockServer(options as MockServerOptions));
  expect(error.message.slice(0, message.length)).toBe(message);
});

test("an undefined option counts as omitted, also inside other options", async () => {
  const undefinedParts = {
    clock: { now: undefined, mode: undefined },
    limits: { free: { requestsPerMinute: undefined }, pro: undefined },
    contract: { envelope: undefined },
    dialect: "enveloped",
    world: { tokens: [{ symbol: "ACME", decimals: 6, priceUsd: "1", mint: undefined, name: undefined }] },
    sessions: { ttl: undefined },
    stateFile: undefined,
  };
  const server = await lab(undefinedParts as unknown as MockServerOptions);
  const client = clientOf(server, "free");
  expect((await client.prices.retrieve("ACME")).symbol).toBe("ACME");
  expect(client.rateLimit).toMatchObject({ limit: 30, remaining: 29 });
  expect((await control(server, "GET", "/contract")).body).toMatchObject({ dialect: "enveloped" });
});
