import { describe, expect, it } from "vitest";
import type { ParseResult, ParserWorld, Refused } from "../../../mock-server/src/parser/command.js";
import { ALICE, BOB, mint, NOON, Stage, swapOf, transferOf, understood, wallet } from "./stage.js";

const caller = { account: "acme", environment: "live" } as const;

function refusedBy(promise: Promise<unknown>) {
  return promise.then(
    () => Promise.reject(new Error("it was accepted")),
    (error: { code: string; status: number; details: Record<string, unknown>; field?: string }) => error,
  );
}

describe("parsing a command", () => {
  it("refuses a question about another wallet: the answer could not name it (decision 41)", async () => {
    const stage = new Stage();
    const refused = await refusedBy(stage.parse({ action: "query", topic: "balance", address: BOB }));
    expect(refused.details).toMatchObject({
      reason: "unsupported_action",
      message: expect.stringContaining(BOB),
    });
  });

  it("opens no ledger for exact amounts and dollars", async () => {
    const stage = new Stage();
    await stage.parse(swapOf({ side: "in", baseUnits: 1_000_000n }));
    await stage.parse(swapOf({ side: "usd", micros: 20_000_000n, of: "input" }));
    await stage.parse(transferOf({ side: "in", baseUnits: 1n }));
    expect(stage.ledgerOpened).toBe(0);
  });

  it("gives other ids to the same command, and the same ids in another server of the seed", async () => {
    const one = new Stage();
    const other = new Stage();
    const command = transferOf({ side: "in", baseUnits: 1n });
    const first = await one.parse(command);
    expect((await one.parse(command)).intentId).not.toBe(first.intentId);
    expect((await other.parse(command)).intentId).toBe(first.intentId);
  });

  it("counts parses and 422s in metrics, not 400s (decision 32)", async () => {
    const stage = new Stage();
    await stage.parse(transferOf({ side: "in", baseUnits: 1n }));
    const refusal: Omit<Refused, "reason"> = {
      ok: false,
      message: "No.",
      span: { start: 0, end: 3 },
      suggestions: [],
      explanation: understood(swapOf({ side: "in", baseUnits: 1n })).explanation,
    };
    await refusedBy(stage.parse({ ...refusal, reason: "question" }));
    await refusedBy(stage.parse({ ...refusal, reason: "too_long" }));
    expect(stage.parses).toEqual([
      { account: "acme", at: NOON, confidence: 0.9 },
      { account: "acme", at: NOON },
    ]);
  });
});

describe("refusals", () => {
  it("name the market's reasons (decision 45)", async () => {
    const stage = new Stage();
    const dry = await refusedBy(stage.parse(swapOf({ side: "out", baseUnits: 10n ** 18n })));
    expect(dry.details["reason"]).toBe("insufficient_liquidity");
    const dust = await refusedBy(stage.parse(swapOf({ side: "in", baseUnits: 1n })));
    expect(dust.details["reason"]).toBe("invalid_amount");
    const apart = new Stage({
      market: () => ({ quote: async () => ({ refused: "no_route" }), usdPrice: async () => undefined }),
    });
    const none = await refusedBy(apart.parse(swapOf({ side: "in", baseUnits: 1n })));
    expect(none.details["reason"]).toBe("no_route");
  });
});

describe("slippage (decision 26)", () => {
  const swap = swapOf({ side: "in", baseUnits: 1_000_000_000n });
  const bpsOf = async (spoken?: number, slippage?: number) => {
    const stage = new Stage();
    const parsed = understood(swap, spoken === undefined ? {} : { slippageBps: spoken });
    const { intentId } = await stage.parse(parsed, slippage === undefined ? {} : { slippage });
    return stage.intents.get(caller, intentId).slippageBps;
  };

  it("is the request's, else the spoken one, else 50", async () => {
    expect(await bpsOf()).toBe(50);
    expect(await bpsOf(100)).toBe(100);
    expect(await bpsOf(undefined, 20)).toBe(20);
    expect(await bpsOf(30, 30)).toBe(30);
  });
});

describe("recipients", () => {
  const vault = "6486cG2y3Jd8QGygaHprNCKkh5JjqjE6oVk5r1ET1TTx";
  const asking = (_: string, world: ParserWorld): ParseResult =>
    world.isSystemAccount?.(vault)
      ? understood(transferOf({ side: "in", baseUnits: 1n }, "SOL", vault))
      : {
          ok: false,
          reason: "off_curve_recipient",
          message: "off the curve",
          span: { start: 14, end: 58 },
          suggestions: [],
          explanation: understood(swapOf({ side: "in", baseUnits: 1n })).explanation,
        };
  const send = async (stage: Stage) => {
    stage.parser = asking;
    return stage.intents.parse(caller, { walletAddress: ALICE, command: `send 1 SOL to ${vault}` });
  };

  it("off the curve are refused where nothing exists, or a program owns it", async () => {
    const stage = new Stage();
    expect((await refusedBy(send(stage))).details["reason"]).toBe("off_curve_recipient");
    stage.accounts.set(vault, { ...wallet(vault, 1n), owner: mint("SOL") });
    expect((await refusedBy(send(stage))).details["reason"]).toBe("off_curve_recipient");
  });

  it("that the chain shows to be token accounts or programs are refused, and no ledger is opened", async () => {
    const stage = new Stage();
    stage.hold(BOB, "USDC", 1n);
    const [account = ""] = [...stage.accounts.keys()];
    const held = await refusedBy(stage.parse(transferOf({ side: "in", baseUnits: 1n }, "SOL", account)));
    expect(held.details).toMatchObject({ reason: "invalid_address", message: expect.stringContaining(BOB) });
    stage.accounts.set(vault, { ...wallet(vault, 1n), executable: true, owner: mint("SOL") });
    const program = await refusedBy(stage.parse(transferOf({ side: "in", baseUnits: 1n }, "SOL", vault)));
    expect(program.details["reason"]).toBe("program_recipient");
    expect(stage.ledgerOpened).toBe(0);
  });
});

describe("names (decision 36)", () => {
  it("know the world's wallets, in any case, and those that were given", () => {
    const { names } = new Stage();
    expect(names.resolve("Alice.SOL")).toBe(ALICE);
    expect(names.resolve("carol.sol")).toBeUndefined();
    names.set("Carol.sol", BOB);
    expect(names.resolve("carol.sol")).toBe(BOB);
    names.set("alice.sol", BOB);
    expect(names.resolve("alice.sol")).toBe(BOB);
  });

  it.each(["carol", "carol.eth", "-a.sol", "a b.sol", ".sol", `${"a".repeat(64)}.sol`])(
    "refuse %s",
    (name) => {
      expect(() => new Stage().names.set(name, BOB)).toThrow(RangeError);
    },
  );
});
