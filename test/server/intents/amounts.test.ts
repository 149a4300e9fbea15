import type { Amount } from "@intent-tx/mock-server/parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unitsWorth } from "../../../mock-server/src/intents/amounts.js";
import { ALICE, Setup, swapOf, transferOf, wallet } from "./setup.js";

const half: Amount = { side: "fraction", numerator: 1n, denominator: 2n };
const all: Amount = { side: "fraction", numerator: 1n, denominator: 1n };
const RENT = 890_880n;
const TOKEN_RENT = 2_039_280n;

function setupWith(lamports: bigint): Setup {
  const setup = new Setup();
  setup.accounts.set(ALICE, wallet(ALICE, lamports));
  return setup;
}

async function amountOf(promise: ReturnType<Setup["parse"]>): Promise<bigint> {
  return BigInt((await promise).parameters.amount ?? 0);
}

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "accepted",
    (error: { details: { reason: string } }) => error.details.reason,
  );

describe("parts of a balance", () => {
  it("are taken of the tokens that the wallet can spend, rounded down", async () => {
    const setup = setupWith(0n);
    setup.hold(ALICE, "USDC", 5_000_001n);
    expect(await amountOf(setup.parse(transferOf(half, "USDC")))).toBe(2_500_000n);
    expect(await amountOf(setup.parse(transferOf(all, "USDC")))).toBe(5_000_001n);
    const but: Amount = { side: "all_except", baseUnits: 1n };
    expect(await amountOf(setup.parse(transferOf(but, "USDC")))).toBe(5_000_000n);
  });

  it("keep back fee and rent of a wallet that sends all its SOL", async () => {
    const kept = 1_000_000_000n - (await amountOf(setupWith(1_000_000_000n).parse(transferOf(all))));
    expect(kept).toBe(RENT + 5001n);
  });

  it("keep back more when the priority fee is higher", async () => {
    const parse = setupWith(1_000_000_000n).parse(transferOf(all), { priorityFee: 5_000_000 });
    expect(1_000_000_000n - (await amountOf(parse))).toBe(RENT + 5000n + 3000n);
  });

  it("take half of the SOL, and the fee comes from the other half", async () => {
    expect(await amountOf(setupWith(1_000_000_000n).parse(transferOf(half)))).toBe(500_000_000n);
  });

  it("leave what 'all but' says, and fees come out of that", async () => {
    const but = (baseUnits: bigint): Amount => ({ side: "all_except", baseUnits });
    const setup = setupWith(1_000_000_000n);
    expect(await amountOf(setup.parse(transferOf(but(100_000_000n))))).toBe(900_000_000n);
    expect(await amountOf(setup.parse(transferOf(but(1n))))).toBe(1_000_000_000n - RENT - 5001n);
  });

  it("keep back the rent of accounts that a swap has to create", async () => {
    const setup = setupWith(1_000_000_000n);
    const kept = async () => 1_000_000_000n - (await amountOf(setup.parse(swapOf(all), { priorityFee: 0 })));
    expect(await kept()).toBe(5000n + TOKEN_RENT + TOKEN_RENT);
    setup.hold(ALICE, "USDC", 0n);
    expect(await kept()).toBe(5000n + TOKEN_RENT);
    setup.hold(ALICE, "SOL", 0n);
    expect(await kept()).toBe(5000n + RENT);
  });

  it("are refused where nothing is left (decision 44)", async () => {
    expect(await reasonOf(setupWith(0n).parse(transferOf(all, "USDC")))).toBe("insufficient_balance");
    expect(await reasonOf(setupWith(RENT + 5001n).parse(transferOf(all)))).toBe("insufficient_balance");
    expect(await reasonOf(setupWith(RENT + 5002n).parse(transferOf(all)))).toBe("accepted");
    const setup = setupWith(0n);
    setup.hold(ALICE, "USDC", 5n);
    expect(await reasonOf(setup.parse(transferOf({ side: "all_except", baseUnits: 5n }, "USDC")))).toBe(
      "insufficient_balance",
    );
    expect(
      await reasonOf(setup.parse(transferOf({ side: "fraction", numerator: 1n, denominator: 10n }, "USDC"))),
    ).toBe("insufficient_balance");
  });

  it("cannot exceed the balance", async () => {
    const setup = setupWith(1_000_000_000n);
    setup.hold(ALICE, "USDC", 5n);
    const more: Amount = { side: "fraction", numerator: 3n, denominator: 2n };
    expect(await reasonOf(setup.parse(transferOf(more, "USDC")))).toBe("insufficient_balance");
    expect(await reasonOf(setup.parse(transferOf(more, "SOL")))).toBe("insufficient_balance");
  });
});

describe("dollars", () => {
  it("buy the amount at the price, rounded down", async () => {
    const setup = new Setup();
    const usdc = swapOf({ side: "usd", micros: 20_000_001n, of: "input" }, "USDC", "JUP");
    expect(await amountOf(setup.parse(usdc))).toBe(20_000_001n);
    const bought = await setup.parse(
      swapOf({ side: "usd", micros: 20_000_000n, of: "output" }, "SOL", "USDC"),
    );
    expect(bought.route?.outAmount).toBe("20000000");
  });

  it("are refused where they are less than the smallest unit, or more than can exist", async () => {
    const setup = new Setup();
    const wbtc = (micros: bigint) => swapOf({ side: "usd", micros, of: "input" }, "WBTC", "USDC");
    expect(await reasonOf(setup.parse(wbtc(1n)))).toBe("invalid_amount");
    expect(await reasonOf(setup.parse(wbtc(10n ** 30n)))).toBe("invalid_amount");
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
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        price,
        fc.constantFrom(5, 6, 9),
        (micros, usd, decimals) => {
          const units = unitsWorth(micros, usd, decimals) ?? -1n;
          const exact = BigInt(Math.round(usd * 10 ** 6));
          // units / 10^decimals × price ≤ micros / 10^6
          expect(units * exact).toBeLessThanOrEqual(micros * 10n ** BigInt(decimals));
          expect((units + 1n) * exact).toBeGreaterThan(micros * 10n ** BigInt(decimals));
        },
      ),
    );
  });
});
