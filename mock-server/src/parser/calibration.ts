// Written by scripts/corpus-calibrate.ts from test/parser/corpus. Do not edit.

/** A range of scores, from `from` up to the next, and the lower 95 % bound of its share of right readings. */
export interface CalibrationBucket {
  readonly from: number;
  readonly rows: number;
  readonly right: number;
  readonly confidence: number;
}

/** Rising in `from`; the first begins at 0. */
export const CALIBRATION: readonly CalibrationBucket[] = [{ from: 0, rows: 0, right: 0, confidence: 0.9 }];
