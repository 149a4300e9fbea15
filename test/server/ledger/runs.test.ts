import bs58 from "bs58";
import { expect, test } from "vitest";
import { signedTransaction } from "../../../mock-server/src/formats/compile.js";
import { signedAgain } from "../lab.js";
import { freshAddress, ledgerSetup, SOL, sol } from "./harness.js";

test("a simulation shows the resulting accounts, the fee and the replaced blockhash", async () => {
  const { ledger, sign, alice, random, tokenTransfer } = await ledgerSetup();
  const to = freshAddress(random, "nobody");
  const wire = await sign(alice, ...tokenTransfer(alice.address, to, "USDC", 5n));
  const simulated = await ledger.simulate(wire, { replaceRecentBlockhash: true });
  expect(simulated).toMatchObject({ err: null, fee: 5000n });
  const { postAccounts, postBalances, replacementBlockhash } = simulated;
  expect(postAccounts.map((account) => account?.lamports ?? 0n)).toEqual(postBalances);
  expect(replacementBlockhash?.blockhash).toEqual(expect.any(String));
});

test("a simulation that fails shows that only the fee is paid", async () => {
  const { ledger, sign, alice, bob, lamports } = await ledgerSetup();
  const before = await lamports(alice.address);
  const simulated = await ledger.simulate(await sign(alice, sol(alice.address, bob.address, before * 2n)));
  expect(simulated.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
  expect(simulated.postAccounts[0]?.lamports).toBe(before - 5000n);
  expect(simulated.postBalances[0]).toBe(before - 5000n);
});

test("an unknown blockhash is not valid, and costs no fee", async () => {
  const { ledger, alice, bob, random } = await ledgerSetup();
  const unknown = bs58.encode(random.bytes("no blockhash"));
  expect(await ledger.isBlockhashValid(unknown)).toBe(false);
  expect(await ledger.isBlockhashValid((await ledger.latestBlockhash()).blockhash)).toBe(true);
  const wire = signedTransaction([alice], [sol(alice.address, bob.address, SOL)], unknown);
  expect((await ledger.simulate(wire)).fee).toBeNull();
});

test("the instructions that a landed transaction's programs invoked are kept", async () => {
  const { ledger, send, alice, random, tokenTransfer } = await ledgerSetup();
  const to = freshAddress(random, "receiver");
  const landed = await ledger.transaction(
    await send(alice, ...tokenTransfer(alice.address, to, "PYUSD", 5n)),
  );
  expect(landed?.innerInstructions.length).toBeGreaterThan(0);
});

test("without preflight, a message that has landed is dropped under another signature", async () => {
  const { ledger, sign, send, alice, random, lamports } = await ledgerSetup();
  const to = freshAddress(random, "paid once");
  const wire = await sign(alice, sol(alice.address, to, SOL));
  const first = await ledger.send(wire);
  const again = signedAgain(wire, bs58.decode(alice.secretKey), 7n);
  const skipped = await ledger.send(again, { skipPreflight: true });
  expect(skipped).toBe(bs58.encode(again.subarray(1, 65)));
  await send(alice, sol(alice.address, to, 1n));
  expect(await ledger.statuses([first, skipped])).toMatchObject([{ err: null }, undefined]);
  expect(await ledger.transaction(skipped)).toBeUndefined();
  expect(await lamports(to)).toBe(SOL + 1n);
});
