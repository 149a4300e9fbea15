import { type CliCommand, flagsOf, UsageError } from "../cli-command.js";
import { runVerify } from "./verify.js";

const HELP = `Checks how a running service implements the open points of the contract, and which dialect matches.

Usage: INTENT_TX_API_KEY=KEY intent-tx-mock verify --base-url URL [options]

  --base-url URL     the service's base URL with its version, for example https://api.example.com/v1
  --wallet ADDRESS   a wallet with more than one transaction, to check cursor names, statuses and details
  --json             prints one JSON document to stdout

The key is read from the environment variable INTENT_TX_API_KEY. It is sent only to the base URL and is never printed.
The requests are GET, HEAD and OPTIONS, and two POST /intents. Nothing is built, created or revoked. The number of
requests is printed first. A new key with the scope admin can check the most decisions.

Each contract decision is printed as met (the same as the mock server's default), different or unknown.

Exit codes: 0: one dialect matches, or several that the responses do not distinguish; 1: no dialect matches; 2: the
options are invalid, the service cannot be reached, or the base URL has no endpoint of the service.

Example: INTENT_TX_API_KEY=svc_test_… intent-tx-mock verify --base-url http://127.0.0.1:4010/v1`;

const OPTIONS = {
  "base-url": { type: "string" },
  wallet: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

export const verifyCommand: CliCommand = {
  name: "verify",
  summary: "check how a running service implements the contract, and which dialect matches",
  help: HELP,
  async run(args) {
    const { "base-url": baseUrl, wallet, json } = flagsOf(args, OPTIONS);
    if (baseUrl === undefined) throw new UsageError("verify needs --base-url URL");
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
