import { Breath } from "../kernel/breath.js";
import type { Clock } from "../kernel/clock.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import { slotAt, slotStart } from "../ledger/slots.js";
import type { State } from "../state/state.js";
import type { ArbitragePlan } from "./arbitrage-plan.js";

/** Transactions of one slot at most; pools that are not in line after them go on in the next one. */
const A_SLOT = 128;

/** Options of an arbitrageur. */
export interface ArbitrageurOptions {
  readonly clock: Clock;
  readonly state: State;
  readonly plan: ArbitragePlan;
  /** Calls `listener` with what happens on the network's ledger. */
  readonly subscribe: (listener: (event: LedgerEvent) => void) => void;
  /** Whether any account differs from the world's start. */
  readonly changed: () => boolean;
}

/**
 * Keeps the pools of one network in line with each other: in the slot after a change it trades, by real transactions of a wallet of the
 * world, until no round of three pools has anything to gain. Prices and small quotes then agree within the pools' fees.
 *
 * It remembers nothing: that the pools are out of line is all that it needs to know, and they are State's.
 */
export class Arbitrageur {
  readonly #options: ArbitrageurOptions;
  #waiting = false;
  #last: Promise<void> = Promise.resolve();
  /** How often State was replaced: a run that began before trades no more. */
  #replaced = 0;

  constructor(options: ArbitrageurOptions) {
    this.#options = options;
    const { state, plan, subscribe, changed } = options;
    subscribe((event) => {
      if (plan.moves(event)) this.#wait();
    });
    state.onRestore(() => {
      this.#replaced++;
      if (changed()) this.#wait();
    });
  }

  /** Trades at the beginning of the next slot. Its own trades are changes too, so that it looks once more in the slot after. */
  #wait(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const { clock } = this.#options;
    const over = () => {
      this.#waiting = false;
    };
    const next = slotStart(slotAt(clock.now()) + 1);
    clock.schedule(
      next,
      () => {
        over();
        this.#last = this.#last.catch(() => undefined).then(() => this.#trade());
        return this.#last;
      },
      over,
    );
  }

  async #trade(): Promise<void> {
    const begun = this.#replaced;
    // A large sale takes a hundred milliseconds to even out; whoever asks meanwhile is not to wait for all of it.
    const breath = new Breath(1);
    for (let sent = 0; sent < A_SLOT; sent++) {
      if (breath.due) await breath.take();
      const trade = await this.#options.plan.next();
      if (!trade || begun !== this.#replaced) return;
      const [status] = await trade.ledger.statuses([await trade.ledger.landOwn(trade.wire)]);
      if (status?.err !== null) return;
    }
  }
}
