import type { MockServer } from "@intent-tx/mock-server";
import { connectMock } from "@intent-tx/mock-server/testing";
import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { clientOf, control, keypairOf, lab, rpc, send, statusOf, transferOf } from "../lab.js";

const WHALE = Keypair.fromSeed(new Uint8Array(32).fill(41)).publicKey;
/** Off the curve, so that it has no secret key. */
const [VAULT] = PublicKey.findProgramAddressSync([Buffer.from("vault")], SystemProgram.programId);
const RULE = { match: { walletAddress: WHALE.toBase58() }, fault: { kind: "unsigned-transaction" } } as const;
const UNVERIFIED = { error: { code: -32003 } };

async function balance(server: MockServer, address: string) {
  return (await rpc(server, "getBalance", [address])).result.value;
}

/** A server where the whale and the vault have SOL. */
async function setup() {
  const server = await lab();
  await server.fund(WHALE.toBase58(), { SOL: "10" });
  await server.fund(VAULT.toBase58(), { SOL: "10" });
  return server;
}

/** A transfer to bob without its sender's signature; signed by the payer, if given. */
async function transfer(server: MockServer, from: PublicKey, lamports: number, payer?: Keypair) {
  const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
  const feePayer = payer?.publicKey ?? from;
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer } as never);
  transaction.add(transferOf(from, server.wallets.bob.address, lamports));
  if (payer) transaction.partialSign(payer);
  const form = { requireAllSignatures: false, verifySignatures: false };
  return transaction.serialize(form).toString("base64");
}

test("without the rule an unsigned transaction is refused, and with it the transaction lands", async () => {
  const server = await setup();
  const wire = await transfer(server, WHALE, 1e9);
  expect(await send(server, wire)).toMatchObject(UNVERIFIED);
  const { id } = server.faults.add(RULE);
  const { result: signature } = await send(server, wire);
  expect(await statusOf(server, signature)).toMatchObject({ err: null, confirmationStatus: "confirmed" });
  expect(await balance(server, server.wallets.bob.address)).toBe(25e9);
  await server.clock.advance("13s");
  expect(await balance(server, server.wallets.bob.address)).toBe(26e9);
  expect(server.faults.list()).toMatchObject([{ id, fired: 1 }]);
  server.faults.assertDone();
  const [newest] = (await clientOf(server).transactions.list(WHALE.toBase58())).data;
  expect(newest?.signature).toBe(signature);
});

test("each transaction has its own signature, the same on every server, and lands once", async () => {
  const signatures = async () => {
    const server = await setup();
    server.faults.add(RULE);
    const wires = [await transfer(server, WHALE, 1e9), await transfer(server, WHALE, 2e9)];
    const answers = [];
    for (const wire of [...wires, wires[0] ?? ""])
      answers.push(await send(server, wire, { skipPreflight: true }));
    await server.clock.advance("13s");
    expect(await balance(server, server.wallets.bob.address)).toBe(28e9);
    return answers.map(({ result }) => result);
  };
  const first = await signatures();
  expect(first[2]).toBe(first[0]);
  expect(new Set(first).size).toBe(2);
  expect(await signatures()).toEqual(first);
});

test("only the signature of the rule's wallet may be missing, and only until the rule is cleared", async () => {
  const server = await setup();
  const { controlUrl } = await server.listen();
  const mock = connectMock(controlUrl);
  const { id } = await mock.faults.add(RULE);
  const alice = keypairOf(server.wallets.alice);
  expect(await send(server, await transfer(server, alice.publicKey, 1e9))).toMatchObject(UNVERIFIED);
  expect(await send(server, await transfer(server, VAULT, 1e9, alice))).toMatchObject(UNVERIFIED);
  expect(await send(server, await transfer(server, WHALE, 1e9))).toHaveProperty("result");
  expect((await control(server, "GET", "/faults")).body.data).toMatchObject([{ id, rule: RULE, fired: 1 }]);
  await mock.faults.clear(id);
  expect(await send(server, await transfer(server, WHALE, 2e9))).toMatchObject(UNVERIFIED);
});

test("an address without a key can send with a payer, whose signature identifies the transaction", async () => {
  const server = await setup();
  server.faults.add({ ...RULE, match: { walletAddress: VAULT.toBase58() }, times: 1 });
  const alice = keypairOf(server.wallets.alice);
  const wire = await transfer(server, VAULT, 1e9, alice);
  const checked = { encoding: "base64", sigVerify: true, commitment: "confirmed" };
  expect((await rpc(server, "simulateTransaction", [wire, checked])).result.value.err).toBeNull();
  const { result } = await send(server, wire);
  expect(result).toBe(bs58.encode(Buffer.from(wire, "base64").subarray(1, 65)));
  expect(await statusOf(server, result)).toMatchObject({ err: null });
  expect(await send(server, await transfer(server, VAULT, 2e9, alice))).toMatchObject(UNVERIFIED);
});

test("a snapshot includes the rule, and a delayed unsigned transaction lands", async () => {
  const server = await setup();
  const before = await server.snapshot();
  server.faults.add(RULE);
  server.faults.add({ fault: { kind: "late-transaction", by: "5s" } });
  const armed = await server.snapshot();
  await server.restore(before);
  expect(await send(server, await transfer(server, WHALE, 1e9))).toMatchObject(UNVERIFIED);
  await server.restore(armed);
  const { result } = await send(server, await transfer(server, WHALE, 1e9));
  expect(await statusOf(server, result)).toBeNull();
  await server.clock.advance("6s");
  expect(await statusOf(server, result)).toMatchObject({ err: null });
});
