import { verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import type { Target } from "./setup.js";

/**
 * Runs commands through the SDK, from parsing to the record in the history. The server must have a wallet `alice` with
 * SOL and USDC, and the name `bob.sol`. It needs neither a settable clock nor an in-memory ledger.
 */
export function coreLoopSuite(target: Target): void {
  describe(`the core loop, ${target.name}`, () => {
    test.each([
      ["a swap of SOL", "swap 0.05 SOL for USDC", "swap"],
      ["a swap for an exact output", "buy 5 USDC with SOL", "swap"],
      ["a swap over two pools", "swap 10 PYUSD for JUP", "swap"],
      ["a transfer of SOL", "send 0.01 SOL to bob.sol", "transfer"],
      ["a transfer of a token", "send 1.5 USDC to bob.sol", "transfer"],
    ])(
      "%s: parsed, built, verified, signed, sent, confirmed, and in the history",
      async (_, command, type) => {
        await using setup = await target.open();
        const client = setup.client();
        const walletAddress = setup.alice;
        const intent = await client.intents.parse({ walletAddress, command });
        const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
        expect(built.simulation).toMatchObject({ success: true });
        verifyTransaction(built, intent, { walletAddress });
        const before = await client.portfolio.retrieve(walletAddress);
        const signature = await setup.send(built.transaction);
        await setup.confirmed(signature);
        const after = await client.portfolio.retrieve(walletAddress);
        expect(after.solBalance).toBeLessThan(before.solBalance);
        const { outputToken } = intent.parameters;
        const held = ({ tokens }: typeof after) =>
          tokens.find(({ mint }) => mint === outputToken)?.balance ?? 0n;
        if (type === "swap") expect(held(after) - held(before)).toBe(built.expectedOutput.outputAmount);
        const record = (await client.transactions.list(walletAddress)).data.find(
          (one) => one.signature === signature,
        );
        expect(record).toMatchObject({ type, details: expect.any(Object) });
        expect(["confirmed", "finalized"]).toContain(record?.status);
      },
    );
  });
}
