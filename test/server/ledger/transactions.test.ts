import { describe, expect, test } from "vitest";
import { freshAddress, ledgerSetup, SOL, sol } from "./harness.js";

const landed = async (setup: Awaited<ReturnType<typeof ledgerSetup>>, signature: string) =>
  (await setup.ledger.transaction(signature))!;

describe("a program that cannot be called", () => {
  test.each([
    ["is not there", "ProgramAccountNotFound"],
    ["is a wallet", "InvalidProgramForExecution"],
  ])("because it %s fails with the validator's error and costs the fee", async (which, err) => {
    const setup = await ledgerSetup();
    const { alice, bob, ledger, random } = setup;
    const programId = which === "is a wallet" ? bob.address : freshAddress(random, "program");
    const wire = await setup.sign(alice, { programId, accounts: [], data: new Uint8Array(0) });
    expect(await ledger.simulate(wire)).toMatchObject({ err, logs: [], unitsConsumed: 0, fee: 5000n });
    const signature = await ledger.send(wire, { skipPreflight: true });
    expect(await landed(setup, signature)).toMatchObject({ err, fee: 5000n });
    expect(await setup.lamports(alice.address)).toBe(100n * SOL - 5000n);
  });
});

describe("fees", () => {
  const budget = (...bytes: number[]) => ({
    programId: "ComputeBudget111111111111111111111111111111",
    accounts: [],
    data: Uint8Array.from(bytes),
  });
  test("are 5,000 a signature and the price of the limit, rounded up", async () => {
    const setup = await ledgerSetup();
    const { alice, bob } = setup;
    const one = sol(alice.address, bob.address, 1n);
    const price = budget(3, 0xe8, 0x03, 0, 0, 0, 0, 0, 0);
    // 1,000 micro-lamports: two built-in instructions of 3,000 units without a limit, 1,501 units with one.
    for (const [fee, instructions] of [
      [5006n, [price, one]],
      [5002n, [budget(2, 0xdd, 0x05, 0, 0), price, one]],
    ] as const) {
      const before = await setup.lamports(alice.address);
      const signature = await setup.send(alice, ...instructions);
      expect((await landed(setup, signature)).fee).toBe(fee);
      expect(await setup.lamports(alice.address)).toBe(before - fee - 1n);
    }
  });
});
