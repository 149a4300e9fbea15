import { IntentTx } from "intent-tx";
import { fetched } from "./http.js";

/**
 * A client of the selected world, with one of its keys. The client permits plain HTTP only for loopback, so it gets a
 * loopback URL, and `fetch` replaces the origin. The keys of a mock server are not secret.
 */
export function clientOf(apiKey: string, { own = false } = {}): IntentTx {
  return new IntentTx({
    // Requests that the page makes on its own stay out of the request log.
    ...(own && { headers: { "X-Studio": "1" } }),
    apiKey,
    baseUrl: "http://127.0.0.1/v1",
    rateLimit: "throw",
    maxRetries: 0,
    fetch: (url, init) => {
      const { pathname, search } = new URL(String(url));
      return fetched(pathname + search, init);
    },
  });
}
