// A process that makes one payment: `node payer.mjs '{"paymentId": …}'`. It writes the outcome as one line of JSON. It
// can be killed at any of its moments: before or after each call to the service, the node, the journal or the wallet.
import { createPrivateKey, sign } from "node:crypto";
import bs58 from "bs58";
import { type FetchLike, IntentTx } from "intent-tx";
import { FileJournal } from "intent-tx/node";
import { PostgresJournal } from "intent-tx/postgres";
import { RedisJournal } from "intent-tx/redis";
import {
  execute,
  type PaymentJournal,
  type SolanaConnection,
  type TransactionSigner,
} from "intent-tx/solana";

export interface Payment {
  readonly baseUrl: string;
  readonly rpc: string;
  readonly apiKey: string;
  /** Base58, the export format of wallets. */
  readonly secretKey: string;
  /** A journal: a folder, a Redis port, or the folder of a Postgres socket. */
  readonly journal: { readonly file: string } | { readonly redis: number } | { readonly postgres: string };
  readonly paymentId: string;
  readonly command: string;
  readonly amount: string;
  /** Index of the moment at which the process is killed; absent for a payment that completes. */
  readonly dies?: number;
  /** Index of the call to the journal from which on it does not answer; absent for a journal that answers. */
  readonly mute?: number;
  /** The signature that a wallet returns, which claims to sign and send, but sends nothing. */
  readonly lies?: string;
}

/** The output of a process that was not killed: its number of moments, and the outcome of the payment. */
export interface Paid {
  readonly moments: number;
  readonly outcome: string;
}

const payment = JSON.parse(process.argv[2] ?? "{}") as Payment;
let moments = 0;
function moment(): void {
  if (moments++ === payment.dies) process.kill(process.pid, "SIGKILL");
}
async function between<T>(thing: () => Promise<T>): Promise<T> {
  moment();
  const result = await thing();
  moment();
  return result;
}

async function rpc(method: string, ...params: unknown[]): Promise<never> {
  return between(async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(payment.rpc, { method: "POST", headers, body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    return result as never;
  });
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const connection: SolanaConnection = {
  sendRawTransaction: (bytes: Uint8Array, options?: object) =>
    rpc("sendTransaction", base64(bytes), { ...options, encoding: "base64" }),
  getSignatureStatuses: (signatures: string[], config?: unknown) =>
    rpc("getSignatureStatuses", signatures, config),
  isBlockhashValid: (blockhash: string, config?: unknown) => rpc("isBlockhashValid", blockhash, config),
  getGenesisHash: () => rpc("getGenesisHash"),
  getFirstAvailableBlock: () => rpc("getFirstAvailableBlock"),
  simulateTransaction: (transaction: { serialize(): Uint8Array }, config: object) =>
    rpc("simulateTransaction", base64(transaction.serialize()), { ...config, encoding: "base64" }),
} as unknown as SolanaConnection;

async function journalOf(): Promise<PaymentJournal> {
  if ("file" in payment.journal) return new FileJournal(payment.journal.file);
  if ("redis" in payment.journal) {
    const { Redis } = await import("ioredis");
    return new RedisJournal({ redis: new Redis(payment.journal.redis), name: "payments", timeout: 60_000 });
  }
  const { default: pg } = await import("pg");
  const client = new pg.Pool({ host: payment.journal.postgres, user: "app", database: "postgres" });
  return new PostgresJournal({ client });
}

let calls = 0;
/** Calls the journal, which may have done its work when it stops answering. */
async function ask<T>(thing: () => Promise<T>): Promise<T> {
  const result = await between(thing);
  return calls++ < (payment.mute ?? Number.POSITIVE_INFINITY) ? result : new Promise<never>(() => {});
}

const secretKey = bs58.decode(payment.secretKey);
const der = Buffer.concat([
  Buffer.from("302e020100300506032b657004220420", "hex"),
  secretKey.subarray(0, 32),
]);
const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
const journal = await journalOf();
const publicKey = bs58.encode(secretKey.subarray(32));
const signer: TransactionSigner =
  payment.lies === undefined
    ? {
        publicKey,
        signBytes: async (message) => between(async () => new Uint8Array(sign(null, message, key))),
      }
    : { publicKey, sendTransaction: async () => payment.lies ?? "" };
const outcome = await execute({
  client: new IntentTx({
    apiKey: payment.apiKey,
    baseUrl: payment.baseUrl,
    fetch: (url: string, init: Parameters<FetchLike>[1]) => between(() => fetch(url, init)),
  }),
  connection,
  signer,
  command: payment.command,
  expect: { side: "input", amount: BigInt(payment.amount) },
  journal: {
    get: (paymentId) => ask(() => journal.get(paymentId)),
    claim: (record) => ask(() => journal.claim(record)),
    update: (record) => ask(() => journal.update(record)),
    open: () => ask(() => journal.open()),
  },
  journalTimeout: payment.mute === undefined ? 30_000 : 500,
  paymentId: payment.paymentId,
}).then(
  () => "landed",
  (error: { outcome?: string }) => error.outcome ?? String(error),
);
console.log(JSON.stringify({ moments, outcome } satisfies Paid));
process.exit(0);
