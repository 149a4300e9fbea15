import { AddressBytes } from "../chain/address-bytes.js";
import { type AddressText, AddressTexts } from "../chain/address-texts.js";
import { addressBytes } from "../chain/addresses.js";
import { isLoader } from "../chain/program-accounts.js";
import { PROGRAMS, SYSVARS } from "../chain/programs.js";
import { RENT_EXEMPT_EPOCH } from "../chain/rent.js";
import { wireProblem } from "../chain/wire-check.js";
import { settle } from "../kernel/work-under-way.js";
import { chainError } from "./chain-errors.js";
import { KnownAccounts } from "./known-accounts.js";
import type { ChainAccount } from "./ledger.js";
import { Machine } from "./machine.js";
import { PostAccounts } from "./post-accounts.js";
import { StandIns } from "./stand-ins.js";
import { loadNative, type Native } from "./svm-native.js";
import { nativeClock, plainAccount, plainResult, type SvmResult } from "./svm-values.js";

/** Owners of the native programs and of the sysvars. */
const CLUSTERS_OWN: ReadonlySet<string> = new Set([PROGRAMS.nativeLoader, SYSVARS.owner]);

/** Each call leaves some 2 KB behind until the event loop turns. */
const CALLS_A_TURN = 2000;
/** Calls that reading the result of a run takes. */
const CALLS_A_RUN = 10;

/** How a simulation runs. */
export interface SimulationOptions {
  /** Whether signatures are verified. */
  readonly verify: boolean;
  /** Whether it tells what programs called. */
  readonly inner: boolean;
}

/** The accounts that a transaction names, in the order of its keys. */
export interface NamedAccounts {
  readonly all: readonly string[];
  /** Those that it may change. */
  readonly writable: readonly string[];
}

/**
 * LiteSVM behind types that cannot crash it. The native code ends the whole process on malformed bytes, on keys that
 * are not 32 bytes long, and on legacy entries given a version 0 transaction; so every address is decoded and every
 * transaction checked here, and nothing else imports it.
 */
export class Svm {
  readonly #native: Native;
  readonly #machine: Machine;
  /** Accounts as they stand: to copy them out again would cost more than many a run. */
  readonly #known = new KnownAccounts();
  readonly #texts = new AddressTexts();
  /** Few programs own all accounts. */
  readonly #owners = new AddressBytes();
  readonly #standIns = new StandIns({
    account: (address) => this.account(address),
    put: (address, account) => this.#put(address, account),
  });
  #slot = -1;
  #calls = 0;

  private constructor(native: Native) {
    this.#native = native;
    this.#machine = new Machine(native);
    // The machine has a faucet of its own at an address that it draws: no account of this chain, and another one in each process.
    for (const address of this.ownedBy(PROGRAMS.system)) this.#put(address, undefined);
  }

  /** A fresh machine with the built-in programs. @throws ServiceError if there is no native package for this platform */
  static open(): Svm {
    return new Svm(loadNative());
  }

  /** Writes addresses as base58, and remembers those that it has written. */
  get textOf(): AddressText {
    return this.#texts.at;
  }

  /** The blockhash that the machine's own instructions take for the latest; it never changes. */
  get ownBlockhash(): string {
    return this.#machine.ownBlockhash;
  }

  /** Stands for all that is in the machine: another object after each change. */
  get state(): object {
    return this.#machine.state;
  }

  /** Puts a program where it can be called. */
  addProgram(address: string, image: Uint8Array): void {
    this.#known.clear();
    this.#machine.addProgram(addressBytes(address), image);
  }

  /**
   * Lets the event loop turn once in a while. The machine's answers are freed between its turns alone, and a caller who
   * only ever awaits what is ready would never let it.
   */
  async breathe(): Promise<void> {
    // Who comes here wants to run something; one that finds it remembered must not keep the others waiting either.
    this.#calls += CALLS_A_RUN;
    if (this.#calls < CALLS_A_TURN) return;
    this.#calls = 0;
    await settle();
  }

  /** An account; undefined for one that does not exist. */
  account(address: string): ChainAccount | undefined {
    const known = this.#known.get(address);
    return known === undefined ? this.#read(address, addressBytes(address)) : (known ?? undefined);
  }

  #read(address: string, key: Uint8Array): ChainAccount | undefined {
    this.#calls++;
    this.#machine.wake(address);
    const native = this.#machine.account(key);
    const account = native ? plainAccount(address, native, this.textOf) : undefined;
    this.#known.add(address, account);
    return account;
  }

  /** Addresses of what a program owns, in an order that is another each time: looks at every account there is. */
  ownedBy(programId: string): string[] {
    if (isLoader(programId)) this.#machine.wakeAll();
    return this.#machine.ownedBy(addressBytes(programId)).map((key) => this.textOf(key, 0));
  }

  /**
   * Replaces an account; undefined removes it.
   *
   * @throws RangeError if it is executable and of no loader that is here, or of the cluster itself and no longer what it is
   */
  setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): void {
    if (account?.executable && !isLoader(account.owner)) {
      throw new RangeError(
        `${address} is executable and owned by ${account.owner}, which is no loader of this ledger`,
      );
    }
    const key = addressBytes(address);
    const known = this.#known.get(address);
    const before = known === undefined ? this.#read(address, key) : known;
    // Without them the machine ends the process.
    if (before && CLUSTERS_OWN.has(before.owner) && (!account?.lamports || account.owner !== before.owner)) {
      throw new RangeError(`${address} belongs to the cluster itself: it stays what it is`);
    }
    if (before?.executable && !account?.executable) this.#standIns.add(address);
    this.#put(address, account, key);
  }

  #put(
    address: string,
    account: Omit<ChainAccount, "address"> | undefined,
    key = addressBytes(address),
  ): void {
    const {
      lamports = 0n,
      data = new Uint8Array(0),
      owner = PROGRAMS.system,
      executable = false,
    } = account ?? {};
    const { Account } = this.#native;
    this.#known.forget(address);
    const native = new Account(lamports, data, this.#owners.of(owner), executable, RENT_EXEMPT_EPOCH);
    try {
      this.#machine.setAccount(key, native);
    } catch (error) {
      throw new RangeError(`${address} is not what stands there: ${String(error)}`);
    }
  }

  /** Sets the slot and the time that programs read. */
  setSlot(slot: number): void {
    if (slot === this.#slot) return;
    this.#slot = slot;
    this.#machine.setClock(nativeClock(this.#native, slot));
  }

  /** Sets the recent slots that programs can look up (making a lookup table names one). */
  setSlotHashes(hashes: readonly { readonly slot: number; readonly hash: string }[]): void {
    this.#machine.setSlotHashes(hashes.map(({ slot, hash }) => ({ slot: BigInt(slot), hash })));
  }

  /**
   * Runs a transaction and keeps what it did.
   *
   * @param verify - whether signatures are verified; not for the very bytes of which that was done just now
   * @throws RangeError if the bytes are none
   */
  send(wire: Uint8Array, { all, writable }: NamedAccounts, verify: boolean): SvmResult {
    this.#prepare(wire, all);
    return this.#standIns.around(() => {
      const run = this.#machine.send(wire, verify);
      for (const address of writable) this.#known.forget(address);
      return this.#result(run, true);
    });
  }

  /**
   * Runs a transaction and keeps nothing.
   *
   * @throws RangeError if the bytes are none
   */
  simulate(
    wire: Uint8Array,
    { all, writable }: NamedAccounts,
    { verify, inner }: SimulationOptions,
  ): SvmResult {
    this.#prepare(wire, all);
    return this.#standIns.around(() => this.#result(this.#machine.simulate(wire, verify), inner, writable));
  }

  /**
   * Whether a simulation of a transaction that verifies signatures would end with them.
   *
   * @throws RangeError if the bytes are none
   */
  refusesSignatures(wire: Uint8Array): boolean {
    this.#check(wire);
    return this.#machine.refusesSignatures(wire);
  }

  #prepare(wire: Uint8Array, named: readonly string[]): void {
    this.#check(wire);
    for (const address of named) this.#machine.wake(address);
  }

  /** Nothing reaches the machine before it was checked here. */
  #check(wire: Uint8Array): void {
    const problem = wireProblem(wire);
    if (problem !== undefined) throw new RangeError(problem);
  }

  #result(
    run: ReturnType<Machine["send"] | Machine["simulate"]>,
    inner: boolean,
    writable: readonly string[] = [],
  ): SvmResult {
    const { FailedTransactionMetadata, TransactionMetadata } = this.#native;
    const told = { inner, textOf: this.textOf };
    if (run instanceof FailedTransactionMetadata) {
      const err = chainError(run.err(), () => run.toString());
      return plainResult(run.meta(), err, told);
    }
    if (run instanceof TransactionMetadata) return plainResult(run, null, told);
    const programs = this.#known.programsOf(writable);
    const postAccounts = () => new PostAccounts(run.postAccounts(), writable, programs, this.textOf);
    return plainResult(run.meta(), null, told, postAccounts);
  }
}
