import type { TokenList } from "../fixtures/tokens.js";
import { toHumanUnits } from "../formats/base-units.js";
import { decodeMint } from "../formats/token-layout.js";
import type { Ledger, TokenAccount } from "../ledger/ledger.js";

/** A wallet's balance of one mint, without its value. */
export interface Holding {
  readonly mint: string;
  readonly symbol: string;
  /** Base units, summed over the wallet's accounts for the mint. */
  readonly balance: bigint;
  readonly decimals: number;
  readonly uiAmount: number;
}

export interface NftMint {
  readonly mint: string;
  readonly data: Uint8Array;
}

/** The display name of a mint without metadata: its first and last four characters. */
export function shortAddress(mint: string): string {
  return `${mint.slice(0, 4)}…${mint.slice(-4)}`;
}

/**
 * Sorts a wallet's token accounts into tokens and NFTs. A mint counts as an NFT if it is not in the world and has no
 * decimals and a supply of one. Empty accounts are left out.
 */
export async function splitHoldings(
  ledger: Ledger,
  accounts: readonly TokenAccount[],
  tokens: TokenList,
): Promise<{ holdings: Holding[]; nfts: NftMint[] }> {
  const balances = new Map<string, bigint>();
  for (const { mint, amount } of accounts) {
    if (amount > 0n) balances.set(mint, (balances.get(mint) ?? 0n) + amount);
  }
  const unknown = [...balances.keys()].filter((mint) => !tokens.ofMint(mint));
  const mints = unknown.length > 0 ? await ledger.accounts(unknown) : [];
  const holdings: Holding[] = [];
  const nfts: NftMint[] = [];
  for (const [mint, balance] of balances) {
    const known = tokens.ofMint(mint);
    const account = known ? undefined : mints[unknown.indexOf(mint)];
    const read = account && decodeMint(account.owner, account.data);
    if (account && read?.decimals === 0 && read.supply === 1n) {
      nfts.push({ mint, data: account.data });
      continue;
    }
    const decimals = known?.decimals ?? read?.decimals ?? 0;
    holdings.push({
      mint,
      symbol: known?.symbol ?? shortAddress(mint),
      balance,
      decimals,
      uiAmount: Number(toHumanUnits(balance, decimals)),
    });
  }
  return { holdings, nfts };
}
