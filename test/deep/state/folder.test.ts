import { spawn } from "node:child_process";
import { join } from "node:path";
import { IntentTx } from "intent-tx";
import { beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { CliProcess, cli, cliEnd } from "../../server/cli/cli-process.js";
import { control } from "../../server/lab.js";

let dir = "";
beforeEach(() => {
  dir = join(temporaryFolder(), "state");
});

test("acknowledged changes in sessions survive kill -9, and those in the server's own world too", async () => {
  const args = ["serve", "--json", "--sessions", "on-demand", "--state", `${dir}/`, "--port"];
  const first = await cli([...args, "0"]);
  const { port, baseUrl, controlUrl, wallets } = await first.ready();
  const worlds = await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      const at = { controlUrl: controlUrl.replace("/_mock", `/s/${name}/_mock`), fetch };
      const world = (await control(at, "GET", "/world")).body;
      const client = new IntentTx({ apiKey: world.keys.pro, baseUrl: world.baseUrl });
      const { key } = await client.keys.create({ name: "survivor", scopes: ["read:prices"] });
      return { key, baseUrl: world.baseUrl };
    }),
  );
  await control({ controlUrl, fetch }, "POST", "/names", { name: "own.sol", address: wallets.bob.address });
  await first.kill("SIGKILL");
  const second = await cli([...args, String(port)]);
  expect((await second.ready()).baseUrl).toBe(baseUrl);
  for (const { key, baseUrl } of worlds)
    expect((await new IntentTx({ apiKey: key, baseUrl }).prices.retrieve("SOL")).symbol).toBe("SOL");
  const { state } = (await control({ controlUrl, fetch }, "GET", "/state")).body;
  expect(state.names.map(([name]: [string]) => name)).toEqual(["own.sol"]);
  // A second server on the same directory would lose acknowledged changes.
  const third = await cliEnd(["serve", "--port", "0", "--state", dir]);
  expect(third).toMatchObject({
    code: 2,
    err: expect.stringMatching(/server\.jsonl is in use by the process/),
  });
});

test("sessions leave descriptors for connections", async () => {
  const limited = ["-c", 'ulimit -n 120 && exec "$0" "$@"', process.execPath, inject("cliBundle")];
  const args = ["serve", "--json", "--sessions", "on-demand", "--state", `${dir}/`, "--port", "0"];
  const running = new CliProcess(spawn("sh", [...limited, ...args], { stdio: "pipe" }));
  onTestFinished(async () => void (await running.kill("SIGKILL")));
  const { controlUrl } = await running.ready();
  const open = (name: string) => fetch(controlUrl.replace("/_mock", `/s/${name}/_mock/clock`));
  const statuses: number[] = [];
  for (let at = 0; at < 70; at++) statuses.push((await open(`s${at}`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(await (await open("another")).json()).toMatchObject({
    error: {
      code: "service_unavailable",
      message: expect.stringMatching(/^60 sessions are open.*ulimit -n/),
    },
  });
  const health = await Promise.all(Array.from({ length: 20 }, () => fetch(`${controlUrl}/health`)));
  expect(health.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
});
