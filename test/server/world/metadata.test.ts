import { expect, test } from "vitest";
import { metadataAddress } from "../../../mock-server/src/world/nft-accounts.js";
import { TOKENS } from "../../../mock-server/src/world/tokens.js";
import { lab, rpc } from "../lab.js";

const METADATA_PROGRAM = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";

/** Name and symbol in the accounts' layout: after kind, authority and mint, each padded with zeros. */
function read(data: Buffer) {
  const text = (at: number, length: number) => {
    expect(data.readUInt32LE(at)).toBe(length);
    return data
      .subarray(at + 4, at + 4 + length)
      .toString()
      .replace(/\0+$/, "");
  };
  return { kind: data[0], name: text(65, 32), symbol: text(101, 10), uri: text(115, 200) };
}

test("every token has its metadata where Metaplex keeps it", async () => {
  const server = await lab({
    world: { tokens: [{ symbol: "ACME", name: "Acme Dollar", decimals: 6, priceUsd: "1" }] },
  });
  const extra = await server.fetch(`${server.controlUrl}/world`);
  const { tokens } = (await extra.json()) as { tokens: { mint: string; symbol: string }[] };
  const acme = tokens.find(({ symbol }) => symbol === "ACME")!;
  const all = [...TOKENS, { mint: acme.mint, name: "Acme Dollar", symbol: "ACME" }];
  const places = all.map(({ mint }) => metadataAddress(mint));
  const { result } = await rpc(server, "getMultipleAccounts", [places, { encoding: "base64" }]);
  for (const [at, { name, symbol }] of all.entries()) {
    const account = result.value[at];
    expect(account).toMatchObject({ owner: METADATA_PROGRAM, executable: false });
    const data = Buffer.from(account.data[0], "base64");
    expect(read(data)).toEqual({ kind: 4, name, symbol, uri: "" });
    // No royalty, no creators, not sold yet, mutable, no nonce; a fungible token, of no collection, without uses.
    expect([...data.subarray(319)]).toEqual([0, 0, 0, 0, 1, 0, 1, 2, 0, 0]);
  }
});

test("a given account replaces a token's metadata", async () => {
  const pubkey = metadataAddress(TOKENS[1]!.mint);
  const account = {
    lamports: 5_616_720,
    data: [Buffer.from("another").toString("base64"), "base64"] as [string, string],
    owner: METADATA_PROGRAM,
    executable: false,
    rentEpoch: 0,
  };
  const server = await lab({ world: { chainAccounts: [{ pubkey, account } as never] } });
  const { result } = await rpc(server, "getAccountInfo", [pubkey, { encoding: "base64" }]);
  expect(result.value.data[0]).toBe(Buffer.from("another").toString("base64"));
});
