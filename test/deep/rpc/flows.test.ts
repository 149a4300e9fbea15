import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findValidator } from "../../server/chain/swap-program-validator-process.js";
import { FlowChain } from "./flow-chain.js";
import { FLOWS } from "./flows.js";
import { READER, READER_IMAGE } from "./sysvar-reader.js";
import { svmTarget, type Target, validatorTarget } from "./targets.js";

const PROGRAMS = [{ address: READER.toBase58(), image: READER_IMAGE }];

/**
 * Plays all flows, each with its own payer. On a chain with real block times they run concurrently, since most of them
 * wait for finality.
 */
function plays(target: () => Promise<Target>, together: boolean): void {
  let chain: Target;
  const outcomes = new Map<string, Promise<unknown>>();
  beforeAll(async () => {
    chain = await target();
    for (const { name, play } of FLOWS) {
      const outcome = new FlowChain(chain).begin().then(play);
      outcome.catch(() => undefined);
      outcomes.set(name, outcome);
      if (!together) await outcome.catch(() => undefined);
    }
    await Promise.allSettled(outcomes.values());
  }, 300_000);
  afterAll(() => chain?.close());
  test.each(FLOWS)("$name", async ({ name, outcome }) => {
    expect(await outcomes.get(name)).toEqual(outcome);
  });
}

describe("in this process", () => plays(() => svmTarget({ running: true, programs: PROGRAMS }), false));

const program = findValidator();
if (program === undefined) {
  console.warn(
    `skipped: validator: ${FLOWS.length} flows (set SOLANA_TEST_VALIDATOR, or put solana-test-validator on PATH)`,
  );
}
describe.skipIf(program === undefined)("on a validator", () =>
  plays(() => validatorTarget(program ?? "", PROGRAMS), true),
);
