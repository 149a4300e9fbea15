import bs58 from "bs58";
import { ConfigurationError } from "../../errors.js";
import { readSigned } from "../sign/sign.js";
import type { AnyConnection, Commitment, SleepClock } from "./connection.js";
import { follow, type LandedTransaction } from "./follow.js";
import { clusterNode } from "./node.js";
import { checkCall, readFollowing } from "./settings.js";
import { bytesOf } from "./submit.js";

/** Options of {@link confirm}. */
export interface ConfirmOptions {
  /** A `Connection` of `@solana/web3.js`, an rpc of `@solana/kit` or `{ rpc, rpcSubscriptions }`, or an object with the methods of either. */
  readonly connection: AnyConnection;
  /**
   * The signed transaction, as bytes or base64. With it the call sends it again while it has not landed, and can tell
   * when it has expired. Default none: a transaction that does not land is given up as unknown after 450 blocks.
   */
  readonly transaction?: Uint8Array | string | undefined;
  /** How sure the cluster must be. Default `confirmed`. */
  readonly commitment?: Commitment | undefined;
  /** Milliseconds between two looks at the cluster. Default 100 to 200 in the first second, then 1000. */
  readonly pollInterval?: number | undefined;
  /**
   * Whether a `Connection` of web3.js is also asked by WebSocket, which tells without waiting for a look. Default: if its
   * WebSocket is open already. The `rpcSubscriptions` of kit are asked unless this is false.
   */
  readonly subscribe?: boolean | undefined;
  /** Where waiting is done. Default the machine's timer; `server.clock` of the mock server fits. */
  readonly clock?: SleepClock | undefined;
  /** Ends the call; what was sent may still land. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits until a transaction that was sent has reached a commitment.
 *
 * @param signature - Its base58 signature, as `submit` or a wallet answered it.
 * @param options The connection, the signer and the limits; see the fields.
 * @returns The signature, the slot in which it landed, and how sure the cluster is of it.
 * @throws TransactionFailedError when it landed and failed; `logs` say why.
 * @throws TransactionExpiredError when it can no longer land, which only the option `transaction` lets it tell.
 * @throws TransactionUnconfirmedError when its outcome stays unknown.
 * @throws TransactionAbortedError when the signal ended the wait.
 * @throws ConfigurationError when the connection does not fit, or the signature is none.
 * @example
 * ```ts
 * import { createMockServer } from "@intent-tx/mock-server";
 * import { Connection, Keypair } from "@solana/web3.js";
 * import bs58 from "bs58";
 * import { IntentTx } from "intent-tx";
 * import { confirm, submit, verifyAndSign } from "intent-tx/solana";
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
 * const { slot } = await confirm(signature, { connection, transaction: bytes, clock: server.clock });
 * ```
 */
export async function confirm(signature: string, options: ConfirmOptions): Promise<LandedTransaction> {
  checkCall(options, "confirm");
  const { connection, transaction, subscribe } = options;
  const following = readFollowing(options);
  const node = clusterNode(connection, subscribe);
  if (typeof signature !== "string" || bs58.decodeUnsafe(signature)?.length !== 64)
    throw new ConfigurationError("confirm takes the base58 signature of a transaction, 64 bytes.");
  const rest = { ...following, node, signature, sent: true };
  if (transaction === undefined) return follow(rest);
  const signed = readSigned(bytesOf(transaction));
  if (signed.signature !== signature)
    throw new ConfigurationError(
      `The transaction's signature is ${signed.signature}, not ${signature}. Pass the bytes that were sent.`,
    );
  return follow({
    ...rest,
    bytes: signed.bytes,
    blockhash: signed.durable ? undefined : signed.blockhash,
  });
}
