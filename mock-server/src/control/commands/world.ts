import * as z from "zod/mini";
import { command } from "../command.js";

const byName = <T extends z.ZodMiniType>(value: T) => z.record(z.string(), value);
const perNetwork = () => z.strictObject({ live: z.string(), test: z.string() });

/** Addresses, keys and wallets of a world, for the OpenAPI document. */
export const accessReply = () => ({
  baseUrl: z.string(),
  controlUrl: z.string(),
  rpc: perNetwork(),
  ws: perNetwork(),
  keys: byName(z.string()),
  keyIds: byName(z.string()),
  wallets: byName(z.strictObject({ address: z.string(), secretKey: z.string() })),
});

export const worldCommands = {
  "GET /world": command({
    summary: "Addresses, tokens, keys and wallets, including the secrets of keys and wallets.",
    reply: () =>
      z.strictObject({
        seed: z.string(),
        ...accessReply(),
        tokens: z.array(
          z.strictObject({ symbol: z.string(), name: z.string(), mint: z.string(), decimals: z.number() }),
        ),
      }),
    run: ({ world: { wallets, parts }, addresses }) => {
      const { seed, secrets: keys, keyIds, data } = parts;
      const tokens = data.tokens.map(({ symbol, name, mint, decimals }) => ({
        symbol,
        name,
        mint,
        decimals,
      }));
      return { seed, ...addresses(), keys, keyIds, wallets, tokens };
    },
  }),
};

/** Everything needed to use a world: addresses, keys and wallets as in the output of `serve --json`, and the tokens. */
export type WorldView = ReturnType<(typeof worldCommands)["GET /world"]["run"]>;
