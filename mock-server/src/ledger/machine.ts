import { type FreshMachine, freshMachine } from "./fresh-machines.js";
import type { Native, NativeAccount, NativeMachine } from "./svm-native.js";

/** Number of LiteSVM's error for a signature that is missing or wrong. */
const SIGNATURE_FAILURE = 11;

/**
 * A native machine that says when it is another than it was. Nobody else has the machine, so that nothing changes in it but
 * through here, and each change gives it a new state. A simulation changes nothing: it depends on the transaction, on
 * whether signatures are verified, and on the state.
 */
export class Machine {
  readonly #native: Native;
  readonly #fresh: FreshMachine;
  readonly #svm: NativeMachine;
  #state: object | undefined;
  #verify = true;

  /** A fresh machine with the built-in programs. */
  constructor(native: Native) {
    this.#native = native;
    this.#fresh = freshMachine(native);
    this.#svm = this.#fresh.svm;
    // Both are the ledger's work: LiteSVM takes the latest blockhash alone, and forgets signatures.
    this.#svm.setBlockhashCheck(false);
    this.#svm.setTransactionHistory(0n);
  }

  /** Stands for all that is in the machine: another object after each change. */
  get state(): object {
    this.#state ??= {};
    return this.#state;
  }

  /** The blockhash that the machine's own instructions take for the latest; it never changes. */
  get ownBlockhash(): string {
    return this.#svm.latestBlockhash();
  }

  /** An account; null for one that does not exist. */
  account(key: Uint8Array): NativeAccount | null {
    return this.#svm.getAccount(key);
  }

  /** Keys of what a program owns, in an order that is another each time: looks at every account there is. */
  ownedBy(programId: Uint8Array): Uint8Array[] {
    return this.#svm.getProgramAccounts(programId).map(({ address }) => address);
  }

  /** @throws Error for an account that the machine refuses */
  setAccount(key: Uint8Array, account: NativeAccount): void {
    this.#change().setAccount(key, account);
  }

  addProgram(key: Uint8Array, image: Uint8Array): void {
    this.#change().addProgram(key, image);
  }

  setClock(clock: InstanceType<Native["Clock"]>): void {
    this.#change().setClock(clock);
  }

  setSlotHashes(hashes: Parameters<NativeMachine["setSlotHashes"]>[0]): void {
    this.#change().setSlotHashes(hashes);
  }

  /** Puts the program of an address where it can be read and called, if one sleeps there. */
  wake(address: string): void {
    if (this.#fresh.wake(address)) this.#change();
  }

  /** As {@link wake}, with every program. */
  wakeAll(): void {
    this.#change();
    this.#fresh.wakeAll();
  }

  /** Runs a transaction and keeps what it did; `verify`: its signatures have to be good. */
  send(wire: Uint8Array, verify: boolean): ReturnType<NativeMachine["sendVersionedTransaction"]> {
    this.#setVerify(verify);
    return this.#change().sendVersionedTransaction(wire);
  }

  /** Runs a transaction and keeps nothing. */
  simulate(wire: Uint8Array, verify: boolean): ReturnType<NativeMachine["simulateVersionedTransaction"]> {
    this.#setVerify(verify);
    return this.#svm.simulateVersionedTransaction(wire);
  }

  /**
   * Whether a simulation that verifies signatures would end with them. All that the machine looks at before it looks the same
   * without; behind them comes the blockhash, at which this one ends, as it is none of the machine's.
   */
  refusesSignatures(wire: Uint8Array): boolean {
    this.#svm.setBlockhashCheck(true);
    try {
      const run = this.simulate(wire, true);
      return run instanceof this.#native.FailedTransactionMetadata && run.err() === SIGNATURE_FAILURE;
    } finally {
      this.#svm.setBlockhashCheck(false);
    }
  }

  /** The machine, to be changed. */
  #change(): NativeMachine {
    this.#state = undefined;
    return this.#svm;
  }

  /** Each run says whether signatures are verified; the machine is told when it is not so already. */
  #setVerify(verify: boolean): void {
    if (verify === this.#verify) return;
    this.#svm.setSigverify(verify);
    this.#verify = verify;
  }
}
