import { writeFileSync } from "node:fs";
import { findValidator } from "../../../mock-server/src/cli/validator-process.js";
import { answersOf } from "./run.js";
import { svmTarget, validatorTarget } from "./targets.js";

/**
 * Writes what a chain answers into a file: `record.ts validator|svm FILE`. The validator's is the truth that the
 * in-process ledger is held against; record it again when the scenario or the requests change.
 */
const [which, file = ""] = process.argv.slice(2);
const target = which === "svm" ? await svmTarget() : await validatorTarget(findValidator());
try {
  writeFileSync(file, `${JSON.stringify(await answersOf(target), undefined, 1)}\n`);
} finally {
  await target.close();
}
