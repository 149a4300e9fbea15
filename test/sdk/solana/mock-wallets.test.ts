// Pays with wallets that edit what they sign, in the form of each library.
import type { MockServerOptions } from "@intent-tx/mock-server";
import { type MockWallet, mockWallet } from "@intent-tx/mock-server/testing";
import { createSolanaRpcFromTransport } from "@solana/kit";
import { ConfigurationError } from "intent-tx";
import {
  decodeTransaction,
  type PaymentEvent,
  receipt,
  signAndSend,
  type TransactionSigner,
} from "intent-tx/solana";
import { jupiter } from "intent-tx/venues";
import { describe, expect } from "vitest";
import { builtOf, failureOf } from "../../server/lab.js";
import { setup, test } from "../pay/setup.js";

const SWAP = "swap 0.5 SOL for USDC";

type Like = NonNullable<NonNullable<Parameters<typeof mockWallet>[2]>["like"]>;

const FORMS: Readonly<Record<string, (wallet: MockWallet) => TransactionSigner>> = {
  adapter: ({ adapter }) => adapter,
  standard: ({ standard }) => standard,
  signer: ({ signer }) => signer,
};
const LIKES: readonly Like[] = ["phantom", "solflare", "seed-vault", "ledger", "broadcasts", "plain"];

describe.each(Object.entries(FORMS))("a payment with the %s of a wallet", (_, formOf) => {
  test.for(LIKES)("like %s lands once", async (like, { world: { server, pay } }) => {
    const wallet = mockWallet(server, "alice", { like });
    const receipt = await pay({ command: SWAP, signer: formOf(wallet) });
    expect(receipt.signature).toBeTypeOf("string");
    expect(wallet.requests).toHaveLength(1);
  });
});

test("a wallet for legacy transactions is not asked for another version, and pays where builds are legacy", async () => {
  const { server, pay } = await setup();
  const refused = mockWallet(server, "alice", { like: "legacy" });
  expect(await failureOf(pay({ signer: refused.adapter }))).toBeInstanceOf(ConfigurationError);
  expect(refused.requests).toEqual([]);
  const legacy = await setup({ world: { builds: { version: "legacy" } } });
  const { standard: signer } = mockWallet(legacy.server, "alice", { like: "legacy" });
  expect((await legacy.pay({ command: SWAP, signer })).signature).toBeTypeOf("string");
});

describe.each([
  ["version 1", { version: 1 }],
  ["lookup tables", { lookupTables: true }],
] as const)("builds with %s", (_, builds) => {
  test.for(["web3.js", "kit"])(
    "are paid with guards over a connection of %s, and read back",
    async (library) => {
      const { server, pay, journal, clock, walletAddress, ...world } = await setup({ world: { builds } });
      const connection =
        library === "kit"
          ? createSolanaRpcFromTransport(server.rpcTransport("live") as never)
          : world.connection;
      const { standard: signer } = mockWallet(server, "alice", { like: "phantom" });
      const events: string[] = [];
      const onEvent = ({ type }: PaymentEvent) => void events.push(type);
      const paid = await pay({ command: SWAP, signer, connection, onEvent });
      // Builds of the mock leave room for guards.
      expect(events).not.toContain("low-limit");
      expect(paid.edits?.every((edit) => edit === "guard")).toBe(true);
      expect(paid.edits?.length).toBeGreaterThan(1);
      // The journal has the message that was signed.
      const record = await journal.get("order-1");
      const [attempt] = record!.attempts;
      const { instructions, version } = decodeTransaction(attempt!.transaction);
      expect(instructions.filter(({ kind }) => kind === "guard")).toHaveLength(paid.edits!.length);
      expect(version).toBe("version" in builds ? 1 : 0);
      const { spent, received, fee } = await receipt(paid.signature, { connection, walletAddress, clock });
      expect({ spent, received, fee }).toEqual({ spent: paid.spent, received: paid.received, fee: paid.fee });
      expect(spent?.[0]?.amount).toBe(500_000_000n);
    },
  );
});

/** A Wallet Standard wallet that cannot sign without sending. */
function sendingOnly({ standard }: MockWallet) {
  const { "solana:signTransaction": _, ...features } = standard.features;
  return { wallet: { features }, account: standard.accounts[0]! };
}

const SWAPS: readonly [string, NonNullable<MockServerOptions["world"]>, object, string][] = [
  ["of a venue", { builds: { venue: "jupiter" } }, { swapPrograms: jupiter }, SWAP],
  ["with guards", {}, { guard: true }, "swap 10 USDC for BONK"],
  ["with guards in version 1", { builds: { version: 1 } }, { guard: true }, SWAP],
  [
    "of a venue with guards and lookup tables",
    { builds: { venue: "jupiter", lookupTables: true } },
    { swapPrograms: jupiter, guard: true },
    "swap 10 USDC for SOL",
  ],
];

describe.each(["phantom", "plain"] as const)("a wallet like %s that can only sign and send", (like) => {
  test.each(SWAPS)("pays a swap %s once", async (_, world, terms, command) => {
    const { server, pay } = await setup({ world });
    const wallet = mockWallet(server, "alice", { like });
    const paid = await pay({ ...terms, command, signer: sendingOnly(wallet) });
    const again = await pay({ ...terms, command, signer: sendingOnly(wallet) });
    expect(again.signature).toBe(paid.signature);
    expect(wallet.requests.map(({ method }) => method)).toEqual(["sign-and-send"]);
    const sent = decodeTransaction(Buffer.from(wallet.requests[0]!.transaction).toString("base64"));
    expect(sent.instructions.at(-1)?.kind === "guard").toBe("guard" in terms);
    expect(paid.received).toEqual(again.received);
  });
});

test("a version 1 build leaves room for a wallet's guards, and less is told before the prompt", async () => {
  const { server, connection, walletAddress, clock } = await setup({ world: { builds: { version: 1 } } });
  const { intent, built } = await builtOf(server, SWAP);
  const { transaction } = built;
  const { config } = decodeTransaction(transaction);
  const [bytes, limit, less] = [Buffer.from(transaction, "base64"), Buffer.alloc(4), Buffer.alloc(4)];
  limit.writeUInt32LE(config!.loadedAccountsDataSizeLimit);
  less.writeUInt32LE(config!.loadedAccountsDataSizeLimit - 1);
  const lower = Buffer.from(bytes);
  less.copy(lower, bytes.indexOf(limit));
  for (const [built, expected] of [
    [bytes, []],
    [lower, [["loaded-data", 449_999, 0]]],
  ] as const) {
    const wallet = mockWallet(server, "alice", { ask: () => false });
    const told: unknown[] = [];
    const call = signAndSend({
      ...{ intent, connection, signer: wallet.standard, walletAddress, clock },
      built: { transaction: built.toString("base64") },
      onEvent: (event) =>
        void (event.type === "low-limit" && told.push([event.limit, event.left, wallet.requests.length])),
    });
    await failureOf(call);
    expect(told).toEqual(expected);
    expect(wallet.requests).toHaveLength(1);
  }
});

test("a wallet that sends reports its edits after they have landed", async ({ world: { server, pay } }) => {
  const edits: unknown[] = [];
  const onEvent = (event: PaymentEvent) => void (event.type === "edited" && edits.push(...event.edits));
  await pay({ signer: sendingOnly(mockWallet(server, "alice", { like: "phantom" })), onEvent });
  expect(edits).toContain("guard");
});
