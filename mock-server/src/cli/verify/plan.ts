import type { Context, Probe } from "./probe.js";
import { ACCOUNT_PROBES, FIRST_PROBE, LAST_PROBE } from "./probes/account.js";
import { DATA_PROBES } from "./probes/data.js";
import { HISTORY_PROBES } from "./probes/history.js";
import { INTENT_PROBES } from "./probes/intents.js";
import { REFUSAL_PROBES } from "./probes/refusals.js";

/** Every probe in the order in which they are sent. With the key they fit into the minute of a free tier (30). */
export const PROBES: readonly Probe[] = [
  FIRST_PROBE,
  ...REFUSAL_PROBES,
  ...DATA_PROBES,
  ...HISTORY_PROBES,
  ...ACCOUNT_PROBES,
  ...INTENT_PROBES,
  LAST_PROBE,
];

/** The most requests that a run makes. With a wallet, they include the pages of its history. */
export function plannedRequests(wallet: boolean): { total: number; keyed: number; parses: number } {
  const nobody: Context = {
    wallet: undefined,
    stranger: "",
    idempotencyKey: "",
    testKey: false,
    seen: new Map(),
  };
  const requests = PROBES.map((probe) => probe.request(nobody));
  const needing = requests.filter((request) => request === undefined).length;
  const sure = requests.filter((request) => request !== undefined);
  const keyed = sure.filter(({ key = "given" }) => key === "given").length;
  const more = wallet ? needing : 0;
  return {
    total: sure.length + more,
    keyed: keyed + more,
    parses: sure.filter(({ method }) => method === "POST").length,
  };
}
