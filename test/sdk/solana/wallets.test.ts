// Tests connections and signers of web3.js, kit and wallet libraries with a node that executes the transactions.
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { ed25519 } from "@noble/curves/ed25519";
import {
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  type TransactionModifyingSigner,
  type TransactionSendingSigner,
} from "@solana/kit";
import {
  BaseSignerWalletAdapter,
  type WalletName,
  WalletReadyState,
  WalletSignTransactionError,
} from "@solana/wallet-adapter-base";
import {
  type Connection,
  Keypair,
  type PublicKey,
  type Transaction,
  VersionedTransaction,
  Connection as Web3Connection,
} from "@solana/web3.js";
import bs58 from "bs58";
import { ConfigurationError, UnsafeTransactionError } from "intent-tx";
import {
  type AnyConnection,
  confirm,
  signAndSend,
  submit,
  type TransactionSigner,
  TransactionUnconfirmedError,
  verifyAndSign,
} from "intent-tx/solana";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtOf, keypairOf } from "../../server/lab.js";
import { deferred } from "../harness.js";

let server: MockServer;
let keypair: Keypair;
let web3: Web3Connection;

beforeAll(async () => {
  server = await createMockServer({ seed: 1, limits: "off" });
  await server.listen({ port: 0 });
  keypair = keypairOf(server.wallets.alice);
  web3 = new Web3Connection(server.rpc.live, "confirmed");
});
afterAll(() => server.close());

let orders = 0;

/** Builds a command. Each default command has another amount, because equal orders in a slot are one transaction. */
const order = (command = `send ${1_000_000 + ++orders} lamports to bob.sol`, simulate = true) =>
  builtOf(server, command, { simulate });

const kitSigner = () => createKeyPairSignerFromBytes(keypair.secretKey);

/** A signer of any form signs a new order. */
const signs = async (signer: unknown) =>
  verifyAndSign({ ...(await order()), signer: signer as TransactionSigner });

/** A signer of any form signs a new order, which is sent over web3.js. */
const sends = async (signer: unknown) =>
  signAndSend({ ...(await order()), signer: signer as TransactionSigner, connection: web3 });

type KitTransaction = Parameters<typeof partiallySignTransaction>[1];

/** Sends a transaction of kit over web3.js. */
const sendKit = (signed: Parameters<ReturnType<typeof getTransactionEncoder>["encode"]>[0]) =>
  web3.sendRawTransaction(getTransactionEncoder().encode(signed) as Uint8Array);

/** A wallet adapter for `keypair`, with the base class of wallet-adapter-base. */
class KeyAdapter extends BaseSignerWalletAdapter {
  name = "Key" as WalletName<"Key">;
  url = "https://example.com";
  icon = "";
  readyState = WalletReadyState.Installed;
  connecting = false;
  supportedTransactionVersions = new Set(["legacy", 0] as const);
  publicKey: PublicKey | null = keypair.publicKey;
  async connect() {}
  async disconnect() {}
  async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    (transaction as VersionedTransaction).sign([keypair]);
    return transaction;
  }
}

const accountOf = (address: string) => ({
  address,
  publicKey: bs58.decode(address),
  chains: ["solana:localnet"] as const,
  features: [],
});

const signedBytes = (transaction: Uint8Array): Uint8Array => {
  const opened = VersionedTransaction.deserialize(transaction);
  opened.sign([keypair]);
  return opened.serialize();
};

const signing = (seen: unknown[] = []) => ({
  "solana:signTransaction": {
    version: "1.0.0",
    supportedTransactionVersions: ["legacy", 0],
    signTransaction: async (input: { transaction: Uint8Array; chain?: string }) => {
      seen.push(input);
      return [{ signedTransaction: signedBytes(input.transaction) }];
    },
  },
});

const sending = {
  "solana:signAndSendTransaction": {
    version: "1.0.0",
    supportedTransactionVersions: ["legacy", 0],
    signAndSendTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
      { signature: bs58.decode(await web3.sendRawTransaction(signedBytes(transaction))) },
    ],
  },
};

describe("connections from libraries work unchanged", () => {
  test.each<[string, () => AnyConnection]>([
    ["a Connection of web3.js", () => web3],
    ["a Connection that subscribes", () => web3],
    ["an rpc of kit", () => createSolanaRpc(server.rpc.live)],
    [
      "an rpc of kit and its subscriptions",
      () => ({
        rpc: createSolanaRpc(server.rpc.live),
        rpcSubscriptions: createSolanaRpcSubscriptions(server.ws.live),
      }),
    ],
  ])("%s", async (name, connection) => {
    const { intent, built } = await order("swap 0.01 SOL for USDC");
    const landed = await signAndSend({
      intent,
      built,
      signer: keypair,
      connection: connection(),
      subscribe: name.includes("subscri") ? true : undefined,
    });
    expect(landed).toMatchObject({ slot: expect.any(Number), confirmationStatus: "confirmed" });
  });

  test("a failed transaction has the runtime's error and logs with kit as with web3.js", async () => {
    for (const connection of [web3, createSolanaRpc(server.rpc.live)]) {
      const { intent, built } = await order("send 90000000 SOL to bob.sol", false);
      await expect(signAndSend({ intent, built, signer: keypair, connection })).rejects.toMatchObject({
        name: "TransactionFailedError",
        stage: "preflight",
        logs: expect.arrayContaining([expect.stringMatching(/insufficient lamports/)]),
      });
    }
  });

  test("submit and confirm over an rpc of kit", async () => {
    const { intent, built } = await order();
    const bytes = await verifyAndSign({ intent, built, signer: await kitSigner() });
    const connection = createSolanaRpc(server.rpc.live);
    const signature = await submit(bytes, { connection });
    await expect(confirm(signature, { connection, transaction: bytes })).resolves.toMatchObject({
      signature,
    });
  });
});

describe("signers from libraries work unchanged", () => {
  const address = () => keypair.publicKey.toBase58();
  const changing: TransactionModifyingSigner = {
    address: "" as never,
    modifyAndSignTransactions: async (transactions) => transactions as never,
  };
  const signers: [string, () => TransactionSigner | Promise<TransactionSigner>][] = [
    ["a Keypair", () => keypair],
    ["a KeyPairSigner of kit", kitSigner],
    [
      "a modifying signer of kit that changes nothing",
      async () => {
        const own = await kitSigner();
        return {
          ...changing,
          address: own.address,
          modifyAndSignTransactions: (transactions) =>
            Promise.all(
              transactions.map((one) => partiallySignTransaction([own.keyPair], one)),
            ) as unknown as ReturnType<TransactionModifyingSigner["modifyAndSignTransactions"]>,
        } satisfies TransactionModifyingSigner;
      },
    ],
    [
      "a sending signer of kit",
      async () => {
        const own = await kitSigner();
        return {
          address: own.address,
          signAndSendTransactions: async ([transaction]) => {
            const signed = await partiallySignTransaction([own.keyPair], transaction!);
            await sendKit(signed);
            return [Object.values(signed.signatures)[0]!];
          },
        } satisfies TransactionSendingSigner;
      },
    ],
    [
      "a wallet session of @solana/client",
      async () => {
        const { address: own, keyPair } = await kitSigner();
        const signTransaction = (transaction: KitTransaction) =>
          partiallySignTransaction([keyPair], transaction);
        return { account: { address: own, label: "Wallet" }, connector: { id: "w" }, signTransaction };
      },
    ],
    [
      "a wallet session that can only send",
      async () => {
        const { address: own, keyPair } = await kitSigner();
        const sendTransaction = async (transaction: KitTransaction) =>
          sendKit(await partiallySignTransaction([keyPair], transaction));
        return { account: { address: own }, sendTransaction };
      },
    ],
    ["a wallet adapter", () => new KeyAdapter()],
    [
      "an adapter that can only send",
      () => {
        const adapter = new KeyAdapter();
        return {
          publicKey: adapter.publicKey,
          sendTransaction: (transaction: VersionedTransaction, connection: Connection) =>
            adapter.sendTransaction(transaction, connection),
        } satisfies TransactionSigner;
      },
    ],
    [
      "an injected wallet that can only sign and send",
      () => ({
        publicKey: keypair.publicKey,
        signAndSendTransaction: async (transaction: VersionedTransaction) => {
          transaction.sign([keypair]);
          return { signature: await web3.sendRawTransaction(transaction.serialize()) };
        },
      }),
    ],
    [
      "an adapter that signs in place and returns nothing",
      () => ({
        publicKey: keypair.publicKey,
        signTransaction: async (transaction: VersionedTransaction) => {
          transaction.sign([keypair]);
          return undefined as unknown as VersionedTransaction;
        },
      }),
    ],
    [
      "the result of useWallet() for a wallet that can only send",
      () => {
        const adapter = new KeyAdapter();
        return {
          publicKey: adapter.publicKey,
          signTransaction: undefined,
          sendTransaction: adapter.sendTransaction.bind(adapter),
        };
      },
    ],
    [
      "an embedded wallet that has an address and returns signed bytes",
      () => ({
        address: address(),
        signTransaction: async (transaction: VersionedTransaction) => signedBytes(transaction.serialize()),
      }),
    ],
    [
      "a key service that returns base58",
      () => ({
        publicKey: keypair.publicKey,
        signBytes: async (message: Uint8Array) =>
          bs58.encode(ed25519.sign(message, keypair.secretKey.slice(0, 32))),
      }),
    ],
    [
      "a wallet of the Wallet Standard",
      () => ({ features: signing(), accounts: [accountOf(address())] }) satisfies TransactionSigner,
    ],
    [
      "an account of a wallet that can only send",
      () => ({ wallet: { features: sending }, account: accountOf(address()) }) satisfies TransactionSigner,
    ],
  ];

  test.each(signers)("%s", async (_, make) => {
    const landed = await sends(await make());
    expect(landed.confirmationStatus).toBe("confirmed");
    expect(bs58.decode(landed.signature)).toHaveLength(64);
  });

  test("a standard wallet gets account and chain, and is chosen by walletAddress", async () => {
    const seen: { account?: { address: string }; chain?: string }[] = [];
    const wallet = {
      features: { ...signing(seen), ...sending },
      accounts: [accountOf(server.wallets.bob.address), accountOf(address())],
    };
    await verifyAndSign({ ...(await order()), signer: wallet, walletAddress: address() });
    expect(seen[0]).toMatchObject({ account: { address: address() }, chain: "solana:localnet" });
    await signs({ wallet, account: wallet.accounts[1], chain: "solana:devnet" });
    expect(seen[1]).toMatchObject({ chain: "solana:devnet" });
    await expect(signs(wallet)).rejects.toThrow(/Pass walletAddress/);
  });

  test("a wallet that supports only legacy transactions is refused before it is called", async () => {
    const seen: unknown[] = [];
    const features = signing(seen);
    Object.assign(features["solana:signTransaction"], { supportedTransactionVersions: ["legacy"] });
    const adapter = Object.assign(new KeyAdapter(), {
      supportedTransactionVersions: null,
      signTransaction: async (transaction: unknown) => void seen.push(transaction),
    });
    for (const signer of [{ features, accounts: [accountOf(address())] }, adapter]) {
      const call = signs(signer);
      await expect(call).rejects.toThrow(ConfigurationError);
      await expect(call).rejects.toThrow(/version legacy only, and this one has version 0/);
    }
    expect(seen).toEqual([]);
  });

  test.each([
    ["hex", () => "ab".repeat(64)],
    ["base58 of other bytes", () => bs58.encode(new Uint8Array(32))],
    ["63 bytes", () => new Uint8Array(63)],
    ["an object", () => ({ signature: new Uint8Array(64) })],
  ])("a signature returned as %s is refused", async (_, signBytes) => {
    const signer = { publicKey: keypair.publicKey, signBytes: async () => signBytes() };
    await expect(signs(signer)).rejects.toThrow(
      /returned (neither a 64-byte signature nor its base58 encoding|\d+ bytes; a signature has 64)/,
    );
  });

  test("a send-only wallet is refused by verifyAndSign", async () => {
    const signer = { wallet: { features: sending }, account: accountOf(address()) };
    await expect(signs(signer)).rejects.toThrow(/Use signAndSend/);
  });

  test("a modifying signer that changes a verified transaction is refused", async () => {
    const own = await kitSigner();
    const other = await order("send 0.5 SOL to bob.sol");
    const signer = {
      address: own.address,
      modifyAndSignTransactions: async () => {
        const bytes = Buffer.from(other.built.transaction, "base64");
        return [await partiallySignTransaction([own.keyPair], getTransactionDecoder().decode(bytes))];
      },
    };
    const call = signs(signer);
    await expect(call).rejects.toBeInstanceOf(UnsafeTransactionError);
    await expect(call).rejects.toMatchObject({ findings: [{ code: "changed_by_signer" }] });
  });

  test.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["an empty object", () => ({})],
    ["a wallet that is not connected", () => ({ publicKey: null, signTransaction: async () => ({}) })],
    [
      "a key service without its address",
      () => ({ publicKey: null, signBytes: async () => new Uint8Array() }),
    ],
    [
      "a session that returns nothing",
      () => ({ account: { address: address() }, signTransaction: async () => undefined }),
    ],
    ["a standard wallet that is not connected", () => ({ features: signing(), accounts: [] })],
    ["a standard wallet without Solana", () => ({ features: {}, accounts: [accountOf(address())] })],
    ["an adapter that returns a number", () => ({ publicKey: address(), signTransaction: async () => 7 })],
    [
      "a partial signer that returns nothing",
      () => ({ address: address(), signTransactions: async () => [] }),
    ],
    [
      "a modifying signer that returns nothing",
      () => ({ address: address(), modifyAndSignTransactions: async () => [] }),
    ],
    [
      "a standard wallet that returns nothing",
      () => ({
        accounts: [accountOf(address())],
        features: { "solana:signTransaction": { signTransaction: async () => undefined } },
      }),
    ],
    ["another key's secret", () => ({ publicKey: address(), secretKey: Keypair.generate().secretKey })],
  ])("%s is a ConfigurationError", async (_, signer) => {
    await expect(signs(signer())).rejects.toBeInstanceOf(ConfigurationError);
  });

  test("a sending wallet that returns nothing leaves the outcome unknown", async () => {
    for (const signer of [
      { publicKey: address(), sendTransaction: async () => undefined },
      { publicKey: address(), signAndSendTransaction: async () => ({}) },
      { address: address(), signAndSendTransactions: async () => [] },
    ])
      await expect(sends(signer)).rejects.toBeInstanceOf(TransactionUnconfirmedError);
  });

  test("a user's rejection throws the wallet's own error", async () => {
    const no = new WalletSignTransactionError("User rejected the request.");
    const signer = { publicKey: address(), signTransaction: async () => Promise.reject(no) };
    await expect(sends(signer)).rejects.toBe(no);
  });
});

/** An rpc of kit with another way to read statuses. */
const withStatuses = (rpc: ReturnType<typeof createSolanaRpc>, getSignatureStatuses: unknown) =>
  new Proxy(rpc, {
    get: (target, name) =>
      name === "getSignatureStatuses" ? getSignatureStatuses : Reflect.get(target, name),
  });

test("a subscription ends the wait without polling", async () => {
  const { intent, built } = await order();
  const inner = createSolanaRpc(server.rpc.live);
  let looks = 0;
  // Counts calls, not property reads. The SDK reads properties to detect the kind of connection.
  const counted: typeof inner.getSignatureStatuses = (...call) => {
    looks++;
    return inner.getSignatureStatuses(...call);
  };
  const rpc = withStatuses(inner, counted);
  const rpcSubscriptions = createSolanaRpcSubscriptions(server.ws.live);
  const signer = await kitSigner();
  // The poll interval is an hour, so only the subscription can end the wait within the test's time.
  const connection = { rpc, rpcSubscriptions };
  const options = { intent, built, signer, connection, pollInterval: 3_600_000 };
  const call = signAndSend({ ...options, commitment: "finalized" });
  await expect.poll(() => looks).toBeGreaterThan(0);
  await server.clock.advance("30s");
  await call;
  expect(looks).toBeLessThan(6);
});

test("a subscription that starts too late gets no event, and one more status request finds the outcome", async () => {
  const { intent, built } = await order();
  const inner = createSolanaRpc(server.rpc.live);
  const firstLook = deferred();
  const statuses = (...call: Parameters<typeof inner.getSignatureStatuses>) => ({
    send: () =>
      inner
        .getSignatureStatuses(...call)
        .send()
        .finally(firstLook.resolve),
  });
  const rpc = withStatuses(inner, statuses);
  const rpcSubscriptions = {
    signatureNotifications: () => ({
      async subscribe() {
        await firstLook.promise;
        await server.clock.advance("30s");
        return { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
      },
    }),
  } as unknown as ReturnType<typeof createSolanaRpcSubscriptions>;
  const connection = { rpc, rpcSubscriptions };
  const options = { intent, built, signer: await kitSigner(), connection, pollInterval: 3_600_000 };
  const { confirmationStatus } = await signAndSend({ ...options, commitment: "finalized" });
  expect(confirmationStatus).toBe("finalized");
}, 20_000);
