// Figures of LIMITS that the client's main entry uses. They are apart, because bundlers keep an object whole.

/** Smallest slippage, basis points. */
export const SLIPPAGE_MIN = 1;
/** Largest slippage, basis points. */
export const SLIPPAGE_MAX = 1000;
/** How long a rotated key keeps working, milliseconds. */
export const ROTATION_OVERLAP_MS = 86_400_000;
