import type { Environment } from "intent-tx/contract";
import type { WorldData } from "../../fixtures/world-data.js";
import { rentSysvar } from "../../formats/accounts.js";
import { OWN_PROGRAMS } from "../../formats/own-programs.js";
import { SYSVARS } from "../../formats/programs.js";
import { identified, isSigned, messageHash } from "../../formats/signatures.js";
import { readTransaction, signatureOf, type Transaction, withBlockhash } from "../../formats/transaction.js";
import type { Clock } from "../../kernel/clock.js";
import type { Random } from "../../kernel/random.js";
import { momentAfter } from "../../kernel/time.js";
import { TimeSlice } from "../../kernel/time-slice.js";
import type { State } from "../../state/state.js";
import { statusAt } from "../commitment.js";
import { nonceAccountOf, nonceValueAfter } from "../durable-nonce.js";
import { Faucet } from "../faucet.js";
import { type Genesis, genesisOf } from "../genesis/genesis.js";
import { PastTransactions } from "../genesis/past-transactions.js";
import type {
  Block,
  ChainAccount,
  ChainFaults,
  Commitment,
  CommittedLedger,
  FundAmounts,
  HistoryLine,
  HistoryPage,
  LandedPage,
  LedgerEvent,
  LocalLanded,
  LocalLedger,
  Simulated,
  SimulateOptions,
} from "../ledger.js";
import { SendError } from "../ledger.js";
import { LedgerRows } from "../log/ledger-rows.js";
import { RecordedAccounts } from "../log/recorded-accounts.js";
import { TransactionLog } from "../log/transaction-log.js";
import { landedOfRow, rowOfTransaction } from "../log/transaction-rows.js";
import { Unfinalized } from "../log/unfinalized.js";
import { readSent, refuseFailed, targetOf } from "../sent.js";
import { BLOCKHASH_BLOCKS, REMEMBERED_BLOCKS, slotAt, slotReached } from "../slots.js";
import { Blockhashes } from "./blockhashes.js";
import { type BlockContext, Executor } from "./execution.js";
import { LateTransactions } from "./late-transactions.js";
import { LedgerListeners } from "./listeners.js";
import { type Signatures, Svm } from "./svm.js";
import { SvmAccounts } from "./svm-accounts.js";
import { isSysvar, Sysvars } from "./sysvars.js";

/** The feature of version 1 transactions, active on mainnet since September 2026. */
const VERSION_1_FEATURE = "txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL";

export interface SvmLedgerOptions {
  readonly environment: Environment;
  readonly state: State;
  /** Default: opened by the ledger. */
  readonly rows?: LedgerRows;
  readonly clock: Clock;
  readonly random: Random;
  readonly world: WorldData;
  /** Default: created by the ledger. */
  readonly genesis?: Genesis;
  /** Number of landed transactions to keep. Default: all. */
  readonly keep?: number;
  /** Faults that apply when transactions are simulated, sent and landed. Default: no faults. */
  readonly faults?: ChainFaults;
}

/**
 * The in-process ledger: a single-node chain over LiteSVM, with blocks derived from the clock, the log, and the checks
 * before transactions run.
 */
class SvmLedger implements LocalLedger {
  readonly environment: Environment;
  readonly slotMs: number;
  readonly #accounts: SvmAccounts;
  readonly #blockhashes: Blockhashes;
  readonly #log: TransactionLog;
  readonly #listeners: LedgerListeners;
  readonly #unfinalized: Unfinalized;
  readonly #late: LateTransactions;
  readonly #executor: Executor;
  readonly #sysvars: Sysvars;
  readonly #faucet: Faucet;
  readonly #rows: LedgerRows;
  readonly #clock: Clock;
  readonly #faults: ChainFaults | undefined;
  /** Resolves when the chain matches State after a restore. Restores run one at a time. */
  #ready: Promise<void>;
  #restores = 0;

  constructor(
    private readonly svm: Svm,
    options: SvmLedgerOptions,
  ) {
    const { environment, state, clock, random, world, genesis = genesisOf(world) } = options;
    this.environment = environment;
    this.slotMs = world.slotMs;
    this.#clock = clock;
    this.#faults = options.faults;
    this.#rows = options.rows ?? new LedgerRows(state, environment);
    for (const [address, image] of OWN_PROGRAMS) svm.addProgram(address, image());
    if (world.lamportsPerByte !== undefined) svm.setSysvar(SYSVARS.rent, rentSysvar(world.lamportsPerByte));
    const recorded = new RecordedAccounts(this.#rows.accounts, genesis);
    this.#accounts = new SvmAccounts(svm, recorded, genesis);
    this.#unfinalized = new Unfinalized(this.#rows.unfinalized, recorded, state, environment);
    const past = new PastTransactions({ environment, state, random, world });
    this.#log = new TransactionLog({
      state,
      environment,
      rows: this.#rows.transactions,
      past: () => past.rows(),
      keep: options.keep ?? Number.POSITIVE_INFINITY,
    });
    this.#blockhashes = new Blockhashes(random.seed, environment, (slot) => this.#log.landedIn(slot));
    this.#sysvars = new Sysvars(svm, this.#blockhashes, world.slotMs);
    this.#executor = new Executor(svm, this.#sysvars, {
      version1: !world.features?.deactivate?.includes(VERSION_1_FEATURE),
      lamportsPerByte: world.lamportsPerByte,
    });
    this.#listeners = new LedgerListeners(clock, world.slotMs);
    this.#faucet = new Faucet(world, environment, state);
    this.#late = new LateTransactions(state, this.#rows.late, clock, environment, async (wire) => {
      await this.#ready;
      const transaction = readTransaction(wire);
      this.#land(transaction, { signatures: this.#signaturesOf(transaction) });
    });
    this.#ready = this.#restore();
    state.onRestore(() => {
      this.#late.restore();
      this.#ready = this.#restored(this.#ready, ++this.#restores);
      this.#ready.catch(() => undefined);
    });
  }

  /** Rebuilds everything derived from State. */
  async #restore(): Promise<void> {
    await this.#accounts.restore();
    this.#unfinalized.restore();
    await this.#log.restore();
    this.#sysvars.clear();
  }

  async #restored(before: Promise<void>, number: number): Promise<void> {
    await before.catch(() => undefined);
    // A later restore replaces this one.
    if (number !== this.#restores) return;
    await this.#restore();
    if (number === this.#restores) this.#listeners.emit({ kind: "replaced" });
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  /** The current slot, which is also the block height. */
  get #slot(): number {
    return slotAt(this.#clock.now(), this.slotMs);
  }

  async slot(): Promise<number> {
    return this.#slot;
  }

  /**
   * The latest slot at a commitment. On a frozen clock, no block would ever be finalized, so every commitment has the
   * current slot and blockhash. Only account reads depend on the commitment.
   */
  #slotAt(commitment: Commitment = "processed"): number {
    return this.#clock.running ? slotReached(this.#slot, commitment) : this.#slot;
  }

  async latestBlockhash(commitment?: Commitment) {
    await this.#ready;
    const slot = this.#slotAt(commitment);
    return { ...this.#latest(slot), slot };
  }

  #latest(slot: number) {
    return { blockhash: this.#blockhashes.latest(slot), lastValidBlockHeight: slot + BLOCKHASH_BLOCKS };
  }

  /**
   * True if the latest block at a commitment accepts a blockhash. On a clock that does not run, `finalized` also accepts
   * newer blockhashes. An old one is valid until a finalized block rejects it, because this proves that it has expired.
   */
  async isBlockhashValid(
    blockhash: string,
    commitment: Commitment = "processed",
    blocks?: number,
  ): Promise<boolean> {
    await this.#ready;
    const slots = [this.#slotAt(commitment), slotReached(this.#slot, commitment)];
    return slots.some((slot) => this.#blockhashes.isValid(blockhash, slot, blocks));
  }

  knowsBlockhash(blockhash: string, commitment?: Commitment): Promise<boolean> {
    return this.isBlockhashValid(blockhash, commitment, REMEMBERED_BLOCKS);
  }

  async accounts(addresses: readonly string[], commitment: Commitment = "processed") {
    await this.#turn();
    // LiteSVM's clock is set only for a run, so its sysvar accounts may be outdated.
    if (addresses.some(isSysvar)) this.#sysvars.turnAll(this.#slotAt(commitment));
    return addresses.map((address) => {
      const earlier = this.#unfinalized.at(address, commitment, this.#slot);
      return earlier ? earlier.account : this.#accounts.get(address);
    });
  }

  async tokenAccounts(owner: string, commitment: Commitment = "processed") {
    await this.#ready;
    return this.#accounts.tokenAccounts(owner, this.#earlier(commitment));
  }

  async programAccounts(
    programId: string,
    passes: (account: ChainAccount) => boolean = () => true,
    commitment: Commitment = "processed",
  ): Promise<ChainAccount[]> {
    await this.#ready;
    if (isSysvar(programId)) this.#sysvars.turnAll(this.#slotAt(commitment));
    const earlier = this.#earlier(commitment);
    const now = this.#accounts.ownedBy(programId, passes);
    const old = [...earlier.values()].filter((one) => one !== undefined);
    const owned = old.filter((one) => one.owner === programId && passes(one));
    return [...now.filter(({ address }) => !earlier.has(address)), ...owned];
  }

  /** The accounts whose changes have not reached a commitment, as they are at that commitment. */
  #earlier(commitment: Commitment): ReadonlyMap<string, ChainAccount | undefined> {
    return new Map(this.#unfinalized.changed(commitment, this.#slot));
  }

  pending(commitment: Commitment, address?: string) {
    const place = { commitment, slot: this.#slot };
    return this.#unfinalized.pending(place, (one) => this.#accounts.get(one), address);
  }

  at(commitment: Commitment): CommittedLedger {
    return {
      slot: () => this.slot(),
      slotMs: this.slotMs,
      accounts: (addresses) => this.accounts(addresses, commitment),
      tokenAccounts: (owner) => this.tokenAccounts(owner, commitment),
      programAccounts: (programId, passes) => this.programAccounts(programId, passes, commitment),
      latestBlockhash: () => this.latestBlockhash(commitment),
      isBlockhashValid: (blockhash) => this.isBlockhashValid(blockhash, commitment),
      knowsBlockhash: (blockhash) => this.knowsBlockhash(blockhash, commitment),
      simulate: (wire, options) => this.simulate(wire, options, commitment),
    };
  }

  /** Undefined for a future slot and for a slot with incomplete data. */
  async block(slot: number): Promise<Block | undefined> {
    await this.#ready;
    const now = this.#slot;
    if (slot > now || slot < this.#log.firstSlot) return undefined;
    const parentSlot = Math.max(0, slot - 1);
    const hashes = {
      blockhash: this.#blockhashes.latest(slot),
      previousBlockhash: this.#blockhashes.latest(parentSlot),
    };
    const transactions: LocalLanded[] = [];
    const slice = new TimeSlice();
    for (const row of this.#log.inSlot(slot)) {
      transactions.push(landedOfRow(row, now));
      if (slice.isOver) await slice.next();
    }
    return { slot, parentSlot, ...hashes, transactions };
  }

  async firstSlot(): Promise<number> {
    await this.#ready;
    return this.#log.firstSlot;
  }

  async landedBetween(first: number, last: number): Promise<number> {
    await this.#ready;
    return this.#log.landedBetween(first, last);
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
    const signatures = options.sigVerify ? this.#signaturesOf(transaction) : "trust";
    return this.#simulate(transaction, signatures, options, { expired, commitment });
  }

  async applyBuildFaults(wire: Uint8Array): Promise<Uint8Array> {
    if (!this.#faults?.any) return wire;
    await this.#ready;
    const transaction = readTransaction(wire);
    const old = withBlockhash(
      transaction,
      this.#blockhashes.of(Math.max(0, this.#slot - BLOCKHASH_BLOCKS - 1)),
    );
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
    const signatures = this.#signaturesOf(sent);
    const transaction = signatures === "trust" ? identified(sent) : sent;
    const expired = this.#expired(transaction);
    if (expired) this.#faults?.atSend(targetOf(transaction), true);
    if (!skipPreflight) refuseFailed(this.#simulate(transaction, signatures, {}, { expired, commitment }));
    const signature = signatureOf(transaction);
    // A leader drops packets with trailing bytes.
    const isLonger = transaction.wire.length < wire.length;
    if (expired || isLonger) return signature;
    const fault = this.#faults?.any ? this.#faults.atSend(targetOf(transaction)) : undefined;
    if (fault === "drop") return signature;
    if (fault !== undefined) this.#late.add(transaction.wire, momentAfter(this.#clock.now(), fault.lateMs));
    // A preflight has just verified the signatures.
    else this.#land(transaction, { refuse: true, signatures: skipPreflight ? signatures : "trust" });
    return signature;
  }

  async bundle(
    wires: readonly Uint8Array[],
    { land = false, ...options }: SimulateOptions & { readonly land?: boolean },
  ): Promise<Simulated[]> {
    await this.#turn();
    const transactions = wires.map(readSent);
    const runs = this.#runAll(transactions, options);
    if (!land || runs.some(({ err }) => err !== null)) return runs;
    // A fault that stops or delays one of the transactions stops all of them.
    const faults = this.#faults?.any ? this.#faults : undefined;
    const stopped = transactions.map(targetOf).filter((one) => faults?.expired(one) || faults?.atSend(one));
    if (stopped.length === 0) for (const one of transactions) this.#land(one, { signatures: "trust" });
    return runs;
  }

  async original(address: string): Promise<ChainAccount | undefined> {
    await this.#ready;
    return this.#accounts.original(address);
  }

  async newest(limit: number): Promise<LocalLanded[]> {
    await this.#ready;
    return this.#log.newest(limit).map((row) => landedOfRow(row, this.#slot));
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

  /** The policy of signatures: all are verified, unless a fault makes the chain accept the transaction without them. */
  #signaturesOf(transaction: Transaction): Signatures {
    const faults = this.#faults?.any && !isSigned(transaction) ? this.#faults : undefined;
    return faults?.unsigned(targetOf(transaction)) ? "trust" : "verify";
  }

  async statuses(signatures: readonly string[]) {
    await this.#ready;
    return signatures.map((signature) => {
      const row = this.#log.get(signature);
      return row && statusAt(row, this.#slot);
    });
  }

  async transaction(signature: string): Promise<LocalLanded | undefined> {
    await this.#ready;
    const row = this.#log.get(signature);
    return row && landedOfRow(row, this.#slot);
  }

  async landed(address: string, page: LandedPage): Promise<LocalLanded[]> {
    await this.#ready;
    return this.#log.of(address, page).map((row) => landedOfRow(row, this.#slot));
  }

  async history(address: string, page: HistoryPage): Promise<HistoryLine[]> {
    await this.#ready;
    return this.#log.history(address, this.#slot, page);
  }

  watch(): void {}

  subscribe(listener: (event: LedgerEvent) => void, options: { readonly slots?: boolean } = {}): () => void {
    return this.#listeners.add(listener, options.slots ?? false);
  }

  async fund(
    wallet: string,
    amounts: FundAmounts,
    { final = true }: { readonly final?: boolean } = {},
  ): Promise<string[]> {
    await this.#turn();
    const blockhash = this.#blockhashes.of(this.#slot);
    const wires = this.#faucet.transactions(wallet, amounts, blockhash, (message) =>
      this.#log.hasMessage(message),
    );
    return wires.map((wire) => {
      const transaction = readTransaction(wire);
      refuseFailed(this.#simulate(transaction, "verify"), "Funding failed");
      this.#land(transaction, { final });
      return signatureOf(transaction);
    });
  }

  async landWithoutFaults(wire: Uint8Array): Promise<string> {
    await this.#turn();
    const transaction = readSent(wire);
    this.#land(transaction, { faults: false });
    return signatureOf(transaction);
  }

  async setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void> {
    await this.#ready;
    const replaced = account && account.lamports > 0n ? { ...account, address } : undefined;
    this.#accounts.set(address, replaced);
    this.#unfinalized.finalize(address);
    this.#listeners.emit({ kind: "account", address, account: replaced, slot: this.#slot });
  }

  /**
   * Runs a transaction in the latest block at a commitment without keeping the result.
   *
   * @param place.commitment - default `processed`
   * @param place.expired - treats the transaction's blockhash as expired
   * @throws {SendError}
   */
  #simulate(
    transaction: Transaction,
    signatures: Signatures,
    { replaceRecentBlockhash = false, innerInstructions = false }: SimulateOptions = {},
    place: { readonly commitment?: Commitment | undefined; readonly expired?: boolean } = {},
  ): Simulated {
    const { commitment = "processed", expired = false } = place;
    const run = () => {
      const slot = this.#slotAt(commitment);
      const latest = replaceRecentBlockhash ? this.#latest(slot) : undefined;
      const simulated = latest ? withBlockhash(transaction, latest.blockhash) : transaction;
      const block = latest ? undefined : this.#accepting(transaction, slot, expired);
      const context = block ?? this.#block(slot);
      const result = this.#executor.simulate(simulated, context, signatures, innerInstructions);
      if (latest) return { ...result.execution, postAccounts: result.after, replacementBlockhash: latest };
      const refusal = this.#refusal(transaction, block, commitment);
      const { execution, after } = refusal ? this.#executor.refused(transaction, refusal) : result;
      return { ...execution, postAccounts: after };
    };
    if (this.#unfinalized.changed(commitment, this.#slot).next().done) return run();
    const earlier = (address: string) => this.#unfinalized.at(address, commitment, this.#slot);
    return this.#accounts.withEarlier(transaction, earlier, run);
  }

  /**
   * Runs transactions in the current block, each on the result of those before, and undoes all of them. Ends with the
   * first that fails.
   *
   * @throws {SendError}
   */
  #runAll(
    transactions: readonly Transaction[],
    { sigVerify, replaceRecentBlockhash }: SimulateOptions,
  ): Simulated[] {
    const slot = this.#slot;
    const before = new Map<string, ChainAccount | undefined>();
    const messages = new Set<string>();
    const runs: Simulated[] = [];
    try {
      for (const given of transactions) {
        const transaction = replaceRecentBlockhash
          ? withBlockhash(given, this.#blockhashes.latest(slot))
          : given;
        const message = messageHash(transaction.message);
        const block = this.#accepting(transaction, slot);
        const refused = messages.has(message)
          ? "AlreadyProcessed"
          : this.#refusal(transaction, block, "processed");
        messages.add(message);
        const run = refused
          ? this.#executor.refused(transaction, refused)
          : this.#executor.send(transaction, block ?? this.#block(slot), sigVerify ? "verify" : "trust");
        for (const [at, key] of run.execution.accountKeys.entries())
          if (!before.has(key)) before.set(key, run.before[at]);
        runs.push({ ...run.execution, postAccounts: run.after });
        if (run.execution.err !== null) break;
      }
      return runs;
    } finally {
      this.#accounts.put(before);
    }
  }

  /** The error if a transaction cannot land, because no block accepts it or it has already landed. */
  #refusal({ message }: Transaction, block: BlockContext | undefined, commitment: Commitment) {
    if (!block) return "BlockhashNotFound";
    return this.#log.hasReached(message, commitment, this.#slot) ? "AlreadyProcessed" : undefined;
  }

  /** The block of a slot, if it accepts a transaction: its blockhash is recent, or it uses a nonce account instead. */
  #accepting(transaction: Transaction, slot: number, expired = false): BlockContext | undefined {
    if (expired) return undefined;
    const block = this.#block(slot);
    if (this.#blockhashes.isValid(transaction.blockhash, slot)) return block;
    const nonceAccount = nonceAccountOf(transaction, (address) => this.#accounts.get(address));
    // A nonce that was set in the current block cannot be advanced in the same block.
    const usable = nonceAccount !== undefined && nonceValueAfter(block.blockhash) !== transaction.blockhash;
    return usable ? { ...block, nonceAccount } : undefined;
  }

  #block(slot: number): BlockContext {
    return { slot, blockhash: this.#blockhashes.latest(slot) };
  }

  /**
   * Adds a transaction to the current block, or silently drops it, as a leader does.
   *
   * @param options.faults allows a fault to keep the transaction at `processed`. Default true
   * @param options.final makes its account changes visible at every commitment immediately. Default false
   * @param options.signatures default `verify`
   * @param options.refuse throws for a malformed transaction instead of dropping it. Default false
   * @throws {SendError} `malformed`, only with `refuse`
   */
  #land(
    transaction: Transaction,
    { faults = true, final = false, refuse = false, signatures = "verify" as Signatures } = {},
  ): void {
    const slot = this.#slot;
    const block = this.#accepting(transaction, slot);
    if (!block || this.#log.hasMessage(transaction.message)) return;
    let run: ReturnType<Executor["send"]>;
    try {
      run = this.#executor.send(transaction, block, signatures);
    } catch (error) {
      if (error instanceof SendError && !(refuse && error.kind === "malformed")) return;
      throw error;
    }
    const { execution, before, after } = run;
    const { fee, accountKeys } = execution;
    if (fee === null) return;
    const held = faults && this.#faults?.any === true && this.#faults.holdAtProcessed(targetOf(transaction));
    const place = {
      slot,
      ...(held && { heldAt: "processed" as const }),
      ...(typeof held === "object" && { heldUntilSlot: slotAt(this.#clock.now() + held.forMs, this.slotMs) }),
    };
    const row = rowOfTransaction(
      { ...execution, fee },
      { ...place, signature: signatureOf(transaction), at: this.#clock.now(), wire: transaction.wire },
    );
    const changed: number[] = [];
    for (const [index, address] of accountKeys.entries()) {
      const recorded = this.#rows.accounts.get(address);
      if (!this.#accounts.storeChange(address, before[index], after[index])) continue;
      changed.push(index);
      if (final) this.#unfinalized.finalize(address);
      else this.#unfinalized.record(address, place, recorded);
    }
    this.#log.append(row);
    for (const index of changed) {
      const address = accountKeys[index] ?? "";
      this.#listeners.emit({ kind: "account", address, account: after[index], ...place });
    }
    this.#listeners.emit({ kind: "landed", transaction: landedOfRow(row, slot) });
  }
}

/**
 * Creates an environment's in-process ledger: genesis accounts, overridden by State.
 *
 * @throws Error if LiteSVM has no native package for this platform
 */
export async function createSvmLedger(options: SvmLedgerOptions): Promise<LocalLedger> {
  const ledger = new SvmLedger(new Svm(options.world.features), options);
  await ledger.ready();
  return ledger;
}
