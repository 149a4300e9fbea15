/** Version of the grammar and of the table below. It changes when a text may be read or rated differently. */
export const PARSER_VERSION = "2";

/**
 * The factor of each kind of evidence.
 * A reading's score is the product of its factors; calibration turns it into a probability.
 */
export const FACTORS = {
  typo: 0.95,
  alias: 0.98,
  possessive: 0.98,
  grouped: 0.99,
  spelled: 0.98,
  suffix: 0.97,
  fraction_sign: 0.97,
  out: 0.97,
  fraction: 0.97,
  usd: 0.96,
  all_except: 0.94,
  rare_order: 0.94,
  name: 0.97,
  new_recipient: 0.98,
  extra_sentence: 0.97,
  slippage: 0.98,
  question: 0.98,
} as const;

/** The name of a kind of evidence. */
export type FactorName = keyof typeof FACTORS;
