// Pays with wallets that edit what they sign, in the form of each library.
import { createMockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { type MockWallet, mockWallet } from "@intent-tx/mock-server/testing";
import { createSolanaRpcFromTransport } from "@solana/kit";
import { ConfigurationError } from "intent-tx";
import {
  type AnyConnection,
  decodeTransaction,
  type ExecuteOptions,
  execute,
  MemoryJournal,
  type PaymentEvent,
  type PaymentJournal,
  receipt,
  signAndSend,
  type TransactionSigner,
} from "intent-tx/solana";
import { jupiter } from "intent-tx/venues";
import { describe, expect, onTestFinished, test } from "vitest";
import { builtOf, clientOf, connectionOf, failureOf } from "../../server/lab.js";

type Like = NonNullable<NonNullable<Parameters<typeof mockWallet>[2]>["like"]>;

async function lab(options: MockServerOptions = {}) {
  const server = await createMockServer({ seed: 1, clock: { mode: "auto" }, ...options });
  onTestFinished(() => server.close());
  const client = clientOf(server);
  const pay = (
    signer: TransactionSigner,
    command = "swap 0.5 SOL for USDC",
    more: Pick<ExecuteOptions, "guard" | "swapPrograms"> & {
      connection?: AnyConnection;
      onEvent?: (event: PaymentEvent) => void;
    } & ({ journal: PaymentJournal; paymentId: string } | { journal?: never; paymentId?: never }) = {},
  ) =>
    execute({
      ...more,
      client,
      connection: more.connection ?? connectionOf(server),
      signer,
      walletAddress: server.wallets.alice.address,
      command,
      clock: server.clock,
      approve: () => true,
    });
  return { server, pay };
}

const FORMS: Readonly<Record<string, (wallet: MockWallet) => TransactionSigner>> = {
  adapter: ({ adapter }) => adapter,
  standard: ({ standard }) => standard,
  signer: ({ signer }) => signer,
};
const LIKES: readonly Like[] = ["phantom", "solflare", "seed-vault", "ledger", "broadcasts", "plain"];

describe.each(Object.entries(FORMS))("a payment with the %s of a wallet", (_, formOf) => {
  test.for(LIKES)("like %s lands once", async (like) => {
    const { server, pay } = await lab();
    const wallet = mockWallet(server, "alice", { like });
    const receipt = await pay(formOf(wallet));
    expect(receipt.signature).toBeTypeOf("string");
    expect(wallet.requests).toHaveLength(1);
  });
});

test("a wallet for legacy transactions is not asked for another version, and pays where builds are legacy", async () => {
  const { server, pay } = await lab();
  const refused = mockWallet(server, "alice", { like: "legacy" });
  expect(await failureOf(pay(refused.adapter))).toBeInstanceOf(ConfigurationError);
  expect(refused.requests).toEqual([]);
  const legacy = await lab({ world: { builds: { version: "legacy" } } });
  const wallet = mockWallet(legacy.server, "alice", { like: "legacy" });
  expect((await legacy.pay(wallet.standard)).signature).toBeTypeOf("string");
});

describe.each([
  ["version 1", { version: 1 }],
  ["lookup tables", { lookupTables: true }],
] as const)("builds with %s", (_, builds) => {
  test.for(["web3.js", "kit"])(
    "are paid with guards over a connection of %s, and read back",
    async (library) => {
      const { server, pay } = await lab({ world: { builds } });
      const connection =
        library === "kit"
          ? createSolanaRpcFromTransport(server.rpcTransport("live") as never)
          : connectionOf(server);
      const wallet = mockWallet(server, "alice", { like: "phantom" });
      const journal = new MemoryJournal();
      const events: string[] = [];
      const onEvent = ({ type }: PaymentEvent) => void events.push(type);
      const order = { connection, journal, paymentId: "order-1", onEvent };
      const paid = await pay(wallet.standard, undefined, order);
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
      const walletAddress = server.wallets.alice.address;
      const { spent, received, fee } = await receipt(paid.signature, {
        connection,
        walletAddress,
        clock: server.clock,
      });
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
  ["of a venue", { builds: { venue: "jupiter" } }, { swapPrograms: jupiter }, "swap 0.5 SOL for USDC"],
  ["with guards", {}, { guard: true }, "swap 10 USDC for BONK"],
  ["with guards in version 1", { builds: { version: 1 } }, { guard: true }, "swap 0.5 SOL for USDC"],
  [
    "of a venue with guards and lookup tables",
    { builds: { venue: "jupiter", lookupTables: true } },
    { swapPrograms: jupiter, guard: true },
    "swap 10 USDC for SOL",
  ],
];

describe.each(["phantom", "plain"] as const)("a wallet like %s that can only sign and send", (like) => {
  test.each(SWAPS)("pays a swap %s once", async (_, world, terms, command) => {
    const { server, pay } = await lab({ world });
    const wallet = mockWallet(server, "alice", { like });
    const journal = new MemoryJournal();
    const options = { ...terms, journal, paymentId: "order-1" };
    const paid = await pay(sendingOnly(wallet), command, options);
    const again = await pay(sendingOnly(wallet), command, options);
    expect(again.signature).toBe(paid.signature);
    expect(wallet.requests.map(({ method }) => method)).toEqual(["sign-and-send"]);
    const sent = decodeTransaction(Buffer.from(wallet.requests[0]!.transaction).toString("base64"));
    expect(sent.instructions.at(-1)?.kind === "guard").toBe("guard" in terms);
    expect(paid.received).toEqual(again.received);
  });
});

test("a version 1 build leaves room for a wallet's guards, and less is told before the prompt", async () => {
  const { server } = await lab({ world: { builds: { version: 1 } } });
  const connection = connectionOf(server);
  const walletAddress = server.wallets.alice.address;
  const { intent, built } = await builtOf(server, "swap 0.5 SOL for USDC");
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
      ...{ intent, connection, signer: wallet.standard, walletAddress, clock: server.clock },
      built: { transaction: built.toString("base64") },
      onEvent: (event) =>
        void (event.type === "low-limit" && told.push([event.limit, event.left, wallet.requests.length])),
    });
    await failureOf(call);
    expect(told).toEqual(expected);
    expect(wallet.requests).toHaveLength(1);
  }
});

test("a wallet that sends reports its edits after they have landed", async () => {
  const { server } = await lab();
  const edits: unknown[] = [];
  await execute({
    client: clientOf(server),
    connection: connectionOf(server),
    signer: sendingOnly(mockWallet(server, "alice", { like: "phantom" })),
    command: "transfer 1 SOL to bob.sol",
    clock: server.clock,
    approve: () => true,
    onEvent: (event) => void (event.type === "edited" && edits.push(...event.edits)),
  });
  expect(edits).toContain("guard");
});
