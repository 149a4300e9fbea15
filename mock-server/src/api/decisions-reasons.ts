import { LIMITS, type ParsingReason } from "intent-tx/contract";

/** The meaning of each reason why a command is refused (decision 38). All are 422 `parsing_error`. */
export const REASON_MEANINGS: Readonly<Record<ParsingReason, string>> = {
  unsafe_text: "Invisible characters, mixed scripts or look-alike letters.",
  non_english: "The command is in another language than English.",
  not_a_command: "The words ask for nothing that the service does.",
  question: "It asks about an order instead of giving one.",
  negated: "It says what not to do.",
  unsupported_action: "An action the service lacks: staking, bridging, limit orders, conditions, schedules.",
  several_actions: "More than one order at once.",
  several_recipients: "More than one recipient.",
  missing_amount: "No amount is named.",
  ambiguous_amount: 'The amount can be read in several ways: "some", "about 10", "1,5".',
  invalid_amount: "The amount is zero, negative, finer than the token's smallest unit, or over 64 bits.",
  conflicting_amounts: "Two amounts that cannot both hold.",
  unsupported_currency: "An amount in a currency other than US dollars and tokens.",
  insufficient_balance: "A part of a balance that is empty, or that fees and rent would use up.",
  missing_token: "No token is named.",
  unknown_token: "A token that the service does not know.",
  ambiguous_token: "A name that several tokens have.",
  same_token: "Both sides of the swap are the same token.",
  missing_recipient: "A transfer without a recipient.",
  unknown_recipient: "A name that resolves to no wallet.",
  invalid_address: "What stands in the recipient's place is not an address of 32 bytes.",
  off_curve_recipient: "An address for which nobody can hold a key (decision 37).",
  self_transfer: "The recipient is the sending wallet.",
  mint_recipient: "The recipient is a token's mint.",
  program_recipient: "The recipient is a program.",
  unsupported_chain: "The command names another chain than Solana.",
  no_route: "No pools connect the two tokens.",
  insufficient_liquidity: "The pools cannot serve the amount.",
  ambiguous_slippage: "The slippage sent and the slippage spoken differ, or it can be read in several ways.",
  invalid_slippage: `The slippage spoken is not between ${LIMITS.slippageMin} and ${LIMITS.slippageMax} basis points.`,
};

/** Reasons of a 400 `validation_error` on `command`, found before it is parsed. */
export const COMMAND_REASONS = {
  too_long: `The command has more than ${LIMITS.commandLength} characters.`,
  empty: "The command has no words.",
} as const;
