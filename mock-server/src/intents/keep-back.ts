import { networkFee } from "../chain/fees.js";
import type { TokenHome } from "../chain/instructions.js";
import { isTokenProgram } from "../chain/programs.js";
import { rentExempt } from "../chain/rent.js";
import { tokenAccountLength } from "../chain/token-layout.js";
import { type StepKind, unitsFromTable } from "../transactions/compute-units.js";
import type { Facts } from "../transactions/facts.js";
import type { Token } from "../world/tokens.js";

/** Lamports that a wallet must hold to stay on the ledger. */
const WALLET_RENT = rentExempt(0);

/** Every step that a swap from SOL can have; the one that is built has these or fewer. */
const SWAP_STEPS: readonly StepKind[] = [
  "create-token-account",
  "wrap",
  "create-token-account",
  "swap-two-hops",
  "unwrap",
];

/**
 * Lamports that a wallet keeps when it sends all that it can: the network fee at the largest compute-unit limit that the
 * transaction can be built with, and the rent that keeps the wallet on the ledger. A wallet could be emptied to exactly 0
 * instead, but what the fee will be is known only after the simulation, and any rest below the rent is refused.
 */
export function keptForTransfer(priorityFee: number): bigint {
  return networkFee(unitsFromTable(["sol-transfer"]), priorityFee) + WALLET_RENT;
}

/**
 * Lamports that a wallet keeps when it swaps all the SOL that it can: the fee, rent of the output's account where there is
 * none, and rent of the wrapped-SOL account. That one comes back when it is closed and is then the wallet's own rest.
 */
export function keptForSwap(order: {
  readonly priorityFee: number;
  readonly facts: Facts;
  readonly wrapped: TokenHome;
  readonly output: TokenHome;
  readonly outputToken: Token;
}): bigint {
  const { priorityFee, facts, wrapped, output, outputToken } = order;
  const exists = (home: TokenHome) => isTokenProgram(facts.owner(home.account) ?? "");
  const rent = rentExempt(tokenAccountLength(outputToken.program));
  const lent = exists(wrapped) ? 0n : rentExempt(tokenAccountLength("spl-token"));
  return (
    networkFee(unitsFromTable(SWAP_STEPS), priorityFee) +
    (exists(output) ? 0n : rent) +
    (lent > WALLET_RENT ? lent : WALLET_RENT)
  );
}
