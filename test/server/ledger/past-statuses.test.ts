import type { MockServer } from "@intent-tx/mock-server";
import { PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { control, keypairOf, lab, rpc, send, signedAgain, signedOf } from "../lab.js";

const SLOT = 400;

describe("dropped transactions with a valid blockhash", () => {
  const FIRST = 0;
  const FAILED = 1;
  const HELD = 2;

  /**
   * Lands a successful, a failed and a delayed transaction in one slot; 100 slots later, a fourth one. The ledger keeps
   * only the fourth transaction, and the statuses of the others.
   */
  async function letGo() {
    const server = await lab({ ledger: { keep: 1 } });
    const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
    const wires = await Promise.all(
      ["0.01", "0.02", "0.03"].map((amount) => signedOf(server, `send ${amount} SOL to bob.sol`)),
    );
    const failing = failingTransfer(server, blockhash);
    const all = [wires[0]!, failing, wires[1]!];
    for (const [at, { wire }] of all.entries()) {
      if (at === HELD) server.faults.add({ fault: { kind: "slow-confirm" }, times: 1 });
      const sent = await rpc(server, "sendTransaction", [wire, { encoding: "base64", skipPreflight: true }]);
      expect(sent.result).toEqual(expect.any(String));
    }
    await server.clock.advance(100 * SLOT);
    const last = await send(server, (await signedOf(server, "send 0.05 SOL to bob.sol")).wire);
    expect(last.result).toEqual(expect.any(String));
    return { server, all, blockhash };
  }

  const SELF = "11111111111111111111111111111112";

  /** A transfer of more lamports than the wallet has; the wallet still pays the fee. */
  function failingTransfer(server: MockServer, recentBlockhash: string) {
    const alice = keypairOf(server.wallets.alice);
    const transaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash });
    const [fromPubkey, toPubkey] = [alice.publicKey, new PublicKey(SELF)];
    transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 10n ** 18n }));
    transaction.sign(alice);
    return {
      wire: transaction.serialize().toString("base64"),
      signature: bs58.encode(transaction.signature!),
    };
  }

  async function statusesOf(server: MockServer, all: { signature: string }[]) {
    const signatures = all.map(({ signature }) => signature);
    return (await rpc(server, "getSignatureStatuses", [signatures])).result.value;
  }

  const told = [
    { err: null, confirmationStatus: "finalized", confirmations: null },
    { err: { InstructionError: [0, { Custom: 1 }] }, confirmationStatus: "finalized" },
    { err: null, confirmationStatus: "processed", confirmations: 0 },
  ];

  test("keep their statuses, and do not land twice", async () => {
    const { server, all, blockhash } = await letGo();
    expect((await rpc(server, "getTransaction", [all[FIRST]!.signature])).result).toBeNull();
    expect(await statusesOf(server, all)).toMatchObject(told);
    expect((await rpc(server, "isBlockhashValid", [blockhash])).result.value).toBe(true);
    const bob = async () => (await rpc(server, "getBalance", [server.wallets.bob.address])).result.value;
    const before = await bob();
    const alice = bs58.decode(server.wallets.alice.secretKey);
    const wires = all.map(({ wire }) => wire);
    const signedTwice = signedAgain(Buffer.from(all[FIRST]!.wire, "base64"), alice, 7n);
    for (const wire of [...wires, Buffer.from(signedTwice).toString("base64")]) {
      const again = await rpc(server, "sendTransaction", [wire, { encoding: "base64" }]);
      expect(again.error.data.err).toBe("AlreadyProcessed");
      await rpc(server, "sendTransaction", [wire, { encoding: "base64", skipPreflight: true }]);
    }
    expect(await bob()).toBe(before);
  });

  test("are known to a server that restores the state", async () => {
    const { server, all } = await letGo();
    const { body } = await control(server, "GET", "/state");
    expect(body.state.pastStatuses).toHaveLength(1);
    const other = await lab({ ledger: { keep: 1 } });
    await control(other, "PUT", "/state", body);
    expect(await statusesOf(other, all)).toMatchObject(told);
    const again = await rpc(other, "sendTransaction", [all[FAILED]!.wire, { encoding: "base64" }]);
    expect(again.error.data.err).toBe("AlreadyProcessed");
    await other.reset();
    expect(await statusesOf(other, all)).toEqual([null, null, null]);
  });

  test("a state with a missing status is refused", async () => {
    const { server } = await letGo();
    const { body } = await control(server, "GET", "/state");
    body.state.pastStatuses[0][1].landed = 4;
    const answer = await control(server, "PUT", "/state", body);
    expect(answer).toMatchObject({ status: 400, body: { error: { field: "state.pastStatuses[0]" } } });
    expect(answer.body.error.message).toMatch(/has 3 statuses, but 4 transactions have landed/);
  });

  test("the fee of an expired message is known as long as its blockhash is remembered", async () => {
    const { server, all } = await letGo();
    const message = Buffer.from(all[FAILED]!.wire, "base64").subarray(65).toString("base64");
    const fee = async () => (await rpc(server, "getFeeForMessage", [message])).result.value;
    const land = async () => {
      const { wire } = await signedOf(server, "send 0.06 SOL to bob.sol");
      expect((await send(server, wire)).result).toEqual(expect.any(String));
    };
    await server.clock.advance(100 * SLOT);
    await land();
    expect(await statusesOf(server, all)).toEqual([null, null, null]);
    expect(await fee()).toBe(5000);
    await server.clock.advance(200 * SLOT);
    await land();
    expect(await fee()).toBeNull();
    expect((await server.snapshot()).state.pastStatuses?.length).toBeLessThan(3);
  });
});
