import assert from "node:assert/strict";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { Connection, Keypair } from "@solana/web3.js";
import { MockLanguageModelV3 } from "ai/test";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import { MemoryJournal } from "intent-tx/solana";
import { runAgent } from "./agent.mjs";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const call = (toolCallId, toolName, input) => ({
  content: [
    { type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) },
  ],
  finishReason: { unified: "tool-calls" },
  usage,
  warnings: [],
});

/** The last tool result that the model received. */
const lastAnswer = (prompt) => prompt.at(-1).content.at(-1).output.value;

test("an agent that is refused corrects itself and pays within its limit", async (t) => {
  const server = await createMockServer({ seed: 1 });
  t.after(() => server.close());
  const { address, secretKey } = server.wallets.alice;
  const seen = [];
  const approved = [];
  // A model that first requests too much, and then follows the suggestion.
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt, tools }) => {
      seen.push(JSON.stringify({ prompt, tools }));
      if (seen.length === 1)
        return call("call_1", "pay", { command: "swap 0.5 SOL for USDC" });
      const answer = lastAnswer(prompt);
      if (seen.length === 2) {
        assert.equal(answer.reason, "limit_exceeded");
        return call("call_2", "pay", { command: answer.suggestions[0] });
      }
      const text = `Swapped ${answer.data.spent[0].amount} lamports, as my limit is lower.`;
      return {
        content: [{ type: "text", text }],
        finishReason: { unified: "stop" },
        usage,
        warnings: [],
      };
    },
  });
  const { text } = await runAgent("Swap half a SOL for USDC.", {
    model,
    client: new IntentTx(server.clientOptions()),
    wallet: {
      walletAddress: address,
      connection: new Connection(server.rpc.live, { fetch: server.fetch }),
      signer: Keypair.fromSecretKey(bs58.decode(secretKey)),
      journal: new MemoryJournal(),
      approve: ({ effects }) => approved.push(effects.spendAtMost[0].amount) > 0,
    },
    clock: server.clock,
  });
  // The limit of 400,000,000 lamports includes the fee and the rent.
  assert.match(text, /^Swapped 397\d{6} lamports, as my limit is lower\.$/);
  assert.equal(approved.length, 1);
  assert.match(seen[0], /"minLength":1,"maxLength":500/);
  for (const secret of [secretKey, server.keys.pro])
    assert.ok(!seen.join().includes(secret));
});
