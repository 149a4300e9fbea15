import { IntentTx } from "intent-tx";
import { prefix } from "./site.js";

/**
 * A client of the selected world, with one of its keys. A mock's keys are not secret to users of its control plane, so
 * the client gets the loopback address, which permits plain HTTP, and its requests go to the page's origin.
 */
export function clientOf(apiKey: string, { own = false } = {}): IntentTx {
  return new IntentTx({
    // Requests that the page makes on its own stay out of the request log.
    ...(own && { headers: { "X-Studio": "1" } }),
    apiKey,
    baseUrl: "http://127.0.0.1/v1",
    rateLimit: "throw",
    maxRetries: 0,
    fetch: (url, init) =>
      fetch(
        `${location.origin}${prefix.value}${new URL(String(url)).pathname}${new URL(String(url)).search}`,
        init,
      ),
  });
}
