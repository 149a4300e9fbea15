/** The price of a token from a time on. */
export interface PriceRow {
  readonly at: number;
  readonly usd: number;
}

export interface MovedPoolRow {
  /** Time of its last move. */
  readonly at: number;
}

/** USD value swapped at a time. */
export interface VolumeRow {
  readonly at: number;
  readonly usd: number;
}
