import { createKeyPairSignerFromBytes, createSolanaRpcFromTransport, lamports } from "@solana/kit";
import { expect } from "vitest";
import { failureOf, keypairOf, test } from "../lab.js";

test("kit reaches a server that has no socket, on either network", async ({ server }) => {
  const signer = await createKeyPairSignerFromBytes(keypairOf(server.wallets.alice).secretKey);
  const [live, other] = [server.rpcTransport(), server.rpcTransport("test")];
  const rpc = createSolanaRpcFromTransport(live);
  const { value: before } = await rpc.getBalance(signer.address).send();
  await rpc.requestAirdrop(signer.address, lamports(5_000_000_001n)).send();
  const { value: after } = await rpc.getBalance(signer.address, { commitment: "processed" }).send();
  expect(after - before).toBe(5_000_000_001n);
  const { value: untouched } = await createSolanaRpcFromTransport(other).getBalance(signer.address).send();
  expect(untouched).toBe(before);
  // Integers too large for a JavaScript number are exact in requests and in responses.
  const payload = { jsonrpc: "2.0", id: 1, method: "getBlock", params: [18_446_744_073_709_551_613n] };
  expect(await live({ payload })).toMatchObject({
    error: { message: "Block not available for slot 18446744073709551613" },
  });
  const account = { ...payload, method: "getAccountInfo", params: [signer.address, { encoding: "base64" }] };
  expect(await live({ payload: account })).toMatchObject({
    result: { value: { rentEpoch: 18_446_744_073_709_551_615n } },
  });
  server.requests.expectCalls([{ rpcMethod: "requestAirdrop", times: 1 }]);
  const padded = { jsonrpc: "2.0", id: 1, method: "getSlot", params: ["x".repeat(60_000)] };
  expect(await failureOf(live({ payload: padded }))).toMatchObject({ context: { statusCode: 413 } });
});
