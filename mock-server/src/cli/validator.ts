import { tryPort } from "../http/ports.js";
import { withoutUndefined } from "../kernel/schema-kit.js";
import { type CliCommand, namingRpcPort, UsageError } from "./cli-command.js";
import { serveApi, stopSignal } from "./serve.js";
import { readServerFlags, serverFlagsHelp, withClones } from "./server-flags.js";
import { findValidator, ValidatorError, ValidatorProcess } from "./validator-process.js";

const HELP = `Starts solana-test-validator with the world's accounts and the swap program, and serves the API over it.

Usage: intent-tx-mock validator [--ledger DIR] [options]

  --rpc-port N         port of the validator's own JSON-RPC; its WebSocket is on the port above (default: free ports)
  --ledger DIR         stores the chain in DIR, or continues the one in DIR (default: a temporary folder, which is
                       deleted at the end)
${serverFlagsHelp({ isValidator: true })}
  --json               prints JSON instead of text: one object when ready, then one per request

The live network is the validator. The test network runs in this process unless --test-rpc-url is set.
The command uses the solana-test-validator in SOLANA_TEST_VALIDATOR, or the one in PATH.`;

export const validatorCommand: CliCommand = {
  name: "validator",
  summary: "start a Solana validator with the same world, and serve the API over it",
  help: HELP,
  async run(args) {
    const flags = readServerFlags(args, { own: ["ledger"] });
    if (flags.options.rpcUrl !== undefined) {
      throw new UsageError(
        "--rpc-url: this command starts its own validator; use serve --rpc-url for a running one",
      );
    }
    const { port, host, rpcPort, ledger } = flags;
    // A validator takes seconds to start, so a port conflict of the API is reported first.
    await tryPort(port, host);
    if (rpcPort) await namingRpcPort(Promise.all([tryPort(rpcPort), tryPort(rpcPort + 1)]), rpcPort);
    using stop = stopSignal();
    const { stopped } = stop;
    const abandoned = new AbortController();
    void stopped.then(() => abandoned.abort());
    try {
      const program = findValidator();
      const cloned = await withClones(flags);
      const { seed = 1, world } = cloned;
      console.error(`Starting ${program} …`);
      const { signal } = abandoned;
      const validator = await ValidatorProcess.start({
        program,
        seed,
        signal,
        ...withoutUndefined({ world, ledger, rpcPort }),
      });
      try {
        const options = { ...cloned, rpcUrl: validator.url };
        const { url: rpc, ws } = validator;
        const note = `Validator ${rpc}, ledger in ${validator.ledger}`;
        const { clone: _, ...served } = flags;
        await serveApi({ ...served, options }, Promise.race([stopped, validator.ended]), { note, rpc, ws });
        if (signal.aborted) return 0;
        throw new ValidatorError(
          `The validator stopped ${validator.end} while the API server was running:\n${validator.lastOutput}`,
        );
      } finally {
        await validator.stop();
      }
    } catch (error) {
      if (abandoned.signal.aborted) return 0;
      if (!(error instanceof ValidatorError)) throw error;
      console.error(`intent-tx-mock validator: ${error.message}`);
      return 1;
    }
  },
};
