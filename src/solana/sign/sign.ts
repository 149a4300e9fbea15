import { sha256 } from "@noble/hashes/sha2";
import bs58 from "bs58";
import { ConfigurationError, UnsafeTransactionError } from "../../errors/errors.js";
import { decodeTransaction, transactionBytes } from "../decode/decode.js";
import { readWire, sameBytes, type WireTransaction } from "../decode/wire-transaction.js";
import { finding } from "../findings.js";
import { checkSignatures, signWithKey } from "./ed25519.js";
import { kitMethod } from "./kit.js";
import { addressText, has, type Method, type Unsigned, withSignature } from "./method.js";
import type { BytesSigner, KeypairSigner, TransactionSigner } from "./signers.js";
import { standardMethod } from "./standard.js";
import { adapterMethod, type Web3 } from "./wallet-transaction.js";

export type SignedTransaction = ReturnType<typeof readSigned>;

/** A signed message. It lands at most once, under any of its signatures. */
export type SignedMessage = ReturnType<typeof messageOf>;

export function signerMethod(
  signer: TransactionSigner,
  walletAddress: string | undefined,
  web3: Web3 | undefined,
): Method {
  const method =
    bytesMethod(signer) ??
    keypairMethod(signer) ??
    kitMethod(signer) ??
    adapterMethod(signer, web3) ??
    standardMethod(signer, walletAddress);
  if (method === undefined)
    throw new ConfigurationError(
      "This kind of signer is not supported. Pass a Keypair, a wallet adapter, a signer of @solana/kit, a wallet of the Wallet Standard, or { publicKey, signBytes }.",
    );
  if (typeof method.address !== "string" || method.address === "")
    throw new ConfigurationError("The signer has no address. Connect the wallet first.");
  return method;
}

function bytesMethod(signer: TransactionSigner): Method | undefined {
  if (!has(signer, "signBytes")) return undefined;
  const { publicKey } = signer as BytesSigner;
  const address = addressText(publicKey);
  return {
    address,
    sign: async (transaction) => {
      const answer = await (signer as BytesSigner).signBytes(transaction.message.slice());
      // Many wallets and key services return signatures as base58.
      const signature = typeof answer === "string" ? (bs58.decodeUnsafe(answer) ?? {}) : answer;
      return withSignature(transaction, address, signature as ArrayLike<number>);
    },
  };
}

function keypairMethod(signer: TransactionSigner): Method | undefined {
  if (!ArrayBuffer.isView((Object(signer) as KeypairSigner).secretKey)) return undefined;
  const { publicKey, secretKey } = signer as KeypairSigner;
  const address = addressText(publicKey);
  return {
    address,
    oneSignature: true,
    sign: async (transaction) =>
      withSignature(transaction, address, signWithKey(transaction.message, secretKey, address)),
  };
}

/** Tag of the system program's AdvanceNonceAccount. If this is the first instruction, the blockhash is a nonce. */
const ADVANCE_NONCE = 4;

const isDurable = ({ instructions: [first], keys }: WireTransaction): boolean =>
  first !== undefined &&
  keys[first.program]?.every((byte) => byte === 0) === true &&
  [ADVANCE_NONCE, 0, 0, 0].every((byte, i) => first.data[i] === byte);

/** Reads a built transaction for a signer. The input is text, so the verified and the signed bytes cannot differ. */
export function unsigned(base64: string, address: string) {
  const { signers, message, recentBlockhash } = decodeTransaction(base64);
  if (!signers.includes(address))
    throw new ConfigurationError(
      `The signer is ${address}, but the transaction needs the signature of ${signers.join(" and ")}. Pass that signer, or build the intent for ${address}. Nothing was signed.`,
    );
  const bytes = transactionBytes(base64).slice();
  const wire = readWire(bytes);
  // `durable`: whether a nonce account replaces the blockhash.
  const lifetime = { blockhash: recentBlockhash, durable: isDurable(wire) };
  return { bytes, message, signers, ...lifetime, signedMessage: messageOf(wire) };
}

/** Requests the signature and checks the result. With `exact`, the signer must not change the transaction. */
export async function signTransaction(
  transaction: Unsigned,
  { sign }: Method,
  exact: boolean,
): Promise<SignedTransaction> {
  if (sign === undefined)
    throw new ConfigurationError(
      "This wallet cannot sign without sending. Use signAndSend, which lets it do both.",
    );
  const { message } = transaction;
  const bytes = await sign({ ...transaction, bytes: transaction.bytes.slice(), message: message.slice() });
  const wire = readWire(bytes);
  if (exact && !sameBytes(wire.message, message)) {
    const text = "The signer returned a different transaction from the verified one. Nothing was sent.";
    throw new UnsafeTransactionError(text, [finding("changed_by_signer", text)]);
  }
  return readSigned(bytes);
}

/** Reads signed bytes and rejects missing or wrong signatures. */
export function readSigned(bytes: Uint8Array) {
  const wire = readWire(bytes);
  checkSignatures(wire);
  return {
    bytes,
    signature: bs58.encode(wire.signatures[0] as Uint8Array),
    blockhash: isDurable(wire) ? undefined : bs58.encode(wire.recentBlockhash),
    message: messageOf(wire),
  };
}

const messageOf = ({ message, keys }: WireTransaction) => ({
  bytes: message,
  hash: bs58.encode(sha256(message)),
  /** Base58 address of the fee payer. */
  payer: bs58.encode(keys[0] as Uint8Array),
});
