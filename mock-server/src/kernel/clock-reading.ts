/** Where a clock stands, for snapshots. */
export interface ClockReading {
  readonly now: number;
  readonly running: boolean;
}
