import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import anchor from "@coral-xyz/anchor";
import { createMockServer } from "@intent-tx/mock-server";

const { AnchorProvider, BN, Program, Wallet, web3 } = anchor;
const idl = JSON.parse(readFileSync("counter/counter.json", "utf8"));

test("a counter counts up to its limit", async (t) => {
  const programs = [{ address: idl.address, file: "counter/counter.so" }];
  const server = await createMockServer({ world: { programs } });
  t.after(() => server.close());
  await server.listen();

  const { secretKey } = server.wallets.alice;
  const alice = web3.Keypair.fromSecretKey(
    anchor.utils.bytes.bs58.decode(secretKey),
  );
  const connection = new web3.Connection(server.rpc.live, {
    commitment: "confirmed",
    wsEndpoint: server.ws.live,
  });
  const provider = new AnchorProvider(connection, new Wallet(alice), {
    commitment: "confirmed",
  });
  const program = new Program(idl, provider);

  const { pubkeys } = await program.methods.initialize(new BN(10)).rpcAndKeys();
  await program.methods
    .increment(new BN(3))
    .accounts({ counter: pubkeys.counter })
    .rpc();
  const { count } = await program.account.counter.fetch(pubkeys.counter);
  assert.equal(count.toNumber(), 3);

  const tooMuch = program.methods
    .increment(new BN(8))
    .accounts({ counter: pubkeys.counter })
    .rpc();
  await assert.rejects(
    tooMuch,
    ({ error }) => error.errorCode.code === "LimitReached",
  );
});
