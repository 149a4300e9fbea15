import { createHash } from "node:crypto";
import type { MockServer } from "@intent-tx/mock-server";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect } from "vitest";
import { memoBy, memoCode } from "../fixtures/memo.js";
import { keypairOf, lab, rpc, sendSigned, test } from "../lab.js";

const keypairs = [41, 42, 43].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)));
const [CAROL, DAVE, ERIN] = keypairs as [Keypair, Keypair, Keypair];
const addressOf = ({ publicKey }: Keypair) => publicKey.toBase58();
const SOL = 1_000_000_000;

async function done(server: MockServer, method: string, ...params: unknown[]) {
  const answer = await rpc(server, method, params);
  expect(answer).toHaveProperty("result");
  return answer.result;
}

async function account(server: MockServer, address: string) {
  const config = { encoding: "base64", commitment: "confirmed" };
  return (await rpc(server, "getAccountInfo", [address, config])).result.value;
}

describe("programs", () => {
  /** Writes code in chunks that fit in a request, and calls `between` after each. */
  async function write(server: MockServer, program: string, code: Uint8Array, between?: () => Promise<void>) {
    for (let offset = 0; offset < code.length; offset += 20_000) {
      const chunk = Buffer.from(code.subarray(offset, offset + 20_000)).toString("hex");
      await done(server, "surfnet_writeProgram", program, chunk, offset, server.wallets.alice.address);
      if (offset + 20_000 < code.length) await between?.();
    }
  }

  test("a program written in chunks exists once its code is complete, and can be replaced", async () => {
    const server = await lab();
    const [program, code] = [addressOf(CAROL), await memoCode()];
    await write(server, program, code, async () => expect(await account(server, program)).toBeNull());
    expect(await account(server, program)).toMatchObject({ executable: true });
    await server.clock.advance("1s");
    expect(await memoBy(server, program)).toMatchObject({ err: null });
    // Malformed code would abort the process: cut-off, overwritten and random code must only be missing.
    for (const [bad, at] of [
      [Buffer.alloc(64, 0xff), 0],
      [Buffer.alloc(64, 0xff), 24],
      [Buffer.alloc(4_000, 0x95), 4_096],
      [Buffer.from("\u007fELF"), 0],
    ] as const) {
      await done(server, "surfnet_writeProgram", program, bad.toString("hex"), at);
      await server.clock.advance("1s");
    }
    await write(server, program, code);
    expect(await memoBy(server, program)).toMatchObject({ err: null });
    const again = await lab();
    await again.restore(await server.snapshot());
    expect(await account(again, program)).toMatchObject({ executable: true });
  });

  test("surfnet_setProgramAuthority sets or removes the upgrade authority; surfnet_resetAccount removes a program", async () => {
    const server = await lab();
    const program = addressOf(CAROL);
    await write(server, program, await memoCode());
    const authority = async () => {
      const { value } = await done(server, "getAccountInfo", program, { encoding: "jsonParsed" });
      const data = value.data.parsed.info.programData;
      const code = await done(server, "getAccountInfo", data, { encoding: "jsonParsed" });
      return code.value.data.parsed.info.authority;
    };
    expect(await authority()).toBe(server.wallets.alice.address);
    await done(server, "surfnet_setProgramAuthority", program, addressOf(DAVE));
    expect(await authority()).toBe(addressOf(DAVE));
    await done(server, "surfnet_setProgramAuthority", program);
    expect(await authority()).toBeNull();
    await done(server, "surfnet_resetAccount", program);
    expect(await account(server, program)).toBeNull();
    for (const params of [[addressOf(DAVE)], [program]])
      expect((await rpc(server, "surfnet_setProgramAuthority", params)).error).toMatchObject({
        code: -32602,
      });
    const wallet = server.wallets.bob.address;
    expect((await rpc(server, "surfnet_writeProgram", [wallet, "00", 0])).error.code).toBe(-32602);
    const far = await rpc(server, "surfnet_writeProgram", [program, "00", 2 ** 40]);
    expect(far.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("offset plus the length of data"),
    });
  });
});

test("surfnet_resetAccount restores an account of the world, with the accounts that it owns on request", async () => {
  const server = await lab();
  const { address } = server.wallets.alice;
  const before = await account(server, address);
  await done(server, "surfnet_setAccount", address, { lamports: 5 * SOL });
  await done(server, "surfnet_resetAccount", address);
  expect(await account(server, address)).toEqual(before);
  await done(server, "surfnet_setAccount", addressOf(DAVE), { lamports: SOL, owner: addressOf(CAROL) });
  await done(server, "surfnet_resetAccount", addressOf(CAROL));
  expect(await account(server, addressOf(DAVE))).not.toBeNull();
  await done(server, "surfnet_resetAccount", addressOf(CAROL), { includeOwnedAccounts: true });
  expect(await account(server, addressOf(DAVE))).toBeNull();
});

test("surfnet_setSupply replaces the given parts of getSupply, also in a snapshot", async ({ server }) => {
  const { value: own } = await done(server, "getSupply");
  const list = [addressOf(CAROL)];
  await done(server, "surfnet_setSupply", { total: 1, non_circulating: 9_007_199_254_740_991 });
  await done(server, "surfnet_setSupply", { total: 10, non_circulating_accounts: list });
  const wanted = { ...own, total: 10, nonCirculating: 9_007_199_254_740_991, nonCirculatingAccounts: list };
  expect((await done(server, "getSupply")).value).toEqual(wanted);
  const hidden = await done(server, "getSupply", { excludeNonCirculatingAccountsList: true });
  expect(hidden.value.nonCirculatingAccounts).toEqual([]);
  expect((await rpc(server, "getSupply", [], "test")).result.value).toEqual(own);
  const snapshot = await server.snapshot();
  await done(server, "surfnet_resetNetwork");
  expect((await done(server, "getSupply")).value).toEqual(own);
  await server.restore(JSON.parse(JSON.stringify(snapshot)));
  expect((await done(server, "getSupply")).value).toEqual(wanted);
});

test("surfnet_getLocalSignatures lists landed transactions, newest first; surfnet_getSurfnetInfo has no runbooks", async () => {
  const server = await lab();
  const alice = keypairOf(server.wallets.alice);
  const pay = async (lamports: number) => {
    const [fromPubkey, toPubkey] = [alice.publicKey, DAVE.publicKey];
    return (
      await sendSigned(
        server,
        new Transaction().add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports })),
      )
    ).result;
  };
  const signatures = [await pay(SOL), await pay(2 * SOL), await pay(3 * SOL)];
  const { value } = await done(server, "surfnet_getLocalSignatures", 2);
  expect(value).toEqual(
    [signatures[2], signatures[1]].map((signature) => ({ signature, err: null, logs: expect.any(Array) })),
  );
  expect((await done(server, "surfnet_getLocalSignatures")).value).toHaveLength(3);
  expect((await done(server, "surfnet_getLocalSignatures", 0)).value).toEqual([]);
  expect((await done(server, "surfnet_getSurfnetInfo")).value).toEqual({ runbookExecutions: [] });
});

test("surfnet_exportSnapshot writes every account, without programs unless they are requested", async () => {
  const server = await lab();
  const { address } = server.wallets.alice;

  const { value } = await done(server, "surfnet_exportSnapshot");
  expect(value[address]).toEqual({
    lamports: 100 * SOL,
    owner: SystemProgram.programId.toBase58(),
    executable: false,
    rentEpoch: expect.any(Number),
    data: "",
    parsedData: null,
  });
  const addresses = Object.keys(value);
  expect(addresses).toEqual([...addresses].sort());
  const filter = { includeProgramAccounts: true, excludeAccounts: [address] };
  const all = await done(server, "surfnet_exportSnapshot", { filter, includeParsedAccounts: true });
  expect(Object.keys(all.value).length).toBeGreaterThan(addresses.length);
  expect(all.value).not.toHaveProperty(address);
  const usdc = all.value["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"];
  expect(usdc.parsedData).toMatchObject({ program: "spl-token", parsed: { type: "mint" } });
  const scope = { preTransaction: "x" };
  expect((await rpc(server, "surfnet_exportSnapshot", [{ scope }])).error).toMatchObject({ code: -32602 });
});

describe("bundles", () => {
  async function transfer(server: MockServer, from: Keypair, to: Keypair, lamports: number) {
    const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
    const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: from.publicKey } as never);
    const [fromPubkey, toPubkey] = [from.publicKey, to.publicKey];
    transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports }));
    transaction.sign(from);
    return transaction;
  }

  /** Each transaction spends what the one before pays. */
  async function chained(server: MockServer, last = SOL) {
    const alice = keypairOf(server.wallets.alice);
    return Promise.all([
      transfer(server, alice, CAROL, 5 * SOL),
      transfer(server, CAROL, DAVE, 3 * SOL),
      transfer(server, DAVE, ERIN, last),
    ]);
  }
  const written = (all: Transaction[]) => all.map((one) => one.serialize().toString("base64"));
  const balances = (server: MockServer) =>
    Promise.all(
      [keypairOf(server.wallets.alice), ...keypairs].map(
        async (one) =>
          (await rpc(server, "getBalance", [addressOf(one), { commitment: "processed" }])).result.value,
      ),
    );

  test("a bundle is simulated in order, each transaction on the result of the one before, and changes nothing", async () => {
    const server = await lab();
    const before = await balances(server);
    const bundle = await chained(server);
    const encodedTransactions = written(bundle);
    const { value } = await done(server, "simulateBundle", { encodedTransactions });
    const succeeded = {
      err: null,
      logs: expect.arrayContaining([expect.stringContaining("success")]),
      preExecutionAccounts: null,
      postExecutionAccounts: null,
      unitsConsumed: 150,
      returnData: null,
    };
    expect(value).toEqual({ summary: "succeeded", transactionResults: [succeeded, succeeded, succeeded] });
    expect(await balances(server)).toEqual(before);
    // The same bundle still lands, and only once.
    const id = await done(server, "sendBundle", encodedTransactions, { encoding: "base64" });
    const signatures = bundle.map(({ signature }) => bs58.encode(signature!));
    expect(id).toBe(createHash("sha256").update(signatures.join(",")).digest("hex"));
    const fee = 5_000;
    expect(await balances(server)).toEqual([95 * SOL - fee, 2 * SOL - fee, 2 * SOL - fee, SOL]);
    const twice = await rpc(server, "sendBundle", [encodedTransactions, { encoding: "base64" }]);
    expect(twice.error.message).toContain("Bundle transaction 1 failed: This transaction has already been");
  });

  test("a bundle with a transaction that fails lands none of them, and its simulation names the transaction", async () => {
    const server = await lab();
    const before = await server.snapshot();
    const bundle = await chained(server, 9 * SOL);
    const sent = await rpc(server, "sendBundle", [written(bundle), { encoding: "base64" }]);
    expect(sent.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining("Bundle transaction 3 failed: Error processing Instruction 0"),
    });
    const { state } = await server.snapshot();
    expect({ ...state, counters: [] }).toEqual({ ...before.state, counters: [] });
    const { value } = await done(server, "simulateBundle", { encodedTransactions: written(bundle) });
    expect(value.summary.failed).toEqual({
      error: {
        TransactionFailure: [[...bundle[2]!.signature!], expect.stringContaining("custom program error")],
      },
      tx_signature: bs58.encode(bundle[2]!.signature!),
    });
    const [first, , third] = value.transactionResults;
    expect([first.err, third.err]).toEqual([null, { InstructionError: [0, { Custom: 1 }] }]);
    // A fault that drops one of the transactions drops the bundle.
    server.faults.add({ match: { wallet: addressOf(DAVE) }, fault: { kind: "drop-transaction" } });
    await done(server, "sendBundle", written(await chained(server)), { encoding: "base64" });
    expect((await balances(server))[1]).toBe(0);
  });

  test("bundles that are empty, too long, forged or malformed are refused", async ({ server }) => {
    const [one] = await chained(server);
    const good = written([one!])[0]!;
    const forged = Buffer.from(good, "base64");
    forged[5] = (forged[5] ?? 0) ^ 1;
    for (const [transactions, code] of [
      [[], -32602],
      [Array(6).fill(good), -32602],
      [[good, "AAAA"], -32602],
      [[forged.toString("base64")], -32003],
    ] as const) {
      const sent = await rpc(server, "sendBundle", [transactions, { encoding: "base64" }]);
      expect(sent.error).toMatchObject({ code });
      const simulated = await rpc(server, "simulateBundle", [{ encodedTransactions: transactions }]);
      expect(simulated.error).toMatchObject({ code });
    }
    const unsigned = await done(
      server,
      "simulateBundle",
      { encodedTransactions: [forged.toString("base64")] },
      { skipSigVerify: true, replaceRecentBlockhash: true },
    );
    expect(unsigned.value.summary).toBe("succeeded");
  });
});

test("after surfnet_resetNetwork the latest blockhash is valid, and a transaction with it lands", async () => {
  const server = await lab();
  for (let round = 0; round < 3; round++) {
    await done(server, "surfnet_resetNetwork");
    const { blockhash } = (await done(server, "getLatestBlockhash", { commitment: "processed" })).value;
    expect((await done(server, "isBlockhashValid", blockhash, { commitment: "processed" })).value).toBe(true);
    const [fromPubkey, toPubkey] = [keypairOf(server.wallets.alice).publicKey, DAVE.publicKey];
    const pay = new Transaction().add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: SOL }));
    expect((await sendSigned(server, pay)).error).toBeUndefined();
  }
});
