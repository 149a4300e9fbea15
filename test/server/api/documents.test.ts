import { expect, test } from "vitest";
import { lab } from "../lab.js";

test("the OpenAPI document names the server's current address", async () => {
  const server = await lab();
  const ask = async (base: string) =>
    ((await (await server.fetch(base.replace(/\/v1$/, "/openapi.json"))).json()) as { servers: unknown })
      .servers;
  expect(await ask(server.baseUrl)).toEqual([{ url: "http://mock.invalid/v1" }]);
  const { baseUrl } = await server.listen();
  expect(await ask(baseUrl)).toEqual([{ url: baseUrl }]);
});
