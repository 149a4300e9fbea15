import {
  hasMethods,
  isBoolean,
  isFunction,
  isNumber,
  isOneOf,
  isSignal,
  isWhole,
  type Rules,
} from "./checks.js";
import type { ClientHooks, ClientOptions, RateLimitOptions, RequestOptions } from "./options.js";

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
    '"wait", "throw" or { mode, maxWaitMs, pace, store }',
    (value) => value === "wait" || value === "throw" || (typeof value === "object" && value !== null),
  ],
  headers: true,
  fetchOptions: true,
  appInfo: true,
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
  maxWaitMs: isNumber(0),
  pace: isBoolean,
  store: hasMethods("acquire"),
}))();

const isHooks = ["an array of functions", Array.isArray] as const;
export const HOOK_RULES: Rules<ClientHooks> = {
  beforeRequest: isHooks,
  beforeRetry: isHooks,
  afterResponse: isHooks,
};
