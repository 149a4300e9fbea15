import type { RawData, WebSocket } from "ws";
import { writeJson } from "../kernel/json.js";
import type { Ledger } from "../ledger/ledger.js";
import { answer, type RpcCall } from "./envelope.js";
import type { EventHub } from "./event-hub.js";
import { countOf, paramList } from "./params.js";
import { invalidParams, methodNotFound } from "./rpc-error.js";
import { Subscription } from "./subscription.js";
import { isUnsubscribe, readTopic } from "./topics.js";

/** A subscription that a client has. */
interface Open {
  /** Method and params: asked for again on the same connection, they are the same subscription. */
  readonly key: string;
  readonly end: () => void;
}

/** What a WebSocket message holds, as text. */
export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString("utf8");
}

/** Serves subscriptions over a WebSocket, as a node does: there is no other method than theirs. */
export class RpcSocket {
  readonly #open = new Map<number, Open>();
  /** What is to begin once the answer that names it has left. */
  #starting: (() => void)[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: WebSocket,
    private readonly ledger: () => Promise<Ledger>,
    private readonly hub: EventHub,
    private readonly onFailure: ((error: unknown) => void) | undefined,
  ) {
    socket.on("message", (data) => {
      // One message after the other, in the order in which they came.
      this.#last = this.#last.then(() => this.#receive(textOf(data)));
    });
    socket.on("close", () => this.#end());
    // A close follows every error; unheard, the error would end the process.
    socket.on("error", () => undefined);
  }

  async #receive(text: string): Promise<void> {
    const written = await answer(text, (call) => this.#run(call), this.onFailure);
    if (written !== "") this.socket.send(written);
    const starting = this.#starting;
    this.#starting = [];
    for (const start of starting) start();
  }

  async #run({ method, params }: RpcCall): Promise<unknown> {
    if (isUnsubscribe(method)) return this.#unsubscribe(params);
    const asked = readTopic(method, params);
    if (!asked) throw methodNotFound();
    const key = writeJson([method, params ?? []]);
    for (const [id, open] of this.#open) if (open.key === key) return id;
    const ledger = await this.ledger();
    const id = this.hub.nextId();
    const notify = (result: unknown): void => {
      const { notification } = asked;
      this.socket.send(
        writeJson({ jsonrpc: "2.0", method: notification, params: { result, subscription: id } }),
      );
    };
    const subscription = new Subscription(asked.topic, ledger, notify, () => this.#close(id));
    const leave = this.hub.add(ledger, (event) => subscription.take(event));
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
    const [id] = paramList(params, 1, 1);
    if (!this.#close(countOf(id))) throw invalidParams("Invalid subscription id.");
    return true;
  }

  #close(id: number): boolean {
    const open = this.#open.get(id);
    open?.end();
    return this.#open.delete(id);
  }

  #end(): void {
    for (const { end } of this.#open.values()) end();
    this.#open.clear();
  }
}
