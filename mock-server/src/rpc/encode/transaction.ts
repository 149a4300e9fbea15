import bs58 from "bs58";
import { isReserved, PROGRAMS } from "../../formats/programs.js";
import { isWritable, readTransaction, type Transaction } from "../../formats/transaction.js";
import type { LocalLanded } from "../../ledger/ledger.js";
import type { TransactionEncoding } from "../params.js";
import { parseInstruction } from "../parsed/instruction.js";
import { RPC_CODES, RpcError } from "../rpc-error.js";
import { encodeMeta } from "./meta.js";

/** @throws {RpcError} -32015 for a version that the client does not support */
export function refuseVersion({ version }: Transaction, most: number | undefined): void {
  if (version === "legacy" || (most !== undefined && version <= most)) return;
  throw new RpcError(
    RPC_CODES.unsupportedVersion,
    `Transaction version (${version}) is not supported by the requesting client. ` +
      `Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
}

export interface LandedForm {
  readonly encoding: TransactionEncoding;
  /** Highest version that the client supports. Undefined: legacy only, without a version in the response. */
  readonly maxVersion: number | undefined;
  readonly rewards?: boolean;
}

/**
 * A landed transaction in JSON-RPC form, with its `meta`, as in a block.
 *
 * @throws {RpcError} -32015 for a version that the client does not support
 */
export function encodeLanded(landed: LocalLanded, { encoding, maxVersion, rewards = true }: LandedForm) {
  const transaction = readTransaction(landed.wire);
  refuseVersion(transaction, maxVersion);
  return {
    meta: encodeMeta(landed, transaction, encoding === "jsonParsed" ? "parsed" : "compiled", rewards),
    transaction: encodeTransaction(landed, transaction, encoding),
    ...(maxVersion !== undefined && { version: transaction.version }),
  };
}

function encodeTransaction(landed: LocalLanded, transaction: Transaction, encoding: TransactionEncoding) {
  if (encoding === "base64") return [Buffer.from(landed.wire).toString("base64"), "base64"];
  if (encoding === "base58") return [bs58.encode(landed.wire), "base58"];
  if (encoding === "binary") return bs58.encode(landed.wire);
  return {
    message: encoding === "json" ? compiled(transaction) : parsed(landed, transaction),
    signatures: transaction.signatures.map((signature) => bs58.encode(signature)),
  };
}

/** The members of a message that depend on its version. */
function versioned(transaction: Transaction) {
  const { version, config } = transaction;
  if (version === "legacy") return {};
  if (config) {
    const { computeUnitLimit, heapSize, loadedAccountsDataSizeLimit, priorityFee } = config;
    return {
      transactionConfig: {
        computeUnitLimit: computeUnitLimit ?? null,
        heapSize: heapSize ?? null,
        loadedAccountsDataSizeLimit: loadedAccountsDataSizeLimit ?? null,
        priorityFee: priorityFee ?? null,
      },
    };
  }
  return {
    addressTableLookups: transaction.lookups.map(({ table, writable, readonly }) => ({
      accountKey: table,
      readonlyIndexes: readonly,
      writableIndexes: writable,
    })),
  };
}

function compiled(transaction: Transaction) {
  return {
    accountKeys: transaction.staticKeys,
    ...versioned(transaction),
    header: {
      numReadonlySignedAccounts: transaction.readonlySigned,
      numReadonlyUnsignedAccounts: transaction.readonlyUnsigned,
      numRequiredSignatures: transaction.signers,
    },
    instructions: transaction.instructions.map(({ accounts, data, programIdIndex }) => ({
      accounts,
      data: bs58.encode(data),
      programIdIndex,
      stackHeight: 1,
    })),
    recentBlockhash: transaction.blockhash,
  };
}

/** Accounts with their permissions. Sysvars, native programs and invoked programs are never writable. */
export function parsedKeys(landed: LocalLanded, transaction: Transaction) {
  const fixed = transaction.staticKeys.length;
  // A transaction that names this loader can upgrade invoked programs, so they stay writable.
  const upgrades = landed.accountKeys.includes(PROGRAMS.loaderV3);
  const called = new Set(
    upgrades ? [] : transaction.instructions.map(({ programIdIndex }) => programIdIndex),
  );
  return landed.accountKeys.map((pubkey, index) => ({
    pubkey,
    signer: index < transaction.signers,
    source: index < fixed ? "transaction" : "lookupTable",
    writable:
      isWritable(transaction, landed.loadedWritable, index) && !isReserved(pubkey) && !called.has(index),
  }));
}

function parsed(landed: LocalLanded, transaction: Transaction) {
  return {
    accountKeys: parsedKeys(landed, transaction),
    ...versioned(transaction),
    instructions: transaction.instructions.map((instruction) =>
      parseInstruction(instruction, landed.accountKeys, 1),
    ),
    recentBlockhash: transaction.blockhash,
  };
}
