import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import fc from "fast-check";
import { IntentTx } from "intent-tx";
import { expect, test } from "vitest";
import { forAllAsync } from "../../for-all.js";
import { control, rpc } from "../../server/lab.js";

const MINUTE = 60_000;
const STEP = 10 * MINUTE;

/** A server in which the prices of SOL and JUP move every ten minutes. */
function moving(seed: number, volatility: number, drift = 0): Promise<MockServer> {
  const model = { volatility, drift };
  return createMockServer({
    seed,
    clock: { now: "2026-01-01T12:00:00Z", mode: "frozen" },
    world: { market: { SOL: model, JUP: model } },
  });
}

const priceOf = async (server: MockServer, symbol: string) =>
  (await new IntentTx(server.clientOptions()).prices.retrieve(symbol)).price;

const parts = fc.array(fc.integer({ min: 0, max: 17 * MINUTE }), { minLength: 1, maxLength: 5 });
const volatility = fc.integer({ min: 1, max: 30 });

test("advancing by the same time in different steps gives the same state, to the byte", async () => {
  await forAllAsync(5, [fc.integer({ min: 1, max: 99 }), volatility, parts], async (seed, percent, split) => {
    const [whole, divided] = [await moving(seed, percent), await moving(seed, percent)];
    await whole.clock.advance(split.reduce((sum, ms) => sum + ms, 0));
    for (const ms of split) await divided.clock.advance(ms);
    expect(JSON.stringify(await divided.snapshot())).toBe(JSON.stringify(await whole.snapshot()));
    await Promise.all([whole.close(), divided.close()]);
  });
});

test("each step stays within the model's bound, 1.73 standard deviations of a step around the drift", async () => {
  const drift = fc.integer({ min: -50, max: 100 });
  await forAllAsync(
    3,
    [fc.integer({ min: 1, max: 99 }), volatility, drift],
    async (seed, percent, perDay) => {
      const server = await moving(seed, percent, perDay);
      const steps = STEP / 86_400_000;
      const bound = (percent / 100) * Math.sqrt(3 * steps) + 1e-8;
      for (const symbol of ["SOL", "JUP"]) {
        for (let before = await priceOf(server, symbol), step = 0; step < 4; step++) {
          await server.clock.advance(STEP);
          const now = await priceOf(server, symbol);
          const change = Math.log(now / before) - Math.log1p(perDay / 100) * steps;
          expect(Math.abs(change)).toBeLessThanOrEqual(bound);
          before = now;
        }
      }
      await server.close();
    },
  );
});

const PROGRAMS = [
  "11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];

interface Holding {
  readonly mint: string;
  readonly tokenAmount?: { readonly amount: string };
}
interface Account {
  readonly account: {
    readonly lamports: number;
    readonly data: readonly string[] | { readonly parsed: { readonly info: Holding } };
  };
}

/** Returns the supply of each token that no account holds, and the sum of all lamports and transaction fees. */
async function totals(server: MockServer) {
  const owned = await Promise.all(
    PROGRAMS.map(async (program) => {
      const { result } = await rpc(server, "getProgramAccounts", [
        program,
        { encoding: "jsonParsed", commitment: "confirmed" },
      ]);
      return result as Account[];
    }),
  );
  const held = new Map<string, bigint>();
  let lamports = 0n;
  for (const { account } of owned.flat()) {
    lamports += BigInt(account.lamports);
    if (!("parsed" in account.data)) continue;
    const { mint, tokenAmount } = account.data.parsed.info;
    if (tokenAmount) held.set(mint, (held.get(mint) ?? 0n) + BigInt(tokenAmount.amount));
  }
  const { tokens } = (await control(server, "GET", "/world")).body as {
    tokens: { mint: string; symbol: string }[];
  };
  const unheld = await Promise.all(
    tokens.slice(1).map(async ({ mint, symbol }) => {
      const { result } = await rpc(server, "getTokenSupply", [mint, { commitment: "confirmed" }]);
      return [symbol, BigInt(result.value.amount) - (held.get(mint) ?? 0n)] as const;
    }),
  );
  const { ledgerTransactions = [] } = (await server.snapshot()).state;
  const landed = ledgerTransactions.filter(([key]) => key.startsWith("live:")).length;
  return { unheld, solana: lamports + 5000n * BigInt(landed) };
}

test("no tokens or lamports appear or vanish, except for minted supply and paid fees", async () => {
  await forAllAsync(
    2,
    [fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 900 })],
    async (seed, usd) => {
      const server = await moving(seed, 20);
      const before = await totals(server);
      await server.clock.advance(2 * STEP);
      await server.prices.set("SOL", usd);
      await server.clock.advance(STEP);
      const after = await totals(server);
      expect(after.unheld).toEqual(before.unheld);
      expect(after.solana).toBe(before.solana);
      await server.close();
    },
  );
});
