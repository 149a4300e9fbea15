import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { KeyIndex } from "../../mock-server/src/state/key-index.js";
import { RowPacker } from "../../mock-server/src/state/row-packer.js";
import type { BuiltRow, IntentRow } from "../../mock-server/src/state/rows-intents.js";
import { State } from "../../mock-server/src/state/state.js";

/** A row as a swap makes it, each a little different. */
const intentRow = (number: number, more: Partial<IntentRow> = {}): IntentRow => ({
  intentId: `intent_${number}`,
  account: number % 3 ? "acme" : "other",
  environment: number % 2 ? "live" : "test",
  walletAddress: `wallet-${number % 7000}`,
  createdAt: 1_767_225_600_000 + number,
  expiresAt: 1_767_226_200_000 + number,
  action: "swap",
  ...(number % 5 > 0 && { side: "exact-in" as const }),
  inputMint: "So11111111111111111111111111111111111111112",
  outputMint: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  amount: `${number}000000000`,
  slippageBps: 50,
  priorityFee: 1000,
  route: {
    inAmount: `${number}000000000`,
    outAmount: "172303",
    priceImpact: number / 7,
    marketInfos: [
      {
        id: "pool",
        label: "SOL/USDC",
        inputMint: "a",
        outputMint: "b",
        inAmount: "1",
        outAmount: "2",
        fee: "0",
      },
    ],
  },
  confidence: 0.996,
  command: `swap ${number} "SOL"\n for 🙂 intent_${number}`,
  ...more,
});

/** Numbers that look drawn, the same in each run. */
function drawer(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % most;
  };
}

/** Blocks are deflated on another thread, each once the one before is. */
const othersTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

test("whatever is put, put again and removed, a packed table answers as a Map does, in its order", async () => {
  const state = new State();
  const table = state.open("intents");
  const model = new Map<string, IntentRow>();
  const below = drawer(7);
  for (let at = 0; at < 12_000; at++) {
    const number = below(6000);
    const key = `intent_${number}`;
    if (below(5) === 0) {
      model.delete(key);
      table.delete(key);
    } else {
      const row = intentRow(number, { slippageBps: at });
      model.set(key, row);
      table.put(key, row);
    }
    const asked = `intent_${below(6000)}`;
    if (JSON.stringify(table.get(asked)) !== JSON.stringify(model.get(asked)))
      expect(table.get(asked)).toEqual(model.get(asked));
    if (at % 100 === 0) await othersTurn();
  }
  expect(table.size).toBe(model.size);
  expect([...table.keys()]).toEqual([...model.keys()]);
  expect([...table.values()]).toEqual([...model.values()]);
  // Members keep their order, so that a snapshot has the same bytes.
  expect(JSON.stringify(state.snapshot().intents)).toBe(JSON.stringify([...model]));
  for (const key of model.keys()) table.delete(key);
  expect([...table.entries()]).toEqual([]);
  table.put("intent_1", intentRow(1));
  expect([...table.entries()]).toEqual([["intent_1", intentRow(1)]]);
});

test("a walk goes on as a Map's does while rows come, go and change behind and before it", async () => {
  const table = new State().open("built");
  const model = new Map<string, BuiltRow>();
  const below = drawer(11);
  const put = (number: number, at: number) => {
    const row: BuiltRow = {
      ...{ account: "acme", environment: "live", intentId: `intent_${number}` },
      ...{ walletAddress: "wallet", action: "swap", at },
    };
    model.set(String(number), row);
    table.put(String(number), row);
  };
  let next = 0;
  while (next < 1000) put(next++, 0);
  const [walk, expected] = [table.entries(), model.entries()];
  let steps = 0;
  for (; ; steps++) {
    const one = walk.next();
    const other = expected.next();
    if (JSON.stringify(one) !== JSON.stringify(other)) expect(one).toEqual(other);
    if (one.done) break;
    if (steps < 2000 && below(3) === 0) put(next++, steps);
    if (below(4) === 0) put(below(next), steps);
    const gone = String(below(8) === 0 ? below(next) : steps);
    expect(table.get(gone)).toEqual(model.get(gone));
    table.delete(gone);
    model.delete(gone);
    if (steps % 20 === 0) await othersTurn();
  }
  expect(steps).toBeGreaterThan(1500);
  expect([...table.entries()]).toEqual([...model]);
});

test("keys of the same hash are told apart", () => {
  const keys: string[] = [];
  let compared = 0;
  const index = new KeyIndex((place, key) => {
    compared++;
    return keys[place] === key;
  });
  // Of so many some ten pairs have one hash of 32 bits.
  const many = 300_000;
  for (let number = 0; number < many; number++) {
    const key = createHash("sha256").update(String(number)).digest("base64url").slice(0, 16);
    keys.push(key);
    index.add(key, number);
  }
  expect(keys.filter((key, place) => index.find(key) !== place)).toEqual([]);
  expect(compared).toBeGreaterThan(many);
  expect(compared).toBeLessThan(many + 200);
  for (let number = 0; number < many; number += 2) index.remove(keys[number] as string);
  const wrong = keys.filter((key, place) => index.find(key) !== (place % 2 ? place : undefined));
  expect(wrong).toEqual([]);
  for (let number = 1; number < many; number += 2) index.remove(keys[number] as string);
  expect(keys.filter((key) => index.find(key) !== undefined)).toEqual([]);
});

test("a frozen State is as it was, whatever is put later; what was restored is the same", async () => {
  const state = new State();
  const table = state.open("intents");
  for (let number = 0; number < 3000; number++) table.put(`intent_${number}`, intentRow(number));
  const before = JSON.stringify(state.snapshot());
  const frozen = state.freeze();
  for (let number = 0; number < 3000; number += 2) table.delete(`intent_${number}`);
  for (let number = 2000; number < 6000; number++)
    table.put(`intent_${number}`, intentRow(number, { confidence: 0 }));
  await othersTurn();
  expect(JSON.stringify(frozen.snapshot())).toBe(before);
  state.restore(JSON.parse(before));
  expect(JSON.stringify(state.snapshot())).toBe(before);
});

test("any row is read as it was packed", () => {
  const word = fc.oneof(fc.constantFrom("live", "test", "own key"), fc.string());
  const leaf = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const { row } = fc.letrec((tie) => ({
    row: fc.record(
      {
        ...{ account: word, environment: word, amount: leaf, at: fc.integer(), command: fc.string() },
        route: tie("row"),
        keys: fc.array(word, { maxLength: 3 }),
        err: fc.oneof(
          fc.constant({ "a,b": 1, c: 2 }),
          fc.constant({ a: 1, "b,c": 2 }),
          fc.dictionary(fc.string(), leaf),
        ),
        list: fc.array(fc.oneof(leaf, tie("row")), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
  }));
  const packer = new RowPacker<object>(["account", "environment", "keys"]);
  fc.assert(
    fc.property(row, (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as object;
      const text = packer.pack("own key", plain);
      expect(packer.unpack("own key", text)).toEqual(plain);
      expect(JSON.stringify(packer.unpack("own key", text))).toBe(JSON.stringify(plain));
    }),
    { numRuns: 2000 },
  );
});

test("a member of any name is read as it was written, that of the prototype too", () => {
  const packer = new RowPacker<object>([]);
  const row = JSON.parse('{"err":{"__proto__":{"Custom":1},"constructor":2,"a,b":3}}');
  const read = packer.unpack("key", packer.pack("key", row));
  expect(JSON.stringify(read)).toBe(JSON.stringify(row));
});
