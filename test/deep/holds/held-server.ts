import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import "../../server/cli/cli-bundle.js";
import type { Ready } from "../../server/cli/cli-process.js";

const METER = fileURLToPath(new URL("hold-meter.mjs", import.meta.url));

/** How long a call blocked the event loop. */
export interface Hold {
  /** CPU time of the longest turn, ms. */
  readonly longest: number;
  /** CPU time of a fixed computation, ms: the slower of one run before the call and one after it. */
  readonly yard: number;
}

/** A server in its own process that reports how long its event loop was blocked. */
export class HeldServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly ready: Ready,
  ) {}

  static async start(flags: readonly string[]): Promise<HeldServer> {
    const child = spawn(
      process.execPath,
      ["--expose-gc", `--import=${METER}`, inject("cliBundle"), "serve", "--json", "--port", "0", ...flags],
      { stdio: ["ignore", "pipe", "inherit", "ipc"] },
    );
    let said = "";
    for await (const chunk of child.stdout ?? []) {
      said += chunk;
      if (said.includes("\n")) break;
    }
    child.stdout?.resume();
    return new HeldServer(child, JSON.parse(said.split("\n")[0] ?? "") as Ready);
  }

  /** Collects the server's garbage, runs an action, and reports how long the action blocked the server. */
  async holdDuring<T>(work: () => Promise<T>): Promise<{ readonly hold: Hold; readonly result: T }> {
    this.child.send("begin");
    await once(this.child, "message");
    const result = await work();
    this.child.send("end");
    const [hold] = (await once(this.child, "message")) as [Hold];
    return { hold, result };
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill("SIGKILL");
    await once(this.child, "exit");
  }
}
