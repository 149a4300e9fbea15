import { request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { MockServer } from "@intent-tx/mock-server";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { describe, expect } from "vitest";
import { memoBy, memoCode } from "../fixtures/memo.js";
import { clientOf, failureOf, keypairOf, lab, NOON, rpc, sendSigned, test } from "../lab.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const WSOL = "So11111111111111111111111111111111111111112";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const HERE = "MyMemo1111111111111111111111111111111111111";
const addressOf = (byte: number) => Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey.toBase58();
const [ADDRESS, OTHER] = [addressOf(31), addressOf(32)];
const keypairs = [41, 42].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)));
const [CAROL, DAVE] = keypairs as [Keypair, Keypair];
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
    expect(await account(server, ADDRESS, "base64")).toMatchObject({
      lamports: 3_000_000,
      owner: TOKEN,
      space: 3,
    });
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
    await done(server, "surfnet_setTokenAccount", ADDRESS, USDC, {
      delegate: "null",
      state: "frozen",
      closeAuthority: null,
    });
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
    const call = (id: number, method: string, params: unknown[] = []) => ({
      jsonrpc: "2.0",
      id,
      method,
      params,
    });
    const absoluteTimestamp = Date.parse(NOON) + 3_600_000;
    const hourOn = call(2, "surfnet_timeTravel", [{ absoluteTimestamp }]);
    const slot = (id: number) => call(id, "getSlot", [{ commitment: "processed" }]);
    const post = async (body: unknown) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await server.fetch(server.rpc.live, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
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
  await done(server, "surfnet_setAccount", DAVE.publicKey.toBase58(), {
    lamports: SOL,
    owner: CAROL.publicKey.toBase58(),
  });
  await done(server, "surfnet_resetAccount", CAROL.publicKey.toBase58());
  expect(await account(server, DAVE.publicKey.toBase58(), "base64")).not.toBeNull();
  await done(server, "surfnet_resetAccount", CAROL.publicKey.toBase58(), { includeOwnedAccounts: true });
  expect(await account(server, DAVE.publicKey.toBase58(), "base64")).toBeNull();
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
