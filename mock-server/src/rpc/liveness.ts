import type { WebSocket } from "ws";
import { RPC_LIMITS } from "./limits.js";

// Captured at load, because connections use real time even under an app's fake timers.
const { setInterval: wallInterval, clearInterval: wallClear } = globalThis;
const wallNow = () => performance.now();

interface Life {
  /** Monotonic time of the connection's last message, in milliseconds. */
  lastMessageAt: number;
  /** False while a ping is unanswered. */
  answered: boolean;
  /** Returns true if the connection has subscriptions, and can therefore be silent. */
  readonly waits: () => boolean;
}

/** Closes dead and idle connections. */
export class Liveness {
  readonly #lives = new Map<WebSocket, Life>();
  #timer: ReturnType<typeof wallInterval> | undefined;

  /** @param limits - ping interval and idle timeout, ms of real time */
  constructor(private readonly limits: { readonly pingMs: number; readonly idleMs: number } = RPC_LIMITS) {}

  /** Watches a connection until it closes. */
  watch(socket: WebSocket, waits: () => boolean): void {
    const life: Life = { lastMessageAt: wallNow(), answered: true, waits };
    this.#lives.set(socket, life);
    socket.on("pong", () => {
      life.answered = true;
    });
    socket.on("message", () => {
      life.lastMessageAt = wallNow();
    });
    socket.on("close", () => {
      this.#lives.delete(socket);
      if (this.#lives.size === 0) this.close();
    });
    if (this.#timer) return;
    this.#timer = wallInterval(() => this.#look(), this.limits.pingMs);
    this.#timer.unref?.();
  }

  close(): void {
    wallClear(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    for (const [socket, life] of this.#lives) {
      if (!life.answered) socket.terminate();
      else if (!life.waits() && wallNow() - life.lastMessageAt > this.limits.idleMs)
        socket.close(1001, "idle");
      else {
        life.answered = false;
        socket.ping();
      }
    }
  }
}

/** Sends a text. If the reader is too slow, closes the connection, because unsent data is kept in memory. */
export function sendBounded(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > RPC_LIMITS.lagBytes) socket.terminate();
  else socket.send(text);
}
