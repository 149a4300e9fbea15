import { LIMITS } from "intent-tx/contract";
import { TRANSACTIONS_KEPT, WHOLE_SLOTS } from "../ledger/kept.js";
import type { Decision } from "./decisions-row.js";
import { grouped } from "./grouped.js";

/** Decisions on wallets, their history and prices. */
export const DATA_DECISIONS: readonly Decision[] = [
  {
    number: 18,
    topic: "values of a transaction's status",
    rule: "`processed`, `confirmed`, `finalized` or `failed`. It only moves forward, and `failed` is final.",
    sdk: "Any string.",
  },
  {
    number: 28,
    topic: "NFT entries",
    rule: "With `includeNFTs`: `nfts: [{ mint, name, symbol, collection?, uri? }]`.",
    sdk: "Any object.",
  },
  {
    number: 29,
    topic: "staked entries",
    rule: "With `includeStaked`: `staked: [{ stakeAccount, validator, lamports, status }]`, and `totalValue` includes them.",
    sdk: "Any object.",
  },
  {
    number: 30,
    topic: "a wallet without activity",
    rule: "It has no account on the ledger and no transaction in its history: the portfolio is 404 `wallet_not_found`.",
  },
  {
    number: 34,
    topic: "fields of a price",
    rule: "`price` is the spot price of the token's pool (USDC is 1, over at most two pools): swaps move it, those included by which the world's arbitrageur brings pools in line in the slot after a trade; the time that passes does not. `change24h` compares it with the price 24 hours ago; before the world's start there is a seeded series that ends in the opening price. `volume24h` is the seeded volume and what was swapped, `marketCap` the price times a seeded supply.",
  },
  {
    number: 46,
    topic: "edges of the history",
    rule: `\`limit\` is a decimal integer from 1 to ${LIMITS.pageMax}, anything else is 400, as is a \`before\` that is malformed or not in this wallet's history. \`pagination.before\` is absent when \`hasMore\` is false. An unknown wallet has an empty list. Incoming transfers, airdrops (as transfers) and failed transactions are in it, newest first. It ends where the chain does: a local ledger keeps the last ${grouped(TRANSACTIONS_KEPT)} transactions of a network (\`--ledger-keep\`), those of the last ${WHOLE_SLOTS} slots in any case; a \`before\` that is gone is 400.`,
    sdk: "An absent cursor as an absent field or as `null`.",
  },
  {
    number: 48,
    topic: "`details` in the history",
    rule: "Symbols and human units. `recipient` is the wallet that owns the receiving token account, never the token account. What is neither swap nor transfer is left out.",
    sdk: "Any object.",
  },
];
