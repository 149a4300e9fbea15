import type { ServiceError } from "@intent-tx/mock-server";
import { describe, expect, it, test } from "vitest";
import { clientOf, failureOf, lab } from "../lab.js";
import { ALICE, BOB, mint, Setup, swapOf, transferOf, wallet } from "./setup.js";

const refusedBy = (promise: Promise<unknown>) => failureOf(promise) as Promise<ServiceError>;

describe("parsing a command", () => {
  it("refuses a question about another wallet: the answer could not name it (decision 41)", async () => {
    const setup = new Setup();
    const refused = await refusedBy(setup.parse({ action: "query", topic: "balance", address: BOB }));
    expect(refused.details).toMatchObject({
      reason: "unsupported_action",
      message: expect.stringContaining(BOB),
    });
  });

  it("opens no ledger for exact amounts and dollars", async () => {
    const setup = new Setup();
    await setup.parse(swapOf({ side: "in", baseUnits: 1_000_000n }));
    await setup.parse(swapOf({ side: "usd", micros: 20_000_000n, of: "input" }));
    await setup.parse(transferOf({ side: "in", baseUnits: 1n }));
    expect(setup.ledgerOpened).toBe(0);
  });
});

describe("refusals", () => {
  it("name the market's reasons (decision 45)", async () => {
    const setup = new Setup();
    const dry = await refusedBy(setup.parse(swapOf({ side: "out", baseUnits: 10n ** 18n })));
    expect(dry.details?.["reason"]).toBe("insufficient_liquidity");
    const dust = await refusedBy(setup.parse(swapOf({ side: "in", baseUnits: 1n })));
    expect(dust.details?.["reason"]).toBe("invalid_amount");
    const apart = new Setup({
      market: () => ({ quote: async () => ({ refused: "no_route" }), usdPrice: async () => undefined }),
    });
    const none = await refusedBy(apart.parse(swapOf({ side: "in", baseUnits: 1n })));
    expect(none.details?.["reason"]).toBe("no_route");
  });
});

describe("recipients", () => {
  const vault = "6486cG2y3Jd8QGygaHprNCKkh5JjqjE6oVk5r1ET1TTx";

  it("that are token accounts or programs on the chain are refused, and no ledger is opened", async () => {
    const setup = new Setup();
    setup.hold(BOB, "USDC", 1n);
    const [account = ""] = [...setup.accounts.keys()];
    const held = await refusedBy(setup.parse(transferOf({ side: "in", baseUnits: 1n }, "SOL", account)));
    expect(held.details).toMatchObject({ reason: "invalid_address", message: expect.stringContaining(BOB) });
    setup.accounts.set(vault, { ...wallet(vault, 1n), executable: true, owner: mint("SOL") });
    const program = await refusedBy(setup.parse(transferOf({ side: "in", baseUnits: 1n }, "SOL", vault)));
    expect(program.details?.["reason"]).toBe("program_recipient");
    expect(setup.ledgerOpened).toBe(0);
  });
});

describe("names (decision 36)", () => {
  it("resolve to the world's wallets, in any letter case, and to given addresses", () => {
    const { names } = new Setup();
    expect(names.resolve("Alice.SOL")).toBe(ALICE);
    expect(names.resolve("carol.sol")).toBeUndefined();
    names.set("Carol.sol", BOB);
    expect(names.resolve("carol.sol")).toBe(BOB);
    names.set("alice.sol", BOB);
    expect(names.resolve("alice.sol")).toBe(BOB);
    expect(() => names.set("carol.eth", BOB)).toThrow(RangeError);
  });
});

test("an expired intent is 410 for a day and then 404, with or without parses in between", async () => {
  const server = await lab();
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  const parse = () => client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
  const [quiet, swept] = [await parse(), await parse()];
  const build = (intentId: string) => failureOf(client.transactions.build({ intentId, walletAddress }));
  await server.clock.advance("10m");
  expect(await build(quiet.intentId)).toMatchObject({ status: 410, code: "intent_expired" });
  // Parsing drops expired intents; their status stays known.
  await parse();
  await server.clock.advance("86399s");
  expect(await build(swept.intentId)).toMatchObject({ status: 410, code: "intent_expired" });
  expect(
    await failureOf(
      client.transactions.build({ intentId: swept.intentId, walletAddress: server.wallets.bob.address }),
    ),
  ).toMatchObject({ status: 400, field: "walletAddress" });
  await server.clock.advance("1s");
  for (const { intentId } of [quiet, swept]) {
    expect(await build(intentId)).toMatchObject({ status: 404, code: "intent_not_found" });
  }
});

test("State drops intents and builds that can no longer be requested", async () => {
  const server = await lab({ limits: "off" });
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  const day = async () => {
    for (let at = 0; at < 20; at++) {
      const { intentId } = await client.intents.parse({ walletAddress, command: "send 1 SOL to bob.sol" });
      await client.transactions.build({ intentId, walletAddress });
    }
    await server.clock.advance("25h");
  };
  const sizes: number[][] = [];
  for (let round = 0; round < 5; round++) {
    await day();
    const { intents, expiredIntents, built } = (await server.snapshot()).state;
    sizes.push([intents?.length ?? 0, expiredIntents?.length ?? 0, built?.length ?? 0]);
  }
  for (const size of sizes) for (const rows of size) expect(rows).toBeLessThanOrEqual(40);
  expect(sizes.at(-1)).toEqual(sizes.at(-2));
});
