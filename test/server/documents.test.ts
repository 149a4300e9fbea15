import { LIMITS, OPERATIONS } from "intent-tx/contract";
import { expect, test } from "vitest";
import { lab } from "./lab.js";

test("the page for people shows every operation, and the bounds that the contract sets", async () => {
  const server = await lab();
  const response = await server.fetch(server.baseUrl.replace(/\/v1$/, "/docs"));
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  for (const name of Object.keys(OPERATIONS)) expect(page).toContain(`<h2 id="${name}">`);
  const slippage = /"slippage": \{[^}]*\}/.exec(page)?.[0];
  expect(JSON.parse(`{${slippage}}`).slippage).toMatchObject({
    minimum: LIMITS.slippageMin,
    maximum: LIMITS.slippageMax,
  });
  expect(page).toContain(`"maximum":${LIMITS.pageMax}`);
  expect(page).not.toContain("<script");
});

test("the OpenAPI document names where the server is at the moment", async () => {
  const server = await lab();
  const ask = async (base: string) =>
    ((await (await server.fetch(base.replace(/\/v1$/, "/openapi.json"))).json()) as { servers: unknown })
      .servers;
  expect(await ask(server.baseUrl)).toEqual([{ url: "http://127.0.0.1:4010/v1" }]);
  const { baseUrl } = await server.listen();
  expect(await ask(baseUrl)).toEqual([{ url: baseUrl }]);
});
