import { DIALECTS, type Dialect, type MockServer } from "@intent-tx/mock-server";
import { describe, expect } from "vitest";
import type { VerifyReport } from "../../../mock-server/src/cli/verify/report.js";
import { runVerify } from "../../../mock-server/src/cli/verify/verify.js";
import { type SetupFetch, type Target, testOwnChain } from "./setup.js";

/** Sends the probes of `intent-tx-mock verify` to a recorded service: the report, and method and path of each request. */
export async function verified(
  { baseUrl, fetch }: { readonly baseUrl: string; readonly fetch: MockServer["fetch"] | SetupFetch },
  apiKey = "",
  wallet?: string,
) {
  const sent: string[] = [];
  const printed: string[] = [];
  const code = await runVerify({
    baseUrl,
    apiKey,
    wallet,
    json: true,
    fetch: async (url, init) => {
      sent.push(`${init.method} ${url.slice(baseUrl.length)}`);
      return fetch(url, init);
    },
    print: (line) => printed.push(line),
    notice: () => undefined,
  });
  const report = JSON.parse(String(printed)) as VerifyReport;
  const numbers = (verdict: string) =>
    report.decisions.filter((one) => one.verdict === verdict).map(({ number }) => number);
  return { code, report, sent, different: numbers("different"), met: numbers("met") };
}

/** The decisions that a dialect changes. */
const DIFFERENT: Record<Dialect, number[]> = {
  default: [],
  enveloped: [1],
  cursor: [3],
  "reset-ms": [4],
  "reset-delta": [4],
  "strict-minimal": [1, 2, 11, 39],
};
/** The decisions that a client can observe without changing anything. */
const SEEN = 27;

/** The list of probes that `verify` sends to any service, here to the mock. */
export function probesSuite(target: Target): void {
  describe("probes", () => {
    testOwnChain(target).each(Object.keys(DIALECTS) as Dialect[])(
      "find each decision met under %s, but those that the dialect changes, and only read",
      async (dialect) => {
        await using setup = await target.open({
          dialect,
          // The end of a window differs from the current time.
          now: "2026-01-15T10:00:30Z",
          world: { wallets: { carol: { SOL: "10", history: 3 } } },
        });
        for (const wallet of [setup.wallet("carol"), undefined]) {
          const { code, report, different, met, sent } = await verified(
            setup.parts,
            setup.key("free"),
            wallet,
          );
          expect([code, report.dialect]).toEqual([0, wallet || dialect !== "cursor" ? dialect : "default"]);
          if (wallet) expect(report.fitting).toEqual([dialect]);
          if (wallet) expect([different, met.length + different.length]).toEqual([DIFFERENT[dialect], SEEN]);
          const planned = wallet ? 29 : 25;
          expect([report.requests, sent.length]).toEqual([{ planned, sent: planned }, planned]);
          expect(sent.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual(
            Array(2).fill("POST /intents"),
          );
          await setup.advance("1m");
        }
      },
    );
  });
}
