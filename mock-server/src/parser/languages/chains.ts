import { setOf } from "./words.js";

// Commands that name another chain are refused. Chain names are the same in every language.
export const CHAINS = setOf`
    ethereum, base, arbitrum, arbitrum one, arb, polygon, matic, optimism, op mainnet, bsc, bnb chain, bnb, bnb smart chain,
    binance smart chain, avalanche, avax, gnosis, gnosis chain, chiado, starknet, fantom, zksync, zksync era, linea, scroll, blast, mantle,
    celo, sui, aptos, near, ton, tron, cosmos, moonbeam, moonriver, sepolia, goerli, eth mainnet, ethereum mainnet, ethereum network, eth,
    cronos, kava, metis, mode, berachain, sei, injective, osmosis, cardano, polkadot, algorand, hedera, stellar, ripple, xrpl, bitcoin,
    bitcoin network, lightning, monad, unichain, worldchain, abstract, sonic, opbnb, polygon zkevm, zora, taiko, manta, boba, harmony,
    aurora, core, evm, l2, layer 2, pulsechain, hyperliquid, hyperevm, ink, soneium, ronin, flow, filecoin, icp, kusama, movement, tezos,
    lisk, bob, degen chain, ethereum chain, mumbai, holesky, amoy, fuji, robinhood chain, plasma, megaeth`;
// Names that no token shares, so they mean a chain in any position.
export const PLAIN_CHAINS = setOf`
    chiado, starknet, arbitrum one, bnb chain, bnb smart chain, binance smart chain, gnosis chain, ethereum mainnet, ethereum network,
    ethereum chain, eth mainnet, sepolia, goerli, holesky, zksync era, op mainnet, degen chain, robinhood chain`;
// Names that a token shares: only "on" and similar words make them a chain.
export const TOKEN_LIKE_CHAINS = setOf`
    eth, ethereum, matic, avax, sui, ton, bnb, near, sei, arb, bitcoin, icp, flow, core, ink, mode, bob, abstract,
    movement, harmony, stellar, ripple, cosmos, aurora, fantom, kava, tron, pulsechain, hyperliquid`;

/** Token standards of other chains: "5 USDT trc20", "USDT-ERC20". */
export const OTHER_STANDARD = /(?:^|-)(?:[betk]rc|bep)(?:-?\d+)?$/;

export const HOME_CHAIN = "solana";
