import type { Ledger, LedgerEvent } from "../ledger/ledger.js";
import { RPC_LIMITS } from "./limits.js";

type Listener = (event: LedgerEvent) => void;

/** Listens to one ledger on behalf of all its subscriptions, and only while there are any: slots cost timers. */
export class EventHub {
  readonly #listeners = new Set<Listener>();
  #stop: (() => void) | undefined;
  #ids = 0;

  /** Tells `listener` what happens; returns a function that ends it. */
  add(ledger: Ledger, listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#stop ??= ledger.subscribe(
      (event) => {
        for (const each of [...this.#listeners]) each(event);
      },
      { slots: true },
    );
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Whether there are as many subscriptions as are taken. */
  get full(): boolean {
    return this.#listeners.size >= RPC_LIMITS.allSubscriptions;
  }

  /** A number for a new subscription. */
  nextId(): number {
    return ++this.#ids;
  }

  /** Stops listening. */
  close(): void {
    this.#listeners.clear();
    this.#stop?.();
    this.#stop = undefined;
  }
}
