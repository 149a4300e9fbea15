import { createMockServer } from "@intent-tx/mock-server";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import {
  type ExecuteOptions,
  execute,
  MemoryJournal,
  type PaymentEvent,
  receipt,
  resume,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";

const NATIVE = "So11111111111111111111111111111111111111112";

async function scene(options: Parameters<typeof createMockServer>[0] = {}) {
  const server = await createMockServer({
    seed: 1,
    clock: { mode: "auto", now: "2026-01-01T00:00:00Z" },
    ...options,
  });
  const connection = new Connection(server.rpc.live, { fetch: server.fetch });
  const signer = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
  const journal = new MemoryJournal();
  const defaults = {
    client: new IntentTx(server.clientOptions()),
    connection,
    signer,
    journal,
    paymentId: "order-1",
    approve: () => true,
    clock: server.clock,
  };
  const pay = (more: Partial<ExecuteOptions>) => execute({ ...defaults, ...more } as ExecuteOptions);
  return { server, connection, journal, pay, walletAddress: server.wallets.alice.address };
}

describe("execute", () => {
  test("a payment refused before sending is also reported as settled", async () => {
    const { server, pay } = await scene();
    const events: PaymentEvent[] = [];
    const onEvent = (event: PaymentEvent) => void events.push(event);
    const refused = { command: "send 0.5 SOL to bob.sol", approve: () => false, onEvent };
    await expect(pay(refused)).rejects.toMatchObject({ outcome: "not-sent" });
    expect(events).toEqual([{ type: "settled", signature: "", outcome: "not-sent" }]);
    await server.close();
  });

  test("returns a receipt with figures from the balances", async () => {
    const { server, connection, pay, walletAddress, journal } = await scene();
    const before = await connection.getBalance(signerOf(server), "confirmed");
    const events: PaymentEvent["type"][] = [];
    const paid = await pay({
      command: "send 0.5 SOL to bob.sol",
      onEvent: ({ type }) => void events.push(type),
    });
    const after = await connection.getBalance(signerOf(server), "confirmed");
    expect(paid.spent).toEqual([{ mint: NATIVE, amount: 500_000_000n }]);
    expect(paid.received).toEqual([]);
    expect(BigInt(before - after)).toBe(500_000_000n + (paid.fee ?? 0n) + (paid.rent ?? 0n));
    expect(paid.attempts).toBe(1);
    expect(events).toEqual(["signed", "sent", "status", "settled"]);
    expect(await receipt(paid.signature, { connection, walletAddress, clock: server.clock })).toMatchObject({
      spent: paid.spent,
      fee: paid.fee,
    });
    expect(await journal.open()).toEqual([]);
    await server.close();
  });

  test("pays once for one paymentId", async () => {
    const { server, pay } = await scene();
    const first = await pay({ command: "swap 1 SOL for USDC" });
    expect(await pay({ command: "swap 1 SOL for USDC" })).toEqual(first);
    await expect(pay({ command: "swap 2 SOL for USDC" })).rejects.toMatchObject({ outcome: "not-sent" });
    await server.close();
  });

  test("signs again once a dropped transaction provably cannot land", async () => {
    const { server, pay } = await scene();
    server.faults.add({ times: 1, fault: { kind: "drop-transaction" } });
    const paid = await pay({ command: "swap 1 SOL for USDC" });
    expect(paid.spent?.[0]?.amount).toBe(1_000_000_000n);
    await server.close();
  });

  test("is unknown, not unsent, while an earlier call has the payment open", async () => {
    const { server, pay, journal, connection } = await scene();
    const command = "send 0.5 SOL to bob.sol";
    const broken = Object.assign(Object.create(connection) as Connection, {
      sendRawTransaction: async () => Promise.reject(new Error("socket hang up")),
      getSignatureStatuses: async () => Promise.reject(new Error("socket hang up")),
    });
    await expect(pay({ command, connection: broken })).rejects.toMatchObject({ outcome: "unknown" });
    const [open] = await journal.open();
    const signature = open?.attempts[0]?.signature;
    await expect(pay({ command, signal: AbortSignal.abort() })).rejects.toMatchObject({
      outcome: "unknown",
      signature,
    });
    expect(await pay({ command })).toMatchObject({ signature, attempts: 1 });
    await server.close();
  });

  test("resume settles only proven outcomes and sends nothing", async () => {
    const { server, pay, journal, connection } = await scene();
    await expect(pay({ command: "swap 1 SOL for USDC", approve: () => false })).rejects.toMatchObject({
      outcome: "not-sent",
    });
    expect(await resume({ journal, connection })).toEqual([]);
    await server.close();
  });
});

function signerOf(server: Awaited<ReturnType<typeof createMockServer>>) {
  return Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey)).publicKey;
}
