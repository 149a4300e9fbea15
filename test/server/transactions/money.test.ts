import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHumanUnits } from "../../../mock-server/src/chain/base-units.js";
import { decodeTokenAccount } from "../../../mock-server/src/chain/token-layout.js";
import { NATIVE_MINT } from "../../../mock-server/src/fixtures/tokens.js";
import { Chain, world } from "./setup.js";

const CHANGED = ["SOL", "USDC", "BONK", "JUP", "PYUSD"];

/** The total of some tokens over the world's wallets and pools. SOL is counted in lamports of all touched accounts. */
async function totals(chain: Chain, accounts: readonly string[]): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>([["lamports", 0n]]);
  const add = (of: string, amount: bigint) => sums.set(of, (sums.get(of) ?? 0n) + amount);
  for (const account of await chain.ledger.accounts(accounts)) {
    if (!account) continue;
    add("lamports", account.lamports);
    const held = decodeTokenAccount(account.owner, account.data);
    if (held && held.mint !== NATIVE_MINT) add(held.mint, held.amount);
  }
  return sums;
}

const swap = fc.record({
  input: fc.constantFrom(...CHANGED),
  output: fc.constantFrom(...CHANGED, "WIF"),
  exactOut: fc.boolean(),
  share: fc.integer({ min: 1, max: 1_000_000 }),
});

describe("money", () => {
  it("is neither created nor lost by a swap, and the wallet gets and pays exactly the stated amounts", async () => {
    const chain = await Chain.open();
    const { address } = chain.alice;
    await fc.assert(
      fc.asyncProperty(swap, async ({ input, output, exactOut, share }) => {
        fc.pre(input !== output);
        const { decimals, priceUsd } = chain.token(exactOut ? output : input);
        // Up to 5 USD at a time, so that a run never empties the wallet.
        const units = BigInt(Math.ceil((share * 10 ** decimals) / (Number(priceUsd) * 200_000)));
        const amount = toHumanUnits(units, decimals);
        const command = exactOut
          ? `buy ${amount} ${output} with ${input}`
          : `swap ${amount} ${input} for ${output}`;
        const hold = async () => ({
          input: await chain.holds(address, input),
          output: await chain.holds(address, output),
        });
        const before = await hold();
        const touched = [...world.pools.flatMap((pool) => [pool.vaultA, pool.vaultB]), address];
        const own = [...CHANGED, "WIF"].map((symbol) => chain.account(address, symbol));
        const sums = await totals(chain, [...touched, ...own]);
        const wif = await chain.ledger.accounts(own);
        const { intent, built } = await chain.execute(command);
        const after = await hold();
        const later = await totals(chain, [...touched, ...own]);
        sums.set("lamports", (sums.get("lamports") ?? 0n) - built.expectedOutput.fee);
        for (const [what, sum] of sums) expect([what, later.get(what)]).toEqual([what, sum]);
        // The wallet pays the rent of created accounts.
        const made = (await chain.ledger.accounts(own)).filter((account, index) => account && !wif[index]);
        const rent = made.reduce((sum, account) => sum + (account?.lamports ?? 0n), 0n);
        const costs = (symbol: string) => (symbol === "SOL" ? built.expectedOutput.fee + rent : 0n);
        expect(before.input - after.input).toBe(BigInt(intent.parameters.amount ?? 0) + costs(input));
        expect(after.output - before.output).toBe(built.expectedOutput.outputAmount - costs(output));
        expect(built.expectedOutput.outputAmount).toBe(intent.route?.outAmount);
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it("arrives in full by a transfer; the sender also pays the fee", async () => {
    const chain = await Chain.open();
    const { alice, bob } = chain;
    const transfer = fc.record({
      symbol: fc.constantFrom(...CHANGED),
      units: fc.bigInt({ min: 1_000_000n, max: 2_000_000n }),
    });
    await fc.assert(
      fc.asyncProperty(transfer, async ({ symbol, units }) => {
        const amount = toHumanUnits(units, chain.token(symbol).decimals);
        const [had, has] = [await chain.holds(alice.address, symbol), await chain.holds(bob.address, symbol)];
        const { built } = await chain.execute(`send ${amount} ${symbol} to bob.sol`);
        const fee = symbol === "SOL" ? built.expectedOutput.fee : 0n;
        expect(await chain.holds(alice.address, symbol)).toBe(had - units - fee);
        expect(await chain.holds(bob.address, symbol)).toBe(has + units);
        expect(built.expectedOutput.outputAmount).toBe(units);
      }),
      { numRuns: 20 },
    );
  }, 60_000);
});
