import * as z from "zod/mini";
import type { Addresses } from "../../http/addresses.js";
import { command } from "../command.js";

/**
 * A token of a world.
 * @inline
 */
export interface TokenView {
  /** Symbol as its issuer writes it. */
  readonly symbol: string;
  /** Full name. */
  readonly name: string;
  /** Base58 mint address. */
  readonly mint: string;
  /** Mint decimals: one token is 10^decimals base units. */
  readonly decimals: number;
}

/** Everything needed to use a world: addresses, keys and wallets as in the output of `serve --json`, and the tokens. */
export interface WorldView extends Addresses {
  /** The seed that determines everything random. */
  readonly seed: string;
  /** API keys of the world by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** Key ids by name. */
  readonly keyIds: Readonly<Record<string, string>>;
  /** The world's wallets by name; secrets are base58 of 64 bytes. */
  readonly wallets: Readonly<Record<string, { readonly address: string; readonly secretKey: string }>>;
  /** All tokens of the world, SOL first. */
  readonly tokens: readonly TokenView[];
}

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
    run: ({ world: { wallets, parts }, addresses }): WorldView => {
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
