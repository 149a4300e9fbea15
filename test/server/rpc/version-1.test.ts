import type { MockServer } from "@intent-tx/mock-server";
import { ed25519 } from "@noble/curves/ed25519";
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import bs58 from "bs58";
import { decodeTransaction } from "intent-tx/solana";
import { describe, expect } from "vitest";
import { compileTransaction } from "../../../mock-server/src/formats/compile.js";
import { type Instruction, memo, solTransfer } from "../../../mock-server/src/formats/instructions.js";
import {
  readTransaction,
  type TransactionConfig,
  wireProblem,
} from "../../../mock-server/src/formats/transaction.js";
import { builtOf, keypairOf, lab, rpc, test } from "../lab.js";

const CONFIG = {
  priorityFee: 1234n,
  computeUnitLimit: 50_000,
  loadedAccountsDataSizeLimit: 1_000_000,
  heapSize: 65_536,
};
const [PAYER, TO, HASH] = [1, 2, 3].map((byte) => bs58.encode(new Uint8Array(32).fill(byte))) as [
  string,
  string,
  string,
];
const wire = (
  config: TransactionConfig = CONFIG,
  instructions: Instruction[] = [solTransfer(PAYER, TO, 5_000_000n)],
) => compileTransaction(PAYER, HASH, instructions, { version: 1, config }).wire;

describe("the version 1 layout", () => {
  test("is the one of SIMD-0385: header, mask, blockhash, counts, keys, values, heads, bodies, signatures", () => {
    const bytes = wire(CONFIG, [solTransfer(PAYER, TO, 5_000_000n), memo("hi")]);
    const system = "00".repeat(32);
    const memoProgram = Buffer.from(bs58.decode("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")).toString(
      "hex",
    );
    const keys = `${"01".repeat(32)}${"02".repeat(32)}${system}${memoProgram}`;
    const values = "d204000000000000" + "50c30000" + "40420f00" + "00000100";
    expect(Buffer.from(bytes).toString("hex")).toBe(
      `81010002${"1f000000"}${"03".repeat(32)}0204${keys}${values}02020c00${"03000200"}` +
        `0001${"02000000404b4c0000000000"}${"6869"}${"00".repeat(64)}`,
    );
  });

  test("is read by @solana/kit as it was written", () => {
    const { messageBytes } = getTransactionDecoder().decode(wire());
    expect(new Uint8Array(messageBytes)).toEqual(readTransaction(wire()).message);
    expect(getCompiledTransactionMessageDecoder().decode(messageBytes)).toMatchObject({
      version: 1,
      lifetimeToken: HASH,
      staticAccounts: [PAYER, TO, "11111111111111111111111111111111"],
    });
  });

  test("is read with every set of config values", () => {
    const names = Object.keys(CONFIG) as (keyof typeof CONFIG)[];
    for (let set = 0; set < 16; set++) {
      const config = Object.fromEntries(
        names.filter((_, at) => set & (1 << at)).map((name) => [name, CONFIG[name]]),
      );
      const read = readTransaction(wire(config));
      expect(read).toMatchObject({ version: 1, signers: 1, blockhash: HASH, lookups: [] });
      expect(read.config).toEqual(config);
      expect(read.instructions).toMatchObject([{ programIdIndex: 2, accounts: [0, 1] }]);
    }
  });

  const changed = (at: number, value: number) => Uint8Array.from(wire()).fill(value, at, at + 1);
  test.each([
    ["an unknown bit in the mask", changed(4, 0x3f), "config mask"],
    ["half a priority fee", changed(4, 0x1e), "config mask"],
    ["a heap size that is not a multiple of 1,024", wire({ ...CONFIG, heapSize: 65_537 }), "heap size"],
    ["a heap below 32 KiB", wire({ ...CONFIG, heapSize: 1024 }), "heap size"],
    ["no signer", changed(1, 0), "fee payer"],
    ["an account twice", Uint8Array.from(wire()).fill(1, 74, 106), "listed twice"],
    ["a program that is the payer", changed(158, 0), "not a static account"],
    ["an account that is missing", changed(162, 9), "missing account"],
    ["a byte too many", Buffer.concat([wire(), Buffer.of(0)]), "after the end"],
    ["more than 4,096 bytes", Buffer.concat([wire(), Buffer.alloc(4096)]), "too large"],
  ])("refuses %s", (_, bytes, reason) => {
    expect(wireProblem(bytes)).toContain(reason);
  });

  test.each([
    ["signers", 12, 1],
    ["instructions", 64, 40],
    ["accounts", 64, 41],
  ])("has no more %s than %i, in the chain and in the client", (what, most, at) => {
    const bytes = changed(at, most + 1);
    expect(wireProblem(bytes)).toContain(`more than ${most} ${what}`);
    expect(() => decodeTransaction(Buffer.from(bytes).toString("base64"))).toThrow(
      `${most + 1} ${what}, but version 1 allows at most ${most}`,
    );
  });

  test("refuses every truncation", () => {
    for (let end = 0; end < wire().length; end++)
      expect(wireProblem(wire().subarray(0, end))).toBeTypeOf("string");
  });

  test("has at most 4,096 bytes, where other versions have 1,232", () => {
    const data = (length: number): Instruction => ({ ...memo("hi"), data: new Uint8Array(length) });
    const rest = wire({}, [data(0)]).length;
    expect(wireProblem(wire({}, [data(4096 - rest)]))).toBeUndefined();
    expect(() => wire({}, [data(4097 - rest)])).toThrow(RangeError);
  });
});

/** A transfer of alice, signed. */
async function signed(server: MockServer, config: TransactionConfig = CONFIG) {
  const alice = keypairOf(server.wallets.alice);
  const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
  const transfer = solTransfer(alice.publicKey.toBase58(), TO, 5_000_000n);
  const compiled = compileTransaction(alice.publicKey.toBase58(), blockhash, [transfer], {
    version: 1,
    config,
  });
  const signature = ed25519.sign(compiled.message, alice.secretKey.subarray(0, 32));
  compiled.wire.set(signature, compiled.message.length);
  return {
    base64: Buffer.from(compiled.wire).toString("base64"),
    signature: bs58.encode(signature),
    ...compiled,
  };
}
const BASE64 = { encoding: "base64", preflightCommitment: "processed" };

describe("a version 1 transaction on the chain", () => {
  test("lands for the signature and its own fee, and is written in every encoding", async ({ server }) => {
    const { base64, signature, message } = await signed(server);
    const fee = 5000 + 1234;
    const before = (await rpc(server, "getBalance", [server.wallets.alice.address])).result.value;
    const asked = await rpc(server, "getFeeForMessage", [Buffer.from(message).toString("base64")]);
    expect(asked.result.value).toBe(fee);
    const { result } = await rpc(server, "simulateTransaction", [base64, { ...BASE64, sigVerify: true }]);
    expect(result.value).toMatchObject({ err: null, fee });
    expect((await rpc(server, "sendTransaction", [base64, BASE64])).result).toBe(signature);
    const config = { commitment: "confirmed", maxSupportedTransactionVersion: 1 };
    const get = async (encoding: string) =>
      rpc(server, "getTransaction", [signature, { ...config, encoding }]);
    const json = (await get("json")).result;
    expect(json).toMatchObject({
      version: 1,
      meta: { err: null, fee, loadedAddresses: { readonly: [], writable: [] } },
    });
    const transactionConfig = { ...CONFIG, priorityFee: 1234 };
    expect(json.transaction.message).toMatchObject({
      transactionConfig,
      recentBlockhash: readTransaction(Buffer.from(base64, "base64")).blockhash,
    });
    expect(json.transaction.message).not.toHaveProperty("addressTableLookups");
    const parsed = (await get("jsonParsed")).result.transaction.message;
    expect(parsed).toMatchObject({ transactionConfig, instructions: [{ parsed: { type: "transfer" } }] });
    expect((await get("base64")).result.transaction).toEqual([base64, "base64"]);
    expect((await get("base58")).result.transaction[0]).toBe(bs58.encode(Buffer.from(base64, "base64")));
    expect(before - json.meta.postBalances[0]).toBe(5_000_000 + fee);
  });

  test("is not shown to a client that does not support its version: -32015, also for its block", async () => {
    const server = await lab();
    const { base64, signature } = await signed(server);
    await rpc(server, "sendTransaction", [base64, BASE64]);
    for (const maxSupportedTransactionVersion of [0, undefined]) {
      const config = { commitment: "confirmed", maxSupportedTransactionVersion };
      const { error } = await rpc(server, "getTransaction", [signature, config]);
      expect(error).toMatchObject({
        code: -32015,
        message: expect.stringContaining("version (1) is not supported"),
      });
      const slot = (await rpc(server, "getSlot", [{ commitment: "confirmed" }])).result;
      expect((await rpc(server, "getBlock", [slot, config])).error.code).toBe(-32015);
    }
  });

  test("has no units and no loaded bytes unless its header sets them", async ({ server }) => {
    const errorOf = async (config: TransactionConfig) => {
      const { base64 } = await signed(server, config);
      return (await rpc(server, "simulateTransaction", [base64, BASE64])).result.value.err;
    };
    expect(await errorOf({ computeUnitLimit: 50_000 })).toBe("MaxLoadedAccountsDataSizeExceeded");
    expect(await errorOf({ loadedAccountsDataSizeLimit: 1_000_000 })).toEqual({
      InstructionError: [0, "ComputationalBudgetExceeded"],
    });
  });

  test("is refused where its feature is inactive", async () => {
    const server = await lab({
      world: { chain: { features: { deactivate: ["txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL"] } } },
    });
    const { base64 } = await signed(server);
    for (const method of ["sendTransaction", "simulateTransaction"]) {
      expect((await rpc(server, method, [base64, BASE64])).error).toMatchObject({
        code: -32602,
        message: expect.stringContaining("Transaction version is unsupported"),
      });
    }
  });
});

describe("world.builds.version", () => {
  test.for(["transfer 1 SOL to bob.sol", "swap 1 SOL for USDC"])(
    "1 builds %s with its budget in the header, and lands",
    async (command) => {
      const server = await lab({ world: { builds: { version: 1 } } });
      const { built } = await builtOf(server, command, { priorityFee: 7777 });
      const { transaction, expectedOutput, simulation } = built;
      const read = readTransaction(Buffer.from(transaction, "base64"));
      const limit = read.config?.computeUnitLimit ?? 0;
      const priority = Math.ceil((limit * 7777) / 1e6);
      expect(read.version).toBe(1);
      expect(read.config?.priorityFee).toBe(BigInt(priority));
      expect(expectedOutput.fee).toBe(5000n + BigInt(priority));
      expect(limit - (simulation?.computeUnits ?? 0)).toBeGreaterThanOrEqual(50_000);
      const bytes = Buffer.from(transaction, "base64");
      const alice = keypairOf(server.wallets.alice);
      bytes.set(ed25519.sign(read.message, alice.secretKey.subarray(0, 32)), read.message.length);
      const sent = await rpc(server, "sendTransaction", [bytes.toString("base64"), BASE64]);
      const config = { commitment: "confirmed", maxSupportedTransactionVersion: 1 };
      const landed = await rpc(server, "getTransaction", [sent.result, config]);
      expect(landed.result.meta.err).toBeNull();
      const renewed = { ...BASE64, replaceRecentBlockhash: true };
      const { value } = (await rpc(server, "simulateTransaction", [transaction, renewed])).result;
      const least = value.loadedAccountsDataSize + 449_000;
      expect(read.config?.loadedAccountsDataSizeLimit).toBeGreaterThanOrEqual(least);
    },
  );

  test("1 without a simulation allows the maximum of loaded bytes", async () => {
    const server = await lab({ world: { builds: { version: 1 } } });
    const { built } = await builtOf(server, "transfer 1 SOL to bob.sol", { simulate: false });
    const { config } = readTransaction(Buffer.from(built.transaction, "base64"));
    expect(config?.loadedAccountsDataSizeLimit).toBe(64 * 1024 * 1024);
  });

  test('"legacy" builds legacy transactions', async () => {
    const server = await lab({ world: { builds: { version: "legacy" } } });
    const { built } = await builtOf(server, "transfer 1 SOL to bob.sol");
    expect(readTransaction(Buffer.from(built.transaction, "base64")).version).toBe("legacy");
  });
});
