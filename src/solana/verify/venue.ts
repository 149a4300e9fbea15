import type { DecodedTransaction } from "../decode/decode.js";
import {
  type DecodedInstruction,
  isBuiltIn,
  type SwapDecoder,
  type SwapTerms,
} from "../decode/instructions.js";
import { show } from "./options.js";
import type { Report } from "./steps.js";

/** The transaction, with the swaps that the caller's decoders know. */
export const withVenues = (
  transaction: DecodedTransaction,
  swapPrograms: Readonly<Record<string, SwapDecoder>>,
  report: Report,
): DecodedTransaction => ({
  ...transaction,
  instructions: transaction.instructions.map((instruction, i) =>
    decodeVenue(instruction, i, swapPrograms, report),
  ),
});

function decodeVenue(
  instruction: DecodedInstruction,
  index: number,
  swapPrograms: Readonly<Record<string, SwapDecoder>>,
  report: Report,
): DecodedInstruction {
  const { kind, programId, accounts, data } = instruction;
  if (kind !== "unknown" || isBuiltIn(programId) || !Object.hasOwn(swapPrograms, programId))
    return instruction;
  let terms: Partial<SwapTerms> | undefined;
  try {
    const answer: unknown = swapPrograms[programId]?.({
      programId,
      accounts: [...accounts],
      data: data.slice(),
    });
    if (answer === undefined || answer === null) return instruction;
    // Copied once, so that a getter cannot return something else when it is compared with the intent.
    terms = { ...(answer as SwapTerms) };
  } catch {
    // If a decoder throws, the instruction stays unknown.
    return instruction;
  }
  const odd = oddField(terms);
  if (odd !== undefined) {
    report(
      "invalid_intent",
      `The decoder of ${programId} in swapPrograms returned ${odd} ${show(terms[odd])} for instruction ${index}, so that the swap cannot be compared with the intent. Correct the decoder.`,
      { instruction: index },
    );
    return instruction;
  }
  const { side, amount, bound, user, inputAccount, outputAccount, inputMint, outputMint } =
    terms as SwapTerms;
  return {
    side,
    amount,
    bound,
    user,
    inputAccount,
    outputAccount,
    inputMint,
    outputMint,
    tokenPrograms: [],
    pools: [],
    vaults: [],
    middleMint: undefined,
    programId,
    accounts,
    data,
    kind: "swap",
  };
}

const TEXTS = ["user", "inputAccount", "outputAccount", "inputMint", "outputMint"] as const;

/** The first field of a decoder's result that has a wrong type. */
function oddField(terms: Partial<SwapTerms>): keyof SwapTerms | undefined {
  if (terms.side !== "exact-in" && terms.side !== "exact-out") return "side";
  for (const field of ["amount", "bound"] as const)
    if (typeof terms[field] !== "bigint" || terms[field] < 0n) return field;
  return TEXTS.find((field) => typeof terms[field] !== "string");
}
