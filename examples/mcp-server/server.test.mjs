import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { createMockServer } from "@intent-tx/mock-server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

test("an MCP client lists the tools, is refused, and pays", async (t) => {
  const server = await createMockServer({ seed: 1 });
  await server.listen({ port: 0 });
  const journal = await mkdtemp(join(tmpdir(), "payments-"));
  const client = new Client({ name: "test", version: "1.0.0" });
  t.after(async () => {
    await client.close();
    await server.close();
    await rm(journal, { recursive: true, force: true });
  });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["main.mjs"],
      env: {
        ...process.env,
        INTENT_TX_API_KEY: server.keys.pro,
        INTENT_TX_BASE_URL: server.baseUrl,
        SOLANA_RPC_URL: server.rpc.live,
        WALLET_SECRET_KEY: server.wallets.alice.secretKey,
        JOURNAL: journal,
        SOL_PER_DAY: "1",
      },
    }),
  );
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["parse", "build", "portfolio", "price", "history", "pay"],
  );
  const call = async (name, input) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const answer = JSON.parse(content[0].text);
    assert.equal(isError, !answer.ok);
    return answer;
  };
  assert.equal((await call("price", { token: "SOL" })).data.symbol, "SOL");
  const refused = await call("pay", { command: "swap 3 SOL for USDC" });
  assert.equal(refused.reason, "limit_exceeded");
  const { data } = await call("pay", { command: refused.suggestions[0] });
  const [spent, fee, rent] = [data.spent[0].amount, data.fee, data.rent].map(
    BigInt,
  );
  assert.match(
    refused.message,
    /limit per day is 1000000000, and 1000000000 is left/,
  );
  // The suggestion leaves room for the most that fee and rent can cost.
  const costs = BigInt(/and (\d+) for fee and rent/.exec(refused.message)[1]);
  assert.equal(spent, 1_000_000_000n - costs);
  assert.ok(fee + rent <= costs, `${fee} and ${rent} of ${costs}`);
  assert.equal(
    (await call("pay", { command: "swap 0.1 SOL for USDC" })).reason,
    "limit_exceeded",
  );
});
