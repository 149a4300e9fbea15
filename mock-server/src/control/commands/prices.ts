import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import * as z from "zod/mini";
import { usdPrice } from "../../fixtures/option-schema.js";
import { USDC_MINT } from "../../fixtures/pools.js";
import { invalidField } from "../../kernel/errors.js";
import { unknownName } from "../../kernel/nearest.js";
import { choice, filled, part } from "../../kernel/schema-kit.js";
import { SendError } from "../../ledger/ledger.js";
import { command } from "../command.js";

/**
 * A token's new price.
 * @inline
 */
export interface SetPrice {
  /** The market's network. */
  readonly environment: Environment;
  /** Base58 address of the mint. */
  readonly mint: string;
  /** Symbol of the token. */
  readonly symbol: string;
  /** The new price in USD: the requested price, up to the rounding of base units. */
  readonly usd: number;
}

/** Sets the prices of a mock server. */
export interface PriceControl {
  /**
   * Moves a token's price by real swaps of the world's arbitrage bot. A price model of `world.market` continues from
   * the new price, and staked SOL follows SOL.
   *
   * @param token Symbol in any case, or mint.
   * @param usd USD per token.
   * @param options The network; `live` by default.
   * @throws {@link ServiceError} 400 with the invalid `field`; {@link NotOnValidatorError} or {@link
   * ControlConflictError} on a network that runs on a validator.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { symbol, usd } = await server.prices.set("SOL", 150);
   * console.log(symbol, usd.toFixed(2)); // SOL 150.00
   * ```
   */
  set(token: string, usd: number, options?: { readonly environment?: Environment }): Promise<SetPrice>;
}

export const priceCommands = {
  "POST /prices": command({
    summary: "Set a token's price in USD, with real swaps.",
    reply: () =>
      z.strictObject({
        environment: z.enum(ENVIRONMENTS),
        mint: z.string(),
        symbol: z.string(),
        usd: z.number(),
      }),
    body: z.lazy(() => part({ environment: choice(ENVIRONMENTS), token: filled, usd: usdPrice() })),
    run: async ({ world }, { body: { environment, token: name, usd } }): Promise<SetPrice> => {
      const { markets, data } = world.parts;
      const market = markets.get(environment);
      const token = market.tokens.find(name);
      const symbols = data.tokens.map(({ symbol }) => symbol);
      if (!token) throw invalidField("token", unknownName(name, symbols));
      const { mint, symbol } = token;
      if (mint === USDC_MINT) throw invalidField("token", "must not be USDC, whose price is always 1 USD");
      try {
        await markets.mover(environment).set(token, usd);
      } catch (error) {
        if (error instanceof RangeError || error instanceof SendError)
          throw invalidField("usd", `cannot be set to ${usd} with swaps: ${error.message}`);
        throw error;
      }
      return { environment, mint, symbol, usd: (await market.usdPrice(mint)) ?? usd };
    },
  }),
};
