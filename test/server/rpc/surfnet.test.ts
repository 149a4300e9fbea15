import { createHash } from "node:crypto";
import { request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { MockServer } from "@intent-tx/mock-server";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { describe, expect } from "vitest";
import { memoBy, memoCode } from "../fixtures/memo.js";
import {
  clientOf,
  failureOf,
  keypairOf,
  lab,
  NOON,
  rpc,
  sendSigned,
  test,
  transactionOf,
  transferOf,
} from "../lab.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const WSOL = "So11111111111111111111111111111111111111112";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const SYSTEM = "11111111111111111111111111111111";
const HERE = "MyMemo1111111111111111111111111111111111111";
const addressOf = (byte: number) => Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey.toBase58();
const [ADDRESS, OTHER] = [addressOf(31), addressOf(32)];
const keypairs = [41, 42, 43].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)));
const [CAROL, DAVE, ERIN] = keypairs as [Keypair, Keypair, Keypair];
const SOL = 1_000_000_000;
const DONE = { context: { slot: expect.any(Number), apiVersion: "4.1.2" }, value: null };

/** The result of a call that succeeds. */
async function done(server: MockServer, method: string, ...params: unknown[]) {
  const answer = await rpc(server, method, params);
  expect(answer).toHaveProperty("result");
  return answer.result;
}

async function account(server: MockServer, address: string, encoding = "jsonParsed") {
  const config = { encoding, commitment: "confirmed" };
  return (await rpc(server, "getAccountInfo", [address, config])).result.value;
}

async function tokenInfo(server: MockServer, owner: string, mint: string) {
  const params = [owner, { mint }, { encoding: "jsonParsed" }];
  return (await rpc(server, "getTokenAccountsByOwner", params)).result.value[0].account;
}

describe("accounts", () => {
  test("surfnet_setAccount creates an account, changes the given fields, and removes it", async () => {
    const server = await lab();
    const update = { lamports: 2_000_000, data: "00FF10", owner: TOKEN, rentEpoch: 0 };
    expect(await done(server, "surfnet_setAccount", ADDRESS, update)).toEqual(DONE);
    expect(await account(server, ADDRESS, "base64")).toMatchObject({
      lamports: 2_000_000,
      owner: TOKEN,
      executable: false,
      data: ["AP8Q", "base64"],
    });
    await done(server, "surfnet_setAccount", ADDRESS, { lamports: 3_000_000 });
    const changed = { lamports: 3_000_000, owner: TOKEN, space: 3 };
    expect(await account(server, ADDRESS, "base64")).toMatchObject(changed);
    await done(server, "surfnet_setAccount", ADDRESS, { lamports: 0 });
    expect(await account(server, ADDRESS)).toBeNull();
    expect((await rpc(server, "getBalance", [ADDRESS], "test")).result.value).toBe(0);
  });

  test("surfnet_setTokenAccount sets each field of a wallet's token account", async ({ server }) => {
    const update = { amount: 5_000_000, delegate: OTHER, delegatedAmount: 7, closeAuthority: OTHER };
    expect(await done(server, "surfnet_setTokenAccount", ADDRESS, USDC, update)).toEqual(DONE);
    const { data, lamports } = await tokenInfo(server, ADDRESS, USDC);
    expect(data.parsed.info).toMatchObject({
      owner: ADDRESS,
      state: "initialized",
      tokenAmount: { uiAmountString: "5" },
      delegate: OTHER,
      delegatedAmount: { amount: "7" },
      closeAuthority: OTHER,
    });
    expect(lamports).toBe(2_039_280);
    const frozen = { delegate: "null", state: "frozen", closeAuthority: null };
    await done(server, "surfnet_setTokenAccount", ADDRESS, USDC, frozen);
    const { info } = (await tokenInfo(server, ADDRESS, USDC)).data.parsed;
    expect(info).toMatchObject({
      state: "frozen",
      closeAuthority: OTHER,
      tokenAmount: { amount: "5000000" },
    });
    expect(info.delegate).toBeUndefined();
    await done(server, "surfnet_setTokenAccount", ADDRESS, WSOL, { amount: 10 });
    await done(server, "surfnet_setTokenAccount", ADDRESS, WSOL, { amount: 1_000 });
    expect(await tokenInfo(server, ADDRESS, WSOL)).toMatchObject({ lamports: 2_039_280 + 1_000 });
  });

  test("surfnet_cloneProgramAccount copies a program of this chain to another address", async () => {
    const programs = [{ address: HERE, bytes: await memoCode(), upgradeable: true }];
    const server = await lab({ world: { programs } });
    expect(await done(server, "surfnet_cloneProgramAccount", HERE, ADDRESS)).toEqual(DONE);
    const { programData } = (await account(server, ADDRESS)).data.parsed.info;
    expect((await account(server, programData)).data.parsed).toMatchObject({
      type: "programData",
      info: { authority: server.wallets.alice.address },
    });
    await server.clock.advance("1s");
    expect(await memoBy(server, ADDRESS)).toMatchObject({ err: null });
    const command = { command: `send 1 SOL to ${ADDRESS}`, walletAddress: server.wallets.alice.address };
    const refused = await failureOf(clientOf(server).intents.parse(command));
    expect(refused.message).toContain(`${ADDRESS} is a program`);
  });

  test("changes are in a snapshot, and surfnet_resetNetwork undoes them", async ({ server }) => {
    await done(server, "surfnet_setAccount", ADDRESS, { lamports: 5_000_000 });
    const after = await server.snapshot();
    await server.clock.advance("1h");
    expect(await done(server, "surfnet_resetNetwork")).toEqual(DONE);
    expect(await account(server, ADDRESS)).toBeNull();
    expect(server.clock.now()).toBe(Date.parse(NOON));
    await server.restore(after);
    expect(await account(server, ADDRESS)).toMatchObject({ lamports: 5_000_000 });
  });
});

describe("the clock", () => {
  test("surfnet_timeTravel moves to an epoch, a slot or a time, by default by an hour", async () => {
    const server = await lab();
    const { epoch } = await done(server, "surfnet_pauseClock");
    const at = await done(server, "surfnet_timeTravel", { absoluteEpoch: epoch + 1 });
    expect(at).toEqual((await rpc(server, "getEpochInfo", [{ commitment: "processed" }])).result);
    expect(at).toMatchObject({ epoch: epoch + 1, slotIndex: 0, slotsInEpoch: 432_000 });
    const { absoluteSlot } = at;
    expect(await done(server, "surfnet_timeTravel", { absoluteSlot: absoluteSlot + 5 })).toMatchObject({
      slotIndex: 5,
    });
    const hour = server.clock.now() + 3_600_000;
    await done(server, "surfnet_timeTravel", { absoluteTimestamp: hour });
    expect(server.clock.now()).toBe(hour);
    await done(server, "surfnet_timeTravel");
    expect(server.clock.now()).toBe(hour + 3_600_000);
    expect(server.clock.running).toBe(false);
  });

  test("surfnet_pauseClock and surfnet_resumeClock stop and start the clock; time travel does not stop it", async () => {
    const server = await lab();
    await done(server, "surfnet_resumeClock");
    expect(server.clock.running).toBe(true);
    await done(server, "surfnet_timeTravel");
    expect(server.clock.running).toBe(true);
    await done(server, "surfnet_pauseClock");
    expect(server.clock.running).toBe(false);
  });

  test("a clock move in a batch ends before the batch continues, also with concurrent calls", async () => {
    const server = await lab();
    const call = (id: number, method: string, param: object) => ({
      jsonrpc: "2.0",
      id,
      method,
      params: [param],
    });
    const absoluteTimestamp = Date.parse(NOON) + 3_600_000;
    const hourOn = call(2, "surfnet_timeTravel", { absoluteTimestamp });
    const slot = (id: number) => call(id, "getSlot", { commitment: "processed" });
    const post = async (body: unknown) => {
      const headers = { "Content-Type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await server.fetch(server.rpc.live, request);
      return JSON.parse(await answer.text());
    };
    const answers = await Promise.all([
      post([slot(1), hourOn, slot(3)]),
      ...Array.from({ length: 8 }, () => post(hourOn)),
      post(slot(1)),
    ]);
    expect(answers[0].map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    expect(answers[0][2].result).toBe(answers[0][1].result.absoluteSlot);
    expect(server.clock.now()).toBe(absoluteTimestamp);
  });
});

describe("surfnet_profileTransaction", () => {
  /** A transfer from alice, signed. */
  async function transfer(server: MockServer, lamports: number) {
    const alice = keypairOf(server.wallets.alice);
    const signed = await transactionOf(server, alice, transferOf(alice.publicKey, ADDRESS, lamports));
    return signed.serialize().toString("base64");
  }

  test("reports costs, logs and accounts before and after, and changes nothing", async ({ server }) => {
    const wire = await transfer(server, 2_000_000);
    const before = await account(server, server.wallets.alice.address);
    const { context, value } = await done(server, "surfnet_profileTransaction", wire, "a tag");
    expect(value).toEqual({
      slot: context.slot,
      key: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      transactionProfile: {
        accountStates: {
          [server.wallets.alice.address]: {
            type: "writable",
            accountChange: {
              type: "update",
              data: [before, { ...before, lamports: before.lamports - 2_000_000 - 5_000 }],
            },
          },
          [ADDRESS]: {
            type: "writable",
            accountChange: { type: "create", data: expect.objectContaining({ lamports: 2_000_000 }) },
          },
          [SYSTEM]: { type: "readonly" },
        },
        computeUnitsConsumed: 150,
        logMessages: [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} success`],
        errorMessage: null,
      },
      readonlyAccountStates: { [SYSTEM]: expect.objectContaining({ executable: true }) },
    });
    expect(await account(server, ADDRESS)).toBeNull();
    expect((await done(server, "surfnet_profileTransaction", wire)).value.key).toBe(value.key);
  });

  test("reports a failure, and refuses bytes that are not a signed transaction", async ({ server }) => {
    const { value } = await done(server, "surfnet_profileTransaction", await transfer(server, 1), null, {
      encoding: "base64",
    });
    expect(value.transactionProfile).toMatchObject({
      errorMessage: expect.stringContaining("insufficient funds for rent"),
    });
    const wire = Buffer.from(await transfer(server, 1), "base64");
    wire[5] = (wire[5] ?? 0) ^ 1;
    const forged = await rpc(server, "surfnet_profileTransaction", [wire.toString("base64")]);
    expect(forged.error).toMatchObject({ code: -32003 });
    expect((await rpc(server, "surfnet_profileTransaction", ["AAAA"])).error).toMatchObject({ code: -32602 });
  });
});

test("wrong params are refused by name, and change nothing", async ({ server }) => {
  const before = JSON.stringify(await server.snapshot());
  for (const [method, params, message] of [
    ["setAccount", [ADDRESS, { data: "xyz" }], "update.data must be a hex string"],
    ["setAccount", [ADDRESS], "update must be an object"],
    [
      "setAccount",
      ["11111111111111111111111111111112", { lamports: 5, executable: true }],
      "must be a program loader",
    ],
    ["setTokenAccount", [ADDRESS, OTHER, { amount: 1 }], "mint is not a mint of"],
    ["setTokenAccount", [ADDRESS, USDC, { state: "closed" }], "update.state"],
    ["cloneProgramAccount", [ADDRESS, OTHER], "source is not an upgradeable program"],
    ["timeTravel", [{ absoluteSlot: 1 }], "must not be before the clock"],
    ["timeTravel", [{ absoluteEpoch: 1e12 }], "must be an integer from 0"],
    ["timeTravel", [{}], "must have one of"],
    ["pauseClock", [1], "the method accepts none"],
  ] as const) {
    const { error } = await rpc(server, `surfnet_${method}`, [...params]);
    expect(error, method).toMatchObject({ code: -32602, message: expect.stringContaining(message) });
  }
  expect((await rpc(server, "surfnet_registerIdl", [])).error).toMatchObject({ code: -32601 });
  expect(JSON.stringify(await server.snapshot())).toBe(before);
});

describe("clients that may not use the control plane", () => {
  /** Calls JSON-RPC over a socket with these headers. */
  function raw(server: MockServer, headers: Record<string, string>, method = "surfnet_pauseClock") {
    const { port, pathname: path } = new URL(server.rpc.live);
    return new Promise<{ error?: { code: number; message: string } }>((resolve, reject) => {
      const all = { "Content-Type": "application/json", ...headers };
      request({ host: "127.0.0.1", port, path, method: "POST", headers: all }, (answer) => {
        textOf(answer).then((written) => resolve(JSON.parse(written)), reject);
      })
        .on("error", reject)
        .end(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] }));
    });
  }

  test("are refused with the control plane's reason, and may call the other methods", async ({ server }) => {
    const { port } = await server.listen();
    expect(await raw(server, { host: `localhost:${port}` })).toHaveProperty("result");
    for (const [headers, reason] of [
      [{ host: "evil.example" }, "rejects the host name evil.example"],
      [{ host: `localhost:${port}`, origin: "https://evil.example" }, "https://evil.example"],
    ] as const) {
      const { error } = await raw(server, headers);
      expect(error).toMatchObject({ code: -32600, message: expect.stringContaining(reason) });
      expect(error?.message).toMatch(/^surfnet_pauseClock is not allowed: the control plane/);
      expect(await raw(server, headers, "getHealth")).toMatchObject({ result: "ok" });
    }
  });
});

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
    const [program, code] = [CAROL.publicKey.toBase58(), await memoCode()];
    await write(server, program, code, async () =>
      expect(await account(server, program, "base64")).toBeNull(),
    );
    expect(await account(server, program, "base64")).toMatchObject({ executable: true });
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
    const program = CAROL.publicKey.toBase58();
    await write(server, program, await memoCode());
    const authority = async () => {
      const { value } = await done(server, "getAccountInfo", program, { encoding: "jsonParsed" });
      const data = value.data.parsed.info.programData;
      const code = await done(server, "getAccountInfo", data, { encoding: "jsonParsed" });
      return code.value.data.parsed.info.authority;
    };
    expect(await authority()).toBe(server.wallets.alice.address);
    await done(server, "surfnet_setProgramAuthority", program, DAVE.publicKey.toBase58());
    expect(await authority()).toBe(DAVE.publicKey.toBase58());
    await done(server, "surfnet_setProgramAuthority", program);
    expect(await authority()).toBeNull();
    await done(server, "surfnet_resetAccount", program);
    expect(await account(server, program, "base64")).toBeNull();
    for (const params of [[DAVE.publicKey.toBase58()], [program]])
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
  const before = await account(server, address, "base64");
  await done(server, "surfnet_setAccount", address, { lamports: 5 * SOL });
  await done(server, "surfnet_resetAccount", address);
  expect(await account(server, address, "base64")).toEqual(before);
  const [carol, dave] = [CAROL, DAVE].map(({ publicKey }) => publicKey.toBase58()) as [string, string];
  await done(server, "surfnet_setAccount", dave, { lamports: SOL, owner: carol });
  await done(server, "surfnet_resetAccount", carol);
  expect(await account(server, dave, "base64")).not.toBeNull();
  await done(server, "surfnet_resetAccount", carol, { includeOwnedAccounts: true });
  expect(await account(server, dave, "base64")).toBeNull();
});

test("surfnet_setSupply replaces the given parts of getSupply, also in a snapshot", async ({ server }) => {
  const { value: own } = await done(server, "getSupply");
  const list = [CAROL.publicKey.toBase58()];
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
    const transfer = transferOf(alice.publicKey, DAVE.publicKey, lamports);
    return (await sendSigned(server, new Transaction().add(transfer))).result;
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
  const transfer = (server: MockServer, from: Keypair, to: Keypair, lamports: number) =>
    transactionOf(server, from, transferOf(from.publicKey, to.publicKey, lamports));

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
      [keypairOf(server.wallets.alice), ...keypairs].map(async ({ publicKey }) => {
        const config = { commitment: "processed" };
        return (await done(server, "getBalance", publicKey.toBase58(), config)).value;
      }),
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
    const match = { walletAddress: DAVE.publicKey.toBase58() };
    server.faults.add({ match, fault: { kind: "drop-transaction" } });
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
    const bundle = { encodedTransactions: [forged.toString("base64")] };
    const lenient = { skipSigVerify: true, replaceRecentBlockhash: true };
    const unsigned = await done(server, "simulateBundle", bundle, lenient);
    expect(unsigned.value.summary).toBe("succeeded");
  });
});

test("after surfnet_resetNetwork the latest blockhash is valid, and a transaction with it lands", async () => {
  const server = await lab();
  for (let round = 0; round < 3; round++) {
    await done(server, "surfnet_resetNetwork");
    const { blockhash } = (await done(server, "getLatestBlockhash", { commitment: "processed" })).value;
    expect((await done(server, "isBlockhashValid", blockhash, { commitment: "processed" })).value).toBe(true);
    const transfer = transferOf(keypairOf(server.wallets.alice).publicKey, DAVE.publicKey, SOL);
    expect((await sendSigned(server, new Transaction().add(transfer))).error).toBeUndefined();
  }
});
