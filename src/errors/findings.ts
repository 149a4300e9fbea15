/** The kind of a finding. Kinds are stable, so code can branch on them. */
export type FindingCode =
  /** The bytes are not a transaction that Solana would accept. */
  | "malformed_transaction"
  /** The intent is a query or has a missing or invalid field, or a decoder returned invalid terms. */
  | "invalid_intent"
  /** The wallet does not pay the fee. */
  | "wrong_fee_payer"
  /** Signatures other than the wallet's are required. */
  | "extra_signer"
  /** The transaction is already signed. */
  | "already_signed"
  /** The signer returned a different transaction. */
  | "changed_by_signer"
  /** The content of a lookup table is unknown, or an account of the wallet or the recipient comes from a table. */
  | "lookup_table"
  /** The compute-unit price is above `priorityFee`. */
  | "priority_fee"
  /** The compute-unit limit is above what Solana allows. */
  | "compute_limit"
  /** The transaction costs more than the service stated. */
  | "fee"
  /** Fee and rent together exceed `maxFee`. */
  | "max_fee"
  /** The service's own simulation failed. */
  | "simulation_failed"
  /** The transaction can only fail, and its fee would still be charged. */
  | "cannot_succeed"
  /** The transaction calls an unrecognised program or instruction. */
  | "unknown_instruction"
  /** The transaction has a known instruction that the intent does not need, or a duplicate. */
  | "unexpected_instruction"
  /** The program of the swap is not known to keep to its amounts. Pass `guard`. */
  | "needs_guard"
  /** Instructions are in an order that changes their effect. */
  | "wrong_order"
  /** An instruction that the intent needs is missing. */
  | "missing_instruction"
  /** The authority or the payer is not the wallet. */
  | "wrong_authority"
  /** A token account is not the associated account of the wallet, the recipient or a pool. */
  | "wrong_account"
  /** The mint differs from the intent's. */
  | "wrong_mint"
  /** The token program does not own the mint. */
  | "wrong_token_program"
  /** The recipient differs from the intent's. */
  | "wrong_recipient"
  /** The amount differs from the intent's. */
  | "wrong_amount"
  /** The pools of the swap, or the mint between them, differ from the intent's route. */
  | "wrong_route"
  /** The swap allows a worse rate than the slippage tolerance. */
  | "slippage";

/** One reason why a transaction should not be signed. */
export interface TransactionFinding {
  /** Kind of the finding. */
  readonly code: FindingCode;
  /** The problem, where it is, and how to fix it, as a sentence. */
  readonly message: string;
  /** Index of the instruction with the problem. Without it, the finding concerns the whole transaction. */
  readonly instruction?: number;
  /**
   * For the code `slippage`: the transaction's tolerance in whole basis points. If the user accepts it, verify again
   * with this value as `slippageBps`, up to 1000.
   */
  readonly slippageBps?: number;
}

export type FindingFacts = Pick<TransactionFinding, "instruction" | "slippageBps">;

/** Finding codes by severity: what cannot be read, then those that could move funds elsewhere, and last the fee's. */
const RANKS = [
  "malformed_transaction invalid_intent lookup_table",
  "wrong_recipient wrong_account wrong_authority extra_signer",
  "unknown_instruction unexpected_instruction",
  "needs_guard wrong_amount wrong_mint wrong_token_program wrong_route slippage",
  "missing_instruction wrong_order wrong_fee_payer already_signed changed_by_signer simulation_failed cannot_succeed",
  "fee max_fee priority_fee compute_limit",
];
const rankOf = ({ code }: TransactionFinding) => RANKS.findIndex((codes) => codes.split(" ").includes(code));

/** Sorts findings by severity. Equally severe findings keep the transaction's order. */
export const bySeverity = (findings: readonly TransactionFinding[]): readonly TransactionFinding[] =>
  [...findings].sort((a, b) => rankOf(a) - rankOf(b));
