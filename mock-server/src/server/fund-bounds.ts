import { toHumanUnits, U64_MAX } from "../chain/base-units.js";
import { LAMPORTS_PER_SIGNATURE } from "../chain/fees.js";
import { rentExempt } from "../chain/rent.js";
import { decodeMint } from "../chain/token-layout.js";
import { invalidField } from "../kernel/service-error.js";
import type { Ledger } from "../ledger/ledger.js";
import { NATIVE_MINT, type Token } from "../world/tokens.js";

/** An amount that is asked for, under the name by which it was. */
export interface Wanted {
  readonly symbol: string;
  readonly token: Token;
  readonly units: bigint;
}

/**
 * Refuses more than there is to give (the faucet pays for the one signature), before any of it is given: the program's error would name neither the token nor its bound.
 *
 * @throws ServiceError 400 on the token, with the most that can be given
 */
export async function refuseTooMuch(
  ledger: Ledger,
  wanted: readonly Wanted[],
  /** The faucet's address; undefined for SOL that nobody counts here. */
  faucet: string | undefined,
): Promise<void> {
  const native = (one: Wanted) => one.token.mint === NATIVE_MINT;
  const bounded = wanted.filter((one) => !native(one) || faucet !== undefined);
  const sources = bounded.map((one) => (native(one) ? (faucet ?? "") : one.token.mint));
  const accounts = await ledger.accounts(sources);
  for (const [at, one] of bounded.entries()) {
    const account = accounts[at];
    const left = native(one)
      ? (account?.lamports ?? 0n) - LAMPORTS_PER_SIGNATURE - rentExempt(0)
      : account && supplyLeft(account.owner, account.data);
    if (left === undefined || one.units <= left) continue;
    const most = toHumanUnits(left > 0n ? left : 0n, one.token.decimals);
    throw invalidField(
      `tokens.${one.symbol}`,
      `is ${toHumanUnits(one.units, one.token.decimals)}; at most ${most} can be given now`,
    );
  }
}

/** Base units that a mint can still make; undefined for what is no mint. */
function supplyLeft(owner: string, data: Uint8Array): bigint | undefined {
  const mint = decodeMint(owner, data);
  return mint && U64_MAX - mint.supply;
}
