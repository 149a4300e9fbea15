import type { Addresses } from "../world/addresses.js";
import { tokenProgramId } from "../world/token-layout.js";
import type { Token } from "../world/tokens.js";
import type { TokenHome } from "./instructions.js";

/** Where a wallet holds a token: its associated token account. */
export function tokenHome(addresses: Addresses, owner: string, token: Token): TokenHome {
  const tokenProgram = tokenProgramId(token.program);
  const account = addresses.associatedTokenAddress(owner, token.mint, tokenProgram);
  return { account, owner, mint: token.mint, tokenProgram };
}
