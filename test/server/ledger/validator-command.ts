import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { inject } from "vitest";
import "../cli/cli-bundle.js";

/** `intent-tx-mock validator` in its own process. */
export class ValidatorCommand {
  readonly errors: string[] = [];

  private constructor(readonly child: ChildProcess) {
    child.stderr?.on("data", (chunk: Buffer) => this.errors.push(chunk.toString()));
  }

  static start(args: readonly string[], env: NodeJS.ProcessEnv): ValidatorCommand {
    const command = [inject("cliBundle"), "validator", ...args];
    const options = { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] as StdioOptions };
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
