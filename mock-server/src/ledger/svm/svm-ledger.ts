import type { Environment } from "intent-tx/contract";
import { identified, isSigned, messageHash } from "../../formats/signatures.js";
import { readTransaction, signatureOf, type Transaction, withBlockhash } from "../../formats/transaction.js";
import type { Clock } from "../../kernel/clock.js";
import { momentAfter } from "../../kernel/time.js";
import { statusAt } from "../commitment.js";
import { Faucet } from "../faucet.js";
import type {
  AccountScan,
  Block,
  ChainAccount,
  ChainFaults,
  Commitment,
  CommittedLedger,
  FundAmounts,
  HistoryLine,
  HistoryPage,
  Landed,
  LandedPage,
  Ledger,
  LedgerControl,
  LedgerEvent,
  Simulated,
  SimulateOptions,
} from "../ledger.js";
import { landedOfRow } from "../log/transaction-rows.js";
import { readSent, refuseFailed, targetOf } from "../sent.js";
import { REMEMBERED_BLOCKS } from "../slots.js";
import { LateTransactions } from "./late-transactions.js";
import { Svm } from "./svm.js";
import { SvmChain, type SvmLedgerOptions } from "./svm-chain.js";
import { isSysvar } from "./sysvars.js";

/**
 * Lands a faucet transaction and returns its signature.
 *
 * @param final - makes the funds visible at every commitment immediately
 * @throws {SendError} if the chain rejects the transaction, as for a new wallet with less than rent
 */
function landFunds(chain: SvmChain, wire: Uint8Array, final: boolean): string {
  const transaction = readTransaction(wire);
  refuseFailed(chain.simulate(transaction, { sigVerify: true }), "Funding failed");
  chain.land(transaction, { final });
  return signatureOf(transaction);
}

/** The in-process ledger: LiteSVM, and the features that it lacks. */
class SvmLedger implements Ledger, LedgerControl, AccountScan {
  readonly environment: Environment;
  readonly #chain: SvmChain;
  readonly #late: LateTransactions;
  readonly #clock: Clock;
  readonly #faults: ChainFaults | undefined;
  readonly #faucet: Faucet;
  /** Resolves when the chain matches State after a restore. Restores run one at a time. */
  #ready: Promise<void>;
  #restores = 0;

  constructor(
    private readonly svm: Svm,
    options: SvmLedgerOptions,
  ) {
    const { environment, state, clock, world } = options;
    this.environment = environment;
    this.#clock = clock;
    this.#faults = options.faults;
    this.#chain = new SvmChain(svm, options);
    this.#faucet = new Faucet(world, environment, state);
    this.#late = new LateTransactions(state, this.#chain.rows.late, clock, environment, async (wire) => {
      await this.#ready;
      const transaction = readTransaction(wire);
      this.#chain.land(transaction, { verified: this.#unsigned(transaction) });
    });
    this.#ready = this.#chain.restore();
    state.onRestore(() => {
      this.#late.restore();
      this.#ready = this.#restored(this.#ready, ++this.#restores);
      this.#ready.catch(() => undefined);
    });
  }

  async #restored(before: Promise<void>, number: number): Promise<void> {
    await before.catch(() => undefined);
    // A later restore replaces this one.
    if (number !== this.#restores) return;
    await this.#chain.restore();
    if (number === this.#restores) this.#chain.listeners.emit({ kind: "replaced" });
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  async latestBlockhash(commitment?: Commitment) {
    await this.#ready;
    return this.#chain.latestBlockhash(commitment);
  }

  async isBlockhashValid(blockhash: string, commitment?: Commitment): Promise<boolean> {
    await this.#ready;
    return this.#chain.isBlockhashValid(blockhash, commitment);
  }

  async knowsBlockhash(blockhash: string, commitment?: Commitment): Promise<boolean> {
    await this.#ready;
    return this.#chain.isBlockhashValid(blockhash, commitment, REMEMBERED_BLOCKS);
  }

  async slot(): Promise<number> {
    return this.#chain.slot();
  }

  async accounts(addresses: readonly string[], commitment: Commitment = "processed") {
    await this.#turn();
    // LiteSVM's clock is set only for a run, so its sysvar accounts may be outdated.
    if (addresses.some(isSysvar)) this.#chain.turnSysvars(commitment);
    const { accounts, unfinalized } = this.#chain;
    return addresses.map((address) => {
      const earlier = unfinalized.at(address, commitment, this.#chain.slot());
      return earlier ? earlier.account : accounts.get(address);
    });
  }

  async tokenAccounts(owner: string, commitment: Commitment = "processed") {
    await this.#ready;
    return this.#chain.accounts.tokenAccounts(owner, this.#earlier(commitment));
  }

  async programAccounts(
    programId: string,
    passes: (account: ChainAccount) => boolean = () => true,
    commitment: Commitment = "processed",
  ): Promise<ChainAccount[]> {
    await this.#ready;
    if (isSysvar(programId)) this.#chain.turnSysvars(commitment);
    const earlier = this.#earlier(commitment);
    const now = this.#chain.accounts.ownedBy(programId, passes);
    const old = [...earlier.values()].filter((one) => one !== undefined);
    const owned = old.filter((one) => one.owner === programId && passes(one));
    return [...now.filter(({ address }) => !earlier.has(address)), ...owned];
  }

  /** The accounts whose changes have not reached a commitment, as they are at that commitment. */
  #earlier(commitment: Commitment): ReadonlyMap<string, ChainAccount | undefined> {
    return new Map(this.#chain.unfinalized.changed(commitment, this.#chain.slot()));
  }

  pending(commitment: Commitment, address?: string) {
    const { accounts, unfinalized } = this.#chain;
    const place = { commitment, slot: this.#chain.slot() };
    return unfinalized.pending(place, (one) => accounts.get(one), address);
  }

  at(commitment: Commitment): CommittedLedger {
    return {
      slot: () => this.slot(),
      accounts: (addresses) => this.accounts(addresses, commitment),
      tokenAccounts: (owner) => this.tokenAccounts(owner, commitment),
      programAccounts: (programId, passes) => this.programAccounts(programId, passes, commitment),
      latestBlockhash: () => this.latestBlockhash(commitment),
      isBlockhashValid: (blockhash) => this.isBlockhashValid(blockhash, commitment),
      knowsBlockhash: (blockhash) => this.knowsBlockhash(blockhash, commitment),
      simulate: (wire, options) => this.simulate(wire, options, commitment),
    };
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

  async simulate(
    wire: Uint8Array,
    options: SimulateOptions = {},
    commitment?: Commitment,
  ): Promise<Simulated> {
    await this.#turn();
    // A blockhash that will be replaced cannot expire, so the fault is not used up for this transaction.
    const transaction = readSent(wire);
    const expired = options.replaceRecentBlockhash !== true && this.#expired(transaction);
    const sigVerify = options.sigVerify === true && !this.#unsigned(transaction);
    return this.#chain.simulate(transaction, { ...options, sigVerify }, { expired, commitment });
  }

  async applyBuildFaults(wire: Uint8Array): Promise<Uint8Array> {
    if (!this.#faults?.any) return wire;
    await this.#ready;
    const transaction = readTransaction(wire);
    const old = withBlockhash(transaction, this.#chain.expiredBlockhash());
    const isExpired = this.#faults.expiredAtBuild(targetOf(transaction), messageHash(old.message));
    return isExpired ? old.wire : wire;
  }

  async send(
    wire: Uint8Array,
    {
      skipPreflight = false,
      preflightCommitment: commitment,
    }: { readonly skipPreflight?: boolean; readonly preflightCommitment?: Commitment } = {},
  ): Promise<string> {
    await this.#turn();
    const sent = readSent(wire);
    const unsigned = this.#unsigned(sent);
    const transaction = unsigned ? identified(sent) : sent;
    const expired = this.#expired(transaction);
    if (expired) this.#faults?.atSend(targetOf(transaction), true);
    const preflight = { expired, commitment };
    if (!skipPreflight) refuseFailed(this.#chain.simulate(transaction, { sigVerify: !unsigned }, preflight));
    const signature = signatureOf(transaction);
    // A leader drops packets with trailing bytes.
    const isLonger = transaction.wire.length < wire.length;
    if (expired || isLonger) return signature;
    const fault = this.#faults?.any ? this.#faults.atSend(targetOf(transaction)) : undefined;
    if (fault === "drop") return signature;
    // A preflight has just verified the signatures.
    if (fault === undefined)
      this.#chain.land(transaction, { refuse: true, verified: unsigned || !skipPreflight });
    else this.#late.add(transaction.wire, momentAfter(this.#clock.now(), fault.lateMs));
    return signature;
  }

  async bundle(
    wires: readonly Uint8Array[],
    { land = false, ...options }: SimulateOptions & { readonly land?: boolean },
  ): Promise<Simulated[]> {
    await this.#turn();
    const transactions = wires.map(readSent);
    const runs = this.#chain.bundle(transactions, options);
    if (!land || runs.some(({ err }) => err !== null)) return runs;
    // A fault that stops or delays one of the transactions stops all of them.
    const faults = this.#faults?.any ? this.#faults : undefined;
    const stopped = transactions.map(targetOf).filter((one) => faults?.expired(one) || faults?.atSend(one));
    if (stopped.length === 0) for (const one of transactions) this.#chain.land(one, { verified: true });
    return runs;
  }

  async original(address: string): Promise<ChainAccount | undefined> {
    await this.#ready;
    return this.#chain.accounts.original(address);
  }

  async newest(limit: number): Promise<Landed[]> {
    await this.#ready;
    return this.#chain.log.newest(limit).map((row) => landedOfRow(row, this.#chain.slot()));
  }

  /** Yields to other work, and waits until no restore is in progress: one can begin during each wait. */
  async #turn(): Promise<void> {
    await this.svm.yieldTurn();
    for (let ended: Promise<void> | undefined; ended !== this.#ready; ) {
      ended = this.#ready;
      await ended;
    }
  }

  #expired(transaction: Transaction): boolean {
    return this.#faults?.any === true && this.#faults.expired(targetOf(transaction));
  }

  /** True if a fault makes the chain accept the transaction without valid signatures. */
  #unsigned(transaction: Transaction): boolean {
    return (
      this.#faults?.any === true && !isSigned(transaction) && this.#faults.unsigned(targetOf(transaction))
    );
  }

  async statuses(signatures: readonly string[]) {
    await this.#ready;
    return signatures.map((signature) => {
      const row = this.#chain.log.get(signature);
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
    return this.#chain.log.history(address, this.#chain.slot(), page);
  }

  watch(): void {}

  subscribe(listener: (event: LedgerEvent) => void, options: { readonly slots?: boolean } = {}): () => void {
    return this.#chain.listeners.add(listener, options.slots ?? false);
  }

  async fund(
    wallet: string,
    amounts: FundAmounts,
    { final = true }: { readonly final?: boolean } = {},
  ): Promise<string[]> {
    await this.#turn();
    const blockhash = this.#chain.blockhashes.of(this.#chain.slot());
    const wires = this.#faucet.transactions(wallet, amounts, blockhash, (message) =>
      this.#chain.log.hasMessage(message),
    );
    return wires.map((wire) => landFunds(this.#chain, wire, final));
  }

  async landWithoutFaults(wire: Uint8Array): Promise<string> {
    await this.#turn();
    const transaction = readSent(wire);
    this.#chain.land(transaction, { faults: false });
    return signatureOf(transaction);
  }

  async setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void> {
    await this.#ready;
    const replaced = account && account.lamports > 0n ? { ...account, address } : undefined;
    this.#chain.accounts.set(address, replaced);
    this.#chain.unfinalized.finalize(address);
    this.#chain.listeners.emit({ kind: "account", address, account: replaced, slot: this.#chain.slot() });
  }
}

/**
 * Creates an environment's in-process ledger: genesis accounts, overridden by State.
 *
 * @throws Error if LiteSVM has no native package for this platform
 */
export async function createSvmLedger(
  options: SvmLedgerOptions,
): Promise<Ledger & LedgerControl & AccountScan> {
  const ledger = new SvmLedger(Svm.open(options.world.features), options);
  await ledger.ready();
  return ledger;
}
