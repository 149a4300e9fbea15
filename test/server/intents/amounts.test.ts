import type { MockServer } from "@intent-tx/mock-server";
import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unitsWorth } from "../../../mock-server/src/intents/amounts.js";
import { forAll } from "../../for-all.js";
import { clientOf, rpc, test } from "../lab.js";

const CAROL = Keypair.fromSeed(new Uint8Array(32).fill(7)).publicKey.toBase58();
const RENT = 890_880n;
const TOKEN_RENT = 2_039_280n;
const SOL = 1_000_000_000n;

/** A wallet's balances: lamports, and base units of tokens. */
type Holdings = Readonly<Record<string, bigint | number>>;

async function give(server: MockServer, { lamports = 0, ...tokens }: Holdings) {
  const set = async (method: string, params: unknown[]) =>
    expect(await rpc(server, `surfnet_${method}`, params)).toHaveProperty("result");
  if (lamports) await set("setAccount", [CAROL, { lamports: Number(lamports) }]);
  for (const [symbol, amount] of Object.entries(tokens)) {
    const { mint } = await clientOf(server).prices.retrieve(symbol);
    await set("setTokenAccount", [CAROL, mint, { amount: Number(amount) }]);
  }
}

/** The amount of an order in base units, or the reason for which it is refused. */
async function read(server: MockServer, command: string, options: { priorityFee?: number } = {}) {
  const call = clientOf(server).intents.parse({ walletAddress: CAROL, command, ...options });
  return call.then(
    ({ parameters, route }) => (command.startsWith("buy") ? route?.outAmount : parameters.amount),
    ({ details }) => details.reason as string,
  );
}

describe("parts of a balance (decision 44)", () => {
  test.for<[command: string, Holdings, bigint | string, priorityFee?: number]>([
    ["send half my USDC to bob.sol", { USDC: 5_000_001 }, 2_500_000n],
    ["send all my USDC to bob.sol", { USDC: 5_000_001 }, 5_000_001n],
    ["send everything except 0.000001 USDC to bob.sol", { USDC: 5_000_001 }, 5_000_000n],
    // Sending all SOL keeps back the fee and the rent of the wallet, more at a higher priority fee.
    ["send all my SOL to bob.sol", { lamports: SOL }, SOL - RENT - 5051n],
    ["send all my SOL to bob.sol", { lamports: SOL }, SOL - RENT - 5000n - 253_000n, 5_000_000],
    ["send half my SOL to bob.sol", { lamports: SOL }, SOL / 2n],
    // Fees come out of the SOL that is kept.
    ["send everything except 0.1 SOL to bob.sol", { lamports: SOL }, 900_000_000n],
    ["send everything except 0.000000001 SOL to bob.sol", { lamports: SOL }, SOL - RENT - 5051n],
    // A swap keeps back the rent of the accounts that it creates.
    ["swap all my SOL for USDC", { lamports: SOL }, SOL - 5000n - TOKEN_RENT - TOKEN_RENT, 0],
    ["swap all my SOL for USDC", { lamports: SOL, USDC: 0 }, SOL - 5000n - TOKEN_RENT, 0],
    ["swap all my SOL for USDC", { lamports: SOL, USDC: 0, SOL: 0 }, SOL - 5000n - RENT, 0],
    // Nothing is left to send.
    ["send all my USDC to bob.sol", {}, "insufficient_balance"],
    ["send all my SOL to bob.sol", { lamports: RENT + 5051n }, "insufficient_balance"],
    ["send all my SOL to bob.sol", { lamports: RENT + 5052n }, 1n],
    ["send everything except 0.000005 USDC to bob.sol", { USDC: 5 }, "insufficient_balance"],
    ["send 150% of my USDC to bob.sol", { USDC: 5 }, "invalid_amount"],
    ["send 10% of my USDC to bob.sol", { USDC: 5 }, "insufficient_balance"],
  ])("%s of %o: %s", async ([command, holdings, expected, priorityFee], { server }) => {
    await give(server, holdings);
    const options = priorityFee === undefined ? {} : { priorityFee };
    expect(await read(server, command, options)).toBe(expected);
  });
});

describe("dollars", () => {
  test.for([
    ["swap $20.000001 of USDC for JUP", 20_000_001n],
    ["buy $20 of USDC with SOL", 20_000_000n],
    ["swap $0.000001 of WBTC for USDC", "invalid_amount"],
    ["send $0.000001 of WBTC to bob.sol", "invalid_amount"],
    ["swap $10000000000000000000 of BONK for USDC", "invalid_amount"],
  ] as const)("%s: %s", async ([command, expected], { server }) => {
    expect(await read(server, command)).toBe(expected);
  });

  it("are exact at every price, also one that JavaScript writes with an exponent", () => {
    expect(unitsWorth(20_000_000n, 172.4, 9)).toBe(116_009_280n);
    expect(unitsWorth(1_000_000n, 2.5e-7, 5)).toBe(400_000_000_000n);
    expect(unitsWorth(1_000_000n, 1e21, 9)).toBe(0n);
    expect(unitsWorth(1n, 0, 9)).toBeUndefined();
    expect(unitsWorth(1n, Number.NaN, 9)).toBeUndefined();
  });

  it("buy the largest number of base units that costs at most the dollars", () => {
    const price = fc.integer({ min: 1, max: 10 ** 9 }).map((digits) => digits / 10 ** 6);
    forAll(
      100,
      [fc.bigInt({ min: 1n, max: 10n ** 13n }), price, fc.constantFrom(5, 6, 9)],
      (micros, usd, decimals) => {
        const units = unitsWorth(micros, usd, decimals) ?? -1n;
        const exact = BigInt(Math.round(usd * 10 ** 6));
        // units / 10^decimals × price ≤ micros / 10^6
        expect(units * exact).toBeLessThanOrEqual(micros * 10n ** BigInt(decimals));
        expect((units + 1n) * exact).toBeGreaterThan(micros * 10n ** BigInt(decimals));
      },
    );
  });
});
