import { createMockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { mockWallet } from "@intent-tx/mock-server/testing";
import { Connection, Keypair, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { ConfigurationError, IntentTx } from "intent-tx";
import { decodeTransaction, type ExecuteOptions, execute, signAndSend } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { builtOf, rpc } from "../../server/lab.js";
import { ata, BONK, PYUSD } from "./samples.js";

async function setup(world: MockServerOptions["world"] = {}) {
  const server = await createMockServer({ seed: 3, world });
  const client = new IntentTx(server.clientOptions());
  const connection = new Connection(server.rpc.live, { fetch: server.fetch });
  const { address, secretKey } = server.wallets.alice;
  const signer = Keypair.fromSecretKey(bs58.decode(secretKey));
  const order = (command: string) =>
    ({ client, connection, signer, command, clock: server.clock, approve: () => true }) as const;
  const kindsOf = async (signature: string) => {
    const config = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 1 };
    const { result } = await rpc(server, "getTransaction", [signature, config]);
    return decodeTransaction(result.transaction[0]).instructions.map(({ kind }) => kind);
  };
  return { server, client, connection, signer, walletAddress: address, order, kindsOf };
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
    const { order, server, kindsOf } = await setup({ wallets: BOB });
    const text = command.replace(
      "bob",
      (server.wallets as Record<string, { address: string }>)["bob"]?.address ?? "",
    );
    const { signature } = await execute({ ...order(text), guard: true });
    const kinds = await kindsOf(signature);
    expect(kinds.slice(-guards).every((kind) => kind === "guard")).toBe(true);
    expect(kinds.filter((kind) => kind === "guard")).toHaveLength(guards);
  });

  test("guard: false appends none", async () => {
    const { order, kindsOf } = await setup();
    const { signature } = await execute({ ...order("swap 0.5 SOL for USDC"), guard: false });
    expect(await kindsOf(signature)).not.toContain("guard");
  });

  test("asserts what the owner has set in a Token-2022 account, such as that transfers need a memo", async () => {
    const { order, server, connection, walletAddress } = await setup();
    const account = ata(new PublicKey(walletAddress), PYUSD);
    const { data, owner, lamports } = (await connection.getAccountInfo(account))!;
    const update = { owner: owner.toBase58(), lamports, data: `${data.toString("hex")}0800010001` };
    await rpc(server, "surfnet_setAccount", [account.toBase58(), update]);
    const { signature } = await execute({ ...order("swap 10 PYUSD for USDC"), guard: true });
    const config = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const { result } = await rpc(server, "getTransaction", [signature, config]);
    const { instructions } = decodeTransaction(result.transaction[0]);
    // One item: a byte of 1 at 174.
    const expected = [3, 0, 1, 174, 1, 11, 1, 1, 0];
    expect(instructions.map(({ data }) => [...data])).toContainEqual(expected);
  });

  test("an account that is already full is not left with less", async () => {
    const { server, connection, signer, walletAddress } = await setup();
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
    const mute = Object.assign(Object.create(connection) as Connection, { simulateTransaction: undefined });
    const options = { intent, built, signer, connection: mute, clock: server.clock, guard: true, onSigned };
    await expect(signAndSend(options as never)).rejects.toThrow("onSigned failed");
    expect(bounds).toEqual([2n ** 64n - 1n]);
  });

  test.each<[string, MockServerOptions["world"]]>([
    ["lookup tables", { builds: { lookupTables: true } }],
    ["legacy", { builds: { version: "legacy" } }],
    ["version 1", { builds: { version: 1 } }],
  ])("pays a build with %s", async (_, world) => {
    const { order, kindsOf } = await setup(world);
    const { signature } = await execute({ ...order("swap 0.5 SOL for USDC"), guard: true });
    expect((await kindsOf(signature)).at(-1)).toBe("guard");
  });

  test.each([0, 1] as const)(
    "pays with a wallet that adds guards of its own to version %i",
    async (version) => {
      const { server, order, kindsOf } = await setup({ builds: { version } });
      const { adapter } = mockWallet(server, "alice", { like: "phantom" });
      const { signature } = await execute({
        ...order("swap 10 USDC for BONK"),
        signer: adapter,
        guard: true,
      });
      expect((await kindsOf(signature)).filter((kind) => kind === "guard").length).toBeGreaterThan(5);
    },
  );

  test("adds 236 bytes for the wallet and two token accounts", async () => {
    const { signer, connection, server } = await setup();
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

  test("two calls for the same transaction pay once, although they read other balances", async () => {
    const { walletAddress, signer, server } = await setup();
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
    const { server, connection, signer } = await setup();
    const { intent, built } = await builtOf(server, "swap 10 USDC for BONK");
    const asked: Uint8Array[] = [];
    const signTransaction = async (transaction: { serialize(): Uint8Array }) => {
      asked.push(transaction.serialize());
      throw Object.assign(new Error("Declined."), { code: 4001 });
    };
    const wallet = { publicKey: signer.publicKey, signTransaction };
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

test.each<[string, unknown]>([
  ["no list", { unknownPrograms: "x" }],
  ["no address", { unknownPrograms: ["x"] }],
  ["a program that the SDK knows", { unknownPrograms: ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"] }],
])("guard is refused if it is %s", async (_, guard) => {
  const { order } = await setup();
  const call = execute({ ...order("swap 10 USDC for BONK"), guard } as ExecuteOptions);
  await expect(call).rejects.toThrow(ConfigurationError);
  await expect(call).rejects.toThrow("guard");
});
