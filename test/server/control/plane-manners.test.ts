import { request as httpRequest } from "node:http";
import { type MockServer, NotOnValidatorError } from "@intent-tx/mock-server";
import { describe, expect } from "vitest";
import { encodeMint } from "../../../mock-server/src/formats/token-layout.js";
import { control, failureOf, lab, rpc, test } from "../lab.js";

describe("manners", () => {
  const ask = (server: MockServer, method: string, path: string, init: RequestInit = {}) =>
    server.fetch(`${server.controlUrl}${path}`, { method, ...init });
  const json = { "Content-Type": "application/json" };

  test.each<[string, string, RequestInit, number, string]>([
    ["GET", "/nothing", {}, 404, "not_found"],
    ["GET", "/keys", {}, 405, "method_not_allowed"],
    ["OPTIONS", "/health", {}, 405, "method_not_allowed"],
    ["DELETE", "/faults/%ZZ", {}, 400, "validation_error"],
    ["POST", "/names", { body: "{}" }, 415, "unsupported_media_type"],
    [
      "POST",
      "/names",
      { body: "name=x", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
      415,
      "unsupported_media_type",
    ],
    ["POST", "/names", { body: "{", headers: json }, 400, "validation_error"],
    ["POST", "/names", { body: "null", headers: json }, 400, "validation_error"],
    ["POST", "/names", { body: new Uint8Array([0xff, 0xfe]), headers: json }, 400, "validation_error"],
    ["POST", "/names", { body: `"${"x".repeat(65_536)}"`, headers: json }, 413, "payload_too_large"],
    [
      "POST",
      "/chain-accounts",
      { body: `[${"{},".repeat(400_000)}{}]`, headers: json },
      400,
      "validation_error",
    ],
    ["DELETE", "/sessions/session_none", {}, 404, "not_found"],
    ["GET", "/requests?status=ok", {}, 400, "validation_error"],
  ])("%s %s", async (method, path, init, status, code) => {
    const response = await ask(await lab(), method, path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, message: expect.any(String) } });
    if (status === 405) expect(response.headers.get("allow")).toMatch(/^(POST|GET)/);
  });

  test("a charset parameter is accepted, HEAD answers as GET without a body", async ({ server }) => {
    const answer = await ask(server, "POST", "/clock/advance", {
      headers: { "Content-Type": "application/JSON; charset=utf-8" },
      body: '{"by":1}',
    });
    expect(answer.status).toBe(200);
    const head = await ask(server, "HEAD", "/health");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("the OpenAPI document gives each call a name, a body, parameters with bounds and the error form", async () => {
    const server = await lab();
    const document = (await control(server, "GET", "/openapi.json")).body;
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: expect.any(String), version: expect.any(String) },
    });
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      Object.values,
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(document.paths["/fund"].post.requestBody.content["application/json"].schema).toMatchObject({
      type: "object",
      additionalProperties: false,
      required: expect.arrayContaining(["environment", "walletAddress", "tokens"]),
    });
    expect(document.paths["/sessions/{id}"].delete.parameters).toMatchObject([
      { name: "id", in: "path", required: true },
    ]);
    const { paths, components, security } = document;
    expect(paths["/requests"].get.parameters).toContainEqual({
      name: "status",
      in: "query",
      required: false,
      schema: expect.objectContaining({ minimum: 100, maximum: 599 }),
    });
    // Calls of the studio.
    expect(Object.keys(paths).filter((path) => /^\/(accounts|pools|prices\/|traffic)/.test(path))).toEqual(
      [],
    );
    const rule = paths["/faults"].post.requestBody.content["application/json"].schema.properties;
    expect(rule.nth).toEqual({ type: "integer", minimum: 1 });
    expect(rule.probability).toEqual({ type: "number", minimum: 0, maximum: 1 });
    const advance = paths["/clock/advance"].post;
    expect(advance.requestBody.content["application/json"].schema.properties.by.type).toEqual([
      "string",
      "number",
    ]);
    expect(advance.responses["400"].content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/Error",
    });
    expect(components.schemas.Error.required).toEqual(["error"]);
    expect(security).toEqual([{}, { controlToken: [] }]);
  });
});

/** Sends a request with any Host header, which `fetch` does not allow; returns the status. */
function raw(server: MockServer, headers: Record<string, string>, path = "/_mock/health"): Promise<number> {
  const { port } = new URL(server.baseUrl);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, headers, setHost: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.once("error", reject);
    request.end();
  });
}

describe("access over a socket", () => {
  test("on loopback without a token, loopback host names and the server's own pages are allowed", async () => {
    const server = await lab();
    const { port } = await server.listen();
    const statuses = async (...all: Record<string, string>[]) => {
      const seen: number[] = [];
      for (const headers of all) seen.push(await raw(server, headers));
      return seen;
    };
    expect(
      await statuses(
        { host: `127.0.0.1:${port}` },
        { host: `localhost:${port}` },
        { host: `[::1]:${port}` },
        { host: `LOCALHOST:${port}` },
        { host: `localhost:${port}`, origin: `http://localhost:${port}` },
        // A link on another site.
        { host: `localhost:${port}`, "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" },
        { host: `localhost:${port}`, "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" },
      ),
    ).toEqual(Array(7).fill(200));
    expect(
      await statuses(
        { host: `evil.example:${port}` },
        { host: `127.0.0.1.evil.example:${port}` },
        { host: `localhost.evil.example` },
        { host: "localhost@evil.example" },
        { host: "127.1.1.256" },
        { host: "-.localhost" },
        { host: `localhost:${port}`, "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
        { host: `localhost:${port}`, "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" },
        { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
        { host: `localhost:${port}`, origin: "https://evil.example" },
        { host: `localhost:${port}`, origin: "http://localhost:1" },
        { host: `localhost:${port}`, origin: "null" },
      ),
    ).toEqual([403, 403, 403, 400, 403, 403, 403, 403, 403, 403, 403, 403]);
    expect(await raw(server, { host: "evil.com/.localhost" })).toBe(400);
    expect(await raw(server, { host: "evil.example" }, "/openapi.json")).toBe(200);
  });

  test("off loopback the control plane is closed, or requires the token", async ({ server: closed }) => {
    await closed.listen({ host: "0.0.0.0" });
    expect(await raw(closed, { host: "127.0.0.1" })).toBe(403);
    expect((await control(closed, "GET", "/health")).status).toBe(200);

    const open = await lab({ controlToken: "sesame-sesame-sesame" });
    await open.listen({ host: "0.0.0.0" });
    const bearer = (token: string) => raw(open, { host: "mock.example", authorization: `Bearer ${token}` });
    expect(await bearer("sesame-sesame-sesame")).toBe(200);
    expect(await bearer("sesame-sesame-sesam")).toBe(403);
    expect(await bearer("sesame-sesame-sesame2")).toBe(403);
    expect(await raw(open, { host: "mock.example" })).toBe(403);
    expect(
      await raw(open, {
        host: "mock.example",
        origin: "https://evil.example",
        authorization: "Bearer sesame-sesame-sesame",
      }),
    ).toBe(403);
  });

  test("a session's control plane has the same rules", async ({ server }) => {
    const { port } = await server.listen();
    const { controlUrl } = server.openSession();
    const path = `${new URL(controlUrl).pathname}/health`;
    expect(await raw(server, { host: `localhost:${port}` }, path)).toBe(200);
    expect(await raw(server, { host: "evil.example" }, path)).toBe(403);
  });
});

describe("pages of other origins", () => {
  const APP = "http://localhost:5173";
  const preflight = {
    Origin: APP,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type",
  };

  /** Starts a server; returns a function that calls the control plane and reads the CORS headers of the response. */
  async function served(options: Parameters<typeof lab>[0], host = "127.0.0.1") {
    const server = await lab(options);
    await server.listen({ host });
    return async (method: string, path: string, headers: Record<string, string>, at = server.controlUrl) => {
      const response = await fetch(`${at}${path}`, { method, headers });
      await response.text();
      const cors = [...response.headers].filter(([name]) => name.startsWith("access-control-"));
      return { status: response.status, cors: Object.fromEntries(cors), vary: response.headers.get("vary") };
    };
  }

  test("an allowed origin gets its preflight and reads every answer, refusals included", async () => {
    const ask = await served({ controlOrigin: ["https://app.example", `${APP}/`] });
    const readable = {
      "access-control-allow-origin": APP,
      "access-control-expose-headers": "X-Request-Id",
    };
    expect(await ask("OPTIONS", "/clock/advance", preflight)).toEqual({
      status: 204,
      cors: {
        ...readable,
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers": "Authorization, Content-Type",
        "access-control-max-age": "600",
      },
      vary: "Origin",
    });
    const seen = { cors: readable, vary: "Origin" };
    expect(await ask("GET", "/health", { Origin: APP })).toEqual({ status: 200, ...seen });
    expect(await ask("GET", "/nothing", { Origin: APP })).toEqual({ status: 404, ...seen });
    expect(await ask("OPTIONS", "/health", { Origin: APP })).toEqual({ status: 405, ...seen });
  });

  test.each(["http://localhost:5174", "https://localhost:5173", "http://localhost", "null", "*"])(
    "%s is refused and cannot read the refusal",
    async (origin) => {
      const ask = await served({ controlOrigin: APP });
      const refused = { status: 403, cors: {}, vary: null };
      expect(await ask("GET", "/world", { Origin: origin })).toEqual(refused);
      expect(await ask("OPTIONS", "/clock/advance", { ...preflight, Origin: origin })).toEqual(refused);
    },
  );

  test.each(["127.0.0.1", "0.0.0.0"])(
    "on %s requests of an allowed origin need the token, preflights do not",
    async (host) => {
      const ask = await served({ controlOrigin: APP, controlToken: "sesame-sesame-sesame" }, host);
      expect(await ask("OPTIONS", "/health", preflight)).toMatchObject({ status: 204 });
      expect(await ask("OPTIONS", "/health", { Origin: APP })).toMatchObject({ status: 403 });
      expect(await ask("GET", "/health", { Origin: APP })).toMatchObject({ status: 403 });
      const headers = { Origin: APP, Authorization: "Bearer sesame-sesame-sesame" };
      expect(await ask("GET", "/health", headers)).toMatchObject({ status: 200 });
    },
  );

  test("an allowed origin gives no access by a foreign host name, or off loopback without a token", async () => {
    const server = await lab({ controlOrigin: APP });
    await server.listen();
    for (const host of ["evil.example", "localhost.evil.example"])
      expect(await raw(server, { host, origin: APP })).toBe(403);
    expect(await raw(server, { host: "localhost", origin: APP })).toBe(200);
    const abroad = await lab({ controlOrigin: APP });
    await abroad.listen({ host: "0.0.0.0" });
    expect(await raw(abroad, { host: "127.0.0.1", origin: APP })).toBe(403);
  });

  test("a session allows the origins of its server", async () => {
    const server = await lab({ controlOrigin: APP });
    await server.listen();
    const { controlUrl } = server.openSession();
    const response = await fetch(`${controlUrl}/health`, { headers: { Origin: APP } });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, APP]);
  });
});

const MINT = "Mint111111111111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

test("calls that change the chain from outside are 409 over a validator, and change nothing", async () => {
  const data = [Buffer.from(encodeMint({ decimals: 2 }, 0n, undefined)).toString("base64"), "base64"];
  const account = { lamports: 1_461_600n, data, owner: TOKEN, executable: false };
  const chain = await lab({ world: { chainAccounts: [{ pubkey: MINT, account }] } });
  await chain.listen();
  const server = await lab({ rpcUrl: chain.rpc.live });
  const { address: walletAddress } = server.wallets.bob;
  const before = JSON.stringify(await chain.snapshot());
  for (const [path, body, message] of [
    ["/clone", { environment: "live", url: chain.rpc.live, addresses: [walletAddress] }, "cannot be cloned"],
    ["/clock/set", { epoch: 5_000 }, "cannot be set to a slot or an epoch"],
    ["/faults", { fault: { kind: "unsigned-transaction" } }, "unsigned-transaction cannot be added"],
    [
      "/fund",
      { environment: "live", walletAddress, tokens: { SOL: "1", [MINT]: "1" } },
      "Only the world's own tokens",
    ],
  ] as const) {
    const answer = await control(server, "POST", path, body);
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining(message) } },
    });
  }
  expect(await failureOf(server.clock.set({ slot: 1e9 }))).toBeInstanceOf(NotOnValidatorError);
  expect(JSON.stringify(await chain.snapshot())).toBe(before);
});

test("accounts can be cloned to the network of the server that has no validator", async () => {
  const chain = await lab();
  await chain.listen();
  const server = await lab({ rpcUrl: chain.rpc.live });
  const { address } = chain.wallets.bob;
  await chain.fund(address, { SOL: "1" });
  await server.clone([address], { url: chain.rpc.live, environment: "test" });
  expect((await rpc(server, "getBalance", [address], "test")).result.value).toBe(26e9);
});
