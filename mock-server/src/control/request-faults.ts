import type { Interception } from "../api/exchange.js";
import type { HttpReply } from "../http/message.js";
import { waitReal } from "../http/pacing.js";
import type { Clock } from "../kernel/clock.js";
import type { Fault } from "./fault-rules.js";

const HTML =
  "<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

/** No transport sends it: the connection is refused. */
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

/** Makes what is to happen to one request out of its faults; waits out their latency first, or until its client has gone. */
export async function interceptionOf(
  faults: readonly Fault[],
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Interception | undefined> {
  for (const fault of faults) {
    if (fault.kind !== "latency") continue;
    const over =
      fault.clock === "virtual"
        ? clock.sleep(fault.ms, signal).catch(() => undefined)
        : waitReal(fault.ms, signal);
    await clock.apart(over);
  }
  if (faults.some((fault) => fault.kind === "drop" && fault.when === "connect")) return { unheard: REFUSED };
  const status = faults.find((fault) => fault.kind === "status");
  const changes = faults.filter((fault) => ["drop", "slow-body", "malformed"].includes(fault.kind));
  if (!status && changes.length === 0) return undefined;
  return {
    ...(status?.kind === "status" && {
      status: {
        status: status.status,
        message: `The mock server was told to answer ${status.status}.`,
        ...(status.code !== undefined && { code: status.code }),
        ...(status.retryAfter !== undefined && { retryAfter: String(status.retryAfter) }),
        ...(status.empty !== undefined && { empty: status.empty }),
      },
    }),
    ...(changes.length > 0 && { change: (reply: HttpReply) => changes.reduce(changed, reply) }),
  };
}
