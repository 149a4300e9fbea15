import { IntentSchema } from "intent-tx/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { ParseResult, ParserWorld, Refused } from "../../mock-server/src/parser/command.js";
import { ALICE, BOB, mint, NOON, Stage, swapOf, transferOf, understood, wallet } from "./intents-stage.js";

const caller = { account: "acme", environment: "live" } as const;

function refusedBy(promise: Promise<unknown>) {
  return promise.then(
    () => Promise.reject(new Error("it was accepted")),
    (error: { code: string; status: number; details: Record<string, unknown>; field?: string }) => error,
  );
}

describe("parsing a command", () => {
  it("answers a swap with its route, amount always of the input (decision 41)", async () => {
    const stage = new Stage();
    const intent = await stage.parse(swapOf({ side: "in", baseUnits: 1_000_000_000n }));
    expect(intent.intentId).toMatch(/^intent_[0-9A-Za-z]{16}$/);
    expect(intent.parameters).toEqual({
      inputToken: mint("SOL"),
      outputToken: mint("USDC"),
      amount: 1_000_000_000n,
    });
    expect(intent.route?.inAmount).toBe("1000000000");
    expect(intent.route?.marketInfos[0]).toMatchObject({ inputMint: mint("SOL"), fee: expect.any(BigInt) });
    expect(z.parse(IntentSchema, intent)).toMatchObject({ action: "swap", confidence: 0.9 });
  });

  it("carries an exact output through: the quote's input as the amount, the output as asked", async () => {
    const stage = new Stage();
    const intent = await stage.parse(swapOf({ side: "out", baseUnits: 5_000_000n }));
    expect(intent.route?.outAmount).toBe("5000000");
    expect(String(intent.parameters.amount)).toBe(intent.route?.inAmount);
    expect(stage.intents.get(caller, intent.intentId)).toMatchObject({ side: "exact-out" });
  });

  it("answers a transfer without output and route, a query with the named token alone", async () => {
    const stage = new Stage();
    const transfer = await stage.parse(transferOf({ side: "in", baseUnits: 5n }, "USDC"));
    expect(transfer.parameters).toEqual({ inputToken: mint("USDC"), amount: 5n, recipient: BOB });
    expect("route" in transfer).toBe(false);
    const query = await stage.parse({ action: "query", topic: "price", mint: mint("JUP") });
    expect(query.parameters).toEqual({ inputToken: mint("JUP") });
    expect((await stage.parse({ action: "query", topic: "portfolio" })).parameters).toEqual({});
  });

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

  it("tells metrics of parses and of 422s, not of 400s (decision 32)", async () => {
    const stage = new Stage();
    await stage.parse(transferOf({ side: "in", baseUnits: 1n }));
    const refusal: Omit<Refused, "reason"> = {
      ok: false,
      message: "No.",
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
  const explanation = understood(transferOf({ side: "in", baseUnits: 1n })).explanation;

  it("carry command, reason, message, span and suggestions (decision 38)", async () => {
    const error = await refusedBy(
      new Stage().parse({
        ok: false,
        reason: "missing_amount",
        message: "How much?",
        span: { start: 2, end: 9 },
        suggestions: ["send 1 SOL to bob.sol"],
        explanation,
      }),
    );
    expect(error).toMatchObject({ code: "parsing_error", status: 422 });
    expect(error.details).toEqual({
      command: "a command",
      reason: "missing_amount",
      message: "How much?",
      span: { start: 2, end: 9 },
      suggestions: ["send 1 SOL to bob.sol"],
    });
  });

  it.each(["too_long", "empty"] as const)("answer 400 on the field for %s", async (reason) => {
    const error = await refusedBy(
      new Stage().parse({ ok: false, reason, message: "No.", suggestions: [], explanation }),
    );
    expect(error).toMatchObject({ code: "validation_error", status: 400, field: "command" });
    expect(error.details["reason"]).toBe(reason);
  });

  it("name the market's reasons (decision 45)", async () => {
    const stage = new Stage();
    const dry = await refusedBy(stage.parse(swapOf({ side: "out", baseUnits: 10n ** 18n })));
    expect(dry.details["reason"]).toBe("insufficient_liquidity");
    const dust = await refusedBy(stage.parse(swapOf({ side: "in", baseUnits: 1n })));
    expect(dust.details["reason"]).toBe("invalid_amount");
    const apart = new Stage({
      market: () => ({ quote: () => ({ refused: "no_route" }), usdPrice: () => undefined }),
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

  it("is refused when request and command differ", async () => {
    const error = await refusedBy(
      new Stage().parse(understood(swap, { slippageBps: 100 }), { slippage: 50 }),
    );
    expect(error.details["reason"]).toBe("ambiguous_slippage");
  });
});

describe("the life of an intent (decisions 16 and 17)", () => {
  const command = transferOf({ side: "in", baseUnits: 1n });

  it("ends after ten minutes of the server's clock", async () => {
    const stage = new Stage();
    const { intentId } = await stage.parse(command);
    await stage.clock.advance(599_999);
    expect(stage.intents.get(caller, intentId).intentId).toBe(intentId);
    await stage.clock.advance(1);
    expect(() => stage.intents.get(caller, intentId)).toThrow(
      expect.objectContaining({ code: "intent_expired", status: 410 }),
    );
  });

  it("can be set", async () => {
    const stage = new Stage({ intentTtlMs: 1000 });
    const { intentId } = await stage.parse(command);
    await stage.clock.advance(1000);
    expect(() => stage.intents.get(caller, intentId)).toThrow(
      expect.objectContaining({ code: "intent_expired" }),
    );
  });

  it("is hidden from other accounts and the other network", async () => {
    const stage = new Stage();
    const { intentId } = await stage.parse(command);
    for (const other of [
      { ...caller, account: "other" },
      { ...caller, environment: "test" as const },
    ]) {
      expect(() => stage.intents.get(other, intentId)).toThrow(
        expect.objectContaining({
          code: "intent_not_found",
          status: 404,
          details: { resource: "intent", id: intentId },
        }),
      );
    }
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
          suggestions: [],
          explanation: understood(swapOf({ side: "in", baseUnits: 1n })).explanation,
        };
  const send = async (stage: Stage) => {
    stage.parser = asking;
    return stage.intents.parse(caller, { walletAddress: ALICE, command: `send 1 SOL to ${vault}` });
  };

  it("off the curve are allowed where the System program owns the account (decision 37)", async () => {
    const stage = new Stage();
    stage.accounts.set(vault, wallet(vault, 1n));
    expect((await send(stage)).parameters.recipient).toBe(vault);
  });

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
