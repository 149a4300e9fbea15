/** What kind of objection a finding is. Stable: code may branch on it. */
export type FindingCode =
  /** The bytes are no transaction that Solana would take. */
  | "malformed_transaction"
  /** An option of the call is missing or out of range. */
  | "invalid_option"
  /** The intent cannot be checked: a query, or one that lacks what it should say. */
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
  /** A token account that is not the derived one of the wallet or the recipient. */
  | "wrong_account"
  /** Another mint than the intent's. */
  | "wrong_mint"
  /** A token program that does not fit. */
  | "wrong_token_program"
  /** Another recipient than the intent's. */
  | "wrong_recipient"
  /** Another amount than the intent's. */
  | "wrong_amount"
  /** The swap may end at a worse rate than the slippage allows. */
  | "slippage";

/** One reason why a transaction should not be signed. */
export interface TransactionFinding {
  /** What kind of objection it is. */
  readonly code: FindingCode;
  /** What is wrong, where, and what to do about it. */
  readonly message: string;
  /** Index of the instruction that it is about. */
  readonly instruction?: number;
}

/** A finding; `instruction` is left out when it is about the transaction as a whole. */
export function finding(code: FindingCode, message: string, instruction?: number): TransactionFinding {
  return instruction === undefined ? { code, message } : { code, message, instruction };
}
