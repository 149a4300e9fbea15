import { createMockServer, type MockServerOptions } from "@intent-tx/mock-server";
import {
  createClient,
  createKeyPairSignerFromBytes,
  createSolanaRpcFromTransport,
  extendClient,
  getBase58Encoder,
} from "@solana/kit";
import { IntentTx } from "intent-tx";
import { intentTxPlugin } from "intent-tx/solana";
import { expect, test } from "vitest";

async function setup(options: MockServerOptions = {}) {
  const server = await createMockServer({ seed: 1, ...options });
  const rpc = createSolanaRpcFromTransport(server.rpcTransport());
  const secret = getBase58Encoder().encode(server.wallets.alice.secretKey) as Uint8Array;
  const payer = await createKeyPairSignerFromBytes(secret);
  const plugin = intentTxPlugin({ client: new IntentTx(server.clientOptions()) });
  const order = { command: "send 0.1 SOL to bob.sol", clock: server.clock };
  return { server, rpc, payer, plugin, order };
}

test("a kit client pays with its own rpc and payer", async () => {
  const { server, rpc, payer, plugin, order } = await setup();
  await using _ = server;
  const client = createClient()
    .use((empty) => ({ ...empty, rpc, payer }))
    .use(plugin);
  const { intent, effects } = await client.intentTx.preview({ ...order, walletAddress: payer.address });
  expect(effects.spendAtMost).toMatchObject([{ amount: 100_000_000n }]);
  const receipt = await client.intentTx.execute({ intent, accept: effects, clock: server.clock });
  expect(receipt.spent).toMatchObject([{ amount: 100_000_000n }]);
});

test("a kit client previews a transaction whose lookup tables its own rpc returns", async () => {
  const { server, rpc, payer, plugin, order } = await setup({ world: { builds: { lookupTables: true } } });
  await using _ = server;
  const swap = { command: "swap 0.1 SOL for USDC", clock: order.clock, walletAddress: payer.address };
  const { intent } = await plugin({ rpc }).intentTx.preview(swap);
  expect(intent.action).toBe("swap");
});

test("a kit client pays with the wallet that is connected at the time of the call", async () => {
  const { server, rpc, payer, plugin, order } = await setup();
  await using _ = server;
  let connected: typeof payer | undefined;
  const wallet = {
    get identity() {
      if (connected === undefined) throw new Error("No wallet is connected.");
      return connected;
    },
  };
  const client = createClient()
    .use((empty) => extendClient(extendClient(empty, wallet), { rpc }))
    .use(plugin);
  const call = { ...order, approve: () => true };
  await expect(client.intentTx.execute(call)).rejects.toThrow("No wallet is connected.");
  connected = payer;
  expect(client.identity).toBe(payer);
  expect(await client.intentTx.execute(call)).toMatchObject({ attempts: 1 });
});

test("a kit client pays over the connections of a call instead of its own", async () => {
  const { server, rpc, payer, plugin, order } = await setup();
  await using _ = server;
  const client = plugin({ rpc: { ...rpc, sendTransaction: undefined }, payer });
  const call = { ...order, connections: [rpc, rpc], approve: () => true };
  expect(await client.intentTx.execute(call)).toMatchObject({ attempts: 1 });
});

test("a client of @solana/client pays through its runtime, with a signer of the call", async () => {
  const { server, rpc, payer, plugin, order } = await setup();
  await using _ = server;
  const client = plugin({ runtime: { rpc }, actions: {} });
  const receipt = await client.intentTx.execute({ ...order, signer: payer, approve: () => true });
  expect(receipt.attempts).toBe(1);
  await expect(client.intentTx.execute({ ...order, approve: () => true })).rejects.toThrow(/signer/);
});
