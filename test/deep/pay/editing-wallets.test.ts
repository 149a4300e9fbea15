// A page pays with a wallet that edits what it signs, and crashes at each of its requests, also between the signature and
// the sending. What it resumes is the edited message.
import { explore, type Life } from "@intent-tx/mock-server/explore";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { PublicKey } from "@solana/web3.js";
import { decodeTransaction, execute, isPaymentError, MemoryJournal, resume } from "intent-tx/solana";
import { expect, test } from "vitest";

const LAMPORTS = 1_000_000_000n;

test.each(["phantom", "seed-vault", "broadcasts"] as const)("like %s pays once", async (like) => {
  const ends: { readonly lives: number; readonly prompts: number }[] = [];
  const report = await explore({
    faults: { api: false, chain: false, crash: true },
    setup: () => ({ prompts: 0, journal: new MemoryJournal() }),
    run: async ({ client, connection, server, state }: Life<{ prompts: number; journal: MemoryJournal }>) => {
      const ask = () => ++state.prompts > 0;
      const { adapter } = mockWallet(server, "alice", { like, ask });
      const { journal } = state;
      const { clock } = server;
      // As a page does when it loads.
      await resume({ journal, connection, clock });
      for (;;) {
        const order = {
          command: "send 1 SOL to bob.sol",
          journal,
          paymentId: "order-1",
          approve: () => true,
        };
        try {
          return await execute({ client, connection, signer: adapter, clock, ...order });
        } catch (error) {
          if (!isPaymentError(error) || error.outcome === "failed") throw error;
          await clock.sleep(10_000);
        }
      }
    },
    check: async ({ connection, server, state, ended }) => {
      expect(ended.how).toBe("returned");
      const balance = await connection.getBalance(new PublicKey(server.wallets.bob.address));
      expect(BigInt(balance)).toBe(26n * LAMPORTS);
      // The journal has the message that was signed.
      const record = await state.journal.get("order-1");
      const { instructions } = decodeTransaction(record!.attempts.at(-1)!.transaction);
      if (like === "phantom") expect(instructions.at(-1)?.kind).toBe("guard");
      ends.push({ lives: ended.lives, prompts: state.prompts });
    },
  });
  expect(report.failures).toEqual([]);
  // Crashes after the signature was stored need no second prompt; those before it do.
  expect(ends.filter(({ lives, prompts }) => lives === 2 && prompts === 1).length).toBeGreaterThan(0);
});
