import fc from "fast-check";
import { NATIVE_MINT } from "intent-tx/contract";
import { decodeTransaction } from "intent-tx/solana";
import { describe, expect, it } from "vitest";
import { toHumanUnits } from "../../../mock-server/src/chain/base-units.js";
import { decodeTokenAccount } from "../../../mock-server/src/chain/token-layout.js";
import { messageHash, readTransaction } from "../../../mock-server/src/chain/transaction.js";
import { failureOf } from "../lab.js";
import { Chain, world } from "./setup.js";

const kinds = (transaction: string) => decodeTransaction(transaction).instructions.map(({ kind }) => kind);

describe("a swap", () => {
  it("from SOL wraps, swaps and unwraps, with the route's price impact", async () => {
    const chain = await Chain.open();
    const { intent, built } = await chain.execute("swap 0.5 SOL for USDC");
    expect(built.expectedOutput.priceImpact).toBe(intent.route?.priceImpact);
    expect(kinds(built.transaction)).toEqual([
      "compute-unit-limit",
      "compute-unit-price",
      "create-token-account",
      "sol-transfer",
      "sync-native",
      "create-token-account",
      "swap",
      "close-account",
    ]);
  });

  it("of an exact input of SOL does not change the wallet's existing wrapped-SOL account", async () => {
    const chain = await Chain.open();
    const { address } = chain.alice;
    await chain.wrap(address, 7_000_000n);
    const { built } = await chain.execute("swap 0.5 SOL for USDC");
    expect(kinds(built.transaction)).not.toContain("close-account");
    expect(await chain.holds(address, "wSOL")).toBe(7_000_000n);
  });

  it.each(["swap 100 USDC to SOL", "buy 100 USDC with SOL"])(
    "also unwraps the SOL that the wallet had wrapped before: %s",
    async (command) => {
      const chain = await Chain.open();
      const { address } = chain.alice;
      await chain.wrap(address, 7_000_000n);
      await chain.execute(command);
      expect(await chain.holds(address, "wSOL")).toBe(0n);
    },
  );
});

describe("an exact output that is not simulated", () => {
  it("keeps the requested amount when the price moves", async () => {
    const chain = await Chain.open();
    const intent = await chain.parse("buy 100 USDC with SOL");
    await chain.move("SOL-USDC", -5);
    const { expectedOutput } = await chain.build(intent, { simulate: false });
    expect(expectedOutput.outputAmount).toBe(100_000_000n);
  });
});

describe("a transfer", () => {
  it("of SOL to a wallet that does not exist yet creates the wallet", async () => {
    const chain = await Chain.open();
    const to = chain.stranger.address;
    const { built } = await chain.execute(`send 0.25 SOL to ${to}`);
    expect(await chain.holds(to, "SOL")).toBe(250_000_000n);
    expect(built.expectedOutput).toMatchObject({ outputAmount: 250_000_000n, priceImpact: 0 });
  });

  it("of all SOL, as a swap, executes and leaves less than 0.004 SOL", async () => {
    for (const simulate of [true, false]) {
      for (const output of ["USDC", "WIF"]) {
        const chain = await Chain.open();
        await chain.execute(`swap all my SOL to ${output}`, {
          simulate,
          priorityFee: 5_000_000,
        });
        const left = await chain.holds(chain.alice.address, "SOL");
        expect(left).toBeGreaterThanOrEqual(890_880n);
        expect(left).toBeLessThan(4_000_000n);
      }
    }
  });
});

describe("building", () => {
  it("remembers the message, so that the transaction is recognised under any signature", async () => {
    const chain = await Chain.open();
    const intent = await chain.parse("send 1 SOL to bob.sol");
    const { transaction } = await chain.build(intent);
    const { message } = readTransaction(chain.sign(transaction));
    expect(chain.parts.state.snapshot().built).toMatchObject([
      [
        messageHash(message),
        { account: "acme", environment: "live", intentId: intent.intentId, action: "transfer" },
      ],
    ]);
  });
});

interface Failed {
  readonly details: { readonly reason: string; readonly logs: string[] };
}

async function failed(build: Promise<unknown>): Promise<Failed> {
  const error = (await failureOf(build)) as Error & Failed;
  expect(error).toMatchObject({ code: "simulation_failed", status: 400 });
  return error;
}

describe("a failed simulation has its reason and the programs' logs", () => {
  it.each([
    ["swap 1 SOL for USDC", -5],
    // The wallet also lacks the funds, but the swap program checks the price first.
    ["swap 20000 USDC for SOL", 5],
  ])("when the price moved past the slippage: %s", async (command, percent) => {
    const chain = await Chain.open();
    const intent = await chain.parse(command, { slippage: 10 });
    await chain.move("SOL-USDC", percent);
    const { details } = await failed(chain.build(intent));
    expect(details.reason).toContain("slippage tolerance exceeded");
    expect(details.logs).toContain("Program log: Error: slippage tolerance exceeded");
    expect(details.logs.at(-1)).toContain("custom program error: 0x1771");
  });

  const short = (holds: string, needs: string) =>
    `insufficient funds: the wallet holds ${holds}, but ${needs} is needed`;
  // If an account is missing, the token program reports the error, since the account is created first.
  const byProgram = /insufficient funds|custom program error: 0x1$/im;
  it.each<[command: string, reason: string, logs: RegExp]>([
    ["send 999999 USDC to bob.sol", short("10000 USDC", "999999 USDC"), byProgram],
    ["send 5 WIF to bob.sol", short("0 WIF", "5 WIF"), byProgram],
    ["swap 5 WIF for USDC", short("0 WIF", "5 WIF"), byProgram],
    ["send 1000 SOL to bob.sol", short("100 SOL", "1000 SOL"), /./],
    ["swap 100 SOL for USDC", "insufficient funds", /./],
    ["send 99.9995 SOL to bob.sol", "insufficient funds for rent: the wallet would be left", /^/],
    ["send 0.0001 SOL to STRANGER", "insufficient funds for rent: account STRANGER", /^/],
  ])("%s: %s", async (command, reason, logs) => {
    const chain = await Chain.open();
    const { address } = chain.stranger;
    const intent = await chain.parse(command.replace("STRANGER", address));
    const { details } = await failed(chain.build(intent));
    expect(details.reason).toContain(reason.replace("STRANGER", address));
    expect(details.logs.join("\n")).toMatch(logs);
  });

  it("when the wallet is a program that the transaction calls", async () => {
    const chain = await Chain.open();
    const wallet = "11111111111111111111111111111111";
    const intent = await chain.parse("send 1 SOL to bob.sol", { wallet });
    const { details } = await failed(chain.build(intent, { walletAddress: wallet }));
    expect(details.reason).toContain("not a System account");
  });

  it("when the wallet does not exist", async () => {
    const chain = await Chain.open();
    const wallet = chain.stranger.address;
    const intent = await chain.parse("send 1 SOL to bob.sol", { wallet });
    const { details } = await failed(chain.build(intent, { walletAddress: wallet }));
    expect(details.reason).toContain("insufficient funds");
  });
});

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
