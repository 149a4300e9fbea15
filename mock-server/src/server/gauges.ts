import { ENVIRONMENTS } from "intent-tx/contract";
import type { Load } from "../http/listener.js";
import type { Ledgers } from "../ledger/ledgers.js";
import type { GaugeSource } from "./meter.js";

const gauge = (name: string, help: string, figure: () => number): GaugeSource => ({
  name,
  help,
  read: () => new Map([["", figure()]]),
});

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
    gauge("sessions_open", "Open sessions.", () => server.sessions().size),
    gauge("sessions_limit", "Maximum number of open sessions.", () => server.sessionLimit),
    gauge(
      "requests_in_flight",
      "Requests in progress over sockets, including this one.",
      () => load.requests,
    ),
    gauge(
      "answer_bytes_waiting",
      "Bytes of long responses that clients have not read yet.",
      () => load.bytes,
    ),
    gauge("body_bytes_waiting", "Bytes of request bodies that are not complete.", () => load.bodies.bytes),
    gauge("websockets_open", "Open WebSocket connections.", server.webSockets),
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
    gauge(
      "state_writable",
      "1 if the state file can be written, 0 if not. Always 1 without a state file.",
      () => (server.failure() === undefined ? 1 : 0),
    ),
  ];
}
