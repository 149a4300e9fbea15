import { IntentTx } from "intent-tx";
import { expect, test } from "vitest";
import { cli } from "../cli/cli-process.js";
import { control, lab } from "../lab.js";

const TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

async function metrics(server: { readonly controlUrl: string; readonly fetch: unknown }, headers = {}) {
  const answer = await (server.fetch as typeof fetch)(`${server.controlUrl}/metrics`, { headers });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}
const figure = (text: string, sample: string) => {
  const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};
const requests = (kind: string, operation: string, status: number) =>
  `intent_tx_mock_requests_total{kind="${kind}",operation="${operation}",status="${status}"}`;

test("requests are counted by operation and status from the first scrape, in every session", async () => {
  const server = await lab({ sessions: { open: "on-demand", limit: 7 } });
  expect(await metrics(server)).toMatchObject({ status: 200, type: TYPE });
  const session = server.openSession();
  for (const { baseUrl, keys } of [server, session]) {
    const client = new IntentTx({ apiKey: keys["pro"]!, baseUrl, fetch: server.fetch, maxRetries: 0 });
    await client.prices.retrieve("SOL");
    await client.prices.retrieve("NONE").catch(() => undefined);
  }
  await server.fetch(`${server.baseUrl}/no/such/${"path".repeat(9)}`);
  await control(server, "POST", "/fund", {
    environment: "live",
    walletAddress: server.wallets.alice.address,
    tokens: { SOL: 1 },
  });
  const { text } = await metrics(server);
  expect(figure(text, requests("api", "prices.retrieve", 200))).toBe(2);
  expect(figure(text, requests("api", "prices.retrieve", 404))).toBe(2);
  expect(figure(text, requests("api", "none", 404))).toBe(1);
  expect(figure(text, requests("control", "control", 200))).toBe(2);
  const duration = 'intent_tx_mock_request_duration_seconds_count{kind="api",operation="prices.retrieve"}';
  expect(figure(text, duration)).toBe(4);
  expect(figure(text, "intent_tx_mock_sessions_open")).toBe(1);
  expect(figure(text, "intent_tx_mock_sessions_limit")).toBe(7);
  expect(figure(text, "intent_tx_mock_state_writable")).toBe(1);
  expect(figure(text, 'intent_tx_mock_slot{environment="live"}')).toBeGreaterThan(0);
  expect(text).not.toContain('slot{environment="test"}');
  expect(text.endsWith("# EOF\n")).toBe(true);
  // The metrics contain no secrets and no values chosen by a client.
  for (const word of [...Object.values(server.keys), "NONE", "pathpath"]) expect(text).not.toContain(word);
});

test("metrics are protected like the rest of the control plane, and measure the serving process", async () => {
  const running = await cli(["serve", "--json", "--log", "off", "--port", "0", "--control-token", "t"]);
  const { controlUrl, baseUrl } = await running.ready();
  const server = { controlUrl, fetch };
  expect((await metrics(server)).status).toBe(403);
  await fetch(`${baseUrl}/prices/SOL`);
  const { text } = await metrics(server, { Authorization: "Bearer t" });
  expect(figure(text, requests("api", "prices.retrieve", 401))).toBe(1);
  expect(figure(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds ");
  expect(figure(text, "intent_tx_mock_requests_in_flight")).toBe(1);
});
