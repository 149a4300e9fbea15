import type { MockServerOptions } from "@intent-tx/mock-server";
import { type Connection, type Keypair, VersionedTransaction } from "@solana/web3.js";
import { type ExecuteOptions, execute, MemoryJournal } from "intent-tx/solana";
import { test as base, expect } from "vitest";
import { builtOf, clientOf, connectionOf, keypairOf, lab } from "../../server/lab.js";

export const NATIVE = "So11111111111111111111111111111111111111112";

/** A server, and calls of `execute` that pay on it. */
export async function setup(options: MockServerOptions = {}) {
  const server = await lab({ clock: { mode: "auto", now: "2026-01-01T00:00:00Z" }, ...options });
  const connection = connectionOf(server);
  const journal = new MemoryJournal();
  const client = clientOf(server);
  const keypair = keypairOf(server.wallets.alice);
  const walletAddress = server.wallets.alice.address;
  const command = "send 0.5 SOL to bob.sol";
  const settings = { journal, connection, clock: server.clock };
  const defaults = {
    ...settings,
    client,
    command,
    signer: keypair,
    paymentId: "order-1",
  };
  const pay = (more: object = {}) => {
    const approval = "accept" in more ? {} : { approve: () => true };
    return execute({ ...defaults, ...approval, ...more } as ExecuteOptions);
  };
  /** A client that builds the same transaction for each order. */
  const alwaysSame = async () => {
    const { built } = await builtOf(server, command);
    return { intents: client.intents, transactions: { build: async () => built } } as never;
  };
  /** A copy of the connection with other methods. */
  const changed = (methods: object) => Object.assign(Object.create(connection) as Connection, methods);
  const hangUp = async () => Promise.reject(new Error("socket hang up"));
  /** A connection that neither sends nor reads statuses. */
  const cutOff = changed({ sendRawTransaction: hangUp, getSignatureStatuses: hangUp });
  const wallet = sendingWallet(keypair);
  /** Signatures of the wallet that have landed. */
  const landed = async () =>
    (await connection.getSignaturesForAddress(keypair.publicKey)).map(({ signature }) => signature);
  const calls = { pay, alwaysSame, changed, cutOff, landed };
  return { server, ...settings, ...calls, client, walletAddress, keypair, wallet };
}

/** `test` with a {@link setup}. */
export const test = base.extend("world", () => setup());

/** A payment rejects with this outcome, and a message that contains this text. */
export const ends = (payment: Promise<unknown>, outcome: string, text = "") =>
  expect(payment).rejects.toMatchObject({ outcome, message: expect.stringContaining(text) });

/** The methods of a journal, so that some can be replaced. */
export const bound = (journal: MemoryJournal) => ({
  get: journal.get.bind(journal),
  claim: journal.claim.bind(journal),
  update: journal.update.bind(journal),
  open: journal.open.bind(journal),
});

/** The wallet of the one open payment has been asked. */
export const prompted = async (journal: MemoryJournal) =>
  expect.poll(async () => (await journal.open()).map(({ state }) => state)).toEqual(["prompting"]);

/** An answer that never comes. */
export const never = () => new Promise<never>(() => {});

const ending = (outcome: string) => (message: string) => ({
  outcome,
  message: expect.stringContaining(message),
});
/** The error of a payment of which nothing was sent. */
export const notSent = ending("not-sent");
/** The error of a payment whose outcome is unknown. */
export const unknown = ending("unknown");

/** A wallet that can only sign and send in one step. */
export const sendingWallet = (keypair: Keypair) => ({
  publicKey: keypair.publicKey,
  sendTransaction: async (unsigned: { serialize(): Uint8Array }, connection: Connection) => {
    const transaction = VersionedTransaction.deserialize(unsigned.serialize());
    transaction.sign([keypair]);
    return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  },
});
