import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import type { ChainAccount, ControlledLedger, LedgerEvent, LocalLedger } from "./ledger.js";
import type { RecordedAccounts } from "./log/recorded-accounts.js";
import type { ValidatorHealth } from "./validator/check.js";

export function isLocal(ledger: ControlledLedger): ledger is LocalLedger {
  return "programAccounts" in ledger;
}

/** The World's two ledgers, created on first use: tests without a chain do not load LiteSVM. */
export class Ledgers {
  readonly #opening = new Map<Environment, Promise<ControlledLedger>>();
  readonly #opened = new Map<Environment, ControlledLedger>();
  readonly #stops: (() => void)[] = [];
  #closed = false;
  readonly #listeners = new Set<(event: LedgerEvent, ledger: ControlledLedger) => void>();

  constructor(
    private readonly options: {
      readonly open: (environment: Environment) => Promise<ControlledLedger>;
      readonly isOnValidator: (environment: Environment) => boolean;
      readonly recorded: (environment: Environment) => RecordedAccounts;
      readonly check: (environment: Environment) => Promise<ValidatorHealth>;
    },
  ) {}

  /** True if the environment's chain runs in another process, which can change without the server's knowledge. */
  readonly isOnValidator = (environment: Environment) => this.options.isOnValidator(environment);

  async validators(): Promise<Partial<Record<Environment, ValidatorHealth>>> {
    const found = ENVIRONMENTS.filter(this.isOnValidator).map(
      async (one) => [one, await this.options.check(one)] as const,
    );
    return Object.fromEntries(await Promise.all(found));
  }

  /**
   * Returns accounts in the order of `addresses`; undefined for missing ones. An in-process ledger need not be open:
   * accounts are read from State, without LiteSVM's built-in programs.
   */
  async accounts(
    environment: Environment,
    addresses: readonly string[],
  ): Promise<(ChainAccount | undefined)[]> {
    if (this.isOnValidator(environment)) return (await this.get(environment)).accounts(addresses);
    const recorded = this.options.recorded(environment);
    return addresses.map((address) => recorded.get(address));
  }

  get(environment: Environment): Promise<ControlledLedger> {
    let opening = this.#opening.get(environment);
    if (!opening) {
      opening = this.options.open(environment).then((ledger) => {
        this.#opened.set(environment, ledger);
        const stop = ledger.subscribe((event) => {
          for (const listener of this.#listeners) listener(event, ledger);
        });
        if (this.#closed) stop();
        else this.#stops.push(stop);
        return ledger;
      });
      // If opening fails (no native binary, no validator), the next call tries again.
      opening.catch(() => this.#opening.delete(environment));
      this.#opening.set(environment, opening);
    }
    return opening;
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops.splice(0)) stop();
  }

  opened(environment: Environment): ControlledLedger | undefined {
    return this.#opened.get(environment);
  }

  /** Subscribes to both ledgers; returns a function that unsubscribes. */
  subscribe(listener: (event: LedgerEvent, ledger: ControlledLedger) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
