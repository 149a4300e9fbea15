import { describeIssue } from "intent-tx/contract";
import { invalidField } from "../kernel/service-error.js";
import { type Fault, FaultRuleSchema } from "./fault-rules.js";

/** Header by which one request asks for its own faults, in lower case. */
export const MOCK_CONTROL = "mock-control";

const number = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** How each word of the header becomes a fault. */
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
 * The faults that a request asks for itself: `Mock-Control: latency=300; status=503`. Parallel tests need no shared rule.
 *
 * @throws ServiceError 400 naming the word that is wrong
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
      throw invalidField("Mock-Control", `has no word "${name}"; there are ${[...WORDS.keys()].join(", ")}`);
    const rule = { fault: make(value, words) };
    const checked = FaultRuleSchema.safeParse(rule);
    const [issue] = checked.error?.issues ?? [];
    if (issue) throw invalidField("Mock-Control", `${name}=${value}: ${describeIssue(issue, rule).reason}`);
    if (checked.success) faults.push(checked.data.fault);
  }
  return faults;
}
