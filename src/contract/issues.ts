import * as z from "zod/mini";

/** A validation problem: the invalid field and the reason. */
export interface FieldProblem {
  /** Dotted path of the offending field; empty for the value as a whole. */
  readonly field: string;
  /** The problem, and the values that are allowed. */
  readonly reason: string;
}

/** The dotted field name of a path. An item of an array has the array's name. */
function fieldOf(path: readonly PropertyKey[]): string {
  const item = path.findIndex((key) => typeof key === "number");
  return (item < 0 ? path : path.slice(0, item)).join(".");
}

/** zod's default message for an issue, which is not shown. Importing all of `zod` or setting a locale changes it. */
function defaultMessage(issue: z.core.$ZodIssue, input: unknown): string {
  const { customError, localeError } = z.config();
  const raw = { ...issue, input } as z.core.$ZodRawIssue;
  const message = customError?.(raw) ?? localeError?.(raw);
  return (typeof message === "string" ? message : message?.message) ?? "Invalid input";
}

/**
 * Describes a schema issue as field and reason.
 * @param issue The schema's issue.
 * @param input The validated value; needed to distinguish a missing field from a wrong one.
 * @example
 * ```ts
 * import { describeIssue, ParseIntentRequestSchema } from "intent-tx/contract";
 * const body = { walletAddress: 7, command: "swap 1 SOL for USDC" };
 * const { error } = ParseIntentRequestSchema.safeParse(body);
 * const problem = error?.issues[0] && describeIssue(error.issues[0], body); // { field: "walletAddress", reason: "must be a string" }
 * ```
 */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown): FieldProblem {
  const path = [...issue.path];
  if (issue.code === "unrecognized_keys") {
    return { field: [...path, issue.keys[0] ?? ""].join("."), reason: "is not a field of this request" };
  }
  const field = fieldOf(path);
  const value = path.reduce((outer: unknown, key) => Object(outer)[key], input);
  if (value === undefined && issue.code !== "custom") return { field, reason: "is required" };
  if (issue.message && issue.message !== defaultMessage(issue, value))
    return { field, reason: issue.message };
  if (issue.code === "invalid_type") {
    const { expected } = issue;
    return { field, reason: expected === "object" ? "must be a JSON object" : `must be of type ${expected}` };
  }
  if (issue.code === "invalid_value") return { field, reason: `must be one of ${issue.values.join(", ")}` };
  return { field, reason: "is not valid" };
}
