import bs58 from "bs58";
import type { Intent } from "../../contract/intents.js";
import { ConfigurationError } from "../../errors.js";
import type { Method, Unsigned } from "../sign/method.js";
import { type SignedTransaction, signerMethod, signTransaction, unsigned } from "../sign/sign.js";
import type { TransactionSigner } from "../sign/signers.js";
import type { Web3 } from "../sign/wallet-transaction.js";
import type { VerifyOptions } from "../verify/options.js";
import { type VerifiableTransaction, verifyTransaction } from "../verify/verify.js";
import type { ConfirmOptions } from "./confirm.js";
import { type AnyConnection, orAborted } from "./connection.js";
import { TransactionUnconfirmedError } from "./errors.js";
import { follow, type LandedTransaction, throwIfAborted } from "./follow.js";
import { clusterNode } from "./node.js";
import { checkCall, readFollowing } from "./settings.js";

/** Options of {@link verifyAndSign}. */
export interface VerifyAndSignOptions extends Omit<VerifyOptions, "walletAddress"> {
  /** The intent that was shown to the user. */
  readonly intent: Intent;
  /** The answer of `transactions.build` for the intent. */
  readonly built: VerifiableTransaction;
  /** A `Keypair`, a wallet adapter, a signer of `@solana/kit`, a wallet of the Wallet Standard, or `{ publicKey, signBytes }`. */
  readonly signer: TransactionSigner;
  /** Base58 address of the wallet. Default the signer's; another one is an error. */
  readonly walletAddress?: string | undefined;
  /** Whether the transaction is verified before it is signed. Default true. */
  readonly verify?: boolean | undefined;
  /**
   * The module `@solana/web3.js`, for a wallet adapter that needs objects of its class. Default the installed one where
   * modules can be loaded by name (Node, Bun, Deno); in a bundle the adapter is given an object with the same fields and
   * methods.
   */
  readonly web3?: Web3 | undefined;
  /** Ends the call, also while the wallet does not answer. */
  readonly signal?: AbortSignal | undefined;
}

/** A transaction that is signed and about to be sent: the arguments with which `confirm` finds it again. */
export interface TransactionToSend {
  /** Base58 signature. */
  readonly signature: string;
  /** The signed bytes. */
  readonly transaction: Uint8Array;
}

/** Options of {@link signAndSend}. */
export interface SignAndSendOptions extends VerifyAndSignOptions, Omit<ConfirmOptions, "transaction"> {
  /**
   * Called once the transaction is signed, and waited for before it is sent: store what it gets, so that after a crash
   * `confirm` tells whether it landed. Where it fails nothing is sent. A wallet that sends by itself leaves no time for it.
   *
   * @param signed The signature, and the signed bytes.
   * @example
   * ```ts
   * import type { SignAndSendOptions, TransactionToSend } from "intent-tx/solana";
   *
   * const open = new Map<string, TransactionToSend>(); // a table of your database
   * const stored = (options: SignAndSendOptions): SignAndSendOptions => ({
   *   ...options,
   *   onSigned: (signed) => void open.set(signed.signature, signed),
   * });
   * ```
   */
  readonly onSigned?: ((signed: TransactionToSend) => void | Promise<void>) | undefined;
  /** Ends the call, also while the wallet or the node does not answer; what was sent may still land. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Verifies a built transaction against its intent and has it signed; nothing is sent. For pages that sign what a server
 * sends: hand the bytes to `submit`, here or there.
 *
 * @param options The connection, the signer and the limits; see the fields.
 * @returns The signed bytes.
 * @throws UnsafeTransactionError when it does not do what the intent says, or the signer changed it.
 * @throws AbortedError when the signal ended the call.
 * @throws ConfigurationError when an option or the signer does not fit, or it cannot sign without sending.
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
export async function verifyAndSign(options: VerifyAndSignOptions): Promise<Uint8Array> {
  checkCall(options, "verifyAndSign");
  const { transaction, method } = verified(options);
  const signed = await signIt(options, transaction, method);
  return signed.bytes;
}

/**
 * Verifies a built transaction against its intent, signs it, sends it and waits until the cluster has confirmed it. It
 * sends again while the transaction has not landed, and stops when the blockhash that was signed has expired, so that it
 * can never land. A send that was left without a clear answer (the connection broke, the node is behind or busy) is
 * followed to such an end, since the node may have passed it on.
 *
 * Needs HTTP only; a subscription, where there is one, tells sooner. A wallet that can only sign and send in one step is
 * let do so: what it sends is then its own word.
 *
 * @param options The connection, the signer and the limits; see the fields.
 * @returns The signature, the slot in which it landed, and how sure the cluster is of it.
 * @throws UnsafeTransactionError when it does not do what the intent says; nothing was signed.
 * @throws TransactionFailedError when the node refused it and sent it nowhere, or it landed and failed; `logs` say why.
 * @throws TransactionExpiredError when it can no longer land; build the intent again.
 * @throws TransactionUnconfirmedError when its outcome is unknown; look the signature up.
 * @throws AbortedError when the signal ended the call before anything was sent.
 * @throws TransactionAbortedError, an AbortedError with the `signature`, when the signal ended it after that.
 * @throws ConfigurationError when an option, the signer or the connection does not fit, `onSigned` failed, or no node took
 * the connection; nothing was sent.
 * @example
 * ```ts
 * import { createMockServer } from "@intent-tx/mock-server";
 * import { Connection, Keypair } from "@solana/web3.js";
 * import bs58 from "bs58";
 * import { IntentTx } from "intent-tx";
 * import { signAndSend } from "intent-tx/solana";
 *
 * await using server = await createMockServer({ seed: 1 });
 * const client = new IntentTx(server.clientOptions());
 * const connection = new Connection(server.rpc.live, { fetch: server.fetch });
 * const signer = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
 * const walletAddress = server.wallets.alice.address;
 *
 * const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
 * const built = await client.transactions.build({ intentId: intent.intentId, walletAddress });
 * const { signature } = await signAndSend({ intent, built, signer, connection, clock: server.clock });
 * ```
 */
export async function signAndSend(options: SignAndSendOptions): Promise<LandedTransaction> {
  checkCall(options, "signAndSend");
  const { connection } = options;
  const following = readFollowing(options);
  if (options.onSigned !== undefined && typeof options.onSigned !== "function")
    throw new ConfigurationError("onSigned must be a function. Nothing was sent.");
  // Before the wallet is asked: a signature that cannot be sent is asked for in vain.
  const node = clusterNode(connection, options.subscribe);
  const { transaction, method } = verified(options);
  const rest = { node, ...following };
  if (method.sign === undefined)
    return follow({ ...rest, signature: await sentByWallet(options, transaction, method), sent: true });
  const signed = await signIt(options, transaction, method);
  await tellSigned(options, signed);
  const { bytes, signature, blockhash, durable } = signed;
  return follow({ ...rest, bytes, signature, blockhash: durable ? undefined : blockhash, sent: false });
}

/** The transaction, read once: what is verified, what is signed and what is sent are the same text. */
function verified(options: VerifyAndSignOptions): { transaction: Unsigned; method: Method } {
  const { intent, built, signer, verify = true, signal } = options;
  // A word such as "false" would verify, and null would not: neither is to be guessed at.
  if (typeof verify !== "boolean") throw new ConfigurationError("verify must be true or false.");
  const method = signerMethod(signer, options.walletAddress, options.web3);
  const { address } = method;
  const { walletAddress = address } = options;
  if (walletAddress !== address)
    throw new ConfigurationError(`The signer is ${address}, but walletAddress is ${walletAddress}.`);
  const text = typeof built === "string" ? built : built?.transaction;
  if (verify) {
    const held =
      typeof built === "string"
        ? text
        : { transaction: text, expectedOutput: built?.expectedOutput, simulation: built?.simulation };
    verifyTransaction(held, intent, { ...options, walletAddress });
  }
  throwIfAborted(signal);
  return { transaction: unsigned(text, address), method };
}

/** A wallet may show its prompt for ever; what it signs after the signal is not sent. */
async function signIt(
  { verify = true, signal }: VerifyAndSignOptions,
  transaction: Unsigned,
  method: Method,
): Promise<SignedTransaction> {
  try {
    return await orAborted(signal, signTransaction(transaction, method, verify));
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}

/** Has the caller store what is about to be sent. */
async function tellSigned(
  { onSigned, signal }: SignAndSendOptions,
  { signature, bytes }: SignedTransaction,
): Promise<void> {
  if (onSigned === undefined) return;
  try {
    await orAborted(signal, (async () => onSigned({ signature, transaction: bytes.slice() }))());
  } catch (cause) {
    throwIfAborted(signal);
    throw new ConfigurationError(`onSigned failed, so transaction ${signature} was not sent; see cause.`, {
      cause,
    });
  }
}

async function sentByWallet(
  { connection, signal }: VerifyAndSignOptions & { readonly connection: AnyConnection },
  transaction: Unsigned,
  { send }: Method,
): Promise<string> {
  let signature: string;
  try {
    signature = await orAborted(signal, send?.(transaction, connection) ?? Promise.resolve(""));
  } catch (error) {
    if (signal?.aborted)
      throw new TransactionUnconfirmedError(
        "The signal ended the call while the wallet was asked to sign and send; whether it sent the transaction is not known.",
        "",
        error,
      );
    throw error;
  }
  if (bs58.decodeUnsafe(signature)?.length !== 64)
    throw new TransactionUnconfirmedError(
      "The wallet answered no signature, so whether it sent the transaction is not known.",
      "",
    );
  return signature;
}
