// Compares version 1 transactions with surfpool, for layout, checks, JSON and size. It ignores their fees and limits.
import { createRequire } from "node:module";
import { ed25519 } from "@noble/curves/ed25519";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileTransaction } from "../../../mock-server/src/formats/compile.js";
import { type Instruction, memo, solTransfer } from "../../../mock-server/src/formats/instructions.js";
import { type TransactionConfig, wireProblem } from "../../../mock-server/src/formats/transaction.js";
import { keypairOf, lab, rpc } from "../../server/lab.js";

interface Surfnet {
  readonly rpcUrl: string;
  readonly payer: string;
  readonly payerSecretKey: readonly number[];
  stop(): void;
}

/** The surfpool package, from the registry or a path. It is not a dependency, because it has 40 MB. */
function installed(): { readonly Surfnet: { startWithConfig(config: object): Surfnet } } | undefined {
  try {
    return createRequire(import.meta.url)(process.env["SURFPOOL"] ?? "@solana/surfpool-linux-x64-gnu");
  } catch {
    console.warn(
      "skipped: surfpool: version 1 (npm install --no-save @solana/surfpool-linux-x64-gnu@1.5.0, or set SURFPOOL)",
    );
    return undefined;
  }
}

const surfpool = installed();
const CONFIG = {
  priorityFee: 0n,
  computeUnitLimit: 50_000,
  loadedAccountsDataSizeLimit: 1_000_000,
  heapSize: 65_536,
};
const BASE64 = { encoding: "base64", preflightCommitment: "processed" };

describe.skipIf(surfpool === undefined)("surfpool and the mock", () => {
  let net: Surfnet;
  beforeAll(() => {
    net = surfpool!.Surfnet.startWithConfig({ offline: true });
  });
  afterAll(() => net?.stop());

  async function call(method: string, params: unknown[] = []) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(net.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return response.json();
  }

  function signed(
    payer: string,
    secret: Uint8Array,
    blockhash: string,
    instructions: Instruction[],
    config: TransactionConfig = CONFIG,
  ) {
    const { wire, message } = compileTransaction(payer, blockhash, instructions, { version: 1, config });
    wire.set(ed25519.sign(message, secret.subarray(0, 32)), message.length);
    return wire;
  }

  test("land the same transaction and write it alike", async () => {
    const server = await lab();
    const alice = keypairOf(server.wallets.alice);
    const to = server.wallets.bob.address;
    const written = async (ask: typeof call, payer: string, secret: Uint8Array) => {
      const { blockhash } = (await ask("getLatestBlockhash", [{ commitment: "confirmed" }])).result.value;
      const wire = signed(payer, secret, blockhash, [solTransfer(payer, to, 5_000_000n), memo("hi")]);
      const sent = await ask("sendTransaction", [Buffer.from(wire).toString("base64"), BASE64]);
      expect(sent.error).toBeUndefined();
      const config = { encoding: "json", commitment: "confirmed", maxSupportedTransactionVersion: 1 };
      await expect
        .poll(async () => (await ask("getTransaction", [sent.result, config])).result, { timeout: 20_000 })
        .not.toBeNull();
      const { transaction, version } = (await ask("getTransaction", [sent.result, config])).result;
      const { accountKeys: _, recentBlockhash: __, ...message } = transaction.message;
      return { message, version };
    };
    const ours = await written(
      (method, params) => rpc(server, method, params ?? []),
      alice.publicKey.toBase58(),
      alice.secretKey,
    );
    const theirs = await written(call, net.payer, Uint8Array.from(net.payerSecretKey));
    expect(ours.version).toBe(theirs.version);
    expect(ours.message.transactionConfig).toEqual(theirs.message.transactionConfig);
    expect(ours.message.header).toEqual(theirs.message.header);
    expect(Object.keys(ours.message).sort()).toEqual(Object.keys(theirs.message).sort());
  });

  test("refuse the same bytes", async () => {
    const secret = Uint8Array.from(net.payerSecretKey);
    const { blockhash } = (await call("getLatestBlockhash")).result.value;
    const wire = signed(net.payer, secret, blockhash, [solTransfer(net.payer, net.payer, 1n)]);
    const changed = (at: number, value: number) => Uint8Array.from(wire).fill(value, at, at + 1);
    const data = (length: number): Instruction => ({ ...memo("hi"), data: new Uint8Array(length).fill(97) });
    const rest = compileTransaction(net.payer, blockhash, [data(0)], { version: 1, config: CONFIG }).wire
      .length;
    const long = signed(net.payer, secret, blockhash, [data(4096 - rest)]);
    const cases = [
      wire,
      long,
      Buffer.concat([long, Buffer.of(0)]),
      changed(4, 0x3f),
      changed(4, 0x1e),
      changed(1, 13),
      changed(40, 65),
      changed(41, 65),
      signed(net.payer, secret, blockhash, [solTransfer(net.payer, net.payer, 1n)], {
        ...CONFIG,
        heapSize: 65_537,
      }),
      wire.subarray(0, 100),
    ];
    for (const [at, bytes] of cases.entries()) {
      const { error, result } = await call("simulateTransaction", [
        Buffer.from(bytes).toString("base64"),
        { encoding: "base64" },
      ]);
      const refused = error !== undefined || result.value.err === "SanitizeFailure";
      expect(refused, `case ${at}: ${JSON.stringify(error ?? result?.value?.err)}`).toBe(
        wireProblem(bytes) !== undefined,
      );
    }
  });
});
