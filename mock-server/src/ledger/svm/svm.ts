import type { FeaturesOption } from "../../fixtures/option.js";
import { RENT_EXEMPT_EPOCH, rentExempt } from "../../formats/accounts.js";
import { addressAt, addressBytes } from "../../formats/addresses.js";
import { isLoader } from "../../formats/program-accounts.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import { isWritable, type Transaction } from "../../formats/transaction.js";
import { errorText } from "../../kernel/errors.js";
import { nextTurn } from "../../kernel/timers.js";
import { chainError } from "../chain-errors.js";
import type { ChainAccount, LoadedKeys } from "../ledger.js";
import { type FreshMachine, freshMachine } from "./fresh-machines.js";
import { loadNative, type NativeMachine } from "./svm-native.js";
import { accountsAfter, plainAccount, plainResult, RemovedPrograms, type SvmResult } from "./svm-values.js";

/** Owners of accounts that belong to the cluster itself: native programs and sysvars. */
const CLUSTERS_OWN: ReadonlySet<string> = new Set([PROGRAMS.nativeLoader, SYSVARS.owner]);

/** How a run treats signatures: they are trusted if these bytes were just verified, or no check is wanted. */
export type Signatures = "verify" | "trust";

/** Native calls per event loop turn. Each call uses about 2 KB, which is freed only after the turn. */
const CALLS_A_TURN = 2000;
/** Native calls per run, including those that read its result. */
const CALLS_A_RUN = 10;

/**
 * LiteSVM with input checks. LiteSVM's native code aborts the process on malformed bytes, on keys that are not 32 bytes
 * long, and on a version 0 transaction given to the legacy entry points. It therefore only receives addresses that are
 * checked here, and transactions that `readTransaction` has decoded. No other module imports LiteSVM.
 */
export class Svm {
  readonly #native = loadNative();
  readonly #fresh: FreshMachine;
  readonly #machine: NativeMachine;
  #signatures: Signatures = "verify";
  readonly #removedPrograms = new RemovedPrograms({
    account: (address) => this.account(address),
    put: (address, account) => this.#put(address, account),
  });
  /** Accounts as LiteSVM has them, except sysvars, which it changes. LiteSVM copies an account at each read. */
  readonly #accounts = new Map<string, ChainAccount>();
  #calls = 0;

  /**
   * A new instance with the built-in programs.
   *
   * @throws ServiceError if no native package exists for this platform
   * @throws OptionError for an unknown feature
   */
  constructor(features?: FeaturesOption) {
    this.#fresh = freshMachine(this.#native, features);
    this.#machine = this.#fresh.svm;
    // The ledger checks blockhashes and duplicates: LiteSVM accepts only the latest hash, and forgets signatures.
    this.#machine.setBlockhashCheck(false);
    this.#machine.setTransactionHistory(0n);
    // LiteSVM creates its own faucet, which is not part of this chain, at an address that differs in each process.
    for (const address of this.ownedBy(PROGRAMS.system)) this.#put(address, undefined);
    for (const address of this.ownedBy(SYSVARS.owner)) {
      const sysvar = this.account(address);
      if (sysvar) this.setSysvar(address, sysvar.data);
    }
  }

  addProgram(address: string, image: Uint8Array): void {
    this.#accounts.delete(address);
    this.#machine.addProgram(addressBytes(address), image);
  }

  /**
   * Yields to the event loop regularly. LiteSVM's results are freed only between turns, and a turn never ends while a
   * caller awaits only settled promises.
   */
  async yieldTurn(): Promise<void> {
    this.#calls += CALLS_A_RUN;
    if (this.#calls < CALLS_A_TURN) return;
    this.#calls = 0;
    await nextTurn();
  }

  account(address: string): ChainAccount | undefined {
    const known = this.#accounts.get(address);
    // No cluster has the Fees sysvar any more, but LiteSVM does not allow its removal.
    if (known || address === SYSVARS.fees) return known;
    this.#calls++;
    this.#fresh.load(address);
    const native = this.#machine.getAccount(addressBytes(address));
    const account = native ? plainAccount(address, native) : undefined;
    this.#keep(address, account);
    return account;
  }

  /** Addresses of the accounts that a program owns, in varying order. Scans all accounts. */
  ownedBy(programId: string): string[] {
    if (isLoader(programId)) this.#fresh.loadAll();
    return this.#machine
      .getProgramAccounts(addressBytes(programId))
      .map(({ address }) => addressAt(address, 0));
  }

  /**
   * Replaces an account; undefined removes it.
   *
   * @throws RangeError if the account is executable without a supported loader, or belongs to the cluster itself
   */
  setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): void {
    if (account?.executable && !isLoader(account.owner)) {
      throw new RangeError(
        `${address} is executable and owned by ${account.owner}, which is not a supported loader`,
      );
    }
    const before = this.account(address);
    // Without these accounts, LiteSVM aborts the process.
    if (before && CLUSTERS_OWN.has(before.owner) && (!account?.lamports || account.owner !== before.owner)) {
      throw new RangeError(`${address} belongs to the cluster itself and cannot be changed`);
    }
    if (before?.executable && !account?.executable) this.#removedPrograms.add(address);
    this.#put(address, account);
  }

  #put(address: string, account: Omit<ChainAccount, "address"> | undefined): void {
    const {
      lamports = 0n,
      data = new Uint8Array(0),
      owner = PROGRAMS.system,
      executable = false,
    } = account ?? {};
    const { Account } = this.#native;
    const native = new Account(lamports, data, addressBytes(owner), executable, RENT_EXEMPT_EPOCH);
    try {
      this.#machine.setAccount(addressBytes(address), native);
    } catch (error) {
      throw new RangeError(`${address} cannot be replaced by this account: ${errorText(error)}`);
    }
    this.#keep(address, lamports > 0n ? { address, lamports, data, owner, executable } : undefined);
  }

  #keep(address: string, account: ChainAccount | undefined): void {
    if (account && account.owner !== SYSVARS.owner) this.#accounts.set(address, account);
    else this.#accounts.delete(address);
  }

  /** Writes a sysvar. Programs can read it even if the transaction does not name it. */
  setSysvar(address: string, data: Uint8Array): void {
    const account = { lamports: rentExempt(data.length), data, owner: SYSVARS.owner, executable: false };
    this.#put(address, account);
  }

  /** Runs a transaction and keeps its effects. */
  send(
    transaction: Transaction,
    { accountKeys, loadedWritable }: LoadedKeys,
    signatures: Signatures,
  ): SvmResult {
    for (const [at, address] of accountKeys.entries())
      if (isWritable(transaction, loadedWritable, at)) this.#accounts.delete(address);
    return this.#run(accountKeys, signatures, () =>
      this.#result(this.#machine.sendVersionedTransaction(transaction.wire), true),
    );
  }

  /** Runs a transaction without keeping its effects. */
  simulate(
    { wire }: Transaction,
    { accountKeys }: LoadedKeys,
    signatures: Signatures,
    innerInstructions = false,
  ): SvmResult {
    return this.#run(accountKeys, signatures, () =>
      this.#result(this.#machine.simulateVersionedTransaction(wire), innerInstructions),
    );
  }

  #run(accountKeys: readonly string[], signatures: Signatures, run: () => SvmResult): SvmResult {
    for (const address of accountKeys) this.#fresh.load(address);
    if (signatures !== this.#signatures) this.#machine.setSigverify(signatures === "verify");
    this.#signatures = signatures;
    return this.#removedPrograms.run(run);
  }

  #result(
    run: ReturnType<NativeMachine["sendVersionedTransaction" | "simulateVersionedTransaction"]>,
    inner: boolean,
  ): SvmResult {
    const { FailedTransactionMetadata, TransactionMetadata } = this.#native;
    if (run instanceof FailedTransactionMetadata) {
      const err = chainError(run.err(), () => run.toString());
      return plainResult(run.meta(), err, { inner });
    }
    if (run instanceof TransactionMetadata) return plainResult(run, null, { inner });
    return plainResult(run.meta(), null, { inner }, accountsAfter(run.postAccounts()));
  }
}
