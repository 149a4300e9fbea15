import { type ClientOptions, IntentTx } from "intent-tx";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BASE, failure, fakeClock, fakeFetch, KEY, PRICE, refused } from "../harness.js";

afterEach(() => vi.unstubAllGlobals());

/** Stubs the globals that the client uses to detect a page, as if the page were at `href`. */
function page(href: string, userAgent = "Mozilla/5.0 Chrome/140") {
  vi.stubGlobal("document", {});
  vi.stubGlobal("navigator", { userAgent });
  vi.stubGlobal("location", { href });
}

describe("a client of a page's own server", () => {
  test.each(["https://app.example.com/swap?x=1#top", "http://intranet.local:8080/", "http://localhost/"])(
    "at %s needs no key and accepts a path as baseUrl",
    async (href) => {
      page(href);
      const { fetch, seen } = fakeFetch({ json: PRICE });
      vi.stubGlobal("fetch", fetch);
      const client = new IntentTx({ baseUrl: "/api/", credentials: "include" });
      expect(client.baseUrl).toBe(`${new URL(href).origin}/api`);
      expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
      expect(seen[0]?.url.href).toBe(`${new URL(href).origin}/api/prices/SOL`);
      expect(seen[0]?.headers.get("authorization")).toBeNull();
    },
  );

  test.each(["capacitor://localhost/", "chrome-extension://abcdef/page.html", "file:///app/index.html"])(
    "at %s, in an app or an extension, needs no key and is of another origin",
    async (href) => {
      page(href);
      const { fetch, seen } = fakeFetch({ status: 503 }, { json: PRICE });
      const client = new IntentTx({ baseUrl: BASE, credentials: "include", fetch, clock: fakeClock() });
      expect(await client.prices.retrieve("SOL")).toEqual(PRICE);
      expect(seen.map(({ headers }) => headers.get("x-retry-count"))).toEqual([null, null]);
    },
  );

  test("in a worker made from a blob has the page's origin and the browser's User-Agent", async () => {
    vi.stubGlobal("location", { href: "blob:https://app.example.com/0b1c" });
    for (const name of ["WorkerGlobalScope", "importScripts"]) vi.stubGlobal(name, () => {});
    const { fetch, seen } = fakeFetch({ status: 503 }, { json: PRICE });
    vi.stubGlobal("fetch", fetch);
    // Put back before the test returns: Vitest's messages to its main process need `process`.
    vi.stubGlobal("process", undefined);
    try {
      const client = new IntentTx({ baseUrl: "/api", clock: fakeClock() });
      await client.prices.retrieve("SOL");
    } finally {
      vi.unstubAllGlobals();
    }
    expect(
      seen.map(({ url, headers }) => [url.href, headers.get("user-agent"), headers.get("x-retry-count")]),
    ).toEqual([
      ["https://app.example.com/api/prices/SOL", null, null],
      ["https://app.example.com/api/prices/SOL", null, "1"],
    ]);
  });

  test("sends a session token unchanged, without dangerouslyAllowBrowser", async () => {
    page("https://app.example.com/");
    const { fetch, seen } = fakeFetch({ json: PRICE });
    const client = new IntentTx({ baseUrl: "/api", apiKey: () => "session.eyJhbGciOi", fetch });
    await client.prices.retrieve("SOL");
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer session.eyJhbGciOi");
  });

  test("reports that the session ended, without retrying", async () => {
    page("https://app.example.com/");
    const { fetch, seen } = fakeFetch(refused(401, "unauthorized"));
    const client = new IntentTx({ baseUrl: "/api", fetch });
    expect((await failure(client.prices.retrieve("SOL"))).name).toBe("AuthenticationError");
    expect(seen).toHaveLength(1);
  });

  test.each<[string, ClientOptions, RegExp]>([
    ["a live key of another prefix", { apiKey: "acme_live_0123456789" }, /Live keys/],
    ["a path that names another host", { baseUrl: "//evil.example/v1" }, /must be a URL/],
    ["a path with a query", { baseUrl: "/api?x=1" }, /not contain a user, password, query/],
  ])("refuses %s", (_, options, message) => {
    page("https://app.example.com/");
    expect(() => new IntentTx({ baseUrl: "/api", ...options })).toThrow(message);
  });

  test("outside a page, a relative baseUrl or a missing key is refused", () => {
    expect(() => new IntentTx({ baseUrl: "/api", apiKey: KEY })).toThrow(/only in a browser/);
    expect(() => new IntentTx({ baseUrl: BASE })).toThrow(/Pass apiKey/);
    for (const href of ["about:blank", "blob:null/0b1c"]) {
      page(href);
      expect(() => new IntentTx({ baseUrl: "/api" })).toThrow(/only in a browser/);
    }
  });
});
