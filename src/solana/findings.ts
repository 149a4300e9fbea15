/** The kind of a finding. Stable: code may branch on it. */
export type FindingCode =
  /** The bytes are no transaction that Solana would take. */
  | "malformed_transaction"
  /** An option of the call is missing or out of range. */
  | "invalid_option"
  /** The intent cannot be checked: a query, one that lacks what it should say, or a decoder's answer that says nothing. */
  | "invalid_intent"
  /** Somebody else than the wallet pays the fee. */
  | "wrong_fee_payer"
  /** A signature is asked of somebody else than the wallet. */
  | "extra_signer"
  /** A signature is there already. */
  | "already_signed"
  /** The signer returned another transaction than it was given. */
  | "changed_by_signer"
  /** Accounts come from an address lookup table, whose content the transaction does not show. */
  | "lookup_table"
  /** The compute-unit price is above the priority fee that was asked for. */
  | "priority_fee"
  /** The compute-unit limit is above what Solana allows. */
  | "compute_limit"
  /** The transaction costs more than the service said. */
  | "fee"
  /** Fee and rent together are more than `maxFee`. */
  | "max_fee"
  /** The service's own simulation of it failed. */
  | "simulation_failed"
  /** It can only fail, and would cost its fee. */
  | "cannot_succeed"
  /** A program or an instruction that is not on the list. */
  | "unknown_instruction"
  /** A known instruction that this intent has no use for, or that comes twice. */
  | "unexpected_instruction"
  /** Instructions stand in an order in which they do something else. */
  | "wrong_order"
  /** Something that the intent needs is not done. */
  | "missing_instruction"
  /** Another authority than the wallet, or another payer. */
  | "wrong_authority"
  /** A token account that is not the derived one of the wallet, the recipient or a pool. */
  | "wrong_account"
  /** Another mint than the intent's. */
  | "wrong_mint"
  /** A token program that does not fit. */
  | "wrong_token_program"
  /** Another recipient than the intent's. */
  | "wrong_recipient"
  /** Another amount than the intent's. */
  | "wrong_amount"
  /** The swap goes through other pools, or another mint between them, than the intent's route. */
  | "wrong_route"
  /** The swap may end at a worse rate than the slippage allows. */
  | "slippage";

/** One reason why a transaction should not be signed. */
export interface TransactionFinding {
  /** Kind of the finding. */
  readonly code: FindingCode;
  /** Says what is wrong, where, and what to do about it. */
  readonly message: string;
  /** Index of the instruction that it is about. */
  readonly instruction?: number;
  /**
   * Of `slippage`: the tolerance that the transaction has, in whole basis points. With the user's consent to it, the
   * transaction can be verified again with this as `slippage`, up to 1000.
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

/** How much each objection tells: who could take what comes first, what the fee is comes last. */
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
