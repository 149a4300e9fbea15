import fc from "fast-check";
import { expect, test } from "vitest";
import { namedWallet } from "../../mock-server/src/fixtures/wallets.js";
import type { ChainAccount } from "../../mock-server/src/formats/accounts.js";
import { solTransfer } from "../../mock-server/src/formats/instructions.js";
import { PROGRAMS, SYSVARS } from "../../mock-server/src/formats/programs.js";
import { State } from "../../mock-server/src/state/state.js";
import { forAllAsync } from "../for-all.js";
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
  await forAllAsync(
    150,
    [
      fc.uniqueArray(extra, { selector: ({ address }) => address }),
      fc.boolean(),
      fc.constantFrom(SOL, 1_000n * SOL),
    ],
    async (extras, tokens, lamports) => {
      const { accounts, ...transfer } = solTransfer(alice.address, bob.address, lamports);
      const more = extras.map((one) => ({ ...one, signer: false }));
      const wire = await sign(
        alice,
        { ...transfer, accounts: [...accounts, ...more] },
        ...(tokens ? tokenTransfer(alice.address, bob.address, "USDC", 5n) : []),
      );
      const told = await ledger.simulate(wire);
      const { accountKeys, postAccounts } = told;
      expect(postAccounts.map((account, at) => account?.address ?? accountKeys[at])).toEqual(accountKeys);
      expect(postAccounts.map((account) => account?.lamports ?? 0n)).toEqual(told.postBalances);
      const now = await ledger.accounts(accountKeys);
      const touched = [alice.address, bob.address, ...tokensOf()];
      for (const [at, key] of accountKeys.entries()) {
        if (!touched.includes(key)) expect(plain(postAccounts[at])).toEqual(plain(now[at]));
      }
    },
  );

  /** Text, because a program's bytes take long to compare one by one. */
  function plain(account: ChainAccount | undefined) {
    return account && { ...account, data: Buffer.from(account.data).toString("base64") };
  }

  function tokensOf(): string[] {
    return [alice, bob].map(({ address }) => accountOf(address, "USDC"));
  }
});

type Act =
  | { readonly kind: "sol" | "token"; readonly from: 0 | 1; readonly to: number; readonly amount: bigint }
  | { readonly kind: "place"; readonly to: number; readonly lamports: bigint; readonly data: number }
  | { readonly kind: "remove" | "read" | "simulate"; readonly to: number };

/** The programs that own the accounts in this test. */
const OWNERS = ["11111111111111111111111111111111", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"];

const to = fc.nat(3);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("sol" as const, "token" as const),
    from: fc.constantFrom(0 as const, 1 as const),
    to,
    amount: fc.bigInt({ min: 1n, max: 3n * SOL }),
  }),
  fc.record({
    kind: fc.constant("place" as const),
    to,
    lamports: fc.bigInt({ min: 1_000_000n, max: 9n * SOL }),
    data: fc.nat(200),
  }),
  fc.record({ kind: fc.constantFrom("remove" as const, "read" as const, "simulate" as const), to }),
);

test("a ledger's accounts equal those of its virtual machine and of a new ledger with the same state", async () => {
  await forAllAsync(5, [fc.array(act, { minLength: 1, maxLength: 12 })], async (acts) => {
    const { ledger, state, alice, bob, sign, send, accountOf, tokenTransfer, world, random } =
      await ledgerSetup();
    const [known, fresh] = [world.wallets.at(-1)!.wallet, namedWallet(random, "fresh")];
    const targets = [bob, known, fresh, alice].map(({ address }) => address);
    const seen = [...targets, ...targets.map((owner) => accountOf(owner, "USDC"))];
    for (const one of acts) {
      const target = targets[one.to]!;
      if (one.kind === "read") await ledger.accounts(seen);
      else if (one.kind === "remove") await ledger.setAccount(target, undefined);
      else if (one.kind === "place") {
        const { lamports, data } = one;
        await ledger.setAccount(target, {
          lamports,
          owner: OWNERS[0]!,
          executable: false,
          data: new Uint8Array(data),
        });
      } else if (one.kind === "sol" || one.kind === "token") {
        const signer = one.from === 0 ? alice : bob;
        const instructions =
          one.kind === "sol"
            ? [solTransfer(signer.address, target, one.amount)]
            : tokenTransfer(signer.address, target, "USDC", one.amount % 1_000_000n);
        // Refused transactions are included, because they must leave the cache correct too.
        await send(signer, ...instructions).catch(() => undefined);
      } else {
        await ledger.simulate(await sign(alice, solTransfer(alice.address, target, SOL)));
      }
    }
    const remembered = await ledger.accounts(seen);
    // `programAccounts` finds accounts through an index of owners, which every change must keep up to date.
    const scan = async (of: typeof ledger) =>
      (await Promise.all(OWNERS.map((owner) => of.programAccounts(owner)))).flat();
    const scanned = new Map((await scan(ledger)).map((account) => [account.address, account]));
    expect(remembered).toEqual(seen.map((address) => scanned.get(address)));
    const copy = new State();
    copy.restore(state.snapshot());
    const other = await ledgerSetup({ state: copy });
    expect(remembered).toEqual(await other.ledger.accounts(seen));
    expect(await scan(ledger)).toEqual(await scan(other.ledger));
  });
});
