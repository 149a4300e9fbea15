import { ListenError } from "../http/ports.js";
import { DependencyError, OptionError } from "../kernel/errors.js";
import { loadPackage } from "../kernel/load-package.js";
import { nearestName } from "../kernel/nearest.js";
import { type CliCommand, CommandError, UsageError } from "./cli-command.js";
import { serveCommand } from "./serve.js";
import { SERVER_FLAGS } from "./server-flags.js";
import { WORLD_EXAMPLE } from "./world-file.js";

/** Commands are loaded on demand, so that the default command starts faster. */
const COMMANDS: ReadonlyMap<string, () => Promise<CliCommand>> = new Map([
  ["serve", async () => serveCommand],
  ["exec", async () => (await import("./exec.js")).execCommand],
  ["validator", async () => (await import("./validator.js")).validatorCommand],
  ["explore", async () => (await import("./explore.js")).exploreCommand],
  ["verify", async () => (await import("./verify/verify-command.js")).verifyCommand],
]);

async function overview(): Promise<string> {
  const lines: string[] = [];
  for (const load of COMMANDS.values()) {
    const { name, summary } = await load();
    lines.push(`  ${name.padEnd(11)}${summary}`);
  }
  return `An in-memory intent-driven transaction service on a real Solana runtime.

Usage: intent-tx-mock [COMMAND] [options]

${lines.join("\n")}

intent-tx-mock COMMAND --help lists a command's options. intent-tx-mock --version prints the version.`;
}

function version(): string {
  return (loadPackage("@intent-tx/mock-server/package.json") as { version: string }).version;
}

async function main(given: readonly string[]): Promise<number> {
  const words = given[0] === "help" && given[1] ? [given[1], "--help"] : given;
  const [first, ...rest] = words;
  if (first === "--help" || first === "-h" || first === "help") {
    console.log(await overview());
    return 0;
  }
  if (first === "--version" || first === "-v") {
    console.log(version());
    return 0;
  }
  const named = first !== undefined && !first.startsWith("-");
  const name = named ? first : "serve";
  const load = COMMANDS.get(name);
  if (!load) {
    const near = nearestName(name, COMMANDS.keys());
    const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
    throw new UsageError(`unknown command "${name}"${hint}; see intent-tx-mock --help`);
  }
  const command = await load();
  const args = named ? rest : words;
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (own.includes("--help") || own.includes("-h")) {
    console.log(command.help);
    return 0;
  }
  if (own.includes("--world-example") && name !== "verify") {
    console.log(JSON.stringify(WORLD_EXAMPLE, null, 2));
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof UsageError) || error.message.includes("--help")) throw error;
    throw new UsageError(`${error.message}; see intent-tx-mock ${name} --help`);
  }
}

/** The message of an invalid option, with the name of its flag if it has one. */
function flagMessage({ option, message }: OptionError): string {
  const [name = ""] = option.split("[");
  const flag =
    name === "stateFile" ? "state" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return SERVER_FLAGS.has(flag) ? `--${flag}${message.slice(option.length)}` : message;
}

/** Runs a command line and sets the process's exit code. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  // If a reader closes the pipe, the stream emits an error. The server must keep running.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    process.exitCode = await main(words);
  } catch (error) {
    const usage = error instanceof UsageError || error instanceof OptionError;
    if (error instanceof OptionError) console.error(`intent-tx-mock: ${flagMessage(error)}`);
    else if (usage || error instanceof DependencyError || error instanceof CommandError)
      console.error(`intent-tx-mock: ${error.message}`);
    else if (error instanceof ListenError)
      console.error(`intent-tx-mock: ${error.message} (--${error.option})`);
    else console.error(error);
    process.exitCode = usage ? 2 : 1;
  }
}
