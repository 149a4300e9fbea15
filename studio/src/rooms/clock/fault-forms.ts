export interface FaultField {
  readonly name: string;
  readonly label: string;
  readonly kind: "number" | "text" | "choice";
  readonly choices?: readonly string[];
  readonly initial: string;
  readonly optional?: boolean;
}

const BY: FaultField = {
  name: "by",
  label: "Duration, such as 10s",
  kind: "text",
  initial: "10s",
  optional: true,
};

export const FAULT_FORMS: Readonly<Record<string, readonly FaultField[]>> = {
  latency: [{ name: "ms", label: "Milliseconds", kind: "number", initial: "1000" }],
  status: [
    { name: "status", label: "Status", kind: "number", initial: "503" },
    { name: "code", label: "Code", kind: "text", initial: "", optional: true },
    { name: "retryAfter", label: "Retry-After, seconds", kind: "number", initial: "1", optional: true },
  ],
  drop: [
    {
      name: "when",
      label: "When",
      kind: "choice",
      choices: ["connect", "before", "headers", "body"],
      initial: "before",
    },
  ],
  malformed: [
    {
      name: "form",
      label: "Form",
      kind: "choice",
      choices: ["truncated", "html", "content-type"],
      initial: "truncated",
    },
  ],
  "slow-body": [{ name: "bytesPerSecond", label: "Bytes per second", kind: "number", initial: "100" }],
  "expired-blockhash": [],
  "drop-transaction": [],
  "late-transaction": [BY],
  "slow-confirm": [BY],
  "unsigned-transaction": [],
  "moved-pool": [
    { name: "pool", label: "Pool (pair or address)", kind: "text", initial: "SOL-USDC" },
    { name: "percent", label: "Percent", kind: "number", initial: "-10" },
  ],
};

/** Fault kinds that affect API requests. All other kinds affect the chain. */
export const OF_REQUESTS = new Set(["latency", "status", "drop", "malformed", "slow-body"]);

export function faultOf(kind: string, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const fault: Record<string, unknown> = { kind };
  for (const { name, kind: type, initial, optional } of FAULT_FORMS[kind] ?? []) {
    const value = (values[name] ?? initial).trim();
    if (value === "" && optional) continue;
    fault[name] = type === "number" ? Number(value) : value;
  }
  return fault;
}
