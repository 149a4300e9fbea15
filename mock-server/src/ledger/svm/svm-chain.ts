import type { Environment } from "intent-tx/contract";
import type { WorldData } from "../../fixtures/world-data.js";
import { rentSysvar } from "../../formats/accounts.js";
import { OWN_PROGRAMS } from "../../formats/own-programs.js";
import { SYSVARS } from "../../formats/programs.js";
import { messageHash } from "../../formats/signatures.js";
import type { Transaction } from "../../formats/transaction.js";
import { signatureOf, withBlockhash } from "../../formats/transaction.js";
import type { Clock } from "../../kernel/clock.js";
import type { Random } from "../../kernel/random.js";
import { TimeSlice } from "../../kernel/time-slice.js";
import type { State } from "../../state/state.js";
import { nonceAccountOf, nonceValueAfter } from "../durable-nonce.js";
import { Genesis } from "../genesis/genesis.js";
import { PastTransactions } from "../genesis/past-transactions.js";
import type { Block, ChainAccount, ChainFaults, Commitment } from "../ledger.js";
import { type Landed, SendError, type Simulated, type SimulateOptions } from "../ledger.js";
import { LedgerRows } from "../log/ledger-rows.js";
import { RecordedAccounts } from "../log/recorded-accounts.js";
import { TransactionLog } from "../log/transaction-log.js";
import { landedOfRow, rowOfTransaction } from "../log/transaction-rows.js";
import { Unfinalized } from "../log/unfinalized.js";
import { targetOf } from "../sent.js";
import { BLOCKHASH_BLOCKS, slotAt, slotReached } from "../slots.js";
import { Blockhashes } from "./blockhashes.js";
import { type BlockContext, Executor, type Run } from "./execution.js";
import { LedgerListeners } from "./listeners.js";
import type { Svm } from "./svm.js";
import { SvmAccounts } from "./svm-accounts.js";
import { Sysvars } from "./sysvars.js";

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

/** A single-node chain: accounts, the log, blocks derived from the clock, and checks before transactions run. */
export class SvmChain {
  readonly rows: LedgerRows;
  readonly accounts: SvmAccounts;
  readonly blockhashes: Blockhashes;
  readonly log: TransactionLog;
  readonly listeners: LedgerListeners;
  readonly unfinalized: Unfinalized;
  readonly #executor: Executor;
  readonly #sysvars: Sysvars;
  readonly #clock: Clock;
  readonly #faults: ChainFaults | undefined;

  constructor(svm: Svm, options: SvmLedgerOptions) {
    const { environment, state, clock, random, world, genesis = new Genesis(world) } = options;
    this.#clock = clock;
    this.rows = options.rows ?? new LedgerRows(state, environment);
    this.#faults = options.faults;
    for (const [address, image] of OWN_PROGRAMS) svm.addProgram(address, image());
    if (world.lamportsPerByte !== undefined) svm.setSysvar(SYSVARS.rent, rentSysvar(world.lamportsPerByte));
    const recorded = new RecordedAccounts(this.rows.accounts, genesis);
    this.accounts = new SvmAccounts(svm, recorded, genesis);
    this.unfinalized = new Unfinalized(this.rows.unfinalized, recorded, { state, environment });
    const past = new PastTransactions({ environment, state, random, world });
    this.log = new TransactionLog({
      state,
      environment,
      rows: this.rows.transactions,
      past: () => past.rows(),
      keep: options.keep ?? Number.POSITIVE_INFINITY,
    });
    this.blockhashes = new Blockhashes(random.seed, environment, (slot) => this.log.landedIn(slot));
    this.#sysvars = new Sysvars(svm, this.blockhashes);
    const version1 = !world.features?.deactivate?.includes(VERSION_1_FEATURE);
    this.#executor = new Executor(svm, this.#sysvars, {
      version1,
      lamportsPerByte: world.lamportsPerByte,
    });
    this.listeners = new LedgerListeners(clock);
  }

  /** Rebuilds everything derived from State. The chain must not be used before this resolves. */
  async restore(): Promise<void> {
    await this.accounts.restore();
    this.unfinalized.restore();
    await this.log.restore();
    this.#sysvars.clear();
  }

  /** The current slot, which is also the block height. */
  slot(): number {
    return slotAt(this.#clock.now());
  }

  /**
   * The latest slot at a commitment. On a frozen clock, no block would ever be finalized, so every commitment has the
   * current slot and blockhash. Only account reads depend on the commitment.
   */
  slotAt(commitment: Commitment = "processed"): number {
    return this.#clock.running ? slotReached(this.slot(), commitment) : this.slot();
  }

  /**
   * True if the latest block at a commitment accepts a blockhash. On a clock that does not run, `finalized` also accepts
   * newer blockhashes. An old one is valid until a finalized block rejects it, because this proves that it has expired.
   */
  isBlockhashValid(blockhash: string, commitment: Commitment = "processed", blocks?: number): boolean {
    const slots = [this.slotAt(commitment), slotReached(this.slot(), commitment)];
    return slots.some((slot) => this.blockhashes.isValid(blockhash, slot, blocks));
  }

  latestBlockhash(commitment?: Commitment) {
    const slot = this.slotAt(commitment);
    return {
      blockhash: this.blockhashes.latest(slot),
      lastValidBlockHeight: slot + BLOCKHASH_BLOCKS,
      slot,
    };
  }

  expiredBlockhash(): string {
    return this.blockhashes.of(Math.max(0, this.slot() - BLOCKHASH_BLOCKS - 1));
  }

  /** Undefined for a future slot and for a slot with incomplete data. */
  async blockAt(slot: number): Promise<Block | undefined> {
    const now = this.slot();
    const { blockhashes, log } = this;
    if (slot > now || slot < log.firstSlot) return undefined;
    const parentSlot = Math.max(0, slot - 1);
    const hashes = {
      blockhash: blockhashes.latest(slot),
      previousBlockhash: blockhashes.latest(parentSlot),
    };
    const transactions: Landed[] = [];
    const slice = new TimeSlice();
    for (const row of log.inSlot(slot)) {
      transactions.push(landedOfRow(row, now));
      if (slice.isOver) await slice.next();
    }
    return { slot, parentSlot, ...hashes, transactions };
  }

  /** Updates all sysvars in LiteSVM before their accounts are read. */
  turnSysvars(commitment?: Commitment): void {
    this.#sysvars.turnAll(this.slotAt(commitment));
  }

  /**
   * Runs a transaction in the latest block at a commitment without keeping the result.
   *
   * @param place.commitment - default `processed`
   * @param place.expired - treats the transaction's blockhash as expired
   * @throws {SendError}
   */
  simulate(
    transaction: Transaction,
    options: SimulateOptions,
    place: { readonly commitment?: Commitment | undefined; readonly expired?: boolean } = {},
  ): Simulated {
    const { commitment = "processed", expired = false } = place;
    const isCurrent = this.unfinalized.changed(commitment, this.slot()).next().done;
    if (isCurrent) return this.#simulate(transaction, options, commitment, expired);
    const earlier = (address: string) => this.unfinalized.at(address, commitment, this.slot());
    return this.accounts.withEarlier(transaction, earlier, () =>
      this.#simulate(transaction, options, commitment, expired),
    );
  }

  #simulate(
    transaction: Transaction,
    options: SimulateOptions,
    commitment: Commitment,
    expired: boolean,
  ): Simulated {
    const slot = this.slotAt(commitment);
    const replacement = options.replaceRecentBlockhash ? this.blockhashes.latest(slot) : undefined;
    const simulated = replacement === undefined ? transaction : withBlockhash(transaction, replacement);
    const { sigVerify: verify = false, innerInstructions: inner = false } = options;
    const run = this.#executor.simulate(simulated, this.#block(slot), { verify, inner });
    const refusal =
      replacement === undefined ? this.#refusal(transaction, slot, commitment, expired) : undefined;
    const { execution, after } = refusal ? this.#executor.refused(transaction, refusal) : run;
    if (replacement === undefined) return { ...execution, postAccounts: after };
    const replacementBlockhash = {
      blockhash: replacement,
      lastValidBlockHeight: slot + BLOCKHASH_BLOCKS,
    };
    return { ...execution, postAccounts: after, replacementBlockhash };
  }

  /**
   * Runs transactions in the current block, each on the result of those before, and undoes all of them. Ends with the
   * first that fails.
   *
   * @throws {SendError}
   */
  bundle(
    transactions: readonly Transaction[],
    { sigVerify, replaceRecentBlockhash }: SimulateOptions,
  ): Simulated[] {
    const slot = this.slot();
    const before = new Map<string, ChainAccount | undefined>();
    const messages = new Set<string>();
    const runs: Simulated[] = [];
    try {
      for (const given of transactions) {
        const transaction = replaceRecentBlockhash
          ? withBlockhash(given, this.blockhashes.latest(slot))
          : given;
        const message = messageHash(transaction.message);
        const age = this.#age(transaction, slot, false);
        const refused = messages.has(message)
          ? "AlreadyProcessed"
          : this.#refusal(transaction, slot, "processed", false);
        messages.add(message);
        const block = this.#block(slot, typeof age === "object" ? age.nonceAccount : undefined);
        const run = refused
          ? this.#executor.refused(transaction, refused)
          : this.#executor.send(transaction, block, sigVerify !== true);
        for (const [at, key] of run.execution.accountKeys.entries())
          if (!before.has(key)) before.set(key, run.before[at]);
        runs.push({ ...run.execution, postAccounts: run.after });
        if (run.execution.err !== null) break;
      }
      return runs;
    } finally {
      this.accounts.undo(before);
    }
  }

  /** The error if a transaction cannot land in a slot, because it has expired or has already landed. */
  #refusal(transaction: Transaction, slot: number, commitment: Commitment, expired: boolean) {
    if (this.#age(transaction, slot, expired) === "expired") return "BlockhashNotFound";
    const isKnown = this.log.hasReached(transaction.message, commitment, this.slot());
    return isKnown ? "AlreadyProcessed" : undefined;
  }

  /** Whether a transaction has a recent blockhash, has expired, or uses a nonce account and therefore never expires. */
  #age(
    transaction: Transaction,
    slot: number,
    expired: boolean,
  ): "recent" | "expired" | { readonly nonceAccount: string } {
    if (expired) return "expired";
    if (this.blockhashes.isValid(transaction.blockhash, slot)) return "recent";
    const nonceAccount = nonceAccountOf(transaction, (address) => this.accounts.get(address));
    // A nonce that was set in the current block cannot be advanced in the same block.
    const usable =
      nonceAccount !== undefined && nonceValueAfter(this.blockhashes.latest(slot)) !== transaction.blockhash;
    return usable ? { nonceAccount } : "expired";
  }

  #block(slot: number, nonceAccount?: string): BlockContext {
    return { slot, blockhash: this.blockhashes.latest(slot), nonceAccount };
  }

  /**
   * Adds a transaction to the current block, or silently drops it, as a leader does.
   *
   * @param options.faults allows a fault to keep the transaction at `processed`. Default true
   * @param options.final makes its account changes visible at every commitment immediately. Default false
   * @param options.verified true if a preflight has just verified the signatures. Default false
   * @param options.refuse throws for a malformed transaction instead of dropping it. Default false
   * @throws {SendError} `malformed`, only with `refuse`
   */
  land(
    transaction: Transaction,
    { faults = true, final = false, refuse = false, verified = false } = {},
  ): void {
    const slot = this.slot();
    const age = this.#age(transaction, slot, false);
    if (age === "expired" || this.log.hasMessage(transaction.message)) return;
    let run: Run;
    try {
      const nonceAccount = typeof age === "object" ? age.nonceAccount : undefined;
      run = this.#executor.send(transaction, this.#block(slot, nonceAccount), verified);
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
      ...(typeof held === "object" && { heldUntilSlot: slotAt(this.#clock.now() + held.forMs) }),
    };
    const row = rowOfTransaction(
      { ...execution, fee },
      { ...place, signature: signatureOf(transaction), at: this.#clock.now(), wire: transaction.wire },
    );
    const changed: number[] = [];
    for (const [index, address] of accountKeys.entries()) {
      const recorded = this.rows.accounts.get(address);
      if (!this.accounts.storeChange(address, before[index], after[index])) continue;
      changed.push(index);
      if (final) this.unfinalized.finalize(address);
      else this.unfinalized.record(address, place, recorded);
    }
    this.log.append(row);
    for (const index of changed) {
      const address = accountKeys[index] ?? "";
      this.listeners.emit({ kind: "account", address, account: after[index], ...place });
    }
    this.listeners.emit({ kind: "landed", transaction: landedOfRow(row, slot) });
  }
}
