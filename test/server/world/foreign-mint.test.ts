import { expect, test } from "vitest";
import { encodeMint } from "../../../mock-server/src/chain/token-layout.js";
import { lab, rpc } from "../lab.js";

const MINT = "Mint111111111111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

/** A server with a third-party mint of two decimals. */
async function stage() {
  const data = [
    Buffer.from(encodeMint({ decimals: 2 }, 1_000n, undefined)).toString("base64"),
    "base64",
  ] as const;
  const account = { lamports: 1_461_600n, data, owner: TOKEN, executable: false };
  return lab({ world: { chainAccounts: [{ pubkey: MINT, account: { ...account, data: [...data] } }] } });
}

test("tokens of any mint on the chain are given by its address, and its supply grows", async () => {
  const server = await stage();
  const { address } = server.wallets.bob;
  expect((await server.fund(address, { [MINT]: "12.5" })).balances[MINT]).toBe("12.5");
  expect((await server.fund(address, { [MINT]: "0.5", SOL: 1 })).balances[MINT]).toBe("13");
  const held = await rpc(server, "getTokenAccountsByOwner", [
    address,
    { mint: MINT },
    { encoding: "jsonParsed" },
  ]);
  expect(held.result.value).toHaveLength(1);
  expect(held.result.value[0].account.data.parsed.info.tokenAmount.amount).toBe("1300");
  expect((await rpc(server, "getTokenSupply", [MINT])).result.value.amount).toBe("2300");
});

test("an amount above the mint's maximum, and an address that is not a mint, are refused", async () => {
  const server = await stage();
  const { address } = server.wallets.bob;
  await expect(server.fund(address, { [MINT]: "1.234" })).rejects.toThrow(`tokens.${MINT}`);
  await expect(server.fund(address, { [MINT]: "184467440737095516.16" })).rejects.toThrow();
  await expect(server.fund(address, { [address]: "1" })).rejects.toThrow("nor a mint on the chain");
});
