import type { Environment } from "intent-tx/contract";
import { prefix } from "./site.js";

export interface ChainListener {
  readonly slot: (slot: number) => void;
  /** A transaction landed, at any commitment. */
  readonly landed: (signature: string) => void;
}

interface Notification {
  readonly method?: string;
  readonly params?: {
    readonly result: { readonly slot?: number; readonly value?: { readonly signature?: string } };
  };
}

const RETRY_MS = 1_500;

function dispatch(text: string, listener: ChainListener): void {
  const { method, params } = JSON.parse(text) as Notification;
  if (method === "slotNotification" && params?.result.slot !== undefined) listener.slot(params.result.slot);
  const signature = params?.result.value?.signature;
  if (method === "logsNotification" && signature !== undefined) listener.landed(signature);
}

/** Listens to a network's slots and transactions until the signal aborts. Reconnects after a lost connection. */
export function followChain(environment: Environment, listener: ChainListener, signal: AbortSignal): void {
  if (signal.aborted) return;
  const url = new URL(`${prefix.value}/rpc/${environment}`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  const close = () => socket.close();
  signal.addEventListener("abort", close);
  socket.addEventListener("open", () => {
    const subscribe = (id: number, method: string, params: readonly unknown[]) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    subscribe(1, "slotSubscribe", []);
    subscribe(2, "logsSubscribe", ["all", { commitment: "processed" }]);
  });
  socket.addEventListener("message", ({ data }) => dispatch(String(data), listener));
  socket.addEventListener("close", () => {
    signal.removeEventListener("abort", close);
    if (!signal.aborted) setTimeout(() => followChain(environment, listener, signal), RETRY_MS);
  });
}
