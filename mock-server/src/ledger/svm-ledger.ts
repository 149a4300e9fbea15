import bs58 from "bs58";
import { type Environment, PROGRAM_IDS } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import type { State } from "../state/state.js";
import type { WorldData } from "../world/world.js";
import { Blockhashes } from "./blockhashes.js";
import { describeChainError } from "./chain-errors.js";
import type { ChainFaults } from "./chain-faults.js";
import { statusAt } from "./commitment.js";
import { didLand, Executor, type Run } from "./execution.js";
import { Faucet } from "./faucet.js";
import { genesisAccounts } from "./genesis.js";
import { LateTransactions } from "./late-transactions.js";
import {
  type AccountScan,
  type ChainAccount,
  type Landed,
  type Ledger,
  type LedgerControl,
  type LedgerEvent,
  SendError,
  type Simulated,
  type SimulateOptions,
} from "./ledger.js";
import { LedgerListeners } from "./listeners.js";
import { LOOKUP_TABLE_PROGRAM } from "./lookup-tables.js";
import { readTransaction, type Transaction } from "./message.js";
import { PastTransactions } from "./past.js";
import { BLOCKHASH_BLOCKS, slotAt } from "./slots.js";
import { Svm } from "./svm.js";
import { SvmAccounts } from "./svm-accounts.js";
import { SWAP_PROGRAM_BASE64 } from "./swap-program.js";
import { TransactionLog } from "./transaction-log.js";
import { landedOfRow, rowOfTransaction } from "./transaction-rows.js";

/** What a ledger is made of. */
export interface SvmLedgerOptions {
  readonly environment: Environment;
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly world: WorldData;
  /** Consulted when something is sent, simulated or lands. Default: nothing goes wrong. */
  readonly faults?: ChainFaults;
}

/** A ledger in this process: LiteSVM with what it lacks. */
class SvmLedger implements Ledger, LedgerControl, AccountScan {
  readonly environment: Environment;
  readonly #options: SvmLedgerOptions;
  readonly #svm: Svm;
  readonly #accounts: SvmAccounts;
  readonly #executor: Executor;
  readonly #blockhashes: Blockhashes;
  readonly #log: TransactionLog;
  readonly #late: LateTransactions;
  readonly #faucet: Faucet;
  readonly #listeners: LedgerListeners;

  constructor(svm: Svm, options: SvmLedgerOptions) {
    const { environment, state, clock, random, world } = options;
    this.environment = environment;
    this.#options = options;
    this.#svm = svm;
    svm.addProgram(PROGRAM_IDS.swap, Buffer.from(SWAP_PROGRAM_BASE64, "base64"));
    this.#accounts = new SvmAccounts(svm, state, environment, genesisAccounts(world));
    this.#executor = new Executor(svm, this.#accounts);
    this.#blockhashes = new Blockhashes(random.seed, environment);
    const past = new PastTransactions({ environment, state, random, world });
    this.#log = new TransactionLog(state, environment, () => past.rows());
    this.#listeners = new LedgerListeners(clock);
    this.#faucet = new Faucet(world, environment, state);
    this.#late = new LateTransactions(state, clock, environment, (wire) => {
      this.#land(readTransaction(wire));
    });
    state.onRestore(() => {
      this.#accounts.restore();
      this.#log.restore();
      this.#late.restore();
      this.#listeners.tell({ kind: "replaced" });
    });
  }

  async latestBlockhash() {
    const slot = this.#slot();
    return { blockhash: this.#blockhashes.of(slot), lastValidBlockHeight: slot + BLOCKHASH_BLOCKS, slot };
  }

  async isBlockhashValid(blockhash: string): Promise<boolean> {
    return this.#blockhashes.isValid(blockhash, this.#slot());
  }

  async slot(): Promise<number> {
    return this.#slot();
  }

  async blockHeight(): Promise<number> {
    return this.#slot();
  }

  async accounts(addresses: readonly string[]) {
    return addresses.map((address) => this.#accounts.get(address));
  }

  async tokenAccounts(owner: string) {
    return this.#accounts.tokenAccounts(owner);
  }

  async programAccounts(programId: string): Promise<ChainAccount[]> {
    return this.#svm.programAccounts(programId);
  }

  async simulate(wire: Uint8Array, options: SimulateOptions = {}): Promise<Simulated> {
    return this.#simulate(read(wire), options, this.#expired());
  }

  async send(wire: Uint8Array, { skipPreflight = false } = {}): Promise<string> {
    const transaction = read(wire);
    const expired = this.#expired();
    if (!skipPreflight) {
      const simulated = this.#simulate(transaction, { sigVerify: true }, expired);
      if (simulated.err !== null) {
        const reason = describeChainError(simulated.err);
        throw new SendError("preflight", `Transaction simulation failed: ${reason}`, simulated);
      }
    }
    const signature = signatureOf(transaction);
    const fault = this.#options.faults?.atSend(signature);
    if (expired || fault === "drop") return signature;
    if (fault === undefined) this.#land(transaction);
    else this.#late.add(wire, this.#options.clock.now() + fault.lateMs);
    return signature;
  }

  async statuses(signatures: readonly string[]) {
    return signatures.map((signature) => {
      const row = this.#log.get(signature);
      return row && statusAt(row, this.#slot());
    });
  }

  async transaction(signature: string): Promise<Landed | undefined> {
    const row = this.#log.get(signature);
    return row && landedOfRow(row, this.#slot());
  }

  async landed(
    address: string,
    page: { readonly before?: string; readonly limit: number },
  ): Promise<Landed[]> {
    return this.#log.of(address, page).map((row) => landedOfRow(row, this.#slot()));
  }

  subscribe(listener: (event: LedgerEvent) => void, options: { readonly slots?: boolean } = {}): () => void {
    return this.#listeners.add(listener, options.slots ?? false);
  }

  async fund(
    wallet: string,
    amounts: { readonly lamports?: bigint; readonly tokens?: ReadonlyMap<string, bigint> },
  ): Promise<string[]> {
    const blockhash = this.#blockhashes.of(this.#slot());
    const wires = this.#faucet.transactions(wallet, amounts, blockhash, (signature) =>
      this.#log.has(signature),
    );
    return wires.map((wire) => {
      const transaction = readTransaction(wire);
      const simulated = this.#simulate(transaction, { sigVerify: true }, false);
      if (simulated.err !== null) {
        throw new SendError("preflight", `Funding failed: ${describeChainError(simulated.err)}`, simulated);
      }
      this.#land(transaction);
      return signatureOf(transaction);
    });
  }

  async setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void> {
    const replaced = account && account.lamports > 0n ? { ...account, address } : undefined;
    this.#accounts.set(address, replaced);
    this.#listeners.tell({ kind: "account", address, account: replaced, slot: this.#slot() });
  }

  #slot(): number {
    return slotAt(this.#options.clock.now());
  }

  /** Whether a fault makes the blockhash at hand count as expired; asked once for each call. */
  #expired(): boolean {
    return this.#options.faults?.blockhashExpired() ?? false;
  }

  #simulate(transaction: Transaction, options: SimulateOptions, expired: boolean): Simulated {
    const slot = this.#slot();
    const replacement = options.replaceRecentBlockhash ? this.#blockhashes.of(slot) : undefined;
    const simulated = replacement === undefined ? transaction : withBlockhash(transaction, replacement);
    this.#setSlot(slot, transaction);
    const run = this.#executor.simulate(simulated, options.sigVerify ?? false);
    const refusal = replacement === undefined ? this.#refusal(transaction, slot, expired) : undefined;
    const { before: _, after, ...execution } = refusal ? this.#executor.refused(transaction, refusal) : run;
    return {
      ...execution,
      postAccounts: after,
      ...(replacement !== undefined && {
        replacementBlockhash: { blockhash: replacement, lastValidBlockHeight: slot + BLOCKHASH_BLOCKS },
      }),
    };
  }

  /** Why a transaction can not land in a slot, whatever it does. */
  #refusal(transaction: Transaction, slot: number, expired = false) {
    if (expired || !this.#blockhashes.isValid(transaction.blockhash, slot)) return "BlockhashNotFound";
    return this.#log.has(signatureOf(transaction)) ? "AlreadyProcessed" : undefined;
  }

  /** Puts a transaction into the block of now, or drops it without a word, as a leader does. */
  #land(transaction: Transaction): void {
    const slot = this.#slot();
    if (this.#refusal(transaction, slot)) return;
    this.#setSlot(slot, transaction);
    let run: Run;
    try {
      run = this.#executor.send(transaction);
    } catch (error) {
      if (error instanceof SendError) return;
      throw error;
    }
    const { before, after, fee, ...execution } = run;
    if (fee === null || (run.err !== null && !didLand(run.err))) return;
    const [signature = new Uint8Array(64)] = transaction.signatures;
    const at = this.#options.clock.now();
    const held = this.#options.faults?.holdAtProcessed() ?? false;
    const row = {
      ...rowOfTransaction({ ...execution, fee }, { signature, slot, at, wire: transaction.wire }),
      ...(held && { heldAt: "processed" as const }),
    };
    const changed = run.accountKeys.filter((_, index) =>
      this.#accounts.settle(run.accountKeys[index] ?? "", before[index], after[index]),
    );
    this.#log.append(row);
    for (const address of changed) {
      const account = after[run.accountKeys.indexOf(address)];
      this.#listeners.tell({ kind: "account", address, account, slot });
    }
    this.#listeners.tell({ kind: "landed", transaction: landedOfRow(row, slot) });
  }

  #setSlot(slot: number, transaction: Transaction): void {
    this.#svm.setSlot(slot);
    // Only who makes a lookup table reads them, and they cost more than a transaction.
    if (!transaction.staticKeys.includes(LOOKUP_TABLE_PROGRAM)) return;
    const recent = Array.from({ length: BLOCKHASH_BLOCKS }, (_, back) => slot - 1 - back).filter(
      (at) => at >= 0,
    );
    this.#svm.setSlotHashes(recent.map((at) => ({ slot: at, hash: this.#blockhashes.of(at) })));
  }
}

/**
 * The ledger of an environment, in this process: the world's accounts, and over them what State remembers.
 *
 * @throws Error if LiteSVM has no native package for this platform
 */
export async function createSvmLedger(
  options: SvmLedgerOptions,
): Promise<Ledger & LedgerControl & AccountScan> {
  return new SvmLedger(await Svm.open(), options);
}

function read(wire: Uint8Array): Transaction {
  try {
    return readTransaction(wire);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SendError("malformed", `failed to deserialize transaction: ${error.message}`);
  }
}

function signatureOf(transaction: Transaction): string {
  return bs58.encode(transaction.signatures[0] ?? new Uint8Array(64));
}

function withBlockhash(transaction: Transaction, blockhash: string): Transaction {
  const wire = Uint8Array.from(transaction.wire);
  wire.set(bs58.decode(blockhash), transaction.blockhashAt);
  return readTransaction(wire);
}
