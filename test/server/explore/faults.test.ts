// The faults of outages, the machine, the disk and the wallet, and the apps that they catch.
import { type Ending, explore, type Life } from "@intent-tx/mock-server/explore";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { IndexedDbJournal } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { record } from "../../sdk/pay/record.js";
import { failureOf, keypairOf } from "../lab.js";

const NONE = { api: false, chain: false, crash: false, machine: false, disk: false, wallet: false } as const;
const SHOP = Keypair.fromSeed(new Uint8Array(32).fill(5)).publicKey;
const paid = async ({ connection }: Pick<Life<unknown>, "connection">) =>
  (await connection.getBalance(SHOP)) / 1e9;
const once = async (ending: Ending<unknown>) => {
  const sol = await paid(ending);
  if (sol > 1) throw new Error(`the shop got ${sol} SOL`);
};

/** An unsigned payment of 1 SOL. */
async function payment({ connection, server }: Life<unknown>) {
  const { publicKey: fromPubkey } = keypairOf(server.wallets.alice);
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: fromPubkey, recentBlockhash: blockhash });
  return transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey: SHOP, lamports: 1e9 }));
}

async function pay(life: Life<unknown>) {
  const transaction = await payment(life);
  transaction.sign(keypairOf(life.server.wallets.alice));
  return life.connection.sendRawTransaction(transaction.serialize());
}

/** The schedules under which an app pays twice. */
async function doubled(run: (life: Life<undefined>) => unknown, faults: object) {
  const report = await explore({ run, check: once, faults: { ...NONE, ...faults }, throws: false });
  for (const { error } of report.failures) expect(String(error)).toMatch(/the shop got [23] SOL/);
  return report.failures.map(({ schedule }) => schedule).sort();
}

test("an outage of 100 s finds an app that pays again when it cannot look", async () => {
  const run = async (life: Life<undefined>) => {
    for (let tries = 0; tries < 20; tries++)
      try {
        const signature = await pay(life);
        for (let looks = 0; looks < 5; looks++) {
          const { value } = await life.connection
            .getSignatureStatuses([signature])
            .catch(() => ({ value: [] }));
          if (value[0]) return;
          await life.server.clock.sleep(1000);
        }
      } catch {
        await life.server.clock.sleep(10_000);
      }
  };
  expect(await doubled(run, { chain: ["outage-3"] })).toEqual([]);
  expect(await doubled(run, { chain: ["outage-100s"] })).toEqual(["3:outage-100s"]);
});

test("two lives find an app that marks its order before it pays, but not at once", async () => {
  const run = (isAtomic: boolean) => async (life: Life<undefined>) => {
    if (isAtomic) {
      if (await life.disk.compareAndSet("order", undefined, "claimed")) await pay(life);
      return;
    }
    const isTaken = (await life.disk.get("order")) !== undefined;
    await life.connection.getSlot();
    if (!isTaken) await life.disk.compareAndSet("order", undefined, "claimed");
    if (!isTaken) await pay(life);
  };
  expect(await doubled(run(false), { machine: ["two-lives"] })).toEqual(["1:two-lives"]);
  expect(await doubled(run(true), { machine: ["two-lives"] })).toEqual([]);
});

test("a clock that jumps finds an app whose claim expires", async () => {
  const run = async (life: Life<undefined>) => {
    const { clock } = life.server;
    const at = clock.now();
    const signature = await pay(life);
    for (;;) {
      const { value } = await life.connection.getSignatureStatuses([signature]);
      if (value[0]?.confirmationStatus === "finalized") return;
      await clock.sleep(4_000);
      if (clock.now() - at > 120_000) return await pay(life);
    }
  };
  expect(await doubled(run, { machine: ["clock-jump"] })).toContain("3:clock-jump");
});

test("a failure is shrunk to one fault and to the request that pays again, and tells what the chain held", async () => {
  const run = async (life: Life<undefined>) => {
    for (let tries = 0; tries < 3; tries++)
      try {
        await pay(life);
        break;
      } catch {
        await life.server.clock.sleep(1000);
      }
    for (let looks = 0; looks < 5; looks++) await life.connection.getBalance(SHOP);
  };
  const faults = { ...NONE, chain: ["lost"] } as const;
  const report = await explore({ run, check: once, faults, depth: 2, throws: false });
  expect(String(report)).toMatchInlineSnapshot(`
    "22 schedules tried, 0 skipped, 3 failed (7 requests without faults)

    2:lost: Error: the shop got 2 SOL
      life 1
           1  getLatestBlockhash       200
           2  sendTransaction          [lost] TypeError: fetch failed  | chain: alice -1.000005 SOL, 8SFq… +1 SOL
           3  getLatestBlockhash       200
           4  sendTransaction          200                             | chain: alice -2.00001 SOL, 8SFq… +2 SOL
             … the check fails already here, before 5 more requests
      run: returned
      replay: explore({ …, only: "2:lost" })

    1:lost+3:lost: Error: the shop got 2 SOL
      life 1
           1  getLatestBlockhash       [lost] TypeError: fetch failed
           2  getLatestBlockhash       200
           3  sendTransaction          [lost] TypeError: fetch failed  | chain: alice -1.000005 SOL, 8SFq… +1 SOL
           4  getLatestBlockhash       200
           5  sendTransaction          200                             | chain: alice -2.00001 SOL, 8SFq… +2 SOL
             … the check fails already here, before 5 more requests
      run: returned
      replay: explore({ …, only: "1:lost+3:lost" })

    2:lost+4:lost: Error: the shop got 3 SOL
      life 1
           1  getLatestBlockhash       200
           2  sendTransaction          [lost] TypeError: fetch failed  | chain: alice -1.000005 SOL, 8SFq… +1 SOL
           3  getLatestBlockhash       200
           4  sendTransaction          [lost] TypeError: fetch failed  | chain: alice -2.00001 SOL, 8SFq… +2 SOL
           5  getLatestBlockhash       200
           6  sendTransaction          200                             | chain: alice -3.000015 SOL, 8SFq… +3 SOL
             … the check fails already here, before 5 more requests
      run: returned
      replay: explore({ …, only: "2:lost+4:lost" })"
  `);
});

describe("the disk", () => {
  const app = (write: (life: Life<undefined>) => unknown) => async (life: Life<undefined>) => {
    if ((await life.disk.get("order")) !== undefined) return;
    await write(life);
    await pay(life);
  };

  test("loses a write that is not flushed, and keeps compareAndSet", async () => {
    const lax = app(({ disk }) => disk.setItem("order", "sent"));
    expect(await doubled(lax, { disk: ["disk-lost"] })).toEqual(["1:disk-lost"]);
    const flushed = app(({ disk }) => disk.compareAndSet("order", undefined, "sent"));
    expect(await doubled(flushed, { disk: ["disk-lost"] })).toEqual([]);
  });

  test("fails a write, which then is not stored", async () => {
    const seen: unknown[] = [];
    const run = async ({ disk, server }: Life<undefined>) => {
      const failure = await failureOf(disk.compareAndSet("a", undefined, "1"));
      seen.push([failure, await disk.get("a")]);
      await server.clock.sleep(1);
    };
    await explore({ run, check: () => {}, only: "1:disk-fails" });
    expect(seen.at(-1)).toEqual([expect.objectContaining({ code: "ENOSPC" }), undefined]);
  });

  test("has an IndexedDB, whose writes count and whose rows outlive a crash", async () => {
    const rows: unknown[] = [];
    const run = async ({ disk, connection, life }: Life<undefined>) => {
      const journal = new IndexedDbJournal({ indexedDB: disk.indexedDB });
      if (life > 0) rows.push(await journal.get("order"));
      else await journal.claim(record({ paymentId: "order" }));
      await connection.getSlot();
    };
    const report = await explore({ run, check: () => {}, faults: { ...NONE, crash: ["crash-after"] } });
    expect(report.failures).toEqual([]);
    // The write of the row, and the request after which the app crashes.
    expect(report.requests).toBe(2);
    expect(rows).toEqual([expect.objectContaining({ paymentId: "order", version: 1 })]);
  });
});

describe("the wallet", () => {
  const signs = async (life: Life<undefined>) => life.wallet.adapter.signTransaction(await payment(life));

  test("wallet-late: the blockhash has expired when it answers", async () => {
    const waits: number[] = [];
    const run = async (life: Life<undefined>) => {
      const before = life.server.clock.now();
      await signs(life);
      waits.push(life.server.clock.now() - before);
    };
    await explore({ run, check: () => {}, only: "2:wallet-late" });
    expect(waits.at(-1)).toBeGreaterThanOrEqual(120_000);
  });

  test("wallet-twice: it also sends, and an app that takes the node's refusal for a failure pays twice", async () => {
    const run = async (life: Life<undefined>) => {
      for (let tries = 0; tries < 2; tries++)
        try {
          const signed = await signs(life);
          await life.server.clock.sleep(1000);
          await life.connection.sendRawTransaction(signed.serialize());
          return;
        } catch {
          await life.server.clock.sleep(1000);
        }
    };
    expect(await doubled(run, { wallet: true })).toEqual(["2:wallet-twice"]);
  });

  test("wallet-edits: the app gets another transaction, and a crash before it asks signs nothing", async () => {
    const hashes = new Set<string | undefined>();
    const run = async (life: Life<undefined>) => hashes.add((await signs(life)).recentBlockhash);
    await explore({ run, check: () => {}, faults: { ...NONE, wallet: ["wallet-edits"], crash: true } });
    expect(hashes.size).toBeGreaterThan(1);
  });
});
