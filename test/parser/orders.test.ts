import { describe, expect, it } from "vitest";
import { ENGLISH_PATTERNS } from "../../mock-server/src/parser/languages/english/patterns.js";
import { ALICE, BOB, line, OFF_CURVE, read, token, world } from "./world.js";

describe("patterns", () => {
  it.each(ENGLISH_PATTERNS.filter(({ example }) => example !== ""))(
    "$id reads its own example",
    ({ id, action, example }) => {
      const result = read(example);
      expect(result.ok && result.command.action).toBe(action);
      expect(result.explanation.candidates.map(({ pattern }) => pattern)).toContain(id);
    },
  );
});

describe("sides", () => {
  it.each([
    ["buy 1 SOL with USDC", "swap USDC>SOL out 1000000000"],
    ["give me 2 SOL for USDC", "swap USDC>SOL out 2000000000"],
    ["swap SOL for 100 USDC", "swap SOL>USDC out 100000000"],
    ["use USDC to buy 2 SOL", "swap USDC>SOL out 2000000000"],
    ["sell SOL to get 100 USDC", "swap SOL>USDC out 100000000"],
    ["I need 20 USDC, take it from my SOL", "swap SOL>USDC out 20000000"],
    ["buy SOL with 100 USDC", "swap USDC>SOL in 100000000"],
    ["buy 0.5 SOL of BONK", "swap SOL>BONK in 500000000"],
    ["buy me some SOL for 100 USDC", "swap USDC>SOL in 100000000"],
    ["I want to sell 1000 USDT and buy ETH.", "swap USDT>ETH in 1000000000"],
    ["buy 100 BONK with 0.5 SOL", "refused conflicting_amounts"],
    ["swap a SOL for 100 USDC", "refused conflicting_amounts"],
    ["swap SOL 10 USDC", "refused ambiguous_amount"],
    ["swap SOL for USDC 100", "refused not_a_command"],
    ["swap 20 USDC worth of SOL to BONK", "refused ambiguous_amount"],
    ["swap 1 SOL for at least 150 USDC", "refused unsupported_action"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});

describe("tokens", () => {
  const { mint } = token("USDC");

  it.each([
    [`swap 1 SOL for ${mint}`, "swap SOL>USDC in 1000000000"],
    [`swap 1 SOL for USDC (${mint})`, "swap SOL>USDC in 1000000000"],
    [`swap 1 SOL for BONK (${mint})`, "refused several_actions"],
    [`swap 1 SOL for ${mint.toLowerCase()}`, "refused unknown_token"],
    ["swap 1 solana for tether", "swap SOL>USDT in 1000000000"],
    ["swap 1 $SOL for $BONK", "swap SOL>BONK in 1000000000"],
    ["swap 1 SOL for USDCC", "refused unknown_token"],
    ["swap 1 SOL for BTC", "refused ambiguous_token"],
    ["swap 1 SOL for wSOL", "refused same_token"],
    ["swap 1 SOL", "refused missing_token"],
    ["swap 1 SOL for the best memecoin", "refused ambiguous_token"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });
});

describe("recipients", () => {
  it.each([
    [`send 1 SOL to ${ALICE}`, `transfer SOL in 1000000000 ${ALICE}`],
    ["send 1 SOL to Alice.SOL", `transfer SOL in 1000000000 ${ALICE}`],
    ["send 1 SOL to alice.sol.", `transfer SOL in 1000000000 ${ALICE}`],
    [`pay ${ALICE} 5 USDC`, `transfer USDC in 5000000 ${ALICE}`],
    [`send 1 SOL → ${ALICE}`, `transfer SOL in 1000000000 ${ALICE}`],
    ["send 1 SOL to nobody.sol", "refused unknown_recipient"],
    ["send 1 SOL to bob", "refused unknown_recipient"],
    ["send 1 SOL to @bob", "refused unknown_recipient"],
    ["send 1 SOL to bob.eth", "refused unknown_recipient"],
    ["send 1 SOL to 0x742d35Cc6634C0532925a3b844Bc454e4438f44e", "refused invalid_address"],
    [`send 1 SOL to ${ALICE.slice(0, 30)}`, "refused invalid_address"],
    [`send 1 SOL to ${ALICE.slice(0, 8)}...${ALICE.slice(-4)}`, "refused invalid_address"],
    [`send 1 SOL to ${OFF_CURVE}`, "refused off_curve_recipient"],
    [`send 1 SOL to ${BOB}`, "refused self_transfer"],
    [`send 1 SOL to ${token("USDC").mint}`, "refused mint_recipient"],
    ["send 1 SOL to 11111111111111111111111111111111", "refused program_recipient"],
    ["send 1 SOL to this address", "refused missing_recipient"],
    ["send 1 SOL", "refused missing_recipient"],
    [`send 1 SOL to ${ALICE} and ${BOB}`, "refused several_recipients"],
    [`send 5 USDC and 1 SOL to ${ALICE}`, "refused several_actions"],
    [`send ${ALICE}`, "refused missing_amount"],
    [`send 5 to ${ALICE}`, "refused missing_token"],
  ])("%s: %s", (command, outcome) => {
    expect(line(command)).toBe(outcome);
  });

  it("pays an off-curve account that the System program owns", () => {
    const within = { ...world, isSystemAccount: (address: string) => address === OFF_CURVE };
    expect(line(`send 1 SOL to ${OFF_CURVE}`, within)).toBe(`transfer SOL in 1000000000 ${OFF_CURVE}`);
  });

  it("asks the world which addresses are programs", () => {
    expect(line(`send 1 SOL to ${ALICE}`, { ...world, isProgram: () => true })).toBe(
      "refused program_recipient",
    );
  });
});

describe("slippage", () => {
  it.each([
    ["with 0.5% slippage", 50],
    ["max slippage 50 bps", 50],
    ["no more than 1% slippage", 100],
    ["slippage: 1%", 100],
    [", I accept half a percent slippage", 50],
    ["with slippage of 2 percent", 200],
    ["slippage max 1%", 100],
  ])("%s", (words, bps) => {
    expect(read(`swap 1 SOL for USDC ${words}`)).toMatchObject({ ok: true, slippageBps: bps });
  });

  it.each([
    ["slippage 1", "ambiguous_slippage"],
    ["with low slippage", "ambiguous_slippage"],
    ["with 0% slippage", "invalid_slippage"],
    ["with 11% slippage", "invalid_slippage"],
    ["with 0.005% slippage", "invalid_slippage"],
  ])("%s is refused: %s", (words, reason) => {
    const result = read(`swap 1 SOL for USDC ${words}`);
    expect(result.ok).toBe(false);
    if (!result.ok) expect([reason, "not_a_command", "unsupported_action"]).toContain(result.reason);
  });
});
