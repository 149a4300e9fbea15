import { NATIVE_MINT } from "intent-tx/contract";

/** A foreign service's response to one request. */
interface Said {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Differences between a foreign service and the mock server. */
export interface Quirks {
  /** Wraps every payload; default false. */
  readonly envelope?: boolean;
  /** Returns the value of `X-RateLimit-Reset`; undefined omits the header. */
  readonly reset?: (now: number) => string | undefined;
  /** Omits the optional fields of errors. */
  readonly bare?: boolean;
  /** Answers unknown paths with 200. */
  readonly friendly?: boolean;
  /** Name of the cursor in responses. */
  readonly cursor?: "before" | "nextCursor";
  /** Number of requests after which the service answers 429. */
  readonly budget?: number;
  /** True if the key lacks the scope for analytics, which then answer 403. */
  readonly scoped?: boolean;
  /** Text added to every message, such as the key itself. */
  readonly echo?: string;
}

const NOW = Date.UTC(2026, 5, 15, 12, 0, 30);
/** The only wallet with transactions. */
export const FOREIGN_WALLET = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
export const FOREIGN_KEY = "svc_live_foreignSecretOfTheTest";

const price = (symbol: string) => ({
  mint: NATIVE_MINT,
  symbol,
  price: 1,
  change24h: 0,
  volume24h: 0,
  marketCap: 0,
  lastUpdated: "2026-06-15T12:00:00Z",
  exchange: "somewhere",
});

const usage = {
  billingPeriod: { start: "2026-06-10T00:00:00Z", end: "2026-07-10T00:00:00Z" },
  requests: { used: 5, limit: 1000, percentage: 0.5 },
  transactions: { used: 0, limit: 10, percentage: 0 },
  tier: "free",
};

/** A service by another author, as a `fetch`. */
export function foreignService(quirks: Quirks) {
  const sent: { method: string; path: string; authorization: string | null }[] = [];
  let used = 0;

  const refusal = (status: number, code: string, extra: object = {}): Said => ({
    status,
    body: {
      error: {
        code,
        message: `Refused. ${quirks.echo ?? ""}`,
        ...(!quirks.bare && { details: { ...extra, echo: quirks.echo } }),
      },
      ...(!quirks.bare && { meta: { requestId: "r", timestamp: "2026-06-15T12:00:30Z" } }),
    },
  });
  const payload = (body: object): Said => ({
    status: 200,
    body: quirks.envelope ? { data: body, meta: {} } : body,
  });

  function list(path: string, query: URLSearchParams): Said {
    if (!path.endsWith(FOREIGN_WALLET))
      return { status: 200, body: { data: [], pagination: { hasMore: false } } };
    const cursor = { [quirks.cursor ?? "before"]: "next" };
    const second = query.has(quirks.cursor === "nextCursor" ? "cursor" : "before");
    const record = {
      signature: second ? "b" : "a",
      type: "swap",
      timestamp: "2026-06-01T00:00:00Z",
      status: "landed",
    };
    return {
      status: 200,
      body: { data: [{ ...record, details: {} }], pagination: { hasMore: true, ...cursor } },
    };
  }

  function answer(method: string, url: URL, authorized: boolean): Said {
    const path = url.pathname.replace("/v1", "");
    if (method === "OPTIONS") return refusal(405, "nope");
    if (!authorized) return refusal(401, "bad_key");
    used += 1;
    if (quirks.budget !== undefined && used > quirks.budget) return refusal(429, "slow_down");
    if (path.startsWith("/analytics/")) {
      if (quirks.scoped)
        return refusal(403, "insufficient_scope", { required: "admin", granted: ["read:prices"] });
      return payload(usage);
    }
    if (path === "/prices/SOL") return payload(price("SOL"));
    if (path.startsWith("/transactions/")) return list(path, url.searchParams);
    if (path.startsWith("/portfolio/") || path.startsWith("/prices/")) return refusal(404, "not_here");
    return quirks.friendly ? { status: 200, body: {} } : refusal(404, "not_found");
  }

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const authorization = new Headers(init.headers).get("authorization");
    sent.push({ method, path: new URL(url).pathname, authorization });
    const said = answer(method, new URL(url), authorization === `Bearer ${FOREIGN_KEY}`);
    const reset = quirks.reset?.(NOW);
    const headers = {
      date: new Date(NOW).toUTCString(),
      "content-type": "application/json",
      ...(reset !== undefined && {
        "x-ratelimit-limit": "77",
        "x-ratelimit-remaining": "70",
        "x-ratelimit-reset": reset,
      }),
      ...(!quirks.bare && { "x-request-id": "r" }),
      ...said.headers,
    };
    const text = method === "HEAD" ? null : JSON.stringify(said.body);
    return new Response(text, { status: said.status, headers });
  }

  return { fetch, sent };
}
