import type { ArmedFault, Fault } from "@intent-tx/mock-server";
import { CHAIN_FAULTS } from "../../../../mock-server/src/faults/chain-faults.js";

/** A field of a fault. It is a number if its initial value is one. */
interface FaultField {
  readonly name: string;
  readonly label: string;
  readonly initial: number | string;
  readonly choices?: readonly string[];
  /** Left out of the fault if it is empty. */
  readonly optional?: true;
}

const STATUS = { name: "status", label: "Status" };
const WHEN = ["connect", "before", "headers", "body"];
const FORMS = ["truncated", "html", "content-type"];
const BY: FaultField = { name: "by", label: "Duration, such as 10s", initial: "10s", optional: true };

/** A sequence is written by hand, in the body of a request to the control plane. */
export type FormKind = Exclude<Fault["kind"], "sequence">;

export const FAULT_FORMS: Readonly<Record<FormKind, readonly FaultField[]>> = {
  latency: [{ name: "ms", label: "Milliseconds", initial: 1000 }],
  status: [
    { ...STATUS, initial: 503 },
    { name: "code", label: "Code", initial: "", optional: true },
    { name: "retryAfter", label: "Retry-After, seconds", initial: 1, optional: true },
  ],
  respond: [
    { ...STATUS, initial: 200 },
    { name: "body", label: "Body", initial: "{}", optional: true },
  ],
  drop: [{ name: "when", label: "When", initial: "before", choices: WHEN }],
  malformed: [{ name: "form", label: "Form", initial: "truncated", choices: FORMS }],
  "slow-body": [{ name: "bytesPerSecond", label: "Bytes per second", initial: 100 }],
  repeat: [],
  stale: [],
  outage: [{ name: "requests", label: "Requests", initial: 3 }],
  "expired-blockhash": [],
  "drop-transaction": [],
  "late-transaction": [BY],
  "slow-confirm": [BY],
  "unsigned-transaction": [],
  "moved-pool": [
    { name: "pool", label: "Pool (pair or address)", initial: "SOL-USDC" },
    { name: "percent", label: "Percent", initial: -10 },
  ],
};

/** True for a fault of requests. All other faults affect the chain. */
export const ofRequests = ({ kind }: Pick<Fault, "kind">): boolean =>
  kind !== "moved-pool" && !CHAIN_FAULTS.has(kind);

function nameOfFault(fault: Fault): string {
  switch (fault.kind) {
    case "latency":
      return `${fault.ms} ms of latency`;
    case "status":
      return fault.code === undefined ? String(fault.status) : `${fault.status} ${fault.code}`;
    case "respond":
      return `respond (${fault.status})`;
    case "drop":
      return `drop (${fault.when})`;
    case "malformed":
      return `malformed (${fault.form})`;
    case "slow-body":
      return `slow-body (${fault.bytesPerSecond} bytes per second)`;
    case "outage":
      return `outage (${fault.requests === undefined ? `${fault.ms} ms` : `${fault.requests} requests`})`;
    case "sequence":
      return `sequence (${fault.faults.map(nameOfFault).join(", ")})`;
    case "moved-pool":
      return `moved-pool (${fault.pool ?? "any"}, ${fault.percent ?? -10}%)`;
    case "late-transaction":
    case "slow-confirm":
      return fault.by === undefined ? fault.kind : `${fault.kind} (${fault.by})`;
    case "repeat":
    case "stale":
    case "expired-blockhash":
    case "drop-transaction":
    case "unsigned-transaction":
      return fault.kind;
  }
}

/** Describes a rule in words: "503 on the next 2 calls to /v1/prices/*". */
export function describeRule({ rule, times }: Pick<ArmedFault, "rule" | "times">): string {
  const { fault, match = {}, probability } = rule;
  const { method, path, ...others } = match;
  const { nth } = rule;
  const name = nameOfFault(fault);
  if (fault.kind === "moved-pool" && fault.pool !== undefined && rule.match === undefined) return name;
  const noun = `${method === undefined ? "" : `${method} `}${ofRequests(fault) ? "call" : "transaction"}`;
  const count =
    times === undefined ? `every ${noun}` : times === 1 ? `the next ${noun}` : `the next ${times} ${noun}s`;
  return [
    `${name} on ${count}`,
    path !== undefined && ` to ${path}`,
    nth !== undefined && nth > 1 && `, from match ${nth}`,
    probability !== undefined && `, with probability ${probability}`,
    ...Object.entries(others).map(
      ([key, value]) => `, ${key} ${typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
  ]
    .filter(Boolean)
    .join("");
}

/** The fault that was entered, which the server checks. */
export function faultOf(kind: FormKind, values: Readonly<Record<string, string>>): Fault {
  const fault: Record<string, unknown> = { kind };
  for (const { name, initial, optional } of FAULT_FORMS[kind]) {
    const value = (values[name] ?? String(initial)).trim();
    if (value === "" && optional) continue;
    fault[name] = typeof initial === "number" ? Number(value) : value;
  }
  return fault as unknown as Fault;
}
