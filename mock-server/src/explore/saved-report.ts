import * as z from "zod/mini";
import { problemIn } from "../kernel/checked.js";
import { integer, list, maybe, part, text } from "../kernel/schema-kit.js";

const count = integer(0);

/** A request, a write or a signature: the app's view of it, and the balances after it. */
const StepSchema = part({
  number: integer(1),
  life: count,
  operation: text,
  fault: maybe(text),
  saw: text,
  /** Changes since the start, if this step has changed them. */
  balances: maybe(list(text)),
});

const STORY = {
  /** The steps of the app. Of equal steps in a row, it contains only the first and the last. */
  steps: list(StepSchema),
  /** Number of later requests, which the failure does not need. */
  later: count,
  end: text,
  /** The last lines that a program has printed. */
  output: list(text),
} as const;

const UntriedSchema = list(part({ schedule: text, count, reason: text }));
const SavedReportSchema = part({
  kind: z.literal("intent-tx exploration", "must be the kind of a saved report, intent-tx exploration"),
  version: z.literal(1, "must be 1, the version that this package reads"),
  schedules: count,
  requests: count,
  failures: list(part({ schedule: text, error: text, lives: count, ...STORY, replay: text })),
  skipped: UntriedSchema,
  unmatched: UntriedSchema,
  warnings: list(text),
});

/** The story of a run that failed, in steps. */
const StorySchema = part(STORY);
export type Story = z.infer<typeof StorySchema>;
/** The content of a file that `report.save` writes and the studio reads. */
export type SavedReport = z.infer<typeof SavedReportSchema>;

/** Reads the text of a saved report. @throws Error that says what is wrong with it */
export function readReport(saved: string): SavedReport {
  let value: unknown;
  try {
    value = JSON.parse(saved);
  } catch {
    throw new Error("The file is not a whole JSON document. Save the report again with report.save(file).");
  }
  const result = SavedReportSchema.safeParse(value, { jitless: true });
  const problem = problemIn(result, value);
  if (!result.success || problem)
    throw new Error(`The file is not a report of explore: ${problem?.path || "it"} ${problem?.reason}.`);
  return result.data;
}
