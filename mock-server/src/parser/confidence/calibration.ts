// Written by `npm run corpus:calibrate` from test/parser. Do not edit.

/** A range of scores, from `from` to the next bucket. `confidence` is the lower 95% bound of `right / rows`. */
export interface CalibrationBucket {
  readonly from: number;
  readonly rows: number;
  readonly right: number;
  readonly confidence: number;
}

/** Ascending by `from`; the first bucket starts at 0. */
export const CALIBRATION: readonly CalibrationBucket[] = [
  { from: 0, rows: 492, right: 491, confidence: 0.99 },
  { from: 0.98, rows: 789, right: 789, confidence: 0.996 },
];
