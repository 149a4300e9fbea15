import { type OpenPool, USDC_MINT } from "../../../mock-server/src/fixtures/pools.js";
import { TOKENS, type Token } from "../../../mock-server/src/fixtures/tokens.js";
import { BPS } from "../../../mock-server/src/formats/base-units.js";
import { PoolGraph, SpotPrices } from "../../../mock-server/src/market/reserves.js";
import { bestQuote } from "../../../mock-server/src/market/routing.js";

/** A tolerance: the arbitrageur ignores gains below one base unit. */
const DUST = 5e-5;

/** A pair whose small quote and prices disagree by more than the fees on the route. */
export interface Discord {
  readonly pair: string;
  /** The output of a small quote, as a fraction of the output that the two prices imply. */
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Pairs whose small quote disagrees with the dollar prices, which come from each token's pool with USDC. A quote must
 * give at least the output of the route through these two pools. It must give at most the output at which the way back,
 * through the two pools or the pools of an intermediate token, would break even.
 */
export function discords(pools: readonly OpenPool[], tokens: readonly Token[] = TOKENS): Discord[] {
  const graph = new PoolGraph(pools);
  const spot = new SpotPrices(graph, tokens);
  const reserves = new Map(
    pools.flatMap((pool) => [
      [pool.vaultA, pool.reserveA],
      [pool.vaultB, pool.reserveB],
    ]),
  );
  const withUsdc = (mint: string) =>
    pools.find(
      ({ mintA, mintB }) =>
        mintA !== mintB && [mintA, mintB].every((one) => one === mint || one === USDC_MINT),
    );
  const kept = (mint: string) => 1 - (withUsdc(mint)?.feeBps ?? 0) / Number(BPS);
  /** USD in the smallest side of a token's pools. */
  const depth = (token: Token) => {
    const sides = pools.flatMap(({ mintA, mintB, reserveA, reserveB }) =>
      mintA === token.mint ? [reserveA] : mintB === token.mint ? [reserveB] : [],
    );
    return (Math.min(...sides.map(Number)) / 10 ** token.decimals) * spot.of(token.mint, reserves)!;
  };
  return tokens.flatMap((from) =>
    tokens.flatMap((to) => {
      if (from === to) return [];
      // Small, but large enough that rounding to base units has no visible effect.
      const shallow = Math.min(depth(from), depth(to));
      const usd = Math.max(1, shallow / 1_000_000);
      const amount = (usd / spot.of(from.mint, reserves)!) * 10 ** from.decimals;
      const quote = bestQuote(graph, reserves, {
        inputMint: from.mint,
        outputMint: to.mint,
        side: "input",
        amount: BigInt(Math.ceil(amount)),
      });
      if ("refused" in quote) return [];
      // A quote of a few base units, or of a nearly empty pool, is too coarse to reflect a price.
      const blur = quote.hops.reduce(
        (sum, { amountIn, amountOut }) => sum + 2 / Number(amountIn) + 2 / Number(amountOut),
        DUST + (4 * usd) / shallow,
      );
      if (blur > 0.001) return [];
      const got =
        Number(quote.outAmount) / 10 ** to.decimals / (Number(quote.inAmount) / 10 ** from.decimals);
      const share = (got * spot.of(to.mint, reserves)!) / spot.of(from.mint, reserves)!;
      const both = kept(from.mint) * kept(to.mint);
      const [first, second] = quote.hops;
      const middle = second === undefined ? 1 : kept(first!.leg.to) ** 2;
      const [least, most] = [both - blur, 1 / (both * middle) + blur];
      const pair = `${from.symbol}-${to.symbol}`;
      return share >= least && share <= most ? [] : [{ pair, share, least, most }];
    }),
  );
}
