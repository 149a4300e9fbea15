import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import { readWire, sameBytes } from "../decode/wire-transaction.js";
import { signWithKey } from "./ed25519.js";
import { kitMethod, sessionMethod } from "./kit.js";
import { addressText, has, type Method, withSignature } from "./method.js";
import type { BytesSigner, EditLimits, KeypairSigner, TransactionSigner } from "./signers.js";
import { standardMethod } from "./standard.js";
import { readSigned, type Unsigned } from "./transaction.js";
import { adapterMethod, type Web3 } from "./wallet-transaction.js";

export function signerMethod(
  signer: TransactionSigner,
  walletAddress: string | undefined,
  web3: Web3 | undefined,
): Method {
  if (signer === null || signer === undefined)
    throw new ConfigurationError("The signer is missing. Connect the wallet first.");
  const method =
    bytesMethod(signer) ??
    keypairMethod(signer) ??
    kitMethod(signer) ??
    sessionMethod(signer) ??
    adapterMethod(signer, web3) ??
    standardMethod(signer, walletAddress);
  if (method === undefined)
    throw new ConfigurationError(
      "This kind of signer is not supported. Pass a Keypair, a wallet adapter, a signer of @solana/kit, a wallet session of @solana/client, a wallet of the Wallet Standard, or { publicKey, signBytes }.",
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
    onlySigns: true,
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
    onlySigns: true,
    sign: async (transaction) =>
      withSignature(transaction, address, signWithKey(transaction.message, secretKey, address)),
  };
}

/**
 * Requests the signature and checks the result. With `limits`, the signer may make only the edits that they allow.
 * `answered` gets the signer's bytes before the check, because a wallet may also send them.
 */
export async function signTransaction(
  transaction: Unsigned,
  { sign }: Method,
  limits: EditLimits | undefined,
  answered?: (bytes: Uint8Array) => void,
) {
  if (sign === undefined)
    throw new ConfigurationError(
      "This wallet cannot sign without sending. Use signAndSend, which lets it do both.",
    );
  const { message } = transaction;
  const bytes = await sign({ ...transaction, bytes: transaction.bytes.slice(), message: message.slice() });
  answered?.(bytes);
  const isEdited = limits !== undefined && !sameBytes(readWire(bytes).message, message);
  const { edits, fee } = isEdited
    ? (await import("./edits.js")).acceptEdits(transaction, bytes, limits)
    : { edits: [], fee: 0n };
  return { ...readSigned(bytes), edits, fee };
}
