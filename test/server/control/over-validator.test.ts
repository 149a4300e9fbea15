import { NotOnValidatorError } from "@intent-tx/mock-server";
import { expect, test } from "vitest";
import { encodeMint } from "../../../mock-server/src/chain/token-layout.js";
import { control, failureOf, lab, rpc } from "../lab.js";

const MINT = "Mint111111111111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

test("calls that change the chain from outside are 409 over a validator, and change nothing", async () => {
  const data = [Buffer.from(encodeMint({ decimals: 2 }, 0n, undefined)).toString("base64"), "base64"];
  const account = { lamports: 1_461_600n, data, owner: TOKEN, executable: false };
  const chain = await lab({ world: { chainAccounts: [{ pubkey: MINT, account }] } });
  await chain.listen();
  const server = await lab({ rpcUrl: chain.rpc.live });
  const { address: walletAddress } = server.wallets.bob;
  const before = JSON.stringify(await chain.snapshot());
  for (const [path, body, message] of [
    ["/clone", { environment: "live", url: chain.rpc.live, addresses: [walletAddress] }, "cannot be cloned"],
    ["/clock/set", { epoch: 5_000 }, "cannot be set to a slot or an epoch"],
    ["/faults", { fault: { kind: "unsigned-transaction" } }, "unsigned-transaction cannot be added"],
    [
      "/fund",
      { environment: "live", walletAddress, tokens: { SOL: "1", [MINT]: "1" } },
      "Only the world's own tokens",
    ],
  ] as const) {
    const answer = await control(server, "POST", path, body);
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining(message) } },
    });
  }
  expect(await failureOf(server.clock.set({ slot: 1e9 }))).toBeInstanceOf(NotOnValidatorError);
  expect(JSON.stringify(await chain.snapshot())).toBe(before);
});

test("accounts can be cloned to the network of the server that has no validator", async () => {
  const chain = await lab();
  await chain.listen();
  const server = await lab({ rpcUrl: chain.rpc.live });
  const { address } = chain.wallets.bob;
  await chain.fund(address, { SOL: "1" });
  await server.clone([address], { url: chain.rpc.live, environment: "test" });
  expect((await rpc(server, "getBalance", [address], "test")).result.value).toBe(26e9);
});
