/** A token's price since the time `at`. */
export interface PriceRow {
  readonly at: number;
  readonly usd: number;
}

export interface MovedPoolRow {
  /** Time of the pool's last move. */
  readonly at: number;
}

/** The price that was set for a token with a price model, as a multiple of the model's price. */
export interface PriceScaleRow {
  readonly scale: number;
}

/** USD value swapped at a time. */
export interface VolumeRow {
  readonly at: number;
  readonly usd: number;
}
