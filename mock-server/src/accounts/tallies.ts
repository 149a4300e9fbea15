import type { LandedRow, ParseRow } from "../state/rows-accounts.js";
import { Sum } from "./sums.js";
import type { Tally } from "./timeline.js";

/** Commands that were parsed, and refused. */
export class ParseTally implements Tally<ParseRow> {
  parsed = 0;
  refused = 0;
  readonly confidence = new Sum();

  add({ confidence }: ParseRow): void {
    if (confidence === undefined) this.refused++;
    else {
      this.parsed++;
      this.confidence.add(confidence);
    }
  }

  addAll(other: ParseTally): void {
    this.parsed += other.parsed;
    this.refused += other.refused;
    this.confidence.addSum(other.confidence);
  }
}

/** Transactions that landed. */
export class LandedTally implements Tally<LandedRow> {
  total = 0;
  swaps = 0;
  successes = 0;
  readonly usd = new Sum();

  add({ action, success, usd }: LandedRow): void {
    this.total++;
    if (action === "swap") this.swaps++;
    if (success) this.successes++;
    this.usd.add(usd);
  }

  addAll(other: LandedTally): void {
    this.total += other.total;
    this.swaps += other.swaps;
    this.successes += other.successes;
    this.usd.addSum(other.usd);
  }
}
