import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { AccountScan, ChainAccount, HistoryScan, Ledger, LedgerControl, LedgerEvent } from "./ledger.js";
import type { RecordedAccounts } from "./log/recorded-accounts.js";
import type { ValidatorHealth } from "./validator/validator-check.js";

/** A ledger with what the control plane may do to it. */
export type ControlledLedger = Ledger & LedgerControl;

/** A ledger in this process, with what only JSON-RPC reads. A validator answers its own JSON-RPC. */
export type LocalLedger = ControlledLedger & AccountScan & HistoryScan;

export function isLocal(ledger: ControlledLedger): ledger is LocalLedger {
  return "programAccounts" in ledger;
}

/**
 * The World's two ledgers, each made when it is first needed: a test that never touches the chain never pays for one.
 */
export class Ledgers {
  readonly #open: (environment: Environment) => Promise<ControlledLedger>;
  /** True for an environment whose chain is another process, where others act unseen. */
  readonly remote: (environment: Environment) => boolean;
  readonly #recorded: (environment: Environment) => RecordedAccounts;
  /** The health of each validator behind a network. */
  readonly validators: () => Promise<Partial<Record<Environment, ValidatorHealth>>>;
  readonly #opening = new Map<Environment, Promise<ControlledLedger>>();
  readonly #opened = new Map<Environment, ControlledLedger>();
  readonly #stops: (() => void)[] = [];
  #closed = false;
  readonly #listeners = new Set<(event: LedgerEvent, ledger: ControlledLedger) => void>();
  readonly #openers = new Set<(environment: Environment) => void>();

  constructor(options: {
    readonly open: (environment: Environment) => Promise<ControlledLedger>;
    /** True for an environment whose chain is another process. */
    readonly remote: (environment: Environment) => boolean;
    /** The accounts of an environment in this process as they are on record. */
    readonly recorded: (environment: Environment) => RecordedAccounts;
    /** Looks at the validator of an environment. */
    readonly check: (environment: Environment) => Promise<ValidatorHealth>;
  }) {
    this.#open = options.open;
    this.remote = options.remote;
    this.#recorded = options.recorded;
    this.validators = async () => {
      const behind = ENVIRONMENTS.filter((environment) => options.remote(environment));
      const found = await Promise.all(behind.map(async (one) => [one, await options.check(one)] as const));
      return Object.fromEntries(found);
    };
  }

  /**
   * Accounts of an environment in the order of `addresses`; undefined for one that does not exist. A ledger of this process
   * is not opened for it: what it would say is on record. The programs that it brings are not among them.
   */
  async accounts(
    environment: Environment,
    addresses: readonly string[],
  ): Promise<(ChainAccount | undefined)[]> {
    if (this.remote(environment)) return (await this.get(environment)).accounts(addresses);
    const recorded = this.#recorded(environment);
    return addresses.map((address) => recorded.get(address));
  }

  /** The ledger of an environment. */
  get(environment: Environment): Promise<ControlledLedger> {
    let opening = this.#opening.get(environment);
    if (!opening) {
      for (const opener of this.#openers) opener(environment);
      opening = this.#open(environment).then((ledger) => {
        this.#opened.set(environment, ledger);
        const stop = ledger.subscribe((event) => {
          for (const listener of this.#listeners) listener(event, ledger);
        });
        if (this.#closed) stop();
        else this.#stops.push(stop);
        return ledger;
      });
      // A ledger that could not be opened (no native binary, no validator) is tried again at the next call.
      opening.catch(() => this.#opening.delete(environment));
      this.#opening.set(environment, opening);
    }
    return opening;
  }

  /** Stops listening to the ledgers, so that none is watched any more. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** The ledger of an environment if it was needed already. */
  opened(environment: Environment): ControlledLedger | undefined {
    return this.#opened.get(environment);
  }

  /** Every ledger that was needed already. */
  all(): ControlledLedger[] {
    return ENVIRONMENTS.flatMap((environment) => this.#opened.get(environment) ?? []);
  }

  /** Calls `opener` before a ledger is opened: who subscribes then misses nothing. */
  onOpening(opener: (environment: Environment) => void): void {
    this.#openers.add(opener);
  }

  /** Calls `listener` with what happens on either ledger; returns a function that ends it. */
  subscribe(listener: (event: LedgerEvent, ledger: ControlledLedger) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
