import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "../../free-port.js";

/** The servers installed on this machine: Redis, and Valkey if present. */
export const PROGRAMS = ["redis-server", "valkey-server"].filter((program) => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

if (PROGRAMS.length === 0) {
  if (process.env["CI"]) throw new Error("Neither redis-server nor valkey-server is on the PATH.");
  console.warn("skipped: redis: intent-tx/redis against a real server (apt-get install redis-server)");
}

/** A Redis or Valkey server on its own port, without persistence. */
export class RedisServer {
  readonly #program: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "redis-"));
  #child: ChildProcess | undefined;

  private constructor(
    program: string,
    readonly port: number,
  ) {
    this.#program = program;
  }

  static async start(program: string): Promise<RedisServer> {
    const server = new RedisServer(program, await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts the server, empty, on the same port as before. */
  async start(): Promise<void> {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--dir", this.#folder];
    const child = spawn(this.#program, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (text) => /ready to accept connections/i.test(String(text)) && resolve());
      child.once("exit", () => reject(new Error(`${this.#program} ended before it was ready`)));
      child.once("error", reject);
    });
  }

  /** Ends the server with SIGKILL, as in a crash. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGKILL");
    });
  }

  /** Pauses or resumes the server; its connections stay open. */
  signal(name: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(name);
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  connect(): Redis {
    const redis = new Redis(this.port, "127.0.0.1", { retryStrategy: () => 100 });
    // Without a listener, ioredis prints connection errors as unhandled.
    redis.on("error", () => {});
    return redis;
  }
}
