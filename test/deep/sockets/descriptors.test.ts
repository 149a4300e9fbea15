import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { CliProcess } from "../../server/cli/cli-process.js";

const LIMITED = 'ulimit -n 128; exec "$0" "$@"';
const FLAGS = ["serve", "--json", "--port", "0", "--log", "off"];

/** The status of a GET over a kept connection, or over a new one. */
const statusOf = (url: string, agent: Agent) =>
  new Promise<number | string>((resolve) => {
    const sent = request(url, { agent }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "")).end();
  });

test.runIf(process.platform === "linux")(
  "silent connections cannot use up the file descriptors, so parts are still loaded, and all is well when they end",
  async () => {
    const child = spawn("bash", ["-c", LIMITED, process.execPath, inject("cliBundle"), ...FLAGS]);
    const running = new CliProcess(child);
    onTestFinished(() => void child.kill("SIGKILL"));
    const { port, baseUrl, controlUrl } = await running.ready();
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await statusOf(`${baseUrl}/prices/SOL`, kept)).toBe(401);
    const closed = new Set<Socket>();
    const sockets = Array.from({ length: 300 }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => undefined).on("close", () => closed.add(socket));
    await expect.poll(() => closed.size).toBeGreaterThanOrEqual(200);
    // The control plane is loaded with its first request.
    expect(await statusOf(`${controlUrl}/health`, kept)).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusOf(`${controlUrl}/health`, new Agent())).toBe(200);
    expect(running.err).toBe("");
  },
);
