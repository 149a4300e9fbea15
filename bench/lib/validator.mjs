// A solana-test-validator with the same world as the mock server, where the program is installed.
import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
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

/** Address of its JSON-RPC and id of its process; undefined where the program is not installed. */
export async function startValidator() {
  if (!installed()) return undefined;
  const { line, pid, stop } = await startChild([CLI, "validator", "--port", "0", "--json"]);
  return { url: JSON.parse(line).validator.rpc, pid: childOf(pid), close: stop };
}
