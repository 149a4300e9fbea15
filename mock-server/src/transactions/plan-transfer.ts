import { createTokenAccount, solTransfer, type TokenHome, transferChecked } from "../chain/instructions.js";
import { NATIVE_MINT } from "../world/tokens.js";
import type { Plan, PlanStep } from "./plan.js";

/** SOL from wallet to wallet. */
export function planSolTransfer(order: {
  readonly wallet: string;
  readonly recipient: string;
  readonly amount: bigint;
}): Plan {
  const { wallet, recipient, amount } = order;
  return {
    steps: [{ kind: "sol-transfer", instructions: [solTransfer(wallet, recipient, amount)] }],
    spends: { mint: NATIVE_MINT, amount, account: wallet },
  };
}

/** Tokens from wallet to wallet; the recipient's account is made where there is none, at the sender's cost. */
export function planTokenTransfer(order: {
  readonly from: TokenHome;
  readonly to: TokenHome;
  readonly amount: bigint;
  readonly decimals: number;
  /** Whether the sender's account exists. */
  readonly fromExists: boolean;
}): Plan {
  const { from, to, amount, decimals, fromExists } = order;
  const create = (home: TokenHome): PlanStep => ({
    kind: "create-token-account",
    instructions: [createTokenAccount(from.owner, home)],
  });
  return {
    steps: [
      // An absent account of the sender is made as well: the token program then says itself that it holds too little.
      ...(fromExists ? [] : [create(from)]),
      create(to),
      { kind: "token-transfer", instructions: [transferChecked(from, to.account, amount, decimals)] },
    ],
    spends: { mint: from.mint, amount, account: from.account },
  };
}
