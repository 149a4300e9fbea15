import { IntentTx } from "intent-tx";
import { expect, test } from "vitest";
import { control, rpc } from "../lab.js";
import { cli, cliEnd } from "./cli-process.js";

test("--log-format json: one object a line, requests of every kind with their session, and no secret", async () => {
  const flags = ["--log-format", "json", "--sessions", "on-demand", "--port", "0"];
  const running = await cli(["serve", ...flags], { env: { INTENT_TX_MOCK_CONTROL_TOKEN: "t0ken" } });
  const [, first = ""] = await running.said(/^(.*)\n/);
  const { baseUrl, rpc: rpcUrls, port, ...listening } = JSON.parse(first);
  expect(listening).toMatchObject({ event: "listening", level: "info" });
  expect(baseUrl).toBe(`http://127.0.0.1:${port}/v1`);
  const headers = { Authorization: "Bearer t0ken" };
  const at = { controlUrl: baseUrl.replace("/v1", "/s/ci-job-1/_mock"), fetch };
  const world = (await control(at, "GET", "/world", undefined, headers)).body;
  const client = new IntentTx({ apiKey: world.keys.pro, baseUrl: world.baseUrl, maxRetries: 0 });
  await client.prices.retrieve("SOL");
  await client.prices.retrieve(world.keys.enterprise).catch(() => undefined);
  await rpc({ fetch, rpc: rpcUrls }, "getSlot", []);
  await running.said(/"kind":"rpc"/);
  const lines = running.out
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      event: "request",
      kind: "control",
      session: "ci-job-1",
      method: "GET",
      path: "/_mock/world",
      status: 200,
    },
    {
      kind: "api",
      session: "ci-job-1",
      path: "/v1/prices/SOL",
      operation: "prices.retrieve",
      status: 200,
      keyName: "pro",
      requestId: expect.stringMatching(/^req_/),
      ms: expect.any(Number),
      level: "info",
    },
    { kind: "api", status: 404, code: "token_not_found" },
    { kind: "rpc", path: "/rpc/live", status: 200 },
  ]);
  expect(lines[3].session).toBeUndefined();
  for (const { time } of lines) expect(new Date(time).toISOString()).toBe(time);
  const secrets = [...Object.values(world.keys), "t0ken", world.wallets.alice.secretKey] as string[];
  for (const secret of secrets) expect(running.out + running.err).not.toContain(secret);
});

test("--log errors also applies to JSON, and contradicting flags are refused", async () => {
  const running = await cli(["serve", "--log-format", "json", "--log", "errors", "--port", "0"]);
  const [, first = ""] = await running.said(/^(.*)\n/);
  const { baseUrl } = JSON.parse(first);
  await fetch(`${baseUrl.slice(0, -3)}/openapi.json`);
  await fetch(`${baseUrl}/prices/SOL`);
  const [, line = ""] = await running.said(/\n(.+)\n/);
  expect(JSON.parse(line)).toMatchObject({ status: 401, path: "/v1/prices/SOL" });
  expect(await cliEnd(["serve", "--log-format", "xml"])).toMatchObject({ code: 2 });
  expect(await cliEnd(["serve", "--log-format", "json", "--json"])).toMatchObject({ code: 2 });
});
