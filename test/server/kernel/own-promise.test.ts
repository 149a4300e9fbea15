// Libraries such as zone.js replace the platform's Promise with their own; async functions still return the
// platform's, which is not an instance of the replacement.
import { afterEach, describe, expect, it, vi } from "vitest";
import { lab } from "../lab.js";

afterEach(() => vi.unstubAllGlobals());

describe("with an app's own Promise", () => {
  it("answers slow calls in-process and over a socket", async () => {
    const server = await lab();
    const { port } = await server.listen({ port: 0 });
    vi.stubGlobal("Promise", class AppPromise<T> extends Promise<T> {});
    const headers = { Authorization: `Bearer ${server.keys.enterprise}`, "Content-Type": "application/json" };
    const body = JSON.stringify({
      command: "swap 1 SOL for USDC",
      walletAddress: server.wallets.alice.address,
    });
    const parse = { method: "POST", headers, body };
    const SOL = "So11111111111111111111111111111111111111112";
    const statuses: number[] = [];
    for (const ask of [server.fetch, fetch]) {
      const at = (path: string) => `http://127.0.0.1:${port}${path}`;
      statuses.push((await ask(at("/v1/intents"), parse)).status);
      statuses.push((await ask(at(`/v1/prices/${SOL}`), { headers })).status);
      statuses.push((await ask(at("/_mock/clock"))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });
});
