// An earlier version's stored data is read as it was written, or refused with what to do. The files in 0.1 are as
// version 0.1 wrote them and never change: a version that changes a shape adds files, and decides how it reads these.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WorldSnapshot } from "@intent-tx/mock-server";
import { IDBFactory } from "fake-indexeddb";
import { builtTransactionCodec, intentCodec } from "intent-tx";
import { intentTools } from "intent-tx/ai";
import { FileJournal, FileKeyStore } from "intent-tx/node";
import { PostgresJournal } from "intent-tx/postgres";
import { RedisJournal, RedisKeyStore } from "intent-tx/redis";
import {
  effectsCodec,
  IndexedDbJournal,
  type PaymentJournal,
  type PaymentRecord,
  previewCodec,
  receiptCodec,
  resume,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { lab } from "../../server/lab.js";
import { NATIVE, setup } from "../pay/setup.js";

const FOLDER = "test/sdk/stored/0.1";
const linesOf = (name: string) =>
  readFileSync(join(FOLDER, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const RECORDS: PaymentRecord[] = linesOf("records.jsonl");
const isOpen = ({ outcome }: PaymentRecord) => outcome === undefined;
/** A record as a later version may have written it: with more members, which this version must keep. */
const later = (record: PaymentRecord): PaymentRecord => {
  const more = { later: { is: ["kept"] } };
  const { receipt } = record;
  const attempts = record.attempts.map((one) => ({ ...one, ...more }));
  const reservations = record.reservations?.map((one) => ({ ...one, ...more }));
  return JSON.parse(
    JSON.stringify({
      ...record,
      ...more,
      attempts,
      reservations,
      receipt: receipt && { ...receipt, ...more },
    }),
  );
};

/** Each store with the rows of these records as 0.1 writes them. Redis and Postgres only return rows here. */
const STORES: Record<string, (records: readonly PaymentRecord[]) => Promise<PaymentJournal>> = {
  async FileJournal(records) {
    const folder = temporaryFolder();
    for (const record of records) {
      const hash = createHash("sha256").update(record.paymentId).digest("hex");
      writeFileSync(
        join(folder, `${hash}.${1_767_225_600_000 + record.version}.json`),
        JSON.stringify(record),
      );
    }
    return new FileJournal(folder);
  },
  async IndexedDbJournal(records) {
    const indexedDB = new IDBFactory();
    await new Promise<void>((resolve) => {
      const request = indexedDB.open("intent-tx");
      request.onupgradeneeded = () => {
        const rows = request.result.createObjectStore("payments");
        for (const record of records)
          rows.put(
            JSON.stringify({ record, ...(!isOpen(record) && { settledAt: Date.now() }) }),
            record.paymentId,
          );
      };
      request.onsuccess = () => resolve(request.result.close());
    });
    return new IndexedDbJournal({ indexedDB });
  },
  async RedisJournal(records) {
    const rows = new Map(records.map((one) => [one.paymentId, `${one.version} ${JSON.stringify(one)}`]));
    const open = records.filter(isOpen).map(({ paymentId }) => rows.get(paymentId));
    const evaluate = async (_: string, options: { arguments: string[] }) => {
      const [paymentId = ""] = options.arguments;
      return paymentId === "" ? open : [rows.get(paymentId)];
    };
    return new RedisJournal({ redis: { eval: evaluate } as never });
  },
  async PostgresJournal(records) {
    const query = async (_: string, [paymentId]: unknown[]) => ({
      rows: records
        .filter((one) => (paymentId === undefined ? isOpen(one) : one.paymentId === paymentId))
        .map((one) => ({ record: JSON.stringify(one) })),
    });
    return new PostgresJournal({ client: { query } });
  },
};

describe.each(Object.keys(STORES))("%s", (store) => {
  test.each([
    ["0.1", RECORDS],
    ["a later version", RECORDS.map(later)],
  ] as const)("returns the records of %s whole", async (_, records) => {
    const journal = await STORES[store]!(records);
    for (const record of records) expect(await journal.get(record.paymentId)).toEqual(record);
    const open = (await journal.open()).map(({ paymentId }) => paymentId).sort();
    expect(open).toEqual(["by wallet", "prompting", "sending", "signed"]);
  });
});

describe("payments of 0.1, with members of a later version", () => {
  /** A journal with the records, of this wallet and cluster, ten minutes later. */
  async function stored() {
    const world = await setup();
    const { connection, walletAddress, journal, server } = world;
    const own = { walletAddress, genesisHash: await connection.getGenesisHash() };
    for (const record of RECORDS) {
      const paymentId = record.paymentId.replace(/spending:.*/, `spending:${walletAddress}`);
      await journal.claim(later({ ...record, ...own, paymentId }));
    }
    await server.clock.advance("10m");
    return world;
  }

  test("settle as in 0.1, and keep those members", async () => {
    const { journal, connection, clock, pay, client, walletAddress, server } = await stored();
    const expired = ["expired", undefined];
    const answers = Object.fromEntries(
      (await resume({ journal, connection, clock })).map(({ record, outcome, reason }) => [
        record.paymentId,
        [outcome, reason],
      ]),
    );
    expect(answers).toEqual({
      signed: expired,
      sending: expired,
      prompting: expired,
      "by wallet": ["open", expect.stringContaining("The wallet returned no signature.")],
    });
    const paid = RECORDS.filter(({ paymentId }) => !/by wallet|^intent-tx/.test(paymentId));
    for (const { paymentId, order, receipt, attempts } of paid) {
      const { command } = JSON.parse(order);
      const intent = command
        ? undefined
        : await client.intents.parse({ walletAddress, command: "swap 0.3 SOL for USDC" });
      const made = await pay({ paymentId, command, intent });
      if (receipt) expect(made).toMatchObject({ signature: receipt.signature, attempts: 1 });
      else expect(made, paymentId).toMatchObject({ attempts: 2 });
      expect(await journal.get(paymentId)).toMatchObject({
        later: { is: ["kept"] },
        attempts: attempts.map(() => ({ later: { is: ["kept"] } })).concat(receipt ? [] : [{} as never]),
      });
    }
    // Those without a receipt were made again: signed, prompting, sending, failed, expired and not sent.
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toHaveLength(6);
  });

  test("an agent's day goes on with what it has spent", async () => {
    const { journal, client, connection, keypair, walletAddress, clock } = await stored();
    const tools = intentTools(client, {
      walletAddress,
      connection,
      signer: keypair,
      journal,
      clock,
      approve: () => true,
      limits: { perDay: { [NATIVE]: 300_000_000n } },
    });
    const pay = (command: string, toolCallId: string) => tools.pay.execute({ command }, { toolCallId });
    expect(await pay("send 0.2 SOL to bob.sol", "call-2")).toMatchObject({
      ok: false,
      message: expect.stringContaining("99994949 is left"),
    });
    expect(await pay("send 0.01 SOL to bob.sol", "call-3")).toMatchObject({ ok: true });
    const spending = await journal.get(`intent-tx.spending:${walletAddress}`);
    expect(spending).toMatchObject({ later: {}, reservations: [{ later: {} }, { paymentId: "call-3" }] });
  });
});

const KEYS = linesOf("keys.jsonl");
const [OLD, NEW] = [
  { keyId: "key_1", key: "svc_live_old_1" },
  { keyId: "key_2", key: "svc_live_new_2" },
];
/** The key in use, whether its rotation continues at the next request, and the error of that request if it does not. */
const USED: Record<string, [key: typeof OLD, unfinished: boolean, error?: string]> = {
  rotated: [NEW, false],
  started: [OLD, true],
  issued: [OLD, true],
  unanswered: [OLD, true],
  unusable: [OLD, false, "the service's answer has no keyId and new key: {}"],
};

test.each(Object.keys(USED))("FileKeyStore, in a rotation that is %s", async (name) => {
  const { path, key, state } = KEYS.find((one) => one.name === name);
  const folder = temporaryFolder();
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(state));
  writeFileSync(join(folder, "key.json"), JSON.stringify(key));
  const store = new FileKeyStore(join(folder, "key.json"));
  const [used, unfinished, error] = USED[name]!;
  expect(await store.load()).toMatchObject({ ...used, ...(unfinished && { unfinished }) });
  const none = { issue: expect.fail, check: expect.fail, revoke: expect.fail } as never;
  if (error) await expect(store.rotate("key_1", none, false)).rejects.toThrow(error);
});

test("RedisKeyStore, in a rotation whose keys are encrypted", async () => {
  const { revision, state } = KEYS.find((one) => one.name === "sealed");
  const raw = Buffer.from("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "hex");
  const encryptionKey = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
  const redis = { eval: async () => [revision, state, String(Date.now())] } as never;
  const store = new RedisKeyStore({ redis, encryptionKey, name: "payments" });
  expect(await store.load()).toMatchObject({ ...OLD, version: 1, unfinished: true });
});

const CODECS = {
  intent: intentCodec,
  builtTransaction: builtTransactionCodec,
  preview: previewCodec,
  effects: effectsCodec,
  receipt: receiptCodec,
};

test.each(linesOf("codecs.jsonl"))("the $name of a database row", ({ name, json }) => {
  const codec = CODECS[name as keyof typeof CODECS];
  expect(codec.encode(codec.decode(structuredClone(json)) as never)).toEqual(json);
});

describe("the mock server", () => {
  const [snapshot] = linesOf("snapshot.jsonl") as [WorldSnapshot];
  const plain = async (server: Awaited<ReturnType<typeof lab>>) =>
    JSON.parse(JSON.stringify(await server.snapshot()));

  test("restores a snapshot", async () => {
    const server = await lab();
    await server.restore(snapshot);
    expect(await plain(server)).toEqual(snapshot);
  });

  test("reads a state file", async () => {
    const stateFile = join(temporaryFolder(), "state.jsonl");
    cpSync(join(FOLDER, "state.jsonl"), stateFile);
    const { state } = await plain(await lab({ stateFile, contract: { idempotency: true } }));
    // New IDs follow all that a server could have issued before it was killed.
    const [[request, count] = ["", 0], ...counters] = snapshot.state.counters ?? [];
    expect(state).toEqual({ ...snapshot.state, counters: [[request, 1e9 + count], ...counters] });
  });
});
