// Serves the tools over standard input and output: `node main.mjs`, with the variables below in the environment.
import process from "node:process";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { intentTools } from "intent-tx/ai";
import { FileJournal } from "intent-tx/node";
import { mcpServer } from "./server.mjs";

// The client reads INTENT_TX_API_KEY and INTENT_TX_BASE_URL.
const {
  SOLANA_RPC_URL,
  WALLET_SECRET_KEY,
  JOURNAL = "payments",
  SOL_PER_DAY = "0",
} = process.env;
const signer = Keypair.fromSecretKey(bs58.decode(WALLET_SECRET_KEY));
const tools = intentTools(new IntentTx(), {
  walletAddress: signer.publicKey.toBase58(),
  connection: new Connection(SOLANA_RPC_URL),
  signer,
  // This server asks no user for approval, so only the limit restricts payments.
  approve: () => true,
  limits: {
    perDay: {
      So11111111111111111111111111111111111111112:
        BigInt(SOL_PER_DAY) * 1_000_000_000n,
    },
  },
  journal: new FileJournal(JOURNAL),
});
await mcpServer(tools).connect(new StdioServerTransport());
