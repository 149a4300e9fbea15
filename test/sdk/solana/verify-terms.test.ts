// Checks beyond the intent: side, cost, pools, and whether the transaction can succeed.
import { type PublicKey, type TransactionInstruction, VersionedTransaction } from "@solana/web3.js";
import fc from "fast-check";
import type { Intent } from "intent-tx/contract";
import { type VerifyOptions, verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { forAll } from "../../for-all.js";
import {
  ata,
  BONK,
  budget,
  build,
  codesOf,
  createAccount,
  findingsOf,
  ODD,
  POOLS,
  PYUSD,
  recipient,
  SAMPLES,
  SOL,
  sampleNamed,
  sendSol,
  stranger,
  swap,
  swapIntent,
  transferChecked,
  transferIntent,
  USDC,
  wallet,
} from "./samples.js";

const options = { walletAddress: wallet.toBase58() };

const findings = (built: Parameters<typeof verifyTransaction>[0], intent: unknown, more: object = {}) =>
  findingsOf(() => verifyTransaction(built, intent as Intent, { ...options, ...more }));
const codes = (...call: Parameters<typeof findings>) => findings(...call).map(({ code }) => code);

const sell = sampleNamed("SOL to USDC, exact in");
const sellOut = sampleNamed("SOL to USDC, exact out");
const paySol = sampleNamed("a transfer of SOL");
const pay = sampleNamed("a transfer of USDC");
const textOf = ({ instructions }: { instructions: TransactionInstruction[] }) => build([...instructions]);

/** A swap of USDC for BONK at a tolerance in basis points. */
function swapAt(bps: number, exactIn: boolean, inn: bigint, out: bigint): string {
  const terms = exactIn
    ? { side: "input" as const, amount: inn, bound: (out * BigInt(10_000 - bps) + 9_999n) / 10_000n }
    : { side: "output" as const, amount: out, bound: (inn * BigInt(10_000 + bps)) / 10_000n };
  return build([createAccount(wallet, BONK), swap({ input: USDC, output: BONK, ...terms })]);
}

describe("unreadable input is a finding, never another error", () => {
  test.each(["1000000000", 1_000_000_000])(
    "an amount that went through JSON, %j, names the codec",
    (amount) => {
      const intent = { ...sell.intent, parameters: { ...sell.intent.parameters, amount } };
      expect(findings(textOf(sell), intent)[0]?.message).toContain("restore it with intentCodec.decode");
    },
  );

  test("null parameters, and odd values for the intent or its parts", () => {
    expect(codes(textOf(sell), { ...sell.intent, parameters: null })).toEqual(["invalid_intent"]);
    for (const value of ODD) {
      expect(codes(textOf(sell), value)).toEqual(["invalid_intent"]);
      expect(codes(textOf(sell), { ...sell.intent, action: value })).toEqual(["invalid_intent"]);
      for (const sample of [sell, pay])
        for (const field of ["inputToken", "outputToken", "amount", "recipient"]) {
          if (!(field in sample.intent.parameters)) continue;
          const parameters = { ...sample.intent.parameters, [field]: value };
          expect(codes(textOf(sample), { ...sample.intent, parameters })).not.toEqual([]);
        }
      if (value !== undefined)
        expect(codes(textOf(sell), { ...sell.intent, route: value })).toContain("invalid_intent");
      for (const field of ["inAmount", "outAmount", "marketInfos"])
        expect(
          codes(textOf(sell), { ...sell.intent, route: { ...sell.intent.route, [field]: value } }),
        ).not.toEqual([]);
      const marketInfos = [value];
      expect(codes(textOf(sell), { ...sell.intent, route: { ...sell.intent.route, marketInfos } })).toContain(
        "wrong_route",
      );
    }
  });

  test("absent and odd options", () => {
    const bare = (value: unknown) =>
      codesOf(() => verifyTransaction(textOf(sell), sell.intent, value as VerifyOptions));
    expect(bare(undefined)).toEqual(["ConfigurationError"]);
    for (const value of ODD) expect(bare(value)).toContain("ConfigurationError");
    for (const value of ODD) {
      expect(codes(textOf(sell), sell.intent, { walletAddress: value })).toContain("ConfigurationError");
      for (const name of ["slippage", "priorityFee", "maxFee", "expect", "pools", "swapPrograms"]) {
        if (value === undefined) continue;
        const found = codes(textOf(sell), sell.intent, { [name]: value });
        for (const code of found)
          expect(["ConfigurationError", "max_fee", "priority_fee", "slippage", "wrong_route"]).toContain(
            code,
          );
      }
    }
  });

  test("odd values for the built transaction", () => {
    for (const value of ODD) {
      expect(codes(value as never, sell.intent)).toEqual(["malformed_transaction"]);
      expect(codes({ transaction: value as never }, sell.intent)).toEqual(["malformed_transaction"]);
    }
  });

  test("a pool list with holes counts as no pools", () => {
    const { route } = sell.intent;
    const marketInfos = new Array(route?.marketInfos.length);
    expect(codes(textOf(sell), { ...sell.intent, route: { ...route, marketInfos } })).toEqual([
      "wrong_route",
    ]);
  });

  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };

  test.each<[string, unknown]>([
    ["a revoked proxy", revoked()],
    ["an error whose message is a symbol", Object.assign(new Error("x"), { message: Symbol("no text") })],
    [
      "an error whose message is a revoked proxy",
      Object.defineProperty(new Error("x"), "message", { get: () => revoked() }),
    ],
    ["undefined", undefined],
    ["text", "text"],
  ])("a getter that throws %s", (_, thrown) => {
    const trap = () => {
      throw thrown;
    };
    const sore = new Proxy({}, { get: trap, has: trap, ownKeys: trap, getOwnPropertyDescriptor: trap });
    const { route, parameters } = sell.intent;
    for (const intent of [
      sore,
      revoked(),
      { ...sell.intent, parameters: sore },
      { ...sell.intent, route: sore },
      { ...sell.intent, route: { ...route, marketInfos: sore } },
      { ...sell.intent, route: { ...route, marketInfos: [sore] } },
      { ...sell.intent, parameters: { ...parameters, amount: sore } },
    ])
      expect(codes(textOf(sell), intent)).not.toEqual([]);
    for (const bad of [sore, revoked()])
      expect(codesOf(() => verifyTransaction(textOf(sell), sell.intent, bad as never))).not.toEqual([]);
    for (const name of ["expect", "pools", "maxFee"])
      expect(codes(textOf(sell), sell.intent, { [name]: sore })).not.toEqual([]);
    expect(codes(sore as never, sell.intent)).not.toEqual([]);
    expect(codes({ transaction: sore } as never, sell.intent)).not.toEqual([]);
  });
});

describe("the side fixed by the command", () => {
  const amount = 1_000_000_001n;
  const outAmount = 150_000_003n;
  const input = { expect: { side: "input", amount } } as const;
  const output = { expect: { side: "output", amount: outAmount } } as const;

  test("an exact input built as an exact output may spend more, and is refused if expect fixes the input", () => {
    expect(codes(textOf(sellOut), sell.intent)).toEqual([]);
    expect(codes(textOf(sellOut), sell.intent, input)).toEqual(["wrong_amount"]);
    expect(codes(textOf(sell), sell.intent, input)).toEqual([]);
    expect(codes(textOf(sell), sell.intent, output)).toEqual(["wrong_amount"]);
    expect(codes(textOf(sellOut), sell.intent, output)).toEqual([]);
  });

  test("expect also fixes the amount, independently of the intent", () => {
    for (const [sample, { expect: expected }] of [
      [sell, input],
      [sellOut, output],
    ] as const)
      for (const more of [1n, -1n])
        expect(
          codes(textOf(sample), sample.intent, { expect: { ...expected, amount: expected.amount + more } }),
        ).toEqual(["wrong_amount"]);
    expect(codes(textOf(pay), pay.intent, { expect: { side: "input", amount: 25_000_000n } })).toEqual([]);
    expect(codes(textOf(pay), pay.intent, { expect: { side: "input", amount: 25_000_001n } })).toEqual([
      "wrong_amount",
    ]);
    expect(codes(textOf(paySol), paySol.intent, { expect: { side: "output", amount: 1n } })).toEqual([
      "wrong_amount",
    ]);
  });

  test("expect also fixes the tokens and the recipient, and with them the action", () => {
    const [sol, usdc, bob, other] = [SOL, USDC, recipient, stranger].map((one) => one.toBase58());
    const swapped = { ...input.expect, inputToken: sol, outputToken: usdc };
    const sent = { side: "input", amount: 25_000_000n, inputToken: usdc, recipient: bob };
    for (const [sample, fixed, wrong] of [
      [sell, swapped, []],
      [sell, { ...swapped, inputToken: usdc }, ["wrong_mint"]],
      [sell, { ...swapped, outputToken: other }, ["wrong_mint"]],
      [sell, { ...swapped, recipient: other }, ["wrong_recipient"]],
      [pay, sent, []],
      [pay, { ...sent, inputToken: sol }, ["wrong_mint"]],
      [pay, { ...sent, recipient: other }, ["wrong_recipient"]],
      [pay, { ...sent, outputToken: usdc }, ["wrong_mint"]],
      [pay, { ...sent, recipient: "bob.sol" }, ["ConfigurationError"]],
      [pay, { ...sent, recipient: undefined }, ["ConfigurationError"]],
    ] as const)
      expect(codes(textOf(sample), sample.intent, { expect: fixed })).toEqual(wrong);
  });

  test("expect fixes the action also if the service states a field of the other one", () => {
    const [usdc, other] = [USDC, stranger].map((one) => one.toBase58());
    for (const [sample, stated, wrong] of [
      [pay, { outputToken: usdc }, ["wrong_mint"]],
      [sell, { recipient: other }, ["wrong_recipient"]],
    ] as const) {
      const { amount, ...given } = sample.intent.parameters as { amount: bigint };
      const intent = { ...sample.intent, parameters: { ...given, amount, ...stated } };
      const fixed = { side: "input", amount, ...stated };
      expect(codes(textOf(sample), intent)).toEqual([]);
      expect(codes(textOf(sample), intent, { expect: fixed })).toEqual(wrong);
    }
  });

  test("a route with swapMode fixes the side without an option", () => {
    const modes = (swapMode: string) => ({ ...sell.intent, route: { ...sell.intent.route, swapMode } });
    // The user's expectation counts more than the service's route.
    expect(codes(textOf(sell), modes("ExactIn"), { expect: { side: "output", amount } })).toContain(
      "wrong_amount",
    );
    expect(codes(textOf(sellOut), modes("ExactIn"), output)).toEqual([]);
    expect(codes(textOf(sell), modes("ExactIn"))).toEqual([]);
    expect(codes(textOf(sellOut), modes("ExactIn"))).toEqual(["wrong_amount"]);
    expect(codes(textOf(sellOut), modes("ExactOut"))).toEqual([]);
    expect(codes(textOf(sell), modes("ExactOut"))).toEqual(["wrong_amount"]);
  });

  test("with any amounts, an accepted transaction moves exactly the expected amount on the expected side", () => {
    const small = fc.bigInt({ min: 1n, max: 10n ** 12n });
    forAll(
      150,
      [small, small, fc.boolean(), fc.constantFrom("input", "output"), fc.integer({ min: 1, max: 1000 })],
      (inn, out, exactIn, side, slippage) => {
        const text = swapAt(slippage, exactIn, inn, out);
        const expected = { side, amount: side === "input" ? inn : out };
        const found = codes(text, swapIntent(USDC, BONK, inn, out), {
          slippageBps: slippage,
          expect: expected,
        });
        expect(found.length === 0).toBe(exactIn === (side === "input"));
      },
    );
  });
});

describe("cost", () => {
  test("rent counts a token account that stays, not one that is closed again", () => {
    const rentOf = (name: string) =>
      verifyTransaction(textOf(sampleNamed(name)), sampleNamed(name).intent, options).rent;
    expect(rentOf("SOL to USDC, exact in")).toBe(2_039_280n);
    expect(rentOf("USDC to SOL, exact in")).toBe(0n);
    expect(rentOf("a transfer of SOL")).toBe(0n);
    expect(rentOf("a transfer of USDC")).toBe(2_039_280n);
    expect(rentOf("a transfer of PYUSD, a Token-2022 mint")).toBe(2_248_080n);
  });

  test("maxFee caps fee and rent together", () => {
    // The second cost is rent and a fee of 5,200: the signature, and 200,000 units at 1000 micro-lamports.
    for (const [sample, cost] of [
      [paySol, 5_001n],
      [pay, 2_044_480n],
    ] as const) {
      for (const maxFee of [cost, Number(cost), cost + 1n])
        expect(codes(textOf(sample), sample.intent, { maxFee })).toEqual([]);
      const found = findings(textOf(sample), sample.intent, { maxFee: cost - 1n });
      expect(found).toEqual([{ code: "max_fee", message: expect.stringContaining(`${cost} lamports`) }]);
    }
    expect(codes(textOf(pay), pay.intent, { maxFee: 0 })).toEqual(["max_fee"]);
  });

  test("the default maxFee follows the requested priority fee", () => {
    const send = paySol.instructions.at(-1)!;
    const most = (price: number) => build([...budget(1_400_000, price), send]);
    expect(codes(most(1000), paySol.intent)).toEqual([]);
    expect(codes(most(5_000_000), paySol.intent, { priorityFee: 5_000_000 })).toEqual([]);
    expect(codes(most(5_000_000), paySol.intent)).toEqual(["priority_fee", "max_fee"]);
  });

  test("an announced fee is checked even if it is not a bigint", () => {
    const built = (fee: unknown) => ({ transaction: textOf(paySol), expectedOutput: { fee: fee as bigint } });
    expect(codes(built(5_001n), paySol.intent)).toEqual([]);
    expect(codes(built(5_001), paySol.intent)).toEqual([]);
    for (const fee of [10 ** 12, "5001", {}, Number.NaN])
      expect(codes(built(fee), paySol.intent)).toEqual(["fee"]);
  });
});

describe("a transaction that can only fail is refused", () => {
  test("a simulation that failed", () => {
    const built = (simulation: unknown) => ({
      transaction: textOf(sell),
      simulation: simulation as { success: boolean },
    });
    expect(codes(built({ success: true }), sell.intent)).toEqual([]);
    expect(codes(built(undefined), sell.intent)).toEqual([]);
    expect(codes(built({ success: false }), sell.intent)).toEqual(["simulation_failed"]);
    for (const success of [undefined, null, "true", 1])
      expect(codes(built({ success }), sell.intent)).toEqual(["simulation_failed"]);
  });

  test("a compute-unit limit below the instructions' minimum", () => {
    const send = paySol.instructions.at(-1)!;
    expect(codes(build([...budget(450), send]), paySol.intent)).toEqual([]);
    expect(codes(build([...budget(449), send]), paySol.intent)).toEqual(["cannot_succeed"]);
    expect(codes(build([...budget(0), send]), paySol.intent)).toEqual(["cannot_succeed"]);
  });

  test("a bound that no pool reaches", () => {
    const intent = swapIntent(USDC, BONK, 1000n, 1000n);
    const text = (side: "input" | "output", bound: bigint) =>
      build([createAccount(wallet, BONK), swap({ side, input: USDC, output: BONK, amount: 1000n, bound })]);
    expect(codes(text("input", 1100n), intent)).toEqual([]);
    expect(codes(text("input", 1101n), intent)).toEqual(["cannot_succeed"]);
    expect(codes(text("input", 2n ** 64n - 1n), intent)).toEqual(["cannot_succeed"]);
    expect(codes(text("output", 900n), intent)).toEqual([]);
    expect(codes(text("output", 899n), intent)).toEqual(["cannot_succeed"]);
    expect(codes(text("output", 0n), intent)).toEqual(["cannot_succeed"]);
  });

  test("an account that must be writable but is read-only", () => {
    for (const sample of SAMPLES) {
      const opened = VersionedTransaction.deserialize(Buffer.from(textOf(sample), "base64"));
      const { header, staticAccountKeys } = opened.message;
      header.numReadonlyUnsignedAccounts = staticAccountKeys.length - 1;
      const transaction = Buffer.from(opened.serialize()).toString("base64");
      expect(new Set(codes({ transaction }, sample.intent))).toEqual(new Set(["cannot_succeed"]));
    }
  });

  test("the source of a transfer or swap, newly created", () => {
    const create = createAccount(wallet, USDC, { data: Buffer.of(0) });
    expect(codes(build([create, ...pay.instructions]), pay.intent)).toEqual(["cannot_succeed"]);
    const again = createAccount(wallet, USDC);
    expect(codes(build([again, ...pay.instructions]), pay.intent)).toEqual([]);
    const intent = swapIntent(USDC, BONK, 1000n, 1000n);
    const order = swap({ input: USDC, output: BONK, amount: 1000n, bound: 995n });
    expect(codes(build([create, createAccount(wallet, BONK), order]), intent)).toEqual(["cannot_succeed"]);
  });
});

describe("recipients that are not wallets", () => {
  const programs = [
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    "ComputeBudget111111111111111111111111111111",
    "BPFLoaderUpgradeab1e11111111111111111111111",
    "Vote111111111111111111111111111111111111111",
    "SysvarRent111111111111111111111111111111111",
    "So11111111111111111111111111111111111111112",
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "1nc1nerator11111111111111111111111111111111",
  ];
  const key = (address: string): PublicKey => new (wallet.constructor as typeof PublicKey)(address);

  test.each(programs)("SOL to %s", (address) => {
    const to = key(address);
    expect(codes(build([sendSol(to, 5n)]), transferIntent(SOL, 5n, to))).toContain("wrong_recipient");
  });

  test("a token to its own mint, or to a program", () => {
    for (const to of [PYUSD, ...programs.map(key)]) {
      const list = [createAccount(to, PYUSD), transferChecked(ata(to, PYUSD), PYUSD, 5n)];
      expect(codes(build(list), transferIntent(PYUSD, 5n, to))).toEqual(["wrong_recipient"]);
    }
  });

  test("the wallet's own token account, where the tokens would be lost", () => {
    for (const mint of [USDC, PYUSD]) {
      const own = ata(wallet, mint);
      const list = [createAccount(own, mint), transferChecked(ata(own, mint), mint, 5n)];
      expect(codes(build(list), transferIntent(mint, 5n, own))).toEqual(["wrong_recipient"]);
    }
    const wrapped = ata(wallet, SOL);
    expect(codes(build([sendSol(wrapped, 5n)]), transferIntent(SOL, 5n, wrapped))).toEqual([
      "wrong_recipient",
    ]);
  });

  test("a wallet is accepted", () => {
    expect(codes(build([sendSol(recipient, 5n)]), transferIntent(SOL, 5n))).toEqual([]);
  });
});

test("pools are checked against the caller's list", () => {
  const two = sampleNamed("USDC to PYUSD over two pools");
  const [first, second] = POOLS.map((pool) => pool.toBase58());
  expect(codes(textOf(two), two.intent, { pools: [second, first, "more"] })).toEqual([]);
  for (const pools of [[], [first], [second]])
    expect(codes(textOf(two), two.intent, { pools })).toEqual(["wrong_route"]);
});

describe("a slippage finding states the transaction's tolerance", () => {
  test("which is the smallest slippage that verification accepts", () => {
    const amounts = fc.bigInt({ min: 20_000n, max: 2n ** 50n });
    forAll(
      150,
      [amounts, amounts, fc.boolean(), fc.integer({ min: 51, max: 1000 })],
      (inn, out, exactIn, spoken) => {
        const text = swapAt(spoken, exactIn, inn, out);
        const intent = swapIntent(USDC, BONK, inn, out);
        const [found, ...others] = findings(text, intent);
        expect([found?.code, others]).toEqual(["slippage", []]);
        const slippageBps = found?.slippageBps ?? 0;
        expect(slippageBps).toBeGreaterThan(50);
        expect(slippageBps).toBeLessThanOrEqual(spoken);
        expect(findings(text, intent, { slippageBps })).toEqual([]);
        expect(findings(text, intent, { slippageBps: slippageBps - 1 })[0]?.slippageBps).toBe(slippageBps);
      },
    );
  });

  test("in its message too, with the option to set", () => {
    const text = build([
      createAccount(wallet, BONK),
      swap({ input: USDC, output: BONK, amount: 1000n, bound: 1980n }),
    ]);
    const [found] = findings(text, swapIntent(USDC, BONK, 1000n, 2000n));
    expect(found).toMatchObject({ code: "slippage", slippageBps: 100, instruction: 1 });
    expect(found?.message).toMatch(
      /tolerance is 1%.*Parse the command again with the slippage that you want.*slippageBps: 100/,
    );
  });
});
