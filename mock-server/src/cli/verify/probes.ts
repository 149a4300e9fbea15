import {
  ERROR_CODES,
  type ErrorCode,
  HEADERS,
  LIMITS,
  NATIVE_MINT,
  OPERATIONS,
  type Operation,
  type OperationName,
  SwapDetailsSchema,
  TIER_LIMITS,
  TIERS,
  TRANSACTION_STATUSES,
  TransferDetailsSchema,
} from "intent-tx/contract";
import { DAY_MS } from "../../kernel/time.js";
import {
  errorOf,
  isObject,
  member,
  type ProbeLine,
  payloadOf,
  rateOf,
  type ServiceAnswer,
  windowEndOf,
} from "./answer.js";

/** Facts about the run so far. */
export interface Context {
  /** True if the API key is for the test network. */
  readonly testKey: boolean;
  /** The responses so far, in the order in which they arrived. */
  readonly answers: readonly ServiceAnswer[];
}

/** A custom comparison, for values that cannot be checked by equality. */
export interface Rule {
  readonly text: string;
  /** `undefined` if the value does not show the reading. */
  readonly test: (value: unknown, answer: ServiceAnswer, context: Context) => boolean | undefined;
  /** The value to print as evidence. Default: the value itself. */
  readonly evidence?: ((value: unknown) => unknown) | undefined;
}

/**
 * A check of a decision: the expected values by path (`status`, `header NAME`, `error.MEMBER`, or a payload member),
 * and the statuses of responses that show the reading. By default, payload members are checked with status 200, error
 * members with 400 and above, and `status` and headers always.
 */
export type Check = readonly [
  decision: number,
  expected: Readonly<Record<string, string | number | RegExp | Rule | undefined>>,
  statuses?: readonly number[],
];

/** Requests that change nothing in a service: reads, and commands that are only parsed. */
type ReadOnly = `${"GET" | "HEAD" | "OPTIONS"} /${string}` | "POST /intents";

/** A request and the checks on its response. */
export interface Probe extends ProbeLine {
  readonly line: ReadOnly;
  readonly checks: readonly Check[];
}

type Options = Partial<Omit<ProbeLine, "line">>;

function probe(
  line: ReadOnly,
  checks: readonly Check[],
  { key = "given", headers = {}, body }: Options = {},
) {
  return { line, key, headers, body, checks };
}

// Probes whose responses are compared with later ones.
const USAGE = "GET /analytics/usage";
const PRICE = "GET /prices/SOL";
const UNKNOWN_TOKEN = "GET /prices/IntentTxVerifyNoSuchToken";
const UNKNOWN_PATH = "GET /intent-tx-verify/no-such-path";
const HISTORY = "GET /transactions/{wallet}?limit=1";
const PARSE = "POST /intents";

/** The first response to the probe with this line, sent with the given key. */
const answerTo = ({ answers }: Context, line: string) =>
  answers.find(({ request }) => request.line === line && request.key === "given");

const rule = (text: string, test: Rule["test"], evidence?: Rule["evidence"]): Rule => ({
  text,
  test,
  evidence,
});
const aText = rule("a text", (value) => typeof value === "string");
const anInteger = rule("an integer", Number.isInteger);
const present = rule("present", (value) => value !== undefined);
/** A value that a service may omit. */
const orAbsent = (wanted: string) => rule(`${wanted}, or absent`, (value) => (value ?? wanted) === wanted);

const refused = (code: ErrorCode) => ({ status: ERROR_CODES[code].status, "error.code": code });
/** A 400 that names its field (decision 39). */
const refusedField = (field: string) => ({
  status: 400,
  "error.code": "validation_error",
  "error.field": orAbsent(field),
});

const LIMIT = `header ${HEADERS.rateLimit}`;
const REMAINING = `header ${HEADERS.rateRemaining}`;
const RESET = `header ${HEADERS.rateReset}`;
const REQUEST_ID = `header ${HEADERS.requestId}`;

const ruled = (decision: number, path: string, text: string, test: Rule["test"]): Check => [
  decision,
  { [path]: rule(text, test) },
];

/** Checks that the rate limit counted the requests since an earlier probe. */
const countedAfter = (line: string): Check =>
  ruled(6, REMAINING, "lower than before", (_, answer, context) => {
    const earlier = answerTo(context, line);
    const [from, to] = [earlier && rateOf(earlier), rateOf(answer)];
    if (from?.remaining === undefined || to.remaining === undefined || from.limit !== to.limit)
      return undefined;
    // An exhausted window, a full window (disabled limits) or a new window shows nothing.
    if (from.remaining === 0 || to.remaining === to.limit || to.remaining > from.remaining) return undefined;
    return to.remaining < from.remaining;
  });

type Issue = { readonly code?: string; readonly path: readonly PropertyKey[]; readonly keys?: string[] };

/** Converts integers beyond a double's exact range to `bigint`, because the schema accepts only exact integers. */
function exact(value: unknown): unknown {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return BigInt(value);
  if (Array.isArray(value)) return value.map(exact);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exact(inner)]));
}

/** Members whose content is not compared with the schema. Decisions 28, 29 and 48 have their own checks. */
const OPEN = new Set(["nfts", "staked", "details"]);

/** Checks that a payload has all fields of the contract, and no others (decision 40). */
function payloadIs(operation: OperationName, decision: number): readonly Check[] {
  const { response } = OPERATIONS[operation];
  const issues = (payload: unknown, further: boolean) => {
    const all = (response.safeParse(exact(payload)).error?.issues ?? []) as readonly Issue[];
    const own = all.filter(({ path }) => !path.some((name) => OPEN.has(String(name))));
    return own
      .filter(({ code }) => (code === "unrecognized_keys") === further)
      .map(({ path, keys = [] }) => [...path.map(String), ...keys].join("."));
  };
  const none = (text: string, further: boolean) =>
    rule(
      text,
      (payload, { json }) => (isObject(json) ? issues(payload, further).length === 0 : undefined),
      (payload) => issues(payload, further),
    );
  return [
    [decision, { "": none(`the fields and types of ${operation}`, false) }],
    [40, { "": none(`only the fields of ${operation}`, true) }],
  ];
}

/** The windows that the headers can describe: the minute, and for a test key also the day (decision 5). */
function windowsOf(answer: ServiceAnswer, { testKey }: Context) {
  const tier = TIERS.find((name) => name === payloadOf(answer, "tier"));
  if (!tier) return [];
  const minute = { limit: TIER_LIMITS[tier].requestsPerMinute, length: 60_000 };
  return testKey ? [{ limit: LIMITS.testRequestsPerDay, length: DAY_MS }, minute] : [minute];
}

function monthOf(now: number) {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}

const at = (moment: number) =>
  rule(new Date(moment).toISOString(), (value) => Date.parse(String(value)) === moment);
const usage: readonly Check[] = [
  ruled(5, LIMIT, "the tier's minute, or a test key's day", (_, answer, context) => {
    const [windows, { limit }] = [windowsOf(answer, context), rateOf(answer)];
    if (windows.length === 0 || limit === undefined) return undefined;
    return windows.some((window) => window.limit === limit);
  }),
  ruled(8, RESET, "the end of a UTC minute, or of a test key's UTC day", (_, answer, context) => {
    const window = windowsOf(answer, context).find(({ limit }) => limit === rateOf(answer).limit);
    const reset = windowEndOf(answer);
    if (!window || !reset) return undefined;
    // A second of difference is allowed, because the Date header and the reset time can be rounded.
    const beyond = reset.end % window.length;
    return beyond <= 1000 || beyond >= window.length - 1000;
  }),
  ruled(33, "billingPeriod", "the UTC month", (period, answer) => {
    const { start, end } = monthOf(answer.at);
    const moment = (name: string) => Date.parse(String(member(period, name)));
    return moment("start") === start && moment("end") === end;
  }),
  ruled(33, "requests.limit", "the tier's limit over the period", (limit, answer, context) => {
    const [window] = windowsOf(answer, context);
    const { start, end } = monthOf(answer.at);
    return window && limit === (window.limit * (end - start)) / window.length;
  }),
];

/** A rule for every entry of a list. An empty list does not show the reading. */
const each = (text: string, test: (entry: unknown) => boolean) =>
  rule(`a list of ${text}`, (list) =>
    Array.isArray(list) ? (list.length === 0 ? undefined : list.every(test)) : false,
  );
const withFields = (...fields: readonly string[]) =>
  each(`{ ${fields.join(", ")} }`, (entry) => fields.every((name) => member(entry, name) !== undefined));
const statuses = `records whose status is one of ${TRANSACTION_STATUSES.join(", ")}`;
const hasStatus = (record: unknown) =>
  TRANSACTION_STATUSES.some((status) => status === member(record, "status"));
const hasDetails = (record: unknown) => {
  const schema = member(record, "type") === "swap" ? SwapDetailsSchema : TransferDetailsSchema;
  return schema.safeParse(member(record, "details")).success;
};
const records: readonly Check[] = [
  [18, { data: each(statuses, hasStatus) }],
  [48, { data: each("swaps and transfers with their details, in symbols and human units", hasDetails) }],
];

/** Checks that the second page starts with another record (decision 3), which is not newer (decision 46). */
function nextPage(): readonly Check[] {
  const firstOf = (context: Context) => {
    const page = answerTo(context, HISTORY);
    return page && at0(payloadOf(page, "data"));
  };
  const other = rule("a different first record", (data, _, context) =>
    firstOf(context) === undefined
      ? undefined
      : member(firstOf(context), "signature") !== member(at0(data), "signature"),
  );
  const older = rule("newest first", (data, _, context) => {
    const [before, now] = [firstOf(context), at0(data)];
    const moment = (record: unknown) => Date.parse(String(member(record, "timestamp")));
    return before === undefined || now === undefined ? undefined : moment(before) >= moment(now);
  });
  return [[3, { status: 200, data: other }], [46, { data: older }], ...records];
}
const at0 = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

const route = rule("amounts in base units as decimal strings, priceImpact as a number", (value) => {
  if (!isObject(value)) return undefined;
  const { inAmount, outAmount, priceImpact } = value;
  const isText = typeof outAmount === "string" && /^\d+$/.test(outAmount);
  return inAmount === "100000000" && isText && typeof priceImpact === "number";
});
const parsingDetails: Check = [
  38,
  { "error.details.command": aText, "error.details.reason": aText, "error.details.message": aText },
  [422],
];
const swap = (command: string, more: object = {}): Options => ({
  headers: { "idempotency-key": "{idempotencyKey}" },
  body: { walletAddress: "{subject}", command, ...more },
});
const idempotencyIgnored = rule("the same as without an Idempotency-Key", (status, { headers }, context) => {
  if (answerTo(context, PARSE)?.status !== 200) return undefined;
  if (status === 409 || headers.has("idempotent-replayed")) return false;
  return status === 400 || status === 422 ? true : undefined;
});
const ok = (line: string) =>
  rule("200", (status, _, context) => (answerTo(context, line)?.status === 200 ? status === 200 : undefined));
const countsAll = rule("increased by every request, including this one", (used, _, context) => {
  const first = answerTo(context, USAGE);
  if (first?.status !== 200) return undefined;
  const keyed = context.answers.filter(({ request, status }) => request.key === "given" && status !== 429);
  return Number(used) - Number(payloadOf(first, "requests", "used")) >= keyed.length - 1;
});

const ORIGIN = "https://intent-tx-verify.example";
const ALLOWED = { "header access-control-allow-origin": "*" };
const EXPOSED = [...Object.values(HEADERS), "date"];
const exposed = ruled(50, "header access-control-expose-headers", EXPOSED.join(", "), (value) =>
  EXPOSED.every((name) => String(value).toLowerCase().includes(name.toLowerCase())),
);
const METRICS = "GET /analytics/metrics?startDate=2026-01-0";
const DAY_1 = Date.UTC(2026, 0, 1);

/**
 * All probes in sending order. Those sent with the key stay within a free tier's limit of 30 requests a minute. The
 * first probe shows whether the key is accepted. The last probe shows how many requests were counted since the first.
 */
export const PROBES: readonly Probe[] = [
  probe(USAGE, [...payloadIs("analytics.usage", 33), ...usage]),
  probe(
    USAGE,
    [
      [11, refused("unauthorized")],
      [11, { "error.details.reason": "missing" }],
      [11, { "header www-authenticate": /^bearer\b/i }, [401]],
    ],
    { key: "none" },
  ),
  probe(
    "GET /portfolio/not-an-address",
    [
      [11, { "error.details.reason": "malformed" }],
      // The key is checked before path and query.
      [14, { status: 401 }, [400, 401]],
    ],
    { key: "malformed" },
  ),
  probe(
    USAGE,
    [
      [11, refused("unauthorized")],
      [11, { "error.details.reason": "unknown" }],
    ],
    { key: "unknown" },
  ),
  // The route is checked before the key.
  probe(UNKNOWN_PATH, [[14, { status: 404 }, [401, 404]]], { key: "none" }),
  probe(UNKNOWN_TOKEN, [
    [15, refused("token_not_found")],
    [39, { "error.details.resource": "token", "error.details.id": "IntentTxVerifyNoSuchToken" }],
  ]),
  probe(UNKNOWN_PATH, [[15, refused("not_found")], countedAfter(UNKNOWN_TOKEN)]),
  probe("GET /intents", [
    [15, refused("method_not_allowed")],
    [15, { "header allow": /\bPOST\b/ }, [405]],
    countedAfter(UNKNOWN_PATH),
  ]),
  probe("GET /portfolio/not-an-address", [
    [39, refusedField("walletAddress")],
    [39, { "error.details.field": "walletAddress", "error.details.reason": aText }],
    [39, { "error.field": aText }, [400]],
  ]),
  probe(PRICE, [...payloadIs("prices.retrieve", 34), [50, ALLOWED], exposed], {
    headers: { origin: ORIGIN },
  }),
  probe("GET /prices/usdc", [
    [47, { status: 200 }, [200, 404]],
    [34, { price: 1 }],
  ]),
  probe("HEAD /prices/SOL", [
    ruled(6, "status", "that of GET, without a body", (status, { text }, context) =>
      status === answerTo(context, PRICE)?.status ? text === "" : false,
    ),
  ]),
  probe("GET /portfolio/{stranger}", [[30, refused("wallet_not_found")]]),
  probe("GET /portfolio/{stranger}?includeNFTs=yes", [[47, refusedField("includeNFTs")]]),
  probe("GET /portfolio/{wallet}?includeNFTs=true&includeStaked=true", [
    [27, { solBalance: anInteger }],
    [28, { nfts: withFields("mint", "name", "symbol") }],
    [29, { staked: withFields("stakeAccount", "validator", "lamports", "status") }],
    ...payloadIs("portfolio.retrieve", 27),
  ]),
  probe("GET /transactions/{stranger}", [
    [46, { status: 200, data: rule("an empty list", (data) => Array.isArray(data) && data.length === 0) }],
    ruled(46, "pagination", "without a cursor on the last page", (page) => {
      if (member(page, "hasMore") !== false) return undefined;
      return member(page, "before") === undefined && member(page, "nextCursor") === undefined;
    }),
  ]),
  probe("GET /transactions/{stranger}?limit=0", [[46, refusedField("limit")]]),
  probe("GET /transactions/{stranger}?limit=101", [[46, refusedField("limit")]]),
  probe("GET /transactions/{stranger}?before=nonsense", [[46, refusedField("before")]]),
  probe(HISTORY, [...payloadIs("transactions.list", 48), ...records]),
  probe("GET /transactions/{wallet}?limit=1&before={cursor}", nextPage()),
  probe("GET /transactions/{wallet}?limit=1&cursor={cursor}", nextPage()),
  probe(`${METRICS}1T01:00:00%2B01:00&endDate=2026-01-02&granularity=hour`, [
    ...payloadIs("analytics.metrics", 32),
    // A time with an offset is accepted, and a date without a time is 00:00 UTC.
    [47, { "period.start": at(DAY_1), "period.end": at(DAY_1 + DAY_MS) }, [200, 400]],
    [32, { "period.start": "2026-01-01T00:00:00.000Z", "period.granularity": "hour" }],
  ]),
  probe(`${METRICS}1T00:00:00&endDate=2026-01-02`, [[47, refusedField("startDate")]]),
  probe(`${METRICS}2&endDate=2026-01-02`, [[32, refusedField("endDate")]]),
  probe(
    "OPTIONS /prices/SOL",
    [
      [6, { status: rule("below 400", (status) => Number(status) < 400) }],
      [50, { status: rule("below 300", (status) => Number(status) < 300), ...ALLOWED }],
    ],
    {
      key: "none",
      headers: {
        origin: ORIGIN,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    },
  ),
  probe(
    PARSE,
    [
      ...payloadIs("intents.parse", 41),
      [
        41,
        {
          "parameters.inputToken": NATIVE_MINT,
          "parameters.outputToken": aText,
          "parameters.recipient": undefined,
          // Decision 27 checks whether the amount is a string, so both forms are accepted here.
          "parameters.amount": rule("0.1 SOL in lamports", (amount) => Number(amount) === 100_000_000),
        },
      ],
      [42, { route }],
      parsingDetails,
    ],
    swap("swap 0.1 SOL for USDC"),
  ),
  // The command is incomplete. A service that ignores the unknown field therefore refuses to parse the command.
  probe(
    PARSE,
    [
      ruled(31, "status", "400, naming the unknown field", (status, answer) => {
        const { code, field, message } = errorOf(answer);
        const named =
          field === undefined ? String(message).includes("intentTxVerify") : field === "intentTxVerify";
        return status === 409 ? undefined : status === 400 && code === "validation_error" && named;
      }),
      [35, { status: idempotencyIgnored }],
      parsingDetails,
    ],
    swap("swap some SOL for USDC", { intentTxVerify: true }),
  ),
  probe("GET /analytics/usage?intentTxVerify=1", [
    [31, { status: ok(USAGE) }],
    [33, { "requests.used": countsAll }],
  ]),
];

const matches = ({ path, method }: Operation, { request }: ServiceAnswer) =>
  method === request.method.replace("HEAD", "GET") &&
  new RegExp(`^${path.replace(/\{\w+\}/g, "[^/?]+")}(\\?|$)`).test(request.path);

const GRANTED = { "error.details.granted": rule("a list", Array.isArray) };
const ownScope = rule("the operation's scope", (required, answer) => {
  const operation = Object.values<Operation>(OPERATIONS).find((one) => matches(one, answer));
  return operation && typeof required === "string" ? required === operation.scope : undefined;
});

/** A check of one value by a rule, for responses with a body. */
const read = (decision: number, path: string, text: string, test: Rule["test"]): Check =>
  ruled(decision, path, text, (value, answer, context) =>
    ["HEAD", "OPTIONS"].includes(answer.request.method) ? undefined : test(value, answer, context),
  );

/** Checks of every response. A single response that differs is enough for the verdict. */
export const COMMON_CHECKS: readonly Check[] = [
  [2, { [REQUEST_ID]: present }],
  read(2, REQUEST_ID, "meta.requestId", (id, { json }) => {
    const same = member(json, "meta", "requestId");
    return id === undefined || same === undefined ? undefined : id === same;
  }),
  read(1, "error.code", "a string next to meta", (code, { json }) =>
    typeof code === "string" ? isObject(member(json, "meta")) : false,
  ),
  ruled(6, "status", "next to the three rate-limit headers", (_, answer) =>
    Object.values(rateOf(answer)).every((value) => value !== undefined),
  ),
  [
    9,
    {
      "error.code": /^(?:rate_limit_exceeded|quota_exceeded)$/,
      "error.details.limit": present,
      "error.details.window": present,
      "error.details.resetAt": present,
      [`header ${HEADERS.retryAfter}`]: /^[1-9]\d*$/,
    },
    [429],
  ],
  [12, { "error.code": "insufficient_scope", "error.details.required": aText, ...GRANTED }, [403]],
  [13, { "error.details.required": ownScope }, [403]],
  read(15, "error.code", "a code of the contract", (code) =>
    typeof code === "string" ? Object.hasOwn(ERROR_CODES, code) : undefined,
  ),
  ruled(51, REMAINING, "below the limit after some requests", (_, __, context) => {
    const rates = context.answers.filter(({ request }) => request.key === "given").map(rateOf);
    const shown = rates.filter(({ limit, remaining }) => limit !== undefined && remaining !== undefined);
    return shown.length < 3 ? undefined : shown.some(({ limit, remaining }) => remaining !== limit);
  }),
];
