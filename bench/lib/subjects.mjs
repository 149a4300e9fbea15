// Servers and payloads shared by several rows.

export const SERVICE = "https://api.example.com/v1";

const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

let calls = 0;

/** Each call has a different command, so that cached responses do not make a row look fast. */
export const nextCommand = (walletAddress = WALLET) => ({
  walletAddress,
  command: `swap 0.${String(++calls % 1_000_000).padStart(6, "0")}1 SOL for USDC`,
});

export const TOKENS = ["SOL", "USDC", "USDT", "BONK", "JUP"];

/** A different token for each call. */
export const nextToken = () => TOKENS[++calls % TOKENS.length];

/** A price response of the service. */
export const priceOf = (symbol) => ({
  mint: "So11111111111111111111111111111111111111112",
  symbol,
  price: 172.3,
  change24h: 1.2,
  volume24h: 1818807535.19,
  marketCap: 88225813839.36,
  lastUpdated: "2026-01-01T00:00:00.000Z",
});

/** Responses of the service. */
export const payloads = {
  price: priceOf("SOL"),
  intent: {
    intentId: "int_5f0c2a9d41b7e683",
    action: "swap",
    parameters: {
      inputToken: "So11111111111111111111111111111111111111112",
      outputToken: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
      amount: 500000000,
    },
    route: {
      inAmount: "500000000",
      outAmount: "86085421",
      priceImpact: 0.0004,
      marketInfos: [
        {
          id: "5ZiFdXi4NbayK8o8X3TBb8cDjZCVNq8v6HGLEmn9hyZH",
          label: "Orca",
          inputMint: "So11111111111111111111111111111111111111112",
          outputMint: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
          inAmount: "500000000",
          outAmount: "86085421",
          fee: "1250000",
        },
      ],
    },
    confidence: 0.98,
  },
};

/** A minimal Hono server that only returns the payload. */
export async function emptyHono() {
  const { Hono } = await import("hono");
  const app = new Hono();
  app.get("/v1/prices/:token", (context) => context.json(priceOf(context.req.param("token"))));
  app.post("/v1/intents", async (context) => {
    await context.req.json();
    return context.json(payloads.intent);
  });
  return app;
}

/** Limits are enabled, but too high to reach. */
export const WIDE_LIMITS = { enterprise: { requestsPerMinute: Number.MAX_SAFE_INTEGER } };

export async function mockServer(options = {}) {
  const { createMockServer } = await import("@intent-tx/mock-server");
  const server = await createMockServer({ limits: WIDE_LIMITS, ...options });
  const headers = { Authorization: `Bearer ${server.keys.enterprise}` };
  return { server, headers };
}
