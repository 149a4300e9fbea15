import type { WebSocket } from "ws";
import { wallClear, wallInterval, wallMark } from "../kernel/timers.js";
import { RPC_LIMITS } from "./limits.js";

interface Connection {
  /** Monotonic time of the connection's last message, in milliseconds. */
  lastMessageAt: number;
  /** False while a ping is unanswered. */
  answered: boolean;
  /** Returns true if the connection has subscriptions, and can therefore be silent. */
  readonly canBeSilent: () => boolean;
}

/** Closes dead and idle connections. */
export class Liveness {
  readonly #connections = new Map<WebSocket, Connection>();
  #timer: ReturnType<typeof wallInterval> | undefined;

  /** @param limits - ping interval and idle timeout, ms of real time */
  constructor(private readonly limits: { readonly pingMs: number; readonly idleMs: number } = RPC_LIMITS) {}

  /** Watches a connection until it closes. */
  watch(socket: WebSocket, canBeSilent: () => boolean): void {
    const connection: Connection = { lastMessageAt: wallMark(), answered: true, canBeSilent };
    this.#connections.set(socket, connection);
    socket.on("pong", () => {
      connection.answered = true;
    });
    socket.on("message", () => {
      connection.lastMessageAt = wallMark();
    });
    socket.on("close", () => {
      this.#connections.delete(socket);
      if (this.#connections.size === 0) this.close();
    });
    if (this.#timer) return;
    this.#timer = wallInterval(() => this.#check(), this.limits.pingMs);
    this.#timer.unref?.();
  }

  close(): void {
    wallClear(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    for (const [socket, connection] of this.#connections) {
      if (!connection.answered) socket.terminate();
      else if (!connection.canBeSilent() && wallMark() - connection.lastMessageAt > this.limits.idleMs)
        socket.close(1001, "idle");
      else {
        connection.answered = false;
        socket.ping();
      }
    }
  }
}

/** Sends a message. If the reader is too slow, closes the connection, because unsent data is kept in memory. */
export function sendBounded(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > RPC_LIMITS.lagBytes) socket.terminate();
  else socket.send(text);
}
