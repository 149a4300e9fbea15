import {
  LIMITS,
  type ParsingReason,
  TIER_LIMITS,
  TIERS,
  type Tier,
  type TierLimits,
} from "intent-tx/contract";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.js";
import { TRANSACTIONS_KEPT, WHOLE_SLOTS } from "../ledger/slots.js";
import { REPLAYED_MS } from "./idempotency.js";
import { DIALECTS, type Dialect, type Readings, readingsOf } from "./readings.js";

/** A decision with this server's behaviour. */
export interface DecisionInForce {
  readonly number: number;
  readonly topic: string;
  /** This server's behaviour. */
  readonly reading: string;
  /** The option that changes the decision, with its value. */
  readonly option?: { readonly name: DecisionOption["name"]; readonly value: unknown };
  /** Forms that the SDK accepts in addition, from any service. */
  readonly sdk?: string;
}

/** Response of `GET /_mock/contract`. */
export interface ContractInForce {
  /** The dialect with exactly these readings, or `null` for a custom combination. */
  readonly dialect: Dialect | null;
  /** All available dialects. */
  readonly dialects: readonly Dialect[];
  /** Every option as `--contract` names it, with its value. */
  readonly options: Readonly<{
    envelope: boolean;
    pagination: Readings["pagination"];
    rateLimitReset: Readings["rateLimitReset"];
    idempotency: boolean;
    /** A duration in the format of `--contract intentTtl=…`. */
    intentTtl: string;
  }>;
  /** Whether limits are enforced, and the limits by tier; -1 means unlimited. */
  readonly limits: { readonly enforced: boolean; readonly tiers: Readonly<Record<Tier, TierLimits>> };
  readonly decisions: readonly DecisionInForce[];
  /** Meanings of the reasons for refusing a command. */
  readonly parsingReasons: Readonly<Record<string, string>>;
  readonly commandReasons: Readonly<Record<string, string>>;
}

const DIALECT_NAMES = Object.keys(DIALECTS) as Dialect[];

function dialectOf(readings: Readings): Dialect | null {
  const same = (dialect: Dialect) =>
    Object.entries(readingsOf(dialect)).every(([name, value]) => readings[name as keyof Readings] === value);
  return DIALECT_NAMES.find(same) ?? null;
}

/** Milliseconds in the format of `--contract intentTtl=…`, in the largest unit that needs no fraction. */
function durationText(ms: number): string {
  const units = [
    ["h", HOUR_MS],
    ["m", MINUTE_MS],
    ["s", 1000],
  ] as const;
  const [unit, size] = units.find(([, length]) => ms % length === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}

function readingOf({ rule, option, strictMinimal }: Decision, value: unknown, minimal: boolean): string {
  const said =
    option === undefined
      ? rule
      : (option.values[String(value)] ??
        Object.entries(option.values).find(([name]) => name.startsWith("<"))?.[1] ??
        rule);
  return minimal && strictMinimal !== undefined ? `${said} Dialect strict-minimal: ${strictMinimal}` : said;
}

export interface LimitsInForce {
  readonly off: boolean;
  of(tier: Tier): TierLimits;
}

const CONTRACT_LIMITS: LimitsInForce = { off: false, of: (tier) => TIER_LIMITS[tier] };

function figuresOf(limits: LimitsInForce): Record<Tier, TierLimits> {
  // JSON has no infinity, so the contract writes -1 for unlimited.
  const written = (count: number) => (Number.isFinite(count) ? count : -1);
  const entries = TIERS.map((tier) => {
    const { requestsPerMinute, transactionsPerDay } = limits.of(tier);
    return [
      tier,
      { requestsPerMinute: written(requestsPerMinute), transactionsPerDay: written(transactionsPerDay) },
    ] as const;
  });
  return Object.fromEntries(entries) as Record<Tier, TierLimits>;
}

function limitsValue(limits: LimitsInForce): string {
  if (limits.off) return "off";
  const own = JSON.stringify(figuresOf(limits)) === JSON.stringify(figuresOf(CONTRACT_LIMITS));
  return own ? "on" : "figures by tier";
}

/** Response of `GET /_mock/contract`: every decision as this server applies it. */
export function contractInForce(
  readings: Readings,
  limits: LimitsInForce = CONTRACT_LIMITS,
): ContractInForce {
  const { envelope, pagination, rateLimitReset, idempotency, intentTtlMs } = readings;
  const intentTtl = durationText(intentTtlMs);
  const options = { envelope, pagination, rateLimitReset, idempotency, intentTtl };
  const tiers = figuresOf(limits);
  const values = { ...options, limits: limitsValue(limits) };
  return {
    dialect: dialectOf(readings),
    dialects: DIALECT_NAMES,
    options,
    limits: { enforced: !limits.off, tiers },
    decisions: DECISIONS.map((decision) => {
      const { number, topic, option, sdk } = decision;
      const reading = readingOf(decision, option && values[option.name], readings.minimal);
      return {
        number,
        topic,
        reading,
        ...(option && { option: { name: option.name, value: values[option.name] } }),
        ...(sdk !== undefined && { sdk }),
      };
    }),
    parsingReasons: REASON_MEANINGS,
    commandReasons: COMMAND_REASONS,
  };
}

/** A mock server option that changes one decision. */
export interface DecisionOption {
  /** Name of the option. */
  readonly name: "envelope" | "pagination" | "rateLimitReset" | "idempotency" | "intentTtl" | "limits";
  /** How to set the option: `--contract NAME=VALUE` (library: `contract`), or its own flag and option. */
  readonly given: "--contract" | "--limits";
  /** The server's behaviour by value, default first. A value in angle brackets is a placeholder. */
  readonly values: Readonly<Record<string, string>>;
}

/** A point that the contract leaves open, and the decision. */
export interface Decision {
  /** Stable number, used in code, tests and docs. */
  readonly number: number;
  /** The open point in a few words. */
  readonly topic: string;
  /** The mock server's behaviour, unless an option changes it. */
  readonly rule: string;
  /** The option that changes the behaviour. */
  readonly option?: DecisionOption;
  /** The parts that the dialect `strict-minimal` omits. */
  readonly strictMinimal?: string;
  /** Forms that the SDK accepts in addition, from any service. */
  readonly sdk?: string;
}

/** Meanings of the reasons for refusing a command (decision 38). All are 422 `parsing_error`. */
export const REASON_MEANINGS: Readonly<Record<ParsingReason, string>> = {
  unsafe_text: "Invisible characters, mixed scripts or look-alike letters.",
  non_english: "The command is in a language that the parser does not read: it reads English and Spanish.",
  not_a_command: "The words ask for nothing that the service offers.",
  question: "It asks about an order instead of giving one.",
  negated: "It says what not to do.",
  unsupported_action: "An unsupported action: staking, bridging, limit orders, conditions, schedules.",
  several_actions: "More than one order at once.",
  several_recipients: "More than one recipient.",
  missing_amount: "No amount is named.",
  ambiguous_amount: 'The amount can be read in several ways: "some", "about 10", "1,5".',
  invalid_amount: "The amount is zero, negative, finer than the token's smallest unit, or over 64 bits.",
  conflicting_amounts: "Two contradictory amounts.",
  unsupported_currency: "An amount in a currency other than US dollars and tokens.",
  insufficient_balance: "A part of a balance that is empty, or that fees and rent would use up.",
  missing_token: "No token is named.",
  unknown_token: "A token that the service does not know.",
  ambiguous_token: "A name that several tokens have.",
  same_token: "Both sides of the swap are the same token.",
  missing_recipient: "A transfer without a recipient.",
  unknown_recipient: "A name that resolves to no wallet.",
  invalid_address: "The recipient is not an address of 32 bytes.",
  off_curve_recipient: "An address that no key can sign for (decision 37).",
  self_transfer: "The recipient is the sending wallet.",
  mint_recipient: "The recipient is a token's mint.",
  program_recipient: "The recipient is a program.",
  unsupported_chain: "The command names another chain than Solana.",
  no_route: "No pools connect the two tokens.",
  insufficient_liquidity: "The pools cannot serve the amount.",
  ambiguous_slippage:
    "The slippage of the request and of the command differ, or it can be read in several ways.",
  invalid_slippage: `The slippage in the command is not between ${LIMITS.slippageMin} and ${LIMITS.slippageMax} basis points.`,
};

/** Reasons of a 400 `validation_error` for `command`, checked before parsing. */
export const COMMAND_REASONS = {
  too_long: `The command has more than ${LIMITS.commandLength} characters.`,
  empty: "The command has no words.",
} as const;

/** An integer with thousands separators: 65,536. `toLocaleString` would load the data of all languages. */
const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");

const WIRE_DECISIONS: readonly Decision[] = [
  {
    number: 1,
    topic: "envelope",
    rule: "The payload is the body itself; a transaction list is `{ data, pagination }`, an error `{ error, meta }`.",
    option: {
      name: "envelope",
      given: "--contract",
      values: {
        false:
          "The payload is the body itself; a transaction list is `{ data, pagination }`, an error `{ error, meta }`.",
        true: "Every payload is wrapped as `{ data, meta }`; a transaction list is `{ data, pagination, meta }`.",
      },
    },
    strictMinimal: "No `meta` anywhere.",
    sdk: "Both forms, unwrapped to the same value.",
  },
  {
    number: 2,
    topic: "request id",
    rule: "Every response names its request in `X-Request-Id`; where a body has `meta`, `meta.requestId` is the same id.",
    strictMinimal: "Neither the header nor `meta`.",
    sdk: "The header, `meta`, or neither.",
  },
  {
    number: 3,
    topic: "names of the cursor",
    rule: "A list is paged by the query parameter `before` and answers `pagination.before`; the parameter is also understood as `cursor`.",
    option: {
      name: "pagination",
      given: "--contract",
      values: {
        before:
          "A list is paged by the query parameter `before` and answers `pagination.before`; the parameter is also understood as `cursor`.",
        cursor:
          "A list is paged by the query parameter `cursor` and answers `pagination.nextCursor`; the parameter is also understood as `before`.",
      },
    },
    sdk: "Both names.",
  },
  {
    number: 4,
    topic: "unit of `X-RateLimit-Reset`",
    rule: "The Unix time, in seconds, at which the window ends.",
    option: {
      name: "rateLimitReset",
      given: "--contract",
      values: {
        "epoch-seconds": "The Unix time, in seconds, at which the window ends.",
        "epoch-ms": "The Unix time, in milliseconds, at which the window ends.",
        "delta-seconds": "The seconds left until the window ends.",
      },
    },
    sdk: "All three, distinguished by their size; always returned as a `Date`.",
  },
  {
    number: 14,
    topic: "order of checks",
    rule: "Anonymous window (429, only without a valid key), method and route (404, 405), key (401), rate limit (429), scope (403), media type and size (415, 413), path, query and body (400), then state (404, 410, 422, 409).",
  },
  {
    number: 15,
    topic: "further error codes",
    rule: `\`not_found\` 404, \`method_not_allowed\` 405 with \`Allow\`, \`payload_too_large\` 413 above ${grouped(LIMITS.bodyBytes)} bytes, \`unsupported_media_type\` 415 (a body without a content type too), \`intent_not_found\` 404, \`intent_expired\` 410, \`intent_not_buildable\` 422 for a query, \`key_not_found\` 404, \`key_not_rotatable\` 409, \`internal_error\` 500, \`service_unavailable\` 503. Building for another wallet than the intent's is 400 \`validation_error\` on \`walletAddress\`.`,
    sdk: "An unknown code becomes a plain `ApiError` with its status.",
  },
  {
    number: 27,
    topic: "base units above 2^53",
    rule: "JSON carries the exact integer, never a rounded one.",
    sdk: "A number or a string of any size, without loss; every base-unit field of a result is a `bigint`.",
  },
  {
    number: 31,
    topic: "unknown fields of a request",
    rule: "In a body they are 400 `validation_error` with the field's name; in a query they are ignored.",
  },
  {
    number: 35,
    topic: "idempotency",
    rule: "The contract has no such key: an `Idempotency-Key` header changes nothing.",
    option: {
      name: "idempotency",
      given: "--contract",
      values: {
        false: "The contract has no such key: an `Idempotency-Key` header changes nothing.",
        true: `Honoured on POSTs for ${REPLAYED_MS / HOUR_MS} hours: the same key and body get the stored answer with \`Idempotent-Replayed: true\`, the same key with another body gets 409 \`idempotency_conflict\`.`,
      },
    },
    sdk: "Never relies on it. Whether a request is retried depends on the operation; creating and rotating keys is retried only if the request provably never left. A key store shared by processes repeats a rotation whose response was lost, with the same key: by decision 23 this cannot create a second successor.",
  },
  {
    number: 39,
    topic: "`details` of other errors",
    rule: "`validation_error` has `{ field, reason }` and names the field in `error.field` as well; `simulation_failed` has `{ reason, logs }`; the not-found codes have `{ resource, id }`.",
    strictMinimal: "No `details` and no `field`.",
    sdk: "Any object, or none.",
  },
  {
    number: 40,
    topic: "extra fields of an answer",
    rule: "Never sent: responses have only the fields of the contract and this table, so that apps do not depend on fields that another service lacks.",
    sdk: "Ignores unknown fields.",
  },
  {
    number: 47,
    topic: "dates, flags and names in a request",
    rule: "Dates are ISO 8601: a date without a time is 00:00 UTC, an offset is accepted, a time without a zone is 400. Flags in a query are only `true` or `false`. Token symbols ignore case, mint addresses do not.",
  },
  {
    number: 50,
    topic: "CORS",
    rule: "The API allows every origin and exposes `X-RateLimit-*`, `X-Request-Id`, `Retry-After` and `Date`; the control plane allows no origin.",
  },
];

const LIMIT_DECISIONS: readonly Decision[] = [
  {
    number: 5,
    topic: "window behind the rate-limit headers",
    rule: "Of the windows that apply (the minute, and the day of a test key) the headers show the one with the fewest requests left.",
  },
  {
    number: 6,
    topic: "rate-limit headers on errors, and what counts",
    rule: `They are on every response, errors included. A request with a valid key counts against its account, 404 and 405 too; one without counts against a window of its remote address (${LIMITS.anonymousRequestsPerMinute} a minute). \`OPTIONS\` needs no key and is not counted; \`HEAD\` is \`GET\` without the body.`,
    sdk: "Missing headers.",
  },
  {
    number: 7,
    topic: "owner of a limit",
    rule: `The account: all of its keys, live and test, share one minute window, so that rotating a key does not double the budget. Its test keys share one window of ${LIMITS.testRequestsPerDay} requests a day.`,
  },
  {
    number: 8,
    topic: "shape of a window",
    rule: "Fixed, and aligned to the UTC minute or the UTC day of the server's clock.",
  },
  {
    number: 9,
    topic: "a limit is exceeded",
    rule: "429 with `Retry-After` in whole seconds (at least 1): `rate_limit_exceeded` for the minute, `quota_exceeded` for a day. `details` is `{ limit, window, resetAt }`. Nothing else happens to such a request, and it is not counted.",
    strictMinimal: "No `Retry-After` and no `details`.",
    sdk: "`Retry-After` in seconds, as an HTTP date, or not at all.",
  },
  {
    number: 10,
    topic: "transactions a day",
    rule: "The quota counts successful builds: the one that would pass the tier's limit gets 429 `quota_exceeded` and no transaction. Usage and metrics count executed transactions, those that the service built for the account and that landed on the ledger.",
  },
  {
    number: 32,
    topic: "metrics",
    rule: "They cover the calling account from `startDate` (inclusive) to `endDate` (exclusive), both echoed with milliseconds; an end that is not after the start is 400. `granularity` is echoed and changes nothing else. Empty ranges give zeros. `intents.total` counts successful parses and `parseErrors` the 422s; volume is in USD at the time each transaction landed. Commands and transactions of the last 31 days count to the millisecond; older ones are counted by the hour, in the range in which the hour begins.",
  },
  {
    number: 33,
    topic: "billing period of usage",
    rule: `The UTC calendar month of the server's clock, its end exclusive. \`requests.used\` counts every answered request but 429s, this one included; \`requests.limit\` is the tier's limit a minute times the minutes of the period (for a test key ${LIMITS.testRequestsPerDay} times its days), \`transactions.limit\` the limit a day times its days. Unlimited is \`-1\` with \`percentage\` 0.`,
    sdk: "`-1`, `null` or an absent limit as `Infinity`.",
  },
  {
    number: 51,
    topic: "limits switched off",
    rule: "They are in force.",
    option: {
      name: "limits",
      given: "--limits",
      values: {
        on: "They are in force.",
        off: "Nothing is refused; the headers are still sent, and `X-RateLimit-Remaining` stays at the limit.",
        "<figures by tier>":
          "Other limits apply, only in the library: `limits: { pro: { requestsPerMinute: 1000 } }`.",
      },
    },
  },
];

const KEY_DECISIONS: readonly Decision[] = [
  {
    number: 11,
    topic: "a key is refused",
    rule: "401 `unauthorized` with `WWW-Authenticate: Bearer`; `details.reason` is `missing`, `malformed`, `unknown`, `expired`, `revoked`, or `rotated` once the overlap is over.",
    strictMinimal: "No `WWW-Authenticate` and no `details`.",
    sdk: "Any code with status 401.",
  },
  {
    number: 12,
    topic: "a scope is missing",
    rule: "403 `insufficient_scope` with `details: { required, granted }`.",
    strictMinimal: "No `details`.",
    sdk: "Any code with status 403.",
  },
  {
    number: 13,
    topic: "scope of each endpoint",
    rule: "Intents need `write:intents`, building `write:transactions`, the history `read:transactions`, the portfolio `read:portfolio`, prices `read:prices`, analytics and keys `admin`, which covers all others. Every key may revoke itself, so that its owner can stop a leaked key.",
  },
  {
    number: 19,
    topic: "body of create key",
    rule: `\`name\` is required, 1 to ${LIMITS.keyNameLength} characters; \`scopes\` is required, at least one and none twice; \`expiresAt\` is optional and lies in the future. \`null\` for an optional field is 400, here and everywhere.`,
  },
  {
    number: 20,
    topic: "answer of create key",
    rule: "201 with the key's record and its secret, which is shown this once.",
    sdk: "200 or 201. Only `keyId` and `key` must be there: the secret is not lost to a field beside it.",
  },
  {
    number: 21,
    topic: "record of a key",
    rule: "`keyId` (`key_` and 16 characters), `key` (the secret, only on create and rotate), `name`, `scopes`, `environment`, `status` (`active`, `rotating`, `revoked` or `expired`), `createdAt`, and where they apply `expiresAt`, `lastUsedAt`, `rotatedFrom`, `overlapEndsAt`.",
    sdk: "Unknown fields.",
  },
  {
    number: 22,
    topic: "answer of revoke key",
    rule: '200 with the record and `status: "revoked"`; revoking again, or revoking an expired key, answers the same.',
    sdk: "200, or 204 without a body.",
  },
  {
    number: 23,
    topic: "answer of rotate key",
    rule: `201 with the new record and secret, \`rotatedFrom\`, and \`overlapEndsAt\` ${LIMITS.rotationOverlapMs / HOUR_MS} hours on. The successor has the old key's name, scopes, environment and, if the old one expires, length of life. A key that is rotating, revoked or expired gives 409 \`key_not_rotatable\`. After the overlap the old key is \`expired\`.`,
    sdk: "200 or 201, with `keyId` and `key`; as for 20.",
  },
  {
    number: 24,
    topic: "live and test",
    rule: "A new key has the environment of the key that made it. Test keys only reach the test network's ledger, live keys only the live one, and no request can name the other. A key manages the keys of its own account and environment; any other is 404 `key_not_found`.",
  },
];

const INTENT_DECISIONS: readonly Decision[] = [
  {
    number: 16,
    topic: "life of an intent",
    rule: `It can be built any number of times for ${LIMITS.intentTtlMs / MINUTE_MS} minutes of the server's clock, then it is 410 \`intent_expired\`: \`parsed\`, \`built\`, \`expired\`. A day after its end it is forgotten: 404 \`intent_not_found\`.`,
    option: {
      name: "intentTtl",
      given: "--contract",
      values: {
        "10m": `It can be built any number of times for ${LIMITS.intentTtlMs / MINUTE_MS} minutes of the server's clock, then it is 410 \`intent_expired\`: \`parsed\`, \`built\`, \`expired\`. A day after its end it is forgotten: 404 \`intent_not_found\`.`,
        "<duration>": "It can be built for this long (`30s`, `24h`, or milliseconds), then it is 410.",
      },
    },
  },
  {
    number: 17,
    topic: "who may build an intent",
    rule: "The keys of the account and network that parsed it; any other gets 404 `intent_not_found`.",
  },
  {
    number: 25,
    topic: "bounds of `priorityFee`",
    rule: `An integer from 0 to ${grouped(LIMITS.priorityFeeMax)} micro-lamports per compute unit.`,
  },
  {
    number: 26,
    topic: "`slippage`, sent and spoken",
    rule: "Integer basis points. Slippage named in the command is used when the field is absent; if both are there and differ, the command is refused with 422, reason `ambiguous_slippage`.",
  },
  {
    number: 36,
    topic: "`.sol` names as recipients",
    rule: "The mock's own name service resolves them (`alice.sol` and `bob.sol` are the wallets alice and bob; the control plane adds more), and `parameters.recipient` is the address. An unknown name is 422, reason `unknown_recipient`.",
  },
  {
    number: 37,
    topic: "recipient off the ed25519 curve",
    rule: "422, reason `off_curve_recipient`, unless the account exists on the ledger and the System program owns it: no key can sign for such an address.",
  },
  {
    number: 38,
    topic: "`details` of `parsing_error`",
    rule: "`{ command, reason, message, span?, suggestions? }`: a stable reason, the UTF-16 offsets of the words that caused it, and complete commands that would be understood.",
    strictMinimal: "No `details`.",
    sdk: "Any object, or none.",
  },
  {
    number: 41,
    topic: "`parameters` of an intent",
    rule: "A swap has `inputToken`, `outputToken` and `amount`, always of the input (for an exact-output order the input that the quote needs); a transfer has `inputToken`, `amount` and `recipient`; a query has `inputToken` if it names a token. A question about another wallet than `walletAddress` is 422, reason `unsupported_action`: the answer could not name it.",
    sdk: "Absent fields; `null` for an optional field is its absence, here and in every answer.",
  },
  {
    number: 42,
    topic: "units",
    rule: "Amounts in `route`, `marketInfos` and `expectedOutput.outputAmount` are base units as decimal strings; `marketInfos.fee` is in base units of `inputMint`; `priceImpact` is percent (1.5 is 1.5 %); `expectedOutput.fee` is lamports of signatures and priority, without rent. For a transfer `outputAmount` is the received amount and `priceImpact` is 0.",
  },
  {
    number: 43,
    topic: "what slippage bounds",
    rule: "The quote of the intent, not a new one at build. Exact in: the minimum output is `outAmount × (1 − slippage)`. Exact out: the maximum input is `inAmount × (1 + slippage)`. Rounding favours the user.",
  },
  {
    number: 44,
    topic: "balances when a command is parsed",
    rule: 'They are checked only for parts of a balance ("half my", "all"). Too little money, or a wallet left below rent, is `simulation_failed` at build with the program\'s reason.',
  },
  {
    number: 45,
    topic: "no way through the market",
    rule: "422 `parsing_error`, reason `no_route` or `insufficient_liquidity`.",
  },
  {
    number: 49,
    topic: "`simulate: false`",
    rule: "Nothing runs: the compute-unit limit comes from a table by kind of instruction and `expectedOutput` is the current quote. With simulation both come from it. The bound on the output comes from the intent either way.",
  },
  {
    number: 52,
    topic: "full-width forms in a command",
    rule: "U+FF01 to U+FF5E are read as the ASCII characters that they show (an East Asian keyboard writes them); other look-alikes stay `unsafe_text`.",
  },
];

const DATA_DECISIONS: readonly Decision[] = [
  {
    number: 18,
    topic: "values of a transaction's status",
    rule: "`processed`, `confirmed`, `finalized` or `failed`. It only moves forward, and `failed` is final.",
    sdk: "Any string.",
  },
  {
    number: 28,
    topic: "NFT entries",
    rule: "With `includeNFTs`: `nfts: [{ mint, name, symbol, collection?, uri? }]`.",
    sdk: "Any object.",
  },
  {
    number: 29,
    topic: "staked entries",
    rule: "With `includeStaked`: `staked: [{ stakeAccount, validator, lamports, status }]`, and `totalValue` includes them.",
    sdk: "Any object.",
  },
  {
    number: 30,
    topic: "a wallet without activity",
    rule: "It has no account on the ledger and no transaction in its history: the portfolio is 404 `wallet_not_found`.",
  },
  {
    number: 34,
    topic: "fields of a price",
    rule: "`price` is the spot price of the token's pool (USDC is 1, over at most two pools): swaps move it, including those of the arbitrage bot that realigns pools in the slot after a trade; passing time does not, unless the world has a moving market. `change24h` compares it with the price 24 hours ago; before the world's start there is a seeded series that ends in the opening price. `volume24h` is the seeded volume and the swapped value, `marketCap` the price times a seeded supply.",
  },
  {
    number: 46,
    topic: "edges of the history",
    rule: `\`limit\` is a decimal integer from 1 to ${LIMITS.pageMax}, anything else is 400, as is a \`before\` that is malformed or not in this wallet's history. \`pagination.before\` is absent when \`hasMore\` is false. An unknown wallet has an empty list. Incoming transfers, airdrops (as transfers) and failed transactions are in it, newest first. It ends where the chain does: a local ledger keeps the last ${grouped(TRANSACTIONS_KEPT)} transactions of a network (\`--ledger-keep\`), those of the last ${WHOLE_SLOTS} slots in any case; a \`before\` that is gone is 400.`,
    sdk: "An absent cursor as an absent field or as `null`.",
  },
  {
    number: 48,
    topic: "`details` in the history",
    rule: "Symbols and human units. `recipient` is the wallet that owns the receiving token account, never the token account. Other transactions are left out.",
    sdk: "Any object.",
  },
];

export const DECISION_GROUPS = [
  { title: "Requests and answers", decisions: WIRE_DECISIONS },
  { title: "Limits", decisions: LIMIT_DECISIONS },
  { title: "Keys", decisions: KEY_DECISIONS },
  { title: "Intents and transactions", decisions: INTENT_DECISIONS },
  { title: "Data", decisions: DATA_DECISIONS },
] as const;

/** All decisions, sorted by number. */
export const DECISIONS: readonly Decision[] = DECISION_GROUPS.flatMap(({ decisions }) => decisions).sort(
  (one, other) => one.number - other.number,
);
