import { words } from "./words.js";

// A command that names another chain asks for something that this service cannot do.
const CHAINS: readonly string[] = words`
    ethereum, base, arbitrum, arbitrum one, arb, polygon, matic, optimism, op mainnet, bsc, bnb chain, bnb,
    bnb smart chain, binance smart chain, avalanche, avax, gnosis, gnosis chain, chiado, starknet, fantom,
    zksync, zksync era, linea, scroll, blast, mantle, celo, sui, aptos, near, ton, tron, cosmos, moonbeam,
    moonriver, sepolia, goerli, eth mainnet, ethereum mainnet, ethereum network, eth, cronos, kava, metis,
    mode, berachain, sei, injective, osmosis, cardano, polkadot, algorand, hedera, stellar, ripple, xrpl,
    bitcoin, bitcoin network, lightning, monad, unichain, worldchain, abstract, sonic, opbnb, polygon zkevm,
    zora, taiko, manta, boba, harmony, aurora, core, evm, l2, layer 2, pulsechain, hyperliquid, hyperevm,
    ink, soneium, ronin, flow, filecoin, icp, kusama, movement, tezos, lisk, bob, degen chain, ethereum
    chain, mumbai, holesky, amoy, fuji, robinhood chain, plasma, megaeth`;

const PLAIN_CHAINS: ReadonlySet<string> = new Set([
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

const TOKEN_LIKE_CHAINS: ReadonlySet<string> = new Set([
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

/** The chain that this service is on. */
export const HOME_CHAIN = "solana";

const chains: ReadonlySet<string> = new Set(CHAINS);
const beginnings: ReadonlySet<string> = new Set(CHAINS.map((name) => name.split(" ")[0] ?? name));

/** Whether a name, or a pair of words, is another chain's. Chains are called alike in every language. */
export const isChain = (name: string): boolean => chains.has(name);

/** Whether a chain's name begins with a word. */
export const beginsChain = (word: string): boolean => beginnings.has(word);

/** Whether a chain's name is no token's: it speaks for itself, wherever it stands. */
export const isPlainChain = (name: string): boolean => PLAIN_CHAINS.has(name);

/** Whether a chain shares its name with a token: only "on" and its like tell them apart. */
export const sharesTokenName = (name: string): boolean => TOKEN_LIKE_CHAINS.has(name);
