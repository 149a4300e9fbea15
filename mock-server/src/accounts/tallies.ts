import type { LandedRow } from "../state/rows-accounts.js";
import { Sum } from "./sums.js";
import type { Tally } from "./timeline.js";

/** Confidences have six decimals: as whole numbers their sums are exact. */
const MILLION = 1_000_000;

/** Commands that were parsed, and refused. Parsed ones are counted by confidence, so that no order of adding them matters. */
export class ParseTally {
  parsed = 0;
  refused = 0;
  readonly #byConfidence = new Map<number, number>();

  /** Counts so many commands of one confidence, or, without it, refused ones. */
  add(confidence: number | undefined, count = 1): void {
    if (confidence === undefined) this.refused += count;
    else {
      this.parsed += count;
      this.#byConfidence.set(confidence, (this.#byConfidence.get(confidence) ?? 0) + count);
    }
  }

  /** Counts all that another has. */
  addTally(other: ParseTally): void {
    this.add(undefined, other.refused);
    for (const [confidence, count] of other.#byConfidence) this.add(confidence, count);
  }

  /** The mean of the confidences; 0 without any. It is rounded once: a mean of equal ones is that one. */
  get averageConfidence(): number {
    if (this.parsed === 0) return 0;
    let millionths = 0;
    for (const [confidence, count] of this.#byConfidence)
      millionths += Math.round(confidence * MILLION) * count;
    return millionths / (this.parsed * MILLION);
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
