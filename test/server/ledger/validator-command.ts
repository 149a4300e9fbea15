import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
// Below the mock server's `node_modules`, so that the bundle finds its dependencies.
const OUT = join(ROOT, "mock-server/node_modules/.cache/validator-command");

async function bundle(): Promise<string> {
  await build({
    entryPoints: [join(ROOT, "mock-server/src/cli/main.ts")],
    outdir: OUT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
    alias: {
      "intent-tx": join(ROOT, "src/index.ts"),
      "intent-tx/contract": join(ROOT, "src/contract/index.ts"),
    },
  });
  return join(OUT, "main.mjs");
}

/** `intent-tx-mock validator`, run from the sources in its own process. */
export class ValidatorCommand {
  readonly errors: string[] = [];

  private constructor(readonly child: ChildProcess) {
    child.stderr?.on("data", (chunk: Buffer) => this.errors.push(chunk.toString()));
  }

  static async start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<ValidatorCommand> {
    const command = [await bundle(), "validator", ...args];
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const options = { cwd: ROOT, env: { ...process.env, ...env }, stdio: [...stdio] };
    return new ValidatorCommand(spawn(process.execPath, command, options));
  }

  /** The first line on stdout, as JSON. */
  async ready(): Promise<Record<string, unknown>> {
    for await (const line of createInterface({ input: this.child.stdout! })) {
      return JSON.parse(line) as Record<string, unknown>;
    }
    throw new Error(`The command ended without a line:\n${this.errors.join("")}`);
  }

  /** Ends the command with a signal; returns the exit code. */
  async stop(signal: NodeJS.Signals): Promise<{ code: number | null }> {
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    const [code] = (await ended) as [number | null];
    return { code };
  }
}
