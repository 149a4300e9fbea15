import { IntentTxError } from "../errors/base-error.js";
import { checkOptions } from "../options/checks.js";
import type { RequestOptions } from "../options/options.js";
import { CALL_RULES } from "../options/rules.js";
import type { OperationParts, WireOperation } from "../wire/shape.js";
import type { WithResponse } from "./api-promise.js";
import type { Context } from "./config.js";
import { Deadline } from "./deadline.js";
import { KeySource } from "./key-source.js";
import { warnOfUnknown } from "./mistakes.js";
import { invalid, mergeHeaders, prepare } from "./request.js";
import { send } from "./send.js";

/** Carries out an operation: validates, sends, waits and retries, within its deadlines. */
export async function call(
  context: Context,
  name: string,
  operation: WireOperation,
  input: OperationParts | undefined,
  options: RequestOptions,
): Promise<WithResponse<unknown>> {
  const progress = { attempts: 0 };
  // The caller's stack, which the stack of a later error no longer shows.
  const site = new Error();
  let { keys } = context;
  const number = context.shared.nextCall();
  try {
    const advise = (message: string) => context.advise(keys.hide(message));
    const reading = context.strict ? "strict" : warnOfUnknown(name, operation, advise);
    const { path, body } = prepare(operation, input, reading);
    checkOptions(options, CALL_RULES);
    const { idempotencyKey, timeout = context.timeout, maxRetries = context.maxRetries } = options;
    if (options.apiKey !== undefined) keys = new KeySource(options.apiKey, context.checkKey);
    // A URL is written to the logs of proxies and servers.
    if (path.startsWith("/keys/") && keys.hide(path) !== path)
      throw invalid("keyId", "is an API key. Pass the key's identifier, its keyId");
    const defaults = context.headers[body === undefined ? "plain" : "json"];
    const headers =
      options.headers || idempotencyKey
        ? mergeHeaders(defaults, { "Idempotency-Key": idempotencyKey }, options.headers)
        : defaults;
    // Computed for each attempt, because redaction needs the key of that attempt.
    const facts = () => ({
      call: number,
      operation: keys.hide(name),
      method: operation.method,
      path: keys.hide(path),
    });
    const deadline = new Deadline("total", options.totalTimeout ?? context.totalTimeout, options.signal);
    const request = { operation, facts, path, body, headers, keys, timeout, maxRetries, deadline, progress };
    try {
      const { window, shared } = context;
      // Another key can be of another account, which has its own window.
      const isUnpaced = keys !== context.keys && window === shared.pacer;
      return await send(isUnpaced ? { ...context, window: undefined } : context, request);
    } finally {
      deadline.close();
    }
  } catch (error) {
    if (error instanceof IntentTxError) {
      const frames = site.stack?.split("\n").slice(2).join("\n");
      Object.assign(error, progress);
      // Added only once: a `fetch` can throw the same error to several calls.
      if (frames && !error.stack?.includes(frames))
        Object.assign(error, { stack: `${error.stack}\n${frames}` });
    }
    context.emit("error", { call: number, operation: keys.hide(name), error: error as Error });
    throw error;
  }
}
