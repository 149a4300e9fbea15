import type { Line } from "../../server/traffic.js";

export interface Rates {
  /** Seconds before now: -59 to 0. */
  readonly seconds: readonly number[];
  readonly requests: readonly number[];
  readonly errors: readonly number[];
  /** Median and 95th percentile in milliseconds; null for seconds without responses. */
  readonly median: readonly (number | null)[];
  readonly slow: readonly (number | null)[];
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;

/**
 * The rates of the last `span` seconds. For requests from before the page connected, only the server's time is known:
 * `ahead` is how far the page's clock is ahead of the server's, or undefined if the server's clock is frozen.
 */
export function ratesOf(lines: readonly Line[], now: number, ahead?: number, span = 60): Rates {
  const end = Math.floor(now / 1_000);
  const buckets = Array.from({ length: span }, () => ({ count: 0, errors: 0, ms: [] as number[] }));
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (!line || !("entry" in line)) continue;
    const at = line.receivedAt || (ahead === undefined ? 0 : Date.parse(line.entry.at) + ahead);
    if (at < (end - span) * 1_000) break;
    const bucket = buckets[Math.floor(at / 1_000) - end + span - 1];
    if (!bucket || line.entry.studio) continue;
    bucket.count++;
    if (line.entry.status >= 400) bucket.errors++;
    bucket.ms.push(line.entry.ms);
  }
  for (const { ms } of buckets) ms.sort((one, other) => one - other);
  return {
    seconds: buckets.map((_, index) => index - span + 1),
    requests: buckets.map(({ count }) => count),
    errors: buckets.map(({ errors }) => errors),
    median: buckets.map(({ ms }) => percentile(ms, 0.5)),
    slow: buckets.map(({ ms }) => percentile(ms, 0.95)),
  };
}
