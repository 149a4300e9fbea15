import type { Environment } from "intent-tx/contract";
import { SYSVARS } from "../chain/programs.js";
import { readTransaction, signatureOf } from "../chain/transaction.js";
import type { AccountReads, AccountScan, Block } from "./account-scan.js";
import { BLOCKHASH_MEMORY } from "./blockhashes.js";
import { statusAt } from "./commitment.js";
import { CommittedReads } from "./committed-reads.js";
import { Faucet } from "./faucet.js";
import type { HistoryLine, HistoryPage, HistoryScan } from "./history-lines.js";
import { LateTransactions } from "./late-transactions.js";
import type {
  ChainAccount,
  Commitment,
  Landed,
  LandedPage,
  Ledger,
  LedgerControl,
  LedgerEvent,
  Simulated,
  SimulateOptions,
  Trial,
} from "./ledger.js";
import { readSent } from "./sent.js";
import { Submissions } from "./submissions.js";
import { Svm } from "./svm.js";
import { SvmChain, type SvmLedgerOptions } from "./svm-chain.js";
import { landFunds } from "./svm-funding.js";
import { landedOfRow } from "./transaction-rows.js";

/** A ledger in this process: LiteSVM with what it lacks. */
class SvmLedger implements Ledger, LedgerControl, AccountScan, HistoryScan {
  readonly environment: Environment;
  readonly #chain: SvmChain;
  readonly #late: LateTransactions;
  readonly #submissions: Submissions;
  readonly #faucet: Faucet;
  /** Settled when the chain is what State says; there is one restore at a time. */
  #ready: Promise<void>;
  #restores = 0;

  constructor(svm: Svm, options: SvmLedgerOptions) {
    const { environment, state, clock, world } = options;
    this.environment = environment;
    this.#chain = new SvmChain(svm, options);
    this.#faucet = new Faucet(world, environment, state);
    this.#late = new LateTransactions(state, this.#chain.rows.late, clock, environment, async (wire) => {
      await this.#ready;
      this.#chain.land(readTransaction(wire));
    });
    this.#submissions = new Submissions({
      ...{ svm, chain: this.#chain, clock, late: this.#late, faults: options.faults },
      ready: () => this.#ready,
    });
    this.#ready = this.#chain.restore();
    state.onRestore(() => {
      this.#late.restore();
      this.#ready = this.#restored(this.#ready, ++this.#restores);
      this.#ready.catch(() => undefined);
    });
  }

  /** Brings the chain to what State says, after the restore before it. */
  async #restored(before: Promise<void>, number: number): Promise<void> {
    await before.catch(() => undefined);
    // One that came after it does its work.
    if (number !== this.#restores) return;
    await this.#chain.restore();
    if (number === this.#restores) this.#chain.listeners.tell({ kind: "replaced" });
  }

  /** Waits until the chain is what State says. */
  ready(): Promise<void> {
    return this.#ready;
  }

  async latestBlockhash() {
    await this.#ready;
    return this.#chain.latestBlockhash();
  }

  async isBlockhashValid(blockhash: string): Promise<boolean> {
    await this.#ready;
    await this.#chain.blockhashes.prepare(blockhash, this.#chain.slot());
    return this.#chain.blockhashes.isValid(blockhash, this.#chain.slot());
  }

  async knowsBlockhash(blockhash: string): Promise<boolean> {
    await this.#ready;
    await this.#chain.blockhashes.prepare(blockhash, this.#chain.slot());
    return this.#chain.blockhashes.isValid(blockhash, this.#chain.slot(), BLOCKHASH_MEMORY);
  }

  async slot(): Promise<number> {
    return this.#chain.slot();
  }

  async blockHeight(): Promise<number> {
    return this.#chain.slot();
  }

  async accounts(addresses: readonly string[]) {
    await this.#submissions.turn();
    // The machine is told of the time when something runs; who reads its clock reads the time of now.
    if (addresses.includes(SYSVARS.clock)) this.#chain.turnToNow();
    return addresses.map((address) => this.#chain.accounts.get(address));
  }

  async tokenAccounts(owner: string) {
    await this.#ready;
    return this.#chain.accounts.tokenAccounts(owner);
  }

  async programAccounts(programId: string): Promise<ChainAccount[]> {
    await this.#ready;
    if (programId === SYSVARS.owner) this.#chain.turnToNow();
    return this.#chain.accounts.scan.of(programId);
  }

  unreached(commitment: Commitment, address?: string) {
    const { accounts, unfinalized } = this.#chain;
    const place = { commitment, slot: this.#chain.slot() };
    return unfinalized.unreached(place, (one) => accounts.get(one), address);
  }

  at(commitment: Commitment): AccountReads {
    return commitment === "processed" ? this : new CommittedReads(this, this.#chain, commitment);
  }

  async block(slot: number): Promise<Block | undefined> {
    await this.#ready;
    return this.#chain.blockAt(slot);
  }

  async firstSlot(): Promise<number> {
    await this.#ready;
    return this.#chain.log.firstSlot;
  }

  async landedBetween(first: number, last: number): Promise<number> {
    await this.#ready;
    return this.#chain.log.landedBetween(first, last);
  }

  simulate(wire: Uint8Array, options: SimulateOptions = {}): Promise<Simulated> {
    return this.#submissions.simulate(wire, options);
  }

  tryOut(wire: Uint8Array, tokenAccounts: readonly string[]): Promise<Trial> {
    return this.#submissions.tryOut(wire, tokenAccounts);
  }

  send(wire: Uint8Array, { skipPreflight = false } = {}): Promise<string> {
    return this.#submissions.send(wire, skipPreflight);
  }

  async statuses(signatures: readonly string[]) {
    await this.#ready;
    return signatures.map((signature) => {
      const row = this.#chain.log.status(signature);
      return row && statusAt(row, this.#chain.slot());
    });
  }

  async transaction(signature: string): Promise<Landed | undefined> {
    await this.#ready;
    const row = this.#chain.log.get(signature);
    return row && landedOfRow(row, this.#chain.slot());
  }

  async landed(address: string, page: LandedPage): Promise<Landed[]> {
    await this.#ready;
    return this.#chain.log.of(address, page).map((row) => landedOfRow(row, this.#chain.slot()));
  }

  async history(address: string, page: HistoryPage): Promise<HistoryLine[]> {
    await this.#ready;
    return this.#chain.log.lines.of(address, this.#chain.slot(), page);
  }

  watch(): void {}

  subscribe(listener: (event: LedgerEvent) => void, options: { readonly slots?: boolean } = {}): () => void {
    return this.#chain.listeners.add(listener, options.slots ?? false);
  }

  async fund(
    wallet: string,
    amounts: { readonly lamports?: bigint; readonly tokens?: ReadonlyMap<string, bigint> },
    { final = true }: { readonly final?: boolean } = {},
  ): Promise<string[]> {
    await this.#submissions.turn();
    const blockhash = this.#chain.blockhashes.of(this.#chain.slot());
    const wires = this.#faucet.transactions(wallet, amounts, blockhash, (signature) =>
      this.#chain.log.has(signature),
    );
    return wires.map((wire) => landFunds(this.#chain, wire, final));
  }

  async landOwn(wire: Uint8Array): Promise<string> {
    await this.#submissions.turn();
    const transaction = readSent(wire);
    this.#chain.land(transaction, { faults: false });
    return signatureOf(transaction);
  }

  async setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void> {
    await this.#ready;
    const replaced = account && account.lamports > 0n ? { ...account, address } : undefined;
    this.#chain.accounts.set(address, replaced);
    this.#chain.unfinalized.finalize(address);
    this.#chain.listeners.tell({ kind: "account", address, account: replaced, slot: this.#chain.slot() });
  }
}

/**
 * The ledger of an environment, in this process: the world's accounts, and over them what State remembers.
 *
 * @throws Error if LiteSVM has no native package for this platform
 */
export async function createSvmLedger(
  options: SvmLedgerOptions,
): Promise<Ledger & LedgerControl & AccountScan & HistoryScan> {
  const ledger = new SvmLedger(Svm.open(), options);
  await ledger.ready();
  return ledger;
}
