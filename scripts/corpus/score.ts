import { readFileSync } from "node:fs";
import { TOKENS } from "../../mock-server/src/fixtures/tokens.js";
import type { Amount, Command, ParserToken, ParserWorld } from "../../mock-server/src/parser/command.js";
import { parse } from "../../mock-server/src/parser/parse.js";
import type { ParseResult } from "../../mock-server/src/parser/result.js";
import { decimal, type Rational } from "../../mock-server/src/kernel/rational.js";

export interface LabelAmount {
  readonly value: string;
  readonly unit: string;
  /** `in` and `out` are the sides `input` and `output`. */
  readonly side: string;
}

interface SwapLabel {
  readonly action: "swap";
  readonly input: string;
  readonly output: string;
  readonly amount: LabelAmount;
  readonly slippageBps?: number;
}

interface TransferLabel {
  readonly action: "transfer";
  readonly token: string;
  readonly amount: LabelAmount;
  readonly recipient: string;
}

interface QueryLabel {
  readonly action: "query";
  readonly topic: string;
  readonly token?: string;
  readonly address?: string;
}

interface RejectLabel {
  readonly reject: true;
  readonly why: string;
  readonly whyAlso?: readonly string[];
}

/** The expected outcome of a command, as a careful bank teller would decide. */
export type Expectation = SwapLabel | TransferLabel | QueryLabel | RejectLabel | { readonly skip: true };

export interface Row {
  readonly id: string;
  readonly command: string;
  readonly class: string;
  readonly expect: Expectation;
  readonly needs?: readonly string[];
  readonly amountAlso?: readonly LabelAmount[];
  readonly wallet?: string;
  readonly note?: string;
  /** For a refusal: the marked words, the message, and the suggestions. */
  readonly at?: string;
  readonly says?: string;
  readonly offers?: readonly string[];
  /** The completed orders that the refusal offers. */
  readonly completes?: readonly string[];
}

export type Verdict = "right" | "over_rejection" | "unsafe" | "soft_error" | "wrong_query" | "skipped";

export interface Scored {
  readonly row: Row;
  readonly result: ParseResult;
  readonly verdict: Verdict;
  /** For a correctly rejected row: true if the label lists the reason. */
  readonly reasonRight?: boolean;
}

const OTHER_WALLET = "CEoESsNrqx7hqeNdKKXU5oP8kLbknkihsisCniBLY83M";
const NAMED = "5ZiFdXi4NbayK8o8X3TBb8cDjZCVNq8v6HGLEmn9hyZH";

/** Reads labelled commands, one JSON object per line. */
export function readRows(path: string): Row[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
}

/** A world whose name service resolves the recipients in the labels. */
export function worldFor(rows: readonly Row[], tokens: readonly ParserToken[] = TOKENS): ParserWorld {
  const names = new Set<string>();
  for (const { expect } of rows) {
    if ("action" in expect && expect.action === "transfer" && expect.recipient.endsWith(".sol"))
      names.add(expect.recipient.toLowerCase());
  }
  return { tokens, resolveName: (name) => (names.has(name) ? NAMED : undefined) };
}

/** Parses every row and scores it by the corpus's rules. */
export function scoreRows(rows: readonly Row[], world: ParserWorld = worldFor(rows)): Scored[] {
  return rows.map((row) => scoreRow(row, world));
}

function scoreRow(row: Row, world: ParserWorld): Scored {
  const wallet =
    row.wallet ??
    (row.command.includes(OTHER_WALLET) ? "9jW8FPr6BSSsemWPV22UUCzSqkVdTp6HTyPqeqyuBbCa" : OTHER_WALLET);
  const result = parse(row.command, { ...world, walletAddress: wallet });
  const expect = expectation(row, world);
  if ("skip" in expect) return { row, result, verdict: "skipped" };
  if ("reject" in expect) return scoreReject(row, result, expect);
  const verdict = judge(row, expect, result, world);
  return { row, result, verdict };
}

/** The label, or a rejection if the row needs a token that is not on the list. */
function expectation(row: Row, world: ParserWorld): Expectation {
  if ("skip" in row.expect) return row.expect;
  const lacking = (row.needs ?? []).some((name) => find(name, world) === undefined);
  return lacking ? { reject: true, why: "unknown_token" } : row.expect;
}

function scoreReject(row: Row, result: ParseResult, expect: RejectLabel): Scored {
  if (result.ok) return { row, result, verdict: result.command.action === "query" ? "soft_error" : "unsafe" };
  const reasonRight = result.reason === expect.why || (expect.whyAlso ?? []).includes(result.reason);
  return { row, result, verdict: "right", reasonRight };
}

function judge(
  row: Row,
  expect: SwapLabel | TransferLabel | QueryLabel,
  result: ParseResult,
  world: ParserWorld,
): Verdict {
  // Refusing some rows is right, but does not count for the coverage.
  const mayRefuse = row.note === "off_curve_recipient" || row.note === "refusal_ok";
  if (!result.ok) return mayRefuse ? "right" : "over_rejection";
  const { command } = result;
  if (expect.action === "query") {
    if (command.action !== "query") return "unsafe";
    return sameQuery(command, expect, world) ? "right" : "wrong_query";
  }
  if (command.action === "query") return "soft_error";
  if (!sameOrder(command, expect, row, world)) return "unsafe";
  const wanted = "slippageBps" in expect ? expect.slippageBps : undefined;
  return result.slippageBps === wanted ? "right" : "unsafe";
}

function sameQuery(command: Command & { action: "query" }, expect: QueryLabel, world: ParserWorld): boolean {
  const plain = (topic: string): string =>
    topic === "balance" && expect.token === undefined ? "portfolio" : topic;
  if (plain(command.topic) !== plain(expect.topic)) return false;
  if (expect.token !== undefined && find(expect.token, world)?.mint !== command.mint) return false;
  return expect.address === undefined || expect.address === command.address;
}

function sameOrder(command: Command, expect: Expectation, row: Row, world: ParserWorld): boolean {
  const amounts = "amount" in expect ? [expect.amount, ...(row.amountAlso ?? [])] : [];
  if (command.action === "swap" && "input" in expect) {
    const pair =
      find(expect.input, world)?.mint === command.inputMint &&
      find(expect.output, world)?.mint === command.outputMint;
    return pair && amounts.some((amount) => sameAmount(command.amount, amount, world));
  }
  if (command.action === "transfer" && "recipient" in expect) {
    const to = expect.recipient.endsWith(".sol")
      ? world.resolveName(expect.recipient.toLowerCase())
      : expect.recipient;
    const who = find(expect.token, world)?.mint === command.mint && to === command.recipient;
    return who && amounts.some((amount) => sameAmount(command.amount, amount, world));
  }
  return false;
}

function sameAmount(amount: Amount, label: LabelAmount, world: ParserWorld): boolean {
  if (amount.side !== label.side.replace(/^(in|out)$/, "$1put")) return false;
  const wanted = rational(label.value);
  if (amount.side === "fraction") return amount.numerator * wanted.d === wanted.n * amount.denominator;
  if (amount.side === "usd") return amount.micros * wanted.d === wanted.n * 1_000_000n;
  const token = find(label.unit, world);
  return token !== undefined && amount.baseUnits * wanted.d === wanted.n * 10n ** BigInt(token.decimals);
}

function rational(text: string): Rational {
  const [top = "0", bottom] = text.split("/");
  const value = decimal(top);
  return bottom === undefined ? value : { n: value.n, d: value.d * BigInt(bottom) };
}

function find(name: string, world: ParserWorld): ParserToken | undefined {
  const low = name.toLowerCase();
  return world.tokens.find(
    (token) => token.mint === name || token.symbol.toLowerCase() === low || token.aliases?.includes(low),
  );
}

/** Counts rows by verdict. */
export function summarise(scored: readonly Scored[]) {
  const count = (...verdicts: readonly Verdict[]): number =>
    scored.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const judged = scored.filter(({ reasonRight }) => reasonRight !== undefined);
  return {
    rows: scored.length - count("skipped"),
    right: count("right"),
    unsafe: count("unsafe"),
    overRejected: count("over_rejection"),
    soft: count("soft_error", "wrong_query"),
    rejects: judged.length,
    reasonRight: judged.filter(({ reasonRight }) => reasonRight === true).length,
  };
}
