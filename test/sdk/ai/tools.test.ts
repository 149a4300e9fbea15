import type { MockServerOptions } from "@intent-tx/mock-server";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { type Connection, Keypair, VersionedTransaction } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import { type HistoryInput, type IntentToolsOptions, intentTools, type SpendingLimits } from "intent-tx/ai";
import { ParseIntentRequestSchema } from "intent-tx/contract";
import { decodeTransaction, execute, MemoryJournal, resume, type WalletSigner } from "intent-tx/solana";
import { jupiter } from "intent-tx/venues";
import { test as base, describe, expect, vi } from "vitest";
import * as z from "zod/mini";
import { keypairOf, transferOf } from "../../server/lab.js";
import { deferred } from "../harness.js";
import { setup as paymentSetup, sendingWallet } from "../pay/setup.js";
import { edited } from "../solana/edits.js";

const SOL = "So11111111111111111111111111111111111111112";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

async function setup(options: Partial<IntentToolsOptions> = {}, world?: MockServerOptions["world"]) {
  const payments = await paymentSetup(world && { world });
  const { server, client, connection, walletAddress, journal, clock, keypair: signer } = payments;
  const approve: (request: unknown) => boolean = () => true;
  const paying = { walletAddress, connection, signer, approve, journal, clock };
  const tools = intentTools(client, { ...paying, ...options });
  let calls = 0;
  const pay = (command: string, toolCallId = `call-${++calls}`) =>
    tools.pay.execute({ command }, { toolCallId });
  return { server, client, connection, walletAddress, journal, paying, tools, pay };
}
const test = base.extend("world", () => setup());

describe("definitions", () => {
  test("have what models need: a name, a description and plain JSON Schema", async ({ world: { tools } }) => {
    expect(Object.keys(tools)).toEqual(["parse", "build", "portfolio", "price", "history", "pay"]);
    for (const [name, tool] of Object.entries(tools)) {
      expect(tool.name).toBe(name);
      expect(tool.description.length).toBeGreaterThan(30);
      const written = JSON.parse(JSON.stringify(tool.inputSchema));
      expect(written).toMatchObject({ type: "object", additionalProperties: false });
      expect(Object.keys(written).sort()).toEqual(Object.keys(tool.inputSchema).sort());
      expect(tool.inputSchema["~standard"].jsonSchema.input()).toEqual(written);
    }
    const { walletAddress: _, ...properties } = z.toJSONSchema(ParseIntentRequestSchema).properties ?? {};
    expect(tools.pay.inputSchema.properties).toEqual(properties);
    expect(tools.pay.inputSchema.required).toEqual(["command"]);
    const { validate } = tools.history.inputSchema["~standard"];
    const query: HistoryInput = { limit: 5, cursor: "1".repeat(64) };
    expect(validate(query)).toEqual({ value: query });
    expect(validate({ limit: 500 })).toHaveProperty("issues");
  });

  test("pay is included only with a signer and approve", async ({ world: { client, paying } }) => {
    const { approve: _, ...unapproved } = paying;
    const { signer: __, ...unsigned } = paying;
    for (const options of [unapproved, unsigned])
      expect(Object.keys(intentTools(client, options))).not.toContain("pay");
  });

  test("invalid options are refused", async ({ world: { client, paying } }) => {
    const { connection: _, ...unconnected } = paying;
    const wrong: [object, RegExp][] = [
      [unconnected, /connection/],
      [{ ...paying, walletAddress: "alice" }, /walletAddress/],
      [{ ...paying, limits: undefined }, /limits is undefined/],
      [{ ...paying, limits: { costs: 5n } }, /limits\.costs must map/],
      [{ ...paying, limits: { costs: { perHour: 5 } } }, /limits\.costs must map/],
      [{ ...paying, limits: { costs: { perWeek: 5n } } }, /limits\.costs has no perWeek/],
      [{ ...paying, limits: { perWeek: {} } }, /perWeek/],
      [{ ...paying, limits: { perDay: { [SOL]: 1 } } }, /bigint/],
      [{ ...paying, limits: { perDay: 5n } }, /bigint/],
      [{ ...paying, limits: { perDay: { SOL: 5n } } }, /limits\.perDay must map each mint, a base58 address/],
      [{ ...paying, aprove: () => true }, /approve/],
    ];
    for (const [options, text] of wrong)
      expect(() => intentTools(client, options as IntentToolsOptions)).toThrow(text);
  });
});

describe("limits", () => {
  const FEES = { perOrder: 10n ** 9n, perHour: 10n ** 9n, perDay: 10n ** 9n };
  const fresh = () => Keypair.generate().publicKey.toBase58();

  test("need a journal, because limits in memory start again with each tools object", async ({ world }) => {
    const { client, paying } = world;
    const { journal: _, ...unstored } = paying;
    const limits = { perDay: { [SOL]: 10_000_000n } };
    expect(() => intentTools(client, { ...unstored, limits })).toThrow(
      /limits requires a journal.*FileJournal.*RedisJournal.*PostgresJournal.*MemoryJournal/,
    );
    const answers = [];
    for (let request = 0; request < 5; request++) {
      const { pay } = intentTools(client, { ...paying, limits });
      answers.push(
        await pay.execute({ command: "send 0.004 SOL to bob.sol" }, { toolCallId: `request-${request}` }),
      );
    }
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, false, false, false]);
  });

  test.each<[string, SpendingLimits, number]>([
    ["by default", { perDay: { [USDC]: 10n ** 9n } }, 0.02],
    ["of an hour", { perDay: { [USDC]: 10n ** 9n }, costs: { perHour: 5_000_000n } }, 0.005],
    ["of a day", { perDay: { [USDC]: 10n ** 9n }, costs: { ...FEES, perDay: 7_000_000n } }, 0.007],
    [
      "of the SOL entry of a window",
      { perDay: { [USDC]: 10n ** 9n, [SOL]: 9_000_000n }, costs: FEES },
      0.009,
    ],
    [
      "of the window without a SOL entry",
      { perHour: { [USDC]: 10n ** 9n }, perDay: { [SOL]: 10n ** 9n, [USDC]: 10n ** 9n } },
      0.02,
    ],
  ])("rent and fees for fresh wallets stay within the costs %s", async (_, limits, allowed) => {
    const { pay, connection, server } = await setup({ limits });
    const { publicKey } = keypairOf(server.wallets.alice);
    const before = await connection.getBalance(publicKey);
    let paid = 0;
    for (let refused = 0; refused < 2; ) {
      const answer = await pay(`send 0.000001 USDC to ${fresh()}`);
      if (answer.ok) {
        paid++;
        continue;
      }
      refused++;
      expect(answer).toMatchObject({
        reason: "limit_exceeded",
        message: expect.stringMatching(/fee and rent.*Nothing was signed/i),
        suggestions: [],
      });
    }
    const spent = before - (await connection.getBalance(publicKey));
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(allowed * 1e9);
    expect(paid).toBe(Math.floor(allowed / 0.0020542));
  });

  test("fee and rent of one order have a limit, whatever the tables allow to spend", async () => {
    const limits = { perDay: { [SOL]: 10n ** 12n } };
    const { client, paying, tools } = await setup({ limits });
    const order = { command: "swap 1 SOL for USDC", priorityFee: 5_000_000 };
    const built = await tools.build.execute(order);
    const { fee, rent } = built.ok ? built.data.effects : { fee: "0", rent: "0" };
    const costs = BigInt(fee) + BigInt(rent);
    for (const [perOrder, toolCallId] of [[costs - 1n, "over"] as const, [costs, "within"] as const]) {
      const { pay } = intentTools(client, { ...paying, limits: { ...limits, costs: { perOrder } } });
      const answer = await pay.execute(order, { toolCallId });
      expect(answer).toMatchObject(
        perOrder < costs
          ? {
              message: expect.stringMatching(
                /^The order's fee and rent can be up to \d+ lamports\. The limit per order/,
              ),
            }
          : { ok: true },
      );
    }
  });

  test("the most that a wallet may add to the fee is counted, and two calls at once with one id ask once", async () => {
    const { server, client, paying } = await setup();
    const approve = vi.fn(() => true);
    const limits = { costs: { perOrder: 100_000n } };
    const signers = [paying.signer, mockWallet(server, "alice").adapter];
    const reasons = [];
    for (const [at, signer] of signers.entries()) {
      const { pay } = intentTools(client, { ...paying, limits, signer, approve });
      const call = () => pay.execute({ command: "send 0.5 SOL to bob.sol" }, { toolCallId: `call-${at}` });
      for (const answer of await Promise.all([call(), call()]))
        reasons.push(answer.ok ? "paid" : answer.reason);
    }
    expect(reasons).toEqual(["paid", "paid", "limit_exceeded", "limit_exceeded"]);
    expect(approve).toHaveBeenCalledOnce();
  });

  test("the fee of a failed payment stays counted, its amount and rent do not", async () => {
    const limits = { perDay: { [SOL]: 22_048_000n } };
    const { server, client, paying, connection, journal, walletAddress } = await setup({ limits });
    // The price moves between the checks before signing and the transaction.
    const moving = Object.assign(Object.create(connection) as Connection, {
      sendRawTransaction: async (bytes: Uint8Array) => {
        server.faults.add({ fault: { kind: "moved-pool", pool: "SOL-USDC", percent: -10 } });
        return connection.sendRawTransaction(bytes, { skipPreflight: true });
      },
    });
    const { pay } = intentTools(client, { ...paying, limits, connection: moving });
    // After one fee, less is left than the order and its fee and rent need.
    const answers = [];
    for (const toolCallId of ["one", "one", "two"])
      answers.push(await pay.execute({ command: "swap 0.02 SOL for USDC" }, { toolCallId }));
    expect(answers).toMatchObject([
      { outcome: "failed" },
      {
        reason: "limit_exceeded",
        message: expect.stringMatching(/^The order spends up to 20000000 .* and \d+ for fee/),
      },
      { reason: "limit_exceeded" },
    ]);
    const { reservations = [] } = (await journal.get(`intent-tx.spending:${walletAddress}`)) ?? {};
    expect(reservations).toMatchObject([
      {
        paymentId: "one",
        amounts: [],
        rent: "0",
        failed: expect.any(String),
        fee: expect.stringMatching(/^5\d{3}$/),
      },
    ]);
    expect(await pay.execute({ command: "send 0.02 SOL to bob.sol" }, { toolCallId: "three" })).toMatchObject(
      { ok: true },
    );
  });

  test("what a wallet adds when it sends counts too, such as a tip", async () => {
    const limits = { perDay: { [SOL]: 350_000_000n } };
    const { server, client, paying } = await setup();
    const keypair = keypairOf(server.wallets.alice);
    const { sendTransaction, publicKey } = sendingWallet(keypair);
    const tipping = {
      publicKey,
      sendTransaction: async (unsigned: { serialize(): Uint8Array }, connection: Connection) => {
        const tip = transferOf(publicKey, Keypair.generate().publicKey, 100_000_000n);
        const add = ({ instructions }: { readonly instructions: object[] }) => ({
          instructions: [...instructions, tip] as never,
        });
        return sendTransaction(edited(unsigned.serialize(), add), connection);
      },
    };
    const { pay } = intentTools(client, { ...paying, limits, signer: tipping });
    const reasons = [];
    for (const toolCallId of ["one", "two", "three"]) {
      const answer = await pay.execute({ command: "send 0.05 SOL to bob.sol" }, { toolCallId });
      reasons.push(answer.ok ? answer.data.spent?.[0]?.amount : answer.reason);
    }
    expect(reasons).toEqual(["150000000", "150000000", "limit_exceeded"]);
  });

  test("a clock that was ahead for one payment does not erase the day", async () => {
    const limits = { perHour: { [SOL]: 500_000_000n }, perDay: { [SOL]: 900_000_000n } };
    const { client, paying, pay, server } = await setup({ limits });
    const ahead = (hours: number) => ({
      now: () => server.clock.now() + hours * 3_600_000,
      sleep: server.clock.sleep.bind(server.clock),
    });
    expect(await pay("send 0.4 SOL to bob.sol")).toMatchObject({ ok: true });
    const { pay: early } = intentTools(client, { ...paying, limits, clock: ahead(25) });
    expect(
      await early.execute({ command: "send 0.1 SOL to bob.sol" }, { toolCallId: "ahead" }),
    ).toMatchObject({ ok: true });
    // Both count: the old one, and the one dated after now.
    expect(await pay("send 0.1 SOL to bob.sol")).toMatchObject({ reason: "limit_exceeded" });
    await server.clock.advance("7h");
    expect(await pay("send 0.5 SOL to bob.sol")).toMatchObject({ reason: "limit_exceeded" });
  });

  test("a model chooses whole priority fees up to 5,000,000", async ({ world: { tools } }) => {
    for (const tool of [tools.parse, tools.build, tools.pay])
      for (const priorityFee of [5_000_001, 0.5, -1, "1000", Number.NaN])
        expect(
          await tool.execute({ command: "swap 1 SOL for USDC", priorityFee }, { toolCallId: "fee" }),
        ).toMatchObject({ reason: "invalid_input", message: expect.stringContaining("priorityFee") });
    expect(tools.pay.inputSchema.properties["priorityFee"]).toMatchObject({
      type: "integer",
      minimum: 0,
      maximum: 5_000_000,
    });
  });
});

describe("reading", () => {
  test("answers are plain JSON", async ({ world: { tools, walletAddress } }) => {
    const answers = [
      await tools.parse.execute({ command: "swap 1 SOL for USDC" }),
      await tools.build.execute({ command: "swap 1 SOL for USDC", slippage: 100 }),
      await tools.portfolio.execute({}),
      await tools.price.execute({ token: "sol" }),
      await tools.history.execute({ limit: 2 }),
    ] as const;
    for (const answer of answers) expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
    const [parsed, built, portfolio, price, history] = answers;
    expect(parsed).toMatchObject({
      ok: true,
      data: { parameters: { inputToken: SOL, amount: "1000000000" } },
    });
    expect(built).toMatchObject({
      ok: true,
      data: {
        effects: { spendAtMost: [{ mint: SOL, amount: "1000000000" }], receiveAtLeast: [{ mint: USDC }] },
        transaction: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      },
    });
    expect(portfolio).toMatchObject({ ok: true, data: { walletAddress } });
    expect(price).toMatchObject({ ok: true, data: { mint: SOL } });
    expect(history).toMatchObject({ ok: true, data: { transactions: expect.any(Array) } });
  });

  test("a refusal is data that the model can act on", async ({ world: { tools, server } }) => {
    const unclear = await tools.parse.execute({ command: "swap 1 SOL for BNOK" });
    expect(unclear).toMatchObject({ ok: false, reason: "unknown_token", message: expect.any(String) });
    const [suggestion] = unclear.ok ? [] : unclear.suggestions;
    expect(await tools.parse.execute({ command: suggestion })).toMatchObject({ ok: true });
    expect(await tools.price.execute({ token: "NOPE" })).toMatchObject({
      ok: false,
      reason: "token_not_found",
    });
    expect(await tools.parse.execute({ command: "swap 1 SOL for USDC", walletAddress: "x" })).toEqual({
      ok: false,
      reason: "invalid_input",
      message: "walletAddress: is not a field of this request.",
      suggestions: [],
    });
    expect(await tools.history.execute({ limit: 500 })).toMatchObject({ ok: false, reason: "invalid_input" });
    server.faults.add({ times: 9, fault: { kind: "status", status: 503 } });
    expect(await tools.price.execute({ token: "SOL" })).toMatchObject({ ok: false, suggestions: [] });
  });

  test("no answer contains the key", async ({ world: { server, walletAddress } }) => {
    const apiKey = `svc_live_${"x".repeat(32)}`;
    const client = new IntentTx({ ...server.clientOptions(), apiKey });
    const tools = intentTools(client, { walletAddress });
    const answer = await tools.portfolio.execute({});
    expect(answer).toMatchObject({ ok: false, reason: "unauthorized" });
    expect(JSON.stringify(answer)).not.toContain(apiKey);
    expect(JSON.stringify(Object.values(tools))).not.toContain(apiKey);
  });
});

describe("pay", () => {
  test("pays once for one tool call", async ({ world: { pay, journal, tools } }) => {
    const paid = await pay("send 0.5 SOL to bob.sol", "call-a");
    expect(paid).toMatchObject({ ok: true, data: { spent: [{ mint: SOL, amount: "500000000" }] } });
    expect(await pay("send 0.5 SOL to bob.sol", "call-a")).toEqual(paid);
    const other = await pay("send 0.6 SOL to bob.sol", "call-a");
    expect(other).toMatchObject({ ok: false, message: expect.stringContaining("belongs to another order") });
    expect(other).not.toHaveProperty("outcome");
    expect(await journal.get("call-a")).toMatchObject({ outcome: "landed" });
    expect(await journal.open()).toEqual([]);
    await expect(tools.pay.execute({ command: "send 0.5 SOL to bob.sol" })).rejects.toThrow(/toolCallId/);
  });

  test("signs nothing that is not approved", async () => {
    const { pay, connection, walletAddress, server } = await setup({ approve: () => false });
    const { publicKey } = keypairOf(server.wallets.alice);
    const before = await connection.getBalance(publicKey);
    expect(await pay("send 0.5 SOL to bob.sol")).toMatchObject({ ok: false, reason: "not_approved" });
    expect(await connection.getBalance(publicKey)).toBe(before);
    expect(publicKey.toBase58()).toBe(walletAddress);
  });

  test("hides errors of the application from the model", async () => {
    const { pay } = await setup({
      approve: () => {
        throw new Error("password: 1234");
      },
    });
    const failure = await pay("send 0.5 SOL to bob.sol").catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "IntentTxError", cause: { message: "password: 1234" } });
    expect((failure as Error).message).not.toContain("1234");
  });

  test("an order beyond a limit is refused, and the largest order within the limit is suggested", async () => {
    const limits = { perOrder: { [SOL]: 400_000_000n }, perHour: { [SOL]: 1_000_000_000n } };
    const { pay } = await setup({ limits });
    const refused = await pay("swap 0.5 SOL for USDC");
    expect(refused).toMatchObject({ ok: false, reason: "limit_exceeded" });
    const [suggestion = ""] = refused.ok ? [] : refused.suggestions;
    expect(suggestion).toMatch(new RegExp(`^swap 0\\.397\\d+ ${SOL} for ${USDC}$`));
    expect(await pay(suggestion)).toMatchObject({ ok: true });
    expect(await pay("send 0.39 SOL to bob.sol")).toMatchObject({ ok: true });
    const last = await pay("send 0.39 SOL to bob.sol");
    expect(last).toMatchObject({ ok: false, suggestions: [expect.stringMatching(/^send 0\.212/)] });
    expect(await pay(last.ok ? "" : (last.suggestions[0] ?? ""))).toMatchObject({ ok: true });
  });

  test("a mint that a limit does not name cannot be spent", async () => {
    const { pay } = await setup({ limits: { perDay: { [SOL]: 10n ** 12n } } });
    expect(await pay("swap 5 USDC for SOL")).toMatchObject({ reason: "limit_exceeded", suggestions: [] });
  });

  test("the hourly limit is free again after an hour, the daily limit after a day", async () => {
    const limits = { perHour: { [SOL]: 501_000_000n }, perDay: { [SOL]: 801_000_000n } };
    const { pay, server } = await setup({ limits });
    expect(await pay("send 0.5 SOL to bob.sol")).toMatchObject({ ok: true });
    // A transaction may land minutes after its reservation.
    await server.clock.advance("64m");
    expect(await pay("send 0.1 SOL to bob.sol")).toMatchObject({ ok: false });
    await server.clock.advance("6m");
    expect(await pay("send 0.4 SOL to bob.sol")).toMatchObject({ ok: false, reason: "limit_exceeded" });
    expect(await pay("send 0.3 SOL to bob.sol")).toMatchObject({ ok: true });
    await server.clock.advance("24h");
    expect(await pay("send 0.5 SOL to bob.sol")).toMatchObject({ ok: true });
  });

  test("a payment that did not land returns its reservation", async () => {
    let answer = false;
    const { pay, server } = await setup({
      limits: { perHour: { [SOL]: 501_000_000n } },
      approve: () => answer,
    });
    expect(await pay("send 0.5 SOL to bob.sol")).toMatchObject({ reason: "not_approved" });
    answer = true;
    server.faults.add({ times: 1000, fault: { kind: "drop-transaction" } });
    expect(await pay("send 0.5 SOL to bob.sol")).toMatchObject({ ok: false, outcome: "expired" });
    server.faults.clear();
    expect(await pay("send 0.5 SOL to bob.sol")).toMatchObject({ ok: true });
    expect(await pay("send 0.1 SOL to bob.sol")).toMatchObject({ reason: "limit_exceeded" });
  });

  test("a payment counts from its landing, also if the wallet needed hours", async ({ world }) => {
    const { server, client, paying, connection } = world;
    const limits = { perHour: { [SOL]: 900_000_000n } };
    const slow = {
      publicKey: paying.signer.publicKey,
      sendTransaction: async (unsigned: { serialize(): Uint8Array }) => {
        await server.clock.advance("2h");
        const { message } = VersionedTransaction.deserialize(unsigned.serialize());
        message.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
        const transaction = new VersionedTransaction(message);
        transaction.sign([paying.signer]);
        return connection.sendRawTransaction(transaction.serialize());
      },
    };
    const tools = intentTools(client, { ...paying, limits, signer: slow, connection });
    const pay = (toolCallId: string) =>
      tools.pay.execute({ command: "send 0.5 SOL to bob.sol" }, { toolCallId });
    expect(await pay("slow")).toMatchObject({ ok: true });
    expect(await pay("next")).toMatchObject({ ok: false, reason: "limit_exceeded" });
  });

  test("an abort ends a call whose approval is pending, and returns its reservation", async () => {
    const ending = new AbortController();
    const answers = new Set<(approved: boolean) => void>();
    const { client, paying } = await setup();
    const tools = intentTools(client, {
      ...paying,
      limits: { perHour: { [SOL]: 901_000_000n } },
      approve: () => new Promise<boolean>((resolve) => answers.add(resolve)),
    });
    const pay = (toolCallId: string, abortSignal?: AbortSignal) =>
      tools.pay.execute({ command: "send 0.9 SOL to bob.sol" }, { toolCallId, abortSignal });
    const aborted = pay("call-1", ending.signal);
    await expect.poll(() => answers.size).toBe(1);
    ending.abort();
    expect(await aborted).toMatchObject({ ok: false, outcome: "not-sent" });
    // The late answer changes nothing, and the next call may use the full limit.
    const [answer] = answers;
    answer?.(true);
    const next = pay("call-2");
    await expect.poll(() => answers.size).toBe(2);
    for (const other of answers) other(true);
    expect(await next).toMatchObject({ ok: true });
  });

  test("a payment whose wallet is still asked is not made under another id, although its prompt has expired", async () => {
    const { server, client, paying, connection, journal } = await setup();
    const { publicKey } = keypairOf(server.wallets.alice);
    const answer = deferred();
    let asked = 0;
    const signTransaction = async (transaction: { sign(keys: Keypair[]): void }) => {
      if (asked++ === 0) await answer.promise;
      transaction.sign([keypairOf(server.wallets.alice)]);
      return transaction;
    };
    const wallet = { publicKey, signTransaction } as unknown as WalletSigner;
    // As in a web server, which makes the tools for each request.
    const pay = (toolCallId: string) =>
      intentTools(client, { ...paying, signer: wallet }).pay.execute(
        { command: "send 0.5 SOL to bob.sol" },
        { toolCallId },
      );
    const first = pay("first");
    await expect.poll(async () => (await journal.open()).length).toBe(1);
    await server.clock.advance("2m");
    expect(await pay("second")).toMatchObject({ reason: "payment_open" });
    expect(await resume({ journal, connection, clock: server.clock })).toEqual([]);
    expect(await pay("third")).toMatchObject({ reason: "payment_open" });
    answer.resolve();
    expect(await first).toMatchObject({ ok: true });
    expect(await connection.getSignaturesForAddress(publicKey)).toHaveLength(1);
  });

  test.each([
    "keeps its reservation, and the order is not paid again under another id",
    "is not paid again either after another process has settled it as landed",
    "is reported once another process has returned its receipt",
  ])("a payment with an unknown outcome %s", async (name) => {
    const limits = { perHour: { [SOL]: 900_000_000n } };
    const { server, client, paying, connection, pay } = await setup({ limits });
    const broken = Object.assign(Object.create(connection) as Connection, {
      sendRawTransaction: async (bytes: Uint8Array) => {
        await connection.sendRawTransaction(bytes);
        throw new Error("socket hang up");
      },
      getSignatureStatuses: async () => Promise.reject(new Error("socket hang up")),
    });
    const shaky = intentTools(client, { ...paying, limits, connection: broken });
    const command = "send 0.5 SOL to bob.sol";
    const lost = await shaky.pay.execute({ command }, { toolCallId: "lost" });
    expect(lost).toMatchObject({ ok: false, outcome: "unknown", signature: expect.any(String) });
    expect(await pay("swap 0.5 SOL for USDC")).toMatchObject({ reason: "limit_exceeded" });
    await server.clock.advance("2h");
    expect(await pay("swap 0.5 SOL for USDC")).toMatchObject({ reason: "limit_exceeded" });
    const again = await shaky.pay.execute({ command }, { toolCallId: "again" });
    expect(again).toMatchObject({ ok: false, reason: "payment_open", signature: expect.any(String) });
    if (name.includes("settled")) await resume({ journal: paying.journal, connection, clock: server.clock });
    if (name.includes("returned")) expect(await pay(command, "lost")).toMatchObject({ ok: true });
    else expect(await pay(command)).toMatchObject({ ok: false, reason: "payment_landed" });
    // When it landed is not known, so it counts from when it was found.
    expect(await pay(command)).toMatchObject({ reason: "limit_exceeded" });
    await server.clock.advance("2h");
    // The model knows now, so the next call is another payment.
    expect(await pay(command)).toMatchObject({ ok: true });
    expect(await pay(command, "lost")).toMatchObject({ ok: true });
  });

  test("the id of the limits' journal record cannot be used for a payment", async ({ world }) => {
    const { pay, journal, paying, client, walletAddress } = world;
    await pay("send 0.1 SOL to bob.sol");
    const paymentId = `intent-tx.spending:${walletAddress}`;
    expect(await journal.get(paymentId)).toMatchObject({ state: "settled", attempts: [] });
    const command = "send 0.1 SOL to bob.sol";
    await expect(execute({ ...paying, client, command, paymentId })).rejects.toThrow(
      "paymentId must not start with intent-tx.",
    );
  });

  test("a journal that never answers ends the call, and nothing is signed", async () => {
    const { setTimeout } = globalThis;
    const shorter = (work: () => void, ms?: number) => setTimeout(work, ms === 30_000 ? 20 : ms);
    const journal = new MemoryJournal();
    journal.open = () => new Promise(() => {});
    const { pay } = await setup({ journal });
    const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(shorter as never);
    const error = await pay("send 0.1 SOL to bob.sol").catch((thrown: Error) => thrown);
    spy.mockRestore();
    expect(JSON.stringify(error, ["reason", "message", "outcome"]) + String(Object(error).cause)).toContain(
      "The journal did not answer within 30000 ms",
    );
    expect(await journal.get("call-1")).toBeUndefined();
  });

  test("a payment whose record is damaged may have landed just now, so it counts", async () => {
    const limits = { perHour: { [SOL]: 900_000_000n } };
    const { pay, journal, server, walletAddress } = await setup({ limits });
    await pay("send 0.5 SOL to bob.sol", "damaged");
    const spending = (await journal.get(`intent-tx.spending:${walletAddress}`))!;
    const reservations = spending.reservations?.map(({ isReported: _, ...one }) => one) ?? [];
    await journal.update({ ...spending, version: spending.version + 1, reservations });
    await server.clock.advance("2h");
    const get = journal.get.bind(journal);
    journal.get = async (id) => (id === "damaged" ? Promise.reject(new Error("damaged")) : get(id));
    expect(await pay("swap 0.5 SOL for USDC")).toMatchObject({ reason: "limit_exceeded" });
  });

  test("a journal that keeps only the fields it knows is refused", async () => {
    const journal = new MemoryJournal();
    const get = journal.get.bind(journal);
    journal.get = async (id) => {
      const { reservations: _, ...record } = (await get(id)) ?? {};
      return "version" in record ? (record as Awaited<ReturnType<typeof get>>) : undefined;
    };
    const { pay } = await setup({ journal });
    expect(await pay("send 0.1 SOL to bob.sol")).toMatchObject({ ok: false, reason: "ConfigurationError" });
  });
});

describe("a service that routes through another venue", () => {
  const world = { builds: { venue: "jupiter", lookupTables: true } } as const;

  test("is refused without its decoder", async () => {
    const { tools, pay } = await setup({}, world);
    const refused = { ok: false, message: expect.stringContaining("swapPrograms") };
    expect(await pay("swap 10 USDC for SOL")).toMatchObject(refused);
    expect(await tools.build.execute({ command: "swap 10 USDC for SOL" })).toMatchObject(refused);
  });

  test("is paid with it, and with guards", async () => {
    const { tools, pay, connection } = await setup({ swapPrograms: jupiter, guard: true }, world);
    const built = await tools.build.execute({ command: "swap 10 USDC for SOL" });
    expect(built).toMatchObject({ ok: true, data: { effects: { spendAtMost: [{ amount: "10000000" }] } } });
    const paid = await pay("swap 10 USDC for SOL");
    if (!paid.ok) throw new Error(paid.message);
    expect(paid.data.spent).toEqual([{ mint: USDC, amount: "10000000" }]);
    const landed = await connection.getTransaction(String(paid.data.signature), {
      maxSupportedTransactionVersion: 0,
    });
    const bytes = Buffer.from(landed!.transaction.message.serialize());
    const wire = Buffer.concat([Buffer.of(1), Buffer.alloc(64), bytes]).toString("base64");
    expect(decodeTransaction(wire).instructions.at(-1)?.kind).toBe("guard");
  });
  test("is recognised with it, when a wallet that sends has paid and no node showed it", async () => {
    const { server, client, paying, connection } = await setup({}, world);
    const signer = sendingWallet(keypairOf(server.wallets.alice));
    const options = { ...paying, signer, swapPrograms: jupiter };
    const away = Object.assign(Object.create(connection) as Connection, {
      getSignatureStatuses: async () => Promise.reject(new Error("socket hang up")),
    });
    const command = { command: "swap 10 USDC for SOL" };
    const lost = await intentTools(client, { ...options, connection: away }).pay.execute(command, {
      toolCallId: "lost",
    });
    expect(lost).toMatchObject({ outcome: "unknown" });
    const { pay } = intentTools(client, options);
    expect(await pay.execute(command, { toolCallId: "again" })).toMatchObject({ reason: "payment_landed" });
  });
});
