import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { TokenList } from "../../../mock-server/src/fixtures/tokens.js";
import { solTransfer } from "../../../mock-server/src/formats/instructions.js";
import { History, type HistoryQuery } from "../../../mock-server/src/history/history.js";
import type { Landed } from "../../../mock-server/src/ledger/ledger.js";
import { forAllAsync } from "../../for-all.js";
import { api, clientOf, lab } from "../lab.js";
import { ALICE, BOB, landed, ledgerOf, token } from "./landed.js";

const tokens = new TokenList([token("SOL")]);

const transfer = () => landed(ALICE, [solTransfer(ALICE, BOB, 1n)]);
const memo = () => landed(ALICE, [{ programId: BOB, accounts: [], data: new Uint8Array(0) }]);

function historyOf(transactions: readonly Landed[]): History {
  return new History({ tokens, ledgers: { get: () => Promise.resolve(ledgerOf(transactions)) } });
}

async function walk(history: History, query: HistoryQuery): Promise<string[]> {
  const seen: string[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await history.list("live", ALICE, { ...query, before });
    seen.push(...page.data.map(({ signature }) => signature));
    expect(page.pagination.hasMore).toBe(page.pagination.before !== undefined);
    if (!page.pagination.hasMore) return seen;
    expect(page.data).toHaveLength(query.limit ?? 50);
    before = page.pagination.before ?? undefined;
  }
}

describe("a page of the history (decision 46)", () => {
  it("skips omitted transactions to fill the page, and returns every record once", async () => {
    await forAllAsync(
      40,
      [fc.array(fc.boolean(), { maxLength: 120 }), fc.integer({ min: 1, max: 30 })],
      async (kinds, limit) => {
        const transactions = kinds.map((kept) => (kept ? transfer() : memo()));
        const kept = transactions.filter((_, index) => kinds[index]).map((one) => one.signature);
        const history = historyOf(transactions);
        expect(await walk(history, { limit })).toEqual(kept);
        expect(await walk(history, { limit, type: "transfer" })).toEqual(kept);
        expect(await walk(history, { limit, type: "swap" })).toEqual([]);
      },
    );
  });

  it("does not repeat or lose records when something lands between two pages", async () => {
    const transactions = Array.from({ length: 5 }, transfer);
    const first = await historyOf(transactions).list("live", ALICE, { limit: 2 });
    const { before } = first.pagination;
    const later = await historyOf([transfer(), ...transactions]).list("live", ALICE, {
      limit: 3,
      before: before ?? undefined,
    });
    expect(later.data.map(({ signature }) => signature)).toEqual(
      transactions.slice(2).map((one) => one.signature),
    );
  });

  it("refuses a cursor that is left out", async () => {
    const other = memo();
    const before = other.signature;
    await expect(historyOf([transfer(), other]).list("live", ALICE, { before })).rejects.toMatchObject({
      code: "validation_error",
      status: 400,
      field: "before",
    });
  });
});

test("two different cursors are refused; the same one under both names is accepted", async () => {
  const server = await lab({ world: { wallets: { carol: { SOL: "10", history: 5 } } } });
  const carol = server.wallets["carol"]!.address;
  const ask = (query: string) => api(server, "GET", `/transactions/${carol}?${query}`);
  const [first, second] = (await clientOf(server).transactions.list(carol)).data;
  const two = await ask(`before=${first!.signature}&cursor=${second!.signature}`);
  expect(two).toMatchObject({
    status: 400,
    body: { error: { code: "validation_error", field: "cursor" } },
  });
  for (const field of ["before", "cursor"])
    expect((await ask(`${field}=${"1".repeat(64)}`)).body.error.field).toBe(field);
  const one = await ask(`before=${first!.signature}&cursor=${first!.signature}`);
  expect(one.body.data[0].signature).toBe(second!.signature);
  expect((await ask(`cursor=${first!.signature}`)).body).toEqual(one.body);
});
