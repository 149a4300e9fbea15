import { NATIVE_MINT } from "intent-tx/contract";
import type { PoolSpec } from "../fixtures/pools.js";
import type { TokenList } from "../fixtures/tokens.js";
import { U64_MAX } from "../formats/base-units.js";
import { TOKEN_AMOUNT_AT } from "../formats/token-layout.js";
import type { ControlledLedger } from "../ledger/ledger.js";
import { type Reserves, vaultAmount } from "./reserves.js";

/** A pool, and the base mint of its price. */
export interface NamedPool {
  readonly pool: PoolSpec;
  readonly base: string;
}

/** Finds a pool by address or pair (`SOL-USDC`, in either order and any case). The base is the pair's first token. */
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

/** The vault whose balance changes when the price of `mint` moves, and that vault's mint. */
function vaultBeside(pool: PoolSpec, mint: string): readonly [vault: string, mint: string] {
  return pool.mintA === mint ? [pool.vaultB, pool.mintB] : [pool.vaultA, pool.mintA];
}

/** The vault balance at which the pool's price has moved by `percent`. @throws RangeError if a vault cannot have it */
function movedAmount(label: string, held: bigint, percent: number): bigint {
  const amount = (held * (WHOLE + BigInt(Math.round(percent * 1_000_000)))) / WHOLE;
  if (amount >= 1n && amount <= U64_MAX) return amount;
  throw new RangeError(
    `must leave the vault of ${label} with 1 to ${U64_MAX} base units; ${percent} would change it from ${held} to ${amount}`,
  );
}

/**
 * Checks whether a pool can move by a percentage, without moving it.
 *
 * @throws RangeError as {@link movePoolBy}
 */
export function refuseMove(reserves: Reserves, { pool, base }: NamedPool, percent: number): void {
  const held = reserves.get(vaultBeside(pool, base)[0]);
  if (held !== undefined) movedAmount(pool.label, held, percent);
}

/** 100% in hundred-millionths, so that percentages are exact to six decimals. */
const WHOLE = 100_000_000n;

/**
 * Raises the price of the base in a pool by `percent` (lowers it if negative), by changing the other token's balance.
 *
 * @throws RangeError if the balance does not fit in a vault
 */
export async function movePoolBy(
  ledger: ControlledLedger,
  { pool, base }: NamedPool,
  percent: number,
): Promise<void> {
  const [vault, other] = vaultBeside(pool, base);
  const [account] = await ledger.accounts([vault]);
  const held = vaultAmount(account);
  if (account === undefined || held === undefined) {
    throw new RangeError(`${pool.label} has no vault on this ledger: ${vault} is not a token account.`);
  }
  const amount = movedAmount(pool.label, held, percent);
  const data = Uint8Array.from(account.data);
  new DataView(data.buffer).setBigUint64(TOKEN_AMOUNT_AT, amount, true);
  // A wrapped SOL balance equals the account's lamports above rent.
  const lamports = account.lamports + (other === NATIVE_MINT ? amount - held : 0n);
  const { owner, executable } = account;
  await ledger.setAccount(vault, { lamports, owner, executable, data });
}
