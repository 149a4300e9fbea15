import { createMockServer, DIALECTS, type Dialect, type MockServerOptions } from "@intent-tx/mock-server";
import { describe, expect, test } from "vitest";
import type { VerifyReport } from "../../../mock-server/src/cli/verify/report.js";
import { runVerify } from "../../../mock-server/src/cli/verify/verify.js";

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
  const printed: string[] = [];
  const code = await runVerify({
    baseUrl: server.baseUrl,
    apiKey: await keyOf(server),
    wallet: server.wallets["carol"]?.address,
    json: true,
    fetch: (url, init) => server.fetch(url, init),
    print: (line) => printed.push(line),
    notice: () => undefined,
  });
  const report = JSON.parse(printed.join("\n")) as VerifyReport;
  const numbers = (verdict: string) =>
    report.decisions.filter((one) => one.verdict === verdict).map(({ number }) => number);
  return { code, report, different: numbers("different"), met: numbers("met"), numbers };
}

/** Decisions that each dialect reads differently from the default. */
const DIFFERENT: Record<Dialect, number[]> = {
  default: [],
  enveloped: [1],
  cursor: [3],
  "reset-ms": [4],
  "reset-delta": [4],
  "strict-minimal": [1, 2, 11, 39],
};

describe("verify against the mock server", () => {
  test.each(Object.keys(DIALECTS) as Dialect[])(
    "names the dialect %s and only the decisions that the dialect changes",
    async (dialect) => {
      const { code, report, different, met } = await verify({ dialect });
      expect(report.fitting).toEqual([dialect]);
      expect(report.dialect).toBe(dialect);
      expect(code).toBe(0);
      expect(
        different,
        JSON.stringify(report.decisions.filter(({ verdict }) => verdict === "different")),
      ).toEqual(DIFFERENT[dialect]);
      expect(met.length + different.length).toBe(27);
      expect(report.requests).toEqual({ planned: 29, sent: 29 });
    },
  );

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

  test("builds, creates and revokes nothing; one intent is left, which expires", async () => {
    await using server = await createMockServer({ clock: CLOCK });
    const before = await server.snapshot();
    await runVerify({
      baseUrl: server.baseUrl,
      apiKey: server.keys["free"] ?? "",
      fetch: (url, init) => server.fetch(url, init),
      print: () => undefined,
    });
    const after = await server.snapshot();
    for (const table of [
      "accounts",
      "built",
      "landed",
      "ledgerTransactions",
      "ledgerAccounts",
      "names",
    ] as const) {
      expect(after.state[table], table).toEqual(before.state[table]);
    }
    const lives = ({ state }: typeof after) =>
      (state.keys ?? []).map(([id, { revokedAt }]) => [id, revokedAt]);
    expect(lives(after)).toEqual(lives(before));
    expect(after.state.intents).toHaveLength(1);
  });
});
