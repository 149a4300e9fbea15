import type { RawData, WebSocket } from "ws";
import type { AccountScan, Ledger, LedgerEvent } from "../ledger/ledger.js";
import { VERSION_REPLY } from "./chain.js";
import { answer, type RpcCall, writeNotification } from "./envelope.js";
import { RPC_LIMITS, tooManySubscriptions } from "./limits.js";
import { sendBounded } from "./liveness.js";
import { count, readParams } from "./params.js";
import { invalidParams, methodNotFound } from "./rpc-error.js";
import { Subscription } from "./subscription.js";
import { isUnsubscribe, readTopic, subjectOf, subjectsOf, type Topic } from "./topics.js";

type Listener = (event: LedgerEvent) => void;

/**
 * Listens to a ledger on behalf of all subscriptions, but only while any exist, because slot events need timers. A
 * change or transaction reaches only the subscriptions whose subject matches.
 */
export class EventHub {
  readonly #listeners = new Set<Listener>();
  readonly #bySubject = new Map<string, Set<Listener>>();
  #stop: (() => void) | undefined;
  #ids = 0;

  /** Calls `listener` with events that match its topic's subject; returns a function that unsubscribes it. */
  add(ledger: Ledger, topic: Topic, listener: Listener): () => void {
    const subject = subjectOf(topic);
    const same = this.#bySubject.get(subject) ?? new Set();
    this.#bySubject.set(subject, same.add(listener));
    this.#listeners.add(listener);
    this.#stop ??= ledger.subscribe((event) => this.#emit(event), { slots: true });
    return () => {
      this.#listeners.delete(listener);
      same.delete(listener);
      if (same.size === 0) this.#bySubject.delete(subject);
      if (this.#listeners.size === 0) this.close();
    };
  }

  #emit(event: LedgerEvent): void {
    const subjects = subjectsOf(event);
    const receivers = subjects
      ? new Set(subjects.flatMap((subject) => [...(this.#bySubject.get(subject) ?? [])]))
      : [...this.#listeners];
    for (const each of receivers) each(event);
  }

  /** True if the subscription limit is reached. */
  get full(): boolean {
    return this.#listeners.size >= RPC_LIMITS.allSubscriptions;
  }

  nextId(): number {
    return ++this.#ids;
  }

  close(): void {
    this.#listeners.clear();
    this.#bySubject.clear();
    this.#stop?.();
    this.#stop = undefined;
  }
}

interface Open {
  /** Method and params. An equal request on the same connection gets the same subscription. */
  readonly key: string;
  readonly end: () => void;
}

export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString("utf8");
}

/** Serves subscriptions over a WebSocket. As on a node, the only other method there is `getVersion`. */
export class RpcSocket {
  readonly #open = new Map<number, Open>();
  /** Subscription ids by request. */
  readonly #ids = new Map<string, number>();
  /** Subscriptions to start once the response with their ids is sent. */
  #starting: (() => void)[] = [];
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** True once the client has disconnected: a later subscription would never end. */
  #ended = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly ledger: () => Promise<Ledger & AccountScan>,
    private readonly hub: EventHub,
    private readonly onFailure: ((error: unknown) => void) | undefined,
  ) {
    socket.on("message", (data) => {
      // Messages are handled in order, one at a time. A client that sends faster is paused.
      if (++this.#waiting >= RPC_LIMITS.messages) socket.pause();
      this.#last = this.#last
        .then(() => this.#receive(textOf(data)))
        .catch((error: unknown) => {
          this.onFailure?.(error);
          socket.terminate();
        })
        .finally(() => {
          if (--this.#waiting === 0 && socket.isPaused) socket.resume();
        });
    });
    socket.on("close", () => this.#end());
    // A close event follows each error. Without this listener, the error would end the process.
    socket.on("error", () => undefined);
  }

  /** True if the client has subscriptions, and can therefore be silent for a long time. */
  get subscribed(): boolean {
    return this.#open.size > 0;
  }

  async #receive(text: string): Promise<void> {
    if (this.#ended) return;
    const written = await answer(text, (call) => this.#run(call), this.onFailure);
    if (written !== "") sendBounded(this.socket, written);
    const starting = this.#starting;
    this.#starting = [];
    for (const start of starting) start();
  }

  async #run({ method, params }: RpcCall): Promise<unknown> {
    if (isUnsubscribe(method)) return this.#unsubscribe(params);
    if (method === "getVersion") {
      readParams(params, {});
      return VERSION_REPLY;
    }
    const requested = readTopic(method, params);
    if (!requested) throw methodNotFound();
    const { key } = requested;
    const same = this.#ids.get(key);
    if (same !== undefined) return same;
    if (this.#open.size >= RPC_LIMITS.subscriptions) throw tooManySubscriptions();
    const ledger = await this.ledger();
    if (this.#ended || this.hub.full) throw tooManySubscriptions();
    const id = this.hub.nextId();
    const notify = (result: unknown): void => {
      sendBounded(this.socket, writeNotification(requested.notification, id, result));
    };
    const subscription = new Subscription(requested.topic, ledger, notify, () => this.#close(id));
    const leave = this.hub.add(ledger, requested.topic, (event) => subscription.take(event));
    this.#ids.set(key, id);
    this.#open.set(id, {
      key,
      end: () => {
        subscription.end();
        leave();
      },
    });
    this.#starting.push(() => subscription.start());
    return id;
  }

  #unsubscribe(params: unknown): boolean {
    const { id } = readParams(params, { id: count });
    if (!this.#close(id)) throw invalidParams("Invalid subscription id.");
    return true;
  }

  #close(id: number): boolean {
    const open = this.#open.get(id);
    if (!open) return false;
    open.end();
    this.#ids.delete(open.key);
    return this.#open.delete(id);
  }

  #end(): void {
    this.#ended = true;
    for (const { end } of this.#open.values()) end();
    this.#open.clear();
    this.#ids.clear();
  }
}
