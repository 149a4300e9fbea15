import { createMockServer, type MockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { type MockWallet, mockWallet } from "@intent-tx/mock-server/testing";
import { SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { test as base, describe, expect, onTestFinished } from "vitest";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { isSigned } from "../../../mock-server/src/formats/signatures.js";
import { readTransaction, signatureOf } from "../../../mock-server/src/formats/transaction.js";
import { builtOf, keypairOf, NOON, rpc } from "../lab.js";

async function lab(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await createMockServer({ seed: 1, clock: { now: NOON, mode: "auto" }, ...options });
  onTestFinished(() => server.close());
  return server;
}

const test = base.extend("server", () => lab());

/** The bytes of a built command of alice. */
async function built(server: MockServer, command = "swap 1 SOL for USDC"): Promise<Uint8Array> {
  return Uint8Array.from(Buffer.from((await builtOf(server, command)).built.transaction, "base64"));
}

type Signing = {
  signTransaction(input: { transaction: Uint8Array }): Promise<{ signedTransaction: Uint8Array }[]>;
};

/** Signs with the Wallet Standard, and returns the transaction as it was signed. */
async function sign(wallet: MockWallet, transaction: Uint8Array) {
  const feature = wallet.standard.features["solana:signTransaction"] as Signing;
  const [answer] = await feature.signTransaction({ transaction });
  const signed = readTransaction(answer!.signedTransaction);
  expect(isSigned(signed)).toBe(true);
  return signed;
}

/** Program and tag of each instruction, by name. */
const shape = ({ instructions, staticKeys }: ReturnType<typeof readTransaction>) =>
  instructions.map(({ programIdIndex, data }) => {
    const program = staticKeys[programIdIndex];
    const [name = ""] = Object.entries(PROGRAMS).find(([, address]) => address === program) ?? [];
    return name === "lighthouse" ? `guard ${data[0]}` : name;
  });

async function land(server: MockServer, wire: Uint8Array) {
  const base64 = Buffer.from(wire).toString("base64");
  const sent = await rpc(server, "sendTransaction", [
    base64,
    { encoding: "base64", preflightCommitment: "processed" },
  ]);
  if (sent.error) throw new Error(JSON.stringify(sent.error));
  const config = { commitment: "confirmed", maxSupportedTransactionVersion: 1 };
  return (await rpc(server, "getTransaction", [sent.result, config])).result.meta;
}

const SWAP = ["associatedToken", "system", "token", "associatedToken", "swap", "token"];

describe("a wallet like", () => {
  test.for([0, 1, "legacy"] as const)(
    "phantom guards a swap before and after, and it lands: version %s",
    async (version) => {
      const server = await lab({ world: { builds: { version } } });
      const signed = await sign(mockWallet(server, "alice", { like: "phantom" }), await built(server));
      expect(signed.version).toBe(version);
      const budget = version === 1 ? [] : ["computeBudget", "computeBudget"];
      const guarded = shape(signed);
      expect(guarded.filter((name) => !name.startsWith("guard"))).toEqual([...budget, ...SWAP]);
      expect(guarded.slice(0, budget.length)).toEqual(budget);
      expect(guarded[budget.length]).toBe("guard 6");
      expect(guarded.slice(-2)).toEqual(["guard 6", "guard 10"]);
      expect(await land(server, signed.wire)).toMatchObject({ err: null });
    },
  );

  test.for([
    "transfer 1 SOL to bob.sol",
    "send 5 USDC to bob.sol",
    "swap 10 PYUSD for USDC",
    "buy 50 JUP with SOL",
  ])("phantom: %s lands with its guards", async (command, { server }) => {
    const signed = await sign(mockWallet(server, "alice", { like: "phantom" }), await built(server, command));
    expect(shape(signed).filter((name) => name.startsWith("guard")).length).toBeGreaterThanOrEqual(2);
    expect(await land(server, signed.wire)).toMatchObject({ err: null });
  });

  test("phantom guards a swap with lookup tables: the indexes of loaded accounts shift", async () => {
    const server = await lab({ world: { builds: { lookupTables: true } } });
    const given = readTransaction(await built(server));
    const signed = await sign(mockWallet(server, "alice", { like: "phantom" }), given.wire);
    expect(signed.lookups).toEqual(given.lookups);
    expect(signed.staticKeys.length).toBeGreaterThan(given.staticKeys.length);
    expect(await land(server, signed.wire)).toMatchObject({ err: null });
  });

  test("phantom stops a payment that leaves less than it saw: its guard fails, and nothing moves but the fee", async () => {
    const server = await lab();
    const signed = await sign(
      mockWallet(server, "alice", { like: "phantom" }),
      await built(server, "transfer 1 SOL to bob.sol"),
    );
    const { address } = server.wallets.alice;
    await rpc(server, "surfnet_setAccount", [address, { lamports: 20_000_000_000 }]);
    const base64 = Buffer.from(signed.wire).toString("base64");
    const { error } = await rpc(server, "sendTransaction", [base64, { encoding: "base64" }]);
    const last = signed.instructions.length - 1;
    expect(error.data.err).toEqual({ InstructionError: [last, { Custom: 0x1900 }] });
  });

  test("phantom changes nothing that another key has signed", async ({ server }) => {
    const [alice, bob] = [server.wallets.alice, server.wallets.bob].map(keypairOf);
    const { blockhash: recentBlockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
    const pay = (from: typeof alice, to: typeof bob) =>
      SystemProgram.transfer({ fromPubkey: from!.publicKey, toPubkey: to!.publicKey, lamports: 5 });
    const message = new TransactionMessage({
      payerKey: alice!.publicKey,
      recentBlockhash,
      instructions: [pay(alice, bob), pay(bob, alice)],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    transaction.sign([bob!]);
    const signed = await sign(mockWallet(server, "alice", { like: "phantom" }), transaction.serialize());
    expect(Buffer.from(signed.message)).toEqual(Buffer.from(transaction.message.serialize()));
  });

  test("solflare appends two guards", async ({ server }) => {
    const signed = await sign(mockWallet(server, "alice", { like: "solflare" }), await built(server));
    expect(shape(signed)).toEqual(["computeBudget", "computeBudget", ...SWAP, "guard 6", "guard 10"]);
    expect(await land(server, signed.wire)).toMatchObject({ err: null });
  });

  test.for([0, 1] as const)(
    "seed-vault raises the price and takes a new blockhash: version %s",
    async (version) => {
      const server = await lab({ world: { builds: { version } } });
      const given = readTransaction(await built(server));
      await server.clock.advance("1s");
      const signed = await sign(mockWallet(server, "alice", { like: "seed-vault" }), given.wire);
      expect(shape(signed)).toEqual(shape(given));
      expect(signed.blockhash).not.toBe(given.blockhash);
      const limit = given.config?.computeUnitLimit ?? 0;
      if (version === 1) expect(signed.config?.priorityFee).toBe(BigInt(Math.floor(limit / 10)));
      else expect(Buffer.from(signed.instructions[1]!.data).readBigUInt64LE(1)).toBe(100_000n);
      expect(await land(server, signed.wire)).toMatchObject({ err: null });
    },
  );

  test("ledger takes three seconds of the server's clock, and changes nothing", async ({ server }) => {
    const bytes = await built(server);
    const start = server.clock.now();
    const signed = await sign(mockWallet(server, "alice", { like: "ledger" }), bytes);
    expect(server.clock.now() - start).toBe(3000);
    expect(Buffer.from(signed.message)).toEqual(Buffer.from(readTransaction(bytes).message));
  });

  test("broadcasts sends what it signs", async ({ server }) => {
    const signed = await sign(mockWallet(server, "alice", { like: "broadcasts" }), await built(server));
    const { result } = await rpc(server, "getSignatureStatuses", [[signatureOf(signed)]]);
    expect(result.value[0]).toMatchObject({ err: null });
  });

  test("legacy signs legacy transactions only", async () => {
    const server = await lab({ world: { builds: { version: "legacy" } } });
    const wallet = mockWallet(server, "alice", { like: "legacy" });
    expect(wallet.adapter.supportedTransactionVersions).toBeNull();
    expect(await land(server, (await sign(wallet, await built(server))).wire)).toMatchObject({ err: null });
    const other = mockWallet(await lab(), "alice", { like: "legacy" });
    await expect(sign(other, await built(await lab()))).rejects.toThrow("version 0");
    expect(other.requests).toEqual([]);
  });
});

describe("a mock wallet", () => {
  test("records requests, and rejects as the user decides", async ({ server }) => {
    const answers = [false, true];
    const wallet = mockWallet(server, "alice", { ask: async () => answers.shift()! });
    const bytes = await built(server);
    await expect(sign(wallet, bytes)).rejects.toMatchObject({ code: 4001 });
    const { wire } = await sign(wallet, bytes);
    expect(wallet.requests).toEqual([
      { method: "sign", transaction: bytes },
      { method: "sign", transaction: bytes, signed: wire },
    ]);
  });

  test("signs web3.js transactions of both classes as an adapter", async ({ server }) => {
    const { adapter } = mockWallet(server, "alice", { like: "phantom" });
    const signed = await adapter.signTransaction(VersionedTransaction.deserialize(await built(server)));
    expect(signed).toBeInstanceOf(VersionedTransaction);
    expect(await land(server, signed.serialize())).toMatchObject({ err: null });
    const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
    const [alice, bob] = [server.wallets.alice, server.wallets.bob].map((one) => keypairOf(one).publicKey);
    const legacy = new Transaction({ feePayer: alice!, blockhash, lastValidBlockHeight: 1 }).add(
      SystemProgram.transfer({ fromPubkey: alice!, toPubkey: bob!, lamports: 5 }),
    );
    const second = await adapter.signTransaction(legacy);
    expect(second).toBeInstanceOf(Transaction);
    expect(await land(server, second.serialize())).toMatchObject({ err: null });
  });

  test("connects and disconnects with events", async () => {
    const { adapter } = mockWallet(await lab(), "bob");
    const events: string[] = [];
    for (const event of ["connect", "disconnect"]) adapter.on(event, () => events.push(event));
    await adapter.disconnect();
    expect([adapter.connected, adapter.publicKey]).toEqual([false, null]);
    await adapter.connect();
    expect(adapter.connected).toBe(true);
    expect(events).toEqual(["disconnect", "connect"]);
  });

  test("does not exist for an unknown name", async ({ server }) => {
    expect(() => mockWallet(server, "carol")).toThrow(/must be one of alice, bob/);
  });
});
