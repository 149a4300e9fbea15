import { U64_MAX } from "../chain/base-units.js";
import type { Ledger, LedgerControl } from "../ledger/ledger.js";
import type { PoolSpec } from "../world/pools.js";
import type { TokenList } from "../world/tokens.js";
import { NATIVE_MINT } from "../world/tokens.js";
import { type Reserves, vaultAmount } from "./reserves.js";

/** A pool, and the mint that its price is of. */
export interface NamedPool {
  readonly pool: PoolSpec;
  readonly base: string;
}

/** The pool of an address or of a pair (`SOL-USDC`, in either order and any case); the base is the first of the pair. */
export function findPool(
  pools: readonly PoolSpec[],
  tokens: TokenList,
  addressOrPair: string,
): NamedPool | undefined {
  const wanted = addressOrPair.toLowerCase();
  for (const pool of pools) {
    const a = tokens.ofMint(pool.mintA)?.symbol ?? "";
    const b = tokens.ofMint(pool.mintB)?.symbol ?? "";
    const pair = pool.address === addressOrPair ? pool.label.toLowerCase() : wanted;
    if (pair === `${a}-${b}`.toLowerCase()) return { pool, base: pool.mintA };
    if (pair === `${b}-${a}`.toLowerCase()) return { pool, base: pool.mintB };
  }
  return undefined;
}

/** The vault that a move of `mint` changes, and the mint of what it holds. */
function vaultBeside(pool: PoolSpec, mint: string): readonly [vault: string, mint: string] {
  return pool.mintA === mint ? [pool.vaultB, pool.mintB] : [pool.vaultA, pool.mintA];
}

/**
 * Base units that the vault of a pool has to hold for its price to move by `percent`.
 *
 * @throws RangeError if the percent is not a number above -100, or the vault cannot hold what it asks for
 */
function movedAmount(label: string, held: bigint, percent: number): bigint {
  if (!Number.isFinite(percent) || percent <= -100 || percent > 1_000_000) {
    throw new RangeError(`percent must be a number above -100 and at most 1000000, not ${percent}.`);
  }
  const amount = (held * (WHOLE + BigInt(Math.round(percent * 1_000_000)))) / WHOLE;
  if (amount >= 1n && amount <= U64_MAX) return amount;
  throw new RangeError(
    `is ${percent}, by which ${label} cannot move: its vault holds ${held} base units and would hold ${amount}; from 1 to ${U64_MAX} fit`,
  );
}

/**
 * Looks whether a pool can move by a percent, before anything is moved.
 *
 * @throws RangeError as {@link movePoolBy} does
 */
export function refuseMove(reserves: Reserves, { pool, base }: NamedPool, percent: number): void {
  const held = reserves.get(vaultBeside(pool, base)[0]);
  if (held !== undefined) movedAmount(pool.label, held, percent);
}

/** The changed vault of a moved pool, and the amount that it holds now. */
export interface MovedPool {
  readonly vault: string;
  readonly amount: bigint;
}

const AMOUNT_AT = 64;
/** A percent in parts of a hundred million: six decimals of the percent count. */
const WHOLE = 100_000_000n;

/**
 * Makes `mint` dearer in a pool by `percent` (cheaper if negative), by changing what the other vault holds.
 *
 * @throws RangeError if the percent is not a number above -100, or the vault cannot hold what it asks for
 */
export async function movePoolBy(
  ledger: Ledger & LedgerControl,
  pool: PoolSpec,
  mint: string,
  percent: number,
): Promise<MovedPool> {
  const [vault, other] = vaultBeside(pool, mint);
  const [account] = await ledger.accounts([vault]);
  const held = vaultAmount(account);
  if (account === undefined || held === undefined) {
    throw new RangeError(`${pool.label} has no vault on this ledger: ${vault} is no token account.`);
  }
  const amount = movedAmount(pool.label, held, percent);
  const data = Uint8Array.from(account.data);
  new DataView(data.buffer).setBigUint64(AMOUNT_AT, amount, true);
  // Wrapped SOL is as much as its account has lamports above rent.
  const lamports = account.lamports + (other === NATIVE_MINT ? amount - held : 0n);
  const { owner, executable } = account;
  await ledger.setAccount(vault, { lamports, owner, executable, data });
  return { vault, amount };
}
