import { ENVIRONMENTS } from "intent-tx/contract";
import type { Load } from "../http/listener.js";
import type { Ledgers } from "../ledger/ledgers.js";
import type { GaugeSource } from "./meter.js";

const one = (figure: number): ReadonlyMap<string, number> => new Map([["", figure]]);

/** A server's gauges, which are read on each metrics request. */
export function serverGauges(server: {
  readonly load: Load;
  readonly sessions: () => { readonly size: number };
  readonly sessionLimit: number;
  readonly webSockets: () => number;
  /** Ledgers of the server's own World. */
  readonly ledgers: () => Ledgers;
  /** Why the state cannot currently be written; undefined if it can. */
  readonly failure: () => string | undefined;
}): readonly GaugeSource[] {
  const { load } = server;
  return [
    { name: "sessions_open", help: "Open sessions.", read: () => one(server.sessions().size) },
    {
      name: "sessions_limit",
      help: "Maximum number of open sessions.",
      read: () => one(server.sessionLimit),
    },
    {
      name: "requests_in_flight",
      help: "Requests in progress over sockets, including this one.",
      read: () => one(load.requests),
    },
    {
      name: "answer_bytes_waiting",
      help: "Bytes of long responses that clients have not read yet.",
      read: () => one(load.bytes),
    },
    {
      name: "body_bytes_waiting",
      help: "Bytes of request bodies that are not complete.",
      read: () => one(load.bodies.bytes),
    },
    {
      name: "websockets_open",
      help: "Open WebSocket connections.",
      read: () => one(server.webSockets()),
    },
    {
      name: "slot",
      help: "Current slot of each simulated chain; absent until the chain is first used.",
      label: "environment",
      read: async () => {
        const slots = new Map<string, number>();
        for (const environment of ENVIRONMENTS) {
          const ledger = server.ledgers().opened(environment);
          // If a validator does not respond, its current slot is omitted.
          const slot = await ledger?.slot().catch(() => undefined);
          if (slot !== undefined) slots.set(environment, slot);
        }
        return slots;
      },
    },
    {
      name: "state_writable",
      help: "1 if the state file can be written, 0 if not. Always 1 without a state file.",
      read: () => one(server.failure() === undefined ? 1 : 0),
    },
  ];
}
