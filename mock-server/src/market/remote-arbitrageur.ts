import { WallTimer } from "../kernel/wall.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { ArbitragePlan, ArbitrageTrade } from "./arbitrage-plan.js";

/** Trades after one change at most; another change begins anew. */
const MOST_TRADES = 512;
/** Trades in a row that failed: somebody else trades on the same pools, or the chain is not as it says. */
const MOST_FAILURES = 3;
/** Between two looks at whether a trade is confirmed, milliseconds of wall time: a validator knows no other. */
const LOOK_MS = 250;
/** Looks after which a trade that has not landed is asked whether it still can. */
const LOOKS = 8;

/** Options of an arbitrageur over a validator. */
export interface RemoteArbitrageurOptions {
  readonly plan: ArbitragePlan;
  /** Calls `listener` with what is seen to happen on the validator; returns a function that ends it. */
  readonly subscribe: (listener: (event: LedgerEvent) => void) => () => void;
  /** Told why it stopped before the pools were in line. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Keeps the pools of a validator in line with each other, by real transactions of a wallet of the world that the validator runs: after a
 * trade that was seen to land it sends one after the other, each when the one before is confirmed, until no round of three pools
 * has anything to gain.
 */
export class RemoteArbitrageur {
  readonly #options: RemoteArbitrageurOptions;
  readonly #timer = new WallTimer();
  readonly #end: () => void;
  #trading = false;
  /** Whether something changed since it last looked at the pools. */
  #due = false;
  #closed = false;

  constructor(options: RemoteArbitrageurOptions) {
    this.#options = options;
    this.#end = options.subscribe((event) => {
      if (!options.plan.moves(event)) return;
      this.#due = true;
      void this.#run();
    });
  }

  /** Sends nothing more. A trade that is under way lands or expires. */
  close(): void {
    this.#closed = true;
    this.#timer.clear();
    this.#end();
  }

  async #run(): Promise<void> {
    if (this.#trading) return;
    this.#trading = true;
    try {
      while (this.#due && !this.#closed) {
        this.#due = false;
        await this.#trade();
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Whoever ends the server often ends the validator first.
      if (!this.#closed)
        this.#options.onFailure(new Error(`Arbitrage over the validator stopped: ${reason}`));
    } finally {
      this.#trading = false;
    }
  }

  /** @throws Error when trades fail one after the other, or the validator does not answer */
  async #trade(): Promise<void> {
    let failures = 0;
    for (let sent = 0; sent < MOST_TRADES; sent++) {
      const trade = await this.#options.plan.next();
      if (!trade || this.#closed) return;
      const failure = await this.#land(trade);
      if (this.#closed) return;
      failures = failure === undefined ? 0 : failures + 1;
      if (failures === MOST_FAILURES) {
        throw new Error(`${failures} trades in a row failed, the last one with ${failure}`);
      }
    }
  }

  /** Sends a trade and waits until it is confirmed; answers why it failed, if it did. */
  async #land({ ledger, wire, blockhash }: ArbitrageTrade): Promise<string | undefined> {
    const signature = await ledger.landOwn(wire);
    for (let look = 1; !this.#closed; look++) {
      const [status] = await ledger.statuses([signature]);
      if (status && status.commitment !== "processed") {
        return status.err === null ? undefined : JSON.stringify(status.err);
      }
      if (look % LOOKS === 0 && !status && !(await ledger.isBlockhashValid(blockhash)))
        return "its blockhash expired";
      await new Promise<void>((resolve) => this.#timer.set(LOOK_MS, resolve));
    }
    return undefined;
  }
}
