import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordedValidator } from "../installed-validator.js";
import {
  type Answers,
  differences,
  FILE,
  FLOW_PROGRAMS,
  isEqual,
  plain,
  played,
  plays,
  recorded,
} from "./compare.js";
import { FLOWS } from "./flows.js";
import { validatorTarget } from "./targets.js";

/** The recorded file: JSON with one line per answer. */
function written(answers: Answers): string {
  const lines = Object.entries(answers).map(
    ([name, answer]) => `${JSON.stringify(name)}:${JSON.stringify(answer)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** True if a validator has no performance samples, as in its first minute. */
const isYoung = (name: string, answer: unknown) =>
  name.startsWith("getRecentPerformanceSamples") && isEqual(answer, { result: ["<none>"] });

/** `RECORD=1` rewrites {@link FILE}, which is necessary if the transactions or requests change. */
const program = recordedValidator(`its recorded answers, and ${FLOWS.length} flows`);
test.skipIf(program === undefined)("a validator gives the recorded answers", async () => {
  const answers = plain(await played(() => validatorTarget(program ?? "")));
  if (process.env["RECORD"] === "1") writeFileSync(FILE, written(answers));
  else {
    const different = differences(answers, recorded);
    expect(different.filter((name) => !isYoung(name, answers[name]))).toEqual([]);
  }
});

describe.skipIf(program === undefined)("flows on a validator", () =>
  plays(() => validatorTarget(program ?? "", FLOW_PROGRAMS), true),
);
