import type { ServiceError } from "@intent-tx/mock-server";
import { describe, expect, it } from "vitest";
import { failureOf } from "../lab.js";
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
