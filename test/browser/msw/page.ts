// The test's page: an app whose requests Mock Service Worker forwards to a mock server.
import { mswHandlers } from "@intent-tx/mock-server/msw";
import { IntentTx } from "intent-tx";
import { setupWorker } from "msw/browser";

declare global {
  interface Window {
    /** Returns the symbol, the amount of an order, and the name of the error for a refused call. */
    shop(ready: { baseUrl: string; rpc: { live: string; test: string }; key: string }): Promise<unknown[]>;
  }
}

window.shop = async ({ key, ...ready }) => {
  const address = "https://api.example.com/v1";
  const worker = setupWorker(
    ...mswHandlers(
      { ...ready, fetch: (url, init) => fetch(url, init) },
      { baseUrl: address, rpcUrl: "https://rpc.example.com" },
    ),
  );
  await worker.start({ quiet: true, onUnhandledRequest: "bypass" });
  const client = new IntentTx({ apiKey: key, baseUrl: address, dangerouslyAllowBrowser: true });
  const { symbol } = await client.prices.retrieve("SOL");
  const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
  const intent = await client.intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
  const refusal = await client.prices.retrieve("NOSUCHTOKEN").catch((error: Error) => error.name);
  const health = await fetch("https://rpc.example.com", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" }),
  });
  const { result } = await health.json();
  worker.stop();
  return [symbol, String(intent.parameters.amount), refusal, result];
};
