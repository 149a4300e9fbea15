import { describeIssue, type Environment } from "intent-tx/contract";
import { BrokenOff, type HttpHandler, type HttpReply, type HttpRequest } from "../http/message.js";
import type { Clock } from "../kernel/clock.js";
import { invalidField } from "../kernel/errors.js";
import { nextTurn, wallWait } from "../kernel/timers.js";
import { type Fault, FaultRuleSchema, type RequestFault } from "./fault-rules.js";
import { answerStale } from "./stale.js";

/** The response that a fault specifies, instead of the service's. */
export type SpecifiedResponse = Extract<Fault, { kind: "status" | "respond" }>;

/** The faults of one request. */
export interface Interception {
  /**
   * Determines the response instead of the service: the contract's error for the status, or a complete response. The
   * request is counted, except for a 429 (decision 9), and the response has the usual headers.
   */
  readonly response?: SpecifiedResponse | undefined;
  /** Runs when the caller and the body are known, before the service handles the request. */
  readonly prepare?: (environment: Environment, body: Uint8Array | undefined) => Promise<void>;
  /** Handles the request, twice with `repeat`; then changes the response or breaks the connection. */
  readonly around: (request: HttpRequest, handle: HttpHandler) => Promise<HttpReply>;
}

const HTML =
  "<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

/** A placeholder that is never sent: the transport refuses the connection instead. */
const REFUSED: HttpReply = { status: 503, headers: {}, drop: "connect" };

function malformed(reply: HttpReply, form: "truncated" | "html" | "content-type"): HttpReply {
  const { headers, body } = reply;
  if (form === "truncated")
    return { ...reply, ...(typeof body === "string" && { body: body.slice(0, body.length >> 1) }) };
  const type = form === "html" ? "text/html" : "text/plain";
  return {
    ...reply,
    headers: { ...headers, "Content-Type": `${type}; charset=utf-8` },
    body: form === "html" && body !== undefined ? HTML : body,
  };
}

async function* brokenOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
  // The sent part must have left the process before the connection breaks.
  await nextTurn();
  throw new BrokenOff();
}

/** Ten chunks a second, until the client disconnects. */
async function* paced(
  bytes: Uint8Array,
  bytesPerSecond: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const size = Math.max(1, Math.floor(bytesPerSecond / 10));
  for (let start = 0; start < bytes.length && !signal?.aborted; start += size) {
    if (start > 0) await wallWait((size * 1000) / bytesPerSecond, signal);
    yield bytes.subarray(start, start + size);
  }
}

export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The faults that change a response, in the order in which they apply: a connection breaks in the changed body. */
const CHANGES: readonly Fault["kind"][] = ["malformed", "slow-body", "drop"];

function changed(reply: HttpReply, fault: Fault): HttpReply {
  if (fault.kind === "malformed") return malformed(reply, fault.form);
  if (fault.kind === "drop" && (fault.when === "before" || fault.when === "connect"))
    return { ...reply, drop: fault.when };
  const { body } = reply;
  if (body === undefined) return reply;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (fault.kind === "slow-body")
    return { ...reply, stream: (signal) => paced(bytes, fault.bytesPerSecond, signal) };
  if (fault.kind !== "drop") return reply;
  const sent = bytes.subarray(0, fault.when === "body" ? bytes.length >> 1 : 0);
  return { ...reply, stream: () => brokenOff(sent) };
}

/** Waits for the latencies before or after the request is handled, or until the client disconnects. */
async function delay(faults: readonly Fault[], isHandled: boolean, clock: Clock, signal?: AbortSignal) {
  for (const fault of faults) {
    if (fault.kind !== "latency" || (fault.handled ?? false) !== isHandled) continue;
    const over =
      fault.clock === "virtual"
        ? clock.sleep(fault.ms, signal).catch((error: unknown) => {
            if (!signal?.aborted) throw error;
          })
        : wallWait(fault.ms, signal);
    await clock.work.untracked(over);
  }
}

/** Combines a request's faults. First waits for their latency. */
export async function interceptionOf(
  faults: readonly RequestFault[],
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Interception> {
  await delay(faults, false, clock, signal);
  const has = (kind: Fault["kind"]) => faults.some((fault) => fault.kind === kind);
  const changes = CHANGES.flatMap((kind) => faults.filter((fault) => fault.kind === kind));
  const response = faults.find((fault) => fault.kind === "status" || fault.kind === "respond");
  return {
    response,
    around: async (request, handle) => {
      // A connection that is refused: the request is not counted, handled or recorded.
      if (faults.some((fault) => fault.kind === "drop" && fault.when === "connect")) return REFUSED;
      const serve = () => (has("stale") && !response ? answerStale(request, handle) : handle(request));
      if (has("repeat")) await serve();
      const reply = await serve();
      await clock.work.track(() => delay(faults, true, clock, signal));
      return changes.reduce(changed, reply);
    },
  };
}

/** Name of the header, in lower case, that adds faults to its own request. */
export const MOCK_CONTROL = "mock-control";

/** Values of a word that is a flag; without a value, it is true. */
const FLAGS = new Map([
  ["", true],
  ["true", true],
  ["false", false],
]);
const FLAG_WORDS = ["empty", "handled", "repeat", "stale"];

/** For each word of the header: its fault, the member that has the word's value, and the words that can be beside it. */
const WORDS: ReadonlyMap<string, readonly [fault: object, member?: string, beside?: readonly string[]]> =
  new Map([
    ["latency", [{ kind: "latency" }, "ms", ["handled"]]],
    ["virtual-latency", [{ kind: "latency", clock: "virtual" }, "ms", ["handled"]]],
    ["status", [{ kind: "status" }, "status", ["code", "retry-after", "empty", "handled"]]],
    ["drop", [{ kind: "drop" }, "when"]],
    ["malformed", [{ kind: "malformed" }, "form"]],
    ["slow-body", [{ kind: "slow-body" }, "bytesPerSecond"]],
    ["repeat", [{ kind: "repeat" }]],
    ["stale", [{ kind: "stale" }]],
  ]);
const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text);

/**
 * Parses the header `Mock-Control: latency=300; status=503`. With it, parallel tests do not share rules.
 *
 * @throws ServiceError 400 naming the invalid word
 */
export function faultsOfHeader(header: string | undefined): RequestFault[] {
  if (!header) return [];
  const words = new Map<string, string>();
  for (const part of header.split(";")) {
    const [first = "", ...value] = part.split("=");
    const name = first.trim().toLowerCase();
    if (words.has(name)) throw invalidField("Mock-Control", `repeats "${name}"; give it once`);
    if (name !== "") words.set(name, value.join("=").trim());
  }
  const faults: RequestFault[] = [];
  const beside = new Set([...words.keys()].flatMap((name) => WORDS.get(name)?.[2] ?? []));
  for (const [name, value] of words) {
    if (FLAG_WORDS.includes(name) && !FLAGS.has(value))
      throw invalidField("Mock-Control", `${name}=${value}: must be true or false`);
    if (beside.has(name) || value === "false") continue;
    const [fault, member, others = []] = WORDS.get(name) ?? [];
    if (!fault)
      throw invalidField(
        "Mock-Control",
        `contains the unknown word "${name}"; use one of ${[...WORDS.keys()].join(", ")}`,
      );
    const more = others.flatMap((other) => {
      const text = words.get(other);
      if (text === undefined) return [];
      return [[other.replace("-a", "A"), FLAG_WORDS.includes(other) ? FLAGS.get(text) : text]];
    });
    const own = member && { [member]: isNumber(value) ? Number(value) : value };
    const rule = { fault: { ...fault, ...own, ...Object.fromEntries(more) } };
    const checked = FaultRuleSchema.safeParse(rule);
    const [issue] = checked.error?.issues ?? [];
    if (issue) throw invalidField("Mock-Control", `${name}=${value}: ${describeIssue(issue, rule).reason}`);
    if (checked.success) faults.push(checked.data.fault as RequestFault);
  }
  return faults;
}
