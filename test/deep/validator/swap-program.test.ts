import { setTimeout as sleep } from "node:timers/promises";
import { Keypair, PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ValidatorProcess, writeAccounts } from "../../../mock-server/src/cli/validator-process.js";
import type { ChainAccount } from "../../../mock-server/src/formats/accounts.js";
import { quoteRouteExactIn, quoteRouteExactOut } from "../../../mock-server/src/formats/amm/formula.js";
import { swapInstruction } from "../../../mock-server/src/formats/amm/instruction.js";
import type { Instruction } from "../../../mock-server/src/formats/instructions.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { temporaryFolder } from "../../folder.js";
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
} from "../../property/swap-harness.js";
import {
  decodeSwapPool,
  decodeSwapReturnData,
  initializePoolInstruction,
} from "../../server/formats/swap-program-forms.js";
import { rpc as call } from "../../server/lab.js";
import { installedValidator } from "../installed-validator.js";

const RESERVES = { reserveIn: 123_456_789_012n, reserveOut: 987_654_321n, feeBps: 30 };

const validator = installedValidator("the swap program on it");

/** The accounts with which the validator starts. */
class Genesis extends AccountStore {
  readonly keypair = Keypair.generate();
  readonly user = this.keypair.publicKey.toBase58();
  readonly accounts: ChainAccount[] = [];

  put(address: string, data: Uint8Array, owner: string, lamports = 10n ** 9n): void {
    this.accounts.push({ address, data, owner, lamports, executable: false });
  }
}

describe.skipIf(validator === undefined)("on a real validator", () => {
  const genesis = new Genesis();
  const usd = genesis.token(named("usd"), SPL_TOKEN);
  const sol = genesis.token(named("sol"), TOKEN_2022, 9);
  const eur = genesis.token(named("eur"), SPL_TOKEN);
  const pools = [poolOf(usd, sol, 30), poolOf(sol, eur, 30)] as const;
  const fresh = poolOf(usd, eur, 100);
  const path = pathOver(genesis, [usd, sol, eur], pools);
  let running: ValidatorProcess | undefined;

  /** Sends a transaction, and returns what it did. */
  async function land(ix: Instruction) {
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

    genesis.put(genesis.user, new Uint8Array(0), SYSTEM, 10n ** 10n);
    const args = writeAccounts(genesis.accounts, temporaryFolder(afterAll));
    running = await ValidatorProcess.start({ program: validator ?? "", seed: 1, args });
  });

  afterAll(() => running?.stop());

  const rpc = async <T>(method: string, params: unknown[]): Promise<T> => {
    const url = running?.url ?? "";
    const { result, error } = await call({ fetch, rpc: { live: url, test: url } }, method, params);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };

  test("one hop pays the quoted output", async () => {
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

  test("two hops cost the quoted input for an exact output", async () => {
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

  test("initialize creates a rent-exempt pool", async () => {
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
    expect(value.owner).toBe(PROGRAMS.swap);
    expect(value.lamports).toBe(await rpc<number>("getMinimumBalanceForRentExemption", [144]));
  });
});
