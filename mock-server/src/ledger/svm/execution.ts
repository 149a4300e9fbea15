import { rentExempt } from "../../formats/accounts.js";
import { feeOf } from "../../formats/fees.js";
import { programDataOf } from "../../formats/program-accounts.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import { isSigned } from "../../formats/signatures.js";
import { decodeTokenAccount, mintDecimals } from "../../formats/token-layout.js";
import { type Transaction, withBlockhash } from "../../formats/transaction.js";
import { budgetError, invalidTransaction } from "../chain-errors.js";
import { nonceAccountOf, nonceValueAfter, withNonce } from "../durable-nonce.js";
import {
  type ChainAccount,
  type ChainError,
  type LoadedKeys,
  type LocalExecution,
  SendError,
  type TokenBalance,
} from "../ledger.js";
import { loadKeys } from "../lookup-tables.js";
import type { Signatures, Svm } from "./svm.js";
import type { AccountsAfter, SvmResult } from "./svm-values.js";
import { isSysvar, type Sysvars } from "./sysvars.js";

/** A transaction with one of these errors does not run, but it lands and pays its fee. */
const FEE_ONLY: ReadonlySet<unknown> = new Set([
  "ProgramAccountNotFound",
  "InvalidProgramForExecution",
  "MaxLoadedAccountsDataSizeExceeded",
]);

/** A validator finds these errors while it decodes a transaction, and reports the transaction as malformed. */
const TABLE_ERRORS: ReadonlySet<unknown> = new Set([
  "AddressLookupTableNotFound",
  "InvalidAddressLookupTableOwner",
  "InvalidAddressLookupTableData",
  "InvalidAddressLookupTableIndex",
]);

export interface BlockContext {
  readonly slot: number;
  /** The latest blockhash, from which an advanced nonce is derived. */
  readonly blockhash: string;
  /** The nonce account that the transaction uses instead of a recent blockhash. */
  readonly nonceAccount?: string | undefined;
}

/** Runs transactions in LiteSVM and adds the figures that it does not report: fees, balances, account changes. */
export class Executor {
  constructor(
    private readonly svm: Svm,
    private readonly sysvars: Sysvars,
    private readonly era: {
      /** False if the feature of version 1 transactions is inactive. LiteSVM does not check it. */
      readonly version1: boolean;
      readonly lamportsPerByte: number | undefined;
    },
  ) {}

  /** @throws {SendError} `malformed`, or `signature` */
  simulate(
    transaction: Transaction,
    block: BlockContext,
    signatures: Signatures,
    innerInstructions?: boolean,
  ) {
    const { loaded, before, runnable, unverified } = this.#prepare(transaction, block, signatures);
    const result = this.svm.simulate(runnable, loaded, unverified, innerInstructions);
    const err = this.#error(transaction, result.err, signatures);
    const posts = err === null ? result.postAccounts : undefined;
    const after = posts ? afterRun(loaded, before, posts) : this.#afterFee(before, transaction, err);
    return this.#run(transaction, loaded, result, err, before, after);
  }

  /** Runs a transaction and keeps the result. A transaction that cannot run changes nothing. @throws {SendError} */
  send(transaction: Transaction, block: BlockContext, signatures: Signatures) {
    const { loaded, before, runnable, unverified } = this.#prepare(transaction, block, signatures);
    const result = this.svm.send(runnable, loaded, unverified);
    const err = this.#error(transaction, result.err, signatures);
    // If a program cannot be called, a validator charges the transaction's fee, but LiteSVM does not.
    const ran = FEE_ONLY.has(err) ? this.#afterFee(before, transaction, err) : this.#read(loaded);
    if (FEE_ONLY.has(err)) this.svm.setAccount(loaded.accountKeys[0] ?? "", ran[0]);
    const used = err !== null && this.#didLand(err, transaction, before) ? block.nonceAccount : undefined;
    // A validator also advances the nonce if the transaction failed, but LiteSVM does not.
    const after = ran.map((account) =>
      account && account.address === used ? withNonce(account, nonceValueAfter(block.blockhash)) : account,
    );
    for (const [at, account] of after.entries()) {
      if (account && account !== ran[at]) this.svm.setAccount(account.address, account);
    }
    return this.#run(transaction, loaded, result, err, before, after);
  }

  /** The result of a transaction that was rejected before it ran. @throws {SendError} `malformed` */
  refused(transaction: Transaction, err: ChainError) {
    const loaded = this.#load(transaction);
    const before = this.#read(loaded);
    const nothing = { logs: [], unitsConsumed: 0, innerInstructions: [], returnData: () => undefined };
    return this.#run(transaction, loaded, nothing, err, before, before);
  }

  /**
   * The accounts before a run, the transaction to run, and how to treat its signatures. LiteSVM
   * assumes that a transaction's own blockhash is the latest one. Only nonce instructions read the latest blockhash,
   * through the RecentBlockhashes sysvar. Transactions that name this sysvar therefore run with the block's hash.
   *
   * @throws {SendError} `malformed`, or `signature`
   */
  #prepare(transaction: Transaction, { slot, blockhash }: BlockContext, signatures: Signatures) {
    const loaded = this.#load(transaction);
    const { accountKeys } = loaded;
    const found = this.#read(loaded);
    // A deactivated table can be used while its slot is in the SlotHashes sysvar.
    const read = transaction.lookups.length > 0 ? [...accountKeys, PROGRAMS.addressLookupTable] : accountKeys;
    this.sysvars.turn(slot, read, found);
    const before = accountKeys.some(isSysvar) ? this.#read(loaded) : found;
    if (!accountKeys.includes(SYSVARS.recentBlockhashes))
      return { loaded, before, runnable: transaction, unverified: signatures };
    // The signatures belong to the original bytes, so they are verified first.
    if (signatures === "verify")
      this.#error(transaction, this.svm.simulate(transaction, loaded, signatures).err, signatures);
    return { loaded, before, runnable: withBlockhash(transaction, blockhash), unverified: "trust" } as const;
  }

  #load(transaction: Transaction): LoadedKeys {
    if (transaction.version === 1 && !this.era.version1) throw invalidTransaction("UnsupportedVersion");
    return loadKeys(transaction, (address) => this.svm.account(address));
  }

  #read({ accountKeys }: LoadedKeys): Accounts {
    return accountKeys.map((key) => this.svm.account(key));
  }

  #error(transaction: Transaction, err: ChainError | null, signatures: Signatures): ChainError | null {
    if (err === null) return null;
    // A node verifies signatures before all other checks. LiteSVM makes some other checks first.
    const isUnsigned = signatures === "verify" && typeof err === "string" && !isSigned(transaction);
    if (err === "SignatureFailure" || isUnsigned)
      throw new SendError("signature", "Transaction signature verification failure");
    const isDuplicate = typeof err === "object" && "DuplicateInstruction" in err;
    if (TABLE_ERRORS.has(err) || isDuplicate || budgetError(transaction, err) === "malformed")
      throw invalidTransaction(err);
    if (err !== "InvalidProgramForExecution") return err;
    // LiteSVM returns the same error for a missing program and for an account that is not a program.
    for (const { programIdIndex } of transaction.instructions) {
      const program = this.svm.account(transaction.staticKeys[programIdIndex] ?? "");
      if (!program) return "ProgramAccountNotFound";
      if (!program.executable) return err;
    }
    return err;
  }

  /** The result of a run, with its accounts before and after in the order of `accountKeys`. */
  #run(
    transaction: Transaction,
    loaded: LoadedKeys,
    result: Omit<SvmResult, "err" | "postAccounts">,
    err: ChainError | null,
    before: Accounts,
    after: Accounts,
  ) {
    const { logs, unitsConsumed, innerInstructions } = result;
    const { accountKeys, loadedWritable, loadedReadonly } = loaded;
    const returnData = result.returnData();
    const ran = err === null || this.#didLand(err, transaction, before);
    const accountAt = (address: string) => this.svm.account(address);
    const bytes = () =>
      FEE_ONLY.has(err) ? chargedBytes(transaction, before) : loadedBytes(transaction, before, accountAt);
    const execution: LocalExecution = {
      err,
      logs,
      unitsConsumed,
      innerInstructions,
      accountKeys,
      loadedWritable,
      loadedReadonly,
      fee: ran ? feeOf(transaction) : null,
      preBalances: lamportsOf(before),
      postBalances: lamportsOf(after),
      preTokenBalances: tokenBalances(accountKeys, before, after, accountAt),
      postTokenBalances: tokenBalances(accountKeys, after, before, accountAt),
      loadedAccountsDataSize: ran ? bytes() : 0,
    };
    return { execution: returnData ? { ...execution, returnData } : execution, before, after };
  }

  /** True if a transaction with this error still lands and pays its fee. */
  #didLand(err: ChainError, transaction: Transaction, [payer]: Accounts): boolean {
    const rest = (payer?.lamports ?? 0n) - feeOf(transaction);
    // After the fee, the payer must be empty or rent exempt.
    if (rest !== 0n && rest < rentExempt(payer?.data.length ?? 0, this.era.lamportsPerByte)) return false;
    if (FEE_ONLY.has(err)) return true;
    if (budgetError(transaction, err) === "unpaid") return false;
    return typeof err === "object" && ("InstructionError" in err || "InsufficientFundsForRent" in err);
  }

  #afterFee(before: Accounts, transaction: Transaction, err: ChainError | null): Accounts {
    const [payer, ...others] = before;
    if (!payer || err === null || !this.#didLand(err, transaction, before)) return before;
    return [{ ...payer, lamports: payer.lamports - feeOf(transaction) }, ...others];
  }
}

/** The accounts after a run: from `posts` if the run could change them, otherwise from `before`. */
function afterRun({ accountKeys }: LoadedKeys, before: Accounts, posts: AccountsAfter): Accounts {
  return accountKeys.map((key, at) => (posts.has(key) ? posts.get(key) : before[at]));
}

/** A transaction's accounts in the order of its keys. */
export type Accounts = readonly (ChainAccount | undefined)[];

/** Bytes counted for each loaded account in addition to its data. */
const ACCOUNT_BYTES = 64;
/** Bytes counted for each loaded lookup table. */
const TABLE_BYTES = 8_248;

/** Reads an account that the transaction might not name. */
type AccountAt = (address: string) => ChainAccount | undefined;

function lamportsOf(accounts: Accounts): bigint[] {
  return accounts.map((account) => account?.lamports ?? 0n);
}

/**
 * Decimals are stored in the mint, which the transaction might have created or might not name.
 *
 * @param others - the same accounts after the run if `accounts` is before it, and vice versa
 */
function tokenBalances(
  keys: readonly string[],
  accounts: Accounts,
  others: Accounts,
  accountAt: AccountAt,
): TokenBalance[] {
  const balances: TokenBalance[] = [];
  for (let accountIndex = 0; accountIndex < accounts.length; accountIndex++) {
    const account = accounts[accountIndex];
    const token = account && decodeTokenAccount(account.owner, account.data);
    if (!account || !token) continue;
    const { mint, owner, amount } = token;
    const at = keys.indexOf(mint);
    const named = accounts[at] ?? others[at] ?? accountAt(mint);
    const decimals = (named && mintDecimals(named.owner, named.data)) ?? 0;
    balances.push({ accountIndex, mint, owner, programId: account.owner, amount, decimals });
  }
  return balances;
}

/** The size of the only accounts that count if a transaction pays its fee without running: its payer and its nonce. */
function chargedBytes(transaction: Transaction, before: Accounts): number {
  const nonce = nonceAccountOf(transaction, (key) => before.find((account) => account?.address === key));
  const charged = before.filter((account, at) => at === 0 || account?.address === nonce);
  return charged.reduce((sum, account) => sum + (account?.data.length ?? 0), 0);
}

/** Loaded bytes as a node counts them: accounts, code of upgradeable programs, and lookup tables. */
function loadedBytes({ lookups }: Transaction, accounts: Accounts, accountAt: AccountAt): number {
  let sum = TABLE_BYTES * lookups.length;
  for (const account of accounts) {
    if (!account || account.address === SYSVARS.instructions) continue;
    sum += ACCOUNT_BYTES + account.data.length;
    const code = programDataOf(account);
    if (code !== undefined) sum += ACCOUNT_BYTES + (accountAt(code)?.data.length ?? 0);
  }
  return sum;
}
