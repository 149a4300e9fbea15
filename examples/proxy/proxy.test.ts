import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "@intent-tx/mock-server/vitest";
import { IntentTx, isApiError } from "intent-tx";
import { expect, vi } from "vitest";

test("Hono, Next.js and Express add the key and forward only the requests of a page", async ({
  server,
}) => {
  await server.listen({ port: 0 });
  vi.stubEnv("INTENT_TX_API_KEY", server.keys.pro);
  vi.stubEnv("INTENT_TX_BASE_URL", server.baseUrl);
  const { app } = await import("./hono.js");
  const { app: express } = await import("./express.js");
  const { GET } = await import("./next.js");
  const listener: Server = express.listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const { port } = listener.address() as AddressInfo;
  const routes = {
    hono: (url: string, init: RequestInit) => app.fetch(new Request(url, init)),
    next: (url: string, init: RequestInit) => GET(new Request(url, init)),
    express: (url: string, init: RequestInit) =>
      fetch(new URL(new URL(url).pathname, `http://127.0.0.1:${port}`), init),
  };
  for (const [name, route] of Object.entries(routes)) {
    // In a page: `new IntentTx({ baseUrl: "/api" })`, with the session in a cookie.
    const page = new IntentTx({
      apiKey: "a-session-token",
      baseUrl: "https://app.example.com/api",
      fetch: (url, init) => Promise.resolve(route(url, init)),
    });
    expect((await page.prices.retrieve("SOL")).symbol, name).toBe("SOL");
    expect(page.rateLimit?.limit, name).toBe(120);
    const refused: unknown = await page.keys
      .create({ name: "mine", scopes: ["admin"] })
      .catch((error) => error);
    expect(isApiError(refused) && refused.status, name).toBe(404);
  }
  listener.close();
});
