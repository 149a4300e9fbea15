import { concatBytes } from "@noble/hashes/utils";
import bs58 from "bs58";
import { ConfigurationError } from "../../errors/errors.js";
import { joinWire, readWire, type WireTransaction } from "../decode/wire-transaction.js";
import { signWithKey } from "./ed25519.js";
import {
  addressText,
  checkVersion,
  has,
  type Method,
  type TransactionVersions,
  wrongConnection,
} from "./method.js";
import type { AddressLike, KeypairSigner } from "./signers.js";

/** A transaction passed to a wallet: a `VersionedTransaction`, or an object with these members. */
export interface WalletTransaction {
  /** Message version. */
  readonly version: "legacy" | number;
  /** Returns the wire format. */
  serialize(): Uint8Array;
}

/** The part of the module `@solana/web3.js` that wallets need. */
export interface Web3 {
  /** The transaction class. */
  readonly VersionedTransaction: {
    /**
     * Parses the wire format.
     * @param bytes The wire format.
     */
    deserialize(bytes: Uint8Array): WalletTransaction;
  };
}

/**
 * An object with the members of a `VersionedTransaction`. In its message, only the blockhash can change. Wallets check
 * the members, not the class, because an extension has its own copy of the class. The class is not imported here,
 * because bundlers would include all of web3.js and Metro rejects computed module names.
 */
export function asWeb3(unsigned: Uint8Array): WalletTransaction & { readonly signatures: Uint8Array[] } {
  const wire = readWire(unsigned);
  const signers = wire.keys.slice(0, wire.signatures.length).map((key) => bs58.encode(key));
  const addSignature = (publicKey: AddressLike, signature: Uint8Array): void => {
    const slot = signers.indexOf(addressText(publicKey));
    if (slot < 0)
      throw new ConfigurationError(`${addressText(publicKey)} is not a signer of this transaction.`);
    transaction.signatures[slot] = Uint8Array.from(signature);
  };
  const transaction = {
    version: wire.version,
    message: messageOf(wire),
    signatures: wire.signatures.map((signature) => signature.slice()),
    addSignature,
    sign(keypairs: readonly KeypairSigner[]): void {
      const message = transaction.message.serialize();
      for (const { publicKey, secretKey } of keypairs)
        addSignature(publicKey, signWithKey(message, secretKey, addressText(publicKey)));
    },
    serialize() {
      // A wallet can assign another message and another list.
      return joinWire(transaction.message.serialize(), transaction.signatures);
    },
  };
  return transaction;
}

function messageOf(wire: WireTransaction) {
  const { version, keys, signatures, readonlySigners, readonlyOthers, instructions, lookups } = wire;
  const signerCount = signatures.length;
  const staticAccountKeys = Object.freeze(keys.map(publicKeyOf));
  const at = wire.recentBlockhash.byteOffset - wire.message.byteOffset;
  const [before, after] = [wire.message.slice(0, at), wire.message.slice(at + wire.recentBlockhash.length)];
  return Object.seal({
    version,
    header: Object.freeze({
      numRequiredSignatures: signerCount,
      numReadonlySignedAccounts: readonlySigners,
      numReadonlyUnsignedAccounts: readonlyOthers,
    }),
    staticAccountKeys,
    recentBlockhash: bs58.encode(wire.recentBlockhash),
    compiledInstructions: Object.freeze(
      instructions.map(({ program, accounts, data }) =>
        Object.freeze({ programIdIndex: program, accountKeyIndexes: [...accounts], data: data.slice() }),
      ),
    ),
    addressTableLookups: Object.freeze(
      lookups.map(({ table, writable, readonly }) =>
        Object.freeze({
          accountKey: publicKeyOf(table),
          writableIndexes: [...writable],
          readonlyIndexes: [...readonly],
        }),
      ),
    ),
    isAccountSigner: (index: number) => index < signerCount,
    isAccountWritable: (index: number) =>
      index < (index < signerCount ? signerCount - readonlySigners : keys.length - readonlyOthers),
    serialize(): Uint8Array {
      return concatBytes(before, bs58.decode(this.recentBlockhash), after);
    },
  });
}

function publicKeyOf(key: Uint8Array) {
  const text = bs58.encode(key);
  return Object.freeze({
    toBase58: () => text,
    toBytes: () => key.slice(),
    toString: () => text,
    toJSON: () => text,
    equals: (other: AddressLike) => addressText(other) === text,
  });
}

interface Adapter {
  readonly publicKey?: AddressLike | null;
  readonly address?: AddressLike;
  readonly supportedTransactionVersions?: TransactionVersions;
  signTransaction(transaction: object): Promise<unknown>;
  sendTransaction(transaction: object, connection: unknown): Promise<unknown>;
  signAndSendTransaction(transaction: object): Promise<unknown>;
}

/** Adapts a wallet adapter; undefined for any other signer. Its send method is used only if it cannot sign. */
export function adapterMethod(signer: unknown, web3: Web3 | undefined): Method | undefined {
  const adapter = signer as Adapter;
  const sends = has(adapter, "sendTransaction");
  const signs = has(adapter, "signTransaction");
  if (!signs && !sends && !has(adapter, "signAndSendTransaction")) return undefined;
  const address = addressText(adapter.publicKey ?? adapter.address);
  const toWallet = (bytes: Uint8Array) => {
    checkVersion(bytes, adapter.supportedTransactionVersions);
    // web3.js 1 cannot write version 1.
    return web3 === undefined || bytes[0] === 0x81
      ? asWeb3(bytes)
      : web3.VersionedTransaction.deserialize(bytes);
  };
  const sign: Method["sign"] = async ({ bytes }) => {
    const transaction = toWallet(bytes);
    // Some adapters sign the given object in place and return nothing.
    return bytesOf((await adapter.signTransaction(transaction)) ?? transaction);
  };
  if (signs) return { address, sign };
  const send: Method["send"] = async ({ bytes }, connection) => {
    if (!sends) return signatureOf(await adapter.signAndSendTransaction(toWallet(bytes)));
    // A kit rpc returns a function for every name, so `in` is required.
    if (!("sendRawTransaction" in Object(connection)))
      throw wrongConnection("over a Connection of @solana/web3.js");
    return signatureOf(await adapter.sendTransaction(toWallet(bytes), connection));
  };
  return { address, send };
}

function bytesOf(answer: unknown): Uint8Array {
  if (ArrayBuffer.isView(answer)) return Uint8Array.from(answer as Uint8Array);
  if (has(answer, "serialize")) return Uint8Array.from((answer as { serialize(): Uint8Array }).serialize());
  throw new ConfigurationError(
    "The wallet's signTransaction returned neither bytes nor an object with serialize().",
  );
}

/** Returns the base58 signature from a wallet's result, or an empty string if it is missing. */
function signatureOf(answer: unknown): string {
  const signature =
    typeof answer === "string" ? answer : (Object(answer) as { signature?: unknown }).signature;
  return typeof signature === "string" ? signature : "";
}
