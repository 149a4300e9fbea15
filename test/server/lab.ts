import { createHash } from "node:crypto";
import { createMockServer, type MockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { ed25519 } from "@noble/curves/ed25519";
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { test as base, onTestFinished } from "vitest";

/** The initial time of the tests' clocks. */
export const NOON = "2026-01-01T12:00:00Z";

/** A server with a frozen clock, closed at the end of the test. */
export async function lab(options: MockServerOptions = {}): Promise<MockServer> {
  const server = await createMockServer({ seed: 1, clock: { now: NOON, mode: "frozen" }, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** A client that uses the key of the given name and waits on the server's clock. */
export function clientOf(server: MockServer, key = "enterprise"): IntentTx {
  return new IntentTx(server.clientOptions(key));
}

/** `test` with a {@link lab} server, and a client with its enterprise key. */
export const test = base.extend("server", () => lab()).extend("client", ({ server }) => clientOf(server));

type Fetch = typeof fetch | MockServer["fetch"];

/** A call to the control plane, without a socket. */
export function control(
  server: { readonly controlUrl: string; readonly fetch: Fetch },
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  return exchange(server.fetch, `${server.controlUrl}${path}`, method, body, headers);
}

/** A call to the API with the key of the given name, or with a secret. */
export function api(
  server: Pick<MockServer, "baseUrl" | "fetch"> & {
    readonly keys: Readonly<Record<string, string | undefined>>;
  },
  method: string,
  path: string,
  body?: unknown,
  key = "enterprise",
  headers: Record<string, string> = {},
) {
  const authorization = `Bearer ${server.keys[key] ?? key}`;
  const all = { Authorization: authorization, ...headers };
  return exchange(server.fetch, `${server.baseUrl}${path}`, method, body, all);
}

/** Sends a request and reads the response. A body that is not text is sent as JSON. */
async function exchange(fetch: Fetch, url: string, method: string, body: unknown, headers: HeadersInit) {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** The error that a call rejects with. Throws if the call succeeds, which fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: Error) => ({ error }),
  );
  if ("error" in outcome) return outcome.error;
  throw new Error(`no failure but ${JSON.stringify(outcome.value)}`);
}

/** A wallet's signer for web3.js. */
export function keypairOf({ secretKey }: { readonly secretKey: string }): Keypair {
  return Keypair.fromSecretKey(bs58.decode(secretKey));
}

/** A web3.js connection without a socket. */
export function connectionOf(server: MockServer): Connection {
  return new Connection(server.rpc.live, { commitment: "confirmed", fetch: server.fetch as typeof fetch });
}

/** A transfer of SOL. */
export function transferOf(from: PublicKey, to: PublicKey | string, lamports: number | bigint) {
  return SystemProgram.transfer({ fromPubkey: from, toPubkey: new PublicKey(to), lamports });
}

/** A transaction with a current blockhash, signed by its payer. */
export async function transactionOf(
  server: Pick<MockServer, "fetch" | "rpc">,
  payer: Keypair,
  ...list: TransactionInstruction[]
) {
  const { blockhash } = (await rpc(server, "getLatestBlockhash", [])).result.value;
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: payer.publicKey } as never);
  transaction.add(...list).sign(payer);
  return transaction;
}

/** Signs a transaction as alice and other signers, and sends it. */
export async function sendSigned(server: MockServer, transaction: Transaction, ...others: Keypair[]) {
  const alice = keypairOf(server.wallets.alice);
  transaction.recentBlockhash ??= (await connectionOf(server).getLatestBlockhash()).blockhash;
  transaction.feePayer ??= alice.publicKey;
  transaction.sign(alice, ...others);
  const wire = transaction.serialize().toString("base64");
  return send(server, wire, { preflightCommitment: "confirmed" });
}

/** Calls a JSON-RPC method and returns the full response. */
export async function rpc(
  server: Pick<MockServer, "fetch" | "rpc">,
  method: string,
  params: unknown[],
  environment: "live" | "test" = "live",
) {
  const response = await server.fetch(server.rpc[environment], {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return JSON.parse(await response.text());
}

/** Parses a command of a wallet, and builds its transaction. */
export async function builtOf(
  server: MockServer,
  command: string,
  order: { simulate?: boolean; walletAddress?: string; priorityFee?: number } = {},
) {
  const { simulate = true, walletAddress = server.wallets.alice.address, ...options } = order;
  const { intents, transactions } = clientOf(server);
  const intent = await intents.parse({ walletAddress, command, ...options });
  const built = await transactions.build({ intentId: intent.intentId, walletAddress, simulate });
  return { intent, built };
}

/** Builds a command, and signs the transaction; returns base64. */
export async function signedOf(server: MockServer, command: string, wallet = server.wallets.alice) {
  const { intent, built } = await builtOf(server, command, { walletAddress: wallet.address });
  const transaction = VersionedTransaction.deserialize(Buffer.from(built.transaction, "base64"));
  transaction.sign([keypairOf(wallet)]);
  return {
    wire: Buffer.from(transaction.serialize()).toString("base64"),
    signature: bs58.encode(transaction.signatures[0]!),
    built,
    intent,
  };
}

/** A signature with this nonce, as of wallets that draw one for each signature (MPC, FROST). */
export function signatureOf(message: Uint8Array, secretKey: Uint8Array, nonce: bigint): Buffer {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secretKey.subarray(0, 32));
  const commitment = ed25519.Point.BASE.multiply(nonce).toBytes();
  const digest = createHash("sha512").update(commitment).update(pointBytes).update(message).digest();
  const { Fn } = ed25519.Point;
  const response = Fn.add(nonce, Fn.mul(Fn.create(BigInt(`0x${digest.reverse().toString("hex")}`)), scalar));
  return Buffer.concat([commitment, Fn.toBytes(response)]);
}

/** Signs a message again with another valid signature. */
export function signedAgain(wire: Uint8Array, secretKey: Uint8Array, nonce: bigint): Uint8Array {
  const message = wire.subarray(65);
  return Buffer.concat([wire.subarray(0, 1), signatureOf(message, secretKey, nonce), message]);
}

/** Sends a signed transaction by JSON-RPC. */
export function send(server: MockServer, wire: string, options: Record<string, unknown> = {}) {
  return rpc(server, "sendTransaction", [wire, { encoding: "base64", ...options }]);
}

/** The status of a transaction; null if unknown. */
export async function statusOf(server: MockServer, signature: string) {
  const { result } = await rpc(server, "getSignatureStatuses", [[signature]]);
  return result.value[0];
}
