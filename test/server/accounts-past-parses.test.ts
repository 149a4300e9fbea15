import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Metrics } from "../../mock-server/src/accounts/metrics.js";
import { readState } from "../../mock-server/src/state/read-state.js";
import type { ParseRow, PastParsesRow } from "../../mock-server/src/state/rows-accounts.js";
import { State } from "../../mock-server/src/state/state.js";

const START = Date.parse("2026-01-01");
const iso = (at: number) => new Date(at).toISOString();

function world() {
  const state = new State();
  state.begin(START);
  return { state, metrics: new Metrics({ state }) };
}

/** The answer that follows from the rows alone, with sums that are exact: confidences count in millionths. */
function naive(rows: readonly ParseRow[], account: string, start: number, end: number) {
  const inside = rows.filter((row) => row.account === account && row.at >= start && row.at < end);
  const parsed = inside.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  const sum = parsed.reduce((total, confidence) => total + BigInt(Math.round(confidence * 1e6)), 0n);
  return {
    total: parsed.length,
    averageConfidence: parsed.length === 0 ? 0 : Number(sum) / (parsed.length * 1e6),
    parseErrors: inside.length - parsed.length,
  };
}

/** A drawer of numbers that look random, the same in each run. */
function drawer(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor(((state >>> 4) / 2 ** 27) * below);
  };
}

/** Commands of two accounts on a clock that runs, stands still, leaps, or is set back. */
function commands(seed: number, many: number, pace: number, confidences: number): ParseRow[] {
  const draw = drawer(seed);
  let at = START;
  return Array.from({ length: many }, () => {
    const step = draw(1000);
    if (step === 0) at += 86_400_000;
    else if (step === 1) at = Math.max(START, at - 3_600_000);
    else at += draw(pace + 1);
    const account = draw(8) === 0 ? "other" : "acme";
    const confidence = draw(confidences + 1);
    return { account, at, ...(confidence > 0 && { confidence: confidence / confidences }) };
  });
}

/** Holds ranges of so many commands against the naive answer, as they were noted and as a restore has them. */
async function compare(seed: number, many: number, pace: number, confidences: number, ranges: number) {
  const { state, metrics } = world();
  const rows = commands(seed, many, pace, confidences);
  for (const row of rows) metrics.parsed(row);
  const snapshot = state.snapshot();
  expect(snapshot.parses?.length ?? 0).toBeLessThan(2 * 512);
  const other = world();
  other.state.take(await readState(other.state, JSON.parse(JSON.stringify(snapshot))));
  const draw = drawer(seed);
  const latest = rows.reduce((last, { at }) => Math.max(last, at), START);
  for (let range = 0; range < ranges; range++) {
    const any = () => START + draw(latest - START + 2);
    // Ends that lie on a moment at which something was are the ones that go wrong.
    const end = () => (draw(2) ? (rows[draw(rows.length)]?.at ?? 0) + draw(3) - 1 : any());
    const [from, to] = [end(), end()].sort((one, two) => one - two) as [number, number];
    const query = { startDate: iso(from), endDate: iso(to) };
    for (const account of ["acme", "other", "nobody"]) {
      const wanted = naive(rows, account, from, to);
      expect(metrics.metrics({ account }, query).intents).toEqual(wanted);
      expect(other.metrics.metrics({ account }, query).intents).toEqual(wanted);
    }
  }
}

const seeds = fc.integer({ min: 1, max: 2 ** 30 });
const paces = fc.constantFrom(0, 1, 40, 5000);
const figures = fc.constantFrom(2, 7, 60);

test("over any range, metrics of parses are those of every single one, folded and restored or not", async () => {
  await fc.assert(
    fc.asyncProperty(seeds, paces, figures, (seed, pace, confidences) =>
      compare(seed, 4000, pace, confidences, 25),
    ),
    { numRuns: 8 },
  );
});

test("the same of so many that rows of many are summed up together", () => compare(5, 60_000, 40, 3, 10));

test("parses of one moment take the room of one; on a clock that runs each takes a few bytes", () => {
  const size = (pace: number) => {
    const { state, metrics } = world();
    for (let at = 0; at < 50_000; at++)
      metrics.parsed({ account: "acme", at: START + at * pace, confidence: at % 3 ? 0.99 : 0.996 });
    return JSON.stringify(state.snapshot().pastParses).length;
  };
  expect(size(0)).toBeLessThan(200);
  expect(size(7) / 50_000).toBeLessThan(3);
});

test("rows from outside whose moments are not those of their counts are refused", async () => {
  const row: PastParsesRow = {
    ...{ account: "acme", from: START, to: START + 15, refused: 2 },
    ...{ parsed: [[0.9, 3]], moments: "0x2A5-10A0-" },
  };
  const taken = async (more: Partial<PastParsesRow>) => {
    const { state } = world();
    const rows = { meta: [["startedAt", START]], pastParses: [["acme:0", { ...row, ...more }]] };
    return readState(state, rows).then(
      () => "taken",
      (error: Error) => error.message,
    );
  };
  const canonical = { moments: "0x2A5-10-0A" };
  expect(await taken(canonical)).toBe("taken");
  const problem = "pastParses[0] has moments that are not those of its counts";
  for (const wrong of [
    {},
    { ...canonical, to: START + 14 },
    { ...canonical, from: START + 1 },
    { ...canonical, refused: 1 },
    { ...canonical, parsed: [[0.9, 4]] as const },
    {
      ...canonical,
      parsed: [
        [0.9, 3],
        [0.8, 0],
      ] as const,
    },
    { ...canonical, moments: "0x2A5-10-0B" },
    { ...canonical, moments: "0x2A5-10-0A " },
    { ...canonical, moments: "0x02A5-10-0A" },
    { ...canonical, moments: "1".repeat(1_000_000) },
    { refused: 0, parsed: [], moments: "" },
  ]) {
    expect(await taken(wrong)).toBe(problem);
  }
  expect(await taken({ ...canonical, parsed: [[1.5, 3]] })).toMatch(
    /^pastParses\[0\]\.parsed\.0\.0 must be from 0 to 1/,
  );
});

test("many rows of their own, from an older file, are folded a few at a time", async () => {
  const { state, metrics } = world();
  const rows = commands(3, 5000, 40, 7);
  const older = rows.map((row, at) => [`${row.account}:${at}`, row]);
  state.take(
    await readState(state, { meta: [["startedAt", START]], parses: older, counters: [["parse", 5000]] }),
  );
  const more = { account: "acme", at: START, confidence: 1 };
  metrics.parsed(more);
  expect(state.size("parses")).toBe(5001 - 512);
  for (let at = 0; at < 20; at++) metrics.parsed(more);
  expect(state.size("parses")).toBeLessThan(1500);
  const all = [...rows, ...Array.from({ length: 21 }, () => more)];
  const query = { startDate: iso(START), endDate: iso(START + 1e12) };
  expect(metrics.metrics({ account: "acme" }, query).intents).toEqual(
    naive(all, "acme", START, START + 1e12),
  );
});

test("rows of many that came without their counter are not written over", async () => {
  const { state, metrics } = world();
  const row = (from: number) => ({
    account: "acme",
    from,
    to: from,
    refused: 3000,
    parsed: [],
    moments: "0x3000-",
  });
  const pastParses = [0, 1, 2].map((at) => [`acme:${at}`, row(START + at)]);
  state.take(await readState(state, { meta: [["startedAt", START]], pastParses }));
  for (let at = 0; at < 3000; at++) metrics.parsed({ account: "acme", at: START + 10 + at });
  const query = { startDate: iso(START), endDate: iso(START + 1e12) };
  const again = world();
  again.state.take(await readState(again.state, state.snapshot()));
  for (const one of [metrics, again.metrics]) {
    expect(one.metrics({ account: "acme" }, query).intents.parseErrors).toBe(12_000);
  }
});

test("commands that came without their counter are not written over", async () => {
  const { state, metrics } = world();
  const rows = commands(5, 300, 10, 3);
  const parses = rows.map((row, at) => [`${row.account}:${at}`, row]);
  state.take(await readState(state, { meta: [["startedAt", START]], parses }));
  const more = { account: "acme", at: START, confidence: 1 };
  for (let at = 0; at < 20; at++) metrics.parsed(more);
  const query = { startDate: iso(START), endDate: iso(START + 1e12) };
  const again = world();
  again.state.take(await readState(again.state, state.snapshot()));
  const all = [...rows, ...Array.from({ length: 20 }, () => more)];
  for (const one of [metrics, again.metrics]) {
    expect(one.metrics({ account: "acme" }, query).intents).toEqual(naive(all, "acme", START, START + 1e12));
  }
});
