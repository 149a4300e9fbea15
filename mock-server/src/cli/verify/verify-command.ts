import { parseArgs } from "node:util";
import { type CliCommand, UsageError } from "../cli-command.js";
import { runVerify } from "./verify.js";

const HELP = `Finds out how a running service reads the open points of the contract, and which dialect fits.

Usage: INTENT_TX_API_KEY=KEY intent-tx-mock verify --base-url URL [options]

  --base-url URL     the service's base URL with its version, for example https://api.example.com/v1
  --wallet ADDRESS   a wallet with more than one transaction, which shows the cursor's name, statuses and details
  --json             print one JSON document on stdout

The key comes from the environment variable INTENT_TX_API_KEY, is only sent to the base URL and is never printed. Requests
are GET, HEAD and OPTIONS, and two POST /intents: nothing is built, created or revoked. The number of requests is printed
first. A new key with the scope admin shows most.

Each contract decision is printed as met (what the mock server does by default), different or unknown.

Exit codes: 0 a dialect fits, or several that no response distinguishes; 1 none fits; 2 wrong options, the service cannot
be reached, or no endpoint is found at the base URL.

Example: INTENT_TX_API_KEY=svc_test_… intent-tx-mock verify --base-url http://127.0.0.1:4010/v1`;

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        "base-url": { type: "string" },
        wallet: { type: "string" },
        json: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`verify: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export const verifyCommand: CliCommand = {
  name: "verify",
  summary: "find out how a running service reads the contract, and which dialect fits",
  help: HELP,
  async run(args) {
    const { "base-url": baseUrl, wallet, json } = readFlags(args);
    if (baseUrl === undefined)
      throw new UsageError("verify needs --base-url URL; see intent-tx-mock verify --help");
    return runVerify({
      baseUrl,
      apiKey: process.env["INTENT_TX_API_KEY"]?.trim() ?? "",
      wallet,
      json,
      print: (line) => console.log(line),
      notice: (line) => console.error(line),
    });
  },
};
