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
  { from: 0, rows: 316, right: 314, confidence: 0.98 },
  { from: 0.97, rows: 324, right: 324, confidence: 0.99 },
  { from: 0.98, rows: 903, right: 903, confidence: 0.996 },
];
