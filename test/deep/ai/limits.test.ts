import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { intentTools } from "intent-tx/ai";
import { FileJournal } from "intent-tx/node";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { setup } from "../../sdk/pay/setup.js";

const SOL = "So11111111111111111111111111111111111111112";

/** Payments: the paying process, the amount in 0.001 SOL, and whether each is approved and whether it is dropped. */
const payments = fc.array(
  fc.record({
    process: fc.nat(2),
    units: fc.integer({ min: 1, max: 9 }),
    approved: fc.boolean(),
    dropped: fc.boolean(),
  }),
  { minLength: 3, maxLength: 9 },
);

/** One recipient per payment, because an order equal to an open payment would be refused for that reason. */
const recipients = Array.from({ length: 9 }, (_, at) =>
  Keypair.fromSeed(new Uint8Array(32).fill(at + 1)).publicKey.toBase58(),
);

/** A payment of 0.009 SOL. Under a limit of 0.01 SOL, only one of three such payments lands. */
const beyond = (process: number) => ({ process, units: 9, approved: true, dropped: false });

test("processes that pay concurrently never spend more than the limits allow", async () => {
  const { server, client, connection, keypair: signer, walletAddress } = await setup();
  const { build } = intentTools(client, { walletAddress });
  const built = await build.execute({ command: "send 0.001 SOL to bob.sol" });
  const fee = BigInt(built.ok ? built.data.effects.fee : 0);
  let refused = 0;
  let landed = 0;
  await fc.assert(
    fc.asyncProperty(payments, fc.integer({ min: 4, max: 20 }), async (orders, allowed) => {
      const folder = temporaryFolder();
      const limit = BigInt(allowed) * 1_000_000n;
      const limits = { perHour: { [SOL]: limit } };
      const toolsOf = (approved: boolean) =>
        intentTools(client, {
          walletAddress,
          connection,
          signer,
          limits,
          clock: server.clock,
          approve: () => approved,
          journal: new FileJournal(folder),
        });
      const processes = [0, 1, 2].map(() => [toolsOf(false), toolsOf(true)] as const);
      const answers = await Promise.all(
        orders.map(({ process, units, approved, dropped }, at) => {
          if (dropped) server.faults.add({ times: 1, fault: { kind: "drop-transaction" } });
          const tools = processes[process]![approved ? 1 : 0];
          return tools.pay.execute(
            { command: `send 0.00${units} SOL to ${recipients[at]}` },
            { toolCallId: `call-${at}` },
          );
        }),
      );
      let spent = 0n;
      for (const answer of answers)
        if (answer.ok) {
          spent += BigInt(answer.data.fee ?? 0);
          for (const { amount } of answer.data.spent ?? []) spent += BigInt(amount);
        }
      expect(spent).toBeLessThanOrEqual(limit);
      landed += answers.filter(({ ok }) => ok).length;
      refused += answers.filter((one) => !one.ok && one.reason === "limit_exceeded").length;
      server.faults.clear();
      // A payment that may still land keeps its reservation.
      for (const [at, one] of answers.entries())
        if (!one.ok && one.outcome === "unknown") spent += BigInt(orders[at]!.units) * 1_000_000n + fee;
      // The rest of the limit is free again: a payment of the rest succeeds, and one lamport more is refused.
      const last = toolsOf(true);
      const rest = limit - spent - fee;
      const over = await last.pay.execute(
        { command: `send ${rest + 1n} lamports to bob.sol` },
        { toolCallId: "over" },
      );
      expect(over).toMatchObject({ ok: false, reason: "limit_exceeded" });
      if (rest > 0n)
        expect(
          await last.pay.execute({ command: `send ${rest} lamports to bob.sol` }, { toolCallId: "rest" }),
        ).toMatchObject({ ok: true });
    }),
    // No shrinking, because each run depends on how the payments interleave.
    { numRuns: 3, endOnFailure: true, examples: [[[0, 1, 2].map(beyond), 10]] },
  );
  expect(landed).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
});
