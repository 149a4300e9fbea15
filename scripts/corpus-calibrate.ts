// Counts the corpus's accepted rows by score and writes the calibration that the parser reports.
import { writeFileSync } from "node:fs";
import { calibrate, calibrationFile } from "./corpus-calibration.js";
import { readRows, scoreRows } from "./corpus-score.js";

const buckets = calibrate(scoreRows(readRows("test/parser/corpus/commands.jsonl")));
writeFileSync("mock-server/src/parser/confidence/calibration.ts", calibrationFile(buckets));
console.table(buckets);
