import { describeIssue } from "intent-tx/contract";
import type { Interception } from "../../api/exchange.js";
import type { HttpReply } from "../../http/message.js";
import { waitReal } from "../../http/wire.js";
import type { Clock } from "../../kernel/clock.js";
import { invalidField } from "../../kernel/errors.js";
import { type Fault, FaultRuleSchema } from "./fault-rules.js";

const HTML =
  "<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

/** A placeholder that is never sent: the transport refuses the connection instead. */
const REFUSED: HttpReply = { status: 503, headers: {}, fault: { drop: "connect" } };

function malformed(reply: HttpReply, form: "truncated" | "html" | "content-type"): HttpReply {
  if (form === "html") {
    return {
      ...reply,
      headers: { ...reply.headers, "Content-Type": "text/html; charset=utf-8" },
      body: HTML,
    };
  }
  if (form === "content-type") {
    return { ...reply, headers: { ...reply.headers, "Content-Type": "text/plain; charset=utf-8" } };
  }
  return typeof reply.body === "string"
    ? { ...reply, body: reply.body.slice(0, reply.body.length >> 1) }
    : reply;
}

function changed(reply: HttpReply, fault: Fault): HttpReply {
  if (fault.kind === "drop") return { ...reply, fault: { ...reply.fault, drop: fault.when } };
  if (fault.kind === "slow-body")
    return { ...reply, fault: { ...reply.fault, bytesPerSecond: fault.bytesPerSecond } };
  return fault.kind === "malformed" ? malformed(reply, fault.form) : reply;
}

/** Combines a request's faults. First waits for their latency, or until the client disconnects. */
export async function interceptionOf(
  faults: readonly Fault[],
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Interception | undefined> {
  for (const fault of faults) {
    if (fault.kind !== "latency") continue;
    const over =
      fault.clock === "virtual"
        ? clock.sleep(fault.ms, signal).catch((error: unknown) => {
            if (!signal?.aborted) throw error;
          })
        : waitReal(fault.ms, signal);
    await clock.untracked(over);
  }
  if (faults.some((fault) => fault.kind === "drop" && fault.when === "connect")) return { dropped: REFUSED };
  const status = faults.find((fault) => fault.kind === "status");
  const changes = faults.filter((fault) => ["drop", "slow-body", "malformed"].includes(fault.kind));
  if (!status && changes.length === 0) return undefined;
  return {
    ...(status?.kind === "status" && {
      status: {
        status: status.status,
        message: `The mock server returned ${status.status} because of a fault.`,
        ...(status.code !== undefined && { code: status.code }),
        ...(status.retryAfter !== undefined && { retryAfter: String(status.retryAfter) }),
        ...(status.empty !== undefined && { empty: status.empty }),
      },
    }),
    ...(changes.length > 0 && { change: (reply: HttpReply) => changes.reduce(changed, reply) }),
  };
}

/** Name of the header, in lower case, that adds faults to its own request. */
export const MOCK_CONTROL = "mock-control";

const number = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** For each word of the header, the function that creates its fault. */
const WORDS = new Map<string, (value: string, all: ReadonlyMap<string, string>) => unknown>(
  Object.entries({
    latency: (ms) => ({ kind: "latency", ms: number(ms) }),
    "virtual-latency": (ms) => ({ kind: "latency", ms: number(ms), clock: "virtual" }),
    status: (status, all) => ({
      kind: "status",
      status: number(status),
      ...(all.has("code") && { code: all.get("code") }),
      ...(all.has("retry-after") && { retryAfter: all.get("retry-after") }),
      ...(all.has("empty") && { empty: true }),
    }),
    drop: (when) => ({ kind: "drop", when }),
    malformed: (form) => ({ kind: "malformed", form }),
    "slow-body": (bytes) => ({ kind: "slow-body", bytesPerSecond: number(bytes) }),
  }),
);
const BESIDE_STATUS = ["code", "retry-after", "empty"];

/**
 * Parses the header `Mock-Control: latency=300; status=503`. With it, parallel tests do not share rules.
 *
 * @throws ServiceError 400 naming the invalid word
 */
export function faultsOfHeader(header: string | undefined): Fault[] {
  if (!header) return [];
  const words = new Map<string, string>();
  for (const part of header.split(";")) {
    const [name = "", ...value] = part.split("=");
    if (name.trim() !== "") words.set(name.trim().toLowerCase(), value.join("=").trim());
  }
  const faults: Fault[] = [];
  for (const [name, value] of words) {
    if (BESIDE_STATUS.includes(name) && words.has("status")) continue;
    const make = WORDS.get(name);
    if (!make)
      throw invalidField(
        "Mock-Control",
        `has the unknown word "${name}"; known words are ${[...WORDS.keys()].join(", ")}`,
      );
    const rule = { fault: make(value, words) };
    const checked = FaultRuleSchema.safeParse(rule);
    const [issue] = checked.error?.issues ?? [];
    if (issue) throw invalidField("Mock-Control", `${name}=${value}: ${describeIssue(issue, rule).reason}`);
    if (checked.success) faults.push(checked.data.fault);
  }
  return faults;
}
