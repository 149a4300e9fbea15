import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Keypair } from "@solana/web3.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { AccountStore, SYSTEM } from "../../property/swap-harness.js";

const PROGRAM = fileURLToPath(new URL("../../../mock-server/programs/amm/amm.so", import.meta.url));

/** The solana-test-validator to test with, or undefined if not installed. */
export function findValidator(): string | undefined {
  const name = "solana-test-validator";
  const onPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const beside = fileURLToPath(new URL(`../../../../shared/bin/${name}`, import.meta.url));
  return [process.env["SOLANA_TEST_VALIDATOR"], ...onPath, beside].find(
    (p) => p !== undefined && p !== "" && existsSync(p),
  );
}

/** The accounts with which the validator starts. */
export class Genesis extends AccountStore {
  readonly keypair = Keypair.generate();
  readonly user = this.keypair.publicKey.toBase58();
  private readonly files = new Map<string, string>();

  constructor() {
    super();
    this.put(this.user, new Uint8Array(0), SYSTEM, 10n ** 10n);
  }

  put(address: string, data: Uint8Array, owner: string, lamports = 10n ** 9n): void {
    const encoded = [Buffer.from(data).toString("base64"), "base64"];
    const account = { lamports: Number(lamports), data: encoded, owner, executable: false, rentEpoch: 0 };
    this.files.set(address, JSON.stringify({ pubkey: address, account }));
  }

  /** Writes the account files and returns the arguments that name them. */
  write(folder: string): string[] {
    return [...this.files].flatMap(([address, json]) => {
      const file = join(folder, `${address}.json`);
      writeFileSync(file, json);
      return ["--account", address, file];
    });
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const free = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false),
  ]);
  server.close();
  return free;
}

/**
 * The start of a port block whose first ports are free; below the range that the system uses for outgoing connections.
 */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const base = 10_000 + 100 * Math.floor(Math.random() * 220);
    const free = await Promise.all([0, 1, 2, 3, 10, 11].map((i) => isFree(base + i)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("No free ports for a validator.");
}

/** A validator process with its own folder and ports. */
export class Validator {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  static async start(program: string, genesis: Genesis): Promise<Validator> {
    const folder = mkdtempSync(join(tmpdir(), "swap-validator-"));
    const port = await freePorts();
    const ports = ["--rpc-port", `${port}`, "--faucet-port", `${port + 2}`, "--gossip-port", `${port + 3}`];
    const range = ["--dynamic-port-range", `${port + 10}-${port + 90}`, "--bind-address", "127.0.0.1"];
    const ledger = ["--ledger", join(folder, "ledger"), "--reset", "--quiet"];
    const loaded = [...genesis.write(folder), "--bpf-program", PROGRAMS.swap, PROGRAM];
    const child = spawn(program, [...ledger, ...ports, ...range, ...loaded], {
      stdio: "ignore",
      cwd: folder,
    });
    const validator = new Validator(child, folder, `http://127.0.0.1:${port}`);
    for (;;) {
      if (child.exitCode !== null) {
        await validator.stop();
        throw new Error(`The validator ended with exit code ${child.exitCode}.`);
      }
      const healthy = await validator.rpc<string>("getHealth").catch(() => "starting");
      // A genesis program can be called from the next slot on.
      if (healthy === "ok" && (await validator.rpc<number>("getSlot", [{ commitment: "confirmed" }])) > 1)
        return validator;
      await sleep(200);
    }
  }

  async rpc<T>(method: string, params: unknown[] = []): Promise<T> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(this.url, { method: "POST", headers, body });
    const answer = (await response.json()) as { result: T; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, "exit");
      this.child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
