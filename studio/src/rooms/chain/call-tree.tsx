import { swapProgramError } from "../../../../mock-server/src/formats/amm/instruction.js";
import { PROGRAMS } from "../../../../mock-server/src/formats/programs.js";
import { Address } from "./names.js";

/** A program call with its log lines and inner calls, in order. */
interface Call {
  readonly program: string;
  /** 1 for a top-level instruction. */
  readonly depth: number;
  readonly entries: (string | Call)[];
  units?: number;
  budget?: number;
  /** Undefined if the log ends before the call does. */
  outcome?: "success" | "failed";
  error?: string;
}

const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/;
const CONSUMED = /^Program [1-9A-HJ-NP-Za-km-z]{32,44} consumed (\d+) of (\d+) compute units$/;
const ENDED = /^Program [1-9A-HJ-NP-Za-km-z]{32,44} (success$|failed: (.*)$)/s;

/** Parses a transaction's log into a tree of calls. Lines outside any call are at the top level. */
function callTree(logs: readonly string[]): readonly (string | Call)[] {
  const top: (string | Call)[] = [];
  const open: Call[] = [];
  for (const line of logs) {
    const current = open.at(-1);
    const target = current?.entries ?? top;
    const invoke = INVOKE.exec(line);
    const consumed = current && CONSUMED.exec(line);
    const ended = current && ENDED.exec(line);
    if (invoke) {
      const depth = Number(invoke[2]);
      // In a truncated log, the end of some calls is missing. The depth shows which calls are still open.
      while (open.length >= depth) open.pop();
      const call: Call = { program: invoke[1] ?? "", depth, entries: [] };
      (open.at(-1)?.entries ?? top).push(call);
      open.push(call);
    } else if (consumed) {
      current.units = Number(consumed[1]);
      current.budget = Number(consumed[2]);
    } else if (ended) {
      current.outcome = ended[2] === undefined ? "success" : "failed";
      if (ended[2] !== undefined) current.error = ended[2];
      open.pop();
    } else {
      target.push(line);
    }
  }
  return top;
}

const CUSTOM = /custom program error: 0x([0-9a-f]+)/i;

/** The swap program's name for its custom error. */
function errorName({ program, error = "" }: Call): string | undefined {
  const code = program === PROGRAMS.swap ? CUSTOM.exec(error)?.[1] : undefined;
  return code === undefined ? undefined : swapProgramError(Number.parseInt(code, 16))?.name;
}

const RETURNED = /^Program return: \S+ /;
const readable = (line: string) =>
  RETURNED.test(line) ? line.replace(RETURNED, "returned ") : line.replace(/^Program (log|data): /, "");

function CallItem({ call }: { readonly call: Call }) {
  const named = errorName(call);
  return (
    <li class="call">
      <div class="row">
        <Address address={call.program} />
        {call.outcome === "success" && <span class="badge good">success</span>}
        {call.outcome === "failed" && <span class="badge bad">failed</span>}
        {call.units !== undefined && (
          <span class="badge">
            {call.units.toLocaleString("en")} of {call.budget?.toLocaleString("en")} units
          </span>
        )}
      </div>
      {call.error !== undefined && (
        <p class="error mono">
          {call.error}
          {named !== undefined && ` (${named})`}
        </p>
      )}
      <LogEntries entries={call.entries} />
    </li>
  );
}

function LogEntries({ entries }: { readonly entries: readonly (string | Call)[] }) {
  if (entries.length === 0) return null;
  return (
    <ol class="calls">
      {entries.map((one, index) =>
        typeof one === "string" ? (
          <li key={index} class="mono said">
            {readable(one)}
          </li>
        ) : (
          <CallItem key={index} call={one} />
        ),
      )}
    </ol>
  );
}

export function CallTree({ logs }: { readonly logs: readonly string[] }) {
  return (
    <>
      <LogEntries entries={callTree(logs)} />
      <details class="inner">
        <summary>Raw log ({logs.length} lines)</summary>
        <pre class="json" tabIndex={0}>
          {logs.join("\n")}
        </pre>
      </details>
    </>
  );
}
