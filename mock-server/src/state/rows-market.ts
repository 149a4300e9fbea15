/** The price of a token from a moment on. */
export interface PriceRow {
  readonly at: number;
  readonly usd: number;
}

/** USD swapped at a moment. */
export interface VolumeRow {
  readonly at: number;
  readonly usd: number;
}
