import { createMockServer } from "@intent-tx/mock-server";
import { Connection } from "@solana/web3.js";
import { expect, test } from "vitest";
import { freeValidatorPorts } from "../../../mock-server/src/cli/validator-process.js";
import { tryPort } from "../../../mock-server/src/http/ports.js";
import { checkWsVersion } from "../../../mock-server/src/rpc/ws-version.js";
import { RpcClient } from "./socket-client.js";

test("a separate port serves the live network's JSON-RPC at /, its WebSocket there and at the next port", async () => {
  await using server = await createMockServer({ clock: { now: "2026-01-01T00:00:00Z", mode: "frozen" } });
  const { rpc } = await freeValidatorPorts();
  await server.listen({ port: 0, rpcPort: rpc });
  const connection = new Connection(`http://127.0.0.1:${rpc}`, "confirmed");
  expect(await connection.getSlot()).toBeGreaterThan(0);
  for (const port of [rpc, rpc + 1]) {
    const client = await RpcClient.open(`ws://127.0.0.1:${port}`);
    expect(await client.call("slotSubscribe")).toMatchObject({ result: expect.any(Number) });
    client.socket.close();
  }
  // Containers and load balancers send this request to a node.
  for (const url of [`http://127.0.0.1:${rpc}/health`, `${server.rpc.live}/health`]) {
    const health = await fetch(url);
    expect([health.status, await health.text()]).toEqual([200, "ok"]);
  }
  expect((await fetch(`http://127.0.0.1:${rpc}/healthy`)).status).toBe(405);
  expect((await fetch(`${server.rpc.live}/other`)).status).toBe(404);
  await expect(tryPort(rpc)).rejects.toThrow(`port ${rpc} on 127.0.0.1 is taken`);
});

test.each(["8.21.0", "8.23.1"])("ws %s is accepted", (version) => {
  expect(() => checkWsVersion(() => ({ version }))).not.toThrow();
});

test.each(["7.5.14", "8.20.9", "9.0.0"])("ws %s is refused with the remedy", (version) => {
  expect(() => checkWsVersion(() => ({ version }))).toThrow(
    `ws ${version} is installed, but @intent-tx/mock-server needs ws 8.21 or a later 8.x; remove the override`,
  );
});
