// Invalid options must be reported before the wallet is called. After sending, it would be too late.
import { inspect } from "node:util";
import bs58 from "bs58";
import { ConfigurationError } from "intent-tx";
import {
  confirm,
  type SignAndSendOptions,
  submit,
  TransactionAbortedError,
  TransactionUnconfirmedError,
  verifyAndSign,
  verifyTransaction,
} from "intent-tx/solana";
import { describe, expect, vi } from "vitest";
import { alice, built, Cluster, landedAt, run, sample, test } from "./cluster.js";

const odd = (options: object) => options as Partial<SignAndSendOptions>;
const wrong: readonly (readonly [string, object])[] = [
  ...["final", "finalised", "max", "", null, 1, ["confirmed"]].map(
    (commitment) => ["commitment", { commitment }] as const,
  ),
  ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, "1000", null, 5n].map(
    (pollInterval) => ["pollInterval", { pollInterval }] as const,
  ),
  ...[null, {}, { sleep: 5 }, 5].map((clock) => ["clock", { clock }] as const),
  ...[null, new AbortController(), {}, "x"].map((signal) => ["signal", { signal }] as const),
  ...[null, 0, "", "false", 1].map((verify) => ["verify", { verify }] as const),
  ["comitment", { comitment: "finalized" }],
  ["expected", { expected: { side: "input", amount: 1n } }],
  ["slipageBps", { slipageBps: 1 }],
  ["maxFees", { maxFees: 1n }],
  ["poolInterval", { poolInterval: 5 }],
];

test.each(wrong)(
  "%s %o is a ConfigurationError, and neither wallet nor node is asked",
  async (name, options) => {
    const cluster = new Cluster({ status: landedAt(1000, "processed") });
    let asked = 0;
    const { publicKey } = alice;
    const signer = { publicKey, signBytes: async () => new Uint8Array(64).fill(++asked) };
    const call = run(cluster, { signer, ...odd(options) });
    await expect(call).rejects.toThrow(ConfigurationError);
    await expect(call).rejects.toThrow(name);
    expect({ asked, calls: cluster.calls }).toEqual({ asked: 0, calls: [] });
  },
);

test("confirm, submit and verifyAndSign validate their arguments", async () => {
  const connection = new Cluster();
  const signed = await verifyAndSign({ intent: sample.intent, built, signer: alice });
  const signature = await submit(signed, { connection });
  connection.calls = [];
  const calls: Promise<unknown>[] = [
    confirm(signature, { connection, commitment: "finalised" as never }),
    confirm(signature, { connection, pollInterval: Number.NaN }),
    confirm(signature, { connection, signal: null as never }),
    confirm(signature, undefined as never),
    submit(signed, { connection, signal: new AbortController() as never }),
    submit(signed, undefined as never),
    submit(signed, null as never),
    verifyAndSign(undefined as never),
    verifyAndSign({ intent: sample.intent, built, signer: alice, verify: null as never }),
    verifyAndSign({ intent: sample.intent, built, signer: alice, maxFeee: 5n } as never),
  ];
  for (const call of calls) await expect(call).rejects.toThrow(ConfigurationError);
  expect(connection.calls).toEqual([]);
});

test("verifyTransaction suggests the nearest option name", () => {
  for (const name of ["expected", "slipageBps", "maxFees", "pool", "prioritFee", "swapProgram"]) {
    const refused = refusalOf({ [name]: undefined });
    expect(refused, name).toBeInstanceOf(ConfigurationError);
    expect(String(refused)).toContain("did you mean");
  }
});

const walletAddress = alice.publicKey.toBase58();
const refusalOf = (options: object): unknown => {
  try {
    return verifyTransaction(built, sample.intent, { walletAddress, ...options });
  } catch (error) {
    return error;
  }
};
const UNKNOWN = ["maxCost", "feeLimit", "allowedPools", "recipient", "amount", "logger", "userId"];
const GUARDS = ["slippageBps", "priorityFee", "maxFee", "expect", "pools"];

describe("an unknown option is refused by name", () => {
  test.each(UNKNOWN)("%s", async (name) => {
    expect(refusalOf({ [name]: 1n })).toMatchObject({
      name: "ConfigurationError",
      message: expect.stringContaining(name),
    });
    const connection = new Cluster();
    const signed = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    const signature = bs58.encode(signed.subarray(1, 65));
    const more = { [name]: 1n };
    for (const call of [
      run(connection, odd(more)),
      verifyAndSign({ intent: sample.intent, built, signer: alice, ...more }),
      submit(signed, { connection, ...more }),
      confirm(signature, { connection, ...more }),
    ]) {
      await expect(call).rejects.toThrow(ConfigurationError);
      await expect(call).rejects.toThrow(name);
    }
    expect(connection.calls).toEqual([]);
  });

  test("even if another function has it, since it would have no effect", async () => {
    const connection = new Cluster();
    const signed = await verifyAndSign({ intent: sample.intent, built, signer: alice });
    for (const call of [
      submit(signed, { connection, maxFee: 1n } as never),
      confirm(bs58.encode(signed.subarray(1, 65)), { connection, expect: 1n } as never),
      verifyAndSign({ intent: sample.intent, built, signer: alice, commitment: "finalized" } as never),
    ])
      await expect(call).rejects.toThrow(ConfigurationError);
    expect(refusalOf({ commitment: "finalized" })).toBeInstanceOf(ConfigurationError);
    expect(refusalOf({ expect: { side: "input", amount: 500_000_000n, mint: "x" } })).toBeInstanceOf(
      ConfigurationError,
    );
    for (const swapPrograms of [{ [alice.publicKey.toBase58()]: true }, { jupiter: () => undefined }])
      expect(refusalOf({ swapPrograms })).toMatchObject({ message: expect.stringContaining("swapPrograms") });
  });
});

test("an undefined guard is refused by name, since it would limit nothing", async () => {
  for (const name of GUARDS)
    expect(refusalOf({ [name]: undefined }), name).toMatchObject({
      name: "ConfigurationError",
      message: expect.stringContaining(`${name} is undefined`),
    });
  for (const name of [...GUARDS, "walletAddress"]) {
    const cluster = new Cluster();
    const more = odd({ [name]: undefined });
    for (const call of [
      run(cluster, more),
      verifyAndSign({ intent: sample.intent, built, signer: alice, ...more }),
    ]) {
      await expect(call).rejects.toThrow(ConfigurationError);
      await expect(call).rejects.toThrow(`${name} is undefined`);
    }
    expect(cluster.calls).toEqual([]);
  }
  expect(refusalOf({ swapPrograms: undefined })).not.toBeInstanceOf(Error);
  const cluster = new Cluster({ status: landedAt(1001) });
  const others = { signal: undefined, subscribe: undefined, web3: undefined, onSigned: undefined };
  await expect(run(cluster, others)).resolves.toMatchObject({ slot: 1008 });
});

describe("after sending, every outcome names the signature", () => {
  test("a clock that fails", async ({ cluster }) => {
    const clock = { sleep: () => Promise.reject(new TypeError("no timers here")) };
    const call = run(cluster, { clock });
    await expect(call).rejects.toBeInstanceOf(TransactionUnconfirmedError);
    await expect(call).rejects.toMatchObject({ cause: { message: "no timers here" } });
    const error = (await call.catch((one: unknown) => one)) as TransactionUnconfirmedError;
    expect(error.signature).toBe(bs58.encode(cluster.sent[0]!.bytes.subarray(1, 65)));
  });

  test.for([
    { message: Object.create(null) },
    { message: Object.create(null), input: "https://node.example/?api-key=1234" },
    { name: Object.create(null), message: "no https://node.example/?api-key=1234" },
  ])("an error %# with non-text fields", async (thrown, { cluster }) => {
    const error: unknown = await run(cluster, { clock: { sleep: () => Promise.reject(thrown) } }).catch(
      (one: unknown) => one,
    );
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(inspect(error)).not.toContain("1234");
  });

  test("a status without err is not a success", async () => {
    for (const status of [{ slot: 5, confirmationStatus: "finalized" }, "finalized", 7, {}]) {
      const cluster = new Cluster({ status: () => status as never });
      await expect(run(cluster, { commitment: "processed" })).rejects.toBeInstanceOf(
        TransactionUnconfirmedError,
      );
    }
  });

  test("a runtime error that JSON cannot represent", async () => {
    const cluster = new Cluster({
      status: landedAt(1000, "confirmed", { InstructionError: [0n, { Custom: 6001n }] }),
    });
    await expect(run(cluster)).rejects.toMatchObject({ name: "TransactionFailedError", stage: "executed" });
  });
});

test("a pollInterval above the timer maximum is a long wait, not an immediate one", async ({ cluster }) => {
  const gone = new AbortController();
  vi.useFakeTimers();
  try {
    const call = run(cluster, {
      pollInterval: Number.MAX_SAFE_INTEGER,
      clock: undefined,
      signal: gone.signal,
    });
    const ended = expect(call).rejects.toThrow(TransactionAbortedError);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(cluster.calls.filter((name) => name === "statuses")).toHaveLength(1);
    gone.abort();
    await ended;
  } finally {
    vi.useRealTimers();
  }
});
