import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { play } from "./cast.js";
import { PROGRAMS } from "./crafted-accounts.js";
import { failingRequestsOf } from "./failing.js";
import { FlowChain } from "./flow-chain.js";
import { FLOWS } from "./flows.js";
import { Normal } from "./normal.js";
import { requestsOf } from "./requests.js";
import { READER, READER_IMAGE } from "./sysvar-reader.js";
import type { Target } from "./targets.js";

/** The recorded answers of a validator. */
export const FILE = new URL("validator-answers.json", import.meta.url);

/** Programs that both chains have. */
const PROGRAM_ADDRESSES = [
  ...Object.values(PROGRAMS),
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "BPFLoader2111111111111111111111111111111111",
  "ComputeBudget111111111111111111111111111111",
];

/** A chain's answers by request name, without the parts that necessarily differ between chains. */
export type Answers = Readonly<Record<string, unknown>>;

/** Lands the transactions on a chain, sends every request, and returns the answers. */
export async function played(make: () => Promise<Target>): Promise<Answers> {
  const target = await make();
  try {
    const cast = await play(target);
    const config = { encoding: "base64", dataSlice: { offset: 0, length: 0 } };
    const { result } = await target.call("getMultipleAccounts", [PROGRAM_ADDRESSES, config]);
    const { value } = result as { value: ({ lamports: number } | null)[] };
    const rents = value.map((account) => account?.lamports ?? 0).filter((lamports) => lamports > 0);
    const normal = new Normal(cast, rents);
    const answers: Record<string, unknown> = {};
    for (const request of [...failingRequestsOf(cast), ...requestsOf(cast)]) {
      if (request.name in answers) throw new Error(`two requests are called ${request.name}`);
      answers[request.name] = await normal.answer(request, await target.call(request.method, request.params));
    }
    return answers;
  } finally {
    await target.close();
  }
}

export const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Answers;
/** Drops fields that are undefined, as JSON does. */
export const plain = (answers: Answers): Answers => JSON.parse(JSON.stringify(answers)) as Answers;

export const picked = (answers: Answers, names: readonly string[]): Answers =>
  Object.fromEntries(names.map((name) => [name, answers[name]]));

export function differences(one: Answers, other: Answers): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isEqual(one[name], other[name]));
}

export function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

export const FLOW_PROGRAMS = [{ address: READER.toBase58(), image: READER_IMAGE }];

/**
 * Plays all flows, each with its own payer. On a chain with real block times they run concurrently, since most of them
 * wait for finality. There, a busy machine may miss the slots in which a flow has its outcome, so a flow with another
 * outcome is played again, on its own and at most twice.
 */
export function plays(target: () => Promise<Target>, isReal: boolean): void {
  let chain: Target;
  const outcomes = new Map<string, Promise<void>>();
  const played = async (flow: (typeof FLOWS)[number][1]) => flow(await new FlowChain(chain).begin());
  beforeAll(async () => {
    chain = await target();
    for (const [name, flow] of FLOWS) {
      const outcome = played(flow);
      outcome.catch(() => undefined);
      outcomes.set(name, outcome);
      if (!isReal) await outcome.catch(() => undefined);
    }
    await Promise.allSettled(outcomes.values());
  });
  afterAll(() => chain?.close());
  test.each(FLOWS)("%s", { retry: isReal ? 2 : 0 }, async (name, flow) => {
    const outcome = outcomes.get(name) ?? played(flow);
    outcomes.delete(name);
    await outcome;
  });
}
