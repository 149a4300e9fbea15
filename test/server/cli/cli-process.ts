import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { MockServer } from "@intent-tx/mock-server";
import { inject, onTestFinished, vi } from "vitest";
import { runCommandLine } from "../../../mock-server/src/cli/command-line.js";
import "./cli-bundle.js";

/** The ready line of `serve --json`. */
export type Ready = Pick<
  MockServer,
  "baseUrl" | "controlUrl" | "rpc" | "ws" | "keys" | "keyIds" | "wallets"
> & { readonly event: "ready"; readonly port: number };

/** A running command and its output so far. */
export class CliProcess {
  out = "";
  err = "";
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #heard = () => {};

  constructor(readonly child: ChildProcess) {
    child.stdout?.on("data", (chunk) => {
      this.out += chunk;
      this.#heard();
    });
    child.stderr?.on("data", (chunk) => {
      this.err += chunk;
      this.#heard();
    });
    this.ended = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        resolve({ code, signal });
        this.#heard();
      });
    });
  }

  /** Waits until the output matches. */
  async said(pattern: RegExp, from: "out" | "err" = "out"): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this[from]);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`exit code ${this.child.exitCode}: ${this.err}`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  /** Waits for the ready line that `--json` prints. */
  async ready(): Promise<Ready> {
    const [, line = ""] = await this.said(/^(.*)\n/);
    return JSON.parse(line);
  }

  async kill(signal: NodeJS.Signals) {
    this.child.kill(signal);
    return this.ended;
  }
}

/** Runs `intent-tx-mock`; kills it at the end of the test if it still runs. */
export async function cli(args: readonly string[], options: SpawnOptions = {}): Promise<CliProcess> {
  const env = { ...process.env, ...options.env };
  const child = spawn(process.execPath, [inject("cliBundle"), ...args], { ...options, env, stdio: "pipe" });
  const running = new CliProcess(child);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await running.ended;
  });
  return running;
}

/** Runs `intent-tx-mock` until it ends. */
export async function cliEnd(args: readonly string[], options: SpawnOptions = {}) {
  const running = await cli(args, options);
  const { code, signal } = await running.ended;
  return { code, signal, out: running.out, err: running.err };
}

/** Runs a command in this process, and returns the exit code and output; the command must end without a signal. */
export async function cliHere(words: readonly string[]) {
  const streams = [process.stdout, process.stderr];
  const before = streams.map((stream) => stream.listeners("error"));
  const said = { out: "", err: "" };
  const spies = (["log", "error"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((text) => {
      said[method === "log" ? "out" : "err"] += `${text}\n`;
    }),
  );
  try {
    await runCommandLine(words);
    return { code: process.exitCode, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
    for (const [at, stream] of streams.entries())
      for (const listener of stream.listeners("error"))
        if (!before[at]?.includes(listener)) stream.off("error", listener as () => void);
  }
}
