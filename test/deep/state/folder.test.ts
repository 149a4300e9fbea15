import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { CliProcess } from "../../server/cli/cli-process.js";

test("sessions leave descriptors for connections", async () => {
  const limited = ["-c", 'ulimit -n 120 && exec "$0" "$@"', process.execPath, inject("cliBundle")];
  const args = [
    "serve",
    "--json",
    "--sessions",
    "on-demand",
    "--state",
    `${join(temporaryFolder(), "state")}/`,
    "--port",
    "0",
  ];
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
