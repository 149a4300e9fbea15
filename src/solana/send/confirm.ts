import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import { type CallOptions, checkCall } from "../call-options.js";
import { readSigned } from "../sign/sign.js";
import type { AnyConnection } from "./connection.js";
import { follow, type LandedTransaction } from "./follow.js";
import { boundedNode, clusterNode } from "./node.js";
import { FOLLOW_OPTIONS, type FollowOptions, readFollowing } from "./settings.js";
import { bytesOf } from "./submit.js";

/** Options of {@link confirm}. */
export interface ConfirmOptions extends FollowOptions {
  /** A `Connection` of `@solana/web3.js`, an rpc of `@solana/kit` or `{ rpc, rpcSubscriptions }`, or an object with the methods of either. */
  readonly connection: AnyConnection;
  /**
   * The signed transaction, as bytes or base64. With it an expired transaction can be proved expired. Default none: a
   * transaction that does not land ends as unknown after `maxWait`.
   */
  readonly transaction?: Uint8Array | string | undefined;
  /**
   * Whether the bytes are sent, and sent again while the transaction has not landed. Default false: the call only looks.
   * Pass true in the process that has just submitted the bytes, never after a restart: the transaction may have been
   * reported as not sent, and ordered again.
   */
  readonly resend?: boolean | undefined;
  /** The slot in which a node called the blockhash valid, as `onSigned` got it. Default: asked now, which is too late for an old transaction. */
  readonly validAt?: number | undefined;
  /** The cluster's genesis hash, as `onSigned` got it. Default: asked now. */
  readonly genesisHash?: string | undefined;
  /**
   * Whether a `Connection` of web3.js is also asked by WebSocket, which is faster than polling. Default: if its WebSocket
   * is open already. The `rpcSubscriptions` of kit are asked unless this is false.
   */
  readonly subscribe?: boolean | undefined;
}

const CONFIRM_OPTIONS: CallOptions<ConfirmOptions> = {
  ...FOLLOW_OPTIONS,
  connection: "option",
  transaction: "option",
  resend: "option",
  validAt: "option",
  genesisHash: "option",
  subscribe: "option",
};

/**
 * Waits until a transaction that was sent has reached a commitment. It looks and does not send, unless `resend` is true.
 *
 * @param signature - Its base58 signature, as `submit` or a wallet returned it.
 * @param options The connection and the limits; see the fields.
 * @returns The signature, the slot in which it landed, and how sure the cluster is of it.
 * @throws TransactionFailedError when it landed and failed; `logs` say why.
 * @throws TransactionExpiredError when it is proved that it cannot land, for which `transaction` is needed.
 * @throws TransactionUnconfirmedError when its outcome is unknown after `maxWait`, or the node fails for 30 seconds.
 * @throws TransactionAbortedError when the signal ended the wait.
 * @throws ConfigurationError when an option does not fit.
 * @example
 * ```ts
 * import { type AnyConnection, confirm, submit } from "intent-tx/solana";
 *
 * const sendAndWait = async (bytes: Uint8Array, connection: AnyConnection) => {
 *   const signature = await submit(bytes, { connection });
 *   return confirm(signature, { connection, transaction: bytes, resend: true });
 * };
 * ```
 */
export async function confirm(signature: string, options: ConfirmOptions): Promise<LandedTransaction> {
  checkCall(options, "confirm", CONFIRM_OPTIONS);
  const { connection, transaction, resend = false, validAt, genesisHash, subscribe } = options;
  const following = readFollowing(options);
  const { nodeTimeout, signal } = following;
  const node = boundedNode(clusterNode(connection, subscribe), nodeTimeout, signal);
  if (typeof signature !== "string" || bs58.decodeUnsafe(signature)?.length !== 64)
    throw new ConfigurationError("confirm takes the base58 signature of a transaction, 64 bytes.");
  if (typeof resend !== "boolean") throw new ConfigurationError("resend must be true or false.");
  if (resend && transaction === undefined)
    throw new ConfigurationError("resend needs the option transaction: the bytes to send.");
  if (validAt !== undefined && !(Number.isSafeInteger(validAt) && validAt >= 0))
    throw new ConfigurationError("validAt must be the slot that onSigned got, an integer.");
  const rest = { ...following, node, signature, oneSignature: false, simulated: true, send: resend };
  if (transaction === undefined)
    return follow({ ...rest, message: undefined, blockhash: undefined, validAt, genesisHash });
  const signed = readSigned(bytesOf(transaction));
  if (signed.signature !== signature)
    throw new ConfigurationError(
      `The transaction's signature is ${signed.signature}, not ${signature}. Pass the bytes that were sent.`,
    );
  const { bytes, message, durable } = signed;
  const blockhash = durable ? undefined : signed.blockhash;
  return follow({ ...rest, bytes, message, blockhash, validAt, genesisHash });
}
