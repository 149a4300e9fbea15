import { createMockServer } from "@intent-tx/mock-server";
import { describe, expect, test } from "vitest";

// `server.fetch` reads an address with usual options itself and leaves everything else to the platform's `Request`. Two servers
// of one seed are asked the same, one of them with a `Request`: each must answer, log and refuse as the other.

const NOW = "2026-03-01T12:00:00.000Z";

async function stage() {
  const server = await createMockServer({ seed: 7, clock: { now: NOW, mode: "frozen" } });
  const { baseUrl, keys, wallets } = server;
  const authorization = `Bearer ${keys.pro}`;
  const body = JSON.stringify({
    walletAddress: wallets["alice"]!.address,
    command: "swap 1 SOL for USDC é \ud800",
  });
  return { server, baseUrl, authorization, body };
}

type Scene = Awaited<ReturnType<typeof stage>>;
type Ask = (scene: Scene) => readonly [input: string | URL, init?: RequestInit];

const json = { "Content-Type": "application/json" };
const CASES: Record<string, Ask> = {
  "an address alone": ({ baseUrl }) => [`${baseUrl}/prices/SOL`],
  "a URL": ({ baseUrl, authorization }) => [
    new URL(`${baseUrl}/prices/SOL?a=%20b&é#part`),
    { headers: { authorization } },
  ],
  "a path with dots and escapes": ({ baseUrl, authorization }) => [
    `${baseUrl}/x/../prices/%53OL`,
    { headers: { authorization } },
  ],
  "a body": ({ baseUrl, authorization, body }) => [
    `${baseUrl}/intents`,
    { method: "POST", headers: { ...json, Authorization: authorization }, body },
  ],
  "a body without its type": ({ baseUrl, authorization, body }) => [
    `${baseUrl}/intents`,
    { method: "POST", headers: { Authorization: authorization }, body },
  ],
  "an empty body": ({ baseUrl, authorization }) => [
    `${baseUrl}/intents`,
    { method: "POST", headers: { ...json, Authorization: authorization }, body: "" },
  ],
  "no body": ({ baseUrl, authorization }) => [
    `${baseUrl}/intents`,
    { method: "POST", headers: { ...json, Authorization: authorization } },
  ],
  "bytes as body": ({ baseUrl, authorization, body }) => [
    `${baseUrl}/intents`,
    {
      method: "POST",
      headers: { ...json, Authorization: authorization },
      body: new TextEncoder().encode(body),
    },
  ],
  "a method in lower case": ({ baseUrl, authorization, body }) => [
    `${baseUrl}/intents`,
    { method: "post", headers: { ...json, Authorization: authorization }, body },
  ],
  "a method of one's own": ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    { method: "LOOK", headers: { authorization } },
  ],
  HEAD: ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    { method: "HEAD", headers: { authorization } },
  ],
  "Headers as headers": ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    { headers: new Headers({ authorization, "user-agent": "one" }) },
  ],
  "pairs as headers": ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    { headers: [["authorization", authorization]] },
  ],
  "one header in two spellings": ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    { headers: { authorization, "User-Agent": "one", "user-agent": "two" } },
  ],
  "white space around a value": ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    { headers: { authorization: ` ${authorization}\t`, "user-agent": "" } },
  ],
  "what a socket would need": ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    { headers: { authorization }, redirect: "manual", keepalive: true, cache: "no-store" },
  ],
  "members that are undefined": ({ baseUrl, authorization }) => [
    `${baseUrl}/prices/SOL`,
    {
      headers: { authorization },
      method: undefined,
      body: undefined,
      signal: undefined,
    } as unknown as RequestInit,
  ],
  "an aborted signal": ({ baseUrl }) => [`${baseUrl}/prices/SOL`, { signal: AbortSignal.abort("gone") }],
  // Refused by the platform.
  "no address": () => ["prices"],
  "a user in the address": () => ["http://me:secret@127.0.0.1/v1/prices/SOL"],
  "a body with GET": ({ baseUrl, body }) => [`${baseUrl}/prices/SOL`, { body }],
  "a line break in a value": ({ baseUrl }) => [`${baseUrl}/prices/SOL`, { headers: { accept: "a\r\nb: c" } }],
  "a letter beyond ISO 8859-1": ({ baseUrl }) => [`${baseUrl}/prices/SOL`, { headers: { accept: "€" } }],
  "a space in a name": ({ baseUrl }) => [`${baseUrl}/prices/SOL`, { headers: { "a b": "c" } }],
  "an unknown redirect": ({ baseUrl }) => [
    `${baseUrl}/prices/SOL`,
    { redirect: "sideways" as unknown as "follow" },
  ],
  "no signal": ({ baseUrl }) => [`${baseUrl}/prices/SOL`, { signal: {} as unknown as AbortSignal }],
  "a method that is forbidden": ({ baseUrl }) => [`${baseUrl}/prices/SOL`, { method: "TRACE" }],
};

/** Everything that can be seen of an answer, and of what was logged; or the error, by its class. */
async function outcome(ask: Ask, asRequest: boolean) {
  const scene = await stage();
  const [input, init] = ask(scene);
  try {
    const response = asRequest
      ? await scene.server.fetch(new Request(input, init))
      : await scene.server.fetch(input, init);
    const { number: _, ...logged } = scene.server.requests.list().at(-1) ?? { number: 0 };
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
      logged,
    };
  } catch (error) {
    return { failed: error instanceof Error ? error.constructor.name : error };
  } finally {
    await scene.server.close();
  }
}

describe("server.fetch of an address and options answers as it does of a Request", () => {
  test.each(Object.entries(CASES))("%s", async (_, ask) => {
    expect(await outcome(ask, false)).toEqual(await outcome(ask, true));
  });
});
