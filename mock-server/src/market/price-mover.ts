import type { Environment } from "intent-tx/contract";
import { NATIVE_MINT } from "intent-tx/contract";
import type { MarketOption } from "../fixtures/option.js";
import type { Token } from "../fixtures/tokens.js";
import type { Random } from "../kernel/random.js";
import { DAY_MS, durationMs } from "../kernel/time.js";
import { SendError } from "../ledger/ledger.js";
import type { PriceScaleRow } from "../state/rows.js";
import type { Table } from "../state/table.js";
import type { Arbitrageur, ArbitrageurOptions } from "./arbitrage.js";
import { TO_DEVIATION, walk } from "./price-book.js";

const EVERY = "10m";

/** A token's price over time, in steps of equal length. It depends only on the seed and the step number. */
class PriceModel {
  /** Length of a step in milliseconds. */
  readonly every: number;
  readonly #path: readonly { readonly at: number; readonly usd: number }[];
  /** Logarithms of the price as a multiple of the opening price, by step. */
  readonly #log: (step: number) => number;

  /** @param opening - the price of step 0 in USD */
  constructor(
    mint: string,
    readonly option: MarketOption,
    readonly opening: number,
    random: Random,
  ) {
    const { volatility = 0, drift = 0 } = option;
    this.every = durationMs(option.every ?? EVERY);
    const days = this.every / DAY_MS;
    const deviation = (volatility / 100) * Math.sqrt(days) * TO_DEVIATION;
    this.#log = walk((before, number) => {
      const draw = random.fraction("market", `${mint}:${number}`) * 2 - 1;
      return before + Math.log1p(drift / 100) * days + draw * deviation;
    });
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
}

interface PriceMoverOptions extends Pick<ArbitrageurOptions, "world" | "clock" | "state" | "market"> {
  readonly environment: Environment;
  readonly random: Random;
  readonly trader: Arbitrageur;
}

/**
 * Moves a network's prices with swaps of the arbitrageur. Prices follow the models of the `market` option over time, or
 * move to a price that a test sets. Steps are counted from the world's start, so trades do not depend on how many calls
 * advance
 * the clock.
 */
export class PriceMover {
  /** By mint, for tokens with a set price: that price divided by the model's price. */
  readonly #scales: Table<PriceScaleRow>;
  readonly #models = new Map<string, PriceModel>();

  constructor(private readonly options: PriceMoverOptions) {
    const { state, environment, world } = options;
    this.#scales = state.openFor(environment, "priceScales");
    const begin = () => {
      for (const mint of world.market.keys()) this.#schedule(mint);
    };
    begin();
    state.onRestore(begin);
  }

  /** Moves a token's price now; its model continues from it. @throws RangeError if a pool cannot express the price */
  set(token: Token, usd: number): Promise<void> {
    const { trader, market } = this.options;
    return trader.inTurn(async () => {
      const targets = await this.#targets(token.mint, usd);
      await trader.moveToPrices(targets, await market().pools());
      for (const mint of targets.keys()) market().release(mint);
      const model = this.#model(token.mint);
      if (model) this.#scales.put(token.mint, { scale: usd / model.usd(this.#step(model)) });
    });
  }

  #model(mint: string): PriceModel | undefined {
    const { world, market, random } = this.options;
    const option = world.market.get(mint);
    if (option && !this.#models.has(mint))
      this.#models.set(mint, new PriceModel(mint, option, market().opening(mint), random));
    return this.#models.get(mint);
  }

  /** Number of whole steps since the start. */
  #step({ every }: PriceModel): number {
    const { clock, state } = this.options;
    return Math.max(0, Math.floor((clock.now() - state.startedAt) / every));
  }

  #schedule(mint: string): void {
    const { clock, state, trader, market } = this.options;
    const model = this.#model(mint);
    if (!model || clock.closed) return;
    clock.schedule(state.startedAt + (this.#step(model) + 1) * model.every, () => {
      this.#schedule(mint);
      return trader.inTurn(async () => {
        const usd = model.usd(this.#step(model)) * (this.#scales.get(mint)?.scale ?? 1);
        // If a pool cannot express the price, no pool moves.
        const pools = (await market().unmoved()).values();
        await trader.moveToPrices(await this.#targets(mint, usd), pools).catch((error: unknown) => {
          if (!(error instanceof RangeError || error instanceof SendError)) throw error;
        });
      });
    });
  }

  /** The new prices of a token and of the tokens that follow it: staked SOL keeps its price in SOL. */
  async #targets(mint: string, usd: number): Promise<ReadonlyMap<string, number>> {
    const { world, market } = this.options;
    const targets = new Map([[mint, usd]]);
    if (mint !== NATIVE_MINT) return targets;
    const before = await market().usdPrice(mint);
    for (const token of world.tokens) {
      const spot = await market().usdPrice(token.mint);
      const follows = token.liquidity.kind === "staked-sol" && !world.market.has(token.mint);
      if (before && spot && follows) targets.set(token.mint, (spot * usd) / before);
    }
    return targets;
  }
}
