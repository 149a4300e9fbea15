import { IntentTx } from "intent-tx";
import { prefix } from "./site.js";

/**
 * A client of the world that is looked at, with one of its keys. The keys of a mock are no secret from who may see its
 * control plane, so the client is told of the loopback address and its requests go to wherever the page came from.
 */
export function clientOf(apiKey: string, { own = false } = {}): IntentTx {
  return new IntentTx({
    // Reads that the page makes by itself stay out of the log of requests.
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
