import { LIMITS, OPERATIONS } from "intent-tx/contract";
import { expect, test } from "vitest";
import { lab } from "../lab.js";

test("the HTML page shows every operation, and the contract's bounds", async () => {
  const server = await lab();
  const response = await server.fetch(server.baseUrl.replace(/\/v1$/, "/docs"));
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  for (const name of Object.keys(OPERATIONS)) expect(page).toContain(`<h2 id="${name}">`);
  for (const [name, bounds] of [
    ["slippage", `${LIMITS.slippageMin} to ${LIMITS.slippageMax}`],
    ["limit", `1 to ${LIMITS.pageMax}`],
  ])
    expect(page).toMatch(new RegExp(`<code>${name}</code>(?:(?!<tr>)[\\s\\S])*?${bounds}`));
  // The page works without a network: it loads no external resources.
  expect(page).not.toMatch(/<(?:link|img|script)\b[^>]*\b(?:src|href)=/);
  expect(page.length).toBeLessThan(100_000);
});

test("the OpenAPI document names the server's current address", async () => {
  const server = await lab();
  const ask = async (base: string) =>
    ((await (await server.fetch(base.replace(/\/v1$/, "/openapi.json"))).json()) as { servers: unknown })
      .servers;
  expect(await ask(server.baseUrl)).toEqual([{ url: "http://mock.invalid/v1" }]);
  const { baseUrl } = await server.listen();
  expect(await ask(baseUrl)).toEqual([{ url: baseUrl }]);
});
