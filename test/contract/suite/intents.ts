import { PublicKey } from "@solana/web3.js";
import { PARSING_REASONS } from "intent-tx/contract";
import { describe, expect } from "vitest";
import { type Target, testOf } from "./setup.js";

const SOL = "So11111111111111111111111111111111111111112";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

/** Decisions 16, 17, 25, 26, 36 to 38, 41, 42, 44 and 45: commands and their intents. */
export function intentsSuite(target: Target): void {
  const test = testOf(target);
  describe("intents", () => {
    test("decision 16: an intent can be built any number of times for 10 minutes, then it is 410", async () => {
      await using setup = await target.open();
      const { intentId } = await setup.parse("send 0.1 SOL to bob.sol");
      expect(intentId).toMatch(/^intent_[A-Za-z0-9]{16}$/);
      for (let built = 0; built < 2; built++) expect((await setup.build(intentId)).status).toBe(200);
      await setup.advance(599_999);
      expect((await setup.build(intentId)).status).toBe(200);
      await setup.advance(1);
      const { details } = (await setup.build(intentId)).refusal(410, "intent_expired");
      expect(details).toEqual({ resource: "intent", id: intentId });
    });

    test("decision 16: the option intentTtl changes how long an intent can be built", async () => {
      await using setup = await target.open({ contract: { intentTtl: "30s" } });
      const { intentId } = await setup.parse("send 0.1 SOL to bob.sol");
      await setup.advance("29s");
      expect((await setup.build(intentId)).status).toBe(200);
      await setup.advance("1s");
      (await setup.build(intentId)).refusal(410, "intent_expired");
    });

    test("decision 17: an intent belongs to one account and network; for others it does not exist", async () => {
      await using setup = await target.open();
      const { key, account } = await setup.issue({ tier: "pro", account: "acme" });
      const same = await setup.issue({ tier: "pro", account, scopes: ["write:transactions"] });
      const tested = await setup.issue({ tier: "pro", account, environment: "test" });
      const { intentId } = await setup.parse("send 0.1 SOL to bob.sol", {}, { key });
      expect((await setup.build(intentId, {}, { key: same.key })).status).toBe(200);
      for (const other of ["enterprise", tested.key]) {
        (await setup.build(intentId, {}, { key: other })).refusal(404, "intent_not_found");
      }
    });

    test("decision 15: a wallet other than the intent's is 400 on walletAddress, a query cannot be built", async () => {
      await using setup = await target.open();
      const { intentId } = await setup.parse("send 0.1 SOL to bob.sol");
      const other = await setup.build(intentId, { walletAddress: setup.bob });
      expect(other.refusedField).toBe("walletAddress");
      const query = await setup.parse("what is my SOL balance");
      expect(query.action).toBe("query");
      (await setup.build(query.intentId)).refusal(422, "intent_not_buildable");
    });

    test("decision 25: priorityFee is an integer from 0 to 5,000,000", async ({ setup }) => {
      const command = "send 0.1 SOL to bob.sol";
      for (const priorityFee of [0, 5_000_000]) await setup.parse(command, { priorityFee });
      for (const priorityFee of [-1, 5_000_001, 0.5, "1000"]) {
        const answer = await setup.post("/intents", { walletAddress: setup.alice, command, priorityFee });
        expect(answer.refusedField).toBe("priorityFee");
      }
    });

    test("decision 26: slippage is an integer from 1 to 1000; field and command must agree", async () => {
      await using setup = await target.open();
      const plain = "swap 1 SOL for USDC";
      for (const slippage of [0, 1001, 1.5, "50"]) {
        const answer = await setup.post("/intents", { walletAddress: setup.alice, command: plain, slippage });
        expect(answer.refusedField).toBe("slippage");
      }
      for (const slippage of [1, 1000]) await setup.parse(plain, { slippage });
      const spoken = `${plain} with 1% slippage`;
      await setup.parse(spoken);
      await setup.parse(spoken, { slippage: 100 });
      expect((await setup.refused(spoken, { slippage: 50 }))["reason"]).toBe("ambiguous_slippage");
    });

    test("decision 36: .sol names become addresses, unknown ones are refused", async ({ setup }) => {
      const send = async (name: string) =>
        (await setup.parse(`send 0.1 SOL to ${name}`)).parameters.recipient;
      expect(await send("bob.sol")).toBe(setup.bob);
      expect((await setup.refused("send 0.1 SOL to alice.sol"))["reason"]).toBe("self_transfer");
      expect((await setup.refused("send 0.1 SOL to dave.sol"))["reason"]).toBe("unknown_recipient");
      await setup.control("POST", "/names", { name: "dave.sol", address: setup.bob });
      expect(await send("dave.sol")).toBe(setup.bob);
    });

    test("decision 37: an address off the curve is refused unless it is an account of the System program", async () => {
      await using setup = await target.open();
      const [vault] = PublicKey.findProgramAddressSync([Buffer.from("contract")], PublicKey.default);
      const command = `send 0.1 SOL to ${vault.toBase58()}`;
      expect((await setup.refused(command))["reason"]).toBe("off_curve_recipient");
      await setup.fund(vault.toBase58(), { SOL: 1 });
      expect((await setup.parse(command)).parameters.recipient).toBe(vault.toBase58());
      const [pool] = (await setup.parse("swap 1 SOL for USDC")).route?.marketInfos ?? [];
      expect((await setup.refused(`send 0.1 SOL to ${pool!.id}`))["reason"]).toMatch(/off_curve|program/);
    });

    test("decision 38: a refused command has reason, message, span and suggestions", async ({ setup }) => {
      const command = "please swap some SOL for USDC";
      const { message, suggestions, ...details } = await setup.refused(command);
      expect(details).toEqual({ command, reason: "ambiguous_amount", span: { start: 12, end: 16 } });
      expect(typeof message).toBe("string");
      for (const suggestion of (suggestions as string[] | undefined) ?? []) await setup.parse(suggestion);
    });

    test("decision 38: a swap that lacks a token is completed, and names what was added", async ({
      setup,
    }) => {
      const { suggestions, completions } = await setup.refused("sell all my BONK");
      expect(suggestions).toBeUndefined();
      expect(completions).toEqual([
        { command: "sell all my BONK for USDC", added: "USDC" },
        { command: "sell all my BONK for SOL", added: "SOL" },
      ]);
    });

    test("decision 38: offsets count UTF-16 units, and suggestions are commands that parse", async () => {
      await using setup = await target.open();
      const command = "swap 1 SOL for USDCC";
      const details = await setup.refused(command);
      expect(details["reason"]).toBe("unknown_token");
      const { start, end } = details["span"] as { start: number; end: number };
      expect(command.slice(start, end)).toBe("USDCC");
      const suggestions = details["suggestions"] as string[];
      expect(suggestions.length).toBeGreaterThan(0);
      for (const suggestion of suggestions) await setup.parse(suggestion);
    });

    test.each([
      ["question", "should I swap 1 SOL for USDC?"],
      ["negated", "don't swap 1 SOL for USDC"],
      ["unsupported_action", "stake 1 SOL"],
      ["several_actions", "swap 1 SOL for USDC and send 5 USDC to bob.sol"],
      ["missing_amount", "swap SOL for USDC"],
      ["invalid_amount", "swap 0 SOL for USDC"],
      ["same_token", "swap 1 SOL for SOL"],
      ["missing_recipient", "send 1 SOL"],
      ["unsupported_chain", "swap 1 SOL for USDC on ethereum"],
      ["not_a_command", "hello there"],
    ])("decision 38: the reason %s, for %j", async (reason, command) => {
      await using setup = await target.open();
      expect((await setup.refused(command))["reason"]).toBe(reason);
      expect(PARSING_REASONS).toContain(reason);
    });

    test("decision 38: too_long and empty are 400 on command", async ({ setup }) => {
      for (const [command, reason] of [
        ["x".repeat(501), "too_long"],
        ["  ", "empty"],
      ] as const) {
        const refusal = (await setup.post("/intents", { walletAddress: setup.alice, command })).refusal(
          400,
          "validation_error",
        );
        expect(refusal.field).toBe("command");
        expect(refusal.details).toEqual({ field: "command", reason });
      }
      const exact = `swap 1 SOL for USDC${" ".repeat(481)}`;
      expect((await setup.parse(exact)).action).toBe("swap");
    });

    test("decision 41: a swap, a transfer and a query have their parameters and no others", async () => {
      await using setup = await target.open();
      const swap = await setup.parse("swap 1.5 SOL for USDC");
      expect(swap.parameters).toEqual({ inputToken: SOL, outputToken: USDC, amount: 1_500_000_000 });
      const exact = await setup.parse("buy 100 USDC with SOL");
      expect(exact.route?.outAmount).toBe("100000000");
      expect(exact.parameters).toEqual({
        inputToken: SOL,
        outputToken: USDC,
        amount: Number(exact.route?.inAmount),
      });
      const transfer = await setup.parse("send 2.5 USDC to bob.sol");
      expect(transfer.parameters).toEqual({ inputToken: USDC, amount: 2_500_000, recipient: setup.bob });
      expect(transfer).not.toHaveProperty("route");
      expect((await setup.parse("what is the price of SOL")).parameters).toEqual({ inputToken: SOL });
      expect((await setup.parse("show my portfolio")).parameters).toEqual({});
    });

    test("decision 42: amounts are decimal strings of base units, and a hop's fee is in base units of its input", async () => {
      await using setup = await target.open();
      const { route } = await setup.parse("swap 100 JUP for PYUSD");
      const [first, second] = route?.marketInfos ?? [];
      expect(route?.marketInfos).toHaveLength(2);
      expect([route?.inAmount, route?.outAmount]).toEqual([first?.inAmount, second?.outAmount]);
      expect(first?.inAmount).toBe("100000000");
      expect(second?.inAmount).toBe(first?.outAmount);
      for (const hop of [first, second]) {
        expect(Number.isInteger(hop?.fee)).toBe(true);
        const share = Number(hop?.fee) / Number(hop?.inAmount);
        expect(share).toBeGreaterThan(0.0001);
        expect(share).toBeLessThan(0.011);
      }
      const large = await setup.parse("swap 10000 SOL for USDC");
      const small = await setup.parse("swap 1 SOL for USDC");
      const worse = 1 - Number(large.route?.outAmount) / 10_000 / Number(small.route?.outAmount);
      expect(large.route!.priceImpact - small.route!.priceImpact).toBeCloseTo(100 * worse, 0);
    });

    test('decision 44: balances are read only for parts of a balance, such as "half" and "all"', async () => {
      await using setup = await target.open();
      const { solBalance } = await setup.portfolio(setup.alice);
      const half = await setup.parse("send half my SOL to bob.sol");
      expect(Number(half.parameters.amount)).toBeGreaterThan(Number(solBalance) * 0.499);
      expect(Number(half.parameters.amount)).toBeLessThanOrEqual(Number(solBalance) / 2);
      const reason = (await setup.refused("send all my POPCAT to bob.sol"))["reason"];
      expect(reason).toBe("insufficient_balance");
      const { intentId } = await setup.parse("send 5000 POPCAT to bob.sol");
      const failed = (await setup.build(intentId)).refusal(400, "simulation_failed");
      expect(failed.details["reason"]).toMatch(/insufficient|balance|account/i);
    });

    test('decision 44: "all" means the sendable balance: the transaction is built and lands', async () => {
      await using setup = await target.open();
      for (const command of ["send all my SOL to bob.sol", "swap all my SOL for USDC"]) {
        const { intentId } = await setup.parse(command);
        expect((await setup.build(intentId)).as<"transactions.build">().simulation?.success).toBe(true);
      }
      await setup.execute("send all my SOL to bob.sol");
      const { solBalance } = await setup.portfolio(setup.alice);
      // The rent-exempt minimum of 890,880 lamports remains, and the unused part of the fee allowance.
      expect(Number(solBalance)).toBeGreaterThanOrEqual(890_880);
      expect(Number(solBalance)).toBeLessThan(900_000);
    });

    test("decision 44: a transfer that leaves the wallet below rent is simulation_failed at build, with the program's message", async () => {
      await using setup = await target.open();
      const { solBalance } = await setup.portfolio(setup.alice);
      const left = (Number(solBalance) - 100_000) / 1e9;
      const { intentId } = await setup.parse(`send ${left} SOL to bob.sol`);
      const { details } = (await setup.build(intentId)).refusal(400, "simulation_failed");
      expect(details["reason"]).toContain("rent");
      expect(Array.isArray(details["logs"])).toBe(true);
    });

    test("decision 45: an order beyond the pools' liquidity is refused at parse", async ({ setup }) => {
      expect((await setup.refused("buy 900000000 SOL with USDC"))["reason"]).toBe("insufficient_liquidity");
    });
  });
}
