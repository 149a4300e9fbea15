// Paying processes are killed with SIGKILL at random moments; another process then resumes and pays. No payment is
// made twice, and every reported outcome stays true. `npm run soak` kills a hundred.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { Connection, Keypair, type PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { FileJournal } from "intent-tx/node";
import { PostgresJournal, postgresJournalTable } from "intent-tx/postgres";
import { RedisJournal } from "intent-tx/redis";
import { execute, type PaymentJournal, resume } from "intent-tx/solana";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BIN, startPostgres } from "../postgres/server.js";
import { PROGRAMS, RedisServer } from "../redis/servers.js";
import { Worker, workerProgram } from "../redis/workers.js";
import { SCALE } from "../scale.js";
import type { Paid, Payment } from "./payer.js";

const KILLS = SCALE === 1 ? 6 : 100;
const AMOUNT = 10_000_000;

const LIMITS = [{ maxFee: 6_000_000 }, { priorityFee: 2000, slippageBps: 100 }, { pools: [] }, {}];

/** A journal shared by processes. */
interface Place {
  readonly journal: PaymentJournal;
  readonly task: Payment["journal"];
  close(): Promise<void>;
}

const [redisProgram] = PROGRAMS;

const PLACES: Record<string, () => Promise<Place>> = {
  FileJournal: async () => {
    const file = mkdtempSync(join(tmpdir(), "payments-"));
    const close = async () => rmSync(file, { recursive: true, force: true });
    return { journal: new FileJournal(file), task: { file }, close };
  },
  ...(redisProgram !== undefined && {
    RedisJournal: async () => {
      const server = await RedisServer.start(redisProgram);
      const redis = server.connect();
      const close = async () => {
        redis.disconnect();
        await server.close();
      };
      const journal = new RedisJournal({ redis, name: "payments", timeout: 60_000 });
      return { journal, task: { redis: server.port }, close };
    },
  }),
  ...(BIN !== undefined && {
    PostgresJournal: async () => {
      const server = await startPostgres(BIN ?? "");
      await server.pool.query(postgresJournalTable());
      const close = () => server.close();
      return {
        journal: new PostgresJournal({ client: server.pool }),
        task: { postgres: server.host },
        close,
      };
    },
  }),
};

if (BIN === undefined)
  console.warn("skipped: postgres: processes that pay are killed (apt-get install postgresql)");

let program: Awaited<ReturnType<typeof workerProgram>>;
beforeAll(async () => {
  program = await workerProgram("test/deep/pay/payer.ts");
});
afterAll(() => program?.remove());

describe.concurrent.each(Object.entries(PLACES))("%s", (name, open) => {
  const index = Object.keys(PLACES).indexOf(name);

  test(`each payment is made once despite ${KILLS} kills`, { timeout: 7_200_000 }, async () => {
    const place = await open();
    const server = await createMockServer({ seed: 1, clock: { mode: "auto" }, limits: "off" });
    await server.listen();
    try {
      const setup = new Setup(place, server);
      const { moments, outcome } = await setup.process("whole").outcome<Paid>();
      expect(outcome).toBe("landed");
      expect(moments).toBeGreaterThan(20);
      let killed = 0;
      for (let round = 0; killed < KILLS; round++) {
        // Each journal starts at another third of the moments.
        const dies = Math.floor(((round + index / 3) * moments) / Math.min(KILLS, moments)) % moments;
        if (await setup.kill(round, dies)) killed++;
      }
      console.log(
        `${killed} kills at ${Math.min(KILLS, moments)} of ${moments} moments: ${JSON.stringify(setup.words)}`,
      );
      expect(await place.journal.open()).toEqual([]);
      // A journal that stops answering and a lying wallet are played around the journal, so one journal is enough.
      if (index > 0) return;
      await setup.muteJournals();
      await setup.lyingWallet();
    } finally {
      await server.close();
      await place.close();
    }
  });
});

class Setup {
  readonly words: Record<string, number> = {};
  readonly #connection: Connection;
  #lives = 0;

  constructor(
    private readonly place: Place,
    private readonly server: MockServer,
  ) {
    this.#connection = new Connection(server.rpc.live, { fetch: server.fetch, commitment: "confirmed" });
  }

  #recipient(paymentId: string): PublicKey {
    const bytes = new Uint8Array(32).fill(3);
    bytes.set(Buffer.from(paymentId));
    return Keypair.fromSeed(bytes).publicKey;
  }

  #order(paymentId: string) {
    const command = `send ${AMOUNT / 1e9} SOL to ${this.#recipient(paymentId).toBase58()}`;
    return { command, paymentId };
  }

  /** Starts a paying process; `dies` is the moment at which it is killed. */
  process(paymentId: string, dies?: number, more: Pick<Payment, "mute" | "lies"> = {}): Worker {
    const { server, place } = this;
    const { apiKey, baseUrl } = server.clientOptions();
    const payment = {
      ...this.#order(paymentId),
      rpc: server.rpc.live,
      apiKey,
      baseUrl,
      journal: place.task,
      secretKey: server.wallets.alice.secretKey,
      amount: String(AMOUNT),
      ...(dies !== undefined && { dies }),
      ...more,
    };
    return new Worker(program.path, payment);
  }

  async #pay(paymentId: string) {
    const { server, place } = this;
    return execute({
      client: new IntentTx(server.clientOptions()),
      connection: this.#connection,
      signer: Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey)),
      ...this.#order(paymentId),
      expect: { side: "input", amount: BigInt(AMOUNT) },
      // Each life of a payment has other limits, as after a release.
      ...LIMITS[this.#lives++ % LIMITS.length],
      journal: place.journal,
      clock: server.clock,
    });
  }

  /** Reads the open payments, and checks each outcome against the recipient's balance. */
  async #look(): Promise<void> {
    const { journal } = this.place;
    for (const { record, outcome } of await resume({
      journal,
      connection: this.#connection,
      clock: this.server.clock,
    })) {
      this.words[outcome] = (this.words[outcome] ?? 0) + 1;
      const paid = await this.#received(record.paymentId);
      if (outcome === "landed") expect(paid).toBe(AMOUNT);
      if (outcome === "expired" || outcome === "failed") expect(paid).toBe(0);
    }
  }

  #received(paymentId: string): Promise<number> {
    return this.#connection.getBalance(this.#recipient(paymentId));
  }

  /** Makes a payment in a process that is killed; returns false if the payment completed before that. */
  async kill(round: number, dies: number): Promise<boolean> {
    const paymentId = `order ${round}`;
    const process = this.process(paymentId, dies);
    // Every fourth payment is made by two processes concurrently.
    const beside = round % 4 === 3 ? this.#pay(paymentId).then(({ signature }) => signature) : undefined;
    const error = await beside?.then(
      () => undefined,
      (thrown: { outcome?: string }) => thrown.outcome ?? String(thrown),
    );
    const ended = await process.ended;
    if (error !== undefined) expect(["unknown", "not-sent"]).toContain(error);
    await this.#look();
    if (round % 2 === 0) {
      await this.server.clock.advance("10m");
      await this.#look();
    }
    const { signature } = await this.#pay(paymentId);
    expect((await this.#pay(paymentId)).signature).toBe(signature);
    expect(await this.#received(paymentId)).toBe(AMOUNT);
    if (error === undefined && beside !== undefined) expect(await beside).toBe(signature);
    return ended === "SIGKILL";
  }

  /** Makes payments in processes whose journal stops answering at each of its calls. */
  async muteJournals(): Promise<void> {
    for (let mute = 0; mute < 6; mute++) {
      const paymentId = `mute ${mute}`;
      const { outcome } = await this.process(paymentId, undefined, { mute }).outcome<Paid>();
      if (outcome === "not-sent") expect(await this.#received(paymentId)).toBe(0);
      else expect(["unknown", "landed"]).toContain(outcome);
      await this.#pay(paymentId);
      expect(await this.#received(paymentId)).toBe(AMOUNT);
    }
  }

  /** A wallet returns the signature of an earlier payment: the payment stays open, also for other processes. */
  async lyingWallet(): Promise<void> {
    const { signature: lies } = await this.#pay("earlier");
    await this.server.clock.advance("1m");
    const { outcome } = await this.process("lied", undefined, { lies }).outcome<Paid>();
    expect(outcome).toBe("unknown");
    await expect(this.#pay("lied")).rejects.toMatchObject({ outcome: "unknown" });
    const { journal } = this.place;
    const options = { journal, connection: this.#connection, clock: this.server.clock };
    for (const signatures of [{}, { lied: lies }])
      expect(await resume(options, { signatures })).toMatchObject([{ outcome: "open" }]);
    expect(await this.#received("lied")).toBe(0);
  }
}
