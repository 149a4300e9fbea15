// The tools with the clients of OpenAI and Anthropic and with OpenAI's agents. A script plays the model.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { createMockServer } from "@intent-tx/mock-server";
import { Agent, Runner, tool } from "@openai/agents";
import { Connection, Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { IntentTx } from "intent-tx";
import {
  intentTools,
  toAgents,
  toAnthropic,
  toOpenAI,
  toOpenAIResponses,
} from "intent-tx/ai";
import { MemoryJournal } from "intent-tx/solana";
import OpenAI from "openai";

const ARGUMENTS = JSON.stringify({
  command: "send 0.1 SOL to bob.sol",
  slippage: null,
  priorityFee: null,
});

async function setup(t) {
  const server = await createMockServer({ seed: 1 });
  t.after(() => server.close());
  const { address, secretKey } = server.wallets.alice;
  return intentTools(new IntentTx(server.clientOptions()), {
    walletAddress: address,
    connection: new Connection(server.rpc.live, { fetch: server.fetch }),
    signer: Keypair.fromSecretKey(bs58.decode(secretKey)),
    approve: () => true,
    journal: new MemoryJournal(),
    clock: server.clock,
  });
}

/** A provider's API that answers each request with the next answer. Returns its URL and the requests. */
async function provider(t, ...answers) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    requests.push(JSON.parse(text));
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(answers[requests.length - 1]));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}

test("OpenAI's Chat Completions API", async (t) => {
  const tools = await setup(t);
  const call = {
    id: "call_1",
    type: "function",
    function: { name: "pay", arguments: ARGUMENTS },
  };
  const { url, requests } = await provider(t, {
    choices: [{ message: { role: "assistant", tool_calls: [call] } }],
  });
  const openai = new OpenAI({ apiKey: "none", baseURL: url });
  const completion = await openai.chat.completions.create({
    model: "scripted",
    messages: [{ role: "user", content: "Send 0.1 SOL to bob.sol." }],
    tools: toOpenAI(tools),
  });
  for (const { id, function: called } of completion.choices[0].message.tool_calls) {
    const answer = await tools[called.name].execute(JSON.parse(called.arguments), {
      toolCallId: id,
    });
    assert.equal(answer.data.spent[0].amount, "100000000");
  }
  assert.equal(requests[0].tools.length, 6);
});

test("OpenAI's Responses API", async (t) => {
  const tools = await setup(t);
  const call = {
    type: "function_call",
    call_id: "call_1",
    name: "pay",
    arguments: ARGUMENTS,
  };
  const { url, requests } = await provider(t, {
    object: "response",
    output: [call],
  });
  const openai = new OpenAI({ apiKey: "none", baseURL: url });
  const { output } = await openai.responses.create({
    model: "scripted",
    input: "Send 0.1 SOL to bob.sol.",
    tools: toOpenAIResponses(tools),
  });
  const [{ name, arguments: input, call_id: toolCallId }] = output;
  assert.equal(
    (await tools[name].execute(JSON.parse(input), { toolCallId })).ok,
    true,
  );
  assert.equal(requests[0].tools[5].name, "pay");
});

test("Anthropic's Messages API", async (t) => {
  const tools = await setup(t);
  const call = {
    type: "tool_use",
    id: "toolu_1",
    name: "pay",
    input: { command: "send 0.1 SOL to bob.sol" },
  };
  const { url, requests } = await provider(t, { type: "message", content: [call] });
  const anthropic = new Anthropic({ apiKey: "none", baseURL: url });
  const { content } = await anthropic.messages.create({
    model: "scripted",
    max_tokens: 1000,
    messages: [{ role: "user", content: "Send 0.1 SOL to bob.sol." }],
    tools: toAnthropic(tools),
  });
  const [{ name, input, id }] = content;
  assert.equal((await tools[name].execute(input, { toolCallId: id })).ok, true);
  assert.equal(requests[0].tools[5].input_schema.type, "object");
});

test("OpenAI's agents", async (t) => {
  const tools = await setup(t);
  const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  let answer;
  const model = {
    async getResponse({ input }) {
      const result = input.at(-1);
      if (result.type === "function_call_result") {
        answer = JSON.parse(result.output.text);
        const content = [{ type: "output_text", text: "Sent." }];
        return {
          usage,
          output: [
            { type: "message", role: "assistant", status: "completed", content },
          ],
        };
      }
      const call = {
        type: "function_call",
        callId: "call_1",
        name: "pay",
        arguments: ARGUMENTS,
      };
      return { usage, output: [{ ...call, status: "completed" }] };
    },
  };
  const agent = new Agent({
    name: "payer",
    instructions: "Send what the user asks for.",
    model,
    tools: toAgents(tools).map((options) => tool(options)),
  });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(
    agent,
    "Send 0.1 SOL to bob.sol.",
  );
  assert.equal(finalOutput, "Sent.");
  assert.equal(answer.data.spent[0].amount, "100000000");
});
