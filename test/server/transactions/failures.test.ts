import { describe, expect, it } from "vitest";
import { failureOf } from "../lab.js";
import { Chain } from "./setup.js";

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
