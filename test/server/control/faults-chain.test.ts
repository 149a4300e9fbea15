import type { MockServer } from "@intent-tx/mock-server";
import { VersionedTransaction } from "@solana/web3.js";
import { signAndSend } from "intent-tx/solana";
import { expect } from "vitest";
import { ArmedFaults } from "../../../mock-server/src/faults/armed-faults.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { State } from "../../../mock-server/src/state/state.js";
import {
  api,
  clientOf,
  connectionOf,
  failureOf,
  keypairOf,
  lab,
  rpc,
  send,
  signedOf,
  statusOf,
  test,
} from "../lab.js";
import { RpcClient } from "../rpc/socket-client.js";

const TRANSFER = "send 1 SOL to bob.sol";

async function balance(server: MockServer, wallet = "bob") {
  const { tokens, solBalance } = await clientOf(server).portfolio.retrieve(server.wallets[wallet]!.address);
  return { solBalance, usdc: tokens.find(({ symbol }) => symbol === "USDC")?.balance };
}

const REFUSED = { error: { code: -32002, message: expect.stringContaining("Blockhash not found") } };

const aliceOf = (server: MockServer) => ({
  connection: connectionOf(server),
  signer: keypairOf(server.wallets.alice),
  clock: server.clock,
});

async function pay(server: MockServer) {
  const { intent, built } = await signedOf(server, TRANSFER);
  return signAndSend({ intent, built, ...aliceOf(server) });
}

test("expired-blockhash: the next transaction is built on an old blockhash, and the one after it lands", async () => {
  const server = await lab();
  server.faults.add({ fault: { kind: "expired-blockhash" } });
  const { wire, signature } = await signedOf(server, TRANSFER);
  server.faults.assertDone();
  const { recentBlockhash } = VersionedTransaction.deserialize(Buffer.from(wire, "base64")).message;
  const { result } = await rpc(server, "isBlockhashValid", [recentBlockhash, { commitment: "processed" }]);
  expect(result.value).toBe(false);
  for (let time = 0; time < 2; time++) {
    expect(await send(server, wire)).toMatchObject(REFUSED);
    expect(await statusOf(server, signature)).toBeNull();
  }
  expect(server.faults.list()).toMatchObject([{ seen: 1, fired: 1 }]);
  const again = await signedOf(server, TRANSFER);
  expect(await send(server, again.wire)).toMatchObject({ result: again.signature });
  expect(await statusOf(server, again.signature)).toMatchObject({ confirmationStatus: "confirmed" });
});

test("expired-blockhash is an expired transaction to an app, on a frozen clock", async ({ server }) => {
  server.faults.add({ fault: { kind: "expired-blockhash" } });
  expect(await failureOf(pay(server))).toMatchObject({
    name: "TransactionExpiredError",
    outcome: "not-sent",
  });
  expect(await pay(server)).toMatchObject({ signature: expect.any(String) });
  server.faults.assertDone();
});

test.for([false, true])(
  "expired-blockhash permanently affects transactions built before it was armed (skipPreflight: %s)",
  async (skipPreflight, { server }) => {
    const { wire, signature } = await signedOf(server, TRANSFER);
    const other = await signedOf(server, "send 2 SOL to bob.sol");
    server.faults.add({ fault: { kind: "expired-blockhash" } });
    const state = JSON.parse(JSON.stringify(await server.snapshot()));
    for (let turn = 0; turn < 2; turn++) {
      for (let time = 0; time < 3; time++)
        expect(await send(server, wire, { skipPreflight })).toMatchObject(
          skipPreflight ? { result: signature } : REFUSED,
        );
      expect(await statusOf(server, signature)).toBeNull();
      expect(await send(server, other.wire)).toMatchObject({ result: other.signature });
      expect(server.faults.list()[0]).toMatchObject({ fired: 1 });
      await server.restore(state);
    }
  },
);

test("drop-transaction: a send returns a signature, but the transaction never lands, however often it is sent", async () => {
  const server = await lab();
  const before = await balance(server);
  server.faults.add({ fault: { kind: "drop-transaction" } });
  const { wire, signature } = await signedOf(server, TRANSFER);
  for (let time = 0; time < 3; time++) expect(await send(server, wire)).toMatchObject({ result: signature });
  await server.clock.advance("5m");
  expect(await statusOf(server, signature)).toBeNull();
  expect(await balance(server)).toEqual(before);
  expect(server.faults.list()).toMatchObject([{ seen: 1, fired: 1 }]);
});

test("old names in a match are refused with the new ones", ({ server }) => {
  const fault = { kind: "drop-transaction" } as const;
  const adding = (match: object) => () => server.faults.add({ match: match as never, fault });
  expect(adding({ nth: 2 })).toThrow("pass nth beside match");
  expect(adding({ wallet: "x" })).toThrow("it is called walletAddress");
});

test("a fault of the chain can match a wallet, a signature, or the nth transaction", async ({ server }) => {
  const fault = { kind: "drop-transaction" } as const;
  const { alice, bob } = server.wallets;
  const lands = async (command: string, wallet = alice) => {
    const { wire, signature } = await signedOf(server, command, wallet);
    await send(server, wire);
    return (await statusOf(server, signature)) !== null;
  };
  server.faults.add({ match: { walletAddress: bob.address }, fault });
  expect(await lands("send 1 SOL to bob.sol")).toBe(true);
  expect(await lands("send 1 SOL to alice.sol", bob)).toBe(false);
  server.faults.clear();
  server.faults.add({ nth: 2, fault });
  expect(await lands("send 2 SOL to bob.sol")).toBe(true);
  expect(await lands("send 3 SOL to bob.sol")).toBe(false);
  server.faults.clear();
  const one = await signedOf(server, "send 1.1 SOL to bob.sol");
  const two = await signedOf(server, "send 1.2 SOL to bob.sol");
  server.faults.add({ match: { signature: two.signature }, fault });
  for (const { wire } of [one, two]) await send(server, wire);
  expect(await statusOf(server, one.signature)).toMatchObject({ err: null });
  expect(await statusOf(server, two.signature)).toBeNull();
  server.faults.assertDone();
});

test("a late transaction that is resent lands no sooner, and only once", async ({ server }) => {
  const before = await balance(server);
  server.faults.add({ fault: { kind: "late-transaction", by: "20s" } });
  const { wire, signature } = await signedOf(server, TRANSFER);
  for (let second = 0; second < 20; second += 4) {
    expect(await send(server, wire)).toMatchObject({ result: signature });
    expect(await statusOf(server, signature)).toBeNull();
    await server.clock.advance("4s");
  }
  expect(await statusOf(server, signature)).toMatchObject({ err: null });
  expect((await balance(server)).solBalance - before.solBalance).toBe(1_000_000_000n);
});

test("a late transaction stays pending after snapshot and restore", async ({ server }) => {
  server.faults.add({ fault: { kind: "late-transaction" } });
  const { wire, signature } = await signedOf(server, TRANSFER);
  await send(server, wire);
  const state = JSON.parse(JSON.stringify(await server.snapshot()));
  await server.clock.advance("11s");
  expect(await statusOf(server, signature)).not.toBeNull();
  await server.restore(state);
  expect(await statusOf(server, signature)).toBeNull();
  await server.clock.advance("11s");
  expect(await statusOf(server, signature)).toMatchObject({ err: null });
});

test("a subscription made while slow-confirm delays a change is notified once it is released", async () => {
  const server = await lab();
  await server.listen({ port: 0 });
  server.faults.add({ fault: { kind: "slow-confirm", by: "30s" } });
  const { wire } = await signedOf(server, TRANSFER);
  await send(server, wire);
  const client = await RpcClient.open(server.ws.live);
  const bob = server.wallets.bob.address;
  const { result: id } = await client.call("accountSubscribe", bob, { commitment: "confirmed" });
  await server.clock.advance("29s");
  await client.silent();
  await server.clock.advance("2s");
  expect((await client.message()).params).toMatchObject({
    subscription: id,
    result: { value: { lamports: 26e9 } },
  });
  client.socket.terminate();
});

test.each([
  ["swap 1 SOL for USDC", { percent: -10 }],
  ["swap 100 USDC for SOL", {}],
])("moved-pool without a pool moves the price against the next build, of %j", async (command, how) => {
  const server = await lab();
  const client = clientOf(server);
  const walletAddress = server.wallets.alice.address;
  const intent = await client.intents.parse({ walletAddress, command });
  server.faults.add({ fault: { kind: "moved-pool", ...how } });
  const error = await failureOf(client.transactions.build({ intentId: intent.intentId, walletAddress }));
  expect(error).toMatchObject({ name: "SimulationFailedError", status: 400 });
  server.faults.assertDone();
  const again = await client.intents.parse({ walletAddress, command });
  expect(again.route!.outAmount).toBeLessThan(intent.route!.outAmount);
  const built = await client.transactions.build({ intentId: again.intentId, walletAddress });
  expect(built.simulation?.success).toBe(true);
});

test("a reset undoes a move that has not ended", async ({ server }) => {
  const { prices } = clientOf(server);
  const { price } = await prices.retrieve("SOL");
  server.faults.add({ fault: { kind: "moved-pool", pool: "SOL-USDC", percent: -50 } });
  await server.reset();
  await server.fund(server.wallets.bob.address, { USDC: "1" });
  expect((await prices.retrieve("SOL")).price).toBe(price);
});

test("moved-pool is not used up by a request that is refused before the price moves", async ({ server }) => {
  const walletAddress = server.wallets.alice.address;
  const command = "swap 1 SOL for USDC";
  const { intentId } = await clientOf(server).intents.parse({ walletAddress, command });
  server.faults.add({ fault: { kind: "moved-pool" } });
  server.faults.add({ nth: 1, fault: { kind: "status", status: 429 } });
  const build = (id: unknown, key?: string) =>
    api(server, "POST", "/transactions/build", { intentId: id, walletAddress }, key);
  const unknown = `intent_${"0".repeat(16)}`;
  expect((await build(intentId)).status).toBe(429);
  expect((await build(intentId, "no key")).status).toBe(401);
  expect((await build(unknown)).status).toBe(404);
  expect((await build([intentId])).status).toBe(400);
  expect(server.faults.list()[0]).toMatchObject({ seen: 0, fired: 0 });
  expect((await build(intentId)).body.error.code).toBe("simulation_failed");
});

test.each([
  ["expired-blockhash", "drop-transaction"],
  ["drop-transaction", "late-transaction"],
  ["drop-transaction", "slow-confirm"],
] as const)("a transaction stopped by %s is the first match of %s too", async (first, second) => {
  const server = await lab();
  server.faults.add({ nth: 1, fault: { kind: first } });
  server.faults.add({ nth: 2, fault: { kind: second } });
  for (const sol of [1, 2]) await send(server, (await signedOf(server, `send ${sol} SOL to bob.sol`)).wire);
  server.faults.assertDone();
});

test("a fault remembers the newest transactions that it let pass, and does not count their resends", () => {
  const faults = new ArmedFaults({ state: new State(), random: new Random("1") });
  faults.arm({ fault: { kind: "drop-transaction" }, nth: 2000 }, false);
  const send = (number: number) =>
    faults.atSend({ message: `message ${number}`, signature: undefined, signers: [] });
  for (let number = 1; number <= 450; number++) expect(send(number)).toBeUndefined();
  const counted = () => faults.list()[0]?.seen;
  for (let number = 151; number <= 450; number++) send(number);
  expect(counted()).toBe(450);
  // The first message is too old to be remembered, so it counts again.
  send(1);
  expect(counted()).toBe(451);
});
