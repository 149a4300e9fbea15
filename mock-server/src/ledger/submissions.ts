import { signatureOf, type Transaction } from "../chain/transaction.js";
import type { Clock } from "../kernel/clock.js";
import { momentAfter } from "../kernel/moment.js";
import type { ChainFaults } from "./chain-faults.js";
import type { LateTransactions } from "./late-transactions.js";
import type { Simulated, SimulateOptions, Trial } from "./ledger.js";
import { refuseFailed } from "./preflight.js";
import { readSent } from "./sent.js";
import type { Svm } from "./svm.js";
import type { SvmChain } from "./svm-chain.js";

/** Parts of a ledger that a transaction passes through. */
interface SubmissionsOptions {
  readonly svm: Svm;
  readonly chain: SvmChain;
  readonly clock: Clock;
  readonly late: LateTransactions;
  /** Waits until the chain is what State says. */
  readonly ready: () => Promise<void>;
  readonly faults: ChainFaults | undefined;
}

/** The way of a transaction that somebody gives to the ledger in this process: read, run or checked, and landed, now or late. */
export class Submissions {
  constructor(private readonly options: SubmissionsOptions) {}

  /** As `Ledger.simulate`. @throws {SendError} */
  async simulate(wire: Uint8Array, options: SimulateOptions): Promise<Simulated> {
    const ownBlockhash = options.replaceRecentBlockhash !== true;
    const transaction = await this.#sent(wire, ownBlockhash);
    // With its blockhash replaced a transaction cannot have an expired one: the fault waits for one that could.
    const expired = ownBlockhash && this.#expired();
    return this.options.chain.simulate(transaction, options, expired);
  }

  /** As `Ledger.tryOut`. @throws {SendError} */
  async tryOut(wire: Uint8Array, tokenAccounts: readonly string[]): Promise<Trial> {
    await this.turn();
    const { svm, chain } = this.options;
    return chain.tryOut(readSent(wire, svm.textOf), tokenAccounts);
  }

  /** As `Ledger.send`. @throws {SendError} */
  async send(wire: Uint8Array, skipPreflight: boolean): Promise<string> {
    const transaction = await this.#sent(wire);
    const { chain, clock, faults, late } = this.options;
    const expired = this.#expired();
    if (!skipPreflight) refuseFailed(chain.simulate(transaction, { sigVerify: true }, expired));
    const signature = signatureOf(transaction);
    const fault = faults?.atSend(signature);
    if (expired || fault === "drop") return signature;
    // The preflight has verified the signatures, and nothing has come in between.
    if (fault === undefined) chain.land(transaction, { refuse: true, verified: !skipPreflight });
    else late.add(wire, momentAfter(clock.now(), fault.lateMs));
    return signature;
  }

  /** Waits until something may run: the chain is what State says, and others have had their turn. */
  async turn(): Promise<void> {
    await this.options.ready();
    await this.options.svm.breathe();
  }

  /** A transaction that somebody sent, once it may run. @throws {SendError} `malformed` */
  async #sent(wire: Uint8Array, ownBlockhash = true): Promise<Transaction> {
    await this.turn();
    const { svm, chain } = this.options;
    const transaction = readSent(wire, svm.textOf);
    // Nobody asks how old a blockhash is that gives way to another.
    const search = ownBlockhash && chain.blockhashes.prepare(transaction.blockhash, chain.slot());
    if (search) await search;
    return transaction;
  }

  /** Whether a fault makes the blockhash at hand count as expired; asked once for each call. */
  #expired(): boolean {
    return this.options.faults?.blockhashExpired() ?? false;
  }
}
