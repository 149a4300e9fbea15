import { ConfigurationError } from "../../errors.js";
import { decodeBase64 } from "../decode/base64.js";
import { readSigned } from "../sign/sign.js";
import type { AnyConnection } from "./connection.js";
import { refusedError, TransactionExpiredError, TransactionUnconfirmedError } from "./errors.js";
import { notSentError, throwIfAborted } from "./follow.js";
import { handOver } from "./hand-over.js";
import { clusterNode, endingWith } from "./node.js";
import { checkCall } from "./settings.js";

/** Options of {@link submit}. */
export interface SubmitOptions {
  /** A `Connection` of `@solana/web3.js`, an rpc of `@solana/kit`, or an object with the methods of either. */
  readonly connection: AnyConnection;
  /** Ends the call; what was handed over may still land. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Hands a signed transaction to a node, once, and does not wait for what becomes of it: that is `confirm`.
 *
 * @param transaction - The signed bytes, as `verifyAndSign` returned them, or their base64.
 * @param options The connection, the signer and the limits; see the fields.
 * @returns The base58 signature.
 * @throws TransactionFailedError when the node refused it and sent it nowhere; `logs` say why.
 * @throws TransactionExpiredError when its blockhash is too old; build the intent again.
 * @throws TransactionUnconfirmedError when no clear answer came; the node may have it all the same.
 * @throws TransactionAbortedError when the signal ended the call.
 * @throws ConfigurationError when the bytes are not signed, the connection does not fit, or no node took it.
 * @example
 * ```ts
 * import { createMockServer } from "@intent-tx/mock-server";
 * import { Connection, Keypair } from "@solana/web3.js";
 * import bs58 from "bs58";
 * import { IntentTx } from "intent-tx";
 * import { submit, verifyAndSign } from "intent-tx/solana";
 *
 * await using server = await createMockServer({ seed: 1 });
 * const client = new IntentTx(server.clientOptions());
 * const connection = new Connection(server.rpc.live, { fetch: server.fetch });
 * const signer = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
 * const walletAddress = server.wallets.alice.address;
 *
 * const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
 * const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
 * const bytes = await verifyAndSign({ intent, built, signer });
 * const signature = await submit(bytes, { connection });
 * ```
 */
export async function submit(transaction: Uint8Array | string, options: SubmitOptions): Promise<string> {
  checkCall(options, "submit");
  const { connection, signal } = options;
  const node = clusterNode(connection, false);
  const { bytes, signature } = readSigned(bytesOf(transaction));
  throwIfAborted(signal);
  const sent = await handOver(endingWith(signal, node), bytes);
  if (sent.kind === "taken") return signature;
  throwIfAborted(signal, signature);
  if (sent.kind === "unsent") throw notSentError(signature, sent.error);
  if (sent.kind === "unanswered")
    throw new TransactionUnconfirmedError(
      `The sending of transaction ${signature} was left without an answer, so whether a node has it is not known.`,
      signature,
      sent.error,
    );
  if (sent.refusal.blockhash) throw new TransactionExpiredError(signature, sent.refusal.error);
  throw refusedError(signature, sent.refusal);
}

/** The bytes of a transaction that comes as bytes or as base64. */
export function bytesOf(transaction: Uint8Array | string): Uint8Array {
  if (typeof transaction === "string") {
    const bytes = decodeBase64(transaction);
    if (bytes === undefined) throw new ConfigurationError("The transaction is not canonical base64.");
    return bytes;
  }
  if (!ArrayBuffer.isView(transaction))
    throw new ConfigurationError("The transaction is neither bytes nor base64.");
  return Uint8Array.from(transaction);
}
