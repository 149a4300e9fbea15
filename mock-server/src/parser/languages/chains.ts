import { set, words } from "./language.js";

// A command that names another chain asks for something that this service cannot do. Chain names are the same in every
// language.
const CHAINS = set(
  ...words`
    ethereum, base, arbitrum, arbitrum one, arb, polygon, matic, optimism, op mainnet, bsc, bnb chain, bnb,
    bnb smart chain, binance smart chain, avalanche, avax, gnosis, gnosis chain, chiado, starknet, fantom, zksync,
    zksync era, linea, scroll, blast, mantle, celo, sui, aptos, near, ton, tron, cosmos, moonbeam, moonriver,
    sepolia, goerli, eth mainnet, ethereum mainnet, ethereum network, eth, cronos, kava, metis, mode, berachain,
    sei, injective, osmosis, cardano, polkadot, algorand, hedera, stellar, ripple, xrpl, bitcoin, bitcoin network,
    lightning, monad, unichain, worldchain, abstract, sonic, opbnb, polygon zkevm, zora, taiko, manta, boba,
    harmony, aurora, core, evm, l2, layer 2, pulsechain, hyperliquid, hyperevm, ink, soneium, ronin, flow, filecoin,
    icp, kusama, movement, tezos, lisk, bob, degen chain, ethereum chain, mumbai, holesky, amoy, fuji,
    robinhood chain, plasma, megaeth`,
);
// No token has such a name, so it names a chain in any position.
const PLAIN_CHAINS = set(
  ...words`
    chiado, starknet, arbitrum one, bnb chain, bnb smart chain, binance smart chain, gnosis chain, ethereum mainnet,
    ethereum network, ethereum chain, eth mainnet, sepolia, goerli, holesky, zksync era, op mainnet, degen chain,
    robinhood chain`,
);
// A token has the same name: only "on" and similar words distinguish the chain.
const TOKEN_LIKE_CHAINS = set(
  ...words`
    eth, ethereum, matic, avax, sui, ton, bnb, near, sei, arb, bitcoin, icp, flow, core, ink, mode, bob, abstract,
    movement, harmony, stellar, ripple, cosmos, aurora, fantom, kava, tron, pulsechain, hyperliquid`,
);
const beginnings: ReadonlySet<string> = new Set([...CHAINS].map((name) => name.split(" ")[0] ?? name));

/** The chain that this service is on. */
export const HOME_CHAIN = "solana";

/** Whether a word, or a pair of words, names another chain. */
export const isChain = (name: string): boolean => CHAINS.has(name);

/** Whether a chain's name begins with the word. */
export const beginsChain = (word: string): boolean => beginnings.has(word);

/** Whether the name of a chain is never the name of a token. */
export const isPlainChain = (name: string): boolean => PLAIN_CHAINS.has(name);

/** Whether a chain shares its name with a token. */
export const sharesTokenName = (name: string): boolean => TOKEN_LIKE_CHAINS.has(name);
