import { OPERATIONS } from "intent-tx/contract";
import * as z from "zod/mini";
import { checkedOption } from "../../kernel/checked.js";
import { filled, integer, maybe, named, part, text, textThat } from "../../kernel/schema-kit.js";
import type { LoggedRequest, RequestQuery } from "./entries.js";

/** A call that a test expects. */
export interface ExpectedCall extends RequestQuery {
  /** How often. Default at least once. */
  readonly times?: number;
  /** Fields that the body must hold, with these values. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Parts that a request can be asked for. A word that none can have would fit nothing, and look like an answer. */
export const QUERY = {
  method: maybe(textThat((method) => /^[A-Z]+$/.test(method), 'must be in capitals, as in "GET"')),
  path: maybe(
    textThat((path) => /^\/[^*?]*$/.test(path), "must be one whole path, without query and without *"),
  ),
  operation: maybe(
    textThat(
      (name) => Object.hasOwn(OPERATIONS, name),
      `must be one of ${Object.keys(OPERATIONS).join(", ")}`,
    ),
  ),
  rpcMethod: maybe(filled),
  status: maybe(integer(100, 599)),
  keyName: maybe(text),
};

const RequestQuerySchema = z.lazy(() => part(QUERY));

/** A query of the log, once it is seen to be one. @throws {OptionError} that names the place of the mistake */
export function checkedQuery(query: RequestQuery): RequestQuery {
  return checkedOption("list", RequestQuerySchema, query);
}

/** Schema of what `expectCalls` takes: a call that can fit no request would fail for a reason that nobody sees. */
export const ExpectedCallsSchema = z.lazy(() =>
  z.array(
    part({
      ...QUERY,
      times: maybe(integer(0)),
      body: maybe(named(z.record(z.string(), z.unknown(), "must be an object of fields"))),
    }),
    'takes a list of calls: expectCalls([{ operation: "intents.parse" }])',
  ),
);

/** The calls, once they are seen to be a list of calls. @throws {OptionError} that names the place of the mistake */
export function checkedCalls(expected: readonly ExpectedCall[]): readonly ExpectedCall[] {
  return checkedOption("expectCalls", ExpectedCallsSchema, expected);
}

/** The requests that are known, and how many more there were of which nothing is known. */
interface Known {
  readonly entries: readonly LoggedRequest[];
  readonly gone: number;
}

/** Why a call is not among the requests as often as it should be, or why that cannot be said; undefined if it is. */
export function complaintOf({ times, ...call }: ExpectedCall, { entries, gone }: Known): string | undefined {
  const fitting = entries.filter((entry) => misses(entry, call).length === 0);
  if (gone > 0 && fitting.length <= (times ?? 0))
    return `it cannot be said how often ${JSON.stringify(call)} was called: the log keeps ${entries.length} requests, and ${gone} more came; call server.requests.clear() before what is to be counted`;
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
  entry: { readonly [name in keyof RequestQuery]?: RequestQuery[name] | undefined } & Pick<
    LoggedRequest,
    "body"
  >,
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
