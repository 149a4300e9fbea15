import { ConfigurationError } from "../errors/errors.js";
import { checkRenamed } from "../errors/renamed.js";
import type { ClientHooks, ClientOptions, RateLimitOptions, RequestOptions } from "./options.js";

const pairsOf = (name: string) =>
  [...name.toLowerCase()].map((letter, at, all) => letter + all[at + 1]).slice(0, -1);

/**
 * The most similar name: one with a typo, or one that contains this name, as `apiKey` contains `key`. Undefined if none shares
 * half of its pairs of letters.
 */
export function nearest(name: string, names: readonly string[], least = 0.5): string | undefined {
  const own = pairsOf(name);
  const likeness = (other: string) => {
    const pairs = pairsOf(other);
    return (2 * pairs.filter((pair) => own.includes(pair)).length) / (pairs.length + own.length);
  };
  const best = names.reduce((one, other) => (likeness(other) > likeness(one) ? other : one));
  return likeness(best) >= least ? best : undefined;
}

/** Names of other libraries for options. */
const ALIASES: Readonly<Record<string, string>> = {
  wallet: "signer",
  keypair: "signer",
  payer: "signer",
  // Where nothing is signed.
  signer: "walletAddress",
  rpc: "connection",
  tolerance: "slippageBps",
  computeUnitPrice: "priorityFee",
  transaction: "built",
  timeout: "maxWait",
};

/** Rejects a name that is not in `known` and suggests the nearest one. */
export function checkName(
  what: string,
  name: string,
  known: readonly string[],
  otherwise?: string,
  alias = ALIASES[name] ?? "",
): void {
  if (known.includes(name)) return;
  checkRenamed(what, name, known);
  const near = known.includes(alias) ? alias : nearest(name, known);
  const hint = near ? `did you mean ${near}?` : (otherwise ?? `there are ${known.join(", ")}.`);
  throw new ConfigurationError(`There is no ${what} ${name}; ${hint}`);
}

/** A value for a message. Objects, functions and symbols are shown as their type. */
export const show = (value: unknown): string =>
  Object(value) === value || typeof value === "symbol" ? `of type ${typeof value}` : String(value);

/** The same, with strings in quotes. */
export const quoted = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : show(value);

/** A description of an option's valid values, and a test for them. */
type Values = readonly [must: string, test: (value: unknown) => boolean];

/** Other parts check an option with `true`. A limit must not be undefined, because it would then limit nothing. */
type Rule = Values | readonly [...Values, kind: "limit"] | true;

/** A rule for each option. A missing or an additional name is a type error. */
export type Rules<T> = { readonly [K in keyof T]-?: Rule };

export const isFunction: Values = ["a function", (value) => typeof value === "function"];
export const isBoolean: Values = ["a boolean", (value) => typeof value === "boolean"];
export const isNumber = (min: number): Values => [
  `a number, ${min} or greater`,
  (value) => typeof value === "number" && value >= min,
];
export const isWhole: Values = [
  "a whole number, 0 or greater",
  (value) => typeof value === "number" && value >= 0 && !(value % 1),
];
export const isOneOf = (...values: readonly unknown[]): Values => [
  values.map(quoted).join(" or "),
  (value) => values.includes(value),
];
export const hasMethods = (...names: readonly string[]): Values => [
  `an object with ${names.join("(), ")}()`,
  (value) => names.every((name) => typeof Object(value)[name] === "function"),
];

// Passing the controller instead of its signal is a common mistake.
export const isSignal: Values = [
  "an AbortSignal",
  (value) => typeof Object(value).addEventListener === "function",
];
export const isMilliseconds: Values = [
  "a number of milliseconds above 0",
  (value) => Number.isFinite(value) && (value as number) > 0,
];
/** A limit. Other parts check its value. */
export const isLimit: Rule = ["", () => true, "limit"];

/** Rejects options of a wrong name or value, so that a typo is not silently ignored. */
export function checkOptions<T>(options: T, rules: Rules<T>, example = "{ signal }", path = ""): void {
  // An AbortSignal has no enumerable properties. Passed directly, it looks like empty options and never aborts a call.
  if (typeof options !== "object" || options === null || "aborted" in options)
    throw new ConfigurationError(`Options must be an object: ${example}.`);
  for (const [name, value] of Object.entries(options)) {
    const alias = name === "wallet" && typeof value === "string" ? "walletAddress" : undefined;
    checkName("option", name, Object.keys(rules), undefined, alias);
  }
  checkValues(options, rules, path);
}

let advised = "";

/** Warns on the console, not repeatedly. */
function warn(message: string): void {
  if (message !== advised) console.warn(`intent-tx: ${message}`);
  advised = message;
}

function timeOf({ clock }: { readonly clock?: { now(): number } }): number | undefined {
  try {
    return clock?.now();
  } catch {
    return undefined;
  }
}

/** Warns of milliseconds that were probably meant as seconds. Tests may mean them. */
export function adviseSeconds(options: object, advise = warn): void {
  // Seconds since 1970, from the year 2001 on.
  const now = timeOf(options) ?? 0;
  if (now >= 1e9 && now < 1e10)
    advise("clock.now() must return milliseconds since 1970: it returns seconds.");
  for (const [name, value] of Object.entries(options))
    if (/timeout|maxWait|lease|refresh|maxAge/i.test(name) && value > 0 && value <= 60)
      advise(`${name} is only ${value} milliseconds: was it meant in seconds?`);
}

/** Rejects unknown names, wrong values, and a limit that is undefined. */
export function checkLimited<T extends object>(options: T, rules: Rules<T>, path = ""): void {
  checkOptions(options, rules, "{ walletAddress }", path);
  for (const [name, rule] of Object.entries<Rule>(rules))
    if (rule !== true && rule[2] === "limit" && name in options && options[name as keyof T] === undefined)
      throw new ConfigurationError(
        `${path + name} is undefined, so it would not limit anything. Pass a value, or omit it.`,
      );
}

/**
 * Checks options before the wallet or the node is called. A later error would leave the outcome unclear. Another object in
 * their place, such as the client, would be reported by the names of its members.
 */
export function checkCall<T extends object>(options: T, example: string, rules: Rules<T>): void {
  const names = Object.keys(options ?? {});
  const isOther = names.length > 1 && !names.some((name) => name in rules);
  if (typeof options !== "object" || options === null || isOther)
    throw new ConfigurationError(`Call it as ${example}. Nothing was sent.`);
  checkLimited(options, rules);
  adviseSeconds(options);
}

/**
 * Rejects wrong values. Rejects an unknown name only if it is probably a typo, because apps often spread their own
 * configuration into these options.
 */
export function checkSpelling<T>(options: T, rules: Rules<T>): void {
  const known = Object.keys(rules);
  for (const name of Object.keys(options ?? {})) {
    checkRenamed("option", name, known);
    if (nearest(name, known, 0.7)) checkName("option", name, known);
  }
  checkValues(options, rules);
  adviseSeconds(Object(options));
}

function checkValues<T>(options: T, rules: Rules<T>, path = ""): void {
  for (const [name, rule] of Object.entries<Rule>(rules)) {
    const value: unknown = Object(options)[name];
    if (value !== undefined && rule !== true && !rule[1](value))
      throw new ConfigurationError(`${path + name} must be ${rule[0]}, not ${quoted(value)}.`);
  }
}

// In functions, because a bundler keeps unused objects whose fields call one.
export const CALL_RULES = /* @__PURE__ */ ((): Rules<RequestOptions> => ({
  signal: isSignal,
  timeout: isNumber(1),
  totalTimeout: isNumber(1),
  maxRetries: isWhole,
  headers: true,
  fetchOptions: true,
  // An empty key, or the source text of a function that was not called, would be the same for every request.
  idempotencyKey: ["a non-empty string", (value) => typeof value === "string" && value.trim() !== ""],
  apiKey: true,
}))();

export const CLIENT_RULES = /* @__PURE__ */ ((): Rules<ClientOptions> => ({
  apiKey: true,
  baseUrl: true,
  fetch: isFunction,
  credentials: isOneOf("omit", "same-origin", "include"),
  timeout: isNumber(1),
  totalTimeout: isNumber(1),
  maxRetries: isWhole,
  rateLimit: [
    '"wait", "throw" or { mode, maxWait, pace, store }',
    (value) => value === "wait" || value === "throw" || (typeof value === "object" && value !== null),
  ],
  headers: true,
  fetchOptions: true,
  appInfo: [
    "an object with a name",
    (value) => typeof (value as { name?: unknown } | null)?.name === "string",
  ],
  hooks: true,
  // A missing method would lose lines unnoticed, because errors of the logger are ignored.
  logger: hasMethods("debug", "info", "warn", "error"),
  logLevel: true,
  dangerouslyAllowBrowser: true,
  validateRequests: isOneOf("contract", "strict"),
  // A string such as "false" from an environment variable would be truthy.
  validateResponses: isBoolean,
  clock: hasMethods("now", "sleep"),
  traceparent: isFunction,
}))();

export const RATE_LIMIT_RULES = /* @__PURE__ */ ((): Rules<RateLimitOptions> => ({
  mode: isOneOf("wait", "throw"),
  maxWait: isNumber(0),
  pace: isBoolean,
  store: hasMethods("acquire"),
}))();

const isHooks = ["an array of functions", Array.isArray] as const;
export const HOOK_RULES: Rules<ClientHooks> = {
  beforeRequest: isHooks,
  beforeRetry: isHooks,
  afterResponse: isHooks,
  onError: isHooks,
};
