import { intentTools, registerTools, toAgents, toAnthropic, toOpenAI, toOpenAIResponses } from "intent-tx/ai";
import { MemoryJournal } from "intent-tx/solana";
import { test as base, expect } from "vitest";
import { clientOf, connectionOf, keypairOf, lab } from "../../server/lab.js";

async function setup() {
  const server = await lab({ clock: { mode: "auto", now: "2026-01-01T00:00:00Z" } });
  const { alice } = server.wallets;
  const paid: (string | undefined)[] = [];
  const journal = new MemoryJournal();
  const tools = intentTools(clientOf(server), {
    walletAddress: alice.address,
    connection: connectionOf(server),
    signer: keypairOf(alice),
    approve: () => true,
    journal: {
      get: (id) => journal.get(id),
      open: () => journal.open(),
      update: (record) => journal.update(record),
      claim: async (record) => {
        if (!record.paymentId.startsWith("intent-tx.")) paid.push(record.paymentId);
        return journal.claim(record);
      },
    },
    clock: server.clock,
  });
  return { tools, paid };
}
const test = base.extend("world", () => setup());

test("requests have one form for each API, of plain JSON", async ({ world: { tools } }) => {
  const requests = [toOpenAI(tools), toOpenAIResponses(tools), toAnthropic(tools)];
  for (const list of requests) expect(JSON.parse(JSON.stringify(list))).toEqual(list);
  const [chat, responses, anthropic] = requests.map((list) => list.at(-1));
  expect(responses).toMatchObject({ type: "function", name: "pay", strict: true, parameters: {} });
  const { type, ...rest } = responses as { type: string };
  expect(chat).toEqual({ type, function: rest });
  expect(anthropic).toEqual({
    name: "pay",
    description: tools.pay.description,
    input_schema: { ...tools.pay.inputSchema },
  });
});

test("schemas fit OpenAI's strict mode", async ({ world: { tools } }) => {
  for (const { name, parameters } of toOpenAIResponses(tools)) {
    const { properties, required, additionalProperties } = parameters;
    expect(required, name).toEqual(Object.keys(properties));
    expect(additionalProperties).toBe(false);
    expect(JSON.stringify(properties)).not.toMatch(/"(minLength|maxLength|default)"/);
  }
  const { command, slippage } = toOpenAIResponses(tools)[0]!.parameters.properties as Record<string, object>;
  expect(command).toMatchObject({ type: "string" });
  expect(slippage).toMatchObject({ type: ["integer", "null"], minimum: 1 });
});

test("null is an absent argument, everywhere", async ({ world: { tools } }) => {
  const input = { command: "swap 1 SOL for USDC", slippage: null, priorityFee: null };
  expect(await tools.parse.execute(input)).toMatchObject({ ok: true });
  expect(tools.parse.inputSchema["~standard"].validate(input)).toEqual({
    value: { command: "swap 1 SOL for USDC" },
  });
  expect(await tools.parse.execute({ command: null })).toMatchObject({ ok: false, reason: "invalid_input" });
});

test("an agent's tool call identifies the payment", async ({ world: { tools, paid } }) => {
  const [pay] = toAgents(tools).filter(({ name }) => name === "pay");
  const input = { command: "send 1 SOL to bob.sol", slippage: null, priorityFee: null };
  const details = { toolCall: { callId: "call_9" } };
  const [first, again] = [
    await pay!.execute(input, undefined, details),
    await pay!.execute(input, undefined, details),
  ];
  expect(first).toMatchObject({ ok: true });
  expect(again).toEqual(first);
  expect(paid).toEqual(["call_9"]);
});

test("MCP's request numbers identify a payment only within a registration", async ({ world }) => {
  const { tools, paid } = world;
  const callbacks: ((input: object, extra: object) => Promise<{ isError: boolean }>)[] = [];
  const server = {
    registerTool(name: string, _config: never, callback: never) {
      if (name === "pay") callbacks.push(callback);
    },
  };
  registerTools(server, tools);
  registerTools(server, tools);
  const extra = { requestId: 1, signal: new AbortController().signal };
  for (const [i, callback] of callbacks.entries()) {
    const answer = await callback({ command: `send ${i + 1} SOL to bob.sol` }, extra);
    expect(answer.isError).toBe(false);
  }
  expect(new Set(paid).size).toBe(2);
});
