import type { Clock } from "../../kernel/clock.js";
import type { LedgerEvent } from "../ledger.js";
import { slotAt, slotReached, slotStart } from "../slots.js";

type Listener = (event: LedgerEvent) => void;

/**
 * Listeners to chain events. Slot events are opt-in, because they are frequent. They are sent for each slot while the
 * clock runs, but only for the last slot after a manual change.
 */
export class LedgerListeners {
  readonly #all = new Set<Listener>();
  readonly #ofSlots = new Set<Listener>();
  #stop: (() => void) | undefined;
  #lastSlot = -1;

  constructor(
    private readonly clock: Clock,
    private readonly slotMs: number,
  ) {}

  add(listener: Listener, slots: boolean): () => void {
    // Each call is a separate subscription, even with the same function.
    const own: Listener = (event) => listener(event);
    this.#all.add(own);
    if (slots) this.#ofSlots.add(own);
    if (slots && !this.#stop) this.#start();
    return () => {
      this.#all.delete(own);
      this.#ofSlots.delete(own);
      if (this.#ofSlots.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  emit(event: LedgerEvent): void {
    for (const listener of [...this.#all]) listener(event);
  }

  #start(): void {
    let cancel = () => {};
    const wait = () => {
      cancel();
      // On a clock that is advanced manually, a timer would fire at every slot. `onChange` reports only the last slot.
      if (this.clock.running) cancel = this.clock.schedule(slotStart(this.#lastSlot + 1, this.slotMs), tick);
    };
    const tick = () => {
      this.#emitSlot();
      wait();
    };
    const ended = this.clock.onChange(tick);
    this.#lastSlot = slotAt(this.clock.now(), this.slotMs);
    wait();
    this.#stop = () => {
      ended();
      cancel();
    };
  }

  #emitSlot(): void {
    const slot = slotAt(this.clock.now(), this.slotMs);
    if (slot === this.#lastSlot) return;
    this.#lastSlot = slot;
    const event = { kind: "slot", slot, root: slotReached(slot, "finalized") } as const;
    for (const listener of [...this.#ofSlots]) listener(event);
  }
}
