/** Numbers of the contract decisions behind an error code, an invalid field, and the reason of a `parsing_error`. */
const BEHIND: ReadonlyMap<string, readonly number[]> = new Map([
  ["validation_error", [39]],
  ["parsing_error", [38]],
  ["simulation_failed", [39, 43, 44]],
  ["wallet_not_found", [30]],
  ["token_not_found", [39]],
  ["unauthorized", [11]],
  ["insufficient_scope", [12, 13]],
  ["rate_limit_exceeded", [9, 8, 7]],
  ["quota_exceeded", [9, 10]],
  ["not_found", [15]],
  ["method_not_allowed", [15]],
  ["payload_too_large", [15]],
  ["unsupported_media_type", [15]],
  ["intent_not_found", [17]],
  ["intent_expired", [16]],
  ["intent_not_buildable", [15]],
  ["key_not_found", [24]],
  ["key_not_rotatable", [23]],
  ["idempotency_conflict", [35]],
  ["slippage", [26]],
  ["priorityFee", [25]],
  ["limit", [46]],
  ["before", [46]],
  ["startDate", [47]],
  ["endDate", [32]],
  ["name", [19]],
  ["scopes", [19]],
  ["expiresAt", [19]],
  ["includeNFTs", [47]],
  ["includeStaked", [47]],
  ["ambiguous_slippage", [26]],
  ["invalid_slippage", [26]],
  ["unknown_recipient", [36]],
  ["off_curve_recipient", [37]],
  ["insufficient_balance", [44]],
  ["no_route", [45]],
  ["insufficient_liquidity", [45]],
  ["unsafe_text", [52]],
]);

interface AnsweredError {
  readonly field?: unknown;
  readonly details?: { readonly reason?: unknown; readonly field?: unknown };
}

/** The contract decisions behind an error, the most specific first. */
export function decisionsBehind(code: string | undefined, answer: unknown): readonly number[] {
  if (code === undefined) return [];
  const { field, details } = (answer as { error?: AnsweredError } | undefined)?.error ?? {};
  return [...new Set([field, details?.reason, code].flatMap((key) => BEHIND.get(String(key)) ?? []))];
}
