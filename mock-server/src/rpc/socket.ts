import type { RawData, WebSocket } from "ws";
import type { HttpReply } from "../http/message.js";
import type { LocalLedger } from "../ledger/ledger.js";
import { VERSION_REPLY } from "./chain.js";
import { answer, type RpcCall, writeNotification } from "./envelope.js";
import { replyTo } from "./http.js";
import { RPC_LIMITS, tooManySubscriptions } from "./limits.js";
import { sendBounded } from "./liveness.js";
import { count, readParams } from "./params.js";
import { invalidParams, methodNotFound } from "./rpc-error.js";
import { Subscription } from "./subscription.js";
import { isUnsubscribe, readTopic } from "./topics.js";

/** A network's subscriptions over all connections: the last id, and the number of those that are open. */
export interface NetworkSubscriptions {
  lastId: number;
  open: number;
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

type ReplyOf = (text: string, answer: (text: string) => Promise<string>) => Promise<HttpReply>;

/** The text of a reply; undefined if a fault breaks the connection. */
async function sentText({ body = "", stream, drop }: HttpReply): Promise<string | undefined> {
  if (drop) return undefined;
  const parts: (string | Uint8Array)[] = stream ? [] : [body];
  try {
    for await (const part of stream?.(undefined) ?? []) parts.push(part);
  } catch {
    return undefined;
  }
  return Buffer.concat(parts.map((part) => Buffer.from(part))).toString();
}

/** Serves subscriptions over a WebSocket. As on a node, the only other method there is `getVersion`. */
export class RpcSocket {
  readonly #open = new Map<number, Open>();
  readonly #ids = new Map<string, number>();
  /** Subscriptions to start once the response with their ids is sent. */
  #starting: (() => void)[] = [];
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** True once the client has disconnected: a later subscription would never end. */
  #ended = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly ledger: () => Promise<LocalLedger>,
    private readonly network: NetworkSubscriptions,
    private readonly onFailure: ((error: unknown) => void) | undefined,
    /** Returns the reply to a message. Default: its answer. */
    private readonly replyOf: ReplyOf = replyTo,
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
    const written = await sentText(
      await this.replyOf(text, (body) => answer(body, (call) => this.#run(call), this.onFailure)),
    );
    if (written === undefined) return this.socket.terminate();
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
    if (this.#ended || this.network.open >= RPC_LIMITS.allSubscriptions) throw tooManySubscriptions();
    const id = ++this.network.lastId;
    this.network.open++;
    const notify = (result: unknown): void => {
      sendBounded(this.socket, writeNotification(requested.notification, id, result));
    };
    const subscription = new Subscription(requested.topic, ledger, notify, () => this.#close(id));
    const leave = ledger.subscribe((event) => subscription.take(event), { slots: true });
    this.#ids.set(key, id);
    this.#open.set(id, {
      key,
      end: () => {
        subscription.end();
        leave();
        this.network.open--;
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
