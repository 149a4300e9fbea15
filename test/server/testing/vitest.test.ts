import { test as fixture } from "@intent-tx/mock-server/vitest";
import { describe, expect, vi } from "vitest";
import { api } from "../lab.js";

describe("the fixture of vitest", () => {
  fixture("gives a server with a frozen clock, and a client that waits on it", async ({ server, client }) => {
    expect(server.clock.running).toBe(false);
    expect(server.clock.now()).toBe(Date.parse("2026-01-01T00:00:00Z"));
    server.faults.add({ nth: 1, fault: { kind: "status", status: 503 } });
    const waiting = client.prices.retrieve("SOL");
    await server.clock.advance("10s");
    expect((await waiting).symbol).toBe("SOL");
  });

  const seen: unknown[] = [];
  for (const name of ["one test", "another test"]) {
    fixture(`${name} has its own server`, async ({ server }) => {
      expect(seen).not.toContain(server);
      seen.push(server);
      expect(server.requests.list()).toEqual([]);
      await server.fetch(`${server.baseUrl}/prices/SOL`);
    });
  }

  const cursor = fixture.extend({ mockOptions: { dialect: "cursor", seed: 5 } });
  cursor("takes the options of the server", async ({ server, client }) => {
    expect(server.seed).toBe("5");
    expect(server.clock.running).toBe(false);
    const path = `/transactions/${server.wallets.alice.address}`;
    expect((await api(server, "GET", path)).status).toBe(200);
    expect((await client.prices.retrieve("SOL")).symbol).toBe("SOL");
  });

  fixture("names a slow load of the Solana runtime", async ({ server }) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    let ms = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => {
      ms += 3000;
      return ms;
    });
    await server.fund(server.wallets.alice.address, { SOL: "1" });
    now.mockRestore();
    expect(warn.mock.calls.join()).toMatch(
      /^Loading the Solana runtime took \d+\.0 s of this test's limit of/,
    );
    warn.mockRestore();
  });
});
