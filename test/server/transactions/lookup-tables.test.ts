import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { AddressLookupTableAccount, PublicKey, VersionedTransaction } from "@solana/web3.js";
import { NATIVE_MINT } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { ataOf } from "../../../mock-server/src/formats/program-addresses.js";
import { readTransaction } from "../../../mock-server/src/formats/transaction.js";
import { builtOf, connectionOf, failureOf, keypairOf, lab } from "../lab.js";

async function built(server: MockServer, command: string) {
  return Buffer.from((await builtOf(server, command)).built.transaction, "base64");
}

describe("world.builds.lookupTables", () => {
  test.for(["swap 1 SOL for USDC", "swap 10 PYUSD for JUP", "send 5 USDC to bob.sol"])(
    "loads mints, token programs, pools and vaults from tables that the chain serves: %s",
    async (command) => {
      const server = await lab({ world: { builds: { lookupTables: true } } });
      const [plain, connection] = [await lab(), connectionOf(server)];
      const wire = await built(server, command);
      const { lookups, staticKeys, instructions } = readTransaction(wire);
      expect(lookups.length).toBeGreaterThan(0);
      const tables = await Promise.all(
        lookups.map(
          async ({ table }) => (await connection.getAddressLookupTable(new PublicKey(table))).value!,
        ),
      );
      for (const table of tables) {
        expect(table).toBeInstanceOf(AddressLookupTableAccount);
        expect(table.isActive()).toBe(true);
      }
      const transaction = VersionedTransaction.deserialize(wire);
      const all = transaction.message.getAccountKeys({ addressLookupTableAccounts: tables });
      const same = readTransaction(await built(plain, command));
      const named = Array.from({ length: all.length }, (_, at) => all.get(at)!.toBase58());
      expect(named.sort()).toEqual([...same.staticKeys].sort());
      // Accounts that the wallet owns, signs for or calls are never loaded.
      const { address } = server.wallets.alice;
      const wrapped = ataOf(address, { mint: NATIVE_MINT, program: "spl-token" }).account;
      const isOwn = (key: string) => key === address || key === wrapped;
      const called = new Set(same.instructions.map(({ programIdIndex }) => same.staticKeys[programIdIndex]!));
      for (const key of same.staticKeys.filter((one) => isOwn(one) || called.has(one)))
        expect(staticKeys).toContain(key);
      expect(instructions).toHaveLength(same.instructions.length);

      transaction.sign([keypairOf(server.wallets.alice)]);
      const signature = await connection.sendRawTransaction(transaction.serialize(), {
        preflightCommitment: "confirmed",
      });
      const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
      expect(landed?.meta).toMatchObject({ err: null });
      const { writable = [], readonly = [] } = landed?.meta?.loadedAddresses ?? {};
      expect(writable.length + readonly.length).toBe(all.length - staticKeys.length);
    },
  );

  test("is refused with a version that has no lookup tables", async () => {
    const options = { world: { builds: { version: 1, lookupTables: true } } } as const;
    expect((await failureOf(createMockServer(options))).message).toMatch(/world\.builds.*lookupTables/);
  });
});
