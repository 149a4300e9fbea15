import { createMockServer } from "@intent-tx/mock-server";
import bs58 from "bs58";
import { describe, expect, test } from "vitest";
import { clientOf, control, failureOf, lab, NOON, rpc, send, signedAgain, signedOf } from "../lab.js";

const SLOT = 400;
const HISTORY = { searchTransactionHistory: true };

/** Lands `count` transfers, one every `slots` slots. */
async function lived(keep: number | "all", count: number, slots: number) {
  const server = await lab({ ledger: { keep } });
  const signatures: string[] = [];
  for (let at = 0; at < count; at++) {
    const { wire } = await signedOf(server, `send 0.0${at + 1} SOL to bob.sol`);
    signatures.push((await send(server, wire)).result as string);
    await server.clock.advance(slots * SLOT);
  }
  return { server, signatures };
}

describe("the bound of kept transactions", () => {
  test("dropped transactions are absent from every answer, balances remain", async () => {
    const { server, signatures } = await lived(3, 6, 200);
    const [first, second] = signatures;
    const kept = signatures.slice(-3);
    const alice = server.wallets.alice.address;
    const client = clientOf(server);
    const { data } = await client.transactions.list(alice);
    expect(data.map(({ signature }) => signature)).toEqual([...kept].reverse());
    expect(await failureOf(client.transactions.list(alice, { cursor: first! }))).toMatchObject({
      status: 400,
      field: "before",
    });
    const page = await client.transactions.list(alice, { cursor: kept[2]!, limit: 1 });
    expect(page.data.map(({ signature }) => signature)).toEqual([kept[1]]);
    const told = await rpc(server, "getSignaturesForAddress", [alice]);
    expect(told.result.map(({ signature }: { signature: string }) => signature)).toEqual([...kept].reverse());
    expect((await rpc(server, "getTransaction", [second])).result).toBeNull();
    expect((await rpc(server, "getSignatureStatuses", [[second, kept[0]], HISTORY])).result.value).toEqual([
      null,
      expect.anything(),
    ]);
    const oldest = (await rpc(server, "getTransaction", [kept[0], { maxSupportedTransactionVersion: 0 }]))
      .result.slot as number;
    const available = (await rpc(server, "getFirstAvailableBlock", [])).result as number;
    expect(available).toBeLessThanOrEqual(oldest);
    expect(available).toBeGreaterThan(oldest - 201);
    expect((await rpc(server, "minimumLedgerSlot", [])).result).toBe(available);
    expect((await rpc(server, "getBlock", [available, { transactionDetails: "none" }])).result).toMatchObject(
      {
        parentSlot: available - 1,
      },
    );
    for (const method of ["getBlock", "getBlockTime"]) {
      expect((await rpc(server, method, [available - 1])).error).toEqual({
        code: -32001,
        message: `Block ${available - 1} cleaned up, does not exist on node. First available block: ${available}`,
      });
    }
    expect((await rpc(server, "getBlocks", [available - 5, available + 1])).result).toEqual([
      available,
      available + 1,
    ]);
    expect((await rpc(server, "getBlocksWithLimit", [available - 5, 2])).result).toEqual([
      available,
      available + 1,
    ]);
    const all = await lived("all", 6, 200);
    const bob = server.wallets.bob.address;
    expect((await rpc(server, "getBalance", [bob])).result.value).toBe(
      (await rpc(all.server, "getBalance", [all.server.wallets.bob.address])).result.value,
    );
    expect((await clientOf(all.server).transactions.list(alice)).data).toHaveLength(6);
    expect((await rpc(all.server, "getFirstAvailableBlock", [])).result).toBe(0);
  });

  test("transactions of the last 300 slots are kept, and cannot land twice", async () => {
    const server = await lab({ ledger: { keep: 1 } });
    const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
    const first = await signedOf(server, "send 0.01 SOL to bob.sol");
    await send(server, first.wire);
    for (const part of [2, 3, 4]) {
      await server.clock.advance(49 * SLOT);
      await send(server, (await signedOf(server, `send 0.0${part} SOL to bob.sol`)).wire);
    }
    expect((await rpc(server, "isBlockhashValid", [blockhash])).result.value).toBe(true);
    const kept = async () => (await rpc(server, "getSignatureStatuses", [[first.signature]])).result.value[0];
    const bob = async () => (await rpc(server, "getBalance", [server.wallets.bob.address])).result.value;
    const before = await bob();
    const alice = bs58.decode(server.wallets.alice.secretKey);
    const signedTwice = signedAgain(Buffer.from(first.wire, "base64"), alice, 7n);
    for (const wire of [first.wire, Buffer.from(signedTwice).toString("base64")]) {
      const again = await rpc(server, "sendTransaction", [wire, { encoding: "base64" }]);
      expect(again.error.data.err).toBe("AlreadyProcessed");
      await rpc(server, "sendTransaction", [wire, { encoding: "base64", skipPreflight: true }]);
    }
    expect(await bob()).toBe(before);
    for (const [slots, part, status] of [
      [153, 5, expect.anything()],
      [1, 6, null],
    ]) {
      await server.clock.advance(slots * SLOT);
      await send(server, (await signedOf(server, `send 0.0${part} SOL to bob.sol`)).wire);
      expect(await kept()).toEqual(status);
    }
  });

  test.each(["frozen", "auto"] as const)(
    "on a clock that is %s, finalized rejects a blockhash only after its last block is finalized",
    async (mode) => {
      const server = await lab({ clock: { mode } });
      const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
      const born = (await rpc(server, "getSlot", [{ commitment: "processed" }])).result;
      const answer = async (commitment: string) => {
        const { context, value } = (await rpc(server, "isBlockhashValid", [blockhash, { commitment }]))
          .result;
        return [context.slot - born, value];
      };
      await server.clock.advance(151 * SLOT);
      expect([await answer("processed"), await answer("finalized")]).toEqual([
        [151, false],
        [119, true],
      ]);
      await server.clock.advance(31 * SLOT);
      expect(await answer("finalized")).toEqual([150, true]);
      await server.clock.advance(SLOT);
      expect(await answer("finalized")).toEqual([151, false]);
    },
  );

  test("the fee of an expired message is known as long as its blockhash is remembered", async () => {
    const server = await lab({ ledger: { keep: 0 } });
    const land = async (part: number) => {
      const { wire } = await signedOf(server, `send 0.0${part} SOL to bob.sol`);
      expect((await send(server, wire)).result).toEqual(expect.any(String));
      return Buffer.from(wire, "base64").subarray(65).toString("base64");
    };
    await land(1);
    const message = await land(2);
    const fee = async () => (await rpc(server, "getFeeForMessage", [message])).result.value;
    const known = await fee();
    expect(known).toEqual(expect.any(Number));
    await server.clock.advance(200 * SLOT);
    await land(3);
    expect(await fee()).toBe(known);
    await server.clock.advance(133 * SLOT);
    expect(await fee()).toBeNull();
  });

  test("a kept transaction can be read until final", async () => {
    const { server, signatures } = await lived(1, 5, 10);
    const { data } = await clientOf(server).transactions.list(server.wallets.alice.address, { limit: 5 });
    expect(data.map(({ signature }) => signature)).toEqual([...signatures].reverse());
    const { result } = await rpc(server, "getTransaction", [
      signatures[1],
      { commitment: "finalized", maxSupportedTransactionVersion: 0 },
    ]);
    expect(result).toMatchObject({ meta: { err: null } });
  });

  test("after a restore, dropped transactions stay absent and the others are found", async () => {
    const { server, signatures } = await lived(2, 4, 200);
    const { body } = await control(server, "GET", "/state");
    const other = await lab({ ledger: { keep: 2 } });
    await control(other, "PUT", "/state", body);
    for (const method of ["getFirstAvailableBlock", "getSlot"]) {
      expect((await rpc(other, method, [])).result).toBe((await rpc(server, method, [])).result);
    }
    const { data } = await clientOf(other).transactions.list(other.wallets.alice.address);
    expect(data.map(({ signature }) => signature)).toEqual(signatures.slice(-2).reverse());
    await other.reset();
    expect((await rpc(other, "getFirstAvailableBlock", [])).result).toBe(0);
  });

  test.each([-1, 1.5, Number.NaN, "some"])("a bound of %s is refused", async (keep) => {
    await expect(createMockServer({ ledger: { keep: keep as never } })).rejects.toThrow(
      'ledger.keep must be "all", or a number of transactions (0 or more)',
    );
  });
});

test("a page of one kind does not depend on transactions of the other kind", async () => {
  const server = await lab({ clock: { now: NOON, mode: "frozen" } });
  const orders = [
    "swap 1 SOL for USDC",
    ...Array.from({ length: 30 }, (_, at) => `send 0.0${at + 1} SOL to bob.sol`),
    "swap 2 SOL for USDC",
  ];
  const signatures: string[] = [];
  for (const order of orders) {
    const { wire } = await signedOf(server, order);
    signatures.push((await send(server, wire)).result as string);
  }
  const { transactions } = clientOf(server);
  const alice = server.wallets.alice.address;
  const swaps = await transactions.list(alice, { type: "swap", limit: 2 });
  expect(swaps.data.map(({ signature }) => signature)).toEqual([signatures.at(-1), signatures[0]]);
  const transfers = await transactions.list(alice, { type: "transfer", limit: 100 });
  expect(transfers.data.map(({ signature }) => signature).slice(0, 30)).toEqual(
    signatures.slice(1, -1).reverse(),
  );
  // The cursor can be a transfer in a list of swaps.
  const after = await transactions.list(alice, { type: "swap", cursor: signatures[5]!, limit: 1 });
  expect(after.data.map(({ signature }) => signature)).toEqual([signatures[0]]);
});

test("a ledger distinguishes the kinds of the seeded history too", async () => {
  const server = await createMockServer({
    clock: { now: NOON, mode: "frozen" },
    world: { wallets: { old: { SOL: "100", USDC: "5000", JUP: "900", history: 60 } } },
  });
  const { transactions } = clientOf(server);
  const { address } = server.wallets["old" as "alice"];
  const all = (await transactions.list(address, { limit: 100 })).data;
  for (const type of ["swap", "transfer"] as const) {
    const { data } = await transactions.list(address, { type, limit: 100 });
    expect(data).toEqual(all.filter((one) => one.type === type));
    expect(data.length).toBeGreaterThan(0);
  }
  await server.close();
});
