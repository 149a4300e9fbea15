// Accounts from lookup tables: read through the connection, and verified like listed ones.
import type { PublicKey } from "@solana/web3.js";
import { UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { Cluster, landedAt, run } from "./cluster.js";
import {
  ata,
  build,
  codesOf,
  keypair,
  lookupTable,
  POOLS,
  recipient,
  SOL,
  SWAP,
  sampleNamed,
  TOKEN,
  USDC,
  wallet,
} from "./samples.js";

const TABLE = keypair(50).publicKey;
const swapping = sampleNamed("SOL to USDC, exact in");
const sending = sampleNamed("a transfer of USDC");
/** Accounts that services put into tables: mints, the token program, the pool and its accounts. */
const SHARED = [USDC, TOKEN, POOLS[0], ata(POOLS[0], SOL), ata(POOLS[0], USDC), SOL];

function tabled(addresses: PublicKey[], { instructions } = swapping) {
  return { transaction: build(instructions, wallet, { tables: [lookupTable(TABLE, addresses)] }) };
}

const lookupTables = (addresses: PublicKey[]) => ({ [TABLE.toBase58()]: addresses.map(String) });

describe("verification", () => {
  const options = { walletAddress: wallet.toBase58() };
  const codes = (addresses: PublicKey[], sample = swapping, tables: object = lookupTables(addresses)) =>
    codesOf(() =>
      verifyTransaction(tabled(addresses, sample), sample.intent, {
        ...options,
        lookupTables: tables as never,
      }),
    );

  test("a table may name mints, token programs and pools", () => {
    expect(codes(SHARED)).toEqual([]);
    const verified = verifyTransaction(tabled(SHARED), swapping.intent, {
      ...options,
      lookupTables: lookupTables(SHARED),
    });
    expect(verified.accounts).toContainEqual({
      address: USDC.toBase58(),
      source: { table: TABLE.toBase58(), index: 0 },
      signer: false,
      writable: false,
    });
  });

  test.each([
    ["the wallet's token account", swapping, ata(wallet, USDC)],
    ["the wallet's wrapped SOL", swapping, ata(wallet, SOL)],
    ["the recipient", sending, recipient],
    ["the recipient's token account", sending, ata(recipient, USDC)],
    ["the wallet's source account", sending, ata(wallet, USDC)],
  ])("a table may not name %s", (_, sample, own) => {
    expect(codes([...SHARED, own], sample)).toEqual(["lookup_table"]);
  });

  test("an account that a table swaps is found", () => {
    const lying = [...SHARED.slice(0, 4), ata(keypair(66).publicKey, USDC), SOL];
    expect(codes(SHARED, swapping, lookupTables(lying))).toContain("wrong_account");
  });

  test("an unknown table, one that is too short, and an account that is loaded twice are refused", () => {
    for (const known of [{}, lookupTables(SHARED.slice(0, 3))])
      expect(codes(SHARED, swapping, known)).toMatchObject({ 0: "lookup_table" });
    expect(codes(SHARED, swapping, lookupTables([...SHARED.slice(0, 5), SWAP]))).toContain("cannot_succeed");
    expect(codes(SHARED, swapping, { [TABLE.toBase58()]: ["x"] })).toEqual(["ConfigurationError"]);
  });
});

describe("a table that is read through the connection", () => {
  const OWNER = "AddressLookupTab1e1111111111111111111111111";
  interface Content {
    owner?: string;
    type?: number;
    deactivated?: bigint;
    extended?: bigint;
    start?: number;
    addresses?: PublicKey[];
  }
  class Node extends Cluster {
    asked: unknown[] = [];
    constructor(readonly content: Content | null) {
      super({ status: landedAt(1005) });
    }
    async _rpcRequest(method: string, params: unknown[]) {
      this.asked.push([method, params]);
      const { owner = OWNER, type = 1, addresses = SHARED } = this.content ?? {};
      const { deactivated = 2n ** 64n - 1n, extended = 900n, start = 0 } = this.content ?? {};
      const data = Buffer.alloc(56);
      data.writeUInt32LE(type, 0);
      data.writeBigUInt64LE(deactivated, 4);
      data.writeBigUInt64LE(extended, 12);
      data.writeUInt8(start, 20);
      const all = Buffer.concat([data, ...addresses.map((key) => key.toBytes())]).toString("base64");
      const value = this.content === null ? null : { owner, data: [all, "base64"] };
      return { result: { context: { slot: 1000 }, value: [value] } };
    }
  }
  const pay = (content: Content | null) => {
    const node = new Node(content);
    return { node, paid: run(node, { intent: swapping.intent, built: tabled(SHARED) }) };
  };

  test("is read once, at finalized, and the transaction is paid", async () => {
    const { node, paid } = pay({});
    await expect(paid).resolves.toMatchObject({ slot: 1012 });
    const config = { encoding: "base64", commitment: "finalized" };
    expect(node.asked).toEqual([["getMultipleAccounts", [[TABLE.toBase58()], config]]]);
  });

  test("resolves what was extended before the finalized slot", async () => {
    await expect(pay({ extended: 1000n, start: 6 }).paid).resolves.toBeDefined();
    await expect(pay({ extended: 1000n, start: 5 }).paid).rejects.toThrow(/only 5 finalized addresses/);
  });

  test.each<[string, Content | null, RegExp]>([
    ["does not exist", null, /not a lookup table/],
    ["belongs to another program", { owner: SWAP.toBase58() }, /not a lookup table/],
    ["is not initialised", { type: 0 }, /not a lookup table/],
    ["is being deactivated", { deactivated: 999n }, /being deactivated/],
    ["is too short", { addresses: SHARED.slice(0, 5) }, /only 5 finalized addresses/],
  ])("is refused if it %s", async (_, content, reason) => {
    const { node, paid } = pay(content);
    const failure = await paid.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnsafeTransactionError);
    expect(failure).toMatchObject({ message: expect.stringMatching(reason), outcome: "not-sent" });
    expect(node.sent).toEqual([]);
  });

  test("cannot be read by typed methods; lookupTables then has it", async () => {
    const order = { intent: swapping.intent, built: tabled(SHARED) };
    await expect(run(new Cluster(), order)).rejects.toThrow(/typed methods/);
    const cluster = new Cluster({ status: landedAt(1005) });
    await expect(run(cluster, { ...order, lookupTables: lookupTables(SHARED) })).resolves.toBeDefined();
  });
});
