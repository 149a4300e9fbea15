// The page: shows a price, orders from the backend, verifies the transaction, and signs it with the wallet.
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { builtTransactionCodec, IntentTx, intentCodec } from "intent-tx";
import { intentTxQueries } from "intent-tx/react";
import { type KeypairSigner, verifyAndSign } from "intent-tx/solana";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

const queries = intentTxQueries(new IntentTx({ baseUrl: "/api" }));

/** The wallet signs only a transaction that does exactly what the command says. */
async function order(signer: KeypairSigner, command: string): Promise<string> {
  const body = JSON.stringify({ walletAddress: String(signer.publicKey), command });
  const answer = await fetch("/orders", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { intent, built, message } = await answer.json();
  if (!answer.ok) return `refused: ${message}`;
  const bytes = await verifyAndSign({
    intent: intentCodec.decode(intent),
    built: builtTransactionCodec.decode(built),
    signer,
  });
  return `signed ${bytes.length} bytes`;
}

export function App({ signer }: { readonly signer: KeypairSigner }) {
  const { data } = useQuery(queries.price("SOL"));
  const [outcome, setOutcome] = useState("");
  const run = () =>
    order(signer, "swap 0.1 SOL for USDC").then(setOutcome, (error: Error) =>
      setOutcome(`${error.name}: ${error.message}`),
    );
  return (
    <main>
      <p id="price">{data ? `${data.symbol} ${data.price > 0}` : "…"}</p>
      <button type="button" onClick={() => void run()}>
        Swap
      </button>
      <p id="outcome">{outcome}</p>
    </main>
  );
}

declare global {
  interface Window {
    /** The wallet, as an extension injects it into a page. */
    wallet: KeypairSigner;
  }
}
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <App signer={window.wallet} />
      </QueryClientProvider>
    </StrictMode>,
  );
