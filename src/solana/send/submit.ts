import { isSignature } from "../../contract/chain.js";
import { ConfigurationError } from "../../errors/errors.js";
import { checkCall, isBoolean, isWhole, type Rules } from "../../options/checks.js";
import type { Signature } from "../decode/brands.js";
import { decodeBase64 } from "../decode/wire-transaction.js";
import { readSigned } from "../sign/transaction.js";
import type { AnyConnection } from "./connection.js";
import { contextOf } from "./connections.js";
import { TransactionUnconfirmedError } from "./errors.js";
import { Expiry } from "./expiry.js";
import { follow, type LandedTransaction } from "./follow.js";
import { checkBeforeSending, unlessUnderway } from "./preflight.js";
import { sendBytes } from "./send-bytes.js";
import { FOLLOW_RULES, type FollowOptions, readFollowing, Stopwatch, throwIfAborted } from "./settings.js";
import type { SignAndSendOptions } from "./sign-and-send.js";

/** Options of {@link submit}. @inline */
export interface SubmitOptions extends Pick<FollowOptions, "nodeTimeout" | "signal" | "onEvent"> {
  /** A web3.js `Connection`, a `@solana/kit` rpc or `{ rpc, rpcSubscriptions }`, or an object with their methods. */
  readonly connection: AnyConnection;
}

const SUBMIT_RULES = /* @__PURE__ */ ((): Rules<SubmitOptions> => {
  const { nodeTimeout, signal, onEvent } = FOLLOW_RULES;
  return { connection: true, nodeTimeout, signal, onEvent };
})();

/**
 * Sends a signed transaction to a node once, without waiting for its outcome (see `confirm`). Submitting the same bytes
 * again is safe, because a message lands only once. If it has already landed, its signature is returned.
 * @param transaction The signed bytes, as returned by `verifyAndSign`, or their base64.
 * @param options The connection and the limits; see the fields.
 * @returns The base58 signature, which differs if the message landed under another signature.
 * @throws TransactionFailedError when it fails in simulation. Nothing was sent, and `logs` show why.
 * @throws TransactionExpiredError when the blockhash is too old. This call sent nothing, and the node knows no
 * transaction with this signature. If another process may have sent the same bytes, check with `confirm`.
 * @throws TransactionUnconfirmedError when the node did not accept it, or an earlier call sent it: it may still land.
 * @throws TransactionAbortedError when the signal aborted the call after the bytes were sent.
 * @throws AbortedError when the signal aborted the call before the bytes were sent.
 * @throws ConfigurationError when the bytes are not signed, or an option is invalid.
 * @example
 * ```ts
 * import { type AnyConnection, submit, type VerifyAndSignOptions, verifyAndSign } from "intent-tx/solana";
 * const send = async (order: VerifyAndSignOptions, connection: AnyConnection) =>
 *   submit(await verifyAndSign(order), { connection });
 * ```
 */
export async function submit(transaction: Uint8Array | string, options: SubmitOptions): Promise<Signature> {
  checkCall(options, "submit(transaction, { connection })", SUBMIT_RULES);
  const { rpc, signal, report, clock, maxWait } = contextOf(options, false, readFollowing(options));
  const signed = readSigned(bytesOf(transaction));
  const { signature, message, blockhash } = signed;
  throwIfAborted(signal, signature);
  const checked = await unlessUnderway(rpc, message.hash, () => checkBeforeSending(rpc, signed)).catch(
    async (error: unknown) => {
      // Another call may have sent the same bytes so long ago that their blockhash has expired.
      const landed = await rpc.status(signature, true).catch(() => undefined);
      if (landed?.status === undefined) throw error;
      return undefined;
    },
  );
  if (checked === undefined) return signature as Signature;
  const { simulated, already } = checked;
  throwIfAborted(signal, signature);
  const sent = already ? ({ kind: "already" } as const) : await sendBytes(rpc, signed, simulated);
  if (sent.kind === "accepted") {
    report({ type: "sent", signature });
    return signature as Signature;
  }
  throwIfAborted(signal, signature, true);
  const status = await rpc.status(signature, true).catch(() => undefined);
  if (status?.status !== undefined) return signature as Signature;
  throwIfAborted(signal, signature, true);
  if (sent.kind === "failed")
    throw new TransactionUnconfirmedError(
      `The node did not accept transaction ${signature}, but the connection may have sent it to another node.`,
      signature,
      sent.error,
    );
  const stopwatch = new Stopwatch(clock);
  const isOver = () => signal?.aborted === true || stopwatch.elapsed() >= maxWait;
  const lifetime = { blockhash, validAt: undefined, genesisHash: undefined };
  const expiry = new Expiry(rpc, message, lifetime, isOver);
  expiry.observe(status?.slot);
  const other = await expiry.search(signature, false).catch(() => undefined);
  if (typeof other === "string") return other as Signature;
  throwIfAborted(signal, signature, true);
  throw new TransactionUnconfirmedError(
    `The message in transaction ${signature} has landed with a different signature, which the node does not return.`,
    signature,
  );
}

/** Options of {@link confirm}. */
export interface ConfirmOptions extends FollowOptions, Pick<SignAndSendOptions, "subscribe"> {
  /** A web3.js `Connection`, a `@solana/kit` rpc or `{ rpc, rpcSubscriptions }`, or an object with their methods. */
  readonly connection: AnyConnection;
  /** The signed bytes or base64, required to prove expiry. Without them, the outcome can stay unknown. */
  readonly transaction?: Uint8Array | string | undefined;
  /**
   * Whether to send the bytes and resend them until the transaction has landed. Default false: the call only reads.
   * Pass true only in the process that has just submitted the bytes. After a restart, the transaction may have been
   * reported as not sent and replaced by a new one.
   */
  readonly resend?: boolean | undefined;
  /** Slot in which the blockhash was valid, from `onSigned`. Default: requested now, too late for an old blockhash. */
  readonly validAt?: number | undefined;
  /** The genesis hash that `onSigned` received. With `validAt` it is required to prove expiry: the slot is of that cluster. */
  readonly genesisHash?: string | undefined;
}

const CONFIRM_RULES = /* @__PURE__ */ ((): Rules<ConfirmOptions> => ({
  ...FOLLOW_RULES,
  connection: true,
  transaction: true,
  resend: isBoolean,
  validAt: ["the slot that onSigned received, an integer", isWhole[1]],
  genesisHash: true,
  subscribe: true,
}))();

/**
 * Waits until a sent transaction has reached a commitment. The call only reads, unless `resend` is true.
 * @param signature Base58 signature, as returned by `submit` or a wallet.
 * @param options The connection and the limits; see the fields.
 * @returns The signature, the slot in which it landed, and its commitment.
 * @throws TransactionFailedError when the transaction landed and failed. `logs` show why.
 * @throws TransactionExpiredError when the transaction provably cannot land. The proof requires `transaction`.
 * @throws TransactionUnconfirmedError when the outcome is unknown after `maxWait`, or the node fails for 30 seconds.
 * @throws TransactionAbortedError when the signal aborted the wait.
 * @throws ConfigurationError when an option is invalid.
 * @example
 * ```ts
 * import { type AnyConnection, confirm, submit } from "intent-tx/solana";
 * const sendAndWait = async (bytes: Uint8Array, connection: AnyConnection) => {
 *   const signature = await submit(bytes, { connection });
 *   return confirm(signature, { connection, transaction: bytes, resend: true });
 * };
 * ```
 */
export async function confirm(signature: string, options: ConfirmOptions): Promise<LandedTransaction> {
  checkCall(options, "confirm(signature, { connection })", CONFIRM_RULES);
  const { transaction, resend = false, validAt, genesisHash, subscribe } = options;
  const context = contextOf(options, subscribe, readFollowing(options));
  if (!isSignature(signature))
    throw new ConfigurationError("confirm needs a transaction's base58-encoded 64-byte signature.");
  if (resend && transaction === undefined)
    throw new ConfigurationError("resend needs the option transaction: the bytes to send.");
  const rest = { ...context, signature, validAt, genesisHash, oneSignature: false };
  if (transaction === undefined) return follow({ ...rest, message: undefined, blockhash: undefined });
  const { message, blockhash, bytes } = readStored(transaction, signature);
  return follow({ ...rest, message, blockhash, simulated: true, send: resend ? bytes : undefined });
}

/** Reads a stored transaction, which must be that of the stored signature. */
export function readStored(transaction: Uint8Array | string, signature: string | undefined) {
  const signed = readSigned(bytesOf(transaction));
  if (signed.signature === signature) return signed;
  throw new ConfigurationError(
    `The bytes are those of transaction ${signed.signature}, not of ${signature}. Restore or pass the bytes that were sent.`,
  );
}

export function bytesOf(transaction: Uint8Array | string): Uint8Array {
  if (typeof transaction === "string") {
    const bytes = decodeBase64(transaction);
    if (bytes === undefined) throw new ConfigurationError("The transaction is not canonical base64.");
    return bytes;
  }
  if (!ArrayBuffer.isView(transaction))
    throw new ConfigurationError("The transaction must be a Uint8Array or a base64 string.");
  return Uint8Array.from(transaction);
}
