import type { IntentTx } from "intent-tx";
import { USDC, WALLET } from "../harness.js";

// Calls and responses shared by the tests of the decisions.

export const parse = (client: IntentTx) =>
  client.intents.parse({ walletAddress: WALLET, command: "swap 1 SOL for USDC" });
export const build = (client: IntentTx) =>
  client.transactions.build({ intentId: "i", walletAddress: WALLET });
export const PORTFOLIO = {
  walletAddress: WALLET,
  solBalance: 1_500_000_000,
  tokens: [{ mint: USDC, symbol: "USDC", balance: 5, decimals: 6, uiAmount: 0.000005, usdValue: 0 }],
  totalValue: 213.75,
  lastUpdated: "2026-01-01T00:00:00Z",
};
export const METRICS = {
  period: { start: "2026-01-01T00:00:00.000Z", end: "2026-01-02T00:00:00.000Z", granularity: "day" },
  transactions: { total: 0, swaps: 0, transfers: 0, successRate: 0 },
  volume: { totalUSD: 0, averagePerTransaction: 0 },
  intents: { total: 0, averageConfidence: 0, parseErrors: 0 },
};
export const RECORD = {
  signature: "5".repeat(88),
  type: "swap",
  timestamp: "2026-01-01T00:00:00Z",
  status: "finalized",
  details: { inputToken: "SOL", outputToken: "USDC", inputAmount: 1, outputAmount: 142.5, priceImpact: 0.1 },
};
export const list = (client: IntentTx) => client.transactions.list(WALLET).then(({ data }) => data);
