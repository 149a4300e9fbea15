import { commitmentAt, hasReached, isHeldForever } from "../ledger/commitment.js";
import type { AccountScan, Ledger, LedgerEvent } from "../ledger/ledger.js";
import { FINALIZATION_SLOTS } from "../ledger/slots.js";
import { emptyAccount, encodeNotified } from "./encode/account.js";
import { numbersSince, SlotFeed } from "./slot-feed.js";
import type { Topic } from "./topics.js";

type AccountEvent = Extract<LedgerEvent, { kind: "account" }>;
type LandedEvent = Extract<LedgerEvent, { kind: "landed" }>;
type AccountTopic = Extract<Topic, { kind: "account" | "program" }>;
type LogsTopic = Extract<Topic, { kind: "logs" }>;

/** A subscription. Notifies in event order, and stores events that have not reached the commitment yet. */
export class Subscription {
  #accounts: AccountEvent[] = [];
  #landed: LandedEvent["transaction"][] = [];
  #slot: number | undefined;
  #root: number | undefined;
  #last: Promise<void> = Promise.resolve();
  #ended = false;
  readonly #feed: SlotFeed | undefined;

  constructor(
    private readonly topic: Topic,
    private readonly ledger: Ledger & AccountScan,
    private readonly notify: (result: unknown) => void,
    /** Called after the subscription's last notification. */
    private readonly done: () => void,
  ) {
    if (topic.kind === "account" || topic.kind === "program") {
      const address = topic.kind === "account" ? topic.address : undefined;
      // As on a node, earlier account changes are notified if they reach the commitment later, but earlier logs are
      // not.
      const changes = ledger.pending(topic.commitment, address);
      this.#accounts = changes.filter((change) => isOf(topic, change));
    }
    if (topic.kind === "block" || topic.kind === "slotsUpdates")
      this.#feed = new SlotFeed(topic, ledger, notify);
  }

  /** Starts from the current state: a signature may already be confirmed, and earlier slots are not notified. */
  start(): void {
    if (this.topic.kind === "signature") this.#inOrder(() => this.#checkSignature());
    const feed = this.#feed;
    if (feed) this.#inOrder(() => feed.start());
    if (this.topic.kind === "slot" || this.topic.kind === "root") this.#inOrder(() => this.#setStart());
  }

  end(): void {
    this.#ended = true;
  }

  take(event: LedgerEvent): void {
    if (event.kind === "replaced") {
      this.#accounts = [];
      this.#landed = [];
      this.#slot = undefined;
      this.#root = undefined;
      this.#feed?.clear();
      return;
    }
    this.#inOrder(() => this.#handle(event));
  }

  #inOrder(task: () => Promise<void>): void {
    // Errors are ignored: a ledger that fails here also fails for its callers. The next event is handled as usual.
    this.#last = this.#last.then(async () => (this.#ended ? undefined : task())).catch(() => undefined);
  }

  async #handle(event: Exclude<LedgerEvent, { kind: "replaced" }>): Promise<void> {
    const { topic } = this;
    switch (topic.kind) {
      case "slot":
        if (event.kind === "slot") {
          const distance = event.slot - event.root;
          for (const slot of numbersSince(this.#slot, event.slot))
            this.notify({ parent: slot - 1, root: Math.max(0, slot - distance), slot });
          this.#slot = event.slot;
        }
        return;
      case "root":
        if (event.kind !== "slot" || event.root <= (this.#root ?? 0)) return;
        for (const root of numbersSince(this.#root, event.root)) this.notify(root);
        this.#root = event.root;
        return;
      case "signature":
        if (
          event.kind === "slot" ||
          (event.kind === "landed" && event.transaction.signature === topic.signature)
        )
          await this.#checkSignature();
        return;
      case "logs":
        return this.#notifyLogs(topic, event);
      case "account":
      case "program":
        return this.#notifyAccount(topic, event);
      case "block":
      case "slotsUpdates":
        return this.#feed?.handle(event);
    }
  }

  /** Slot notifications start after the current slot. */
  async #setStart(): Promise<void> {
    this.#slot = await this.ledger.slot();
    this.#root = Math.max(0, this.#slot - FINALIZATION_SLOTS);
  }

  async #checkSignature(): Promise<void> {
    if (this.topic.kind !== "signature") return;
    const [status] = await this.ledger.statuses([this.topic.signature]);
    if (!status || this.#ended || !hasReached(status.commitment, this.topic.commitment)) return;
    this.#inContext(await this.ledger.slot(), { err: status.err });
    this.#ended = true;
    this.done();
  }

  async #notifyLogs(topic: LogsTopic, event: LedgerEvent): Promise<void> {
    if (event.kind === "landed") {
      const { transaction } = event;
      if (topic.mentions !== undefined && !transaction.accountKeys.includes(topic.mentions)) return;
      this.#landed.push(transaction);
    }
    // A busy chain has tens of thousands of unfinalized transactions, so only those that can be ready are queried.
    const canBeReady = ({ slot }: LandedEvent["transaction"]) =>
      topic.commitment !== "finalized" || (event.kind === "slot" && slot <= event.root);
    const signatures = this.#landed.filter(canBeReady).map(({ signature }) => signature);
    if (signatures.length === 0) return;
    const statuses = await this.ledger.statuses(signatures);
    const waiting: LandedEvent["transaction"][] = [];
    let at = 0;
    for (const landed of this.#landed) {
      if (!canBeReady(landed)) {
        waiting.push(landed);
        continue;
      }
      const status = statuses[at++];
      if (!status) continue;
      if (!hasReached(status.commitment, topic.commitment)) waiting.push(landed);
      else {
        const { slot, signature, err, logs } = landed;
        this.#inContext(slot, { err, logs, signature });
      }
    }
    this.#landed = waiting;
  }

  async #notifyAccount(topic: AccountTopic, event: LedgerEvent): Promise<void> {
    if (event.kind === "account" && isOf(topic, event)) this.#accounts.push(event);
    if (this.#accounts.length === 0) return;
    const ready = this.#takeReady(topic, event);
    for (const { address, account, slot } of ready) {
      const written = account ?? emptyAccount(address);
      const encoded = written && (await encodeNotified(this.ledger, written, topic.form));
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

function isOf(topic: AccountTopic, { address, account }: AccountEvent): boolean {
  if (topic.kind === "account") return address === topic.address;
  return account !== undefined && account.owner === topic.programId && topic.passes(account);
}
