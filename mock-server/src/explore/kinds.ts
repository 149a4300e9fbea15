import { OPERATIONS, type Operation } from "intent-tx/contract";
import { checkedOption } from "../kernel/checked.js";
import { OptionError } from "../kernel/errors.js";
import { choice, list } from "../kernel/schema-kit.js";

const API = ["refused", "lost", "429", "500-after", "slow", "garbled", "duplicate"] as const;
const BUILD = ["expired-blockhash", "moved-pool"] as const;
const NODE = ["refused", "lost", "429", "stale", "duplicate"] as const;
const SEND = ["drop-transaction", "late-transaction", "slow-confirm"] as const;
const CRASH = ["crash-before", "crash-after"] as const;

/** A fault of a request to the API. */
export type ApiFaultKind = (typeof API)[number];
/** A fault of a request to the node, or of the chain. The last two hit a build. */
export type ChainFaultKind = (typeof NODE | typeof SEND | typeof BUILD)[number];
/** The process ends before or after a request. */
export type CrashKind = (typeof CRASH)[number];
export type FaultKind = ApiFaultKind | ChainFaultKind | CrashKind;

/** Which faults an exploration tries. `true` or undefined: all of the group; `false`: none; a list: only these. */
export interface ExploredFaults {
  /** Faults of API requests. */
  readonly api?: boolean | readonly ApiFaultKind[];
  /** Faults of JSON-RPC requests and of the chain. */
  readonly chain?: boolean | readonly ChainFaultKind[];
  /** Crashes of the app. */
  readonly crash?: boolean | readonly CrashKind[];
}

/** A request as an app makes it: two requests with the same `key` are the same to the service. */
export interface RequestIdentity {
  /** Name of the API operation, or the JSON-RPC methods. */
  readonly operation: string;
  readonly target: "api" | "node";
  readonly key: string;
}

/** A fault at a request, written `9:lost`. */
export interface PlannedFault {
  readonly request: number;
  readonly kind: FaultKind;
}

/** The faults of one run of the app. */
export type Schedule = readonly PlannedFault[];

/** The schedule without faults. */
export const NO_FAULTS = "none";

export const scheduleText = (schedule: Schedule): string =>
  schedule.map(({ request, kind }) => `${request}:${kind}`).join("+") || NO_FAULTS;

const ALL: readonly string[] = [...API, ...NODE, ...SEND, ...BUILD, ...CRASH];

/** Reads `9:lost+14:crash-after`. @throws OptionError for any other form */
export function readSchedule(text: string): Schedule {
  if (text === NO_FAULTS) return [];
  return String(text)
    .split("+")
    .map((part) => {
      const [, request, kind = ""] = /^([1-9]\d*):(.+)$/.exec(part) ?? [];
      if (request === undefined || !ALL.includes(kind))
        throw new OptionError(
          "only",
          `must be a schedule as the report prints it, such as "9:lost" or "9:lost+14:crash-after"; got ${JSON.stringify(text)}`,
        );
      return { request: Number(request), kind: kind as FaultKind };
    });
}

/** Returns the function that lists the kinds that apply to a request. @throws OptionError for an unknown kind */
export function faultKinds(faults: ExploredFaults = {}): (request: RequestIdentity) => FaultKind[] {
  const chosen = <K extends FaultKind>(group: keyof ExploredFaults, all: readonly K[]): readonly K[] => {
    const wanted: boolean | readonly string[] | undefined = faults[group];
    if (wanted === undefined || wanted === true) return all;
    if (wanted === false) return [];
    checkedOption(`faults.${group}`, list(choice(all)), wanted);
    return all.filter((kind) => wanted.includes(kind));
  };
  const [api, crash] = [chosen("api", API), chosen("crash", CRASH)];
  const chain = chosen("chain", [...NODE, ...SEND, ...BUILD]);
  const ofChain = (kinds: readonly FaultKind[]) => chain.filter((kind) => kinds.includes(kind));
  return ({ operation, target }) => {
    const node = () => [...ofChain(NODE), ...(operation.includes("sendTransaction") ? ofChain(SEND) : [])];
    const service = () => [...api, ...(operation === "transactions.build" ? ofChain(BUILD) : [])];
    return [...(target === "api" ? service() : node()), ...crash];
  };
}

const ROUTES = Object.entries<Operation>(OPERATIONS).map(([name, { method, path }]) => ({
  name,
  method,
  path: new RegExp(`/v1${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/** JSON with sorted keys, so that the order of an object's fields does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Identifies a request by its operation and parameters. JSON-RPC identifiers and headers do not count. */
export function identify(method: string, url: URL, body: unknown): RequestIdentity {
  if (/\/rpc\/(live|test)$/.test(url.pathname)) {
    const calls = [body].flat() as ({ readonly method?: string; readonly params?: unknown } | undefined)[];
    const operation = calls.map((call) => call?.method ?? "?").join(", ");
    return { operation, target: "node", key: canonical(calls.map((call) => [call?.method, call?.params])) };
  }
  const route = ROUTES.find((one) => one.method === method && one.path.test(url.pathname));
  const operation = route?.name ?? `${method} ${url.pathname}`;
  return { operation, target: "api", key: canonical([method, url.pathname + url.search, body]) };
}
