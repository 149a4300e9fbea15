import { addressAt } from "../chain/addresses.js";
import { feeOf } from "../chain/fees.js";
import { PROGRAMS, SYSVARS } from "../chain/programs.js";
import { decodeTokenAccount, mintDecimals } from "../chain/token-layout.js";
import { isStaticWritable, type Transaction } from "../chain/transaction.js";
import { NONCE_LENGTH, nonceValueAfter, readNonce, withNonce } from "./durable-nonce.js";
import {
  type ChainAccount,
  type ChainError,
  type Execution,
  SendError,
  type TokenBalance,
} from "./ledger.js";
import { type LoadedKeys, loadKeys } from "./lookup-tables.js";
import type { Svm } from "./svm.js";
import type { SvmAccounts } from "./svm-accounts.js";
import type { SvmResult } from "./svm-values.js";

/** A run with the accounts before and after it, in the order of `accountKeys`. */
export interface Run extends Execution {
  readonly before: readonly (ChainAccount | undefined)[];
  readonly after: readonly (ChainAccount | undefined)[];
}

type Accounts = readonly (ChainAccount | undefined)[];

/** Loaded bytes that an account counts for, beside its data. */
const ACCOUNT_BYTES = 64;
/** Loaded bytes that a lookup table counts for. */
const TABLE_BYTES = 8_248;
const LOADER_PROGRAM = 2;

/** Where the code of a program is that can be upgraded; undefined for anything else. */
function programDataOf({ owner, data }: ChainAccount): string | undefined {
  return owner === PROGRAMS.loaderV3 && data[0] === LOADER_PROGRAM && data.length >= 36
    ? addressAt(data, 4)
    : undefined;
}

/** Errors for which nothing runs but the fee is taken: the transaction lands all the same. */
const FEE_ONLY: ReadonlySet<unknown> = new Set([
  "ProgramAccountNotFound",
  "InvalidProgramForExecution",
  "MaxLoadedAccountsDataSizeExceeded",
]);

/** Errors that a validator finds while it takes a transaction apart; it answers them as malformed. */
const TABLE_ERRORS: ReadonlySet<unknown> = new Set([
  "AddressLookupTableNotFound",
  "InvalidAddressLookupTableOwner",
  "InvalidAddressLookupTableData",
  "InvalidAddressLookupTableIndex",
]);

/** The block in which a transaction runs. */
export interface BlockContext {
  /** The value that a nonce takes which is advanced in it. */
  readonly nextNonce: () => string;
  /** The nonce account that stands for the transaction's blockhash. */
  readonly nonceAccount?: string | undefined;
}

/** Runs transactions on the machine, and adds what the machine does not tell: fees, balances, account changes, nonces. */
export class Executor {
  /** The value that the machine gives a nonce: always the same, since its blockhash is. */
  readonly #machineNonce: string;

  constructor(
    private readonly svm: Svm,
    private readonly accounts: SvmAccounts,
  ) {
    this.#machineNonce = nonceValueAfter(svm.ownBlockhash);
  }

  /** `inner`: tell what programs called. @throws {SendError} `malformed`, or `signature` with `verify` */
  simulate(transaction: Transaction, block: BlockContext, options: { verify: boolean; inner: boolean }): Run {
    const loaded = this.#load(transaction);
    const before = this.#read(loaded);
    const result = this.svm.simulate(transaction.wire, options);
    const err = this.#error(transaction, result.err);
    const after = err
      ? afterFee(before, transaction, err)
      : loaded.accountKeys.map((key, at) =>
          result.postAccounts?.has(key) ? result.postAccounts.get(key) : before[at],
        );
    return this.#run(transaction, loaded, { ...result, err }, before, this.#withNonces(after, block));
  }

  /** Runs and keeps it; a transaction that could not run leaves nothing. @throws {SendError} */
  send(transaction: Transaction, block: BlockContext): Run {
    const loaded = this.#load(transaction);
    const before = this.#read(loaded);
    const result = this.svm.send(transaction.wire, writableKeys(transaction, loaded));
    const err = this.#error(transaction, result.err);
    // The machine leaves out the fee of a transaction whose program cannot be called; a validator takes it.
    const ran = FEE_ONLY.has(err) ? afterFee(before, transaction, err) : this.#read(loaded);
    if (FEE_ONLY.has(err)) this.svm.setAccount(loaded.accountKeys[0] ?? "", ran[0]);
    const failed = err !== null && didLand(err) ? block.nonceAccount : undefined;
    const after = this.#withNonces(ran, block, failed);
    for (const [at, account] of after.entries()) {
      if (account && account !== ran[at]) this.svm.setAccount(account.address, account);
    }
    return this.#run(transaction, loaded, { ...result, err }, before, after);
  }

  /** The result of a transaction that was refused before it ran. @throws {SendError} `malformed` */
  refused(transaction: Transaction, err: ChainError): Run {
    const loaded = this.#load(transaction);
    const before = this.#read(loaded);
    const nothing = { err, logs: [], unitsConsumed: 0, innerInstructions: [] };
    return this.#run(transaction, loaded, nothing, before, before);
  }

  /**
   * Accounts with the nonces that this block gives: in the place of the machine's own value, and in the account that stood
   * for the blockhash of a transaction that `failed`, which the chain advances all the same.
   */
  #withNonces(accounts: Accounts, { nextNonce }: BlockContext, failed?: string): Accounts {
    if (!accounts.some((account) => account?.data.length === NONCE_LENGTH)) return accounts;
    return accounts.map((account) => {
      const nonce = readNonce(account);
      if (!account || !nonce) return account;
      const advanced = nonce.value === this.#machineNonce || account.address === failed;
      return advanced ? withNonce(account, nextNonce()) : account;
    });
  }

  #load(transaction: Transaction): LoadedKeys {
    return loadKeys(transaction, (address) => this.accounts.get(address));
  }

  #read(loaded: LoadedKeys): Accounts {
    return loaded.accountKeys.map((key) => this.accounts.get(key));
  }

  #error(transaction: Transaction, err: ChainError | null): ChainError | null {
    if (err === "SignatureFailure") {
      throw new SendError("signature", "Transaction signature verification failure");
    }
    if (TABLE_ERRORS.has(err)) throw new SendError("malformed", `invalid transaction: ${String(err)}`);
    if (typeof err === "object" && err !== null && "DuplicateInstruction" in err) {
      throw new SendError(
        "malformed",
        `invalid transaction: Transaction contains a duplicate instruction (${err["DuplicateInstruction"]}) that is not allowed`,
      );
    }
    if (err !== "InvalidProgramForExecution") return err;
    // The machine has one error for a program that is not there and for an account that is no program.
    for (const { programIdIndex } of transaction.instructions) {
      const program = this.accounts.get(transaction.staticKeys[programIdIndex] ?? "");
      if (!program) return "ProgramAccountNotFound";
      if (!program.executable) return err;
    }
    return err;
  }

  #run(
    transaction: Transaction,
    loaded: LoadedKeys,
    result: Omit<SvmResult, "postAccounts">,
    before: Accounts,
    after: Accounts,
  ): Run {
    const { err, logs, unitsConsumed, innerInstructions, returnData } = result;
    const ran = err === null || didLand(err);
    return {
      ...{ err, logs, unitsConsumed, innerInstructions },
      ...(returnData && { returnData }),
      ...loaded,
      fee: ran ? feeOf(transaction) : null,
      preBalances: lamportsOf(before),
      postBalances: lamportsOf(after),
      preTokenBalances: this.#tokenBalances(before, after),
      postTokenBalances: this.#tokenBalances(after, before),
      loadedAccountsDataSize: ran ? this.#loadedBytes(transaction, before) : 0,
      ...{ before, after },
    };
  }

  /** The bytes that a node counts as loaded: accounts, code of upgradeable programs, and lookup tables. */
  #loadedBytes({ lookups }: Transaction, accounts: Accounts): number {
    const tables = TABLE_BYTES * lookups.length;
    return accounts.reduce((sum, account) => {
      if (!account || account.address === SYSVARS.instructions) return sum;
      const code = programDataOf(account);
      const codeBytes = code === undefined ? 0 : ACCOUNT_BYTES + (this.accounts.get(code)?.data.length ?? 0);
      return sum + ACCOUNT_BYTES + account.data.length + codeBytes;
    }, tables);
  }

  /** Decimals stand in the mint, which the transaction itself may have made or may not name. */
  #tokenBalances(accounts: Accounts, others: Accounts): TokenBalance[] {
    const balances: TokenBalance[] = [];
    for (const [accountIndex, account] of accounts.entries()) {
      const token = account && decodeTokenAccount(account.owner, account.data, this.svm.textOf);
      if (!account || !token) continue;
      const { mint, owner, amount } = token;
      const isMint = (other: ChainAccount | undefined) => other?.address === mint;
      const named = accounts.find(isMint) ?? others.find(isMint) ?? this.accounts.get(mint);
      const decimals = (named && mintDecimals(named.owner, named.data)) ?? 0;
      balances.push({ accountIndex, mint, owner, programId: account.owner, amount, decimals });
    }
    return balances;
  }
}

/** Whether a transaction that failed in this way is in a block all the same, its fee taken. */
export function didLand(err: ChainError): boolean {
  if (FEE_ONLY.has(err)) return true;
  return typeof err === "object" && ("InstructionError" in err || "InsufficientFundsForRent" in err);
}

function afterFee(before: Accounts, transaction: Transaction, err: ChainError | null): Accounts {
  const [payer, ...others] = before;
  if (!payer || err === null || !didLand(err)) return before;
  return [{ ...payer, lamports: payer.lamports - feeOf(transaction) }, ...others];
}

/** The accounts that a transaction may change. */
function writableKeys(transaction: Transaction, { accountKeys, loadedWritable }: LoadedKeys): string[] {
  const fixed = transaction.staticKeys.length;
  return accountKeys.filter((_, index) =>
    index < fixed ? isStaticWritable(transaction, index) : index < fixed + loadedWritable,
  );
}

function lamportsOf(accounts: Accounts): bigint[] {
  return accounts.map((account) => account?.lamports ?? 0n);
}
