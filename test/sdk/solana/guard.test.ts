import type { MockServer, MockServerOptions } from "@intent-tx/mock-server";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { ed25519 } from "@noble/curves/ed25519";
import { ComputeBudgetProgram, Connection, PublicKey } from "@solana/web3.js";
import { ConfigurationError } from "intent-tx";
import { decodeTransaction, signAndSend } from "intent-tx/solana";
import { describe, expect } from "vitest";
import { builtOf, connectionOf, rpc } from "../../server/lab.js";
import { notSent, setup, test } from "../pay/setup.js";
import { edited } from "./edits.js";
import { ata, BONK, PYUSD } from "./samples.js";

/** The kinds of a landed transaction's instructions. */
async function kindsOf(server: MockServer, signature: string) {
  const config = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 1 };
  const { result } = await rpc(server, "getTransaction", [signature, config]);
  return decodeTransaction(result.transaction[0]).instructions.map(({ kind }) => kind);
}

const BOB = { bob: { SOL: "1" } };

describe("guard: true", () => {
  test.each([
    ["swap 0.5 SOL for USDC", 4],
    ["swap 10 USDC for SOL", 4],
    ["swap 10 USDC for BONK", 5],
    ["swap 10 USDC for PYUSD", 5],
    ["buy 1 SOL with USDC", 4],
    ["send 1 SOL to bob", 1],
    ["send 5 USDC to bob", 3],
  ])("%s is paid, with %i assertions at the end", async (command, guards) => {
    const { server, pay } = await setup({ world: { wallets: BOB } });
    const text = command.replace(
      "bob",
      (server.wallets as Record<string, { address: string }>)["bob"]?.address ?? "",
    );
    const { signature } = await pay({ command: text, guard: true });
    const kinds = await kindsOf(server, signature);
    expect(kinds.slice(-guards).every((kind) => kind === "guard")).toBe(true);
    expect(kinds.filter((kind) => kind === "guard")).toHaveLength(guards);
  });

  test("guard: false appends none", async ({ world: { server, pay } }) => {
    const { signature } = await pay({ command: "swap 0.5 SOL for USDC", guard: false });
    expect(await kindsOf(server, signature)).not.toContain("guard");
  });

  test("asserts what the owner has set in a Token-2022 account, such as that transfers need a memo", async () => {
    const { pay, server, connection, walletAddress } = await setup();
    const account = ata(new PublicKey(walletAddress), PYUSD);
    const { data, owner, lamports } = (await connection.getAccountInfo(account))!;
    const update = { owner: owner.toBase58(), lamports, data: `${data.toString("hex")}0800010001` };
    await rpc(server, "surfnet_setAccount", [account.toBase58(), update]);
    const { signature } = await pay({ command: "swap 10 PYUSD for USDC", guard: true });
    const config = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const { result } = await rpc(server, "getTransaction", [signature, config]);
    const { instructions } = decodeTransaction(result.transaction[0]);
    // One item: a byte of 1 at 174.
    const expected = [3, 0, 1, 174, 1, 11, 1, 1, 0];
    expect(instructions.map(({ data }) => [...data])).toContainEqual(expected);
  });

  test("an account that is already full is not left with less", async ({ world }) => {
    const { server, changed, connection, keypair: signer, walletAddress } = world;
    const account = ata(new PublicKey(walletAddress), BONK);
    const { data, owner, lamports } = (await connection.getAccountInfo(account))!;
    data.writeBigUInt64LE(2n ** 64n - 1n, 64);
    const update = { owner: owner.toBase58(), lamports, data: data.toString("hex") };
    await rpc(server, "surfnet_setAccount", [account.toBase58(), update]);
    const { intent, built } = await builtOf(server, "swap 10 USDC for BONK");
    const bounds: bigint[] = [];
    const onSigned = ({ transaction }: { transaction: string }) => {
      for (const one of decodeTransaction(transaction).instructions)
        if (one.kind === "guard" && one.discriminator === 10 && one.accounts[0] === account.toBase58())
          bounds.push(Buffer.from(one.data).readBigUInt64LE(38));
      throw new Error("read");
    };
    // A node that simulates shows that the account cannot take more.
    const mute = changed({ simulateTransaction: undefined });
    const options = { intent, built, signer, connection: mute, clock: server.clock, guard: true, onSigned };
    await expect(signAndSend(options as never)).rejects.toThrow("onSigned failed");
    expect(bounds).toEqual([2n ** 64n - 1n]);
  });

  test.each<[string, NonNullable<MockServerOptions["world"]>]>([
    ["lookup tables", { builds: { lookupTables: true } }],
    ["legacy", { builds: { version: "legacy" } }],
    ["version 1", { builds: { version: 1 } }],
  ])("pays a build with %s", async (_, world) => {
    const { server, pay } = await setup({ world });
    const { signature } = await pay({ command: "swap 0.5 SOL for USDC", guard: true });
    expect((await kindsOf(server, signature)).at(-1)).toBe("guard");
  });

  test.each([0, 1] as const)(
    "pays with a wallet that adds guards of its own to version %i",
    async (version) => {
      const { server, pay } = await setup({ world: { builds: { version } } });
      const { adapter: signer } = mockWallet(server, "alice", { like: "phantom" });
      const { signature } = await pay({ command: "swap 10 USDC for BONK", signer, guard: true });
      expect((await kindsOf(server, signature)).filter((kind) => kind === "guard").length).toBeGreaterThan(5);
    },
  );

  test("adds 236 bytes for the wallet and two token accounts", async ({ world }) => {
    const { keypair: signer, connection, server } = world;
    const { intent, built } = await builtOf(server, "swap 10 USDC for BONK");
    const sizes: number[] = [];
    for (const guard of [{ guard: true } as const, {}]) {
      const onSigned = ({ transaction }: { transaction: string }) => {
        sizes.push(Buffer.from(transaction, "base64").length);
        throw new Error("measured");
      };
      await expect(
        signAndSend({ intent, built, signer, connection, clock: server.clock, ...guard, onSigned }),
      ).rejects.toThrow("onSigned failed");
    }
    expect(sizes[0]! - sizes[1]!).toBe(236);
  });

  test("leaves no room for a higher fee to signers that cannot edit", async ({ world }) => {
    const { keypair, server } = world;
    const { intent, built } = await builtOf(server, "swap 10 USDC for BONK");
    const { secretKey, publicKey } = keypair;
    const service = {
      publicKey,
      signBytes: async (bytes: Uint8Array) => ed25519.sign(bytes, secretKey.slice(0, 32)),
    };
    const bounds: bigint[] = [];
    for (const signer of [keypair, service, mockWallet(server, "alice").adapter]) {
      const onSigned = ({ transaction }: { transaction: string }) => {
        const own = decodeTransaction(transaction).instructions.filter(
          (one) => one.kind === "guard" && one.accounts[0] === publicKey.toBase58(),
        );
        bounds.push(Buffer.from(own[0]!.data).readBigUInt64LE(4));
        throw new Error("read");
      };
      const options = { intent, built, signer, clock: server.clock, maxFee: 10_000_000, onSigned };
      // Each connection has guards of its own.
      const call = signAndSend({ ...options, connection: connectionOf(server), guard: true });
      await expect(call).rejects.toThrow("onSigned failed");
    }
    expect(bounds).toEqual([bounds[0], bounds[0], expect.any(BigInt)]);
    expect(bounds[2]).toBeLessThan(bounds[0]!);
  });

  test("a fee that the guards would raise, because nothing limits the compute units, is refused", async () => {
    const { server, connection, keypair: signer } = await setup();
    const payFor = async (priorityFee: number) => {
      const { intent, built } = await builtOf(server, "swap 10 USDC for BONK", { priorityFee });
      const unlimited = edited(Buffer.from(built.transaction, "base64"), ({ instructions }) => ({
        instructions: instructions.filter(
          ({ programId, data }) => !programId.equals(ComputeBudgetProgram.programId) || data[0] !== 2,
        ),
      }));
      const transaction = Buffer.from(unlimited.serialize()).toString("base64");
      const order = { intent, built: transaction, priorityFee, guard: true } as const;
      return signAndSend({ ...order, signer, connection, clock: server.clock });
    };
    await payFor(0);
    await expect(payFor(1000)).rejects.toMatchObject(notSent("without a compute-unit limit"));
  });

  test("two calls for the same transaction pay once, although they read other balances", async () => {
    const { walletAddress, keypair: signer, server } = await setup();
    const { intent, built } = await builtOf(server, "swap 10 USDC for BONK");
    let lamports = 5_000_000_000;
    let last: Promise<unknown> = Promise.resolve();
    const fetch = (url: unknown, init: { body?: unknown }) => {
      const ask = () => server.fetch(url as string, init as RequestInit);
      if (!String(init.body).includes("getMultipleAccounts")) return ask();
      const own = last.then(async () => {
        await rpc(server, "surfnet_setAccount", [walletAddress, { lamports: lamports++ }]);
        return ask();
      });
      last = own;
      return own;
    };
    const connection = new Connection(server.rpc.live, { fetch: fetch as typeof server.fetch });
    const options = { intent, built, signer, connection, clock: server.clock, guard: true } as const;
    const landed = await Promise.all([signAndSend(options), signAndSend(options)]);
    landed.push(await signAndSend(options));
    expect(lamports).toBeGreaterThan(5_000_000_001);
    expect(new Set(landed.map(({ signature }) => signature)).size).toBe(1);
  });

  test("a second call for the same transaction within other limits is not signed with the first one's guards", async () => {
    const { server, connection, keypair } = await setup();
    const { intent, built } = await builtOf(server, "swap 10 USDC for BONK");
    const asked: Uint8Array[] = [];
    const signTransaction = async (transaction: { serialize(): Uint8Array }) => {
      asked.push(transaction.serialize());
      throw Object.assign(new Error("Declined."), { code: 4001 });
    };
    const wallet = { publicKey: keypair.publicKey, signTransaction };
    const options = { intent, built, signer: wallet, connection, clock: server.clock, guard: true } as const;
    await expect(signAndSend({ ...options, maxFee: 1_000_000_000n })).rejects.toThrow("Declined");
    await expect(signAndSend(options)).rejects.toMatchObject({
      name: "UnsafeTransactionError",
      outcome: "not-sent",
      message: expect.stringContaining("within other limits"),
    });
    await expect(signAndSend({ ...options, maxFee: 1_000_000_000n })).rejects.toThrow("Declined");
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  });
});

test.for<[string, unknown]>([
  ["no list", { unknownPrograms: "x" }],
  ["no address", { unknownPrograms: ["x"] }],
  ["a program that the SDK knows", { unknownPrograms: ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"] }],
])("guard is refused if it is %s", async ([_, guard], { world }) => {
  const call = world.pay({ command: "swap 10 USDC for BONK", guard });
  await expect(call).rejects.toThrow(ConfigurationError);
  await expect(call).rejects.toThrow("guard");
});
