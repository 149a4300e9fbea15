// A server in a process of its own, and how much CPU time it has used.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Where programs find the peers. */
const BENCH = fileURLToPath(new URL("../", import.meta.url));

/** Milliseconds that all threads of a process have run. Only Linux tells; elsewhere undefined. */
export function cpuOf(pid) {
  try {
    let nanoseconds = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    return nanoseconds / 1e6;
  } catch {
    return undefined;
  }
}

/** Megabytes that a process has in memory. Only Linux tells. */
export function memoryOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Starts a program and waits until `isReady` says so of a line of its output; its later output is let go of. */
export async function startChild(args, isReady = () => true) {
  const child = spawn(process.execPath, args, { cwd: BENCH, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  const line = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
    child.stdout.on("data", function read(chunk) {
      text += chunk;
      const lines = text.split("\n").slice(0, -1);
      const ready = lines.find(isReady);
      if (ready === undefined) return;
      child.stdout.off("data", read);
      child.stdout.resume();
      resolve(ready);
    });
  });
  child.removeAllListeners("exit");
  const end = async (signal) => {
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  // A program that starts others is told to stop, so that it ends them too.
  return { line, pid: child.pid, close: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

/** A port that nobody listens on now. */
export async function freePort() {
  const { createServer } = await import("node:net");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
