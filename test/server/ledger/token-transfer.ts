import type { Token } from "../../../mock-server/src/fixtures/tokens.js";
import {
  createTokenAccount,
  type Instruction,
  transferChecked,
} from "../../../mock-server/src/formats/instructions.js";
import { ataOf } from "../../../mock-server/src/formats/program-addresses.js";

/** Creates the receiver's token account if needed, and moves tokens of either program with a checked transfer. */
export function tokenTransfer(
  token: Token,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: bigint },
): Instruction[] {
  const target = ataOf(to, token);
  const move = transferChecked(ataOf(from, token), target.account, amount, token.decimals);
  return [createTokenAccount(from, target), move];
}
