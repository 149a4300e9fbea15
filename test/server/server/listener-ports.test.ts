import { Server } from "node:net";
import { createMockServer } from "@intent-tx/mock-server";
import { afterEach, expect, test, vi } from "vitest";

/** The range from which Linux and macOS assign free ports. */
const GIVEN = 32_768;

afterEach(() => {
  vi.restoreAllMocks();
});

/** As after thousands of clients: no assigned port has a free neighbour. */
function clientsEverywhere(): void {
  const listen = Server.prototype.listen;
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server, ...args: unknown[]) {
    const [port] = args;
    if (typeof port !== "number" || port < GIVEN) return Reflect.apply(listen, this, args) as Server;
    queueMicrotask(() => this.emit("error", Object.assign(new Error("taken"), { code: "EADDRINUSE" })));
    return this;
  });
}

test("where no free port has a free neighbour, a pair is taken below them: web3.js finds its WebSocket", async () => {
  clientsEverywhere();
  await using server = await createMockServer({ seed: 1 });
  const { port, neighbour } = await server.listen({ port: 0 });
  expect({ neighbour, below: port < GIVEN }).toEqual({ neighbour: true, below: true });
  expect(server.ws.live).toContain("127.0.0.1:");
});
