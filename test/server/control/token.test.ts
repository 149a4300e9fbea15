import { describe, expect, onTestFinished, test, vi } from "vitest";
import { requestLogger } from "../../../mock-server/src/cli/request-lines.js";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { WrongTokens } from "../../../mock-server/src/http/token.js";
import { lab } from "../lab.js";

const TOKEN = "a-token-of-22-letters.";
const VARIABLE = "INTENT_TX_MOCK_CONTROL_TOKEN";
const EXAMPLE = /for example [\w-]{32}$/;

/** The error for a token on a host: of the option, the flag and the variable. */
async function refusals(token: string, host: string): Promise<(string | undefined)[]> {
  const error = (read: () => unknown): string | undefined => {
    try {
      read();
      return undefined;
    } catch (thrown) {
      return (thrown as Error).message;
    }
  };
  const flag = error(() => readServerFlags(["--host", host, "--control-token", token]));
  vi.stubEnv(VARIABLE, token);
  const variable = error(() => readServerFlags(["--host", host]));
  vi.unstubAllEnvs();
  const option = await lab({ controlToken: token })
    .then((server) => server.listen({ host }))
    .then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
  return [option, flag, variable];
}

describe("a control token", () => {
  test.each([
    ["that is empty", "", "127.0.0.1", "must be printable ASCII"],
    ["of a space", " ", "127.0.0.1", "must be printable ASCII"],
    ["of other letters", "日本", "127.0.0.1", "must be printable ASCII"],
    ["with a line break", "a\nb", "127.0.0.1", "must be printable ASCII"],
    ["that is short, off loopback,", "fifteen-letters", "0.0.0.0", "must have at least 16 characters"],
  ])("%s is refused with an example, as an option, a flag and a variable", async (_, token, host, reason) => {
    const [option, flag, variable] = await refusals(token, host);
    expect(option).toMatch(EXAMPLE);
    expect(option?.startsWith(`controlToken ${reason}`)).toBe(true);
    expect(flag?.startsWith(`--control-token ${reason}`)).toBe(true);
    expect(variable?.startsWith(`${VARIABLE} ${reason}`)).toBe(true);
    if (token.length > 5) expect([option, flag, variable].join()).not.toContain(token);
  });

  test("may be short on loopback, and of 16 characters elsewhere", async () => {
    expect(await refusals("a", "127.0.0.1")).toEqual([undefined, undefined, undefined]);
    expect(await refusals("sixteen-letters.", "0.0.0.0")).toEqual([undefined, undefined, undefined]);
  });

  test("is not guessed: after ten wrong ones an address gets 429, but still 200 with the right one", async () => {
    const lines: string[] = [];
    const logger = requestLogger({ log: "requests", json: false, logFormat: "json" }, (line) =>
      lines.push(line),
    );
    const { makeServer } = await import("../../../mock-server/src/create.js");
    const server = await makeServer({ controlToken: TOKEN }, { onAnswered: logger });
    onTestFinished(() => server.close());
    const { controlUrl } = await server.listen();
    const ask = (token?: string) =>
      fetch(
        `${controlUrl}/health`,
        token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
      );
    for (let at = 0; at < 20; at++) expect((await ask()).status).toBe(403);
    for (let at = 0; at < 10; at++) expect((await ask(`guess-${at}`)).status).toBe(403);
    const refused = await ask("guess-11");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await refused.json()).error.code).toBe("too_many_tokens");
    expect((await ask(TOKEN)).status).toBe(200);
    expect((await ask()).status).toBe(403);
    const levels = lines.map((line) => JSON.parse(line)).map(({ status, level }) => `${status} ${level}`);
    expect(new Set(levels)).toEqual(new Set(["403 warn", "429 warn", "200 info"]));
  });
});

test("wrong tokens are counted for 10,000 addresses, where an IPv6 network of 64 bits is one", () => {
  const wrong = new WrongTokens();
  const count = (address: string, times: number) =>
    Array.from({ length: times }, () => wrong.count(address)).at(-1);
  expect(count("10.0.0.1", 10)).toBeUndefined();
  expect(count("10.0.0.1", 1)).toBe(60);
  expect(count("10.0.0.2", 10)).toBeUndefined();
  expect(count("2001:db8::1", 10)).toBeUndefined();
  expect(count("2001:db8:0:0:ffff::2", 1)).toBe(60);
  expect(count("2001:db8:0:1::1", 1)).toBeUndefined();
  for (let at = 0; at < 10_000; at++) wrong.count(`host-${at}`);
  expect(count("10.0.0.1", 10)).toBeUndefined();
});
