/** Header names of the contract, as it spells them. */
export const HEADERS = {
  rateLimit: "X-RateLimit-Limit",
  rateRemaining: "X-RateLimit-Remaining",
  rateReset: "X-RateLimit-Reset",
  requestId: "X-Request-Id",
  retryAfter: "Retry-After",
} as const;
