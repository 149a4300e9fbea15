import { Server } from "node:net";
import { createMockServer, type MockServer } from "@intent-tx/mock-server";
import { expect, onTestFinished, vi } from "vitest";
import { makeServer } from "../../../mock-server/src/create.js";
import { freePort } from "../../free-port.js";
import { cli } from "../cli/cli-process.js";
import { RawConnection } from "../http/socket-client.js";
import { failureOf, lab, test } from "../lab.js";

test("a port that is being opened when the server is closed is closed too", async () => {
  const server = await createMockServer();
  const listening = server.listen();
  await server.close();
  const { baseUrl } = await listening;
  expect((await failureOf(RawConnection.open(baseUrl))).message).toContain("ECONNREFUSED");
});

test("of two calls of listen at once the second is refused, and no port is left open", async ({ server }) => {
  const [first, second] = await Promise.allSettled([server.listen(), server.listen()]);
  expect(second).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("already listening; create another server") },
  });
  expect(first.status).toBe("fulfilled");
});

test.each<[string, (server: MockServer) => unknown]>([
  ["port must be an integer from 0 to 65535", (server) => server.listen({ port: "4010" as never })],
  ["prot is unknown; did you mean port?", (server) => server.listen({ prot: 4010 } as never)],
  ["environment must be one of live, test", (server) => server.rpcTransport("devnet" as never)],
  ["wrold is unknown; did you mean world?", (server) => server.reset({ wrold: {} } as never)],
  [
    "enviroment is unknown; did you mean environment?",
    (server) => server.fund(server.wallets.alice.address, { SOL: "1" }, { enviroment: "test" } as never),
  ],
])("a call with a wrong option is refused: %s", async (message, call) => {
  await using server = await createMockServer();
  await expect(async () => call(server)).rejects.toThrow(message);
});

test("after a taken port, another one can be opened", async () => {
  const [one, other] = [await lab(), await lab()];
  const { port } = await one.listen();
  expect(await failureOf(other.listen({ port }))).toMatchObject({ name: "ListenError", code: "EADDRINUSE" });
  expect((await other.listen()).port).not.toBe(port);
});

test("if one of two ports cannot be opened, neither is, and both can be opened again", async () => {
  const [taken, server] = [await lab(), await lab()];
  const { port } = await taken.listen();
  const rpcPort = await freePort();
  const refused = await failureOf(server.listen({ host: "0.0.0.0", port, rpcPort }));
  expect(refused).toMatchObject({ code: "EADDRINUSE", port });
  const base = `http://127.0.0.1:${rpcPort}`;
  expect((await failureOf(RawConnection.open(base))).message).toContain("ECONNREFUSED");
  await server.listen({ rpcPort });
  expect((await fetch(`${base}/health`)).status).toBe(200);
  // A later call is refused without another port.
  const other = await freePort();
  expect((await failureOf(server.listen({ rpcPort: other }))).message).toContain("already listening");
  expect((await failureOf(RawConnection.open(`http://127.0.0.1:${other}`))).message).toContain(
    "ECONNREFUSED",
  );
});

test("the control plane's guard holds from the first connection of each port", async ({ server }) => {
  const rpcPort = await freePort();
  // The RPC port opens first. A request that arrives before the other port is open is already guarded.
  const { listen } = Server.prototype;
  const call = async () => {
    const response = await fetch(`http://127.0.0.1:${rpcPort}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "surfnet_timeTravel", params: [{}] }),
    });
    return ((await response.json()) as { error: { message: string } }).error.message;
  };
  let first: Promise<string> | undefined;
  const opening = vi.spyOn(Server.prototype, "listen");
  onTestFinished(() => opening.mockRestore());
  opening.mockImplementation(function (this: Server, ...args: unknown[]) {
    if (args[0] !== rpcPort && args[0] !== rpcPort + 1) first ??= call();
    return Reflect.apply(listen, this, args) as Server;
  });
  await server.listen({ host: "0.0.0.0", rpcPort });
  expect(await first).toContain("open on loopback only");
  expect(await call()).toContain("open on loopback only");
});

test("responses are sent under an app's fake timers", async ({ server }) => {
  const { baseUrl } = await server.listen();
  vi.useFakeTimers({ toFake: ["setImmediate", "setTimeout", "setInterval"] });
  try {
    const { status } = await fetch(`${baseUrl}/prices/SOL`);
    expect(status).toBe(401);
  } finally {
    vi.useRealTimers();
  }
});

test.each(["/livez", "/readyz"])("%s answers a probe without a token", async (path) => {
  const server = await lab({ controlToken: "t0ken" });
  const { baseUrl } = await server.listen();
  const answer = await fetch(new URL(path, baseUrl));
  expect([answer.status, await answer.text()]).toEqual([200, "ok\n"]);
});

test("serve loads the chain after its ready line; until then /readyz is 503, and /livez is 200", async () => {
  const running = await cli(["serve", "--json", "--port", "0"]);
  const { baseUrl, controlUrl } = await running.ready();
  const { origin } = new URL(baseUrl);
  const ledger = async () =>
    ((await (await fetch(`${controlUrl}/health`)).json()) as { ledger: string }).ledger;
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  while ((await fetch(`${origin}/readyz`)).status !== 200) await new Promise(setImmediate);
  expect(await ledger()).toBe("ready");

  let started = () => {};
  const loadLedgerAfter = new Promise<void>((resolve) => {
    started = resolve;
  });
  const server = await makeServer({}, { loadLedgerAfter });
  onTestFinished(() => server.close());
  const probe = async (path: string) => (await server.fetch(new URL(path, server.baseUrl))).status;
  expect([await probe("/livez"), await probe("/readyz")]).toEqual([200, 503]);
  expect(await server.health()).toMatchObject({ ledger: "loading", ledgers: { live: false } });
  started();
  while ((await probe("/readyz")) !== 200) await new Promise(setImmediate);
  expect(await server.health()).toMatchObject({ ledger: "ready", ledgers: { live: true } });
  expect(await (await lab()).health()).not.toHaveProperty("ledger");
});

/** The range from which Linux and macOS assign free ports. */
const GIVEN = 32_768;

/** Imitates a machine with thousands of connections, on which no assigned port has a free neighbour. */
function clientsEverywhere(): void {
  const listen = Server.prototype.listen;
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server, ...args: unknown[]) {
    const [port] = args;
    if (typeof port !== "number" || port < GIVEN) return Reflect.apply(listen, this, args) as Server;
    queueMicrotask(() => this.emit("error", Object.assign(new Error("taken"), { code: "EADDRINUSE" })));
    return this;
  });
}

test("if no assigned port has a free neighbour, a lower pair of ports is used, so that web3.js finds the WebSocket", async () => {
  clientsEverywhere();
  onTestFinished(() => void vi.restoreAllMocks());
  const server = await lab();
  const { port, neighbour } = await server.listen({ port: 0 });
  expect({ neighbour, below: port < GIVEN }).toEqual({ neighbour: true, below: true });
  expect(server.ws.live).toContain("127.0.0.1:");
});

test("the OpenAPI document names the server's current address", async ({ server }) => {
  const ask = async (base: string) =>
    ((await (await server.fetch(base.replace(/\/v1$/, "/openapi.json"))).json()) as { servers: unknown })
      .servers;
  expect(await ask(server.baseUrl)).toEqual([{ url: "http://mock.invalid/v1" }]);
  const { baseUrl } = await server.listen();
  expect(await ask(baseUrl)).toEqual([{ url: baseUrl }]);
});
