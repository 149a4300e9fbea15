/** Chains of the Wallet Standard, by how the genesis hashes of Solana's public clusters begin. */
const PUBLIC_CHAINS: Readonly<Record<string, string>> = {
  "5eykt4Us": "solana:mainnet",
  EtWTRABZ: "solana:devnet",
  "4uhcVJyU": "solana:testnet",
};

/** The Wallet Standard's name of a public cluster, or undefined for any other cluster. */
export const publicChain = (genesisHash = ""): string | undefined => PUBLIC_CHAINS[genesisHash.slice(0, 8)];
