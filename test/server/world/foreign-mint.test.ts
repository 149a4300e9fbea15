import type { MockServer } from "@intent-tx/mock-server";
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from "@solana/web3.js";
import { expect, test } from "vitest";
import { encodeMint } from "../../../mock-server/src/chain/token-layout.js";
import { keypairOf, lab, rpc, sendSigned } from "../lab.js";

const MINT = "Mint111111111111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

/** A server with a third-party mint of two decimals. */
async function setup() {
  const data = [
    Buffer.from(encodeMint({ decimals: 2 }, 1_000n, undefined)).toString("base64"),
    "base64",
  ] as const;
  const account = { lamports: 1_461_600n, data, owner: TOKEN, executable: false };
  return lab({ world: { chainAccounts: [{ pubkey: MINT, account: { ...account, data: [...data] } }] } });
}

test("tokens of any mint on the chain can be funded by the mint's address, which increases the supply", async () => {
  const server = await setup();
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
  const server = await setup();
  const { address } = server.wallets.bob;
  await expect(server.fund(address, { [MINT]: "1.234" })).rejects.toThrow(`tokens.${MINT}`);
  await expect(server.fund(address, { [MINT]: "184467440737095516.16" })).rejects.toThrow();
  await expect(server.fund(address, { [address]: "1" })).rejects.toThrow("nor a mint on the chain");
});

/** Creates a mint with nine decimals, paid by alice; `before` are instructions to run before its initialization. */
async function minted(server: MockServer, programId: string, space: number, ...before: Buffer[]) {
  const alice = keypairOf(server.wallets.alice);
  const mint = Keypair.fromSeed(new Uint8Array(32).fill(51));
  const keys = [{ pubkey: mint.publicKey, isSigner: false, isWritable: true }];
  const initialize = Buffer.concat([Buffer.from([20, 9]), alice.publicKey.toBuffer(), Buffer.from([0])]);
  const transaction = new Transaction().add(
    SystemProgram.createAccount({
      fromPubkey: alice.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: 10_000_000,
      space,
      programId: new PublicKey(programId),
    }),
    ...[...before, initialize].map(
      (data) => new TransactionInstruction({ programId: new PublicKey(programId), keys, data }),
    ),
  );
  expect(await sendSigned(server, transaction, mint)).toHaveProperty("result");
  return mint.publicKey.toBase58();
}

async function tokenInfo(server: MockServer, owner: string, mint: string) {
  const form = { encoding: "jsonParsed", commitment: "confirmed" };
  const { result } = await rpc(server, "getTokenAccountsByOwner", [owner, { mint }, form]);
  return result.value.map(
    (held: { account: { data: { parsed: { info: unknown } } } }) => held.account.data.parsed.info,
  );
}

test.each([
  ["a mint that a transaction created", TOKEN, 82, [], undefined],
  [
    "a Token-2022 mint whose token accounts need an extension",
    TOKEN_2022,
    278,
    // The transfer fee extension without authorities: 50 basis points, at most 100 base units.
    [Buffer.from([26, 0, 0, 0, 50, 0, 100, 0, 0, 0, 0, 0, 0, 0])],
    ["immutableOwner", "transferFeeAmount"],
  ],
] as const)(
  "%s is funded, in the wallet's associated token account",
  async (_, program, space, before, extensions) => {
    const server = await lab();
    const mint = await minted(server, program, space, ...before);
    const { address } = server.wallets.bob;
    for (const [given, units] of [
      ["1.5", "1500000000"],
      ["0.5", "2000000000"],
    ] as const) {
      await server.fund(address, { [mint]: given });
      const held = await tokenInfo(server, address, mint);
      expect(held).toMatchObject([{ owner: address, state: "initialized", tokenAmount: { amount: units } }]);
      const names = held[0].extensions?.map(({ extension }: { extension: string }) => extension).sort();
      expect(names).toEqual(extensions);
      const supply = await rpc(server, "getTokenSupply", [mint, { commitment: "confirmed" }]);
      expect(supply.result.value.amount).toBe(units);
    }
  },
);
