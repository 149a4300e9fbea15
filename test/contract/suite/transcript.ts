import type { Answer } from "./answer.js";
import type { Setup } from "./setup.js";

/** One response, byte for byte. */
export interface Line {
  readonly request: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/**
 * Sends the same requests in any world and records the responses. The requests cover every endpoint, each kind of
 * refusal, creating and revoking keys, and building, sending and listing transactions.
 */
export async function transcript(setup: Setup): Promise<Line[]> {
  const lines: Line[] = [];
  const note = (request: string, { status, headers, text }: Pick<Answer, "status" | "headers" | "text">) => {
    lines.push({ request, status, headers: [...headers].sort(), body: text });
  };
  const ask = async (method: string, path: string, body?: unknown, key?: string | null) => {
    const answer = await setup.request(method, path, body, key === undefined ? {} : { key });
    note(`${method} ${path}`, answer);
    return answer;
  };
  const rpc = async (method: string, ...params: unknown[]) => {
    const response = await setup.parts.fetch(setup.parts.rpc.live, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: lines.length, method, params }),
    });
    const { status, headers } = response;
    note(method, { status, headers, text: await response.text() });
  };
  const walletAddress = setup.alice;
  const order = async (command: string) => {
    const { intentId } = (await ask("POST", "/intents", { walletAddress, command })).as<"intents.parse">();
    const build = { intentId, walletAddress };
    await ask("POST", "/transactions/build", { ...build, simulate: false });
    const { transaction } = (await ask("POST", "/transactions/build", build)).as<"transactions.build">();
    const wire = setup.signed(transaction);
    await rpc("simulateTransaction", wire, { encoding: "base64" });
    await rpc("sendTransaction", wire, { encoding: "base64" });
  };

  for (const token of ["SOL", "USDC", "BONK", "NOPE"]) await ask("GET", `/prices/${token}`);
  await rpc("getLatestBlockhash");
  await order("swap 0.5 SOL for USDC");
  await order("send 25 USDC to bob.sol");
  await setup.advance("2m");
  await order("buy 100 PYUSD with JUP");
  await rpc("getSlot");
  await rpc("getBalance", walletAddress);
  await rpc("requestAirdrop", setup.bob, 1_500_000_000);
  for (const command of [
    "buy some SOL",
    "what is my SOL balance",
    "send 90000 SOL to bob.sol",
    "send half my SOL to bob.sol",
  ])
    await ask("POST", "/intents", { walletAddress, command });
  await ask("POST", "/intents", { walletAddress: "nobody", command: "swap 1 SOL for USDC" });
  await ask("POST", "/transactions/build", { intentId: "intent_none", walletAddress });

  const { keyId, key } = (
    await ask("POST", "/keys", { name: "one", scopes: ["read:prices", "admin"] })
  ).as<"keys.create">();
  await ask("GET", "/prices/SOL", undefined, key);
  await ask("POST", `/keys/${keyId}/rotate`, undefined, key);
  await ask("POST", `/keys/${keyId}/rotate`);
  await ask("DELETE", `/keys/${keyId}`);
  await ask("GET", "/prices/SOL", undefined, key);
  await ask("GET", "/prices/SOL", undefined, null);
  await ask("GET", "/nowhere");
  await ask("PUT", "/keys", {});
  await ask("OPTIONS", "/keys");
  await ask("HEAD", "/prices/SOL");

  await setup.advance("24h");
  for (const wallet of [walletAddress, setup.bob]) {
    await ask("GET", `/portfolio/${wallet}?includeNFTs=true&includeStaked=true`);
    await ask("GET", `/transactions/${wallet}`);
    await ask("GET", `/transactions/${wallet}?limit=1&type=transfer`);
    await ask("GET", `/portfolio/${wallet}`, undefined, "test");
  }
  await ask("GET", "/analytics/usage");
  await ask("GET", "/analytics/usage", undefined, "test");
  await ask("GET", "/analytics/metrics?startDate=2026-01-01&endDate=2027-01-01&granularity=month");
  for (const token of ["SOL", "PYUSD", "JUP"]) await ask("GET", `/prices/${token}`);
  return lines;
}
