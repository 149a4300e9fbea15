import { decodeTokenAccount } from "../formats/token-layout.js";
import type { ChainAccount, TokenAccount } from "./ledger.js";

export function tokenAccountOf(account: ChainAccount | undefined): TokenAccount | undefined {
  const data = account && decodeTokenAccount(account.owner, account.data);
  if (!data) return undefined;
  const { mint, owner, amount } = data;
  return { address: account.address, mint, owner, amount };
}
