import { expect, test, vi } from "vitest";

// Replaced first, because the clock module captures `Date.now` when it is loaded, by the first test.
const machine = vi.spyOn(Date, "now");
const load = () => import("@intent-tx/mock-server");

test("importing and listening leave the globals of a test process as they were", async () => {
  const globals = () =>
    new Map(Object.getOwnPropertyNames(globalThis).map((name) => [name, Reflect.get(globalThis, name)]));
  const before = globals();
  const { createMockServer } = await load();
  const server = await createMockServer({ seed: 1 });
  const { baseUrl } = await server.listen();
  for (const ask of [fetch, server.fetch]) expect((await ask(`${baseUrl}/prices/SOL`)).status).toBe(401);
  await server.close();
  const after = globals();
  expect([...before].filter(([name, value]) => !Object.is(value, after.get(name)))).toEqual([]);
  // zod stores its registry in a global.
  const added = [...after.keys()].filter((name) => !before.has(name) && !name.startsWith("__zod_"));
  expect(added).toEqual([]);
});

test("a running clock follows the machine's clock neither back nor ahead", async () => {
  const began = Date.parse("2026-01-01T12:00:00Z");
  const hour = 3_600_000;
  machine.mockReturnValue(began);
  const { createMockServer } = await load();
  await using server = await createMockServer();
  expect(server.clock.now() - began).toBeLessThan(hour);
  for (const moved of [-hour, hour]) {
    machine.mockReturnValue(began + moved);
    expect(server.clock.now()).toBeGreaterThanOrEqual(began);
    expect(server.clock.now()).toBeLessThan(began + hour);
  }
  machine.mockRestore();
});
