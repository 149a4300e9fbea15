import {
  LIMITS,
  type ParsingReason,
  TIER_LIMITS,
  TIERS,
  type Tier,
  type TierLimits,
} from "intent-tx/contract";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.js";
import { REMEMBERED_BLOCKS, TRANSACTIONS_KEPT } from "../ledger/slots.js";
import { type ContractSettings, DIALECTS, type Dialect, REPLAYED_MS, settingsOf } from "../world/dialects.js";

/** A decision with this server's behaviour. */
export interface DecisionInForce {
  readonly number: number;
  readonly topic: string;
  /** This server's behaviour. */
  readonly reading: string;
  /** The option that changes the decision, with its value. */
  readonly option?: { readonly name: DecisionOption["name"]; readonly value: unknown };
  /** Other forms that the SDK also accepts. */
  readonly sdk?: string;
}

/** Response of `GET /_mock/contract`, written out because the declarations of an inferred one name a file. */
export interface ContractInForce {
  /** The dialect with exactly these settings, or `null` for a custom combination. */
  readonly dialect: Dialect | null;
  /** All available dialects. */
  readonly dialects: readonly Dialect[];
  /** Every option as `--contract` names it, with its value. */
  readonly options: Readonly<{
    envelope: boolean;
    pagination: ContractSettings["pagination"];
    rateLimitReset: ContractSettings["rateLimitReset"];
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

function dialectOf(settings: ContractSettings): Dialect | null {
  const same = (dialect: Dialect) =>
    Object.entries(settingsOf(dialect)).every(
      ([name, value]) => settings[name as keyof ContractSettings] === value,
    );
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
  const text =
    option === undefined
      ? rule
      : (option.values[String(value)] ??
        Object.entries(option.values).find(([name]) => name.startsWith("<"))?.[1] ??
        rule);
  return minimal && strictMinimal !== undefined ? `${text} Dialect strict-minimal: ${strictMinimal}` : text;
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
  settings: ContractSettings,
  limits: LimitsInForce = CONTRACT_LIMITS,
): ContractInForce {
  const { envelope, pagination, rateLimitReset, idempotency, intentTtlMs } = settings;
  const intentTtl = durationText(intentTtlMs);
  const options = { envelope, pagination, rateLimitReset, idempotency, intentTtl };
  const tiers = figuresOf(limits);
  const values = { ...options, limits: limitsValue(limits) };
  return {
    dialect: dialectOf(settings),
    dialects: DIALECT_NAMES,
    options,
    limits: { enforced: !limits.off, tiers },
    decisions: DECISIONS.map((decision) => {
      const { number, topic, option, sdk } = decision;
      const reading = readingOf(decision, option && values[option.name], settings.minimal);
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
  readonly name: "envelope" | "pagination" | "rateLimitReset" | "idempotency" | "intentTtl" | "limits";
  /** How the option is set: with `--contract NAME=VALUE` (`contract` in the library), or with a dedicated flag. */
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
  readonly option?: DecisionOption;
  /** The parts that the dialect `strict-minimal` omits. */
  readonly strictMinimal?: string;
  /** Other forms that the SDK also accepts. */
  readonly sdk?: string;
}

/** Describes each reason for refusing a command (decision 38). All are 422 `parsing_error`. */
export const REASON_MEANINGS: Readonly<Record<ParsingReason, string>> = {
  unsafe_text: "The command contains invisible characters, mixed scripts or look-alike letters.",
  non_english: "The command is not in English or Spanish.",
  not_a_command: "The command does not match any supported action.",
  question: "The command asks about an action instead of requesting it.",
  negated: "The command contains a negation.",
  unsupported_action:
    "The command requests an unsupported action, such as staking, bridging, a limit order or a schedule.",
  several_actions: "The command requests more than one action.",
  several_recipients: "The command names more than one recipient.",
  missing_amount: "The command does not state an amount.",
  ambiguous_amount: 'The amount can be read in several ways, for example "some", "about 10" or "1,5".',
  invalid_amount: "The amount is zero, is negative, has more decimals than the token, or exceeds 64 bits.",
  conflicting_amounts: "The command states two contradictory amounts.",
  unsupported_currency: "The amount is in a currency other than US dollars or a token.",
  insufficient_balance: "The balance is zero, or fees and rent would use all of it.",
  missing_token: "The command does not name a token.",
  unknown_token: "The token is unknown or unsupported.",
  ambiguous_token: "Several tokens have this name.",
  same_token: "Both sides of the swap are the same token.",
  missing_recipient: "The transfer does not name a recipient.",
  unknown_recipient: "The name does not resolve to a wallet.",
  invalid_address: "The recipient is not a 32-byte address.",
  off_curve_recipient: "The recipient is an address without a private key (decision 37).",
  self_transfer: "The recipient is the sending wallet.",
  mint_recipient: "The recipient is a token mint.",
  program_recipient: "The recipient is a program.",
  unsupported_chain: "The command is for a chain other than Solana.",
  no_route: "No pools connect the two tokens.",
  insufficient_liquidity: "The pools do not have enough liquidity for the amount.",
  ambiguous_slippage:
    "The request and the command contain different slippages, or the slippage can be read in several ways.",
  invalid_slippage: `The slippage in the command is not between ${LIMITS.slippageMin} and ${LIMITS.slippageMax} basis points.`,
};

/** Reasons of a 400 `validation_error` for `command`, checked before parsing. */
export const COMMAND_REASONS = {
  too_long: `The command is longer than ${LIMITS.commandLength} characters.`,
  empty: "The command has no words.",
} as const;

/** An integer with thousands separators: 65,536. `toLocaleString` would load the data of all languages. */
const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** The rule and the option of a decision that an option changes. */
function changedBy(
  name: DecisionOption["name"],
  values: DecisionOption["values"],
  given: DecisionOption["given"] = "--contract",
): Pick<Decision, "rule"> & Required<Pick<Decision, "option">> {
  return { rule: Object.values(values)[0] ?? "", option: { name, given, values } };
}

/** A group of decisions, by number and topic; a text is the decision's rule. */
function group(
  title: string,
  written: Readonly<Record<string, string | Omit<Decision, "number" | "topic">>>,
) {
  const decisions = Object.entries(written).map(([key, decision]): Decision => {
    const space = key.indexOf(" ");
    const rest = typeof decision === "string" ? { rule: decision } : decision;
    return { number: Number(key.slice(0, space)), topic: key.slice(space + 1), ...rest };
  });
  return { title, decisions };
}

const WIRE_DECISIONS = group("Requests and responses", {
  "1 envelope": {
    ...changedBy("envelope", {
      false:
        "The payload is the body itself. A transaction list is `{ data, pagination }`, and an error is `{ error, meta }`.",
      true: "Every payload is wrapped as `{ data, meta }`. A transaction list is `{ data, pagination, meta }`.",
    }),
    strictMinimal: "Responses have no `meta`.",
    sdk: "Both forms, unwrapped to the same value.",
  },
  "2 request ID": {
    rule: "Every response has a request ID in `X-Request-Id`. If the body has `meta`, `meta.requestId` is the same ID.",
    strictMinimal: "Responses have neither the header nor `meta`.",
    sdk: "The header, `meta`, or neither.",
  },
  "3 cursor names": {
    ...changedBy("pagination", {
      before:
        "Lists use the query parameter `before` and return `pagination.before`. The parameter `cursor` is also accepted.",
      cursor:
        "Lists use the query parameter `cursor` and return `pagination.nextCursor`. The parameter `before` is also accepted.",
    }),
    sdk: "Both names.",
  },
  "4 `X-RateLimit-Reset` unit": {
    ...changedBy("rateLimitReset", {
      "epoch-seconds": "The Unix time, in seconds, at which the window ends.",
      "epoch-ms": "The Unix time, in milliseconds, at which the window ends.",
      "delta-seconds": "The seconds left until the window ends.",
    }),
    sdk: "All three, distinguished by their size. The client always returns a `Date`.",
  },
  "14 order of checks":
    "The checks run in this order: anonymous window (429, only without a valid key), method and route (404, 405), key (401), rate limit (429), scope (403), media type and size (415, 413), path, query and body (400), then state (404, 410, 422, 409).",
  "15 further error codes": {
    rule: `\`not_found\` 404, \`method_not_allowed\` 405 with \`Allow\`, \`payload_too_large\` 413 above ${grouped(LIMITS.bodyBytes)} bytes, \`unsupported_media_type\` 415 (also for a body without a content type), \`intent_not_found\` 404, \`intent_expired\` 410, \`intent_not_buildable\` 422 for a query, \`key_not_found\` 404, \`key_not_rotatable\` 409, \`internal_error\` 500, \`service_unavailable\` 503. Building an intent for a different wallet returns 400 \`validation_error\` for \`walletAddress\`.`,
    sdk: "An unknown code becomes a plain `ApiError` with its status.",
  },
  "27 base units above 2^53": {
    rule: "JSON contains the exact integer, never a rounded one.",
    sdk: "Accepts a number or a string of any size without losing precision. Every base-unit field in a result is a `bigint`.",
  },
  "31 unknown fields in a request":
    "An unknown field in a body returns 400 `validation_error` with the field's name. Unknown query parameters are ignored.",
  "35 idempotency": {
    ...changedBy("idempotency", {
      false: "The contract does not include idempotency keys, so an `Idempotency-Key` header has no effect.",
      true: `Idempotency keys apply to POSTs for ${REPLAYED_MS / HOUR_MS} hours. The same key and body return the stored response with \`Idempotent-Replayed: true\`. The same key with a different body returns 409 \`idempotency_conflict\`.`,
    }),
    sdk: "The SDK never relies on this header. Retries depend on the operation. Key creation and rotation are retried only if the request was provably never sent. If a rotation's response is lost, a shared key store repeats the rotation with the same idempotency key. Because of decision 23, the mock server then issues no second successor. Another service may, so each repetition waits twice as long.",
  },
  "39 `details` of other errors": {
    rule: "`validation_error` has `{ field, reason }`, and the field is also in `error.field`. `simulation_failed` has `{ reason, logs }`. The not-found codes have `{ resource, id }`.",
    strictMinimal: "Errors have no `details` and no `field`.",
    sdk: "Any object, or no `details`.",
  },
  "40 extra fields in a response": {
    rule: "Responses contain only the fields in the contract and in this table. Otherwise, apps could depend on fields that other services do not send.",
    sdk: "Unknown fields, which it ignores.",
  },
  "47 dates, flags and names in a request":
    "Dates are ISO 8601. A date without a time means 00:00 UTC. A time needs `Z` or an offset; otherwise the request returns 400. Query flags must be `true` or `false`. Token symbols are case-insensitive. Mint addresses are case-sensitive.",
  "50 CORS":
    "The API allows every origin and exposes `X-RateLimit-*`, `X-Request-Id`, `Retry-After` and `Date`. The control plane allows only the origins that you set with `--control-origin`.",
});

const LIMIT_DECISIONS = group("Limits", {
  "5 window shown in the rate-limit headers":
    "The headers show the window with the fewest requests left. Every key has a minute window, and test keys also have a day window.",
  "6 rate-limit headers on errors, and which requests count": {
    rule: `Every response, including errors, has the rate limit headers. A request with a valid key counts against its account, even if it returns 404 or 405. A request without a valid key counts against a window for its remote address (${LIMITS.anonymousRequestsPerMinute} per minute). \`OPTIONS\` needs no key and is not counted. \`HEAD\` returns the same as \`GET\`, without the body.`,
    sdk: "Responses without these headers.",
  },
  "7 limit owner": `Limits belong to the account. All its keys, live and test, share one minute window, so rotating a key does not double the limit. Its test keys share one window of ${LIMITS.testRequestsPerDay} requests per day.`,
  "8 window boundaries":
    "Windows are fixed, and aligned to the UTC minute or the UTC day of the server's clock.",
  "9 a limit is exceeded": {
    rule: "The request returns 429 with `Retry-After` in whole seconds (at least 1). The code is `rate_limit_exceeded` for the minute and `quota_exceeded` for a day. `details` is `{ limit, window, resetAt }`. The request has no other effect and is not counted.",
    strictMinimal: "The response has no `Retry-After` and no `details`.",
    sdk: "`Retry-After` in seconds, as an HTTP date, or not at all.",
  },
  "10 transactions per day":
    "The quota counts successful builds. A build above the tier's limit returns 429 `quota_exceeded` and no transaction. Usage and metrics count executed transactions. These are transactions that the service built for the account and that landed on the ledger. If the service built the same transaction for several accounts, it counts for each of them.",
  "32 metrics":
    "Metrics cover the calling account from `startDate` (inclusive) to `endDate` (exclusive). Both dates are returned with milliseconds. If `endDate` is not after `startDate`, the request returns 400. `granularity` is returned and has no other effect. Empty periods return zeros. `intents.total` counts successful parses, and `parseErrors` counts 422 responses. Volume is the value in USD when each transaction landed. Commands and transactions of the last 31 days are counted to the millisecond. Older ones are counted by the hour. An hour belongs to the period in which it starts.",
  "33 usage billing period": {
    rule: `The billing period is the UTC calendar month of the server's clock, with an exclusive end. \`requests.used\` counts every completed request, including this one, except 429s. \`requests.limit\` is the tier's limit per minute times the minutes in the period (for a test key, ${LIMITS.testRequestsPerDay} times the days). \`transactions.limit\` is the limit per day times the days. An unlimited quota is \`-1\` with \`percentage\` 0.`,
    sdk: "`-1`, `null` or an absent limit. Each becomes `Infinity`.",
  },
  "51 disabled limits": {
    ...changedBy(
      "limits",
      {
        on: "Limits are enforced.",
        off: "Limits are not enforced. The headers are still sent, and `X-RateLimit-Remaining` stays at the limit.",
        "<figures by tier>":
          "The given limits apply. They can only be set in the library: `limits: { pro: { requestsPerMinute: 1000 } }`.",
      },
      "--limits",
    ),
  },
});

const KEY_DECISIONS = group("Keys", {
  "11 a key is rejected": {
    rule: "The request returns 401 `unauthorized` with `WWW-Authenticate: Bearer`. `details.reason` is `missing`, `malformed`, `unknown`, `expired`, `revoked`, or (after the overlap) `rotated`.",
    strictMinimal: "The response has no `WWW-Authenticate` and no `details`.",
    sdk: "Any code with status 401.",
  },
  "12 a scope is missing": {
    rule: "The request returns 403 `insufficient_scope` with `details: { required, granted }`.",
    strictMinimal: "The error has no `details`.",
    sdk: "Any code with status 403.",
  },
  "13 endpoint scopes":
    "Parsing needs `write:intents`, building `write:transactions`, the history `read:transactions`, the portfolio `read:portfolio`, and prices `read:prices`. Analytics and keys need `admin`, which includes all other scopes. Every key can revoke itself, so that its owner can stop a leaked key.",
  "19 request body for a new key": `\`name\` is required and has 1 to ${LIMITS.keyNameLength} characters. \`scopes\` is required and has at least one scope, without duplicates. \`expiresAt\` is optional and must be in the future. In all requests, \`null\` for an optional field returns 400.`,
  "20 response to creating a key": {
    rule: "The response is 201 with the key's record and its secret. The secret is returned only once.",
    sdk: "200 or 201. Only `key` is required, so that the secret is not lost if another field is invalid.",
  },
  "21 key record": {
    rule: "The record has `keyId` (`key_` and 16 characters), `key` (the secret, only on create and rotate), `name`, `scopes`, `environment`, `status` (`active`, `rotating`, `revoked` or `expired`), `createdAt`, and if applicable `expiresAt`, `lastUsedAt`, `rotatedFrom`, `overlapEndsAt`.",
    sdk: "Unknown fields.",
  },
  "22 response to revoking a key": {
    rule: 'The response is 200 with the record and `status: "revoked"`. Revoking the key again, or revoking an expired key, returns the same response.',
    sdk: "200, or 204 without a body.",
  },
  "23 response to rotating a key": {
    rule: `The response is 201 with the new record and secret, \`rotatedFrom\`, and \`overlapEndsAt\` ${LIMITS.rotationOverlapMs / HOUR_MS} hours later. The successor has the old key's name, scopes and environment. If the old key has an expiry, the successor has the same lifetime. A key that is rotating, revoked or expired returns 409 \`key_not_rotatable\`. After the overlap the old key is \`expired\`.`,
    sdk: "200 or 201. Only `key` is required, as in decision 20.",
  },
  "24 live and test":
    "A new key has the environment of the key that created it. A test key uses only the test network's ledger, and a live key only the live one. A request cannot select the other network. A key can manage the keys of its own account and environment. For any other key, the request returns 404 `key_not_found`.",
});

const INTENT_DECISIONS = group("Intents and transactions", {
  "16 intent lifetime": {
    ...changedBy("intentTtl", {
      "10m": `An intent can be built any number of times for ${LIMITS.intentTtlMs / MINUTE_MS} minutes of the server's clock. After that, builds return 410 \`intent_expired\`. Its states are \`parsed\`, \`built\` and \`expired\`. A day after it expires, the intent is deleted, and builds return 404 \`intent_not_found\`.`,
      "<duration>":
        "An intent can be built for this long (`30s`, `24h`, or milliseconds). After that, builds return 410.",
    }),
  },
  "17 keys that can build an intent":
    "All keys of the account and network that parsed the intent can build it. With another key, the build returns 404 `intent_not_found`.",
  "25 `priorityFee` bounds": `The fee is an integer from 0 to ${grouped(LIMITS.priorityFeeMax)} micro-lamports per compute unit.`,
  "26 `slippage` in the request and in the command":
    "Slippage is an integer in basis points. If the field is absent, the slippage in the command is used. If both are present and differ, the request returns 422 with the reason `ambiguous_slippage`.",
  "36 `.sol` names as recipients":
    "The mock's own name service resolves the names: `alice.sol` and `bob.sol` are the wallets alice and bob, and the control plane can add more. `parameters.recipient` is the address. An unknown name returns 422, reason `unknown_recipient`.",
  "37 recipient off the ed25519 curve":
    "The request returns 422, reason `off_curve_recipient`, because no key can sign for such an address. If the account exists on the ledger and the System program owns it, the recipient is accepted.",
  "38 `parsing_error` `details`": {
    rule: "`details` is `{ command, reason, message, span?, suggestions?, completions? }`. `reason` is stable, `span` has the UTF-16 offsets of the words that caused the rejection, and `suggestions` are complete commands that parse. They add and omit no amount, token or recipient. `completions` are `{ command, added }[]`: a swap or transfer that lacks one token, with USDC or SOL added, or a command about BTC with WBTC.",
    strictMinimal: "The error has no `details`.",
    sdk: "Any object, or no `details`.",
  },
  "41 intent `parameters`": {
    rule: "A swap has `inputToken`, `outputToken` and `amount`. `amount` is always the input amount; for an exact-output order it is the quoted input. A transfer has `inputToken`, `amount` and `recipient`. A question about one token has `inputToken`, except for a quote, which has none. A question about a wallet other than `walletAddress` returns 422, reason `unsupported_action`, because the response has no field for that wallet.",
    sdk: "In every response, `null` for an optional field, or for a field of another kind, means that the field is absent. A swap or a transfer that lacks one of its parameters is rejected, and so is a swap without `route`.",
  },
  "42 units": {
    rule: "`expectedOutput.outputAmount` and the amounts in `route` and `marketInfos` are decimal strings, in base units. `marketInfos.fee` is in base units of `inputMint`. `priceImpact` is in percent (1.5 is 1.5%). `expectedOutput.fee` is the signature and priority fees in lamports, without rent. For a transfer, `outputAmount` is the received amount and `priceImpact` is 0.",
    sdk: "A `marketInfos.fee` that is not base units, such as a fraction. It is read as `null`.",
  },
  "43 price that slippage applies to":
    "Slippage applies to the quote in the intent, not to a new quote at build time. For exact-input swaps, the minimum output is `outAmount × (1 − slippage)`. For exact-output swaps, the maximum input is `inAmount × (1 + slippage)`. Rounding favours the user.",
  "44 balances when a command is parsed":
    'Balances are checked only if the amount is a part of the balance ("half my", "all"). If the balance is too low, or the wallet would fall below the rent-exempt minimum, the build returns `simulation_failed` with the program\'s reason.',
  "45 no route through the pools":
    "The request returns 422 `parsing_error`, reason `no_route` or `insufficient_liquidity`.",
  "49 `simulate: false`":
    "The transaction is not simulated. The compute-unit limit comes from a table of instruction kinds, and `expectedOutput` is the current quote. With a simulation, both values come from the simulation. The output bound always comes from the intent.",
  "52 full-width forms in a command":
    "U+FF01 to U+FF5E, which East Asian keyboards produce, are read as the matching ASCII characters. Other look-alikes are still rejected as `unsafe_text`.",
  "53 a venue named in a command":
    "A command that names a venue other than Jupiter, after any preposition in English or Spanish (`on raydium`, `via orca`, `usando meteora`), returns 422 `parsing_error`, reason `unsupported_action`. A named Jupiter is ignored, because swaps are routed through it.",
  "54 room for a wallet's guards":
    "The compute-unit limit of a build is the simulation's consumption plus 20% plus 50,000 units, because wallets add guard instructions before they sign. In version 1 (`world.builds.version: 1`), the limit of loaded data is the size that the simulation loaded, plus 450,000 bytes for the guards' program. Without a simulation it is the cluster's maximum, 64 MiB.",
});

const DATA_DECISIONS = group("Data", {
  "18 transaction status values": {
    rule: "The status is `processed`, `confirmed`, `finalized` or `failed`. It only moves forward, and `failed` is final.",
    sdk: "Any string.",
  },
  "28 NFT entries": {
    rule: "With `includeNFTs`, the portfolio has `nfts: [{ mint, name, symbol, collection?, uri? }]`.",
    sdk: "Any object.",
  },
  "29 staked entries": {
    rule: "With `includeStaked`, the portfolio has `staked: [{ stakeAccount, validator, lamports, status }]`, and `totalValue` includes these stakes.",
    sdk: "Any object.",
  },
  "30 a wallet without activity":
    "If a wallet has no account on the ledger and no transaction in its history, the portfolio request returns 404 `wallet_not_found`.",
  "34 price fields":
    "`price` is the spot price in the token's pool, computed over at most two pools; USDC is 1. Swaps change the price, including those of the arbitrage wallet, which realigns the pools in the slot after a trade. Time changes the price only if the server has a moving market. `change24h` compares the price with the price 24 hours ago. For times before the server's start, the server uses a seeded price series that ends at the opening price. `volume24h` is the seeded volume plus the swapped value, and `marketCap` is the price times a seeded supply.",
  "46 history limits": {
    rule: `\`limit\` is a decimal integer from 1 to ${LIMITS.pageMax}. Any other value returns 400. A \`before\` that is malformed or not in this wallet's history also returns 400. \`pagination.before\` is absent when \`hasMore\` is false. An unknown wallet has an empty list. The list includes incoming transfers, airdrops (as transfers) and failed transactions, newest first. The list ends at the oldest transaction on the chain. A local ledger keeps the last ${grouped(TRANSACTIONS_KEPT)} transactions of a network (\`--ledger-keep\`), and always keeps those of the last ${REMEMBERED_BLOCKS} slots. A \`before\` that was pruned returns 400.`,
    sdk: "An absent cursor, or `null`.",
  },
  "48 `details` in the history": {
    rule: "`details` has symbols, and amounts in tokens instead of base units. `recipient` is the wallet that owns the receiving token account, never the token account itself. The history lists only swaps and transfers.",
    sdk: "Any object.",
  },
});

export const DECISION_GROUPS = [
  WIRE_DECISIONS,
  LIMIT_DECISIONS,
  KEY_DECISIONS,
  INTENT_DECISIONS,
  DATA_DECISIONS,
];

export const DECISIONS: readonly Decision[] = DECISION_GROUPS.flatMap(({ decisions }) => decisions).sort(
  (one, other) => one.number - other.number,
);
