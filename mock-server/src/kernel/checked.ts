import { describeIssue } from "intent-tx/contract";
import type * as z from "zod/mini";
import { invalidField, OptionError } from "./errors.js";
import { unknownName } from "./nearest.js";

/** A validation problem: the invalid value's path (`tokens[0].symbol`; empty for the whole value), and the reason. */
export interface Problem {
  readonly path: string;
  readonly reason: string;
}

type Issue = z.core.$ZodIssue;

/** True if the first issue concerns a part of the value, not the value itself. */
const isNested = ([issue]: readonly Issue[]) =>
  issue !== undefined && (issue.path.length > 0 || issue.code === "unrecognized_keys");

/** The issue to report. A misspelt name comes first, because it can be the reason why another name is missing. */
function issueToReport(issues: readonly Issue[]): Issue | undefined {
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue?.code !== "invalid_union") return issue;
  const inner = issueToReport(issue.errors.find(isNested) ?? []);
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

function reasonOf(issue: Issue, value: unknown): string {
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  const input = issue.path.reduce<unknown>((one, key) => Object(one)[key], value);
  // An option with a fixed list of values is not secret, so the message can show the given value.
  const isPrintable = ["string", "number", "boolean"].includes(typeof input);
  return issue.code === "invalid_value" && isPrintable
    ? `${issue.message}; got ${JSON.stringify(input)}`
    : issue.message;
}

/** Returns the problem to report for a value; undefined if it is valid. */
export function problemIn(
  { error }: z.core.util.SafeParseResult<unknown>,
  value: unknown,
): Problem | undefined {
  const issue = error && issueToReport(error.issues);
  if (!issue) return undefined;
  const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
  const steps = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  return { path: steps.join("").replace(/^\./, ""), reason: reasonOf(issue, value) };
}

/**
 * Checks one option against its schema.
 *
 * @param path - the option's path, such as `clock` or `limits.pro`; empty for the options themselves
 * @param shown - the name for the message, if the caller never wrote the path
 * @throws {OptionError} with the path of the invalid value
 */
export function checkedOption<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  value: unknown,
  shown?: string,
): z.output<S> {
  // Without `jitless`, zod would compile the schema, which takes longer than checking these few values.
  const result = schema.safeParse(value, { jitless: true });
  const problem = problemIn(result, value);
  if (!problem) return result.data as z.output<S>;
  const inner = path === "" || problem.path === "" || problem.path.startsWith("[") ? "" : ".";
  throw new OptionError(`${path}${inner}${problem.path}` || "options", problem.reason, shown);
}

/**
 * Checks an options object. An option that is undefined counts as omitted.
 *
 * @param elsewhere - where names belong that are not options here, such as `port`
 * @throws {OptionError} with the path of the invalid value
 */
export function checkedOptions<S extends Readonly<Record<string, z.ZodMiniType>>>(
  schemas: S,
  options: object,
  elsewhere: Readonly<Record<string, string>> = {},
): { readonly [K in keyof S]?: z.output<S[K]> } {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new OptionError("options", `must be an object, as in { ${Object.keys(schemas)[0]}: … }`);
  const checked = new Map<string, unknown>();
  for (const [name, value] of Object.entries(options)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const place = Object.hasOwn(elsewhere, name) && elsewhere[name];
    if (!schema)
      throw new OptionError(
        name,
        place ? `is not an option of this call; pass ${place}` : unknownName(name, Object.keys(schemas)),
      );
    if (value !== undefined) checked.set(name, checkedOption(name, schema, value));
  }
  return Object.fromEntries(checked) as { [K in keyof S]?: z.output<S[K]> };
}

/**
 * Checks a value from a request.
 *
 * @throws ServiceError 400 with the invalid field's path, in the contract's words
 */
export function checkedField<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const { field, reason } = issue ? describeIssue(issue, value) : { field: "", reason: "is not valid" };
  throw invalidField(field, reason);
}

/**
 * Checks the arguments of a call that only tests make. A misspelt name is reported first, with the closest known name.
 *
 * @throws ServiceError 400 with the invalid field's path
 */
export function checkedCall<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const misspelt = result.error.issues.find(({ code }) => code === "unrecognized_keys");
  if (misspelt?.code === "unrecognized_keys")
    throw invalidField([...misspelt.path, misspelt.keys[0] ?? ""].join("."), misspelt.message);
  return checkedField(schema, value);
}
