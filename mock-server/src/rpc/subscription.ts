import { commitmentAt, hasReached, isHeldForever } from "../ledger/commitment.js";
import type { LedgerEvent, LocalLedger } from "../ledger/ledger.js";
import { SlotFeed } from "./slot-feed.js";
import type { Change, ChangesTopic, Topic } from "./topics.js";

/** A subscription. Notifies in event order, and stores changes that have not reached the commitment yet. */
export class Subscription {
  /** Oldest first. */
  #waiting: Change[] = [];
  #last: Promise<void> = Promise.resolve();
  #ended = false;
  readonly #feed: SlotFeed | undefined;

  constructor(
    private readonly topic: Topic,
    private readonly ledger: LocalLedger,
    private readonly notify: (result: unknown) => void,
    /** Called after the subscription's last notification. */
    private readonly done: () => void,
  ) {
    if (topic.kind === "changes") this.#waiting = topic.pending(ledger);
    else this.#feed = new SlotFeed(topic, ledger, notify);
  }

  /** Starts from the current state: a signature may already be confirmed, and earlier slots are not notified. */
  start(): void {
    const { topic } = this;
    this.#inOrder(async () => (topic.kind === "changes" ? this.#findLanded(topic) : this.#feed?.start()));
  }

  end(): void {
    this.#ended = true;
  }

  take(event: LedgerEvent): void {
    const { topic } = this;
    if (topic.kind === "changes") this.#takeChange(topic, event);
    else if (event.kind === "replaced") this.#feed?.clear();
    else if (event.kind !== "account") this.#inOrder(async () => this.#feed?.handle(event));
  }

  #takeChange(topic: ChangesTopic, event: LedgerEvent): void {
    if (event.kind === "replaced") {
      this.#waiting = [];
      // The new chain may have the transaction.
      this.#inOrder(() => this.#findLanded(topic));
      return;
    }
    const change = topic.read(event);
    if (change) this.#waiting.push(change);
    // Only a new slot finalizes changes.
    const { slot } = event.kind === "slot" ? event : topic.commitment === "finalized" ? {} : (change ?? {});
    // With thousands of subscriptions, a task of each for every slot would take too long.
    if (slot !== undefined && this.#waiting.length > 0) this.#inOrder(() => this.#notifyReady(topic, slot));
  }

  #inOrder(task: () => Promise<void>): void {
    // Errors are ignored: a ledger that fails here also fails for its callers. The next event is handled as usual.
    this.#last = this.#last.then(async () => (this.#ended ? undefined : task())).catch(() => undefined);
  }

  /** Finds the transaction of a signature, if it has already landed. */
  async #findLanded(topic: ChangesTopic): Promise<void> {
    if (topic.signature === undefined) return;
    const transaction = await this.ledger.transaction(topic.signature);
    const change = transaction && topic.read({ kind: "landed", transaction });
    if (!change) return;
    this.#waiting.push(change);
    await this.#notifyReady(topic, await this.ledger.slot());
  }

  async #notifyReady(topic: ChangesTopic, slot: number): Promise<void> {
    for (const change of this.#takeReady(topic, slot)) {
      const value = await change.write(this.ledger);
      if (this.#ended) return;
      this.notify({ context: { slot: topic.signature === undefined ? change.slot : slot }, value });
      if (topic.signature === undefined) continue;
      this.#ended = true;
      this.done();
    }
  }

  /** Removes and returns the waiting changes that have reached the commitment in a slot. */
  #takeReady({ commitment }: ChangesTopic, slot: number): Change[] {
    const ready: Change[] = [];
    const waiting: Change[] = [];
    const notified = new Set<string>();
    for (const one of this.#waiting.reverse()) {
      if (hasReached(commitmentAt(one, slot), commitment)) {
        ready.push(one);
        notified.add(one.id);
        // A change held back by a fault is dropped if it is held forever, or if its account has a newer ready change.
      } else if (!notified.has(one.id) && !isHeldForever(one)) waiting.push(one);
    }
    this.#waiting = waiting.reverse();
    return ready.reverse();
  }
}
