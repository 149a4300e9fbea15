import { hashes, sign } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2";
import bs58 from "bs58";
import type { Environment } from "intent-tx/contract";
import * as z from "zod/mini";
import { addressBytes } from "../formats/addresses.js";
import { readTransaction, signatureOf, signaturesAt, type Transaction } from "../formats/transaction.js";
import { checkedOptions } from "../kernel/checked.js";
import { memberNamed, OptionError } from "../kernel/errors.js";
import { choice, duration, text } from "../kernel/schema-kit.js";
import { type Duration, durationMs } from "../kernel/time.js";
import type { MockServer } from "../server/server.js";
import type { WalletKeys } from "../world/world.js";
import type { RemoteMock } from "./connect-mock.js";
import { WALLET_EDITS, type WalletLike } from "./wallet-edits.js";
import { walletNode } from "./wallet-node.js";

hashes.sha512 = (message) => Uint8Array.from(sha512(message));

/** A request to a {@link MockWallet}. */
export interface MockWalletRequest {
  /** Whether the app asked for a signature only, or for sending too. */
  readonly method: "sign" | "sign-and-send";
  /** The transaction that the app passed, in wire format. */
  readonly transaction: Uint8Array;
  /** The signed transaction. Undefined while the wallet asks, and after a rejection. */
  readonly signed?: Uint8Array;
}

/** Options of {@link mockWallet}. */
export interface MockWalletOptions {
  /**
   * The wallet after which it behaves. `phantom` adds guards before and after the app's instructions, if it is not
   * signed yet and they fit. `solflare` appends two guards. `seed-vault` raises a price below 100,000 micro-lamports to
   * 100,000, and takes a new blockhash. `ledger` takes three seconds. `broadcasts` also sends what it signs. `legacy`
   * signs legacy transactions only. `plain`, the default, signs what it is given.
   */
  readonly like?: WalletLike;
  /** The network that the wallet uses. Default `live`. */
  readonly network?: Environment;
  /**
   * The user's decision. False rejects, as does a promise of false. Default: approves.
   * @param request The request.
   * @example
   * ```ts
   * import type { MockWalletOptions } from "@intent-tx/mock-server/testing";
   * const ask: MockWalletOptions["ask"] = ({ method }) => method === "sign";
   * ```
   */
  readonly ask?: (request: MockWalletRequest) => boolean | Promise<boolean>;
  /** Time until the wallet answers, on the server's clock. Default 0; `"3s"` for `ledger`. */
  readonly delay?: Duration;
}

/** A transaction of an adapter's library: `VersionedTransaction`, `Transaction`, or an object with `serialize`. */
type AdapterTransaction = {
  /** Returns the wire format. */
  serialize(options?: { requireAllSignatures: false; verifySignatures: false }): Uint8Array;
};

/** A wallet adapter, as `useWallet()` and `WalletProvider` use it. It is connected from the start. */
export interface MockWalletAdapter {
  /** Name, such as `Mock phantom`. */
  readonly name: string;
  /** An empty page. */
  readonly url: string;
  /** A data URL. */
  readonly icon: string;
  /** Always `Installed`. */
  readonly readyState: "Installed";
  /** Versions that the wallet signs; null for legacy only. */
  readonly supportedTransactionVersions: ReadonlySet<"legacy" | 0 | 1> | null;
  /** Whether a connection is being made: never. */
  readonly connecting: boolean;
  /** Whether the wallet is connected. */
  readonly connected: boolean;
  /** The wallet's address, with the members of a `PublicKey`. */
  readonly publicKey: MockPublicKey | null;
  /** Connects the wallet. */
  connect(): Promise<void>;
  /** Connects the wallet. */
  autoConnect(): Promise<void>;
  /** Disconnects the wallet. */
  disconnect(): Promise<void>;
  /**
   * Asks the user and signs.
   * @param transaction A `VersionedTransaction`, a `Transaction`, or an object with `serialize`.
   */
  signTransaction<T extends AdapterTransaction>(transaction: T): Promise<T>;
  /**
   * Asks the user and signs each transaction.
   * @param transactions As for `signTransaction`.
   */
  signAllTransactions<T extends AdapterTransaction>(transactions: readonly T[]): Promise<T[]>;
  /**
   * Asks the user, signs and sends through the mock.
   * @param transaction As for `signTransaction`.
   */
  sendTransaction(transaction: AdapterTransaction): Promise<string>;
  /**
   * Adds a listener.
   * @param event `connect`, `disconnect`, `readyStateChange` or `error`.
   * @param listener The function to call.
   */
  on(event: string, listener: (...values: unknown[]) => void): MockWalletAdapter;
  /**
   * Removes a listener.
   * @param event The event.
   * @param listener The listener to remove.
   */
  off(event: string, listener: (...values: unknown[]) => void): MockWalletAdapter;
}

/** The members of a web3.js `PublicKey` that apps use. */
export interface MockPublicKey {
  /** Base58. */
  toBase58(): string;
  /** Base58. */
  toString(): string;
  /** Base58. */
  toJSON(): string;
  /** The 32 bytes. */
  toBytes(): Uint8Array;
  /**
   * True for the same address.
   * @param other The key to compare.
   */
  equals(other: { toBase58(): string }): boolean;
}

/** A transaction of `@solana/kit`. */
interface KitTransaction {
  readonly messageBytes: ArrayLike<number>;
  readonly signatures: Readonly<Record<string, ArrayLike<number> | null>>;
}

/** A wallet for tests in the forms of each library, created by {@link mockWallet}. */
export interface MockWallet {
  /** Base58. */
  readonly address: string;
  /** A wallet adapter. */
  readonly adapter: MockWalletAdapter;
  /** A Wallet Standard wallet, with `solana:signTransaction` and `solana:signAndSendTransaction`. */
  readonly standard: {
    readonly version: "1.0.0";
    readonly name: string;
    readonly icon: `data:image/svg+xml;base64,${string}`;
    readonly chains: readonly `solana:${string}`[];
    readonly accounts: readonly {
      readonly address: string;
      readonly publicKey: Uint8Array;
      readonly chains: readonly `solana:${string}`[];
      readonly features: readonly `solana:${string}`[];
    }[];
    readonly features: Readonly<Record<string, object>>;
  };
  /** A `TransactionModifyingSigner` of `@solana/kit`. */
  readonly signer: {
    readonly address: string;
    /** Edits and signs each transaction. */
    modifyAndSignTransactions(transactions: readonly object[]): Promise<readonly object[]>;
  };
  /** The requests of the app, in order. */
  readonly requests: readonly MockWalletRequest[];
}

const ICON = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=";
const CHAINS = ["solana:mainnet", "solana:devnet", "solana:testnet", "solana:localnet"] as const;
const SIGN = "solana:signTransaction";
const SEND = "solana:signAndSendTransaction";
const LEDGER_DELAY = "3s";
const USER_REJECTED = 4001;

/**
 * A wallet of the world that signs like a real one: some add guards, raise the price or take a new blockhash before they
 * sign. It is an adapter, a Wallet Standard wallet and a kit signer at once, and works in pages, too. With a server in
 * another process, it returns a promise.
 *
 * @param server The server, or a handle to it.
 * @param name Name of a wallet of the world, such as `alice`.
 * @param options How it behaves.
 * @throws {@link OptionError} if the world has no such wallet, or an option is invalid.
 * @example
 * ```ts
 * import { createMockServer } from "@intent-tx/mock-server";
 * import { mockWallet } from "@intent-tx/mock-server/testing";
 *
 * await using server = await createMockServer({ seed: 1 });
 * const { signer, requests } = mockWallet(server, "alice", { like: "phantom" });
 * console.log(signer.address === server.wallets.alice.address, requests.length);
 * ```
 */
export function mockWallet(server: MockServer, name: string, options?: MockWalletOptions): MockWallet;
export function mockWallet(
  server: RemoteMock,
  name: string,
  options?: MockWalletOptions,
): Promise<MockWallet>;
export function mockWallet(
  server: MockServer | RemoteMock,
  name: string,
  options: MockWalletOptions = {},
): MockWallet | Promise<MockWallet> {
  const { wallets } = Object(server) as typeof server;
  checkedOptions({ like: text, network: choice(["live", "test"]), delay: duration, ask: z.any() }, options);
  if (wallets === undefined)
    throw new OptionError("server", 'must be a mock server: mockWallet(server, "alice")');
  const open = (all: Awaited<typeof wallets>) => walletOf(server, memberNamed("name", all, name), options);
  return wallets instanceof Promise ? wallets.then(open) : open(wallets);
}

/** Runs each signature of a wallet, which then behaves as the given options say. */
export type SignAround = (
  method: MockWalletRequest["method"],
  signed: (options: MockWalletOptions) => Promise<Transaction>,
) => Promise<Transaction>;

/** A wallet that behaves differently at each signature. */
export const walletAround = (server: MockServer, keys: WalletKeys, around: SignAround): MockWallet =>
  walletOf(server, keys, {}, around);

function walletOf(
  server: MockServer | RemoteMock,
  { address, secretKey }: WalletKeys,
  options: MockWalletOptions,
  around: SignAround = (_, signed) => signed(options),
): MockWallet {
  const { like = "plain", network = "live" } = options;
  const edit = memberNamed("like", WALLET_EDITS, like);
  const seed = bs58.decode(secretKey).slice(0, 32);
  const node = walletNode(server.rpc[network], "fetch" in server ? server.fetch : fetch);
  const requests: MockWalletRequest[] = [];
  const versions = like === "legacy" ? (["legacy"] as const) : (["legacy", 0, 1] as const);

  const wait = async (delay: Duration) => {
    const ms = durationMs(delay);
    if (ms === 0) return;
    if ("sleep" in server.clock) await server.clock.sleep(ms);
    else await new Promise((done) => setTimeout(done, ms));
  };

  /** Asks the user, changes the transaction as this wallet does, and signs it. */
  const signedAs = async (
    method: MockWalletRequest["method"],
    wire: Uint8Array,
    { like = "plain", ask = () => true, delay = like === "ledger" ? LEDGER_DELAY : 0 }: MockWalletOptions,
  ): Promise<Transaction> => {
    const given = readTransaction(wire);
    if (!versions.some((version) => version === given.version))
      throw new Error(`This wallet does not sign transactions of version ${given.version}.`);
    const at = requests.push({ method, transaction: wire.slice() }) - 1;
    const request = requests[at] as MockWalletRequest;
    await wait(delay);
    if (!(await ask(request)))
      throw Object.assign(new Error("User rejected the request."), { code: USER_REJECTED });
    const changed = await edit(given, node);
    const slot = changed.staticKeys.indexOf(address);
    if (slot < 0 || slot >= changed.signers)
      throw new Error(`${address} is not a signer of this transaction.`);
    const bytes = Uint8Array.from(changed.wire);
    bytes.set(
      sign(Uint8Array.from(changed.message), seed),
      signaturesAt(changed.version, changed.message.length) + 64 * slot,
    );
    const result = readTransaction(bytes);
    requests[at] = { ...request, signed: result.wire };
    if (method === "sign-and-send" || like === "broadcasts") await node.send(result.wire);
    return result;
  };
  const signed = (method: MockWalletRequest["method"], wire: Uint8Array) =>
    around(method, (behaviour) => signedAs(method, wire, behaviour));
  const idOf = ({ signatures }: Transaction) => signatures[0] ?? new Uint8Array(64);

  const name = `Mock ${like}`;
  const account = {
    address,
    publicKey: addressBytes(address).slice(),
    chains: CHAINS,
    features: [SIGN, SEND],
  } as const;
  const feature = { version: "1.0.0", supportedTransactionVersions: versions } as const;
  type Input = { readonly transaction: Uint8Array };
  return {
    address,
    requests,
    adapter: adapterOf({ name, address, versions: like === "legacy" ? null : new Set(versions) }, signed),
    standard: {
      version: "1.0.0",
      name,
      icon: ICON,
      chains: CHAINS,
      accounts: [account],
      features: {
        "standard:connect": { version: "1.0.0", connect: async () => ({ accounts: [account] }) },
        "standard:disconnect": { version: "1.0.0", disconnect: async () => {} },
        "standard:events": { version: "1.0.0", on: () => () => {} },
        [SIGN]: {
          ...feature,
          signTransaction: (...inputs: Input[]) =>
            inOrder(inputs, async ({ transaction }) => ({
              signedTransaction: (await signed("sign", transaction)).wire,
            })),
        },
        [SEND]: {
          ...feature,
          signAndSendTransaction: (...inputs: Input[]) =>
            inOrder(inputs, async ({ transaction }) => ({
              signature: idOf(await signed("sign-and-send", transaction)),
            })),
        },
      },
    },
    signer: {
      address,
      modifyAndSignTransactions: (transactions) =>
        inOrder(transactions as readonly KitTransaction[], async (transaction) => {
          const result = await signed("sign", wireOfKit(transaction));
          const { staticKeys, signatures, message, blockhash } = result;
          const { lifetimeConstraint } = transaction as { readonly lifetimeConstraint?: object };
          return {
            ...transaction,
            messageBytes: message,
            signatures: Object.fromEntries(signatures.map((signature, at) => [staticKeys[at], signature])),
            lifetimeConstraint: { ...lifetimeConstraint, blockhash },
          };
        }),
    },
  };
}

async function inOrder<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

function wireOfKit({ messageBytes, signatures }: KitTransaction): Uint8Array {
  const slots = Object.values(signatures).flatMap((signature) => [
    ...Array.from(signature ?? new Uint8Array(64)),
  ]);
  const message = Array.from(messageBytes);
  const isVersion1 = message[0] === 0x81;
  return Uint8Array.from(isVersion1 ? [...message, ...slots] : [slots.length / 64, ...slots, ...message]);
}

function publicKeyOf(address: string): MockPublicKey {
  const text = () => address;
  return {
    toBase58: text,
    toString: text,
    toJSON: text,
    toBytes: () => addressBytes(address).slice(),
    equals: (other) => other.toBase58() === address,
  };
}

type Sign = (method: MockWalletRequest["method"], wire: Uint8Array) => Promise<Transaction>;

function adapterOf(
  {
    name,
    address,
    versions,
  }: { name: string; address: string; versions: MockWalletAdapter["supportedTransactionVersions"] },
  signed: Sign,
): MockWalletAdapter {
  const listeners = new Set<{ event: string; listener: (...values: unknown[]) => void }>();
  const emit = (event: string, ...values: unknown[]) => {
    for (const one of listeners) if (one.event === event) one.listener(...values);
  };
  let publicKey: MockPublicKey | null = publicKeyOf(address);
  const wireOf = (transaction: AdapterTransaction) =>
    Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }));
  const connect = async () => {
    publicKey = publicKeyOf(address);
    emit("connect", publicKey);
  };
  const adapter: MockWalletAdapter = {
    name,
    url: "about:blank",
    icon: ICON,
    readyState: "Installed",
    supportedTransactionVersions: versions,
    connecting: false,
    get connected() {
      return publicKey !== null;
    },
    get publicKey() {
      return publicKey;
    },
    connect,
    autoConnect: connect,
    disconnect: async () => {
      publicKey = null;
      emit("disconnect");
    },
    signTransaction: async (transaction) =>
      sameKind(transaction, (await signed("sign", wireOf(transaction))).wire),
    signAllTransactions: (transactions) => inOrder(transactions, (one) => adapter.signTransaction(one)),
    sendTransaction: async (transaction) => signatureOf(await signed("sign-and-send", wireOf(transaction))),
    on: (event, listener) => {
      listeners.add({ event, listener });
      return adapter;
    },
    off: (event, listener) => {
      for (const one of listeners)
        if (one.event === event && one.listener === listener) listeners.delete(one);
      return adapter;
    },
  };
  return adapter;
}

/** Reads bytes as the class of the app's transaction: `VersionedTransaction` or `Transaction`; otherwise a plain object. */
function sameKind<T extends AdapterTransaction>(transaction: T, wire: Uint8Array): T {
  const { deserialize, from } = transaction.constructor as {
    readonly deserialize?: (bytes: Uint8Array) => T;
    readonly from?: (bytes: Uint8Array) => T;
  };
  const read = deserialize ?? ("signatures" in transaction && "feePayer" in transaction ? from : undefined);
  if (read) return read.call(transaction.constructor, wire);
  return { ...transaction, serialize: () => wire.slice() };
}
