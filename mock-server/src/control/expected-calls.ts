import { knownOptions } from "../kernel/known-options.js";
import { OptionError } from "../kernel/option-error.js";
import type { LoggedRequest, RequestQuery } from "./logged-request.js";

/** A call that a test expects. */
export interface ExpectedCall extends RequestQuery {
  /** How often. Default at least once. */
  readonly times?: number;
  /** Fields that the body must hold, with these values. */
  readonly body?: Readonly<Record<string, unknown>>;
}

const FIELDS = ["method", "path", "operation", "status", "keyName", "times", "body"];

/**
 * Checks that `expectCalls` was given a list of calls, and returns it. Without the check, a call that can fit
 * no request would fail for a reason that nobody sees.
 *
 * @throws {OptionError} that names the place of the mistake
 */
export function checkedCalls(expected: readonly ExpectedCall[]): readonly ExpectedCall[] {
  if (!Array.isArray(expected)) {
    throw new OptionError(
      "expectCalls",
      'takes a list of calls: expectCalls([{ operation: "intents.parse" }])',
    );
  }
  for (const [index, call] of expected.entries()) {
    const path = `expectCalls[${index}]`;
    knownOptions(path, call, FIELDS);
    const { times }: ExpectedCall = call;
    if (times !== undefined && !(Number.isInteger(times) && times >= 0))
      throw new OptionError(`${path}.times`, "must be an integer from 0");
  }
  return expected;
}

/** Why a call is not among the requests as often as it should be; undefined if it is. */
export function complaintOf(
  { times, ...call }: ExpectedCall,
  entries: readonly LoggedRequest[],
): string | undefined {
  const fitting = entries.filter((entry) => misses(entry, call).length === 0);
  if (times === undefined ? fitting.length > 0 : fitting.length === times) return undefined;
  const wanted = `expected ${times === undefined ? "a call" : `${times} calls`} ${JSON.stringify(call)}, got ${fitting.length}`;
  if (fitting.length > 0) return wanted;
  const [closest] = entries
    .map((entry) => ({ entry, misses: misses(entry, call) }))
    .sort((one, other) => one.misses.length - other.misses.length);
  if (!closest) return `${wanted}; no request was made`;
  const { number, method, path } = closest.entry;
  return `${wanted}; closest is #${number} ${method} ${path}, but ${closest.misses.join(", ")}`;
}

/** Lists, in words, the parts of a call that do not fit an entry. */
export function misses(
  entry: RequestQuery & Pick<LoggedRequest, "body">,
  { body, ...call }: RequestQuery & Pick<ExpectedCall, "body">,
): string[] {
  const wrong: string[] = [];
  for (const [name, wanted] of Object.entries(call)) {
    const got = entry[name as keyof RequestQuery];
    if (wanted !== undefined && got !== wanted) wrong.push(`${name} is ${JSON.stringify(got)}`);
  }
  for (const [name, wanted] of Object.entries(body ?? {})) {
    const got = (entry.body as Record<string, unknown> | undefined)?.[name];
    if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push(`body.${name} is ${JSON.stringify(got)}`);
  }
  return wrong;
}
