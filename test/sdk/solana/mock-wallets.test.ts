// Pays with wallets that edit what they sign, in the form of each library.
import { createMockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { type MockWallet, mockWallet } from "@intent-tx/mock-server/testing";
import { createSolanaRpcFromTransport } from "@solana/kit";
import { ConfigurationError } from "intent-tx";
import {
  type AnyConnection,
  decodeTransaction,
  execute,
  MemoryJournal,
  type PaymentEvent,
  type PaymentJournal,
  receipt,
  type TransactionSigner,
} from "intent-tx/solana";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientOf, connectionOf, failureOf } from "../../server/lab.js";

type Like = NonNullable<NonNullable<Parameters<typeof mockWallet>[2]>["like"]>;

async function lab(options: MockServerOptions = {}) {
  const server = await createMockServer({ seed: 1, clock: { mode: "auto" }, ...options });
  onTestFinished(() => server.close());
  const client = clientOf(server);
  const pay = (
    signer: TransactionSigner,
    command = "swap 0.5 SOL for USDC",
    more: { connection?: AnyConnection; onEvent?: (event: PaymentEvent) => void } & (
      | { journal: PaymentJournal; paymentId: string }
      | { journal?: never; paymentId?: never }
    ) = {},
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

test("a wallet that sends reports its edits after they have landed", async () => {
  const { server } = await lab();
  const { standard } = mockWallet(server, "alice", { like: "phantom" });
  const { "solana:signTransaction": _, ...features } = standard.features;
  const edits: unknown[] = [];
  await execute({
    client: clientOf(server),
    connection: connectionOf(server),
    signer: { wallet: { features }, account: standard.accounts[0]! },
    command: "transfer 1 SOL to bob.sol",
    clock: server.clock,
    approve: () => true,
    onEvent: (event) => void (event.type === "edited" && edits.push(...event.edits)),
  });
  expect(edits).toContain("guard");
});
