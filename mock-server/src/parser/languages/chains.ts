import { words } from "./words.js";

/** Other chains. A command that names one asks for something that this service cannot do. */
export const CHAINS: readonly string[] = words`
    ethereum, base, arbitrum, arbitrum one, arb, polygon, matic, optimism, op mainnet, bsc, bnb chain, bnb,
    bnb smart chain, binance smart chain, avalanche, avax, gnosis, gnosis chain, chiado, starknet, fantom,
    zksync, zksync era, linea, scroll, blast, mantle, celo, sui, aptos, near, ton, tron, cosmos, moonbeam,
    moonriver, sepolia, goerli, eth mainnet, ethereum mainnet, ethereum network, eth, cronos, kava, metis,
    mode, berachain, sei, injective, osmosis, cardano, polkadot, algorand, hedera, stellar, ripple, xrpl,
    bitcoin, bitcoin network, lightning, monad, unichain, worldchain, abstract, sonic, opbnb, polygon zkevm,
    zora, taiko, manta, boba, harmony, aurora, core, evm, l2, layer 2, pulsechain, hyperliquid, hyperevm,
    ink, soneium, ronin, flow, filecoin, icp, kusama, movement, tezos, lisk, bob, degen chain, ethereum
    chain, mumbai, holesky, amoy, fuji, robinhood chain, plasma, megaeth`;

/** Chain names that are no token's name: they speak for themselves, wherever they stand. */
export const PLAIN_CHAINS: ReadonlySet<string> = new Set([
  "chiado",
  "starknet",
  "arbitrum one",
  "bnb chain",
  "bnb smart chain",
  "binance smart chain",
  "gnosis chain",
  "ethereum mainnet",
  "ethereum network",
  "ethereum chain",
  "eth mainnet",
  "sepolia",
  "goerli",
  "holesky",
  "zksync era",
  "op mainnet",
  "degen chain",
  "robinhood chain",
]);

/** Chains that share their name with a token: only "on" and its like tell them apart. */
export const TOKEN_LIKE_CHAINS: ReadonlySet<string> = new Set([
  "eth",
  "ethereum",
  "matic",
  "avax",
  "sui",
  "ton",
  "bnb",
  "near",
  "sei",
  "arb",
  "bitcoin",
  "icp",
  "flow",
  "core",
  "ink",
  "mode",
  "bob",
  "abstract",
  "movement",
  "flow",
  "harmony",
  "stellar",
  "ripple",
  "cosmos",
  "aurora",
  "fantom",
  "kava",
  "tron",
  "pulsechain",
  "hyperliquid",
]);

/** Words that make any chain's name a chain. */
export const STRONG_LEADS: ReadonlySet<string> = new Set(["on", "via", "across", "over", "onto"]);

/** Words that make a chain's name a chain unless a token is called the same. */
export const WEAK_LEADS: ReadonlySet<string> = new Set([
  "in",
  "from",
  "at",
  "through",
  "to",
  "between",
  "using",
  "the",
  "and",
  "my",
]);
