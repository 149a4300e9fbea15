import { makeServer } from "../create.js";
import { nextTurn } from "../kernel/timers.js";
import type { MockServer } from "../server/server.js";
import { printStart } from "./banner.js";
import { type CliCommand, namingRpcPort, onStop } from "./cli-command.js";
import { lineWriter, requestLogger } from "./request-lines.js";
import {
  LOG_FLAGS_HELP,
  readServerFlags,
  type ServerFlags,
  serverFlagsHelp,
  withClones,
} from "./server-flags.js";

const HELP = `Starts the service and serves requests until it is stopped.

Usage: intent-tx-mock serve [options]

${serverFlagsHelp()}
${LOG_FLAGS_HELP}

State is kept in memory unless --state is set. Keys and wallets are derived from the seed: never use them on a real
network.`;

/** Serves the API until `ended` resolves, then finishes requests in progress. Prints `validator.note` to stderr. */
export async function serveApi(
  flags: ServerFlags,
  ended: Promise<unknown>,
  validator?: { readonly note: string; readonly rpc: string; readonly ws: string },
): Promise<void> {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const hasOwnChain = flags.options.rpcUrl === undefined;
  await using server = await makeServer(await withClones(flags), {
    onAnswered: requestLogger(
      flags,
      lineWriter(process.stdout, (message) => console.error(`Warning: ${message}`)),
    ),
    checkAnswers: false,
    ...(hasOwnChain && { loadLedgerAfter: started }),
    processMetrics: true,
  });
  const { port, host, rpcPort } = flags;
  const ownRpc = validator === undefined && rpcPort !== undefined ? { rpcPort } : {};
  const listening = server.listen({ port, host, ...ownRpc });
  const { neighbour, ...bound } = await namingRpcPort(listening, rpcPort);
  printStart(flags, server, { ...bound, neighbour }, validator);
  // Loading the chain blocks the process, so the ready line is written first.
  void nextTurn().then(start);
  // The ready line does not wait for this check. The check fails if the server stops early, which is not an error.
  printValidators(server).catch(() => undefined);
  await ended;
}

/** Checks each validator at the start, instead of at the first request that needs it. */
async function printValidators(server: MockServer): Promise<void> {
  const { validators = {} } = await server.health();
  for (const [network, { url, status, reason, genesisHash, version }] of Object.entries(validators)) {
    const node = version === undefined ? "" : `, node ${version}, genesis ${genesisHash}`;
    console.error(
      status === "ok"
        ? `The ${network} network is the chain at ${url}${node}`
        : `Warning: the ${network} network at ${url}${node}: ${reason}`,
    );
  }
}

export const serveCommand: CliCommand = {
  name: "serve",
  summary: "start the service and serve requests until stopped (the default)",
  help: HELP,
  async run(args) {
    const flags = readServerFlags(args);
    using stop = stopSignal();
    await serveApi(flags, stop.stopped);
    return 0;
  },
};

/** Maximum time (ms) for a stop. After it, the process exits in any case. */
const STOP_LIMIT_MS = 4_800;

/**
 * Waits for SIGINT or SIGTERM and keeps the process alive until then.
 *
 * @returns `stopped` resolves at the signal; the process then exits within five seconds in any case. Disposing it removes
 * the signal handlers and lets the process end
 */
export function stopSignal() {
  let cancel = () => {};
  const stopped = new Promise<void>((resolve) => {
    // The interval keeps the process alive, because the server's sockets might not.
    const open = setInterval(() => undefined, 1 << 30);
    cancel = () => {
      clearInterval(open);
      handlers[Symbol.dispose]();
    };
    let times = 0;
    const handlers = onStop(() => {
      times++;
      // npm and a shell each forward Ctrl-C, so the second signal can be a copy. The third signal is not a copy.
      if (times > 2) process.exit(130);
      if (times > 1) return;
      clearInterval(open);
      setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
      resolve();
    });
  });
  return { stopped, [Symbol.dispose]: () => cancel() };
}
