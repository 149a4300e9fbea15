import type { TokenHome } from "../chain/instructions.js";
import type { TokenAddresses } from "../chain/token-addresses.js";
import { tokenProgramId } from "../chain/token-layout.js";
import type { Token } from "../world/tokens.js";

/** Where a wallet holds a token: its associated token account. */
export function tokenHome(addresses: TokenAddresses, owner: string, token: Token): TokenHome {
  const tokenProgram = tokenProgramId(token.program);
  const account = addresses.associatedTokenAddress(owner, token.mint, tokenProgram);
  return { account, owner, mint: token.mint, tokenProgram };
}
