import bs58 from "bs58";
import { isAddress, PROGRAM_IDS } from "../../contract/chain.js";
import { checkOptions } from "../../options/checks.js";
import { type DecodedInstruction, decodeInstruction } from "./instructions.js";
import { decodeBase64, malformed, readWire } from "./wire-transaction.js";

/** A decoded transaction. */
export interface DecodedTransaction {
  /** Message version. */
  readonly version: "legacy" | 0 | 1;
  /** Limits and priority fee of version 1, where no compute-budget instruction has an effect. */
  readonly config?: DecodedTransaction.Config;
  /** Base58 address of the account that pays the fee. */
  readonly feePayer: string;
  /** Base58 addresses of all required signers, fee payer first. */
  readonly signers: readonly string[];
  /** One entry per signer: the base58 signature, or undefined if it is missing. */
  readonly signatures: readonly (string | undefined)[];
  /** Recent blockhash in base58. It limits how long the transaction is valid. */
  readonly recentBlockhash: string;
  /** All accounts: those listed in the transaction itself, then those of lookup tables. */
  readonly accounts: readonly DecodedTransaction.Account[];
  /** Lookup tables from which the transaction loads more accounts. */
  readonly lookupTables: readonly DecodedTransaction.Lookup[];
  /** Instructions, in order. */
  readonly instructions: readonly DecodedInstruction[];
  /**
   * The network fee in lamports: 5,000 per signature, plus the priority fee, which is the compute-unit limit times its
   * price, rounded up, or that of `config`.
   */
  readonly fee: bigint;
  /**
   * Maximum rent in lamports for new token accounts: 2,039,280 each, or up to 2,248,080 with Token-2022. An account
   * that already exists costs nothing, but the transaction does not show which accounts exist.
   */
  readonly rent: bigint;
  /** The bytes that are signed. */
  readonly message: Uint8Array;
}

/** Parts of a {@link DecodedTransaction}. */
export declare namespace DecodedTransaction {
  /** An account in a transaction. */
  interface Account {
    /** Base58 address, or `<table>[<index>]` if the table's content is unknown. */
    readonly address: string;
    /** Where the address is: in the transaction itself, or at an index of a lookup table. */
    readonly source: "static" | { readonly table: string; readonly index: number };
    /** Whether the account must sign the transaction. */
    readonly signer: boolean;
    /** Whether the transaction can change the account. */
    readonly writable: boolean;
  }

  /** Settings of a version 1 transaction. Unset limits are zero, so that nothing can run. */
  interface Config {
    /** Priority fee in lamports, in all. */
    readonly priorityFee: bigint;
    /** Compute-unit limit. */
    readonly computeUnitLimit: number;
    /** Maximum total size of the loaded accounts, in bytes. */
    readonly loadedAccountsDataSizeLimit: number;
    /** Heap size in bytes. Default 32,768. */
    readonly heapSize: number;
  }

  /** Accounts that a transaction loads from an address lookup table. */
  interface Lookup {
    /** Base58 address of the table. */
    readonly table: string;
    /** Indexes of the writable accounts in the table. */
    readonly writable: readonly number[];
    /** Indexes of the read-only accounts in the table. */
    readonly readonly: readonly number[];
  }
}

/** A built transaction: the result of `transactions.build`, or its base64. */
export type TransactionSource = string | { readonly transaction: string };

/** The addresses of lookup tables, in each table's order, by the table's address. @inline */
export type LookupTables = Readonly<Record<string, readonly string[]>>;

/** Whether a value maps names to values. A Map or an array would look like an empty object. */
export const isTable = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(Symbol.iterator in value);

export const TABLES_RULE = [
  "lists of base58 addresses by table address",
  (tables: unknown) =>
    isTable(tables) &&
    Object.values(tables).every((table) => Array.isArray(table) && table.every((one) => isAddress(one))),
] as const;

/** Base64 length of 4,096 bytes, the size of version 1. Longer text is rejected before decoding. */
const MAX_BASE64 = 5464;

export function transactionBytes(source: TransactionSource): Uint8Array {
  const text: unknown = typeof source === "string" ? source : source?.transaction;
  if (typeof text !== "string")
    throw malformed("there is no base64 string; pass the result of transactions.build");
  if (text.length > MAX_BASE64)
    throw malformed(`its ${text.length} characters exceed the maximum of ${MAX_BASE64}`);
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw malformed("the string is not canonical base64");
  return bytes;
}

/**
 * Decodes a transaction of any version offline. Rejects trailing bytes. Other instructions get the kind `unknown`.
 * @param source The result of `transactions.build`, or the base64 text.
 * @param options `lookupTables`: addresses of each lookup table, in its order. Without them, an account of a table is
 * `<table>[<index>]`.
 * @throws UnsafeTransactionError with the finding `malformed_transaction` when Solana would reject the bytes, or when
 * the version is not supported.
 * @throws ConfigurationError when an option is unknown or invalid.
 * @example
 * ```ts
 * import type { BuiltTransaction } from "intent-tx";
 * import { decodeTransaction } from "intent-tx/solana";
 * const kinds = (built: BuiltTransaction) => decodeTransaction(built).instructions.map(({ kind }) => kind);
 * ```
 */
export function decodeTransaction(
  source: TransactionSource,
  options: { readonly lookupTables?: LookupTables | undefined } = {},
): DecodedTransaction {
  const given: typeof options = Object(options);
  checkOptions(given, { lookupTables: TABLES_RULE }, "{ lookupTables }");
  return decodeWire(transactionBytes(source), given.lookupTables);
}

export function decodeWire(bytes: Uint8Array, contents: LookupTables = {}): DecodedTransaction {
  const wire = readWire(bytes);
  const { keys, signatures, readonlySigners, readonlyOthers, config } = wire;
  const listed = keys.map((key, i): DecodedTransaction.Account => {
    const signer = i < signatures.length;
    const writable = i < (signer ? signatures.length - readonlySigners : keys.length - readonlyOthers);
    return { address: bs58.encode(key), source: "static", signer, writable };
  });
  const lookupTables = wire.lookups.map(({ table, writable, readonly }) => ({
    table: bs58.encode(table),
    writable: [...writable],
    readonly: [...readonly],
  }));
  const loaded = (table: string, index: number, writable: boolean): DecodedTransaction.Account => {
    const address = Object.hasOwn(contents, table) ? contents[table]?.[index] : undefined;
    const source = { table, index };
    return { address: address ?? `${table}[${index}]`, source, signer: false, writable };
  };
  // In the runtime's order: listed accounts, then the writable accounts of all tables, then the read-only ones.
  const accounts = [
    ...listed,
    ...lookupTables.flatMap(({ table, writable }) => writable.map((index) => loaded(table, index, true))),
    ...lookupTables.flatMap(({ table, readonly }) => readonly.map((index) => loaded(table, index, false))),
  ];
  const name = (index: number) => (accounts[index] as DecodedTransaction.Account).address;
  const instructions = wire.instructions.map((instruction) =>
    decodeInstruction({
      programId: name(instruction.program),
      accounts: Array.from(instruction.accounts, name),
      data: instruction.data,
    }),
  );
  const signers = listed.slice(0, signatures.length).map(({ address }) => address);
  return {
    version: wire.version,
    ...(config && { config }),
    feePayer: name(0),
    signers,
    signatures: signatures.map((bytes) =>
      bytes.some((byte) => byte !== 0) ? bs58.encode(bytes) : undefined,
    ),
    recentBlockhash: bs58.encode(wire.recentBlockhash),
    accounts,
    lookupTables,
    instructions,
    fee: SIGNATURE_FEE * BigInt(signers.length) + (config?.priorityFee ?? priorityFee(instructions)),
    rent: networkRent(instructions),
    message: wire.message,
  };
}

export const SIGNATURE_FEE = 5_000n;

export const MAX_COMPUTE_UNITS = 1_400_000;

/** The compute-unit limit that a transaction sets, in its header or with an instruction. */
export const limitOf = ({ config, instructions }: DecodedTransaction): number | undefined =>
  config?.computeUnitLimit ?? instructions.find((one) => one.kind === "compute-unit-limit")?.units;

/** Compute units that the runtime assumes for each instruction if the transaction sets no limit. */
const DEFAULT_UNITS = { builtIn: 3_000, other: 200_000 };

/** Lamports for compute units at a price, rounded up as in the runtime. */
export const priorityLamports = (units: number, microLamports: bigint): bigint =>
  (BigInt(units) * microLamports + 999_999n) / 1_000_000n;

function priorityFee(instructions: readonly DecodedInstruction[]): bigint {
  let limit: number | undefined;
  let price = 0n;
  let assumed = 0;
  for (const instruction of instructions) {
    if (instruction.kind === "compute-unit-limit") limit = instruction.units;
    if (instruction.kind === "compute-unit-price") price = instruction.microLamports;
    const { programId } = instruction;
    const builtIn = programId === PROGRAM_IDS.system || programId === PROGRAM_IDS.computeBudget;
    assumed += builtIn ? DEFAULT_UNITS.builtIn : DEFAULT_UNITS.other;
  }
  return priorityLamports(Math.min(limit ?? assumed, MAX_COMPUTE_UNITS), price);
}

/** An account's rent in lamports. The runtime charges for the account's bytes plus 128. */
const rentOf = (bytes: number): bigint => BigInt((128 + bytes) * 6_960);

const TOKEN_ACCOUNT_RENT = rentOf(165);

/** A Token-2022 account can be larger, up to 195 bytes, depending on the mint's extensions. */
export const MAX_RENT = rentOf(195);

export const rentOfToken = (tokenProgram: string): bigint =>
  tokenProgram === PROGRAM_IDS.token ? TOKEN_ACCOUNT_RENT : MAX_RENT;

export function networkRent(instructions: readonly DecodedInstruction[]): bigint {
  const lasting = new Map<string, bigint>();
  for (const instruction of instructions) {
    if (instruction.kind === "create-token-account") {
      const { account, tokenProgram } = instruction;
      lasting.set(account, rentOfToken(tokenProgram));
    }
    if (instruction.kind === "swap") lasting.set(instruction.programId, instruction.rent ?? 0n);
    // Closing an account returns its rent. Verification checks that the wallet receives the rent.
    if (instruction.kind === "close-account") lasting.delete(instruction.account);
  }
  return [...lasting.values()].reduce((sum, rent) => sum + rent, 0n);
}
