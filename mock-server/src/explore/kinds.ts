import * as z from "zod/mini";
import { findRoute } from "../api/routes.js";
import { OptionError } from "../kernel/errors.js";
import { flag, list, maybe, part } from "../kernel/schema-kit.js";

const API = ["refused", "lost", "429", "500-after", "slow", "garbled", "duplicate"] as const;
const NODE = ["refused", "lost", "429", "stale", "duplicate"] as const;
const SEND = ["drop-transaction", "late-transaction", "slow-confirm"] as const;
const BUILD = ["expired-blockhash", "moved-pool"] as const;
const CRASH = ["crash-before", "crash-after"] as const;
const CHAIN = [...NODE, ...SEND, ...BUILD] as const;

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

/** A request as the service sees it: equal requests have the same `key`. */
export interface RequestIdentity {
  /** Name of the API operation, or the JSON-RPC methods. */
  readonly operation: string;
  readonly target: "api" | "node";
  readonly key: string;
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

/** The kinds that apply to a request. */
export function kindsFor({ operation, target }: RequestIdentity, faults: ExploredFaults = {}): FaultKind[] {
  const chosen = (group: keyof ExploredFaults, kinds: readonly FaultKind[]) => {
    const wanted: boolean | readonly FaultKind[] = faults[group] ?? true;
    return kinds.filter((kind) => (typeof wanted === "boolean" ? wanted : wanted.includes(kind)));
  };
  const sends = operation.includes("sendTransaction");
  const ofChain = target === "node" ? NODE : operation === "transactions.build" ? BUILD : [];
  return [
    ...(target === "api" ? chosen("api", API) : []),
    ...chosen("chain", [...ofChain, ...(sends ? SEND : [])]),
    ...chosen("crash", CRASH),
  ];
}

/** JSON with sorted names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Identifies a request by its operation and parameters. JSON-RPC ids and headers do not count. */
export function identify(method: string, url: URL, body: unknown): RequestIdentity {
  if (url.pathname.includes("/rpc/")) {
    const calls = [body].flat().map((call) => Object(call) as { method?: string; params?: unknown });
    const key = canonical([url.pathname, calls.map((call) => [call.method, call.params])]);
    return { operation: calls.map((call) => call.method).join(", "), target: "node", key };
  }
  const name = `${method} ${url.pathname}`;
  const found = findRoute(method, url.pathname.slice(url.pathname.lastIndexOf("/v1/")));
  const operation = found && "route" in found ? found.route.name : name;
  return { operation, target: "api", key: canonical([name, url.search, body]) };
}
