/** The price of a token from a moment on. */
export interface PriceRow {
  readonly at: number;
  readonly usd: number;
}

/** A pool that a fault has moved. */
export interface MovedPoolRow {
  /** Time of its last move. */
  readonly at: number;
}

/** USD value swapped at a moment. */
export interface VolumeRow {
  readonly at: number;
  readonly usd: number;
}
