import bs58 from "bs58";
import { ConfigurationError, UnsafeTransactionError } from "../../errors.js";
import { decodeTransaction, transactionBytes } from "../decode/decode.js";
import { readWire, type WireTransaction } from "../decode/wire.js";
import { finding } from "../findings.js";
import type { SignedTransaction } from "../send/follow.js";

/** An address: base58, or a `PublicKey` of `@solana/web3.js`. */
export type AddressLike =
  | string
  | {
      /** The address as base58. */
      toBase58(): string;
    };

/** A `Keypair` of `@solana/web3.js`, which signs with that package. */
export interface KeypairSigner {
  /** The address that it signs for. */
  readonly publicKey: AddressLike;
  /** The 64 bytes of the key; they stay here. */
  readonly secretKey: Uint8Array;
}

/** A wallet adapter, which shows the transaction to its user; it needs `@solana/web3.js`. */
export interface WalletSigner {
  /** The address that it signs for; null while the wallet is not connected. */
  readonly publicKey: AddressLike | null;
  // It is called with a VersionedTransaction; `never` lets adapters fit without naming web3.js's types here.
  /** Shows the transaction to the user and signs it. */
  signTransaction(transaction: never): Promise<{
    /** The signed bytes. */
    serialize(): Uint8Array;
  }>;
}

/** Whatever else makes ed25519 signatures: WebCrypto, a key service, a hardware wallet. */
export interface BytesSigner {
  /** The address that it signs for. */
  readonly publicKey: AddressLike;
  /** The 64-byte signature of a message. */
  signBytes(message: Uint8Array): Promise<Uint8Array>;
}

/** What can sign: a keypair, a wallet adapter, or a function over bytes. */
export type TransactionSigner = KeypairSigner | WalletSigner | BytesSigner;

/** The base58 address that a signer signs for. */
export function signerAddress({ publicKey }: TransactionSigner): string {
  if (publicKey === null || publicKey === undefined)
    throw new ConfigurationError("The signer has no publicKey. Connect the wallet first.");
  return typeof publicKey === "string" ? publicKey : publicKey.toBase58();
}

async function loadWeb3() {
  try {
    return await import("@solana/web3.js");
  } catch (cause) {
    throw new ConfigurationError(
      "This signer needs @solana/web3.js, which is not installed. Install it, or pass a signer with signBytes.",
      { cause },
    );
  }
}

/** Tag of the system program's AdvanceNonceAccount: as first instruction it dates a transaction by a nonce account. */
const ADVANCE_NONCE = 4;

const isDurable = ({ instructions: [first], keys }: WireTransaction): boolean =>
  first !== undefined &&
  keys[first.program]?.every((byte) => byte === 0) === true &&
  [ADVANCE_NONCE, 0, 0, 0].every((byte, i) => first.data[i] === byte);

/**
 * Signs a built transaction and returns its bytes, ready to send.
 *
 * @param base64 - The transaction. Text, so that what was verified and what is signed cannot differ.
 * @param exact - Whether a signer that changes the transaction is refused.
 */
export async function signTransaction(
  base64: string,
  signer: TransactionSigner,
  exact: boolean,
): Promise<SignedTransaction> {
  const bytes = transactionBytes(base64).slice();
  const { signers, message } = decodeTransaction(base64);
  const address = signerAddress(signer);
  const slot = signers.indexOf(address);
  if (slot < 0)
    throw new ConfigurationError(
      `The transaction is to be signed by ${signers.join(", ")}, not by ${address}.`,
    );

  const signed = await produce(bytes, message, slot, signer);
  const wire = readWire(signed);
  if (
    exact &&
    (wire.message.length !== message.length || wire.message.some((byte, i) => byte !== message[i]))
  ) {
    const text = "The signer returned another transaction than the verified one. It was not sent.";
    throw new UnsafeTransactionError(text, [finding("changed_by_signer", text)]);
  }
  const unsigned = wire.signatures.findIndex((signature) => signature.every((byte) => byte === 0));
  if (unsigned >= 0)
    throw new ConfigurationError(
      `The signature of ${bs58.encode(wire.keys[unsigned] as Uint8Array)} is missing.`,
    );
  return {
    bytes: signed,
    signature: bs58.encode(wire.signatures[0] as Uint8Array),
    blockhash: bs58.encode(wire.recentBlockhash),
    durable: isDurable(wire),
  };
}

async function produce(bytes: Uint8Array, message: Uint8Array, slot: number, signer: TransactionSigner) {
  if ("signBytes" in signer) {
    const signature = await signer.signBytes(message.slice());
    if (signature.length !== 64)
      throw new ConfigurationError(`signBytes returned ${signature.length} bytes; a signature has 64.`);
    // At most 19 signatures fit, so that their count takes one byte.
    bytes.set(signature, 1 + 64 * slot);
    return bytes;
  }
  const { VersionedTransaction, Keypair } = await loadWeb3();
  const transaction = VersionedTransaction.deserialize(bytes);
  if ("secretKey" in signer) {
    transaction.sign([Keypair.fromSecretKey(signer.secretKey)]);
    return transaction.serialize();
  }
  const signed = await signer.signTransaction(transaction as never);
  return Uint8Array.from(signed.serialize());
}
