// An answer in-process is read without a stream; nobody may notice. Each way to read it is held against the platform's own response.
import { inspect } from "node:util";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { describe, expect, it, vi } from "vitest";

const FROZEN = { seed: 1, clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } } as const;

/** One answer of the server, and the platform's response of the same text. */
async function pair(server: MockServer): Promise<readonly [given: Response, platform: Response]> {
  const headers = { Authorization: `Bearer ${server.keys["enterprise"]}` };
  const [given, other] = [await ask(), await ask()];
  const { status, headers: sent } = given;
  return [given, new Response(await other.text(), { status, headers: sent })];
  function ask() {
    return server.fetch(`${server.baseUrl}/prices/SOL`, { headers });
  }
}

/** The outcome of a call: its value, or its error in words. */
async function outcome(act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

const WAYS: Readonly<Record<string, (response: Response) => unknown>> = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  arrayBuffer: (response) => response.arrayBuffer(),
  blob: async (response) => {
    const blob = await response.blob();
    return [blob.type, await blob.text()];
  },
  formData: (response) => response.formData(),
  body: async (response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body as ReadableStream<Uint8Array>) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  },
  clone: (response) => response.clone().text(),
  "clone of a clone": async (response) => {
    const clone = response.clone();
    return [await clone.clone().json(), await clone.text()];
  },
  "a locked body": (response) => {
    response.body?.getReader();
    return response.text();
  },
  "a response made of its body": (response) => new Response(response.body, response).json(),
};

describe("an answer in-process", () => {
  for (const [first, read] of Object.entries(WAYS)) {
    it(`is read as the platform's: ${first}, and then in every way`, async () => {
      await using server = await createMockServer(FROZEN);
      for (const again of Object.values(WAYS)) {
        const [given, platform] = await pair(server);
        expect(given.bodyUsed).toBe(false);
        expect(await outcome(() => read(given))).toEqual(await outcome(() => read(platform)));
        expect(given.bodyUsed).toBe(platform.bodyUsed);
        expect(await outcome(() => again(given))).toEqual(await outcome(() => again(platform)));
        expect(given.bodyUsed).toBe(platform.bodyUsed);
      }
    });
  }

  it("looks like the platform's", async () => {
    await using server = await createMockServer(FROZEN);
    const [given, platform] = await pair(server);
    expect(given).toBeInstanceOf(Response);
    expect(Object.prototype.toString.call(given)).toBe("[object Response]");
    expect(inspect(given)).toBe(inspect(platform));
    expect([given.ok, given.type, given.url, given.redirected, given.statusText]).toEqual([
      platform.ok,
      platform.type,
      platform.url,
      platform.redirected,
      platform.statusText,
    ]);
  });

  it("gives a clone the headers as they are then", async () => {
    await using server = await createMockServer(FROZEN);
    const [given] = await pair(server);
    given.headers.set("x-seen", "yes");
    expect(given.clone().headers.get("x-seen")).toBe("yes");
    expect(given.body?.locked).toBe(false);
    given.headers.set("x-seen", "twice");
    const clone = given.clone();
    expect([clone.status, clone.headers.get("x-seen")]).toEqual([200, "twice"]);
    expect(await clone.text()).toBe(await given.text());
  });

  it("has no half of a character, as bytes have none", async () => {
    await using server = await createMockServer({ ...FROZEN, dialect: "strict-minimal" });
    const headers = {
      Authorization: `Bearer ${server.keys["enterprise"]}`,
      "Mock-Control": "malformed=truncated",
    };
    // Of answers that differ by one character, some break off in the middle of a pair.
    const texts = await Promise.all(
      ["", "a", "aa", "aaa"].map(async (begin) => {
        const token = encodeURIComponent(begin + "\u{1f600}".repeat(60));
        return (await server.fetch(`${server.baseUrl}/prices/${token}`, { headers })).text();
      }),
    );
    expect(texts.filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
    expect(texts.some((text) => text.endsWith("\ufffd"))).toBe(true);
  });
  it("tells that it was read, where a test environment's response has members of its own for that", async () => {
    class OwnMembers extends Response {
      constructor(body: BodyInit | null, init?: ResponseInit) {
        super(body, init);
        Object.defineProperty(this, "bodyUsed", { value: false, writable: true });
      }
      override async text() {
        Object.assign(this, { bodyUsed: true });
        return super.text();
      }
    }
    await using server = await createMockServer(FROZEN);
    vi.stubGlobal("Response", OwnMembers);
    try {
      const answer = await server.fetch(`${server.baseUrl}/prices/SOL`);
      await answer.text();
      expect(answer.bodyUsed).toBe(true);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
