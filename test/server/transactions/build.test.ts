import { decodeTransaction } from "intent-tx/solana";
import { describe, expect, it } from "vitest";
import { messageHash, readTransaction } from "../../../mock-server/src/chain/transaction.js";
import { Chain } from "./setup.js";

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
