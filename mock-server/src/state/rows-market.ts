/** The price of a token from a moment on. */
export interface PriceRow {
  readonly at: number;
  readonly usd: number;
}

/** A pool that a fault has moved. */
export interface MovedPoolRow {
  /** When it was moved last. */
  readonly at: number;
}

/** USD swapped at a moment. */
export interface VolumeRow {
  readonly at: number;
  readonly usd: number;
}
