import { describe, expect, test } from "vitest";
import { MarketBench } from "./harness.js";

const DAY = 86_400_000;

/** A vault account with another amount. */
function refilled(bench: MarketBench, vault: string, amount: bigint) {
  const account = bench.open().held.get(vault)!;
  const data = Uint8Array.from(account.data);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  return { ...account, data };
}

function usdcVault(bench: MarketBench, label: string): string {
  const { vaultA, vaultB, mintA } = bench.pool(label);
  return mintA === bench.mint("USDC") ? vaultA : vaultB;
}

describe("a ledger in this process", () => {
  test("is never queried: vault balances come from State", async () => {
    const bench = new MarketBench();
    const ledger = bench.open();
    const vault = usdcVault(bench, "JTO-USDC");
    const before = await bench.market.price("JTO");
    await ledger.setAccount(vault, refilled(bench, vault, bench.vault(vault) * 3n));
    expect((await bench.market.price("JTO")).price / before.price).toBeCloseTo(3, 8);
    expect(ledger.reads).toBe(0);
  });
});

describe("a ledger in another process", () => {
  test("is queried at each call, and an unannounced swap is recorded when it is seen", async () => {
    const bench = new MarketBench({ remote: true });
    const ledger = bench.open();
    const before = await bench.market.price("SOL");
    const vault = usdcVault(bench, "SOL-USDC");
    ledger.held.set(vault, refilled(bench, vault, bench.vault(vault) * 2n));
    await bench.clock.advance(DAY);
    const after = await bench.market.price("SOL");
    expect(after.price / before.price).toBeCloseTo(2, 8);
    expect(after.change24h).toBeCloseTo(100, 4);
    expect(bench.state.size("prices")).toBe(1);
  });

  test("is queried before the first price and the first quote, because of swaps before this server started", async () => {
    const [fresh, moved] = [new MarketBench({ remote: true }), new MarketBench({ remote: true })];
    const { vaultA } = moved.pool("SOL-USDC");
    moved.open().held.set(vaultA, refilled(moved, vaultA, moved.vault(vaultA) * 2n));
    expect((await moved.market.price("SOL")).price).not.toBe((await fresh.market.price("SOL")).price);
    const ask = (bench: MarketBench) => bench.quote("SOL", "USDC", 1_000_000_000n);
    expect((await ask(moved)).outAmount).not.toBe((await ask(fresh)).outAmount);
  });

  test("a pool that is missing there is out of the market, and its token keeps its last price", async () => {
    const bench = new MarketBench({ remote: true });
    const before = await bench.market.price("W");
    bench.open().held.delete(bench.pool("W-USDC").vaultA);
    expect((await bench.market.price("W")).price).toBe(before.price);
    await expect(bench.quote("W", "USDC", 1_000_000n)).rejects.toThrow("no_route");
  });
});
