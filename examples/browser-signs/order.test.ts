// @vitest-environment jsdom
import { test } from "@intent-tx/mock-server/vitest";
import bs58 from "bs58";
import { expect, vi } from "vitest";

test("the page shows a price and signs an order; the key stays in the backend", async ({
  server,
}) => {
  vi.stubEnv("INTENT_TX_API_KEY", server.keys.pro);
  vi.stubEnv("INTENT_TX_BASE_URL", server.baseUrl);
  // Routes the backend's requests to the mock, and the page's requests to the backend.
  const seen: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.startsWith(server.baseUrl)) return server.fetch(url, init);
    const answer: Response = await app.fetch(
      new Request(new URL(url, location.href), init),
    );
    seen.push(await answer.clone().text());
    return answer;
  });
  const { app } = await import("./server.js");
  document.body.innerHTML = '<div id="root"></div>';
  const { address, secretKey } = server.wallets.alice;
  window.wallet = { publicKey: address, secretKey: bs58.decode(secretKey) };
  await import("./page.js");

  const textOf = (id: string) => document.getElementById(id)?.textContent;
  await vi.waitFor(() => expect(textOf("price")).toBe("SOL true"), 30_000);
  document.querySelector("button")?.click();
  await vi.waitFor(
    () => expect(textOf("outcome")).toMatch(/^signed \d+ bytes$/),
    30_000,
  );
  expect(seen.join()).not.toContain(server.keys.pro);
  expect(seen.length).toBeGreaterThanOrEqual(2);
});
