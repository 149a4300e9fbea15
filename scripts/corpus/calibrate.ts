// Counts the accepted rows of the corpus and of our own sets by score, and writes the calibration of the parser's
// confidence.
import { writeFileSync } from "node:fs";
import { calibrate, calibrationFile, calibrationSets } from "./calibration.js";
import { readRows, scoreRows } from "./score.js";

const buckets = calibrate(calibrationSets().flatMap((path) => scoreRows(readRows(path))));
writeFileSync("mock-server/src/parser/confidence/calibration.ts", calibrationFile(buckets));
console.table(buckets);
