// The same bytes handed over again: what a node says of the second time does not take back the first.
import {
  confirm,
  type KitRpc,
  type SolanaConnection,
  submit,
  type TransactionToSend,
  verifyAndSign,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, built, Cluster, landedAt, run, sample } from "./solana-cluster.js";

const tooOld = Object.assign(new Error("Transaction simulation failed: Blockhash not found"), {
  code: -32002,
  data: { err: "BlockhashNotFound", logs: [] },
});
const tooPoor = Object.assign(new Error("Transaction simulation failed"), {
  code: -32002,
  data: { err: { InstructionError: [0, { Custom: 1 }] }, logs: ["insufficient lamports"] },
});
const nobodyThere = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
const lost = new TypeError("socket hang up");

const sign = () => verifyAndSign({ intent: sample.intent, built, signer: alice });
const failing = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error as Error & { signature: string },
  );

/** A cluster at which a first call left the transaction under way, and that from then on lags: it knows no blockhash. */
async function lagging(): Promise<{ cluster: Cluster; signature: string }> {
  const cluster = new Cluster();
  cluster.failures.set("send", [lost]);
  cluster.failures.set("statuses", new Array(5).fill(lost));
  const { name, signature } = await failing(run(cluster));
  expect(name).toBe("TransactionUnconfirmedError");
  cluster.lastValid = 0;
  return { cluster, signature };
}

describe("signAndSend of what an earlier call left under way", () => {
  test.each([
    ["as too old", tooOld],
    ["by its simulation", tooPoor],
    ["by nobody being there", nobodyThere],
  ])("is no end where the node refuses it now, %s: it is followed, and found", async (_, refusal) => {
    const { cluster, signature } = await lagging();
    cluster.failures.set("send", new Array(9).fill(refusal));
    cluster.status = landedAt(cluster.height + 6);
    await expect(run(cluster)).resolves.toMatchObject({ signature });
  });

  test("has expired once that is proven, and then at once for whoever asks again", async () => {
    const { cluster } = await lagging();
    cluster.failures.set("send", new Array(900).fill(tooOld));
    const begun = cluster.height;
    expect((await failing(run(cluster))).name).toBe("TransactionExpiredError");
    expect(cluster.height - begun).toBeGreaterThan(400);
    const proven = cluster.height;
    expect((await failing(run(cluster))).name).toBe("TransactionExpiredError");
    expect(cluster.height).toBe(proven);
  });

  test("over another connection, of which nothing is known, it is as the node says", async () => {
    await lagging();
    const other = new Cluster();
    other.lastValid = 0;
    other.failures.set("send", [tooOld]);
    expect((await failing(run(other))).name).toBe("TransactionExpiredError");
  });
});

describe("submit of bytes that were handed over before", () => {
  test.each([
    ["as too old", tooOld],
    ["by its simulation", tooPoor],
    ["by nobody being there", nobodyThere],
  ])("refused %s may land all the same: only confirm tells", async (_, refusal) => {
    const cluster = new Cluster();
    const bytes = await sign();
    const signature = await submit(bytes, { connection: cluster });
    cluster.lastValid = 0;
    cluster.failures.set("send", [refusal]);
    const again = await failing(submit(bytes, { connection: cluster }));
    expect(again).toMatchObject({ name: "TransactionUnconfirmedError", signature, cause: refusal });
    expect(again.message).toMatch(/handed over before.*confirm/);
  });

  test("so is what confirm was told that it was sent, after a restart", async () => {
    const [first, cluster, bytes] = [new Cluster(), new Cluster(), await sign()];
    const signature = await submit(bytes, { connection: first });
    const stopped = AbortSignal.abort();
    await failing(confirm(signature, { connection: cluster, transaction: bytes, signal: stopped }));
    cluster.failures.set("statuses", new Array(5).fill(lost));
    await failing(confirm(signature, { connection: cluster, transaction: bytes, clock: cluster.clock }));
    cluster.lastValid = 0;
    cluster.failures.set("send", [tooOld]);
    expect((await failing(submit(bytes, { connection: cluster }))).name).toBe("TransactionUnconfirmedError");
  });

  test("an rpc of kit is known again, whatever object it is passed in", async () => {
    const cluster: SolanaConnection = new Cluster();
    const send = (run: () => Promise<unknown>) => ({ send: run });
    let refusing = false;
    const rpc = {
      sendTransaction: (base64: string) =>
        send(async () => {
          if (refusing) throw tooPoor;
          return cluster.sendRawTransaction(Buffer.from(base64, "base64"));
        }),
      getSignatureStatuses: () => send(async () => ({ context: { slot: 9n }, value: [null] })),
      isBlockhashValid: () => send(async () => ({ context: { slot: 9n }, value: true })),
      getBlockHeight: () => send(async () => 9n),
    } as unknown as KitRpc;
    const bytes = await sign();
    await submit(bytes, { connection: { rpc } });
    refusing = true;
    for (const connection of [{ rpc }, rpc])
      expect((await failing(submit(bytes, { connection }))).name).toBe("TransactionUnconfirmedError");
  });
});

describe("onSigned is waited for before anything is sent", () => {
  test("and gets what confirm takes", async () => {
    const cluster = new Cluster();
    const stored: TransactionToSend[] = [];
    const onSigned = async (signed: TransactionToSend) => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(cluster.calls).toEqual([]);
      stored.push(signed);
    };
    cluster.status = landedAt(1002);
    const { signature } = await run(cluster, { onSigned });
    expect(stored).toEqual([{ signature, transaction: cluster.sent[0]?.bytes }]);
    const [{ transaction } = { transaction: "" }] = stored;
    await expect(confirm(signature, { connection: cluster, transaction })).resolves.toMatchObject({
      signature,
    });
  });

  test("what it does to its bytes changes nothing", async () => {
    const cluster = new Cluster();
    cluster.status = landedAt(1002);
    await run(cluster, { onSigned: ({ transaction }) => void transaction.fill(0) });
    expect(cluster.sent[0]?.bytes.some((byte) => byte !== 0)).toBe(true);
  });

  test.each([
    ["throws", () => JSON.parse("no")],
    ["rejects", async () => JSON.parse("no")],
  ])("one that %s sends nothing", async (_, onSigned) => {
    const cluster = new Cluster();
    const error = await failing(run(cluster, { onSigned }));
    expect(error).toMatchObject({ name: "ConfigurationError", cause: { name: "SyntaxError" } });
    expect(error.message).toMatch(/^onSigned failed, so transaction \w+ was not sent/);
    expect(cluster.calls).toEqual([]);
  });

  test("one that hangs ends with the signal, and sends nothing", async () => {
    const cluster = new Cluster();
    const controller = new AbortController();
    const onSigned = () => {
      controller.abort("enough");
      return new Promise<never>(() => {});
    };
    const error = await failing(run(cluster, { onSigned, signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortedError", cause: "enough" });
    expect(cluster.calls).toEqual([]);
  });

  test("one that is no function is told before the wallet is asked", async () => {
    const error = await failing(run(new Cluster(), { onSigned: "store" as never }));
    expect(error.message).toBe("onSigned must be a function. Nothing was sent.");
  });
});
