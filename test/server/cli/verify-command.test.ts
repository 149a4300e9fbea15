import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UsageError } from "../../../mock-server/src/cli/cli-command.js";
import { verifyCommand } from "../../../mock-server/src/cli/verify/verify-command.js";
import { FOREIGN_KEY, foreignService } from "./verify-foreign.js";

const inSeconds = (now: number) => String(now / 1000 + 30);

/** A foreign service on a socket; returns its base URL. */
async function listening() {
  const { fetch, sent } = foreignService({ reset: inSeconds });
  const server = createServer((request, response) => {
    const { url = "", method = "GET", headers } = request;
    void fetch(`http://foreign${url}`, { method, headers: headers as Record<string, string> }).then(
      async (answer) =>
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text()),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, sent, close: () => server.close() };
}

describe("intent-tx-mock verify", () => {
  const out: string[] = [];
  const err: string[] = [];

  beforeEach(() => {
    out.length = 0;
    err.length = 0;
    vi.spyOn(console, "log").mockImplementation((line: string) => void out.push(line));
    vi.spyOn(console, "error").mockImplementation((line: string) => void err.push(line));
    vi.stubEnv("INTENT_TX_API_KEY", FOREIGN_KEY);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  test("prints its cost on stderr, and one JSON document on stdout", async () => {
    const { baseUrl, sent, close } = await listening();
    expect(await verifyCommand.run(["--base-url", baseUrl, "--json"])).toBe(0);
    close();
    expect(err).toHaveLength(1);
    expect(err[0]).toMatch(/at most 25 requests to .*: 20 of them use the key, and 2 parse a command/);
    expect(JSON.parse(out.join("\n"))).toMatchObject({
      fitting: ["default", "cursor"],
      hint: expect.stringContaining("--wallet"),
      requests: { planned: 25, sent: 25 },
    });
    expect(sent).toHaveLength(25);
  });

  test("prints every decision with its number", async () => {
    const { baseUrl, close } = await listening();
    await verifyCommand.run([`--base-url=${baseUrl}`]);
    close();
    const numbers = out
      .flatMap((line) => /^(?:met|different|unknown) +(\d+) /.exec(line)?.[1] ?? [])
      .map(Number);
    expect(numbers).toEqual(Array.from({ length: 54 }, (_, index) => index + 1));
    expect(out.join("\n")).toContain(
      "Dialect: default or cursor; no response had a next page; use --wallet with a wallet that has more than one transaction",
    );
  });

  test.each([[[]], [["--url", "x"]], [["--base-url"]], [["--base-url", "https://a.example", "more"]]])(
    "refuses the words %j",
    async (words) => {
      await expect(verifyCommand.run(words)).rejects.toBeInstanceOf(UsageError);
    },
  );
});
