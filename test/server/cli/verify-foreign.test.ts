import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMockServer } from "@intent-tx/mock-server";
import { describe, expect, test } from "vitest";
import type { VerifyReport } from "../../../mock-server/src/cli/verify/report.js";
import { runVerify, type VerifyOptions } from "../../../mock-server/src/cli/verify/verify.js";
import { freePort } from "../../free-port.js";
import { FOREIGN_KEY, FOREIGN_WALLET, foreignService, type Quirks } from "./verify-foreign.js";

const inMs = (now: number) => String(now + 30_000);
const inSeconds = (now: number) => String(now / 1000 + 30);

async function verify(quirks: Quirks, options: Partial<VerifyOptions> = {}) {
  const service = foreignService(quirks);
  const printed: string[] = [];
  const notices: string[] = [];
  const code = await runVerify({
    baseUrl: "https://foreign.example/v1",
    apiKey: FOREIGN_KEY,
    wallet: FOREIGN_WALLET,
    json: true,
    fetch: service.fetch,
    print: (line) => printed.push(line),
    notice: (line) => notices.push(line),
    ...options,
  });
  const text = printed.join("\n");
  const report = text.startsWith("{") ? (JSON.parse(text) as VerifyReport) : undefined;
  const of = (number: number) => report?.decisions.find((decision) => decision.number === number);
  return { code, report, of, text, notices, sent: service.sent };
}

describe("verify against a third-party service", () => {
  test("no dialect fits an envelope with reset times in milliseconds; the options give the closest match", async () => {
    const { code, report, of } = await verify({ envelope: true, reset: inMs });
    expect(code).toBe(1);
    expect(report?.dialect).toBeNull();
    expect(report?.readings).toEqual({
      envelope: "true",
      pagination: "before",
      rateLimitReset: "epoch-ms",
      "optional parts": "sent",
    });
    expect(report?.serveOptions.join(" ")).toMatch(
      /--dialect enveloped --contract rateLimitReset=epoch-ms|--dialect reset-ms --contract envelope=true/,
    );
    expect(of(1)?.verdict).toBe("different");
    expect(of(4)?.verdict).toBe("different");
  });

  test("a service without rate-limit headers fits no dialect", async () => {
    const { code, report, of } = await verify({});
    expect(code).toBe(1);
    expect(report?.readings["rateLimitReset"]).toBe("absent");
    expect(of(6)?.verdict).toBe("different");
    expect(of(4)?.verdict).toBe("different");
  });

  test("a service that differs only in decisions that no dialect changes fits a dialect, with the differences listed", async () => {
    const { code, report, of } = await verify({ reset: inSeconds, friendly: true });
    expect(code).toBe(0);
    expect(report?.dialect).toBe("default");
    for (const number of [5, 11, 14, 15, 18, 30, 31, 33, 39, 40, 46, 47, 48, 50]) {
      expect(of(number), `decision ${number}`).toMatchObject({ verdict: "different" });
    }
    expect(of(15)?.evidence.join()).toContain("no-such-path returned 200");
    expect(of(40)?.evidence.join()).toContain("exchange");
    expect(of(33)?.evidence.join()).toContain("2026-06-10");
    expect(of(18)?.evidence.join()).toContain("landed");
  });

  test("errors without optional fields fit strict-minimal", async () => {
    const { code, report } = await verify({ reset: inSeconds, bare: true });
    expect(code).toBe(0);
    expect(report?.dialect).toBe("strict-minimal");
  });

  test("the cursor's name is read from the second page", async () => {
    const { report, of } = await verify({ reset: inSeconds, cursor: "nextCursor" });
    expect(report?.dialect).toBe("cursor");
    expect(of(3)?.verdict).toBe("different");
  });

  test("a missing scope leaves the affected decisions unknown", async () => {
    const { of } = await verify({ reset: inSeconds, scoped: true });
    expect(of(12)?.verdict).toBe("met");
    expect(of(13)?.verdict).toBe("met");
    expect(of(33)?.verdict).toBe("unknown");
    expect(of(33)?.evidence.join()).toContain("403 insufficient_scope");
  });

  test("stops sending requests with the key once the rate limit is reached", async () => {
    const { sent, of } = await verify({ reset: inSeconds, budget: 6 });
    expect(sent.filter(({ authorization }) => authorization === `Bearer ${FOREIGN_KEY}`)).toHaveLength(7);
    expect(of(9)).toMatchObject({ verdict: "different" });
    expect(of(46)).toMatchObject({ verdict: "unknown" });
    expect(of(46)?.evidence.join()).toContain("run verify again");
  });

  test("never prints the key or terminal control characters, even if the service echoes them", async () => {
    for (const json of [true, false]) {
      const { text, notices } = await verify({ reset: inSeconds, echo: `${FOREIGN_KEY}\u001b[2J` }, { json });
      expect(text).toContain("[API key]");
      expect(text + notices.join()).not.toContain(FOREIGN_KEY);
      expect(text).not.toContain("\u001b");
    }
  });
});

describe("verify without a usable service", () => {
  test.each([
    ["no key", { apiKey: "" }, "INTENT_TX_API_KEY is not set"],
    ["no URL", { baseUrl: "foreign.example" }, "must be a URL"],
    ["a key in the clear", { baseUrl: "http://foreign.example/v1", fetch: undefined }, "https"],
    ["no wallet", { wallet: "alice" }, "--wallet"],
    ["a password in the URL", { baseUrl: "https://u:p@foreign.example/v1" }, "must not contain a user"],
  ] as const)("%s ends with 2 before any request", async (_, options, said) => {
    const { code, sent, notices } = await verify({}, options);
    expect(code).toBe(2);
    expect(sent).toEqual([]);
    expect(notices.join()).toContain(said);
  });

  test("a refused key ends with 2 after one request", async () => {
    const { code, sent, notices } = await verify({}, { apiKey: "svc_live_another" });
    expect(code).toBe(2);
    expect(sent).toHaveLength(1);
    expect(notices.join()).toContain("rejects INTENT_TX_API_KEY");
  });

  test("a redirect is not followed", async () => {
    const followed: string[] = [];
    const { code } = await verify(
      {},
      {
        fetch: async (url) => {
          followed.push(url);
          return new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } });
        },
      },
    );
    expect(code).toBe(2);
    expect(followed).toHaveLength(1);
  });

  test("an unreachable service ends with 2", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/v1`;
    const { code, notices } = await verify({}, { baseUrl, fetch: undefined });
    expect(code).toBe(2);
    expect(notices.join()).toContain("cannot be reached");
  });
});

test("without endpoints there is no verdict: a site that returns no JSON, and a base URL without the version", async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const notices: string[] = [];
  const asked = { apiKey: FOREIGN_KEY, print: () => {}, notice: (line: string) => notices.push(line) };
  expect(await runVerify({ ...asked, baseUrl: `http://127.0.0.1:${port}/v1/` })).toBe(2);
  await new Promise((resolve) => server.close(resolve));
  expect(notices.at(-1)).toMatch(/has no endpoint of the service; the base URL must end with the version/);

  await using own = await createMockServer();
  const { fetch } = own;
  const root = { ...asked, apiKey: own.keys.enterprise, fetch, baseUrl: own.baseUrl.replace(/\/v1$/, "") };
  expect(await runVerify(root)).toBe(2);
  expect(notices.at(-1)).toMatch(/no endpoint/);
});
