import type { Intent } from "../../contract/intents.js";
import { ConfigurationError } from "../../errors.js";
import { signerAddress, signTransaction, type TransactionSigner } from "../sign/sign.js";
import { type VerifiableTransaction, type VerifyOptions, verifyTransaction } from "../verify/verify.js";
import {
  type Commitment,
  orAborted,
  type SleepClock,
  type SolanaConnection,
  systemClock,
} from "./connection.js";
import { type LandedTransaction, sendAndConfirm, throwIfAborted } from "./follow.js";

/** What {@link signAndSend} takes. */
export interface SignAndSendOptions extends Omit<VerifyOptions, "walletAddress"> {
  /** The intent that was shown to the user. */
  readonly intent: Intent;
  /** What `transactions.build` returned for it. */
  readonly built: VerifiableTransaction;
  /** A `Keypair`, a wallet adapter, or `{ publicKey, signBytes }`. */
  readonly signer: TransactionSigner;
  /** A `Connection` of `@solana/web3.js`, or an object with its methods. */
  readonly connection: SolanaConnection;
  /** Base58 address of the wallet. Default the signer's; another one is an error. */
  readonly walletAddress?: string | undefined;
  /** Whether the transaction is verified before it is signed. Default true. */
  readonly verify?: boolean | undefined;
  /** How sure the cluster must be. Default `confirmed`. */
  readonly commitment?: Commitment | undefined;
  /** Milliseconds between two looks at the cluster. Default 1000. */
  readonly pollInterval?: number | undefined;
  /** Where waiting is done. Default the machine's timer; `server.clock` of the mock server fits. */
  readonly clock?: SleepClock | undefined;
  /** Ends the call, also while the wallet or the node does not answer; what was sent may still land. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Verifies a built transaction against its intent, signs it, sends it and waits until the cluster has confirmed it.
 * Needs HTTP only, no WebSocket. It sends again while the transaction has not landed, and stops when the blockhash that
 * was signed has expired, so that it can never land. A send that was left without a clear answer (the connection broke,
 * the node is behind or busy) is followed to such an end, since the node may have passed it on.
 *
 * @returns The signature, the slot in which it landed, and how sure the cluster is of it.
 * @throws UnsafeTransactionError when it does not do what the intent says; nothing was signed.
 * @throws TransactionFailedError when the node refused it and sent it nowhere, or it landed and failed; `logs` say why.
 * @throws TransactionExpiredError when it can no longer land; build the intent again.
 * @throws TransactionUnconfirmedError when its outcome is unknown; look the signature up.
 * @throws AbortedError when the signal ended the call before anything was sent.
 * @throws TransactionAbortedError, an AbortedError with the `signature`, when the signal ended it after that.
 * @throws ConfigurationError when the signer does not fit.
 * @example
 * const connection = new Connection(rpcUrl);
 * const { signature } = await signAndSend({ intent, built, signer: keypair, connection });
 */
export async function signAndSend(options: SignAndSendOptions): Promise<LandedTransaction> {
  const { intent, built, signer, connection, verify = true, signal } = options;
  const { commitment = "confirmed", pollInterval = 1000, clock = systemClock } = options;
  const address = signerAddress(signer);
  const { walletAddress = address } = options;
  if (walletAddress !== address)
    throw new ConfigurationError(`The signer is ${address}, but walletAddress is ${walletAddress}.`);
  // Read once: what is verified, what is signed and what is sent are the same text.
  const transaction = typeof built === "string" ? built : built.transaction;
  if (verify) {
    const held =
      typeof built === "string" ? transaction : { transaction, expectedOutput: built.expectedOutput };
    verifyTransaction(held, intent, { ...options, walletAddress });
  }
  throwIfAborted(signal);
  const signed = await signUnlessAborted(transaction, signer, verify, signal);
  return sendAndConfirm({ ...signed, connection, commitment, pollInterval, clock, signal });
}

/** A wallet may show its prompt for ever; what it signs after the signal is not sent. */
async function signUnlessAborted(
  transaction: string,
  signer: TransactionSigner,
  exact: boolean,
  signal: AbortSignal | undefined,
) {
  try {
    return await orAborted(signal, signTransaction(transaction, signer, exact));
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}
