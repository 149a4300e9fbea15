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
/** Outages that are tried by default. */
const OUTAGES = ["outage-3", "outage-100s"] as const;
const OUTAGE = /^outage-([1-9]\d{0,5})(s?)$/;
const CRASH = ["crash-before", "crash-after"] as const;
const MACHINE = ["two-lives", "clock-jump"] as const;
const DISK = ["disk-fails"] as const;
/** Faults of a write that is not flushed. */
const UNFLUSHED = ["disk-lost"] as const;
const WALLET = ["wallet-late", "wallet-twice", "wallet-edits"] as const;

/** An outage of a number of requests, or of seconds: `outage-3`, `outage-100s`. */
export type OutageKind = `outage-${number}` | `outage-${number}s`;

/** Faults to try, by group. `true` (the default): all. `false`: none. A list: only these. */
export interface ExploredFaults {
  /** Faults of API requests. */
  readonly api?: boolean | readonly ((typeof API)[number] | OutageKind)[];
  /** Faults of JSON-RPC requests and of the chain. */
  readonly chain?: boolean | readonly ((typeof NODE | typeof ARMED)[number] | OutageKind)[];
  /** Crashes of the app before or after a request. */
  readonly crash?: boolean | readonly (typeof CRASH)[number][];
  /** A second life that runs beside the first, and a clock of the app that jumps an hour ahead. */
  readonly machine?: boolean | readonly (typeof MACHINE)[number][];
  /** A write to `disk` that fails, or that a crash loses. */
  readonly disk?: boolean | readonly (typeof DISK | typeof UNFLUSHED)[number][];
  /** A wallet that answers two minutes late, that also sends, or that edits what it signs. */
  readonly wallet?: boolean | readonly (typeof WALLET)[number][];
}

type Kinds = typeof API | typeof NODE | typeof ARMED | typeof CRASH | typeof MACHINE;
export type FaultKind = (Kinds | typeof DISK | typeof UNFLUSHED | typeof WALLET)[number] | OutageKind;

/** The requests that kinds apply to (any, a target, or an operation), and the group that selects them. */
const PLACES = [
  ["api", "api", [...API, ...OUTAGES]],
  ["node", "chain", [...NODE, ...OUTAGES]],
  ["sendTransaction", "chain", SEND],
  ["transactions.build", "chain", BUILD],
  ["request", "crash", CRASH],
  ["request", "machine", MACHINE],
  ["disk", "disk", DISK],
  ["disk.setItem", "disk", UNFLUSHED],
  ["disk.removeItem", "disk", UNFLUSHED],
  ["wallet", "wallet", WALLET],
] as const satisfies readonly (readonly [string, keyof ExploredFaults, readonly FaultKind[]])[];

const isOutage = (kind: unknown): kind is OutageKind => OUTAGE.test(String(kind));

/** The outage of a kind, as a fault of the server. */
export function outageOf(kind: FaultKind | undefined) {
  const [, count, seconds] = OUTAGE.exec(kind ?? "") ?? [];
  if (count === undefined) return undefined;
  return {
    kind: "outage",
    ...(seconds ? { ms: Number(count) * 1000 } : { requests: Number(count) }),
  } as const;
}

const groupOf = (group: keyof ExploredFaults) => {
  const kinds = PLACES.flatMap(([, name, all]) => (name === group ? [...all] : []));
  const known = z.custom(
    (kind) => kinds.some((one) => one === kind) || (kinds.some(isOutage) && isOutage(kind)),
    `must be one of ${kinds.join(", ")}`,
  );
  return maybe(z.union([flag, list(known)], `must be true, false, or a list of ${kinds.join(", ")}`));
};

const OF_REQUESTS = { api: groupOf("api"), chain: groupOf("chain"), crash: groupOf("crash") } as const;
/** The faults of a program, which has neither the simulation's disk nor its wallet and clock. */
export const ProcessFaultsSchema = part(OF_REQUESTS);
export const FaultsSchema = part({
  ...OF_REQUESTS,
  machine: groupOf("machine"),
  disk: groupOf("disk"),
  wallet: groupOf("wallet"),
});

/** The target of a request, a write or a signature of the app. */
export type Target = "api" | "node" | "disk" | "wallet";

/** The kinds that apply to a request. */
export function kindsFor(target: Target, operation: string, faults: ExploredFaults): FaultKind[] {
  const places = [target, ...(target === "disk" ? [] : ["request"]), ...operation.split(", ")];
  return PLACES.flatMap(([place, group, kinds]) => {
    const wanted: boolean | readonly FaultKind[] = places.includes(place) && (faults[group] ?? true);
    if (typeof wanted === "boolean") return wanted ? [...kinds] : [];
    const known = new Set<FaultKind>([...kinds, ...(kinds.some(isOutage) ? wanted.filter(isOutage) : [])]);
    return [...known].filter((kind) => wanted.includes(kind));
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
  const known = PLACES.flatMap(([, , kinds]): readonly FaultKind[] => kinds);
  return text.split("+").map((part) => {
    const [, request, name] = /^([1-9]\d*):(.+)$/.exec(part) ?? [];
    const kind = isOutage(name) ? name : known.find((one) => one === name);
    if (kind !== undefined) return { request: Number(request), kind };
    const form = 'must be a schedule from a report, such as "9:lost" or "9:lost+14:crash-after"';
    throw new OptionError("only", `${form}; got ${JSON.stringify(text)}`);
  });
}
