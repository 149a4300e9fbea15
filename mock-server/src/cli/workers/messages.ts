import type { ClockReading } from "../../kernel/clock-reading.js";
import type { Shown } from "../banner.js";

/** Ports of a server: the API's (and its neighbour), and that of JSON-RPC alone. */
export type PortKind = "api" | "rpc";

/** Messages of the process that accepts connections to a worker. */
export type ToWorker =
  | {
      readonly kind: "start";
      readonly index: number;
      readonly processes: number;
      /** Folder of the sockets at which the workers ask each other. */
      readonly folder: string;
      readonly host: string;
      readonly port: number;
      readonly clock?: ClockReading | undefined;
    }
  /** A socket comes with it, of which `head` was read, as latin1. */
  | { readonly kind: "connection"; readonly port: PortKind; readonly head: string }
  /** The clock of the server's own World was turned. */
  | { readonly kind: "clock"; readonly clock: ClockReading }
  /** Asks whether it still does anything. */
  | { readonly kind: "ping" }
  | { readonly kind: "stop" };

/** Messages of a worker. */
export type FromWorker =
  /** It hears messages from now on; earlier ones would be lost. */
  | { readonly kind: "hello" }
  | { readonly kind: "ready"; readonly shown: Shown; readonly clock: ClockReading }
  | { readonly kind: "pong" }
  | { readonly kind: "clock"; readonly clock: ClockReading };
