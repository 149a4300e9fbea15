import { request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { MockServer } from "@intent-tx/mock-server";
import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { describe, expect } from "vitest";
import { memoBy, memoCode } from "../fixtures/memo.js";
import { clientOf, failureOf, keypairOf, lab, NOON, rpc, test } from "../lab.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const WSOL = "So11111111111111111111111111111111111111112";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const SYSTEM = "11111111111111111111111111111111";
const HERE = "MyMemo1111111111111111111111111111111111111";
const addressOf = (byte: number) => Keypair.fromSeed(new Uint8Array(32).fill(byte)).publicKey.toBase58();
const [ADDRESS, OTHER] = [addressOf(31), addressOf(32)];
const DONE = { context: { slot: expect.any(Number), apiVersion: "4.1.2" }, value: null };

/** The result of a call that succeeds. */
async function done(server: MockServer, method: string, ...params: unknown[]) {
  const answer = await rpc(server, `surfnet_${method}`, params);
  expect(answer).toHaveProperty("result");
  return answer.result;
}

async function account(server: MockServer, address: string, encoding = "jsonParsed") {
  return (await rpc(server, "getAccountInfo", [address, { encoding }])).result.value;
}

async function tokenInfo(server: MockServer, owner: string, mint: string) {
  const params = [owner, { mint }, { encoding: "jsonParsed" }];
  return (await rpc(server, "getTokenAccountsByOwner", params)).result.value[0].account;
}

describe("accounts", () => {
  test("surfnet_setAccount creates an account, changes the given fields, and removes it", async () => {
    const server = await lab();
    const update = { lamports: 2_000_000, data: "00FF10", owner: TOKEN, rentEpoch: 0 };
    expect(await done(server, "setAccount", ADDRESS, update)).toEqual(DONE);
    expect(await account(server, ADDRESS, "base64")).toMatchObject({
      lamports: 2_000_000,
      owner: TOKEN,
      executable: false,
      data: ["AP8Q", "base64"],
    });
    await done(server, "setAccount", ADDRESS, { lamports: 3_000_000 });
    expect(await account(server, ADDRESS, "base64")).toMatchObject({
      lamports: 3_000_000,
      owner: TOKEN,
      space: 3,
    });
    await done(server, "setAccount", ADDRESS, { lamports: 0 });
    expect(await account(server, ADDRESS)).toBeNull();
    expect((await rpc(server, "getBalance", [ADDRESS], "test")).result.value).toBe(0);
  });

  test("surfnet_setTokenAccount sets each field of a wallet's token account", async ({ server }) => {
    const update = { amount: 5_000_000, delegate: OTHER, delegatedAmount: 7, closeAuthority: OTHER };
    expect(await done(server, "setTokenAccount", ADDRESS, USDC, update)).toEqual(DONE);
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
    await done(server, "setTokenAccount", ADDRESS, USDC, {
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
    await done(server, "setTokenAccount", ADDRESS, WSOL, { amount: 10 });
    await done(server, "setTokenAccount", ADDRESS, WSOL, { amount: 1_000 });
    expect(await tokenInfo(server, ADDRESS, WSOL)).toMatchObject({ lamports: 2_039_280 + 1_000 });
  });

  test("surfnet_cloneProgramAccount copies a program of this chain to another address", async () => {
    const programs = [{ address: HERE, bytes: await memoCode(), upgradeable: true }];
    const server = await lab({ world: { programs } });
    expect(await done(server, "cloneProgramAccount", HERE, ADDRESS)).toEqual(DONE);
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
    await done(server, "setAccount", ADDRESS, { lamports: 5_000_000 });
    const after = await server.snapshot();
    await server.clock.advance("1h");
    expect(await done(server, "resetNetwork")).toEqual(DONE);
    expect(await account(server, ADDRESS)).toBeNull();
    expect(server.clock.now()).toBe(Date.parse(NOON));
    await server.restore(after);
    expect(await account(server, ADDRESS)).toMatchObject({ lamports: 5_000_000 });
  });
});

describe("the clock", () => {
  test("surfnet_timeTravel moves to an epoch, a slot or a time, by default by an hour", async () => {
    const server = await lab();
    const { epoch } = await done(server, "pauseClock");
    const at = await done(server, "timeTravel", { absoluteEpoch: epoch + 1 });
    expect(at).toEqual((await rpc(server, "getEpochInfo", [{ commitment: "processed" }])).result);
    expect(at).toMatchObject({ epoch: epoch + 1, slotIndex: 0, slotsInEpoch: 432_000 });
    const { absoluteSlot } = at;
    expect(await done(server, "timeTravel", { absoluteSlot: absoluteSlot + 5 })).toMatchObject({
      slotIndex: 5,
    });
    const hour = server.clock.now() + 3_600_000;
    await done(server, "timeTravel", { absoluteTimestamp: hour });
    expect(server.clock.now()).toBe(hour);
    await done(server, "timeTravel");
    expect(server.clock.now()).toBe(hour + 3_600_000);
    expect(server.clock.running).toBe(false);
  });

  test("surfnet_pauseClock and surfnet_resumeClock stop and start the clock; time travel does not stop it", async () => {
    const server = await lab();
    await done(server, "resumeClock");
    expect(server.clock.running).toBe(true);
    await done(server, "timeTravel");
    expect(server.clock.running).toBe(true);
    await done(server, "pauseClock");
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

describe("surfnet_profileTransaction", () => {
  /** A transfer from alice, signed. */
  async function transfer(server: MockServer, lamports: number) {
    const alice = keypairOf(server.wallets.alice);
    const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
    const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: alice.publicKey } as never);
    const [fromPubkey, toPubkey] = [alice.publicKey, new PublicKey(ADDRESS)];
    transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports }));
    transaction.sign(alice);
    return transaction.serialize().toString("base64");
  }

  test("reports costs, logs and accounts before and after, and changes nothing", async ({ server }) => {
    const wire = await transfer(server, 2_000_000);
    const before = await account(server, server.wallets.alice.address);
    const { context, value } = await done(server, "profileTransaction", wire, "a tag");
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
    expect((await done(server, "profileTransaction", wire)).value.key).toBe(value.key);
  });

  test("reports a failure, and refuses bytes that are not a signed transaction", async ({ server }) => {
    const { value } = await done(server, "profileTransaction", await transfer(server, 1), null, {
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
