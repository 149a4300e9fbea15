import { expect, test } from "vitest";
import { rawSetup as setup } from "../../server/http/socket-client.js";
import { control } from "../../server/lab.js";

const PRICE = "GET /v1/prices/SOL HTTP/1.1";

test("the control plane stays reachable while a frozen clock blocks requests, and can end their wait", async () => {
  const { server, head, open } = await setup();
  server.faults.add({ fault: { kind: "latency", ms: 1000, clock: "virtual" } });
  const connections = await Promise.all(Array.from({ length: 21 }, open));
  for (const { socket } of connections) socket.write(head(PRICE).repeat(500));
  const metrics = async () => (await fetch(`${server.controlUrl}/metrics`)).text();
  await expect.poll(metrics).toMatch(/requests_in_flight 10\d\d\d/);
  const refused = await open();
  refused.socket.write(head(PRICE, "Connection: close"));
  const text = await refused.end();
  expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*More than 10000 requests are in progress/);
  expect((await fetch(`${server.controlUrl}/health`)).status).toBe(200);
  expect((await fetch(`${server.controlUrl}/faults`, { method: "DELETE" })).status).toBe(204);
  const { controlUrl } = server;
  expect((await control({ controlUrl, fetch }, "POST", "/clock/advance", { by: "1s" })).status).toBe(200);
  for (const connection of connections) {
    const statuses = await connection.statuses(500);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    connection.socket.destroy();
  }
});
