// A payment in two requests: `offer` shows the worst case, and `pay` makes the
// payment that the user accepted.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx, intentCodec, stringifyJson, toReply } from "intent-tx";
import { FileJournal } from "intent-tx/node";
import {
  ApprovalDeclinedError,
  effectsCodec,
  execute,
  preview,
  previewCodec,
  receiptCodec,
} from "intent-tx/solana";

const { DATA = "data", RPC_URL = "", WALLET_SECRET = "" } = process.env;

// At the first request, because `next build` loads this file without the
// environment.
let shop;
function open() {
  shop ??= {
    client: new IntentTx(), // INTENT_TX_API_KEY, INTENT_TX_BASE_URL
    connection: new Connection(RPC_URL, "confirmed"),
    signer: Keypair.fromSecretKey(bs58.decode(WALLET_SECRET)),
    journal: new FileJournal(join(DATA, "payments")),
  };
  return shop;
}

// A table of your database. The row is written before the answer, so it survives a
// crash between the two requests.
const rowOf = (id) => join(DATA, "offers", `${id}.json`);
async function store(id, intent) {
  await mkdir(join(DATA, "offers"), { recursive: true });
  await writeFile(`${rowOf(id)}.new`, stringifyJson(intentCodec.encode(intent)), {
    mode: 0o600,
  });
  await rename(`${rowOf(id)}.new`, rowOf(id));
}

const badRequest = (message) => ({ status: 400, body: { message } });

/** First request: nothing is signed. The page shows `effects`. */
export async function offer(body) {
  const command = body?.command;
  if (typeof command !== "string") return badRequest("Send { command } as JSON.");
  // Check the session first: the server's wallet pays.
  const { client, connection, signer } = open();
  const walletAddress = signer.publicKey.toBase58();
  const shown = await preview({ client, connection, walletAddress, command });
  const id = randomUUID();
  await store(id, shown.intent);
  const { effects, expiresAt } = previewCodec.encode(shown);
  return { status: 201, body: { id, effects, expiresAt } };
}

/** The effects in a request; undefined if they are missing or malformed. */
function effectsIn(body) {
  try {
    return effectsCodec.decode(body?.effects);
  } catch {
    return undefined;
  }
}

/**
 * Second request: the page sends back the `effects` that the user accepted. Call it
 * again until it is settled.
 */
export async function pay(id, body) {
  const accept = effectsIn(body);
  if (accept === undefined)
    return badRequest("Send the accepted { effects } as JSON.");
  // A row has one ID in one spelling: another spelling would be another payment.
  const isId = /^[\da-f-]{36}$/.test(id);
  const row = isId && (await readFile(rowOf(id), "utf8").catch(() => undefined));
  if (!row) return { status: 404, body: { message: "There is no such payment." } };
  const intent = intentCodec.decode(row);
  const receipt = await execute({ ...open(), intent, accept, paymentId: id });
  return { status: 200, body: receiptCodec.encode(receipt) };
}

/** Runs a step, and turns its error into an answer for the page. */
export async function answer(step) {
  try {
    return await step();
  } catch (error) {
    // The price moved: the page shows the new effects, and sends them back if the
    // user accepts them.
    if (error instanceof ApprovalDeclinedError)
      return { status: 409, body: { effects: effectsCodec.encode(error.effects) } };
    // With the outcome "unknown", the page sends the second request again, with the
    // same id.
    const { status, body } = toReply(error);
    if (status >= 500) console.error(error);
    return { status, body };
  }
}
