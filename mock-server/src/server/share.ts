import type { Socket } from "node:net";
import { decodeSegment } from "../http/router.js";
import type { ClockReading } from "../kernel/clock-reading.js";
import { zlib } from "../kernel/zlib.js";

/** The session that a path names, of itself or of a call about it; empty for the server's own World. */
export function sessionOfPath(path: string): string {
  const [, kind, id = ""] = /^\/(s|_mock\/sessions)\/([^/?]+)/.exec(path) ?? [];
  // The control plane reads its parameters in clear; below /s/ a name stands as it is.
  return kind === "s" ? id : (decodeSegment(id) ?? id);
}

/** The process that has a session, from 0; the first has the server's own World. */
export function ownerOf(session: string, processes: number): number {
  return session === "" ? 0 : zlib().crc32(session) % processes;
}

/** The place of a process among several that are one server together. */
export interface Share {
  /** From 0. */
  readonly index: number;
  readonly processes: number;
  /** Path of the socket at which a process answers the others. */
  readonly socketOf: (index: number) => string;
  /** Where the clock of the server's own World stands, for a process that has another one. */
  readonly clock?: ClockReading | undefined;
  /** Called with the way in, once the server is made. */
  readonly attach: (door: Door) => void;
}

/** Whether a process has a session. */
export function ownedBy({
  index,
  processes,
}: Pick<Share, "index" | "processes">): (session: string) => boolean {
  return (session) => ownerOf(session, processes) === index;
}

/** The way into a server whose connections another process accepts. */
export interface Door {
  /** Begins to answer the other processes. `host` and `port` are where the server is said to be. */
  open(at: { readonly host: string; readonly port: number }): Promise<void>;
  /** Takes over a connection of which `head` was read: at the server's port, or at that of JSON-RPC alone. */
  take(port: "api" | "rpc", socket: Socket, head: Buffer): void;
  /** Where the clock of the server's own World stands. */
  readonly reading: ClockReading;
  /** Puts that clock where its own process says. */
  turnTo(reading: ClockReading): void;
  /** Calls a listener when that clock is turned. */
  onTurned(listener: () => void): void;
}
