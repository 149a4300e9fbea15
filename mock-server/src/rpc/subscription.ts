import { commitmentAt, hasReached, isHeldForever } from "../ledger/commitment.js";
import type { LedgerEvent, LocalLedger } from "../ledger/ledger.js";
import { emptyAccount, encodeKnown } from "./encode/account.js";
import { isOfSlots, SlotFeed } from "./slot-feed.js";
import { concerns, type Topic } from "./topics.js";

type AccountEvent = Extract<LedgerEvent, { kind: "account" }>;
type LandedEvent = Extract<LedgerEvent, { kind: "landed" }>;
type AccountTopic = Extract<Topic, { kind: "account" | "program" }>;
type SignatureTopic = Extract<Topic, { kind: "signature" }>;
type LogsTopic = Extract<Topic, { kind: "logs" }>;

/** A subscription. Notifies in event order, and stores events that have not reached the commitment yet. */
export class Subscription {
  #accounts: AccountEvent[] = [];
  #landed: LandedEvent["transaction"][] = [];
  /** True if the chain has the transaction of a signature, which has not reached the commitment yet. */
  #isInBlock = false;
  #last: Promise<void> = Promise.resolve();
  /** Tasks after which `#last` resolves. */
  #tasks = 0;
  #ended = false;
  readonly #feed: SlotFeed | undefined;

  constructor(
    private readonly topic: Topic,
    private readonly ledger: LocalLedger,
    private readonly notify: (result: unknown) => void,
    /** Called after the subscription's last notification. */
    private readonly done: () => void,
  ) {
    if (topic.kind === "account" || topic.kind === "program") {
      const address = topic.kind === "account" ? topic.address : undefined;
      // As on a node, earlier account changes are notified if they reach the commitment later, but earlier logs are
      // not.
      const changes = ledger.pending(topic.commitment, address);
      this.#accounts = changes.filter((change) => concerns(topic, change));
    }
    if (isOfSlots(topic)) this.#feed = new SlotFeed(topic, ledger, notify);
  }

  /** Starts from the current state: a signature may already be confirmed, and earlier slots are not notified. */
  start(): void {
    const { topic } = this;
    if (topic.kind === "signature") this.#inOrder(() => this.#checkSignature(topic));
    const feed = this.#feed;
    if (feed) this.#inOrder(() => feed.start());
  }

  end(): void {
    this.#ended = true;
  }

  take(event: LedgerEvent): void {
    if (event.kind === "replaced") {
      this.#accounts = [];
      this.#landed = [];
      // The new chain may have the transaction.
      this.#isInBlock = this.topic.kind === "signature";
      this.#feed?.clear();
      return;
    }
    if (event.kind === "slot" && !this.#waits) return;
    if (concerns(this.topic, event)) this.#inOrder(() => this.#handle(event));
  }

  /** False if the next slot changes nothing. With thousands of subscriptions, a task for each would take too long. */
  get #waits(): boolean {
    if (this.#feed || this.#tasks > 0) return true;
    return this.#isInBlock || this.#accounts.length > 0 || this.#landed.length > 0;
  }

  #inOrder(task: () => Promise<void>): void {
    this.#tasks++;
    // Errors are ignored: a ledger that fails here also fails for its callers. The next event is handled as usual.
    this.#last = this.#last
      .then(async () => (this.#ended ? undefined : task()))
      .catch(() => undefined)
      .finally(() => this.#tasks--);
  }

  async #handle(event: Exclude<LedgerEvent, { kind: "replaced" }>): Promise<void> {
    const { topic } = this;
    if (topic.kind === "signature") await this.#checkSignature(topic);
    else if (topic.kind === "logs") await this.#notifyLogs(topic, event);
    else if (topic.kind === "account" || topic.kind === "program") await this.#notifyAccount(topic, event);
    else await this.#feed?.handle(event);
  }

  async #checkSignature({ signature, commitment }: SignatureTopic): Promise<void> {
    const [status] = await this.ledger.statuses([signature]);
    this.#isInBlock = status !== undefined;
    if (!status || this.#ended || !hasReached(status.commitment, commitment)) return;
    this.#inContext(await this.ledger.slot(), { err: status.err });
    this.#ended = true;
    this.done();
  }

  async #notifyLogs(topic: LogsTopic, event: LedgerEvent): Promise<void> {
    if (event.kind === "landed") this.#landed.push(event.transaction);
    // A busy chain has tens of thousands of unfinalized transactions, so only those that can be ready are queried.
    const canBeReady = ({ slot }: LandedEvent["transaction"]) =>
      topic.commitment !== "finalized" || (event.kind === "slot" && slot <= event.root);
    const signatures = this.#landed.filter(canBeReady).map(({ signature }) => signature);
    if (signatures.length === 0) return;
    const statuses = await this.ledger.statuses(signatures);
    const found = new Map(signatures.map((signature, at) => [signature, statuses[at]]));
    this.#landed = this.#landed.filter((landed) => {
      if (!canBeReady(landed)) return true;
      const { slot, signature, err, logs } = landed;
      const status = found.get(signature);
      if (status && !hasReached(status.commitment, topic.commitment)) return true;
      if (status) this.#inContext(slot, { err, logs, signature });
      return false;
    });
  }

  async #notifyAccount(topic: AccountTopic, event: LedgerEvent): Promise<void> {
    if (event.kind === "account") this.#accounts.push(event);
    if (this.#accounts.length === 0) return;
    const ready = this.#takeReady(topic, event);
    for (const { address, account, slot } of ready) {
      const [encoded = null] = await encodeKnown(this.ledger, [account ?? emptyAccount(address)], topic.form);
      if (this.#ended) return;
      this.#inContext(slot, topic.kind === "account" ? encoded : { account: encoded, pubkey: address });
    }
  }

  /** Removes and returns the waiting events that have reached the commitment. Only a new slot finalizes events. */
  #takeReady({ commitment }: AccountTopic, event: LedgerEvent): AccountEvent[] {
    if (event.kind !== "slot" && (event.kind !== "account" || commitment === "finalized")) return [];
    const ready: AccountEvent[] = [];
    const waiting: AccountEvent[] = [];
    const notified = new Set<string>();
    for (const one of this.#accounts.reverse()) {
      if (hasReached(commitmentAt(one, event.slot), commitment)) {
        ready.push(one);
        notified.add(one.address);
        // A change held back by a fault is dropped if it is held forever, or if its account has a newer ready change.
      } else if (!notified.has(one.address) && !isHeldForever(one)) waiting.push(one);
    }
    this.#accounts = waiting.reverse();
    return ready.reverse();
  }

  #inContext(slot: number, value: unknown): void {
    this.notify({ context: { slot }, value });
  }
}
