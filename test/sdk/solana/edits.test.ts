// Which edits of wallets are accepted, and what is then recorded, sent and reported.
import { PublicKey, SystemProgram } from "@solana/web3.js";
import { ConfigurationError } from "intent-tx";
import { PROGRAM_IDS } from "intent-tx/contract";
import {
  decodeTransaction,
  type PaymentEvent,
  type SignAndSendOptions,
  TransactionFailedError,
  TransactionUnconfirmedError,
  UnsafeTransactionError,
  verifyAndSign,
} from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { alice, built, Cluster, landedAt, nodeSignature, run, sample } from "./cluster.js";
import { type Edit, edited, editing, guard, LIGHTHOUSE, limit, price } from "./edits.js";
import {
  blockhash,
  build,
  instruction,
  keypair,
  metas,
  recipient,
  sampleNamed,
  sendSol,
  stranger,
  wallet,
} from "./samples.js";
import { buildVersion1, LIMITS } from "./version-1.js";

const [ownLimit, ownPrice, transfer] = sample.instructions as [never, never, never];
const MEMO = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const renewed = keypair(10).publicKey.toBase58();

const sign = (edit: Edit, options: Partial<SignAndSendOptions> = {}) =>
  verifyAndSign({ intent: sample.intent, built, signer: editing(edit), ...options });

const withInstructions =
  (...instructions: ReturnType<typeof guard>[]): Edit =>
  () => ({ instructions });

describe("what a wallet may edit", () => {
  test.each<[string, Edit, string[]]>([
    [
      "guards at the end",
      withInstructions(ownLimit, ownPrice, transfer, guard(), guard(recipient, 10)),
      ["guard", "guard"],
    ],
    [
      "guards before our instructions",
      withInstructions(guard(), ownLimit, ownPrice, guard(stranger), transfer),
      ["guard", "guard"],
    ],
    ["another price", withInstructions(ownLimit, price(100_000n), transfer), ["priority-fee"]],
    ["another limit", withInstructions(limit(60_000), ownPrice, transfer), ["compute-unit-limit"]],
    ["the order of limit and price", withInstructions(ownPrice, ownLimit, transfer), []],
    ["the blockhash", () => ({ recentBlockhash: renewed }), ["blockhash"]],
  ])("%s", async (_, edit) => {
    const signed = decodeTransaction(Buffer.from(await sign(edit)).toString("base64"));
    expect(signed.instructions.map(({ kind }) => kind)).toContain("sol-transfer");
  });

  test("a limit and a price where the service set none, and version 0 instead of legacy", async () => {
    const plain = edited(Buffer.from(built.transaction, "base64"), () => ({
      instructions: [transfer],
      legacy: true,
    }));
    const legacy = { transaction: Buffer.from(plain.serialize()).toString("base64") };
    const edit: Edit = () => ({
      instructions: [limit(100_000), price(1000n), transfer, guard()],
      legacy: false,
    });
    const signed = await sign(edit, { built: legacy });
    expect(decodeTransaction(Buffer.from(signed).toString("base64")).version).toBe(0);
  });
});

describe("what a wallet may not edit", () => {
  const other = keypair(7).publicKey;
  const heap = instruction(new PublicKey(PROGRAM_IDS.computeBudget), [], Buffer.of(1, 0, 0, 4, 0));
  const lighthouse = (...data: number[]) =>
    instruction(LIGHTHOUSE, [metas.readonly(wallet)], Buffer.from(data));
  const all = [ownLimit, ownPrice, transfer];
  test.each<[string, Edit, RegExp]>([
    [
      "a transfer more",
      withInstructions(...all, sendSol(other, 1n)),
      /instruction 3, a sol-transfer.*was added/,
    ],
    [
      "a transfer before ours",
      withInstructions(sendSol(other, 1n), ...all),
      /instruction 0, a sol-transfer.*was added/,
    ],
    ["our transfer twice", withInstructions(...all, transfer), /was added/],
    ["our transfer gone", withInstructions(ownLimit, ownPrice, guard()), /a sol-transfer.*was removed/],
    ["another amount", withInstructions(ownLimit, ownPrice, sendSol(recipient, 1n)), /was changed/],
    ["another recipient", withInstructions(ownLimit, ownPrice, sendSol(other, 500_000_000n)), /was changed/],
    ["a memo", withInstructions(...all, instruction(MEMO, [], Buffer.from("hi"))), /was added/],
    [
      "a memo that is not one",
      withInstructions(...all, instruction(stranger, [metas.readonly(wallet)], Buffer.from("hi"))),
      /was added/,
    ],
    ["a guard that writes", withInstructions(...all, lighthouse(0, 0)), /was added/],
    ["a guard that closes", withInstructions(...all, lighthouse(1, 0)), /was added/],
    ["a guard that calls", withInstructions(...all, lighthouse(16, 0)), /was added/],
    ["a guard of a config", withInstructions(...all, lighthouse(17, 0)), /was added/],
    [
      "a guard with a writable account",
      withInstructions(...all, instruction(LIGHTHOUSE, [metas.writable(other)], Buffer.of(5, 4, 1))),
      /is writable/,
    ],
    [
      "a guard with a signer",
      withInstructions(
        ...all,
        instruction(LIGHTHOUSE, [{ pubkey: other, isSigner: true, isWritable: false }], Buffer.of(5, 4, 1)),
      ),
      /also signs/,
    ],
    ["a heap", withInstructions(heap, ...all), /was added/],
    ["no limit", withInstructions(ownPrice, transfer), /compute-unit-limit is undefined/],
    ["no price", withInstructions(ownLimit, transfer), /priority-fee is undefined/],
    ["two limits", withInstructions(ownLimit, ownLimit, ownPrice, transfer), /second compute-unit-limit/],
    [
      "a price that costs too much",
      withInstructions(ownLimit, price(230_000_000n), transfer),
      /up to 108500 lamports, and at most 105001/,
    ],
    ["another fee payer", () => ({ payerKey: other }), /pays the fee/],
    ["legacy instead of version 0", () => ({ legacy: true }), /version is legacy instead of 0/],
  ])("%s", async (_, edit, reason) => {
    const failure = await sign(edit).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnsafeTransactionError);
    const { findings } = failure as UnsafeTransactionError;
    expect(findings.every(({ code }) => code === "changed_by_signer")).toBe(true);
    expect(findings.map(({ message }) => message).join("\n")).toMatch(reason);
  });

  test("walletEdits limits the edits, and maxFee the fee", async () => {
    const guards = withInstructions(...all, guard());
    const pricier = withInstructions(ownLimit, price(100_000n), transfer, guard());
    await expect(sign(guards, { walletEdits: "none" })).rejects.toThrow(/walletEdits is "none".*guard/);
    await expect(sign(guards, { walletEdits: "guards" })).resolves.toBeDefined();
    await expect(sign(pricier, { walletEdits: "guards" })).rejects.toThrow(/"guards".*priority-fee/);
    await expect(sign(pricier, { maxFee: 5_045 })).resolves.toBeDefined();
    await expect(sign(pricier, { maxFee: 5_044 })).rejects.toThrow(/at most 5044/);
    await expect(sign(guards, { walletEdits: "all" as never })).rejects.toThrow(ConfigurationError);
  });

  test("a higher fee does not use up what is allowed for rent", async () => {
    const { intent, instructions } = sampleNamed("a transfer of USDC");
    const order = { intent, built: { transaction: build(instructions) } };
    const [units, , ...rest] = instructions as [never, never, never];
    const raised = (lamports: bigint) => withInstructions(units, price(1000n + 5n * lamports), ...rest);
    await expect(sign(raised(100_000n), order)).resolves.toBeDefined();
    await expect(sign(raised(100_001n), order)).rejects.toThrow(/at most/);
  });

  test("with verify: false, edits are compared only if walletEdits is set", async () => {
    const more = withInstructions(...all, sendSol(other, 1n));
    await expect(sign(more, { verify: false })).resolves.toBeDefined();
    await expect(sign(more, { verify: false, walletEdits: "usual" })).rejects.toThrow(/was added/);
  });

  test("an AdvanceNonce stays first, with its nonce", async () => {
    const advance = SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: wallet });
    const durable = {
      built: { transaction: build([advance, transfer]) },
      verify: false,
      walletEdits: "usual",
    } as const;
    await expect(sign(withInstructions(advance, transfer, guard()), durable)).resolves.toBeDefined();
    await expect(sign(withInstructions(limit(1000), advance, transfer), durable)).rejects.toThrow(
      /AdvanceNonce/,
    );
    await expect(sign(() => ({ recentBlockhash: renewed }), durable)).rejects.toThrow(/blockhash/);
  });
});

describe("version 1", () => {
  const base = { ...LIMITS, fee: 100n };
  const version1 = { transaction: buildVersion1([transfer], base) };
  const signer = (config: object, ...instructions: never[]) => ({
    publicKey: wallet,
    async signTransaction() {
      const wire = Buffer.from(buildVersion1([transfer, ...instructions], { ...base, ...config }), "base64");
      const message = wire.subarray(0, -64);
      const signed = Buffer.concat([message, nodeSignature(message)]);
      return { serialize: () => signed };
    },
    supportedTransactionVersions: new Set(["legacy", 0, 1] as const),
  });
  const signWith = (config: object, ...instructions: unknown[]) =>
    verifyAndSign({
      intent: sample.intent,
      built: version1,
      signer: signer(config, ...(instructions as never[])),
    });

  test("the limits and the fee of the header may change within the fee limit", async () => {
    for (const config of [{}, { units: 300_000 }, { fee: 100_100n }, { loaded: 2_000_000 }])
      await expect(signWith(config, guard())).resolves.toBeDefined();
    await expect(signWith({ fee: 100_101n })).rejects.toThrow(/at most 105100/);
    await expect(signWith({ loaded: 999_999 })).rejects.toThrow(/loaded-data is 999999/);
    await expect(signWith({ heap: 65_536 })).rejects.toThrow(/heap/);
    await expect(signWith({}, limit(1000))).rejects.toThrow(/compute-unit-limit.*was added/);
  });
});

describe("limits without room for guards", () => {
  const version1 = {
    transaction: buildVersion1([transfer], { units: 100_000, loaded: 1_000_000 }),
  };
  const v0 = (...instructions: ReturnType<typeof guard>[]) => ({ transaction: build(instructions) });
  const low = (limit: "compute-unit-limit" | "loaded-data", left: number) =>
    ({ type: "low-limit", signature: "", limit, left }) as const;
  const prompted = { publicKey: wallet, supportedTransactionVersions: new Set(["legacy", 0, 1] as const) };

  test.each<[string, object, { transaction: string }, Partial<SignAndSendOptions>, unknown[]]>([
    [
      "one compute unit too few",
      { unitsConsumed: 50_001 },
      v0(limit(100_000), transfer),
      {},
      [low("compute-unit-limit", 49_999)],
    ],
    ["just enough compute units", { unitsConsumed: 50_000 }, v0(limit(100_000), transfer), {}, []],
    ["no limit", { unitsConsumed: 150 }, v0(transfer), {}, []],
    ["a node without figures", { unitsConsumed: null }, v0(limit(1000), transfer), {}, []],
    [
      "a failed simulation",
      { err: "BlockhashNotFound", unitsConsumed: 0 },
      v0(limit(1000), transfer),
      {},
      [],
    ],
    ["no edits", { unitsConsumed: 450 }, v0(limit(1000), transfer), { walletEdits: "none" }, []],
    ["a key pair", { unitsConsumed: 450 }, v0(limit(1000), transfer), { signer: alice }, []],
    [
      "version 1",
      { unitsConsumed: 150, loadedAccountsDataSize: 550_001 },
      version1,
      {},
      [low("loaded-data", 449_999)],
    ],
    [
      "version 1, both",
      { unitsConsumed: 60_000, loadedAccountsDataSize: 600_000 },
      version1,
      {},
      [low("compute-unit-limit", 40_000), low("loaded-data", 400_000)],
    ],
    ["version 1 with room", { unitsConsumed: 50_000, loadedAccountsDataSize: 550_000 }, version1, {}, []],
  ])("are reported before the prompt: %s", async (_, simulated, from, options, expected) => {
    const cluster = new Cluster();
    cluster.simulateTransaction = async () => ({
      context: cluster.context(),
      value: { err: null, logs: [], ...simulated },
    });
    const events: PaymentEvent[] = [];
    const steps: unknown[] = [];
    const signer = {
      ...prompted,
      signTransaction: async () => {
        steps.push(...events);
        throw new Error("declined");
      },
    };
    const onEvent = (event: PaymentEvent) => void events.push(event);
    const more = { built: from, signer, onEvent, maxWait: 5000, ...options };
    await run(cluster, more).catch(() => undefined);
    expect(events.filter(({ type }) => type === "low-limit")).toEqual(expected);
    expect(steps).toEqual(expected);
  });
});

describe("an edited transaction that is sent", () => {
  const guarded = editing(withInstructions(ownLimit, price(100_000n), transfer, guard()));

  test("is the one that is simulated, sent and reported", async () => {
    const cluster = new Cluster({ status: landedAt(1005) });
    const events: PaymentEvent[] = [];
    await run(cluster, { signer: guarded, onEvent: (event) => void events.push(event) });
    expect(cluster.calls.filter((call) => call === "simulate")).toHaveLength(2);
    const [edit] = events.filter(({ type }) => type === "edited");
    expect(edit).toMatchObject({ edits: ["guard", "priority-fee"], fee: 5_045n });
    const [sent] = cluster.sent;
    const { instructions } = decodeTransaction(Buffer.from(sent!.bytes).toString("base64"));
    expect(instructions.map(({ kind }) => kind)).toContain("guard");
  });

  test("is followed by its own blockhash, if the node calls it valid", async () => {
    const cluster = new Cluster({ status: landedAt(1005) });
    const asked: string[] = [];
    cluster.isBlockhashValid = async (hash: string) => {
      asked.push(hash);
      return { context: cluster.context(), value: hash === renewed || hash === blockhash };
    };
    const signer = editing(() => ({ recentBlockhash: renewed }));
    const stored: unknown[] = [];
    await run(cluster, { signer, onSigned: (signed) => void stored.push(signed) });
    expect(asked).toContain(renewed);
    expect(stored).toMatchObject([{ validAt: expect.any(Number) }]);
  });

  test("is followed without being sent, if no node knows its blockhash: it may be newer, and the wallet may send it", async () => {
    const cluster = new Cluster({ status: landedAt(1005) });
    cluster.isBlockhashValid = async (hash: string) => ({
      context: cluster.context(),
      value: hash === blockhash,
    });
    const unknown = editing(() => ({ recentBlockhash: keypair(11).publicKey.toBase58() }));
    expect(await run(cluster, { signer: unknown })).toMatchObject({ confirmationStatus: "confirmed" });
    cluster.status = () => null;
    await expect(run(cluster, { signer: unknown })).rejects.toThrow(TransactionUnconfirmedError);
    expect(cluster.sent).toEqual([]);
  });

  test.each([
    [6001, "executed"],
    [6009, "executed"],
    [6402, "executed"],
    [6001, "preflight"],
  ] as const)("that fails with %i of a guard says so (%s)", async (code, stage) => {
    const err = { InstructionError: [3, { Custom: code }] };
    const cluster = new Cluster(
      stage === "executed" ? { status: landedAt(1005, "confirmed", err) } : { simulations: [null, err] },
    );
    const failure = await run(cluster, { signer: guarded }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TransactionFailedError);
    expect(failure).toMatchObject({
      stage,
      outcome: stage === "executed" ? "failed" : "not-sent",
      message: expect.stringContaining("A guard of the wallet stopped the payment"),
    });
  });

  test.each([
    [2, 6001],
    [3, 6000],
  ])("that fails with another error does not blame a guard", async (index, code) => {
    const err = { InstructionError: [index, { Custom: code }] };
    const cluster = new Cluster({ simulations: [null, err] });
    await expect(run(cluster, { signer: guarded })).rejects.toThrow(/^(?!.*guard)/);
  });
});
