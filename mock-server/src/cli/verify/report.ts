import { DECISIONS } from "../../control/decisions.js";
import { type Axis, axisFindings, type Finding, fitDialects } from "./dialect.js";

/** By decision, why no response showed the reading, or how to observe it. */
const NOT_SHOWN: readonly (readonly [decisions: readonly number[], how: string])[] = [
  [[1], "no response had a payload; the key needs the scopes of the endpoints"],
  [[3], "use --wallet with a wallet that has more than one transaction"],
  [[7], "needs two keys of one account"],
  [[9], "no limit was reached, and verify does not try to reach one"],
  [[10, 16, 17, 43, 44, 49], "this can be checked only by building a transaction, which verify never does"],
  [[12, 13], "the key has all scopes; run again with a key that has fewer"],
  [[18, 48], "use --wallet with a wallet that has transactions"],
  [
    [19, 20, 21, 22, 23, 24],
    "this can be checked only by creating, rotating or revoking a key, which verify never does",
  ],
  [[25, 26, 36, 37], "needs more than the two commands that verify may parse"],
  [[27], "use --wallet with a wallet that has activity"],
  [[28], "use --wallet with a wallet that has NFTs"],
  [[29], "use --wallet with a wallet that has stake accounts"],
  [[38], "verify tries at most two commands, and neither was rejected"],
  [[45], "needs tokens without a route; verify parses at most two commands"],
];

/** A decision, and whether the service follows it. */
export interface DecisionReport {
  readonly number: number;
  readonly topic: string;
  readonly verdict: Finding["verdict"];
  /** Evidence for the verdict. For `unknown`, why there is no evidence, or how to get it. */
  readonly evidence: readonly string[];
}

/** The output of `--json`. */
export type VerifyReport = ReturnType<typeof makeReport>;

/** A decision's verdict: `different` if any check differs, otherwise `met` if any agrees, otherwise `unknown`. */
function reportOf(number: number, topic: string, findings: readonly Finding[]): DecisionReport {
  const own = findings.filter(({ decision }) => decision === number);
  for (const verdict of ["different", "met", "unknown"] as const) {
    const evidence = own.filter((one) => one.verdict === verdict).map((one) => one.evidence);
    if (evidence.length === 0) continue;
    return { number, topic, verdict, evidence: [...new Set(evidence)] };
  }
  const how = NOT_SHOWN.find(([decisions]) => decisions.includes(number))?.[1];
  return { number, topic, verdict: "unknown", evidence: [how ?? "no response shows this"] };
}

/** Sorts findings by decision, with an entry for every decision. */
export function makeReport(
  run: { readonly baseUrl: string; readonly requests: { readonly planned: number; readonly sent: number } },
  axes: readonly Axis[],
  findings: readonly Finding[],
) {
  const all = [...axisFindings(axes), ...findings];
  return {
    ...run,
    ...fitDialects(axes),
    readings: Object.fromEntries(axes.map(({ name, found }) => [name, found ?? null])),
    decisions: DECISIONS.map(({ number, topic }) => reportOf(number, topic, all)),
  };
}

function decisionLines({ number, topic, verdict, evidence }: DecisionReport): string[] {
  const head = `${verdict.padEnd(9)} ${String(number).padStart(2)}  ${topic}`;
  // Evidence is listed only for different and unknown decisions.
  if (verdict === "met")
    return [`${head} (${evidence.length} ${evidence.length === 1 ? "check" : "checks"})`];
  return [head, ...evidence.map((line) => `              ${line}`)];
}

function dialectLines({
  dialect,
  fitting,
  hint,
  nearest,
  contradictions,
  serveOptions,
}: VerifyReport): string[] {
  const advised = (head: string, flags: string) => [
    head,
    `Start the mock server with: npx @intent-tx/mock-server serve ${flags}`,
  ];
  if (dialect === null)
    return advised(
      `No dialect matches. The closest is ${nearest}, but ${contradictions.join("; ")}.`,
      serveOptions.join(" "),
    );
  if (hint === null) return advised(`Dialect: ${dialect}`, `--dialect ${dialect}`);
  // If several dialects fit, suggesting one would be a guess, which could hide the service's behaviour.
  const starts = fitting.map((name) => `--dialect ${name}`).join(" or ");
  return advised(`Dialect: ${fitting.join(" or ")}; ${hint}`, starts);
}

export function reportLines(report: VerifyReport): string[] {
  const count = (verdict: Finding["verdict"]) =>
    report.decisions.filter((decision) => decision.verdict === verdict).length;
  return [
    ...report.decisions.flatMap(decisionLines),
    "",
    `${count("met")} met, ${count("different")} different, ${count("unknown")} unknown; ${report.requests.sent} requests sent`,
    ...dialectLines(report),
  ];
}
