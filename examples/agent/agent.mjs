// An agent that pays within limits, over the AI SDK.
import { generateText, stepCountIs } from "ai";
import { intentTools } from "intent-tx/ai";

const SOL = "So11111111111111111111111111111111111111112";

/** Spending limits in base units. SOL includes fees and rent. The agent cannot spend mints that are not listed. */
const limits = {
  perOrder: { [SOL]: 400_000_000n },
  perHour: { [SOL]: 1_000_000_000n },
  perDay: { [SOL]: 2_000_000_000n },
};

/**
 * Carries out the user's request. `approve` is called before each signature.
 *
 * @param {string} prompt
 * @param {{
 *   model: import("ai").LanguageModel,
 *   client: import("intent-tx").IntentTxClient,
 *   wallet: Required<Pick<import("intent-tx/ai").IntentToolsOptions, "walletAddress" | "connection" | "signer" | "approve" | "journal">>,
 *   clock?: import("intent-tx/solana").FollowOptions["clock"],
 * }} options
 */
export async function runAgent(prompt, { model, client, wallet, clock }) {
  const tools = intentTools(client, { ...wallet, limits, ...(clock && { clock }) });
  const { text, steps } = await generateText({
    model,
    tools,
    stopWhen: stepCountIs(8),
    system:
      "You swap and send tokens for the user. If a tool refuses, read its reason and its suggestions, and say what you changed. If the outcome of a payment is unknown, do not pay again.",
    prompt,
  });
  return { text, steps };
}
