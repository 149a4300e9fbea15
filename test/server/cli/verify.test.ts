import { createMockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { describe, expect, test } from "vitest";
import { verified } from "../../contract/suite/probes.js";

type Server = Awaited<ReturnType<typeof createMockServer>>;

/** Half past a minute, so that the end of a window differs from the current time. */
const CLOCK = { now: "2026-01-15T10:00:30Z", mode: "frozen" } as const;
const WORLD = {
  wallets: { carol: { SOL: "10", history: 3 } },
  accounts: { spent: { tier: "free", requestsUsed: 27 } },
} as const;

async function verify(
  options: MockServerOptions,
  keyOf: (server: Server) => string | Promise<string> = (server) => server.keys["free"] ?? "",
) {
  await using server = await createMockServer({ clock: CLOCK, world: WORLD, ...options });
  return await verified(server, await keyOf(server), server.wallets["carol"]?.address);
}

describe("verify against the mock server", () => {
  test("a mixture of readings is not a dialect, and is returned as options", async () => {
    const { code, report } = await verify({ contract: { envelope: true, pagination: "cursor" } });
    expect(code).toBe(1);
    expect(report.dialect).toBeNull();
    expect(report.serveOptions.join(" ")).toBe("--dialect enveloped --contract pagination=cursor");
  });

  test("honoured idempotency keys are detected", async () => {
    expect((await verify({ contract: { idempotency: true } })).different).toEqual([35]);
  });

  test("disabled limits are detected", async () => {
    expect((await verify({ limits: "off" })).different).toEqual([51]);
  });

  test("a limit reached during the run is detected, and the remaining decisions stay unknown", async () => {
    const { code, report, met, different } = await verify({}, (server) => server.keys["spent"] ?? "");
    expect(met).toContain(9);
    expect(different).toEqual([]);
    expect(code).toBe(0);
    expect(report.requests.sent).toBeLessThan(15);
  });

  test("a key with few scopes shows how a missing scope is refused", async () => {
    const few = async (server: Server) =>
      (await server.issueKey({ tier: "pro", environment: "live", scopes: ["read:prices"] })).key;
    const { met, different, report } = await verify({}, few);
    expect(met).toEqual(expect.arrayContaining([12, 13]));
    expect(different).toEqual([]);
    expect(report.dialect).toBe("default");
  });

  test("a test key shows its daily limit of requests", async () => {
    const { different, met } = await verify({}, (server) => server.keys["test"] ?? "");
    expect(different).toEqual([]);
    expect(met).toEqual(expect.arrayContaining([5, 8, 33]));
  });
});
