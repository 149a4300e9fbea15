/** A program call with its log lines and inner calls, in order. */
export interface Call {
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
export function callTree(logs: readonly string[]): readonly (string | Call)[] {
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
