import { describe, expect, test, vi } from "vitest";
import { RawConnection } from "../server/http/socket-client.js";
import type { Setup } from "./suite/setup.js";
import { socket } from "./targets.js";

/** Sends bytes, and returns everything received until the connection closes. `goAway` disconnects after sending. */
async function exchange(setup: Setup, bytes: string | Uint8Array, { goAway = false } = {}): Promise<string> {
  const connection = await RawConnection.open(setup.parts.baseUrl);
  connection.socket.write(bytes, () => goAway && connection.socket.resetAndDestroy());
  return connection.end();
}

const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const bodyOf = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4);
const head = (line: string, ...headers: string[]) =>
  [line, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");

describe("a socket", () => {
  test("responds to pipelined requests in order", async () => {
    await using setup = await socket.open();
    const asked = ["/v1/prices/SOL", "/nowhere", "/v1/prices/USDC"].map((path, index) =>
      head(
        `GET ${path} HTTP/1.1`,
        `Authorization: Bearer ${setup.key("pro")}`,
        `Connection: ${index === 2 ? "close" : "keep-alive"}`,
      ),
    );
    expect(statuses(await exchange(setup, asked.join("")))).toEqual([200, 404, 200]);
  });

  test("an absolute URL in the request line is read as its path, as in requests to a proxy", async () => {
    await using setup = await socket.open();
    const ask = (target: string) =>
      exchange(
        setup,
        head(`GET ${target} HTTP/1.1`, `Authorization: Bearer ${setup.key("pro")}`, "Connection: close"),
      );
    expect(bodyOf(await ask("http://127.0.0.1/v1/prices/SOL"))).toContain('"symbol":"SOL"');
    expect(statuses(await ask("HTTP://api.example.com:80/v1/analytics/usage?x=1"))).toEqual([200]);
    for (const nowhere of ["http://127.0.0.1", "http://127.0.0.1?x=1", "ftp://127.0.0.1/v1/prices/SOL"])
      expect(statuses(await ask(nowhere))).toEqual([404]);
  });

  test.each([70_000, 1_000_000])(
    "the rest of a refused body of %i bytes is never parsed as a request",
    async (bytes) => {
      await using setup = await socket.open();
      const smuggled = head("DELETE /v1/keys/key_x HTTP/1.1", `Authorization: Bearer ${setup.key("pro")}`);
      const body = smuggled.repeat(Math.ceil(bytes / smuggled.length));
      const type = "Content-Type: application/json";
      const length = `Content-Length: ${body.length}`;
      const last = head(
        "GET /v1/prices/SOL HTTP/1.1",
        `Authorization: Bearer ${setup.key("pro")}`,
        "Connection: close",
      );
      for (const [key, status] of [
        ["pro", 413],
        ["nobody", 401],
      ] as const) {
        const post = head(
          "POST /v1/intents HTTP/1.1",
          `Authorization: Bearer ${setup.key(key)}`,
          type,
          length,
        );
        const answered = statuses(await exchange(setup, post + body + last));
        // After refusing the body, the server closes the connection, or reads the body and answers the next request.
        expect([[status], [status, 200], []]).toContainEqual(answered);
      }
      expect((await setup.get("/prices/SOL")).status).toBe(200);
    },
  );

  test("a client that disconnects while sending its body affects no other client", async () => {
    await using setup = await socket.open();
    const post = head(
      "POST /v1/intents HTTP/1.1",
      `Authorization: Bearer ${setup.key("pro")}`,
      "Content-Type: application/json",
      "Content-Length: 100",
    );
    const failures = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await exchange(setup, `${post}{"walletAddress"`, { goAway: true });
    const statuses = async () => {
      const { data } = await setup.control<{ data: { status: number }[] }>("GET", "/requests");
      return data.map(({ status }) => status);
    };
    await expect.poll(statuses).toEqual([400]);
    expect(failures).not.toHaveBeenCalled();
    failures.mockRestore();
    expect((await setup.get("/prices/SOL")).status).toBe(200);
  });
});
