import * as z from "zod/mini";
import { OptionError } from "../kernel/errors.js";
import { flag, list, maybe, part } from "../kernel/schema-kit.js";

const API = ["refused", "lost", "429", "500-after", "slow", "garbled", "duplicate"] as const;
const NODE = ["refused", "lost", "429", "stale", "duplicate"] as const;
const SEND = ["drop-transaction", "late-transaction", "slow-confirm"] as const;
const BUILD = ["expired-blockhash", "moved-pool"] as const;
/** Faults of the server, which are armed for one request. */
export const ARMED = [...SEND, ...BUILD] as const;
/** Faults of a request, as the words of its header. */
export const IN_HEADER: Readonly<Partial<Record<FaultKind, string>>> = {
  refused: "status=503",
  "429": "status=429; retry-after=1",
  lost: "drop=before",
  "500-after": "status=500; handled",
  slow: "virtual-latency=60000; handled",
  garbled: "malformed=truncated",
  duplicate: "repeat",
};
const CHAIN = [...NODE, ...ARMED] as const;
const CRASH = ["crash-before", "crash-after"] as const;

/** Faults to try, by group. `true` (the default): all. `false`: none. A list: only these. */
export interface ExploredFaults {
  /** Faults of API requests. */
  readonly api?: boolean | readonly (typeof API)[number][];
  /** Faults of JSON-RPC requests and of the chain. */
  readonly chain?: boolean | readonly (typeof CHAIN)[number][];
  /** Crashes of the app before or after a request. */
  readonly crash?: boolean | readonly (typeof CRASH)[number][];
}

export type FaultKind = (typeof API | typeof CHAIN | typeof CRASH)[number];

const groupOf = <const K extends string>(kinds: readonly K[]) =>
  maybe(z.union([flag, list(z.enum(kinds))], `must be true, false, or a list of ${kinds.join(", ")}`));

export const FaultsSchema = part({ api: groupOf(API), chain: groupOf(CHAIN), crash: groupOf(CRASH) });

/** The requests that kinds apply to (any, a target, or an operation), and the group that selects them. */
const PLACES = [
  ["api", "api", API],
  ["node", "chain", NODE],
  ["sendTransaction", "chain", SEND],
  ["transactions.build", "chain", BUILD],
  ["any", "crash", CRASH],
] as const;

/** The kinds that apply to a request. */
export function kindsFor(target: "api" | "node", operation: string, faults: ExploredFaults): FaultKind[] {
  const places = ["any", target, ...operation.split(", ")];
  return PLACES.flatMap(([place, group, kinds]) => {
    const wanted: boolean | readonly FaultKind[] = places.includes(place) && (faults[group] ?? true);
    return kinds.filter((kind) => (typeof wanted === "boolean" ? wanted : wanted.includes(kind)));
  });
}

/** The faults of one run of the app, each with the number of its request. */
export type Schedule = readonly { readonly request: number; readonly kind: FaultKind }[];

/** Writes `9:lost+14:crash-after`; `none` without faults. */
export const scheduleText = (schedule: Schedule): string =>
  schedule.map(({ request, kind }) => `${request}:${kind}`).join("+") || "none";

/** Reads the text of a schedule. @throws OptionError for any other text */
export function readSchedule(text: string): Schedule {
  if (text === "none") return [];
  return text.split("+").map((part) => {
    const [, request, name] = /^([1-9]\d*):(.+)$/.exec(part) ?? [];
    const kind = [...API, ...CHAIN, ...CRASH].find((one) => one === name);
    if (kind !== undefined) return { request: Number(request), kind };
    const form = 'must be a schedule from a report, such as "9:lost" or "9:lost+14:crash-after"';
    throw new OptionError("only", `${form}; got ${JSON.stringify(text)}`);
  });
}
