// Approval over two requests: the first shows the worst case, the second pays no more than that.
import { IntentTxError, isIntentTxError, stringifyJson, ValidationError } from "intent-tx";
import {
  ApprovalDeclinedError,
  type Effects,
  type ExecuteOptions,
  effectsCodec,
  isOver,
  isPaymentError,
  MemoryJournal,
  preview,
  previewCodec,
  receiptCodec,
} from "intent-tx/solana";
import { describe, expect } from "vitest";
import { NATIVE, setup, test } from "./setup.js";

const SWAP = "swap 1 SOL for USDC";

async function previewed(command = SWAP) {
  const world = await setup();
  const { client, walletAddress, clock } = world;
  const shown = await preview({ client, walletAddress, command, clock });
  return { ...world, shown };
}

describe("preview", () => {
  test("parses, builds and verifies, and signs nothing", async () => {
    const { shown, server } = await previewed();
    expect(shown.intent).toMatchObject({ action: "swap" });
    expect(shown.effects.spendAtMost).toEqual([{ mint: NATIVE, amount: 1_000_000_000n }]);
    expect(shown.effects.receiveAtLeast[0]?.amount).toBeGreaterThan(0n);
    // The blockhash of the shown transaction expires long before the intent.
    expect(Date.parse(shown.expiresAt) - server.clock.now()).toBe(60_000);
    expect(server.requests.list({ rpcMethod: "sendTransaction" })).toEqual([]);
  });

  test("expires with the blockhash, however long the service takes", async () => {
    const { client, walletAddress, server, clock } = await setup();
    const { intents, transactions } = client;
    let asked = 0;
    const build = async (...call: Parameters<typeof transactions.build>) => {
      asked = clock.now();
      const built = await transactions.build(...call);
      await server.clock.advance("20s");
      return built;
    };
    const slow = { intents, transactions: { build } } as never;
    const shown = await preview({ client: slow, walletAddress, command: SWAP, clock });
    expect(Date.parse(shown.expiresAt)).toBe(asked + 60_000);
  });

  test("refuses a query and invalid options", async ({ world: { client, walletAddress } }) => {
    const base = { client, walletAddress };
    for (const wrong of [
      { ...base, command: "what is my SOL balance?" },
      { ...base },
      { ...base, command: SWAP, maxFee: 0.01 },
      { client, command: SWAP, walletAddress: "alice" },
      { ...base, command: SWAP, approve: () => true },
    ])
      await expect(preview(wrong as never)).rejects.toMatchObject({ name: "ConfigurationError" });
    await expect(preview({ ...base, command: SWAP, maxFee: 1 })).rejects.toThrow("maxFee allows 1");
  });
});

describe("accept", () => {
  test("pays what was shown, after the preview went through JSON", async () => {
    const { pay, shown } = await previewed();
    const row = JSON.stringify(previewCodec.encode(shown));
    const { intent, effects: accept } = previewCodec.decode(row);
    const paid = await pay({ command: undefined, intent, accept });
    expect(paid.spent?.[0]?.amount).toBe(1_000_000_000n);
    expect(await pay({ command: undefined, intent, accept })).toEqual(paid);
  });

  test.each<[string, (effects: Effects) => Effects]>([
    ["more spent", (effects) => ({ ...effects, spendAtMost: lower(effects.spendAtMost) })],
    ["another mint spent", (effects) => ({ ...effects, spendAtMost: [] })],
    ["less received", (effects) => ({ ...effects, receiveAtLeast: higher(effects.receiveAtLeast) })],
    ["a higher fee", (effects) => ({ ...effects, fee: effects.fee - 1n })],
    ["more rent", (effects) => ({ ...effects, rent: effects.rent - 1n })],
  ])("declines %s, with the new effects", async (_, worse) => {
    const { pay, shown, journal } = await previewed();
    const { intent, effects } = shown;
    const error = await pay({ command: undefined, intent, accept: worse(effects) }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApprovalDeclinedError);
    expect(error).toMatchObject({ outcome: "not-sent", effects });
    expect(await journal.get("order-1")).toBeUndefined();
    // JSON has no bigint, and a server logs its errors as JSON.
    expect(effectsCodec.decode(JSON.parse(JSON.stringify(error)).effects)).toEqual(effects);
  });

  const change = (list: Effects["spendAtMost"], by: bigint) =>
    list.map(({ mint, amount }) => ({ mint, amount: amount + by }));
  const lower = (list: Effects["spendAtMost"]) => change(list, -1n);
  const higher = (list: Effects["spendAtMost"]) => change(list, 1n);

  test("excludes approve, and is checked", async () => {
    const { pay, shown } = await previewed();
    const { effects } = shown;
    for (const wrong of [
      { accept: effects, approve: () => true },
      { accept: JSON.parse(stringifyJson(effects)) },
      { accept: true },
      { accept: undefined },
      { command: undefined },
      { intent: shown.intent },
    ])
      await expect(pay(wrong)).rejects.toMatchObject({ name: "ConfigurationError", outcome: "not-sent" });
  });
});

describe("codecs", () => {
  test("a receipt goes to JSON and back, with and without its figures", async () => {
    const { pay, changed } = await setup();
    const whole = await pay({ command: SWAP });
    const bare = await pay({ connection: changed({ getTransaction: undefined }), paymentId: "order-2" });
    for (const receipt of [whole, bare]) {
      const json = JSON.stringify(receiptCodec.encode(receipt));
      expect(receiptCodec.decode(json)).toEqual(receipt);
      expect(receiptCodec.decode(JSON.parse(json))).toEqual(receipt);
    }
    expect(bare.spent).toBeUndefined();
  });

  test("a changed value is refused by its field", async () => {
    const { shown } = await previewed();
    const json = previewCodec.encode(shown);
    const { effects } = json;
    const [spend] = effects.spendAtMost;
    for (const [value, field] of [
      [{ ...json, effects: { ...effects, fee: "1.5" } }, "effects.fee"],
      [
        { ...json, effects: { ...effects, spendAtMost: [{ ...spend, amount: 5 }] } },
        "effects.spendAtMost.0.amount",
      ],
      [
        { ...json, effects: { ...effects, spendAtMost: [{ ...spend, mint: "SOL" }] } },
        "effects.spendAtMost.0.mint",
      ],
      [{ ...json, effects: null }, "effects"],
      [{ ...json, expiresAt: "soon" }, "expiresAt"],
      ["{", ""],
    ] as const) {
      const read = () => previewCodec.decode(value);
      expect(read).toThrow(ValidationError);
      expect(read).toThrow(expect.objectContaining({ field }));
    }
  });
});

test("only payment errors declare an outcome", () => {
  const error = new IntentTxError("text");
  // @ts-expect-error an error of the client has no outcome
  expect(error.outcome).toBeUndefined();
  expect(isPaymentError(error)).toBe(false);
  const thrown: unknown = Object.assign(new IntentTxError("text"), { outcome: "unknown", signature: "x" });
  expect(isPaymentError(thrown) && isIntentTxError(thrown) && thrown.outcome).toBe("unknown");
});

test("isOver tells what has ended from what can still land", () => {
  const failed = (outcome: string) => Object.assign(new IntentTxError("text"), { outcome });
  const words = ["landed", "failed", "expired", "not-sent", "unknown", "open", undefined] as const;
  expect(words.filter((word) => isOver(word))).toEqual(words.slice(0, 4));
  expect(words.filter((word) => word && isOver(failed(word)))).toEqual(words.slice(0, 4));
  expect(isOver(new IntentTxError("text"))).toBe(false);
});

test("a wrong call of execute does not compile", () => {
  type Rest = Omit<
    ExecuteOptions,
    "command" | "intent" | "approve" | "accept" | "expect" | "journal" | "paymentId"
  >;
  const rest = {} as Rest;
  const [command, approve, accept] = [SWAP, () => true, {} as Effects];
  const expected = { side: "input", amount: 1n } as const;
  const journal = new MemoryJournal();
  const right: ExecuteOptions[] = [
    { ...rest, command, approve },
    { ...rest, command, accept, expect: { ...expected, recipient: "bob" } },
    { ...rest, command, approve, journal, paymentId: "order-1" },
    { ...rest, command, expect: expected, paymentId: undefined },
  ];
  const wrong: ExecuteOptions[] = [
    // @ts-expect-error no approve, accept or expect
    { ...rest, command },
    // @ts-expect-error both approve and accept
    { ...rest, command, approve, accept },
    // @ts-expect-error neither command nor intent
    { ...rest, approve },
    // @ts-expect-error both command and intent
    { ...rest, approve, command, intent: {} as never as import("intent-tx").Intent },
    // @ts-expect-error a paymentId without a journal
    { ...rest, command, approve, paymentId: "order-1" },
    // @ts-expect-error a journal without a paymentId
    { ...rest, command, approve, journal },
    // @ts-expect-error neither the recipient nor the output token of the accepted effects
    { ...rest, command, accept, expect: expected },
  ];
  expect(right.length + wrong.length).toBe(11);
});
