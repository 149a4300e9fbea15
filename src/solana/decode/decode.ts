import bs58 from "bs58";
import { decodeBase64 } from "./base64.js";
import { networkFee, networkRent } from "./cost.js";
import { decodeInstruction } from "./instruction.js";
import type { DecodedInstruction } from "./instructions.js";
import { malformed, readWire, type WireTransaction } from "./wire-transaction.js";

/** An account that a transaction lists. */
export interface TransactionAccount {
  /** Base58 address. */
  readonly address: string;
  /** Whether its signature is required. */
  readonly signer: boolean;
  /** Whether the transaction may change it. */
  readonly writable: boolean;
}

/** Accounts that a transaction takes from an address lookup table. */
export interface TransactionLookup {
  /** Base58 address of the table. */
  readonly table: string;
  /** Indexes into the table of accounts that may be changed. */
  readonly writable: readonly number[];
  /** Indexes into the table of accounts that are only read. */
  readonly readonly: readonly number[];
}

/** A transaction in terms that can be read and compared. */
export interface DecodedTransaction {
  /** Version of the message. */
  readonly version: "legacy" | 0;
  /** Base58 address of the account that pays the fee. */
  readonly feePayer: string;
  /** Base58 addresses of all required signers, fee payer first. */
  readonly signers: readonly string[];
  /** One entry a signer: the base58 signature, or undefined while the slot is empty. */
  readonly signatures: readonly (string | undefined)[];
  /** Base58 of the blockhash that dates the transaction. */
  readonly recentBlockhash: string;
  /** The accounts that the transaction itself lists. */
  readonly accounts: readonly TransactionAccount[];
  /** Lookup tables that it takes further accounts from. */
  readonly lookupTables: readonly TransactionLookup[];
  /** Its instructions, in order. */
  readonly instructions: readonly DecodedInstruction[];
  /** Lamports that it costs: 5,000 a signature, and the compute-unit limit times its price, rounded up. */
  readonly fee: bigint;
  /**
   * The most lamports that stay as rent in token accounts which it makes: 2,039,280 each (Token-2022: up to 2,248,080).
   * Nothing of it is taken for an account that is there already, which the transaction does not show.
   */
  readonly rent: bigint;
  /** The bytes that are signed. */
  readonly message: Uint8Array;
}

/** A built transaction: the client's answer, or its base64. */
export type TransactionSource = string | { readonly transaction: string };

/** Base64 of 1,232 bytes; longer text is refused before it is decoded. */
const MAX_BASE64 = 1644;

/** The bytes of a built transaction. */
export function transactionBytes(source: TransactionSource): Uint8Array {
  const text: unknown = typeof source === "string" ? source : source?.transaction;
  if (typeof text !== "string")
    throw malformed("there is no base64 text; pass the answer of transactions.build");
  if (text.length > MAX_BASE64)
    throw malformed(`${text.length} characters are more than ${MAX_BASE64} can be`);
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw malformed("the text is not canonical base64");
  return bytes;
}

/**
 * Decodes a serialised transaction, strictly and without a network: legacy and version 0, no byte left over. An
 * instruction that is not known exactly is kept raw as kind `unknown`.
 *
 * @param source - What `transactions.build` returned, or the base64 text.
 * @throws UnsafeTransactionError with the finding `malformed_transaction` when Solana would not take the bytes, or the
 * version is not known here.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { decodeTransaction } from "intent-tx/solana";
 *
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const { intentId } = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
 * const { feePayer, instructions } = decodeTransaction(await client.transactions.build({ intentId, walletAddress }));
 * for (const { kind, programId } of instructions) console.log(kind, programId);
 * ```
 */
export function decodeTransaction(source: TransactionSource): DecodedTransaction {
  const wire = readWire(transactionBytes(source));
  const accounts = readAccounts(wire);
  const lookupTables = wire.lookups.map(({ table, writable, readonly }) => ({
    table: bs58.encode(table),
    writable: [...writable],
    readonly: [...readonly],
  }));
  // The runtime's order: the listed accounts, every table's writable ones, every table's readonly ones.
  const names = [
    ...accounts.map(({ address }) => address),
    ...lookupTables.flatMap(({ table, writable }) => writable.map((index) => `${table}[${index}]`)),
    ...lookupTables.flatMap(({ table, readonly }) => readonly.map((index) => `${table}[${index}]`)),
  ];
  const name = (index: number) => names[index] as string;
  const instructions = wire.instructions.map((instruction) =>
    decodeInstruction({
      programId: name(instruction.program),
      accounts: Array.from(instruction.accounts, name),
      data: instruction.data,
    }),
  );
  const signers = names.slice(0, wire.signatures.length);
  return {
    version: wire.version,
    feePayer: name(0),
    signers,
    signatures: wire.signatures.map((bytes) =>
      bytes.some((byte) => byte !== 0) ? bs58.encode(bytes) : undefined,
    ),
    recentBlockhash: bs58.encode(wire.recentBlockhash),
    accounts,
    lookupTables,
    instructions,
    fee: networkFee(signers.length, instructions),
    rent: networkRent(instructions),
    message: wire.message,
  };
}

function readAccounts({ keys, signatures, readonlySigners, readonlyOthers }: WireTransaction) {
  return keys.map((key, i): TransactionAccount => {
    const signer = i < signatures.length;
    const writable = i < (signer ? signatures.length - readonlySigners : keys.length - readonlyOthers);
    return { address: bs58.encode(key), signer, writable };
  });
}
