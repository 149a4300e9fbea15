// Runs a server in a separate process, measures its CPU time, and sends load to it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Folder in which the peers are installed. */
const BENCH = fileURLToPath(new URL("../", import.meta.url));
const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));

export const SERVE = [CLI, "serve", "--port", "0", "--json"];

/** CPU time of all threads of a process in milliseconds. Linux only. */
export function cpuOf(pid) {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return nanoseconds / 1e6;
}

/** Memory of a process in megabytes. Linux only. */
export const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Starts a program and waits for the first line that `isReady` accepts. Later output is dropped. */
export async function startChild(args, isReady = () => true) {
  const child = spawn(process.execPath, args, { cwd: BENCH, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  const line = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const ready = text.split("\n").slice(0, -1).find(isReady);
      if (ready !== undefined) resolve(ready);
    });
  });
  child.stdout.removeAllListeners("data").resume();
  child.removeAllListeners("exit");
  const close = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { line, pid: child.pid, close };
}

/** A side that sends the requests of `next()` over several sockets, and counts the CPU time of the server. */
export async function loadSide(server, url, next, { calls = 5_000, connections = 32 } = {}) {
  const { default: autocannon } = await import("autocannon");
  const requests = [{ setupRequest: (request) => ({ ...request, ...next() }) }];
  const act = async () => {
    const seen = await autocannon({ url, connections, amount: calls, requests });
    if (seen.non2xx > 0 || seen.errors > 0 || seen["2xx"] !== calls)
      throw new Error(
        `${url}: ${seen["2xx"]} of ${calls} answered, ${seen.non2xx} refused, ${seen.errors} failed`,
      );
  };
  return { act, calls, cpu: () => cpuOf(server.pid), close: server.close };
}
