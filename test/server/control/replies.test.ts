import { expect, test } from "vitest";
import * as z from "zod";
import { clientOf, control, lab } from "../lab.js";

type Json = Record<string, unknown>;
interface Operation {
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Json }> }>;
}

test("every JSON response matches the control plane's OpenAPI document", async () => {
  const server = await lab();
  await server.listen();
  const walletAddress = server.wallets.alice.address;
  await server.fund(walletAddress, { SOL: 1 });
  await clientOf(server).intents.parse({ walletAddress, command: "swap 1 SOL for USDC" });
  await clientOf(server)
    .intents.parse({ walletAddress, command: "swap half" })
    .catch(() => {});
  const { paths } = (await control(server, "GET", "/openapi.json")).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const [account] = (await control(server, "GET", "/accounts")).body.data;
  const state = (await control(server, "GET", "/state")).body;
  const bodies: Record<string, unknown> = {
    "POST /keys": { tier: "pro", environment: "live" },
    "POST /fund": { environment: "live", walletAddress, tokens: { SOL: 1 } },
    "POST /prices": { environment: "live", token: "SOL", usd: 150 },
    "POST /names": { name: "carol.sol", address: walletAddress },
    "POST /clone": { environment: "live", url: server.rpc.test, addresses: [walletAddress] },
    "POST /chain-accounts": { environment: "live", pubkey: walletAddress, account: null },
    "POST /explain": { command: "swap 1 SOL for USDC" },
    "POST /clock/advance": { by: "1m" },
    "POST /clock/set": { now: "2030-01-01T00:00:00Z" },
    "POST /faults": { match: { path: "/v1/prices/*" }, times: 1, fault: { kind: "status", status: 503 } },
    "POST /sessions": {},
    "PUT /sessions/{id}": {},
    "PUT /state": state,
  };
  // Faults and sessions are created before they are listed; the reset comes last.
  const order = (call: string) =>
    ["POST", "PUT", "GET"].indexOf(call.split(" ")[0]!) + (/state|reset/.test(call) ? 9 : 0);
  const calls = Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    )
    .filter(([, { responses }]) => Object.values(responses)[0]?.content?.["application/json"])
    .sort(([one], [other]) => order(one) - order(other));
  expect(calls.length).toBeGreaterThan(20);
  for (const [call, { responses }] of calls) {
    const [method = "", path = ""] = call.split(" ");
    const [[status, { content }] = ["", {}]] = Object.entries(responses);
    const schema = content?.["application/json"]?.schema ?? {};
    const filled = path
      .replace("{account}", account.account)
      .replace("{token}", "SOL")
      .replace("{id}", "mine");
    const answer = await control(server, method, filled, bodies[call]);
    expect([call, answer.status]).toEqual([call, Number(status)]);
    if (!["GET /openapi.json", "GET /contract", "POST /explain", "GET /state"].includes(call))
      expect(schema["required"], call).not.toBeUndefined();
    const { error } = z
      .fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(answer.body);
    expect([call, error?.issues]).toEqual([call, undefined]);
  }
});
