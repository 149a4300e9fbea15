import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Debian keeps the programs of each version in a folder outside the PATH. */
function programs(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** The folder of Postgres's programs; undefined if not installed. */
export const BIN = programs();

/** A Postgres server, reached through a socket in its own folder. */
export async function startPostgres(
  bin: string,
): Promise<{ host: string; pool: pg.Pool; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  // Postgres refuses to run as root.
  const number = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const user = process.getuid?.() === 0 ? { uid: number("-u"), gid: number("-g") } : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options = { ...user, cwd: folder };
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "app", "--auth=trust", "--no-sync"], {
    ...options,
    stdio: "ignore",
  });
  const child = spawn(join(bin, "postgres"), ["-D", data, "-k", folder, "-c", "listen_addresses="], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (text) => {
      log += text;
      if (/ready to accept connections/.test(log)) resolve();
    });
    child.once("exit", () => reject(new Error(`postgres ended before it was ready: ${log}`)));
    child.once("error", reject);
  });
  const pool = new pg.Pool({ host: folder, user: "app", database: "postgres" });
  return {
    host: folder,
    pool,
    async close() {
      await pool.end();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // On SIGTERM, Postgres waits until the last connection is closed.
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
