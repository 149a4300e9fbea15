import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { quoteExactIn } from "../../../mock-server/src/chain/amm/formula.js";
import { swapInstruction } from "../../../mock-server/src/chain/amm/instruction.js";
import { tokenProgramId } from "../../../mock-server/src/chain/token-layout.js";
import { readTransaction } from "../../../mock-server/src/chain/transaction.js";
import { SendError } from "../../../mock-server/src/ledger/ledger.js";
import { freshAddress, ledgerStage, SOL, sol } from "./harness.js";

const landed = async (stage: Awaited<ReturnType<typeof ledgerStage>>, signature: string) =>
  (await stage.ledger.transaction(signature))!;

describe("transfers", () => {
  test("of SOL move lamports, take the fee and are in the log of both wallets", async () => {
    const stage = await ledgerStage();
    const { ledger, alice, bob } = stage;
    const before = await stage.lamports(bob.address);
    const signature = await stage.send(alice, sol(alice.address, bob.address, SOL));
    expect(await stage.lamports(alice.address)).toBe(99n * SOL - 5000n);
    expect(await stage.lamports(bob.address)).toBe(before + SOL);
    const record = await landed(stage, signature);
    expect(record).toMatchObject({ err: null, fee: 5000n, commitment: "confirmed", at: stage.clock.now() });
    expect(record.accountKeys.slice(0, 2)).toEqual([alice.address, bob.address]);
    expect(record.preBalances.slice(0, 2)).toEqual([100n * SOL, before]);
    expect(record.postBalances.slice(0, 2)).toEqual([99n * SOL - 5000n, before + SOL]);
    for (const wallet of [alice, bob]) {
      expect((await ledger.landed(wallet.address, { limit: 5 })).map((one) => one.signature)).toEqual([
        signature,
      ]);
    }
  });

  test.each(["USDC", "PYUSD"])(
    "of %s make the receiver's account and balance token for token",
    async (symbol) => {
      const stage = await ledgerStage();
      const { alice, bob } = stage;
      const had = (await stage.held(alice.address, symbol))!;
      expect(await stage.held(bob.address, symbol)).toBeUndefined();
      const amount = stage.units(symbol, "12.5");
      const signature = await stage.send(
        alice,
        ...stage.tokenTransfer(alice.address, bob.address, symbol, amount),
      );
      expect(await stage.held(alice.address, symbol)).toBe(had - amount);
      expect(await stage.held(bob.address, symbol)).toBe(amount);
      const record = await landed(stage, signature);
      const programId = tokenProgramId(stage.token(symbol).program);
      expect(record.preTokenBalances.map(({ owner }) => owner)).toEqual([alice.address]);
      expect(record.postTokenBalances).toHaveLength(2);
      expect(record.postTokenBalances.find(({ owner }) => owner === bob.address)).toMatchObject({
        ...{ mint: stage.token(symbol).mint, decimals: 6, amount, programId },
      });
      expect(record.innerInstructions.length).toBeGreaterThan(0);
      // In a second transfer, Bob is not one of the transaction's accounts, only the owner of one.
      const [, only] = stage.tokenTransfer(alice.address, bob.address, symbol, 1n);
      const second = await stage.send(alice, only!);
      expect((await landed(stage, second)).accountKeys).not.toContain(bob.address);
      const history = await stage.ledger.landed(bob.address, { limit: 10 });
      expect(history.map((one) => one.signature)).toEqual([second, signature]);
      const older = await stage.ledger.landed(bob.address, { limit: 10, before: second });
      expect(older.map((one) => one.signature)).toEqual([signature]);
    },
  );

  test("that leave a new wallet below rent are refused by preflight, and land failed without it", async () => {
    const stage = await ledgerStage();
    const { alice, ledger, random } = stage;
    const wire = await stage.sign(alice, sol(alice.address, freshAddress(random, "new"), 1000n));
    const refused = await ledger.send(wire).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SendError);
    expect(refused).toMatchObject({
      kind: "preflight",
      message: expect.stringContaining("insufficient funds for rent"),
      simulated: { err: { InsufficientFundsForRent: { account_index: 1 } } },
    });
    expect(await stage.lamports(alice.address)).toBe(100n * SOL);
    const signature = await ledger.send(wire, { skipPreflight: true });
    expect(await landed(stage, signature)).toMatchObject({
      err: { InsufficientFundsForRent: { account_index: 1 } },
      fee: 5000n,
    });
    expect(await stage.lamports(alice.address)).toBe(100n * SOL - 5000n);
  });
});

describe("swaps", () => {
  test("pay what the formula says, with the program's logs and return data", async () => {
    const stage = await ledgerStage();
    const { alice, world } = stage;
    const [input, output] = [stage.token("JUP"), stage.token("USDC")];
    const pool = world.pools.find((one) =>
      [one.mintA, one.mintB].every((mint) => mint === input.mint || mint === output.mint),
    )!;
    const forth = pool.mintA === input.mint;
    const reserves = forth ? [pool.reserveA, pool.reserveB] : [pool.reserveB, pool.reserveA];
    const amountIn = stage.units("JUP", "100");
    const quote = quoteExactIn(amountIn, {
      reserveIn: reserves[0]!,
      reserveOut: reserves[1]!,
      feeBps: pool.feeBps,
    });
    if (!quote.ok) throw new Error("the world's pool refuses 100 JUP");
    const swap = (minimumAmountOut: bigint) =>
      swapInstruction(
        {
          user: alice.address,
          source: stage.accountOf(alice.address, "JUP"),
          destination: stage.accountOf(alice.address, "USDC"),
          mintIn: input.mint,
          tokenProgramIn: tokenProgramId(input.program),
          hops: [
            {
              pool: pool.address,
              vaultIn: forth ? pool.vaultA : pool.vaultB,
              vaultOut: forth ? pool.vaultB : pool.vaultA,
              mintOut: output.mint,
              tokenProgramOut: tokenProgramId(output.program),
            },
          ],
        },
        { kind: "exactIn", amountIn, minimumAmountOut },
      );
    const had = (await stage.held(alice.address, "USDC"))!;
    const tooDear = await stage.send(alice, swap(quote.amountOut + 1n)).catch((error: unknown) => error);
    expect(tooDear).toMatchObject({
      kind: "preflight",
      message: "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1771",
      simulated: { err: { InstructionError: [0, { Custom: 6001 }] } },
    });
    const simulated = await stage.ledger.simulate(await stage.sign(alice, swap(quote.amountOut)));
    const signature = await stage.send(alice, swap(quote.amountOut));
    expect(await stage.held(alice.address, "USDC")).toBe(had + quote.amountOut);
    const record = await landed(stage, signature);
    expect(record.logs.join("\n")).toContain("success");
    expect(record.returnData?.programId).toBe(pool && "intentTxSwap1111111111111111111111111111111");
    expect(record.innerInstructions).toHaveLength(2);
    expect(record.innerInstructions.every(({ index, stackHeight }) => index === 0 && stackHeight === 2)).toBe(
      true,
    );
    expect(simulated.postTokenBalances).toEqual(record.postTokenBalances);
    expect(simulated.unitsConsumed).toBe(record.unitsConsumed);
  });
});

describe("simulation", () => {
  test("needs no signature, keeps nothing, and shows the accounts as they would be", async () => {
    const stage = await ledgerStage();
    const { alice, bob, ledger, state } = stage;
    const wire = await stage.sign(alice, sol(alice.address, bob.address, SOL));
    const unsigned = Uint8Array.from(wire).fill(0, 1, 65);
    const before = JSON.stringify(state.snapshot());
    const simulated = await ledger.simulate(unsigned);
    expect(simulated).toMatchObject({ err: null, fee: 5000n, unitsConsumed: 150 });
    expect(simulated.postAccounts[0]?.lamports).toBe(99n * SOL - 5000n);
    expect(simulated.postBalances[0]).toBe(99n * SOL - 5000n);
    expect(await stage.lamports(alice.address)).toBe(100n * SOL);
    expect(JSON.stringify(state.snapshot())).toBe(before);
    await expect(ledger.simulate(unsigned, { sigVerify: true })).rejects.toMatchObject({ kind: "signature" });
    // The switch is back on: a forged transaction is rejected.
    await expect(ledger.send(unsigned)).rejects.toMatchObject({ kind: "signature" });
    // A send without preflight is verified all the same.
    await ledger.simulate(unsigned);
    await ledger.send(unsigned, { skipPreflight: true });
    expect(await stage.lamports(alice.address)).toBe(100n * SOL);
  });

  test("of a failing transaction shows the fee gone and nothing else", async () => {
    const stage = await ledgerStage();
    const { alice, bob, ledger } = stage;
    const simulated = await ledger.simulate(
      await stage.sign(alice, sol(alice.address, bob.address, 500n * SOL)),
    );
    expect(simulated.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(simulated.postBalances.slice(0, 2)).toEqual([100n * SOL - 5000n, simulated.preBalances[1]]);
    expect(simulated.logs.join("\n")).toContain("insufficient lamports");
  });

  test("puts the latest blockhash in the place of another when asked", async () => {
    const stage = await ledgerStage();
    const { alice, bob, ledger, random } = stage;
    const wire = await stage.sign(alice, sol(alice.address, bob.address, SOL));
    wire.set(random.bytes("no blockhash"), readTransaction(wire).blockhashAt);
    expect(await ledger.simulate(wire)).toMatchObject({ err: "BlockhashNotFound", fee: null, logs: [] });
    const { blockhash, lastValidBlockHeight } = await ledger.latestBlockhash();
    expect(await ledger.simulate(wire, { replaceRecentBlockhash: true })).toMatchObject({
      err: null,
      replacementBlockhash: { blockhash, lastValidBlockHeight },
    });
  });
});

describe("a program that cannot be called", () => {
  test.each([
    ["is not there", "ProgramAccountNotFound"],
    ["is a wallet", "InvalidProgramForExecution"],
  ])("because it %s fails with the validator's error and costs the fee", async (which, err) => {
    const stage = await ledgerStage();
    const { alice, bob, ledger, random } = stage;
    const programId = which === "is a wallet" ? bob.address : freshAddress(random, "program");
    const wire = await stage.sign(alice, { programId, accounts: [], data: new Uint8Array(0) });
    expect(await ledger.simulate(wire)).toMatchObject({ err, logs: [], unitsConsumed: 0, fee: 5000n });
    const signature = await ledger.send(wire, { skipPreflight: true });
    expect(await landed(stage, signature)).toMatchObject({ err, fee: 5000n });
    expect(await stage.lamports(alice.address)).toBe(100n * SOL - 5000n);
  });
});

describe("fees", () => {
  const budget = (...bytes: number[]) => ({
    programId: "ComputeBudget111111111111111111111111111111",
    accounts: [],
    data: Uint8Array.from(bytes),
  });
  test("are 5,000 a signature and the price of the limit, rounded up", async () => {
    const stage = await ledgerStage();
    const { alice, bob } = stage;
    const one = sol(alice.address, bob.address, 1n);
    const price = budget(3, 0xe8, 0x03, 0, 0, 0, 0, 0, 0);
    // 1,000 micro-lamports: two built-in instructions of 3,000 units without a limit, 1,501 units with one.
    for (const [fee, instructions] of [
      [5006n, [price, one]],
      [5002n, [budget(2, 0xdd, 0x05, 0, 0), price, one]],
    ] as const) {
      const before = await stage.lamports(alice.address);
      const signature = await stage.send(alice, ...instructions);
      expect((await landed(stage, signature)).fee).toBe(fee);
      expect(await stage.lamports(alice.address)).toBe(before - fee - 1n);
    }
  });

  test("two limits in one transaction are malformed", async () => {
    const stage = await ledgerStage();
    const limit = budget(2, 0xdd, 0x05, 0, 0);
    await expect(stage.send(stage.alice, limit, limit)).rejects.toMatchObject({
      kind: "malformed",
      message: expect.stringContaining("duplicate instruction (1)"),
    });
  });
});

test("malformed bytes are refused, not run", async () => {
  const { ledger } = await ledgerStage();
  for (const bytes of [new Uint8Array(0), new Uint8Array(10), bs58.decode("11111")]) {
    await expect(ledger.send(bytes)).rejects.toMatchObject({ kind: "malformed" });
    await expect(ledger.simulate(bytes)).rejects.toMatchObject({ kind: "malformed" });
  }
});
