import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { FEATURE_SET, NODE_VERSION } from "../../../mock-server/src/rpc/chain.js";
import { METHODS } from "../../../mock-server/src/rpc/methods/methods.js";
import {
  type Answers,
  differences,
  FLOW_PROGRAMS,
  picked,
  plain,
  played,
  plays,
  recorded,
} from "../../deep/rpc/compare.js";
import { svmTarget } from "../../deep/rpc/targets.js";

// Compares the in-process chain with the recorded answers of a validator, which test/deep/rpc records.

const GUIDE = new URL("../../../docs/guides/chain-and-validator.md", import.meta.url);

/** Requests that the in-process ledger answers differently from a validator, and the reasons. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "getLargestAccounts: not circulating": "stakes that are locked up circulate",
  getSupply: "stakes that are locked up circulate",
  "getAccountInfo: sysvar stakeHistory, in words": "the chain is in a later epoch, which has a history",
  getClusterNodes: "the node has no network but the address that it is asked at",
  "getTransaction: airdrop, in words": "the world has a faucet of its own, which pays its fee",
};

test("a validator's answers are recorded for every method", () => {
  const compared = Object.keys(recorded).map((name) => name.split(":")[0]);
  expect([...METHODS.keys()].filter((method) => !compared.includes(method))).toEqual([]);
});

describe("the in-process chain", () => {
  let svm: Answers;
  beforeAll(async () => {
    // The chain names a newer node, which lands version 1 transactions.
    const written = JSON.stringify(plain(await played(svmTarget)));
    svm = JSON.parse(
      written.replaceAll(`"${NODE_VERSION}"`, '"3.0.13"').replaceAll(`${FEATURE_SET}`, "3604001754"),
    );
  });

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
    const guide = readFileSync(GUIDE, "utf8").replace(/\s+/g, " ");
    expect(guide).toContain(`${format(all)} requests`);
    expect(guide).toContain(
      `${format(all - different.length)} requests, both chains return the same result or error code`,
    );
  });
});

describe("flows on the in-process chain", () =>
  plays(() => svmTarget({ running: true, programs: FLOW_PROGRAMS }), false));
