import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import { lineOf, VERSION } from "../../../mock-server/src/state/records.js";
import { clientOf, NOON, rpc } from "../../server/lab.js";

/** Numbers of rows to write. */
export interface LargeCounts {
  readonly intents: number;
  readonly transactions: number;
  readonly accounts: number;
  readonly parses: number;
  /** Transactions per block. */
  readonly aBlock: number;
}

/** A written file: its length in bytes, and values of some rows. */
export interface LargeFile {
  readonly length: number;
  readonly intentId: string;
  readonly signature: string;
  /** The last slot with a transaction. */
  readonly lastSlot: number;
}

const intentIdOf = (at: number) => `int_${at.toString(36).padStart(16, "0")}`;

type Entry = readonly [string, unknown];
type Row = Readonly<Record<string, unknown>>;

/** A snapshot of a world after one swap. A large file repeats its rows. */
async function seeds() {
  const server = await createMockServer({ seed: 1, clock: { now: NOON, mode: "frozen" } });
  try {
    const client = clientOf(server);
    const walletAddress = server.wallets.alice.address;
    const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
    const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
    const signed = VersionedTransaction.deserialize(Buffer.from(built.transaction, "base64"));
    signed.sign([Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey))]);
    const wire = Buffer.from(signed.serialize()).toString("base64");
    await rpc(server, "sendTransaction", [wire, { encoding: "base64" }]);
    return { snapshot: await server.snapshot(), wallets: server.wallets as MockServer["wallets"] };
  } finally {
    await server.close();
  }
}

/** Writes a state file of a size that a server reaches after weeks, by repeating the rows of one swap. */
export async function writeLargeFile(file: string, counts: LargeCounts): Promise<LargeFile> {
  const { snapshot } = await seeds();
  const state = snapshot.state as unknown as Record<string, readonly Entry[]>;
  const descriptor = openSync(file, "w", 0o600);
  let length = 0;
  let checksum = 0;
  const write = (record: object) => {
    const line = lineOf(record as never, checksum);
    writeSync(descriptor, line.bytes);
    length += line.bytes.length;
    checksum = line.checksum;
  };
  const world: Record<string, Entry[]> = {};
  for (const [table, rows] of Object.entries(state)) world[table] = [...rows];
  const fill = (table: string, count: number, make: (at: number) => Entry) => {
    world[table] = [...(world[table] ?? []), ...Array.from({ length: count }, (_, at) => make(at))];
  };
  try {
    write({ file: "intent-tx-mock state", version: VERSION, seed: snapshot.seed });
    const [, intent] = (state["intents"]?.[0] ?? []) as [string, Row];
    fill("intents", counts.intents, (at) => {
      const intentId = intentIdOf(at);
      return [intentId, { ...intent, intentId }];
    });
    const landed = (state["ledgerTransactions"] ?? []).find(([, row]) =>
      ((row as Row)["accountKeys"] as string[]).includes(PROGRAM_IDS.swap),
    )?.[1] as Row;
    const firstSlot = Number(landed["slot"]) + 1;
    const blocks = Math.ceil(counts.transactions / counts.aBlock);
    const [, built] = (state["landed"]?.[0] ?? []) as [string, Row];
    const signatures: string[] = [];
    fill("ledgerTransactions", counts.transactions, (at) => {
      const signature = randomBytes(64);
      const wire = Buffer.from(String(landed["wire"]), "base64");
      signature.copy(wire, 1);
      const text = bs58.encode(signature);
      signatures.push(text);
      const slot = firstSlot + Math.floor(at / counts.aBlock);
      return [
        `live:${at + 10}`,
        { ...landed, signature: text, slot, wire: wire.toString("base64"), at: Date.parse(NOON) },
      ];
    });
    fill("landed", counts.transactions, (at) => [signatures[at] ?? "", { ...built, at: Date.parse(NOON) }]);
    const accounts = state["accounts"] as readonly [string, Row][];
    fill("parses", counts.parses, (at) => {
      const account = accounts[at % accounts.length]?.[0] ?? "";
      return [
        `${account}:${at}`,
        { account, at: Date.parse(NOON) - (counts.parses - at) * 60, confidence: 0.9 },
      ];
    });
    fill("ledgerAccounts", counts.accounts, () => [
      `live:${bs58.encode(randomBytes(32))}`,
      { lamports: "1000000", owner: PROGRAM_IDS.system, executable: false, data: "" },
    ]);
    world["counters"] = [
      ...(state["counters"] ?? []),
      ["ledgerTransactions:live", counts.transactions + 100],
      ["parse", counts.parses + 100],
    ];
    // Later than the last block, so that no row is in the future.
    const now = snapshot.clock.now + (blocks + 2) * 400;
    write({ clock: { now, running: false }, wall: Date.now(), world });
    return {
      length,
      intentId: intentIdOf(0),
      signature: signatures[0] ?? "",
      lastSlot: firstSlot + blocks - 1,
    };
  } finally {
    closeSync(descriptor);
  }
}
