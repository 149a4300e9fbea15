/** The kind of a finding. Stable: code may branch on it. */
export type FindingCode =
  /** The bytes are not a transaction that Solana would accept. */
  | "malformed_transaction"
  /** An option of the call is missing or out of range. */
  | "invalid_option"
  /** The intent cannot be checked: it is a query, a field is missing or odd, or a decoder returned odd terms. */
  | "invalid_intent"
  /** The wallet does not pay the fee. */
  | "wrong_fee_payer"
  /** More signatures than the wallet's are needed. */
  | "extra_signer"
  /** It already has a signature. */
  | "already_signed"
  /** The signer returned a different transaction. */
  | "changed_by_signer"
  /** It takes accounts from an address lookup table, whose content it does not contain. */
  | "lookup_table"
  /** The compute-unit price is above `priorityFee`. */
  | "priority_fee"
  /** The compute-unit limit is above what Solana allows. */
  | "compute_limit"
  /** It costs more than the service announced. */
  | "fee"
  /** Fee and rent together are more than `maxFee`. */
  | "max_fee"
  /** The service's own simulation of it failed. */
  | "simulation_failed"
  /** It can only fail, and would cost its fee. */
  | "cannot_succeed"
  /** A program or an instruction that is not on the list. */
  | "unknown_instruction"
  /** A known instruction that this intent does not need, or a repeated one. */
  | "unexpected_instruction"
  /** Instructions are in an order in which they do something else. */
  | "wrong_order"
  /** An instruction that the intent needs is missing. */
  | "missing_instruction"
  /** The authority or the payer is not the wallet. */
  | "wrong_authority"
  /** A token account that is not the derived one of the wallet, the recipient or a pool. */
  | "wrong_account"
  /** A mint that is not the intent's. */
  | "wrong_mint"
  /** A token program that does not belong to the mint. */
  | "wrong_token_program"
  /** A recipient that is not the intent's. */
  | "wrong_recipient"
  /** An amount that is not the intent's. */
  | "wrong_amount"
  /** The pools of the swap, or the mint between them, are not those of the intent's route. */
  | "wrong_route"
  /** The swap may end at a worse rate than the slippage allows. */
  | "slippage";

/** One reason why a transaction should not be signed. */
export interface TransactionFinding {
  /** Kind of the finding. */
  readonly code: FindingCode;
  /** A sentence: the problem, its place, and what to do about it. */
  readonly message: string;
  /** Index of the instruction that it is about. */
  readonly instruction?: number;
  /**
   * For the code `slippage`: the tolerance of the transaction, in whole basis points. If the user agrees, verify again
   * with this value as `slippage`, up to 1000.
   */
  readonly slippage?: number;
}

/** Optional details of a finding, besides its message. */
export type FindingFacts = Pick<TransactionFinding, "instruction" | "slippage">;

/** A finding; without an instruction it is about the transaction as a whole. */
export const finding = (
  code: FindingCode,
  message: string,
  facts: FindingFacts = {},
): TransactionFinding => ({ code, message, ...facts });

/** Order of the findings: value that others could take first, the fee last. */
const RANKS: Readonly<Record<FindingCode, number>> = {
  malformed_transaction: 0,
  invalid_option: 0,
  invalid_intent: 0,
  wrong_recipient: 1,
  wrong_account: 1,
  wrong_authority: 1,
  extra_signer: 1,
  unknown_instruction: 2,
  unexpected_instruction: 2,
  lookup_table: 2,
  wrong_amount: 3,
  wrong_mint: 3,
  wrong_token_program: 3,
  wrong_route: 3,
  slippage: 3,
  missing_instruction: 4,
  wrong_order: 4,
  wrong_fee_payer: 4,
  already_signed: 4,
  changed_by_signer: 4,
  simulation_failed: 4,
  cannot_succeed: 4,
  fee: 5,
  max_fee: 5,
  priority_fee: 5,
  compute_limit: 5,
};

/** The findings with the most serious first; those of one rank stay in the transaction's order. */
export const seriousFirst = (findings: readonly TransactionFinding[]): readonly TransactionFinding[] =>
  [...findings].sort((a, b) => RANKS[a.code] - RANKS[b.code]);
