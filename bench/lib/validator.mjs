// A solana-test-validator with the same world as the mock server, where the program is installed.
import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startChild } from "./child.mjs";

const CLI = fileURLToPath(new URL("../../mock-server/dist/cli/main.js", import.meta.url));

function installed() {
  const named = process.env["SOLANA_TEST_VALIDATOR"];
  const paths = (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((path) => join(path, "solana-test-validator"));
  return (named ? [named] : paths).some((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The program runs under the command that started it. */
function childOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
  } catch {
    return Number(
      execFileSync("pgrep", ["-P", String(pid)])
        .toString()
        .split("\n")[0],
    );
  }
}

/** How long it has to go on after it stood still, ms: its slots come every 400. */
const CATCH_UP_MS = 500;

/**
 * Address of its JSON-RPC and id of its process; undefined where the program is not installed. A validator is at work while nobody
 * asks: its proof of history takes a core. It stands still between its turns (`rest`, `wake`), as every other side does.
 */
export async function startValidator() {
  if (!installed()) return undefined;
  const { line, pid: command, stop } = await startChild([CLI, "validator", "--port", "0", "--json"]);
  const pid = childOf(command);
  let still = false;
  const goOn = () => {
    if (still) process.kill(pid, "SIGCONT");
    still = false;
  };
  return {
    url: JSON.parse(line).validator.rpc,
    pid,
    wake: async () => {
      if (!still) return;
      goOn();
      await setTimeout(CATCH_UP_MS);
    },
    rest: () => {
      still = true;
      process.kill(pid, "SIGSTOP");
    },
    close: () => {
      goOn();
      return stop();
    },
  };
}
