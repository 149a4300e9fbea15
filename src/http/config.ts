import type { RateLimit } from "../errors/api-errors.js";
import { ConfigurationError } from "../errors/errors.js";
import type { Hide } from "../errors/secrets.js";
import {
  adviseSeconds,
  CLIENT_RULES,
  checkOptions,
  HOOK_RULES,
  RATE_LIMIT_RULES,
} from "../options/checks.js";
import type { ClientEvents, Events } from "../options/events.js";
import { Log, logEvent } from "../options/logging.js";
import type { ClientOptions, Clock, RateLimitOptions, RateLimitWindow } from "../options/options.js";
import { systemClock } from "../runtime/clock.js";
import { env, globals, inBrowser } from "../runtime/environment.js";
import { fixedKey, type Key, KeySource } from "./key-source.js";
import { clientHeaders } from "./request.js";

/** True for this machine, and for the in-process mock server's mock.invalid, which DNS never resolves (RFC 2606). */
const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|mock\.invalid|127(\.\d+){3}|\[::1\])$/.test(host);

/**
 * URL of the page or worker, also in an app, an extension and tests that imitate a page; undefined elsewhere, or if Deno
 * denies access. A worker made from a blob has its page's origin.
 */
function page(): string | undefined {
  try {
    const href = globals.location?.href?.replace(/^blob:/, "");
    return href && /^[a-z][a-z\d+.-]*:\/\//.test(href) ? href : undefined;
  } catch {
    return undefined;
  }
}

function checkBaseUrl(text: string | undefined, injected: boolean): URL {
  if (!text) throw new ConfigurationError("Pass baseUrl, or set INTENT_TX_BASE_URL.");
  const relative = /^\/(?!\/)/.test(text);
  if (relative && !page())
    throw new ConfigurationError(
      "A relative baseUrl such as /api works only in a browser: pass the complete URL.",
    );
  let url: URL;
  try {
    url = relative ? new URL(text, page()) : new URL(text);
  } catch {
    throw new ConfigurationError("baseUrl must be a URL such as https://api.example.com/v1.");
  }
  const twice = /(\/v\d+)\1\/*$/.exec(url.pathname)?.[1];
  if (twice) throw new ConfigurationError(`baseUrl has ${twice} twice.`);
  if (url.username || url.password || url.search || url.hash)
    throw new ConfigurationError("baseUrl must not contain a user, password, query or fragment.");
  const plain = url.protocol === "http:" && (relative || injected || isLoopback(url.hostname));
  // Over http the key would be sent unencrypted.
  if (!plain && url.protocol !== "https:")
    throw new ConfigurationError("baseUrl must begin with https://; only loopback may use http://.");
  return url;
}

/** Default deadlines in milliseconds, and the default number of retries. */
export const DEFAULTS = { timeout: 30_000, totalTimeout: 60_000, maxRetries: 2, maxWait: 20_000 };

/** State that a client shares with the clients derived from it. */
export interface Shared {
  readonly events: Events<ClientEvents>;
  readonly pacer: RateLimitWindow;
  /** The subscribe functions of key providers already listened to, so that each gets only one subscription. */
  readonly subscribed: Set<unknown>;
  /** Returns the number of a new call, unique among all calls that share these events. */
  readonly nextCall: () => number;
  /** The warnings that were given. */
  readonly advised: Set<string>;
  rateLimit: RateLimit | undefined;
}

/** A client's options, checked and with their defaults. */
export type Settings = ReturnType<typeof configure>;

export function configure(options: ClientOptions, shared: Shared) {
  checkOptions(options, CLIENT_RULES, "new IntentTx({ apiKey, baseUrl })");
  const url = checkBaseUrl(options.baseUrl ?? env("INTENT_TX_BASE_URL"), options.fetch !== undefined);
  const checkKey = (key: Key) => {
    if (!inBrowser()) return;
    if (key.matches(/^[a-z\d]+_live_/i) && !isLoopback(url.hostname))
      throw new ConfigurationError("Live keys are not allowed in a browser, where anyone can read them.");
    // Only `true` allows test keys. The string "false" from an environment variable must not.
    if (key.matches(/^[a-z\d]+_test_/i) && options.dangerouslyAllowBrowser !== true)
      throw new ConfigurationError(
        "In a browser, anyone can read the key. To allow a test key, set dangerouslyAllowBrowser.",
      );
  };
  const apiKey = options.apiKey ?? fixedKey(env("INTENT_TX_API_KEY"));
  if (apiKey === undefined && !page()) throw new ConfigurationError("Pass apiKey, or set INTENT_TX_API_KEY.");
  const { rateLimit } = options;
  if (typeof Object(rateLimit).acquire === "function")
    throw new ConfigurationError("rateLimit is a store: pass rateLimit: { store }.");
  const limits = typeof rateLimit === "string" ? { mode: rateLimit } : (rateLimit ?? {});
  const { mode = "wait", maxWait = DEFAULTS.maxWait, pace = false, store }: RateLimitOptions = limits;
  checkOptions(limits, RATE_LIMIT_RULES, "", "rateLimit.");
  const { fetch, traceparent, credentials, hooks = {} } = options;
  checkOptions(hooks, HOOK_RULES, "", "hooks.");
  const clock: Clock = options.clock ?? systemClock;
  const validate = options.validateResponses ?? true;
  const headers = clientHeaders(options.headers, options.appInfo);
  const log = new Log(options.logger, options.logLevel ?? env("INTENT_TX_LOG"));
  const emit = <N extends keyof ClientEvents>(
    name: N,
    event: ClientEvents[N],
    body?: string,
    hide?: Hide,
  ) => {
    if (log.logger) logEvent(log, name, event, body, hide);
    shared.events.emit(name, event);
  };
  const site = page();
  /** Warns the developer: once for each message, and on the console if there is no logger. */
  const advise = (message: string) => {
    if (shared.advised.has(message)) return;
    shared.advised.add(message);
    log.advise(message);
  };
  adviseSeconds({ ...options, ...limits }, advise);
  return {
    timeout: options.timeout ?? DEFAULTS.timeout,
    totalTimeout: options.totalTimeout ?? DEFAULTS.totalTimeout,
    maxRetries: options.maxRetries ?? DEFAULTS.maxRetries,
    maxWait,
    baseUrl: url.href.replace(/\/+$/, ""),
    // Without one, the global `fetch` is looked up at each call, so that one patched later (nock, tracing) is used.
    fetch,
    fetchOptions: { ...(credentials && { credentials }), ...options.fetchOptions },
    hooks,
    /** True if the client runs in a page of another origin. */
    isCrossOrigin: site !== undefined && new URL(site).origin !== url.origin,
    hasHooks: Object.keys(hooks).some((name) => name !== "onError"),
    keys: new KeySource(apiKey, checkKey),
    checkKey,
    headers,
    mode,
    window: store ?? (pace ? shared.pacer : undefined),
    clock,
    traceparent,
    validate,
    strict: options.validateRequests === "strict",
    shared,
    emit,
    warn: (message: string) => log.write("warn", message),
    advise,
  };
}
