import { OPERATIONS } from "intent-tx/contract";
import * as z from "zod/mini";
import { checkedOption } from "../../kernel/checked.js";
import { filled, integer, maybe, named, part, text, textThat } from "../../kernel/schema-kit.js";
import type { LoggedRequest, RequestQuery } from "./entries.js";

/** Number of requests that the log keeps. */
export const REQUESTS_KEPT = 1000;

/** A call that a test expects. */
export interface ExpectedCall extends RequestQuery {
  /** Number of calls. Default: at least one. */
  readonly times?: number;
  /** Fields that the body must contain, with these values. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Schema of request filters. Refuses values that no request can have, because the result would just be empty. */
export const QUERY = {
  method: maybe(textThat((method) => /^[A-Z]+$/.test(method), 'must be in capitals, as in "GET"')),
  path: maybe(
    textThat(
      (path) => /^\/[^*?]*$/.test(path),
      "must be a single, complete path with no query string and no *",
    ),
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

/** A validated log query. @throws {OptionError} naming the invalid field */
export function checkedQuery(query: RequestQuery): RequestQuery {
  return checkedOption("list", RequestQuerySchema, query);
}

/** The argument of `expectCalls`. Rejects a call that no request can match, to avoid a misleading failure. */
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

/** True for a query of JSON-RPC calls instead of API requests. */
export const isRpcQuery = ({ rpcMethod, path }: RequestQuery) =>
  rpcMethod !== undefined || path?.startsWith("/rpc/") === true;

/**
 * Checks that all expected calls are in the log.
 *
 * @throws Error naming the missing calls; {@link OptionError} naming the invalid field
 */
export function refuseMissing(
  expected: readonly ExpectedCall[],
  known: { readonly api: KnownRequests; readonly rpc: KnownRequests },
): void {
  const { entries, dropped } = known.rpc;
  // A request whose body was not kept can contain any call.
  const unread = entries.filter(({ rpcMethod }) => rpcMethod === undefined).length;
  const rpc = { entries, dropped: dropped + unread };
  const failures = checkedOption("expectCalls", ExpectedCallsSchema, expected).flatMap(
    (call) => errorFor(call, isRpcQuery(call) ? rpc : known.api) ?? [],
  );
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

/** The logged requests, and the number of requests that the log no longer has. */
export interface KnownRequests {
  readonly entries: readonly LoggedRequest[];
  readonly dropped: number;
}

/** Why the requests do not meet an expectation, or why this cannot be decided; undefined if they meet it. */
function errorFor({ times, ...call }: ExpectedCall, { entries, dropped }: KnownRequests): string | undefined {
  const matching = entries.filter((entry) => mismatches(entry, call).length === 0);
  if (dropped > 0 && matching.length <= (times ?? 0))
    return `calls that match ${JSON.stringify(call)} cannot be counted: the log keeps the last ${entries.length} requests and dropped ${dropped} earlier ones; call server.requests.clear() before the code under test`;
  if (times === undefined ? matching.length > 0 : matching.length === times) return undefined;
  const wanted = `expected ${times === undefined ? "a call" : `${times} calls`} ${JSON.stringify(call)}, got ${matching.length}`;
  if (matching.length > 0) return wanted;
  const [closest] = entries
    .map((entry) => ({ entry, mismatches: mismatches(entry, call) }))
    .sort((one, other) => one.mismatches.length - other.mismatches.length);
  if (!closest) return `${wanted}; no request was made`;
  const { number, method, path } = closest.entry;
  return `${wanted}; closest is #${number} ${method} ${path}, but ${closest.mismatches.join(", ")}`;
}

/** Describes the fields of an expected call that an entry does not match. */
export function mismatches(
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
    if (sortedJson(got) !== sortedJson(wanted)) wrong.push(`body.${name} is ${JSON.stringify(got)}`);
  }
  return wrong;
}

/** A value as JSON. The order of an object's members has no meaning, so they are sorted. */
function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
