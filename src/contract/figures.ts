// Figures of LIMITS that a client's bundle needs. They are apart, because bundlers keep an object whole.

/** Smallest slippage, basis points. */
export const SLIPPAGE_MIN = 1;
/** Largest slippage, basis points. */
export const SLIPPAGE_MAX = 1000;
/** Default slippage, basis points. */
export const SLIPPAGE_DEFAULT = 50;
/** Largest priority fee, micro-lamports per compute unit. */
export const PRIORITY_FEE_MAX = 5_000_000;
/** Default priority fee, micro-lamports per compute unit. */
export const PRIORITY_FEE_DEFAULT = 1000;
/** Time after parsing in which an intent can be built, milliseconds. */
export const INTENT_TTL_MS = 600_000;
/** How long a rotated key keeps working, milliseconds. */
export const ROTATION_OVERLAP_MS = 86_400_000;
