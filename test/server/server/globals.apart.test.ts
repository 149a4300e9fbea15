import { expect, test } from "vitest";

test("importing and listening leave the globals of a test process as they were", async () => {
  const globals = () =>
    new Map(Object.getOwnPropertyNames(globalThis).map((name) => [name, Reflect.get(globalThis, name)]));
  const before = globals();
  const { createMockServer } = await import("@intent-tx/mock-server");
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
