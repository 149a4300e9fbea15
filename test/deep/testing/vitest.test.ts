import { expect, test } from "vitest";
import { runTests } from "./child-run.js";

test("a fault that never fired fails its test only, and a stuck sleep rejects just before its test ends", async () => {
  const tests = await runTests(`import { test } from "@intent-tx/mock-server/vitest";
const fault = { kind: "status", status: 503 };
test("forgets", ({ server }) => void server.faults.add({ nth: 2, fault }));
test("fires", async ({ server }) => {
  server.faults.add({ nth: 1, fault });
  await server.fetch(server.baseUrl + "/prices/SOL");
});
test("arms nothing", ({ client }) => void client);
test("is stuck", { timeout: 6000 }, ({ server }) => server.clock.sleep(5000));
test("is slow", { timeout: 20_000 }, async ({ client, server }) => {
  server.faults.add({ nth: 1, fault });
  const waiting = client.prices.retrieve("SOL");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await server.clock.advance("10s");
  await waiting;
});
`);
  expect(tests.map(({ title, status }) => [title, status])).toEqual([
    ["forgets", "failed"],
    ["fires", "passed"],
    ["arms nothing", "passed"],
    ["is stuck", "failed"],
    ["is slow", "passed"],
  ]);
  const [forgotten, stuck] = [tests[0], tests[3]].map((one) => one?.failureMessages[0]);
  expect(forgotten).toMatch(/1 fault never fired:\s+fault_0: .*503/);
  expect(stuck).toMatch(/A wait of 5000 ms on the server's clock cannot end: the clock is frozen/);
});
