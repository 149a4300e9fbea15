// Figures of LIMITS that a client's bundle needs; LIMITS names their units. They are apart, because bundlers keep an
// object whole.

export const SLIPPAGE_MIN = 1;
export const SLIPPAGE_MAX = 1000;
export const SLIPPAGE_DEFAULT = 50;
export const PRIORITY_FEE_MAX = 5_000_000;
export const PRIORITY_FEE_DEFAULT = 1000;
export const INTENT_TTL_MS = 600_000;
export const ROTATION_OVERLAP_MS = 86_400_000;
