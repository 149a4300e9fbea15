import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { findValidator } from "../../server/chain/swap-program-validator-process.js";
import { play } from "./cast.js";
import { PROGRAMS } from "./crafted-accounts.js";
import { failingRequestsOf } from "./failing.js";
import { Normal } from "./normal.js";
import { requestsOf } from "./requests.js";
import { svmTarget, type Target, validatorTarget } from "./targets.js";

const FILE = new URL("validator-answers.json", import.meta.url);
const GUIDE = new URL("../../../docs/guides/chain.md", import.meta.url);

/** Where the in-process ledger answers differently from a validator, and why. All other answers must agree. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "getLargestAccounts: not circulating": "stakes that are locked up circulate",
  getSupply: "stakes that are locked up circulate",
  "getAccountInfo: sysvar stakeHistory, in words": "the chain is in a later epoch, which has a history",
  getClusterNodes: "the node has no network but the address that it is asked at",
  "getTransaction: airdrop, in words": "the world has a faucet of its own, which pays its fee",
};

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
type Answers = Readonly<Record<string, unknown>>;

/** Plays the scenario on a chain and sends every request. */
async function played(make: () => Promise<Target>): Promise<Answers> {
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

const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Answers;
/** As JSON: undefined fields are absent. */
const plain = (answers: Answers): Answers => JSON.parse(JSON.stringify(answers)) as Answers;

const picked = (answers: Answers, names: readonly string[]): Answers =>
  Object.fromEntries(names.map((name) => [name, answers[name]]));

/** One line per answer. */
function written(answers: Answers): string {
  const lines = Object.entries(answers).map(
    ([name, answer]) => `${JSON.stringify(name)}:${JSON.stringify(answer)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

function differences(one: Answers, other: Answers): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isEqual(one[name], other[name]));
}

function isEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}

describe("the in-process ledger", () => {
  let svm: Answers;
  beforeAll(async () => {
    svm = plain(await played(svmTarget));
  }, 240_000);

  test("gets the same requests as the validator", () => {
    expect(Object.keys(svm)).toEqual(Object.keys(recorded));
  });

  test("answers as the validator did, except for the listed differences", () => {
    const different = differences(svm, recorded);
    const all = Object.keys(recorded).length;
    console.log(`${all - different.length} of ${all} answers agree with solana-test-validator 3.0.13`);
    const unexplained = different.filter((name) => DIFFERENT[name] === undefined);
    expect(picked(svm, unexplained)).toEqual(picked(recorded, unexplained));
    expect(different.sort()).toEqual(Object.keys(DIFFERENT).sort());
    const { format } = new Intl.NumberFormat("en");
    const guide = readFileSync(GUIDE, "utf8");
    expect(guide).toContain(`${format(all)} requests`);
    expect(guide).toContain(`${format(all - different.length)} answers have the same result`);
  });
});

/** A validator has no performance samples in its first minute; a fast machine asks before that. */
const isYoung = (name: string, answer: unknown) =>
  name.startsWith("getRecentPerformanceSamples") && isEqual(answer, { result: ["<none>"] });

/** `RECORD=1` rewrites the file after the scenario or the requests have changed. */
const program = findValidator();
if (program === undefined) {
  console.warn(
    "skipped: validator: what was recorded of it (set SOLANA_TEST_VALIDATOR, or put solana-test-validator on PATH)",
  );
}
test.skipIf(program === undefined)(
  "a validator gives the recorded answers",
  async () => {
    const answers = plain(await played(() => validatorTarget(program ?? "")));
    if (process.env["RECORD"] === "1") writeFileSync(FILE, written(answers));
    else {
      const different = differences(answers, recorded);
      expect(different.filter((name) => !isYoung(name, answers[name]))).toEqual([]);
    }
  },
  600_000,
);
