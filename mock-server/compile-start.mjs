import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const KEEP = new URL("keep-compiled.mjs", import.meta.url).href;
const CLI = fileURLToPath(new URL("dist/cli/main.js", import.meta.url));

/**
 * Starts the server that was built, up to its first answer, so that what V8 compiled for that is kept beside its files. Where it
 * cannot start (no loopback in a sandbox, say), nothing is kept, and a start compiles its files.
 */
export async function compileStart(cli = CLI) {
  const child = spawn(process.execPath, ["--import", KEEP, cli, "serve", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const line = once(createInterface(child.stdout), "line");
  const [ready] = await Promise.race([line, ended.then(() => [])]);
  if (ready === undefined) return;
  const { baseUrl, keys } = JSON.parse(ready);
  try {
    const answer = await fetch(`${baseUrl}/prices/SOL`, {
      headers: { Authorization: `Bearer ${keys.enterprise}` },
    });
    await answer.text();
  } catch {
    // Without its answer less is kept; that is no reason for a build to fail.
  } finally {
    child.kill();
    await ended;
  }
}
