// Counts the accepted rows of the corpus and of our own sets by score, and writes the calibration of the parser's
// confidence.
import { writeFileSync } from "node:fs";
import { calibrate, calibrationFile, scoredForCalibration } from "./calibration.js";

const buckets = calibrate(scoredForCalibration());
writeFileSync("mock-server/src/parser/confidence/calibration.ts", calibrationFile(buckets));
console.table(buckets);
