import type { MarketOption } from "../fixtures/option.js";
import type { Random } from "../kernel/random.js";
import { DAY_MS, durationMs } from "../kernel/time.js";

const EVERY = "10m";
/** A uniform draw from -1 to 1 has the standard deviation 1/√3. */
const TO_DEVIATION = Math.sqrt(3);

/** A token's price over time, in steps of equal length. It depends only on the seed and the step number. */
export class PriceModel {
  /** Length of a step in milliseconds. */
  readonly every: number;
  readonly #path: readonly { readonly at: number; readonly usd: number }[];
  readonly #days: number;
  /** Logarithms of the price as a multiple of the opening price, by step; computed as needed. */
  readonly #logs = [0];

  /** @param opening - the price of step 0 in USD */
  constructor(
    readonly mint: string,
    readonly option: MarketOption,
    readonly opening: number,
    private readonly random: Random,
  ) {
    this.every = durationMs(option.every ?? EVERY);
    this.#days = this.every / DAY_MS;
    const points = (option.path ?? []).map(({ at, usd }) => ({ at: durationMs(at), usd }));
    this.#path = [{ at: 0, usd: opening }, ...points];
  }

  usd(step: number): number {
    if (!this.option.path) return this.opening * Math.exp(this.#log(step));
    const age = step * this.every;
    const next = this.#path.findIndex(({ at }) => at > age);
    const [from, to] = [this.#path.at(next < 0 ? -1 : next - 1), this.#path[next]];
    if (!from || !to) return from?.usd ?? this.opening;
    return from.usd + (to.usd - from.usd) * ((age - from.at) / (to.at - from.at));
  }

  #log(step: number): number {
    const { volatility = 0, drift = 0 } = this.option;
    const deviation = (volatility / 100) * Math.sqrt(this.#days) * TO_DEVIATION;
    for (let next = this.#logs.length; next <= step; next++) {
      const draw = this.random.fraction("market", `${this.mint}:${next}`) * 2 - 1;
      this.#logs.push((this.#logs[next - 1] ?? 0) + Math.log1p(drift / 100) * this.#days + draw * deviation);
    }
    return this.#logs[step] ?? 0;
  }
}
