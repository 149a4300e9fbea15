import { PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, it } from "vitest";
import { swapHop } from "../../../mock-server/src/fixtures/pools.js";
import { TokenList } from "../../../mock-server/src/fixtures/tokens.js";
import { type SwapAmounts, swapInstruction } from "../../../mock-server/src/formats/amm/instruction.js";
import {
  createTokenAccount,
  type Instruction,
  reads,
  signs,
  solTransfer,
  syncNative,
  transferChecked,
  unwrapSol,
  writes,
} from "../../../mock-server/src/formats/instructions.js";
import { ataOf } from "../../../mock-server/src/formats/program-addresses.js";
import { routeInstruction } from "../../../mock-server/src/formats/router/instruction.js";
import { historyRecord, landedEffects } from "../../../mock-server/src/history/decode.js";
import { ALICE, BOB, landed, mint, token, world } from "./landed.js";

const tokens = new TokenList(world.tokens);
const home = (owner: string, symbol: string) => ataOf(owner, token(symbol));

function poolOf(label: string) {
  const pool = world.pools.find((one) => one.label === label);
  if (!pool) throw new Error(`no pool ${label}`);
  return pool;
}

describe("a transfer in the history", () => {
  it("that failed is decoded from its instructions, with status failed", () => {
    const [from, to] = [home(ALICE, "USDC"), home(BOB, "USDC")];
    const failed = landed(ALICE, [createTokenAccount(ALICE, to), transferChecked(from, to.account, 5n, 6)], {
      err: { InstructionError: [1, { Custom: 1 }] },
    });
    const record = historyRecord(failed, ALICE, tokens);
    expect(record).toMatchObject({
      status: "failed",
      details: { token: "USDC", amount: 0.000005, recipient: BOB },
    });
  });

  it("of SOL to a token account names the wallet that owns the account", () => {
    const to = home(BOB, "SOL");
    const sent = landed(ALICE, [solTransfer(ALICE, to.account, 5_000_000n)], {
      shown: [{ ...to, pre: 1n, post: 1n, decimals: 9 }],
    });
    for (const wallet of [ALICE, BOB])
      expect(historyRecord(sent, wallet, tokens)?.details).toEqual({
        token: "SOL",
        amount: 0.005,
        recipient: BOB,
      });
  });

  it("by the unchecked instruction takes mint and decimals from the balances", () => {
    const [from, to] = [home(BOB, "BONK"), home(ALICE, "BONK")];
    const data = Uint8Array.of(3, 64, 66, 15, 0, 0, 0, 0, 0);
    const old: Instruction = {
      programId: PROGRAM_IDS.token,
      accounts: [writes(from.account), writes(to.account), signs(BOB)],
      data,
    };
    const shown = [
      { ...from, pre: 1_000_000n, post: 0n, decimals: 5 },
      { ...to, pre: 0n, post: 1_000_000n, decimals: 5 },
    ];
    expect(historyRecord(landed(BOB, [old], { shown }), ALICE, tokens)?.details).toEqual({
      token: "BONK",
      amount: 10,
      recipient: ALICE,
    });
  });

  it("of an unknown mint names the mint, with the ledger's decimals", () => {
    const strange = BOB;
    const from = {
      account: "SysvarRent111111111111111111111111111111111",
      owner: ALICE,
      mint: strange,
      tokenProgram: PROGRAM_IDS.token,
    };
    const to = { ...home(BOB, "USDC"), mint: strange };
    const transfer = landed(ALICE, [transferChecked(from, to.account, 1234n, 3)], {
      shown: [{ ...to, pre: 0n, post: 1234n, decimals: 3 }],
    });
    expect(historyRecord(transfer, ALICE, tokens)?.details).toEqual({
      token: strange,
      amount: 1.234,
      recipient: BOB,
    });
  });

  it("made by minting is an airdrop of tokens", () => {
    const to = home(BOB, "USDC");
    const data = Uint8Array.of(14, 64, 66, 15, 0, 0, 0, 0, 0, 6);
    const minted: Instruction = {
      programId: PROGRAM_IDS.token,
      accounts: [writes(to.mint), writes(to.account), signs(ALICE)],
      data,
    };
    const drop = landed(ALICE, [minted], { shown: [{ ...to, post: 1_000_000n }] });
    expect(historyRecord(drop, BOB, tokens)?.details).toEqual({ token: "USDC", amount: 1, recipient: BOB });
    expect(historyRecord(drop, ALICE, tokens)).toBeUndefined();
  });
});

describe("omitted transactions", () => {
  it("are neither swaps nor transfers of the wallet: wrapping SOL, memos, other wallets' transactions", () => {
    const wrapped = home(ALICE, "SOL");
    const wrapping = [
      createTokenAccount(ALICE, wrapped),
      solTransfer(ALICE, wrapped.account, 5n),
      syncNative(wrapped.account),
    ];
    expect(historyRecord(landed(ALICE, wrapping), ALICE, tokens)).toBeUndefined();
    expect(historyRecord(landed(ALICE, [unwrapSol(wrapped.account, ALICE)]), ALICE, tokens)).toBeUndefined();
    const memo = { programId: BOB, accounts: [reads(ALICE)], data: Uint8Array.of(1, 2, 3) };
    expect(historyRecord(landed(ALICE, [memo]), ALICE, tokens)).toBeUndefined();
    expect(historyRecord(landed(ALICE, [solTransfer(ALICE, BOB, 1n)]), mint("USDC"), tokens)).toBeUndefined();
  });
});

describe("a swap in the history", () => {
  const pool = poolOf("SOL-USDC");
  const hop = swapHop(pool, mint("USDC"), PROGRAM_IDS.token);
  const { vaultIn, vaultOut } = hop;
  const [wrapped, received] = [home(ALICE, "SOL"), home(ALICE, "USDC")];
  const path = {
    user: ALICE,
    source: wrapped.account,
    destination: received.account,
    mintIn: wrapped.mint,
    tokenProgramIn: PROGRAM_IDS.token,
    hops: [hop],
  } as const;
  const swapOf = (bounds: SwapAmounts) => [
    createTokenAccount(ALICE, wrapped),
    solTransfer(ALICE, wrapped.account, 2_000_000_000n),
    syncNative(wrapped.account),
    createTokenAccount(ALICE, received),
    swapInstruction(path, bounds),
    unwrapSol(wrapped.account, ALICE),
  ];
  const exactIn = swapOf({ kind: "exactIn", amountIn: 2_000_000_000n, minimumAmountOut: 330_000_000n });
  const shown = [
    {
      account: vaultIn,
      owner: pool.address,
      mint: mint("SOL"),
      pre: 100_000_000_000n,
      post: 102_000_000_000n,
      decimals: 9,
    },
    {
      account: vaultOut,
      owner: pool.address,
      mint: mint("USDC"),
      pre: 20_000_000_000n,
      post: 19_608_000_000n,
    },
  ];

  it("that failed has the wallet's input and no output", () => {
    const swap = landed(ALICE, exactIn, { err: { InstructionError: [5, { Custom: 6001 }] } });
    expect(historyRecord(swap, ALICE, tokens)).toMatchObject({
      status: "failed",
      details: { inputAmount: 2, outputAmount: 0, priceImpact: 0 },
    });
    // For an exact output, the input is the maximum that the swap could have spent.
    const exactOut = swapOf({
      kind: "exactOut",
      amountOut: 330_000_000n,
      maximumAmountIn: 1_700_000_000n,
    });
    const bounded = landed(ALICE, exactOut, {
      err: { InstructionError: [5, { Custom: 6001 }] },
    });
    expect(historyRecord(bounded, ALICE, tokens)?.details).toMatchObject({
      inputAmount: 1.7,
      outputAmount: 0,
    });
  });

  it.each([50, 65_535])("that failed in the router, with a slippage of %i, has its input", (slippageBps) => {
    const route = routeInstruction(path, { amountIn: 2_000_000_000n, quotedOut: 1n, slippageBps });
    const swap = landed(ALICE, [route], { err: { InstructionError: [0, { Custom: 6001 }] } });
    expect(historyRecord(swap, ALICE, tokens)).toMatchObject({
      status: "failed",
      details: { inputToken: "SOL", outputToken: "USDC", inputAmount: 2, outputAmount: 0 },
    });
  });

  it("belongs to the wallet that signed it", () => {
    expect(historyRecord(landed(ALICE, exactIn, { shown }), BOB, tokens)).toBeUndefined();
  });

  it("counts for the account with the USD value of its input, or 0 if it failed (decision 32)", () => {
    const usdValue = (of: string, units: bigint) => (of === mint("SOL") ? Number(units) / 1e7 : 0);
    const done = landed(ALICE, exactIn, { shown });
    const failed = landed(ALICE, exactIn, { err: "AccountNotFound" });
    expect(landedEffects(done, usdValue)).toEqual({ success: true, usd: 200 });
    expect(landedEffects(failed, usdValue)).toEqual({ success: false, usd: 0 });
  });
});
