import { ConfigurationError } from "../../errors.js";
import { decodeBase64 } from "../decode/base64.js";
import { readSigned, type SignedTransaction } from "../sign/sign.js";
import { hideAddresses } from "./addresses.js";
import type { AnyConnection } from "./connection.js";
import { refusedError, TransactionExpiredError, TransactionUnconfirmedError } from "./errors.js";
import { notSentError, throwIfAborted } from "./follow.js";
import { handOver } from "./hand-over.js";
import { type ClusterNode, clusterNode, endingWith } from "./node.js";
import { checkCall } from "./settings.js";

/** Options of {@link submit}. */
export interface SubmitOptions {
  /** A `Connection` of `@solana/web3.js`, an rpc of `@solana/kit`, or an object with the methods of either. */
  readonly connection: AnyConnection;
  /** Ends the call; what was handed over may still land. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Hands a signed transaction to a node, once, and does not wait for what becomes of it: that is `confirm`. Handing over the
 * same bytes again is safe: they can land once. One that has landed meanwhile is answered with its signature. What fails the
 * second time through the same connection is `TransactionUnconfirmedError`, as the first may land all the same.
 *
 * @param transaction - The signed bytes, as `verifyAndSign` returned them, or their base64.
 * @param options The connection, the signer and the limits; see the fields.
 * @returns The base58 signature.
 * @throws TransactionFailedError when the node refused it and sent it nowhere; `logs` say why. One that does not
 * know the blockhash yet takes it later.
 * @throws TransactionExpiredError when its blockhash is too old and the node does not know that it landed. Building the
 * intent again is safe if the bytes were handed over nowhere else; if they were, `confirm` tells when they cannot land.
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
  const signed = readSigned(bytesOf(transaction));
  const { signature } = signed;
  throwIfAborted(signal);
  const before = node.underway.has(signature);
  const sent = await handOver(endingWith(signal, node), signed);
  if (sent.kind === "taken") return signature;
  throwIfAborted(signal, signature);
  if (sent.kind === "unanswered")
    throw new TransactionUnconfirmedError(
      `The sending of transaction ${signature} was left without an answer, so whether a node has it is not known.`,
      signature,
      sent.error,
    );
  if (sent.kind === "unsent") {
    if (before) throw handedOverBefore(signature, "was not sent again", sent.error);
    throw notSentError(signature, sent.error);
  }
  const fate = sent.refusal.blockhash ? await fateOf(signed, endingWith(signal, node), signal) : "refused";
  if (fate === "landed") return signature;
  if (before) throw handedOverBefore(signature, `was refused: ${sent.refusal.message}`, sent.refusal.error);
  if (fate === "expired") throw new TransactionExpiredError(signature, sent.refusal.error);
  throw refusedError(signature, sent.refusal);
}

/** A node may lag: that it refuses now does not take back what another was given. */
const handedOverBefore = (signature: string, now: string, error: unknown) =>
  new TransactionUnconfirmedError(
    `Transaction ${signature} ${hideAddresses(now)}. It was handed over before, and may land all the same: confirm it with the option transaction, which tells.`,
    signature,
    error,
  );

/**
 * Fate of a transaction whose blockhash a node refused. It is refused so as well when it has landed since it was
 * handed over before; and by a node that does not know the blockhash yet, for which it is `early`.
 */
async function fateOf(
  { signature, blockhash, durable }: SignedTransaction,
  node: ClusterNode,
  signal: AbortSignal | undefined,
): Promise<"landed" | "expired" | "early"> {
  try {
    const { value } = await node.getSignatureStatuses([signature], { searchTransactionHistory: true });
    if (value[0]) return "landed";
    // A nonce account that dates it has moved on.
    if (durable) return "expired";
    const { value: valid } = await node.isBlockhashValid(blockhash, { commitment: "processed" });
    return valid ? "early" : "expired";
  } catch (error) {
    throwIfAborted(signal, signature);
    throw new TransactionUnconfirmedError(
      `The node refused transaction ${signature} for its blockhash, and does not tell whether it had landed before.`,
      signature,
      error,
    );
  }
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
