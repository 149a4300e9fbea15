import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import { checkCall } from "../call-options.js";
import { readSigned } from "../sign/sign.js";
import { follow, type LandedTransaction } from "./follow.js";
import { clusterNode } from "./node.js";
import { FOLLOW_OPTIONS, type FollowOptions, readFollowing } from "./settings.js";
import type { SignAndSendOptions } from "./sign-and-send.js";
import { bytesOf } from "./submit.js";

/** Options of {@link confirm}. */
export interface ConfirmOptions extends FollowOptions, Pick<SignAndSendOptions, "connection" | "subscribe"> {
  /** The signed bytes or base64, needed to prove that it expired. Default none: it may end as unknown. */
  readonly transaction?: Uint8Array | string | undefined;
  /**
   * Whether to send the bytes, and resend them until the transaction has landed. Default false: the call only reads.
   * Pass true in the process that has just submitted the bytes, never after a restart: the transaction may have been
   * reported as not sent, and a new one ordered.
   */
  readonly resend?: boolean | undefined;
  /** The slot in which the blockhash was valid, from `onSigned`. Default: requested now, too late if old. */
  readonly validAt?: number | undefined;
  /** The cluster's genesis hash, as passed to `onSigned`. Default: requested now. */
  readonly genesisHash?: string | undefined;
}

const CONFIRM_OPTIONS = `${FOLLOW_OPTIONS} connection transaction resend validAt genesisHash subscribe`;

/**
 * Waits until a sent transaction has reached a commitment. It only reads, unless `resend` is true.
 *
 * @param signature Base58 signature, as returned by `submit` or a wallet.
 * @param options The connection and the limits; see the fields.
 * @returns The signature, the slot in which it landed, and its commitment.
 * @throws TransactionFailedError when it landed and failed; `logs` show why.
 * @throws TransactionExpiredError when it provably cannot land; this requires `transaction`.
 * @throws TransactionUnconfirmedError when its outcome is unknown after `maxWait`, or the node fails for 30 seconds.
 * @throws TransactionAbortedError when the signal aborted the wait.
 * @throws ConfigurationError when an option is invalid.
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
  const node = clusterNode(connection, subscribe, following);
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
  return follow({ ...rest, ...signed, validAt, genesisHash });
}
