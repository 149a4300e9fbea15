import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accountFile } from "../fixtures/account-file.js";
import { makeWorld } from "../fixtures/make-world.js";
import type { WorldOption } from "../fixtures/option.js";
import { WorldSchema } from "../fixtures/option-schema.js";
import type { Wallet } from "../fixtures/wallets.js";
import type { WorldData } from "../fixtures/world-data.js";
import type { ChainAccount } from "../formats/accounts.js";
import { signedTransaction } from "../formats/compile.js";
import { solTransfer } from "../formats/instructions.js";
import { OWN_PROGRAMS } from "../formats/own-programs.js";
import { readTransaction, signatureOf } from "../formats/transaction.js";
import { tryPort } from "../http/ports.js";
import { checkedOption } from "../kernel/checked.js";
import { writeJson } from "../kernel/json.js";
import { Random } from "../kernel/random.js";
import { genesisAccounts } from "../ledger/genesis/genesis.js";
import { CONFIRMED } from "../ledger/validator/decode.js";
import { readStatuses } from "../ledger/validator/history.js";
import { RpcClient } from "../ledger/validator/rpc-client.js";
import { sendBytes } from "../ledger/validator/watch.js";

const PROGRAM = "solana-test-validator";
/** How long (ms) to wait for a validator to start: a second or two, but minutes on a busy machine. */
const START_MS = 300_000;
const POLL_MS = 100;
/** How long (ms) to wait for a validator to stop after a signal. */
const STOP_MS = 1_500;
/** A new chain's first slot. Until slot 32, a new validator would drop every version 0 transaction. */
const FIRST_SLOT = "40";
/**
 * "Stricter ABI and runtime constraints" (SIMD-0219). Agave 3.0 validators activate it at the start, but no public
 * cluster does. With this feature, a transaction that creates a Token-2022 mint cannot add its metadata, as clients do.
 */
const STRICT_ABI = "CxeBn9PVeeXbmjbNwLv6U4C6svNxnC4JX6mfkvgeMocM";
/** Name of the file in the ledger folder that contains the world's seed. */
const SEED_FILE = "intent-tx-seed";
const TAIL = 2_000;

/** Thrown if a validator fails to start, or ends unexpectedly. */
export class ValidatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ValidatorError";
  }
}

/** Finds the validator to start: `SOLANA_TEST_VALIDATOR`, otherwise the program on PATH. @throws {ValidatorError} */
export function findValidator(env: NodeJS.ProcessEnv = process.env): string {
  const named = env["SOLANA_TEST_VALIDATOR"];
  if (named !== undefined && named !== "") {
    if (isProgram(named)) return resolve(named);
    throw new ValidatorError(`SOLANA_TEST_VALIDATOR must be the path of an executable file; got ${named}.`);
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = folders.map((folder) => join(folder, PROGRAM)).find(isProgram);
  if (found !== undefined) return found;
  throw new ValidatorError(
    `${PROGRAM} is not on PATH. Install the Solana (Agave) command line tools (https://solana.com/docs/intro/installation), ` +
      "or set SOLANA_TEST_VALIDATOR to the program's path. Without it, intent-tx-mock serve runs everything in this process.",
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A running `solana-test-validator` with the world of a seed. */
export class ValidatorProcess {
  /** Resolves when the process ends for any reason. */
  readonly ended: Promise<void>;
  /** The validator's JSON-RPC. */
  readonly url: string;
  /** The validator's WebSocket. */
  readonly ws: string;
  #output = "";
  readonly #exit = () => this.#destroy();

  private constructor(
    private readonly child: ChildProcess,
    ports: { readonly rpc: number },
    /** Directory of the account files and a temporary ledger. It is removed at the end. */
    private readonly folder: string,
    readonly ledger: string,
  ) {
    this.url = `http://127.0.0.1:${ports.rpc}`;
    this.ws = `ws://127.0.0.1:${ports.rpc + 1}`;
    this.ended = once(child, "exit").then(() => undefined);
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-TAIL);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    process.on("exit", this.#exit);
  }

  /**
   * Starts a validator and waits until it accepts transactions.
   *
   * @param options.ledger - ledger folder; default: a temporary folder, which `stop` removes
   * @param options.signal - aborts the start
   * @throws {ValidatorError} if it does not start, or if the ledger has another seed
   */
  static async start(options: {
    readonly program: string;
    readonly seed: number | string;
    /** Additions to the world's own content at the start. */
    readonly world?: WorldOption;
    readonly ledger?: string;
    /** The JSON-RPC port. Default: a free port. */
    readonly rpcPort?: number;
    /** Further arguments for the validator, after those for the world. */
    readonly args?: readonly string[];
    readonly signal?: AbortSignal;
  }): Promise<ValidatorProcess> {
    const folder = mkdtempSync(join(tmpdir(), "intent-tx-validator-"));
    try {
      const ledger = resolve(options.ledger ?? join(folder, "ledger"));
      const resumed = prepareLedger(ledger, String(options.seed));
      const world = worldOfSeed(options.seed, options.world);
      const ports = await freeValidatorPorts(options.rpcPort);
      const child = spawn(
        options.program,
        [
          ...["--ledger", ledger, "--quiet", "--bind-address", "127.0.0.1"],
          ...["--rpc-port", `${ports.rpc}`, "--faucet-port", `${ports.faucet}`],
          ...["--gossip-port", `${ports.gossip}`, "--dynamic-port-range", ports.dynamic.join("-")],
          ...(resumed ? [] : ["--warp-slot", FIRST_SLOT, "--deactivate-feature", STRICT_ABI]),
          ...(resumed ? [] : (options.world?.chain?.features?.deactivate ?? [])).flatMap((feature) => [
            "--deactivate-feature",
            feature,
          ]),
          ...writeWorld(world, join(folder, "world")),
          ...(options.args ?? []),
        ],
        // The validator has its own process group, so that Ctrl-C reaches only the API, which finishes its requests.
        { stdio: ["ignore", "pipe", "pipe"], cwd: folder, detached: true },
      );
      const started = new Promise((settle, reject) => child.once("spawn", settle).once("error", reject));
      await started.catch((error: Error) => {
        throw new ValidatorError(`${options.program} cannot be run: ${error.message}`);
      });
      const validator = new ValidatorProcess(child, ports, folder, ledger);
      try {
        await validator.#ready(world.faucet, resumed, options.signal);
      } catch (error) {
        await validator.stop();
        throw error;
      }
      return validator;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** How the process ended, for a message: `with code 1` or `by SIGKILL`. */
  get end(): string {
    const { exitCode, signalCode } = this.child;
    return signalCode === null ? `with code ${exitCode}` : `by ${signalCode}`;
  }

  /** The validator's last output and the last errors in its log, to explain why it ended. */
  get lastOutput(): string {
    const log = join(this.ledger, "validator.log");
    const errors = existsSync(log)
      ? readFileSync(log, "utf8")
          .split("\n")
          .filter((line) => /\b(ERROR|panicked)\b/.test(line))
          .slice(-3)
      : [];
    return [this.#output.trim(), ...errors].filter((text) => text !== "").join("\n");
  }

  /** Stops the process and removes its files, except a ledger folder given by name. */
  async stop(): Promise<void> {
    if (this.#running) {
      this.child.kill("SIGTERM");
      await Promise.race([this.ended, sleep(STOP_MS, undefined, { ref: false })]);
    }
    if (this.#running) {
      this.child.kill("SIGKILL");
      await this.ended;
    }
    process.off("exit", this.#exit);
    this.#destroy();
  }

  get #running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  #destroy(): void {
    if (this.#running) this.child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #ready(payer: Wallet, resumed: boolean, signal: AbortSignal | undefined): Promise<void> {
    const isReady = readinessOf(new RpcClient(this.url), payer, resumed);
    for (let waited = 0; waited < START_MS; waited += POLL_MS) {
      if (!this.#running)
        throw new ValidatorError(`The validator stopped ${this.end} while starting:\n${this.lastOutput}`);
      signal?.throwIfAborted();
      if (await isReady().catch(() => false)) return;
      await sleep(POLL_MS);
    }
    throw new ValidatorError(`The validator was not ready within ${START_MS / 1000} s:\n${this.lastOutput}`);
  }
}

/** True if the folder contains a ledger. @throws {ValidatorError} if it has another seed */
function prepareLedger(ledger: string, seed: string): boolean {
  const file = join(ledger, SEED_FILE);
  if (!existsSync(join(ledger, "genesis.bin"))) {
    mkdirSync(ledger, { recursive: true });
    writeFileSync(file, seed);
    return false;
  }
  const stored = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (stored === seed) return true;
  const problem =
    stored === undefined
      ? "contains a chain that another program created"
      : `was created with --seed ${stored}`;
  throw new ValidatorError(`${ledger} ${problem}; use a different folder, or delete this one.`);
}

/**
 * A function that returns true when a validator is ready for transactions, and throws while it does not respond.
 *
 * @param payer - a wallet with lamports
 * @param isResumed - true if the ledger continues an earlier run
 */
function readinessOf(client: RpcClient, payer: Wallet, isResumed: boolean): () => Promise<boolean> {
  const probes: string[] = [];
  // A resumed chain shows its last snapshot and replays blocks before it produces new ones, so a probe must land.
  const lands = async (probe: Uint8Array): Promise<boolean> => {
    await sendBytes(client, probe);
    probes.push(signatureOf(readTransaction(probe)));
    const statuses = await readStatuses(client, probes.slice(-256));
    return statuses.some((status) => status !== undefined && status.commitment !== "processed");
  };
  return async () => {
    const [latest, finalized] = await client.batch<{ value: { blockhash: string } } & number>([
      { method: "getLatestBlockhash", params: [CONFIRMED] },
      { method: "getSlot", params: [{ commitment: "finalized" }] },
    ]);
    if (!latest || !finalized) return false;
    // The amount differs between processes, so that an earlier run's probe is not mistaken for this run's.
    const transfer = solTransfer(payer.address, payer.address, BigInt(process.pid));
    const probe = signedTransaction([payer], [transfer], latest.value.blockhash);
    // A chain's first blocks do not charge fees, so a fee shows that they are over.
    const message = Buffer.from(readTransaction(probe).message).toString("base64");
    const params = [message, CONFIRMED];
    const { value: fee } = await client.call<{ value: number | null }>("getFeeForMessage", params);
    if (!fee) return false;
    return isResumed ? lands(probe) : true;
  };
}

/** The same world as `createMockServer` creates with this seed and option. @throws {OptionError} */
export function worldOfSeed(seed: number | string, option?: WorldOption): WorldData {
  return makeWorld(new Random(String(seed)), option && checkedOption("world", WorldSchema, option));
}

/** Writes account files into `folder`; returns the validator arguments that load them. */
export function writeAccounts(accounts: readonly ChainAccount[], folder: string): string[] {
  return accounts.flatMap((account) => {
    const file = join(folder, `${account.address}.json`);
    writeFileSync(file, writeJson(accountFile(account)));
    return ["--account", account.address, file];
  });
}

/** Writes a world's accounts and the swap program into `folder`; returns the validator arguments that load them. */
export function writeWorld(world: WorldData, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const accounts = writeAccounts(genesisAccounts(world), folder);
  const own = OWN_PROGRAMS.filter(([address]) => !world.chain.some((account) => account.address === address));
  const programs = own.flatMap(([address, image]) => {
    const program = join(folder, `${address}.so`);
    writeFileSync(program, image());
    return ["--bpf-program", address, program];
  });
  return [...accounts, ...programs];
}

/** First port to try. It is below the range that systems use for outgoing connections. */
const FIRST = 10_000;
const BLOCK = 100;
const BLOCKS = 220;
const TRIES = 50;

/**
 * Finds a block of free ports on loopback. A validator's WebSocket is on `rpc + 1`. `dynamic` has the first and the last
 * port of the range for all other ports that it opens.
 *
 * @param rpc the JSON-RPC port, if fixed
 * @throws Error if no block is free
 */
export async function freeValidatorPorts(rpc?: number) {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Processes that start at the same time try different port blocks first.
    const base = FIRST + BLOCK * ((process.pid + attempt * 7) % BLOCKS);
    const tried = await Promise.allSettled([0, 1, 2, 3, 10, 11, 12].map((offset) => tryPort(base + offset)));
    if (tried.some(({ status }) => status === "rejected")) continue;
    return { rpc: rpc ?? base, faucet: base + 2, gossip: base + 3, dynamic: [base + 10, base + 90] };
  }
  throw new Error(
    "No free range of ports for a validator was found between 10000 and 32000. Stop a process that uses some of these ports.",
  );
}
