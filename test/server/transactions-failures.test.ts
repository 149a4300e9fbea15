import { describe, expect, it } from "vitest";
import { Chain } from "./transactions-stage.js";

interface Failed {
  readonly code: string;
  readonly status: number;
  readonly details: { readonly reason: string; readonly logs: string[] };
}

async function failing(
  chain: Chain,
  command: string,
  options: Parameters<Chain["parse"]>[1] = {},
): Promise<Failed> {
  const intent = await chain.parse(command, options);
  return failed(chain.build(intent, { walletAddress: options.wallet ?? chain.alice.address }));
}

async function failed(build: Promise<unknown>): Promise<Failed> {
  const error = await build.then(
    () => undefined,
    (reason: Failed) => reason,
  );
  if (!error) throw new Error("it was built");
  expect(error).toMatchObject({ code: "simulation_failed", status: 400 });
  return error;
}

describe("a failed simulation tells its reason and the programs' logs", () => {
  it("when the price moved past the slippage", async () => {
    const chain = await Chain.open();
    const intent = await chain.parse("swap 1 SOL for USDC", { slippage: 10 });
    await chain.move("SOL-USDC", -5);
    const { details } = await failed(chain.build(intent));
    expect(details.reason).toContain("slippage tolerance exceeded");
    expect(details.logs).toContain("Program log: Error: slippage tolerance exceeded");
    expect(details.logs.at(-1)).toContain("custom program error: 0x1771");
  });

  it("and the price comes before the balance, as in the program", async () => {
    const chain = await Chain.open();
    const intent = await chain.parse("swap 20000 USDC for SOL", { slippage: 10 });
    await chain.move("SOL-USDC", 5);
    const { details } = await failed(chain.build(intent));
    expect(details.reason).toContain("slippage tolerance exceeded");
  });

  it("when the wallet holds too little of a token", async () => {
    const { details } = await failing(await Chain.open(), "send 999999 USDC to bob.sol");
    expect(details.reason).toBe("insufficient funds: the wallet holds 10000 USDC, 999999 USDC is needed");
    expect(details.logs.join("\n")).toMatch(/insufficient funds/i);
  });

  it("when the wallet has no account of the token", async () => {
    for (const command of ["send 5 WIF to bob.sol", "swap 5 WIF for USDC"]) {
      const { details } = await failing(await Chain.open(), command);
      expect(details.reason).toBe("insufficient funds: the wallet holds 0 WIF, 5 WIF is needed");
      // The token program says so itself, since the account is made first.
      expect(details.logs.join("\n")).toMatch(/Error: insufficient funds|custom program error: 0x1$/im);
    }
  });

  it("when the wallet holds too little SOL", async () => {
    const { details } = await failing(await Chain.open(), "send 1000 SOL to bob.sol");
    expect(details.reason).toBe("insufficient funds: the wallet holds 100 SOL, 1000 SOL is needed");
    expect((await failing(await Chain.open(), "swap 100 SOL for USDC")).details.reason).toContain(
      "insufficient funds",
    );
  });

  it("when the wallet would be left below rent", async () => {
    const { details } = await failing(await Chain.open(), "send 99.9995 SOL to bob.sol");
    expect(details.reason).toContain("insufficient funds for rent: the wallet would be left");
  });

  it("when the recipient would get less than rent", async () => {
    const chain = await Chain.open();
    const { details } = await failing(chain, `send 0.0001 SOL to ${chain.stranger.address}`);
    expect(details.reason).toContain("insufficient funds for rent");
    expect(details.reason).toContain(chain.stranger.address);
  });

  it("when the wallet does not exist", async () => {
    const chain = await Chain.open();
    const { details } = await failing(chain, "send 1 SOL to bob.sol", { wallet: chain.stranger.address });
    expect(details.reason).toContain("insufficient funds");
  });

  it("and nothing of it without simulation: the transaction is built (decision 49)", async () => {
    const chain = await Chain.open();
    const intent = await chain.parse("send 1000 SOL to bob.sol");
    const built = await chain.build(intent, { simulate: false });
    expect(built.expectedOutput.outputAmount).toBe(1_000_000_000_000n);
  });
});
