import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createMockServer } from "../create.js";
import { environmentOf } from "../server/environment-variables.js";
import { beforeCommand, type CliCommand, namingRpcPort, onStop, UsageError } from "./cli-command.js";
import { readServerFlags, serverFlagsHelp, withClones } from "./server-flags.js";

const HELP = `Starts the service, runs a command against it, and exits with the command's exit code.

Usage: intent-tx-mock exec [options] -- COMMAND [ARGUMENT ...]

The command gets these environment variables:
  INTENT_TX_BASE_URL         the API
  INTENT_TX_API_KEY          the enterprise key of the live network
  INTENT_TX_TEST_API_KEY     the key of the test network
  INTENT_TX_RPC_URL          the live network's JSON-RPC
  INTENT_TX_WS_URL           the live network's WebSocket
  INTENT_TX_WALLET_ADDRESS   alice, a wallet with funds on both networks
  INTENT_TX_WALLET_SECRET    alice's secret key in base58

${serverFlagsHelp({ port: "0: a free pair" })}

Example: intent-tx-mock exec -- npm test`;

/** Returns the exit code. A signal is mapped to a code as in shells. */
function codeOf(code: number | null, signal: NodeJS.Signals | null): number {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

export const execCommand: CliCommand = {
  name: "exec",
  summary: "start the service, run a command against it, and exit with its exit code",
  help: HELP,
  async run(args) {
    const { flags: given, program, rest } = beforeCommand("exec", args);
    const flags = readServerFlags(given, { port: 0 });
    if (flags.log !== "requests") throw new UsageError("exec writes no log; --log works only with serve");
    if (flags.logFormat !== "text")
      throw new UsageError("exec writes no log; --log-format works only with serve");
    if (flags.json) throw new UsageError("exec writes no output; --json works only with serve");
    await using server = await createMockServer(await withClones(flags));
    const { port, host, rpcPort } = flags;
    const listening = server.listen({ port, host, ...(rpcPort !== undefined && { rpcPort }) });
    await namingRpcPort(listening, rpcPort);
    const child = spawn(program, rest, {
      stdio: "inherit",
      env: { ...process.env, ...environmentOf(server) },
    });
    using _passed = onStop((signal) => child.kill(signal));
    // The command is awaited here, because otherwise the server would close while the command runs.
    return await new Promise<number>((resolve) => {
      child.once("error", (error) => {
        console.error(`intent-tx-mock exec: cannot run ${program}: ${error.message}`);
        resolve(127);
      });
      child.once("exit", (code, signal) => resolve(codeOf(code, signal)));
    });
  },
};
