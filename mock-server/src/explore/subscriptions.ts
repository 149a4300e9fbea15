import { SLOT_MS } from "../fixtures/world-data.js";
import { writeJson } from "../kernel/json.js";
import { hasReached } from "../ledger/commitment.js";
import type { Commitment } from "../ledger/ledger.js";
import { FINALIZATION_SLOTS } from "../ledger/slots.js";
import type { MockServer } from "../server/server.js";

type Call = (method: string, ...params: unknown[]) => Promise<never>;
interface Answer<T> {
  readonly context: { readonly slot: number };
  readonly value: T;
}
interface Status {
  readonly confirmationStatus: Commitment;
  readonly err: unknown;
}

/** A value that a subscription watches, and the notification of its change. */
type Watched = readonly [key: string, value: unknown, notification: unknown];

/** Reads by polling the values that a subscription watches. */
const TOPICS: Readonly<Record<string, (call: Call, params: readonly unknown[]) => Promise<Watched[]>>> = {
  account: async (call, params) => {
    const answer: Answer<unknown> = await call("getAccountInfo", ...params);
    return [["", answer.value, answer]];
  },
  program: async (call, [program, config]) => {
    const all = { ...Object(config), withContext: true };
    const { context, value }: Answer<{ pubkey: string }[]> = await call("getProgramAccounts", program, all);
    return value.map((one) => [one.pubkey, one, { context, value: one }]);
  },
  root: async (call) => {
    const root: number = await call("getSlot", { commitment: "finalized" });
    return [["", root, root]];
  },
  signature: async (call, [signature, config]) => {
    const { context, value }: Answer<(Status | null)[]> = await call("getSignatureStatuses", [signature]);
    const status = value[0];
    const { commitment = "finalized" } = Object(config) as { commitment?: Commitment };
    if (!status || !hasReached(status.confirmationStatus, commitment)) return [];
    return [["", "landed", { context, value: { err: status.err } }]];
  },
  slot: async (call) => {
    const slot: number = await call("getSlot", { commitment: "processed" });
    return [["", slot, { slot, parent: slot - 1, root: Math.max(0, slot - FINALIZATION_SLOTS) }]];
  },
};

/** A notification, as a node sends it. */
export interface Notification {
  readonly method: string;
  readonly params: { readonly subscription: number; readonly result: unknown };
}

/** Answers subscriptions of JSON-RPC by polling, once a slot of the virtual clock. */
export class Subscriptions {
  readonly #open = new Set<number>();
  #lastId = 0;

  constructor(
    private readonly server: MockServer,
    /** Called with the name of a method that polling cannot answer. */
    private readonly onUnknown: (method: string) => void,
  ) {}

  /** Begins or ends a subscription. Returns its id, or true. */
  call(method: string, params: readonly unknown[], notify: (notification: Notification) => void) {
    const [, name = "", isEnd] = /^(\w+?)(Uns|S)ubscribe$/.exec(method) ?? [];
    if (isEnd === "Uns") return this.#open.delete(Number(params[0]));
    const topic = Object.hasOwn(TOPICS, name) ? TOPICS[name] : undefined;
    if (!topic) {
      this.onUnknown(method);
      throw new Error(`explore has no ${method}. Poll over HTTP instead.`);
    }
    const subscription = ++this.#lastId;
    this.#open.add(subscription);
    const read = () => topic(this.#call, params);
    const send = (result: unknown) =>
      notify({ method: `${name}Notification`, params: { subscription, result } });
    void this.#poll(subscription, read, name === "signature", send);
    return subscription;
  }

  /** Ends all subscriptions. */
  close(): void {
    this.#open.clear();
  }

  readonly #call = async (method: string, ...params: unknown[]): Promise<never> => {
    const payload = { jsonrpc: "2.0", id: 1, method, params };
    const { result, error } = await this.server.rpcTransport()<{ result: never; error?: object }>({
      payload,
    });
    if (error) throw error;
    return result;
  };

  async #poll(
    id: number,
    read: () => Promise<Watched[]>,
    isOnce: boolean,
    notify: (result: unknown) => void,
  ): Promise<void> {
    // A client is not ready for a notification that arrives with the id.
    if (isOnce) await this.server.clock.sleep(SLOT_MS);
    let known: ReadonlyMap<string, string> | undefined;
    while (this.#open.has(id)) {
      // A failed poll is like a WebSocket that is opened again.
      const all = await read().catch(() => undefined);
      const now = new Map(all?.map(([key, value]) => [key, writeJson(value)]));
      for (const [key, , notification] of all ?? []) {
        const isNew = known ? known.get(key) !== now.get(key) : isOnce;
        if (!isNew || !this.#open.has(id)) continue;
        if (isOnce) this.#open.delete(id);
        notify(notification);
      }
      if (all) known = now;
      await this.server.clock.sleep(SLOT_MS);
    }
  }
}
