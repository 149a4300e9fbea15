import { createMockServer, type MockServer, type MockServerOptions } from "@intent-tx/mock-server";
import { NOW, Setup, type SetupOptions, type Target } from "./suite/setup.js";

/** Creates the server of a setup. `more` has options that only a target sets. */
export function serverOf(
  { now = NOW, ...options }: SetupOptions,
  more: Pick<MockServerOptions, "rpcUrl"> = {},
): Promise<MockServer> {
  const { seed, dialect, contract, limits, world } = options;
  return createMockServer({
    clock: { now, mode: "frozen" },
    ...more,
    ...(seed !== undefined && { seed }),
    ...(dialect !== undefined && { dialect }),
    ...(contract !== undefined && { contract }),
    ...(limits !== undefined && { limits }),
    ...(world !== undefined && { world }),
  });
}

/** The parts of a server that a setup uses. */
export function partsOf(server: MockServer) {
  const { baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets } = server;
  return { baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets };
}

/** The server's `fetch`, without a socket. */
export const inProcess: Target = {
  name: "in-process",
  async open(options = {}) {
    const server = await serverOf(options);
    return new Setup({ ...partsOf(server), fetch: server.fetch, close: () => server.close() });
  },
};

/** A real socket, and the runtime's `fetch`. */
export const socket: Target = {
  name: "socket",
  async open(options = {}) {
    const server = await serverOf(options);
    await server.listen({ port: 0 });
    return new Setup({ ...partsOf(server), fetch, close: () => server.close() });
  },
};

/** A session with a new world, on a server whose default world differs. */
export const session: Target = {
  name: "session",
  async open({ seed = 1, dialect, contract, ttl, ...rest } = {}) {
    const server = await serverOf({ ...rest, seed: "the server's own" });
    const opened = server.openSession({ seed, dialect, contract, ttl });
    return new Setup({ ...opened, fetch: server.fetch, close: () => server.close() });
  },
};
