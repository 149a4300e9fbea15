import { expect } from "vitest";
import { swapInstruction, swapProgramError } from "../../../mock-server/src/formats/amm/instruction.js";
import type { Instruction } from "../../../mock-server/src/formats/instructions.js";
import {
  named,
  type Outcome,
  pathOver,
  poolOf,
  SPL_TOKEN,
  SwapBench,
  SYSTEM,
  seedPool,
  TOKEN_2022,
} from "../../property/swap-harness.js";

export const RESERVES = { reserveIn: 1_000_000_000n, reserveOut: 50_000_000_000n, feeBps: 30 };
const ORDER = { kind: "exactIn", amountIn: 1_000_000n, minimumAmountOut: 0n } as const;
/** Pays the fee of transactions that the user does not sign. */
export const PAYER = named("fee payer");

/** A bench with tokens of both token programs, and functions that create swaps over one or two pools. */
export function setup() {
  const bench = new SwapBench();
  bench.put(PAYER, new Uint8Array(0), SYSTEM, 10n ** 12n);
  const usd = bench.token(named("usd"), SPL_TOKEN);
  const sol = bench.token(named("sol"), TOKEN_2022, 9);
  const eur = bench.token(named("eur"), SPL_TOKEN);

  const oneHop = () => {
    const pool = poolOf(usd, sol, RESERVES.feeBps);
    seedPool(bench, pool, usd, sol, RESERVES);
    const path = pathOver(bench, [usd, sol], [pool]);
    bench.hold(path.source, usd, bench.user, 5_000_000n);
    bench.hold(path.destination, sol, bench.user, 0n);
    return { pool, path, ix: swapInstruction(path, ORDER) };
  };

  const twoHops = () => {
    const pools = [poolOf(usd, sol, 30), poolOf(sol, eur, 30)] as const;
    seedPool(bench, pools[0], usd, sol, RESERVES);
    seedPool(bench, pools[1], sol, eur, RESERVES);
    const path = pathOver(bench, [usd, sol, eur], pools);
    bench.hold(path.source, usd, bench.user, 5_000_000n);
    bench.hold(path.destination, eur, bench.user, 0n);
    return { pools, path, ix: swapInstruction(path, ORDER) };
  };

  return { bench, usd, sol, eur, oneHop, twoHops };
}

/** The same instruction with one account replaced. */
export function replace(ix: Instruction, at: number, address: string): Instruction {
  return { ...ix, accounts: ix.accounts.map((a, i) => (i === at ? { ...a, address } : a)) };
}

export function expectRefused(result: Outcome, code: number, log: string): void {
  expect(result.code, `${result.error}\n${result.logs.join("\n")}`).toBe(code);
  expect(result.logs).toContain(`Program log: Error: ${log}`);
  // The server's message for the code agrees with the log.
  expect(log.startsWith(swapProgramError(code)?.message ?? "no such code")).toBe(true);
}
