import { describe, expect, it } from "vitest";
import { Chain } from "./transactions-stage.js";

const details = async (chain: Chain, wallet: string) => {
  const page = await chain.history.list("live", wallet);
  return page.data.map((record) => ({ type: record.type, status: record.status, ...record.details }));
};

describe("the history of executed transactions", () => {
  it("tells swaps and transfers in symbols and human units, newest first", async () => {
    const chain = await Chain.open();
    const { alice, bob } = chain;
    const first = await chain.execute("swap 0.5 SOL for USDC");
    const second = await chain.execute("buy 2 SOL with USDC");
    const third = await chain.execute("swap 100 JUP for PYUSD");
    await chain.execute("send 12.5 USDC to bob.sol");
    await chain.execute("send 0.25 SOL to bob.sol");
    const human = (units: bigint | undefined, decimals: number) => Number(units ?? 0n) / 10 ** decimals;
    expect(await details(chain, alice.address)).toEqual([
      { type: "transfer", status: "confirmed", token: "SOL", amount: 0.25, recipient: bob.address },
      { type: "transfer", status: "confirmed", token: "USDC", amount: 12.5, recipient: bob.address },
      {
        ...{ type: "swap", status: "confirmed", inputToken: "JUP", outputToken: "PYUSD", inputAmount: 100 },
        outputAmount: human(third.built.expectedOutput.outputAmount, 6),
        priceImpact: third.intent.route?.priceImpact,
      },
      {
        ...{ type: "swap", status: "confirmed", inputToken: "USDC", outputToken: "SOL", outputAmount: 2 },
        inputAmount: human(second.intent.parameters.amount, 6),
        priceImpact: second.intent.route?.priceImpact,
      },
      {
        ...{ type: "swap", status: "confirmed", inputToken: "SOL", outputToken: "USDC", inputAmount: 0.5 },
        outputAmount: human(first.built.expectedOutput.outputAmount, 6),
        priceImpact: first.intent.route?.priceImpact,
      },
    ]);
    // Both are in the receiver's history too, the tokens by the account that was made for him.
    expect((await details(chain, bob.address)).map((record) => "token" in record && record.token)).toEqual([
      "SOL",
      "USDC",
    ]);
  });

  it("tells what the faucet gave as transfers to the wallet", async () => {
    const chain = await Chain.open();
    const { address } = chain.stranger;
    const tokens = new Map([[chain.token("USDC").mint, 2_500_000n]]);
    await chain.ledger.fund(address, { lamports: 3_000_000_000n, tokens });
    const gifts = (await details(chain, address)) as { token: string }[];
    expect(gifts.sort((a, b) => a.token.localeCompare(b.token))).toEqual([
      { type: "transfer", status: "confirmed", token: "SOL", amount: 3, recipient: address },
      { type: "transfer", status: "confirmed", token: "USDC", amount: 2.5, recipient: address },
    ]);
  });

  it("holds failed transactions, from what they asked for", async () => {
    const chain = await Chain.open();
    const intent = await chain.parse("swap 1 SOL for USDC", { slippage: 10 });
    const built = await chain.build(intent);
    await chain.move("SOL-USDC", -5);
    await chain.ledger.send(chain.sign(built.transaction), { skipPreflight: true });
    const poor = await chain.parse("send 99999 USDC to bob.sol");
    const late = await chain.build(poor, { simulate: false });
    await chain.clock.advance(400);
    await chain.ledger.send(chain.sign(late.transaction), { skipPreflight: true });
    expect(await details(chain, chain.alice.address)).toEqual([
      { type: "transfer", status: "failed", token: "USDC", amount: 99_999, recipient: chain.bob.address },
      {
        ...{ type: "swap", status: "failed", inputToken: "SOL", outputToken: "USDC", inputAmount: 1 },
        ...{ outputAmount: 0, priceImpact: 0 },
      },
    ]);
  });
});
