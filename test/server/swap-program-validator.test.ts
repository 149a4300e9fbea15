import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Keypair, PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quoteRouteExactIn, quoteRouteExactOut } from "../../mock-server/src/market/formula.js";
import {
  decodeSwapReturnData,
  initializePoolInstruction,
  SWAP_PROGRAM_ID,
  type SwapInstruction,
  swapInstruction,
} from "../../mock-server/src/market/swap-instruction.js";
import { decodeSwapPool } from "../../mock-server/src/market/swap-pool.js";
import {
  AccountStore,
  hopOf,
  named,
  pathOver,
  poolOf,
  SPL_TOKEN,
  SYSTEM,
  seedPool,
  TOKEN_2022,
} from "../property/swap-harness.js";

const PROGRAM = fileURLToPath(new URL("../../mock-server/programs/amm/amm.so", import.meta.url));
const RESERVES = { reserveIn: 123_456_789_012n, reserveOut: 987_654_321n, feeBps: 30 };

function findValidator(): string | undefined {
  const name = "solana-test-validator";
  const onPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const beside = fileURLToPath(new URL(`../../../shared/bin/${name}`, import.meta.url));
  return [process.env["SOLANA_TEST_VALIDATOR"], ...onPath, beside].find(
    (p) => p !== undefined && p !== "" && existsSync(p),
  );
}

const validator = findValidator();
if (validator === undefined) {
  console.warn(
    "The swap program is not checked on a validator: set SOLANA_TEST_VALIDATOR, or put it on PATH.",
  );
}

/** The accounts with which the validator starts. */
class Genesis extends AccountStore {
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

/** The first of a block of ports whose first ones are free; below the range from which the system serves outgoing ones. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const base = 10_000 + 100 * Math.floor(Math.random() * 220);
    const free = await Promise.all([0, 1, 2, 3, 10, 11].map((i) => isFree(base + i)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("No free ports for a validator.");
}

describe.skipIf(validator === undefined)("on a real validator", () => {
  const genesis = new Genesis();
  const usd = genesis.token(named("usd"), SPL_TOKEN);
  const sol = genesis.token(named("sol"), TOKEN_2022, 9);
  const eur = genesis.token(named("eur"), SPL_TOKEN);
  const pools = [poolOf(usd, sol, 30), poolOf(sol, eur, 30)] as const;
  const fresh = poolOf(usd, eur, 100);
  const path = pathOver(genesis, [usd, sol, eur], pools);
  let child: ChildProcess | undefined;
  let folder: string | undefined;
  let url = "";

  async function rpc<T>(method: string, params: unknown[] = []): Promise<T> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const answer = (await response.json()) as { result: T; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  /** Legacy transactions: a new validator lets versioned ones wait for its first root. */
  async function land(ix: SwapInstruction) {
    const { value } = await rpc<{ value: { blockhash: string } }>("getLatestBlockhash", [
      { commitment: "confirmed" },
    ]);
    const tx = new Transaction({
      feePayer: genesis.keypair.publicKey,
      blockhash: value.blockhash,
      lastValidBlockHeight: 0,
    });
    const keys = ix.accounts.map((a) => ({
      pubkey: new PublicKey(a.address),
      isSigner: a.signer,
      isWritable: a.writable,
    }));
    tx.add(
      new TransactionInstruction({
        programId: new PublicKey(ix.programId),
        keys,
        data: Buffer.from(ix.data),
      }),
    );
    tx.sign(genesis.keypair);
    const wire = tx.serialize().toString("base64");
    const simulated = await rpc<Simulated>("simulateTransaction", [
      wire,
      { encoding: "base64", commitment: "confirmed" },
    ]);
    if (simulated.value.err !== null) return simulated.value;
    const signature = await rpc<string>("sendTransaction", [
      wire,
      { encoding: "base64", preflightCommitment: "confirmed" },
    ]);
    expect(signature).toBe(bs58.encode(tx.signature ?? new Uint8Array()));
    for (;;) {
      const landed = await rpc<{ meta: Landed } | null>("getTransaction", [
        signature,
        { commitment: "confirmed" },
      ]);
      if (landed !== null)
        return {
          ...landed.meta,
          logs: landed.meta.logMessages,
          unitsConsumed: landed.meta.computeUnitsConsumed,
        };
      await sleep(100);
    }
  }

  interface Returned {
    err: unknown;
    returnData?: { programId: string; data: [string, "base64"] };
  }
  type Landed = Returned & { logMessages: string[]; computeUnitsConsumed: number };
  type Simulated = { value: Returned & { logs: string[]; unitsConsumed: number } };

  const returned = (r: Returned) => decodeSwapReturnData(Buffer.from(r.returnData?.data[0] ?? "", "base64"));

  async function balance(address: string): Promise<bigint> {
    const { value } = await rpc<{ value: { amount: string } }>("getTokenAccountBalance", [
      address,
      { commitment: "confirmed" },
    ]);
    return BigInt(value.amount);
  }

  beforeAll(async () => {
    seedPool(genesis, pools[0], usd, sol, RESERVES);
    seedPool(genesis, pools[1], sol, eur, RESERVES);
    for (const token of [usd, eur])
      genesis.hold(hopOf(fresh, token).vaultOut, token, fresh.address, 1_000_000n);
    genesis.hold(path.source, usd, genesis.user, 10_000_000_000n);
    genesis.hold(path.destination, eur, genesis.user, 0n);
    genesis.hold(named("my sol"), sol, genesis.user, 0n);

    folder = mkdtempSync(join(tmpdir(), "swap-validator-"));
    const port = await freePorts();
    url = `http://127.0.0.1:${port}`;
    const ports = ["--rpc-port", `${port}`, "--faucet-port", `${port + 2}`, "--gossip-port", `${port + 3}`];
    const range = ["--dynamic-port-range", `${port + 10}-${port + 90}`, "--bind-address", "127.0.0.1"];
    const program = ["--bpf-program", SWAP_PROGRAM_ID, PROGRAM];
    const args = [
      "--ledger",
      join(folder, "ledger"),
      "--reset",
      "--quiet",
      ...ports,
      ...range,
      ...genesis.write(folder),
      ...program,
    ];
    child = spawn(validator ?? "", args, { stdio: "ignore", cwd: folder });
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The validator ended with exit code ${child.exitCode}.`);
      const healthy = await rpc<string>("getHealth").catch(() => "starting");
      // A program of the genesis can be called from the slot after it.
      if (healthy === "ok" && (await rpc<number>("getSlot", [{ commitment: "confirmed" }])) > 1) return;
      await sleep(200);
    }
  }, 90_000);

  afterAll(async () => {
    if (child !== undefined && child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  test("one hop pays what the quote says", { timeout: 60_000 }, async () => {
    const one = { ...pathOver(genesis, [usd, sol], [pools[0]]), destination: named("my sol") };
    const quote = quoteRouteExactIn(1_000_000_000n, [RESERVES]);
    if (!quote.ok) throw new Error(quote.refusal);
    const refused = await land(
      swapInstruction(one, {
        kind: "exactIn",
        amountIn: quote.amountIn,
        minimumAmountOut: quote.amountOut + 1n,
      }),
    );
    expect(refused.err).toEqual({ InstructionError: [0, { Custom: 6001 }] });
    expect(refused.logs).toContain("Program log: Error: slippage tolerance exceeded");

    const done = await land(
      swapInstruction(one, { kind: "exactIn", amountIn: quote.amountIn, minimumAmountOut: quote.amountOut }),
    );
    expect(done.err).toBeNull();
    expect(returned(done)).toEqual({ amountIn: quote.amountIn, amountOut: quote.amountOut });
    expect(await balance(named("my sol"))).toBe(quote.amountOut);
    console.info(`Compute units on the validator, one hop: ${done.unitsConsumed}`);
  });

  test("two hops take what the quote says for an exact output", { timeout: 60_000 }, async () => {
    const states = await Promise.all(
      pools.map(async (pool, i) => {
        const hop = hopOf(pool, [sol, eur][i] ?? eur);
        return { reserveIn: await balance(hop.vaultIn), reserveOut: await balance(hop.vaultOut), feeBps: 30 };
      }),
    );
    const quote = quoteRouteExactOut(5_000n, states);
    if (!quote.ok) throw new Error(quote.refusal);
    const before = await balance(path.source);
    const done = await land(
      swapInstruction(path, { kind: "exactOut", amountOut: 5_000n, maximumAmountIn: quote.amountIn }),
    );
    expect(done.err).toBeNull();
    expect(returned(done)).toEqual({ amountIn: quote.amountIn, amountOut: 5_000n });
    expect(before - (await balance(path.source))).toBe(quote.amountIn);
    expect(await balance(path.destination)).toBe(5_000n);
    console.info(`Compute units on the validator, two hops: ${done.unitsConsumed}`);
  });

  test("initialize creates a rent-exempt pool", { timeout: 60_000 }, async () => {
    const done = await land(
      initializePoolInstruction({ payer: genesis.user, pool: fresh.address, ...fresh.state }),
    );
    expect(done.err).toBeNull();
    const config = { encoding: "base64", commitment: "confirmed" };
    const { value } = await rpc<{ value: { data: [string]; owner: string; lamports: number } }>(
      "getAccountInfo",
      [fresh.address, config],
    );
    expect(decodeSwapPool(Buffer.from(value.data[0], "base64"))).toEqual(fresh.state);
    expect(value.owner).toBe(SWAP_PROGRAM_ID);
    expect(value.lamports).toBe(await rpc<number>("getMinimumBalanceForRentExemption", [144]));
  });
});
