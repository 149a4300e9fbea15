import fc from "fast-check";
import { expect, test } from "vitest";
import { solTransfer } from "../../mock-server/src/chain/instructions.js";
import { PROGRAMS, SYSVARS } from "../../mock-server/src/chain/programs.js";
import { namedWallet } from "../../mock-server/src/fixtures/wallets.js";
import { ledgerSetup, SOL } from "../server/ledger/harness.js";

test("a simulation reports each account under its own address, with any accounts marked writable", async () => {
  const { ledger, alice, bob, sign, tokenTransfer, accountOf, world, random } = await ledgerSetup();
  const fresh = namedWallet(random, "fresh");
  const pool = world.pools[0]!;
  // The virtual machine makes sysvars, programs and called programs read-only.
  const named = [
    ...[SYSVARS.clock, SYSVARS.instructions, PROGRAMS.system, PROGRAMS.token, PROGRAMS.associatedToken],
    ...[pool.address, pool.vaultA, pool.vaultB, pool.mintA, bob.address, fresh.address],
    ...[accountOf(alice.address, "USDC"), accountOf(bob.address, "USDC")],
  ];
  const extra = fc.record({ address: fc.constantFrom(...named), writable: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(extra, { selector: ({ address }) => address }),
      fc.boolean(),
      fc.constantFrom(SOL, 1_000n * SOL),
      async (extras, tokens, lamports) => {
        const { accounts, ...transfer } = solTransfer(alice.address, bob.address, lamports);
        const more = extras.map((one) => ({ ...one, signer: false }));
        const wire = await sign(
          alice,
          { ...transfer, accounts: [...accounts, ...more] },
          ...(tokens ? tokenTransfer(alice.address, bob.address, "USDC", 5n) : []),
        );
        const told = await ledger.simulate(wire);
        const { accountKeys, postAccounts, preTokenBalances, postTokenBalances } = told;
        expect(postAccounts.map((account, at) => account?.address ?? accountKeys[at])).toEqual(accountKeys);
        expect(postAccounts.map((account) => account?.lamports ?? 0n)).toEqual(told.postBalances);
        const now = await ledger.accounts(accountKeys);
        const touched = [alice.address, bob.address, ...tokensOf()];
        for (const [at, key] of accountKeys.entries()) {
          if (!touched.includes(key)) expect(postAccounts[at]).toEqual(now[at]);
        }
        const tried = await ledger.trial(wire, accountKeys);
        const { err, logs, unitsConsumed } = told;
        const amounts = (balances: typeof preTokenBalances) =>
          new Map(balances.map(({ accountIndex, amount }) => [accountKeys[accountIndex], amount]));
        const [pre, post] = [amounts(preTokenBalances), amounts(postTokenBalances)];
        const changes = new Map(
          accountKeys.map((key) => [key, { before: pre.get(key) ?? 0n, after: post.get(key) ?? 0n }]),
        );
        expect(tried).toEqual({ err, logs, unitsConsumed, accountKeys, changes });
      },
    ),
    { numRuns: 150 },
  );

  function tokensOf(): string[] {
    return [alice, bob].map(({ address }) => accountOf(address, "USDC"));
  }
});
