import bs58 from "bs58";
import type { Clock, LiteSvm, TransactionMetadata } from "litesvm/dist/internal.js";
import { addressBytes } from "../chain/addresses.js";
import { PROGRAMS } from "../chain/programs.js";
import { RENT_EXEMPT_EPOCH } from "../chain/rent.js";
import { wireProblem } from "../chain/wire-check.js";
import { settle } from "../kernel/clock.js";
import { chainError } from "./chain-errors.js";
import type { ChainAccount, ChainError, InnerInstruction } from "./ledger.js";
import { epochOf, slotStart } from "./slots.js";
import { loadNative, type Native } from "./svm-native.js";

/** What the virtual machine says of a run. */
export interface SvmResult {
  readonly err: ChainError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  readonly innerInstructions: readonly InnerInstruction[];
  readonly returnData?: { readonly programId: string; readonly data: Uint8Array };
  /** After a simulation: the accounts that the run had loaded, as they would be. */
  readonly postAccounts?: ReadonlyMap<string, ChainAccount | undefined>;
}

/** Each call leaves some 2 KB behind until the event loop turns. */
const CALLS_A_TURN = 2000;

/**
 * LiteSVM behind types that cannot crash it. The native code ends the whole process on malformed bytes, on keys that
 * are not 32 bytes long, and on legacy entries given a version 0 transaction; so every address is decoded and every
 * transaction checked here, and nothing else imports it.
 */
export class Svm {
  readonly #native: Native;
  readonly #svm: LiteSvm;
  /** Programs read since the last change: to copy their code out again costs more than many a run. */
  readonly #programs = new Map<string, ChainAccount>();
  #slot = -1;
  #calls = 0;

  private constructor(native: Native) {
    this.#native = native;
    this.#svm = new native.LiteSvm();
    // Both are the ledger's work: LiteSVM takes the latest blockhash alone, and forgets signatures.
    this.#svm.setBlockhashCheck(false);
    this.#svm.setTransactionHistory(0n);
  }

  /** A fresh machine with the built-in programs. @throws ServiceError if there is no native package for this platform */
  static async open(): Promise<Svm> {
    return new Svm(loadNative());
  }

  /** The blockhash that the machine's own instructions take for the latest; it never changes. */
  get ownBlockhash(): string {
    return this.#svm.latestBlockhash();
  }

  /** Puts a program where it can be called. */
  addProgram(address: string, image: Uint8Array): void {
    this.#programs.clear();
    this.#svm.addProgram(addressBytes(address), image);
  }

  /**
   * Lets the event loop turn once in a while. The machine's answers are freed between its turns alone, and a caller who
   * only ever awaits what is ready would never let it.
   */
  async breathe(): Promise<void> {
    if (this.#calls < CALLS_A_TURN) return;
    this.#calls = 0;
    await settle();
  }

  /** An account; undefined for one that does not exist. */
  account(address: string): ChainAccount | undefined {
    const program = this.#programs.get(address);
    if (program) return program;
    this.#calls++;
    const native = this.#svm.getAccount(addressBytes(address));
    const account = native ? plainAccount(address, native) : undefined;
    if (account?.executable) this.#programs.set(address, account);
    return account;
  }

  /** Accounts that a program owns: looks at every account there is. */
  programAccounts(programId: string): ChainAccount[] {
    return this.#svm.getProgramAccounts(addressBytes(programId)).flatMap((found) => {
      return plainAccount(bs58.encode(found.address), found.account()) ?? [];
    });
  }

  /** Replaces an account; undefined removes it. @throws Error if it is a sysvar or program whose data is none */
  setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): void {
    const {
      lamports = 0n,
      data = new Uint8Array(0),
      owner = PROGRAMS.system,
      executable = false,
    } = account ?? {};
    const { Account } = this.#native;
    this.#programs.clear();
    this.#svm.setAccount(
      addressBytes(address),
      new Account(lamports, data, addressBytes(owner), executable, RENT_EXEMPT_EPOCH),
    );
  }

  /** Sets the slot and the time that programs read. */
  setSlot(slot: number): void {
    if (slot === this.#slot) return;
    this.#slot = slot;
    const { epoch, firstSlot } = epochOf(slot);
    const seconds = (at: number) => BigInt(Math.floor(slotStart(at) / 1000));
    const clock: Clock = new this.#native.Clock(
      BigInt(slot),
      seconds(firstSlot),
      BigInt(epoch),
      BigInt(epoch + 1),
      seconds(slot),
    );
    this.#svm.setClock(clock);
  }

  /** Sets the recent slots that programs can look up (making a lookup table names one). */
  setSlotHashes(hashes: readonly { readonly slot: number; readonly hash: string }[]): void {
    this.#svm.setSlotHashes(hashes.map(({ slot, hash }) => ({ slot: BigInt(slot), hash })));
  }

  /** Runs a transaction and keeps what it did. Signatures are verified. @throws RangeError if the bytes are none */
  send(wire: Uint8Array): SvmResult {
    refuseMalformed(wire);
    this.#programs.clear();
    return this.#result(this.#svm.sendVersionedTransaction(wire), true);
  }

  /** Runs a transaction and keeps nothing. @throws RangeError if the bytes are none */
  simulate(wire: Uint8Array, { verify, inner }: { verify: boolean; inner: boolean }): SvmResult {
    refuseMalformed(wire);
    // Nothing runs between the two switches, so no send can slip through unverified.
    this.#svm.setSigverify(verify);
    try {
      return this.#result(this.#svm.simulateVersionedTransaction(wire), inner);
    } finally {
      this.#svm.setSigverify(true);
    }
  }

  #result(
    run: ReturnType<LiteSvm["sendVersionedTransaction"] | LiteSvm["simulateVersionedTransaction"]>,
    inner: boolean,
  ): SvmResult {
    if (run instanceof this.#native.FailedTransactionMetadata) {
      return { ...plainMetadata(run.meta(), inner), err: chainError(run.err(), run.toString()) };
    }
    if (run instanceof this.#native.TransactionMetadata) return { ...plainMetadata(run, inner), err: null };
    const postAccounts = new Map(
      run.postAccounts().map((post) => {
        const address = bs58.encode(post.address);
        const account = post.account();
        const program = this.#programs.get(address);
        // A run may give a program lamports, but cannot write into its account.
        const same = program !== undefined && account.lamports() === program.lamports;
        return [address, same ? program : plainAccount(address, account)];
      }),
    );
    return { ...plainMetadata(run.meta(), inner), err: null, postAccounts };
  }
}

function refuseMalformed(wire: Uint8Array): void {
  const problem = wireProblem(wire);
  if (problem !== undefined) throw new RangeError(problem);
}

function plainAccount(
  address: string,
  account: NonNullable<ReturnType<LiteSvm["getAccount"]>>,
): ChainAccount | undefined {
  const lamports = account.lamports();
  // An account without lamports is none; the machine keeps an empty shell of it.
  if (lamports === 0n) return undefined;
  const owner = bs58.encode(account.owner());
  return { address, lamports, owner, executable: account.executable(), data: account.data() };
}

function plainMetadata(meta: TransactionMetadata, inner: boolean): Omit<SvmResult, "err"> {
  const returned = meta.returnData();
  const data = returned.data();
  return {
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    innerInstructions: inner ? plainInner(meta) : [],
    ...(data.length > 0 && { returnData: { programId: bs58.encode(returned.programId()), data } }),
  };
}

function plainInner(meta: TransactionMetadata): InnerInstruction[] {
  return meta.innerInstructions().flatMap((group, index) =>
    group.map((inner) => {
      const instruction = inner.instruction();
      return {
        index,
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: instruction.data(),
        stackHeight: inner.stackHeight(),
      };
    }),
  );
}
