import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { AccountScan, ChainAccount, HistoryScan, Ledger, LedgerControl, LedgerEvent } from "./ledger.js";
import type { RecordedAccounts } from "./log/recorded-accounts.js";
import type { ValidatorHealth } from "./validator/validator-check.js";

/** A ledger with the control plane's operations. */
export type ControlledLedger = Ledger & LedgerControl;

/** An in-process ledger, with data for JSON-RPC. A validator answers its own JSON-RPC. */
export type LocalLedger = ControlledLedger & AccountScan & HistoryScan;

export function isLocal(ledger: ControlledLedger): ledger is LocalLedger {
  return "programAccounts" in ledger;
}

/**
 * The World's two ledgers, each created on first use: a test without the chain pays for none.
 */
export class Ledgers {
  readonly #open: (environment: Environment) => Promise<ControlledLedger>;
  /** True for an environment whose chain is another process, changed by others unnoticed. */
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
    /** The recorded accounts of an in-process environment. */
    readonly recorded: (environment: Environment) => RecordedAccounts;
    /** Checks the validator of an environment. */
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
   * Accounts of an environment in the order of `addresses`; undefined for one that does not exist. For an in-process
   * ledger they are read from the records, without opening it, and exclude its built-in programs.
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
      // A ledger that could not be opened (no native binary, no validator) is retried at the next call.
      opening.catch(() => this.#opening.delete(environment));
      this.#opening.set(environment, opening);
    }
    return opening;
  }

  /** Unsubscribes from the ledgers, so that none is watched any more. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** The ledger of an environment if it is open. */
  opened(environment: Environment): ControlledLedger | undefined {
    return this.#opened.get(environment);
  }

  /** Every open ledger. */
  all(): ControlledLedger[] {
    return ENVIRONMENTS.flatMap((environment) => this.#opened.get(environment) ?? []);
  }

  /** Calls `opener` before a ledger is opened, so that subscribers miss nothing. */
  onOpening(opener: (environment: Environment) => void): void {
    this.#openers.add(opener);
  }

  /** Calls `listener` with events of either ledger; returns a function that unsubscribes it. */
  subscribe(listener: (event: LedgerEvent, ledger: ControlledLedger) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
