// Transactions of all versions, from mainnet or written by hand, compared with what Solana's libraries read.
import { readFileSync } from "node:fs";
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { PublicKey, VersionedTransaction } from "@solana/web3.js";
import { decodeTransaction, UnsafeTransactionError, verifyTransaction } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import { codesOf, instruction, keypair, metas, recipient, sampleNamed, sendSol, wallet } from "./samples.js";
import { buildVersion1, LIMITS } from "./version-1.js";

const MAINNET: { id: string; source: string; kinds: string; base64: string }[] = JSON.parse(
  readFileSync(new URL("./mainnet-transactions.json", import.meta.url), "utf8"),
);

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, "base64"));
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

describe("transactions of mainnet", () => {
  test.each(MAINNET)("$id is read as web3.js reads it", ({ base64, kinds }) => {
    const { message } = VersionedTransaction.deserialize(bytesOf(base64));
    const { accounts, instructions, version, lookupTables } = decodeTransaction(base64);
    expect({ version, tables: lookupTables.map(({ table }) => table) }).toEqual({
      version: message.version,
      tables: message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58()),
    });
    expect(instructions.map(({ kind }) => kind).join(" ")).toBe(kinds);
    expect(instructions.map((one) => [one.programId, one.accounts, text(one.data)])).toEqual(
      message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => [
        accounts[programIdIndex]?.address,
        accountKeyIndexes.map((index) => accounts[index]?.address),
        text(data),
      ]),
    );
  });

  test("lookup tables give the accounts of a table their addresses", () => {
    const { base64 } = MAINNET.find(({ id }) => id === "jup-route-v2-rfq")!;
    const [lookup] = decodeTransaction(base64).lookupTables;
    const table = Array.from({ length: 256 }, (_, i) => keypair(i + 1).publicKey.toBase58());
    const { accounts, instructions } = decodeTransaction(base64, {
      lookupTables: { [lookup!.table]: table },
    });
    const [first] = accounts.filter(({ source }) => source !== "static");
    const [index] = [...lookup!.writable, ...lookup!.readonly];
    expect(first).toMatchObject({ address: table[index!], source: { table: lookup!.table, index } });
    expect(instructions.flatMap(({ accounts }) => accounts)).toContain(table[index!]);
    expect(instructions.flatMap(({ accounts }) => accounts).join()).not.toContain("[");
  });
});

const LIGHTHOUSE = new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95");

test("assertions of Lighthouse that only read are guards, and its other instructions are unknown", () => {
  const all = Array.from({ length: 19 }, (_, i) =>
    instruction(LIGHTHOUSE, [metas.readonly(recipient)], Buffer.of(i, 0)),
  );
  const guards = decodeTransaction(buildVersion1(all)).instructions.map((one) =>
    one.kind === "guard" ? one.discriminator : one.kind,
  );
  expect(guards).toEqual(all.map((_, i) => (i >= 2 && i <= 15 ? i : "unknown")));
});

describe("version 1", () => {
  const memo = instruction(
    new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
    [],
    Buffer.from("hi"),
  );
  const full = { fee: 1234n, units: 50_000, loaded: 1_000_000, heap: 65_536 };
  const example = buildVersion1([sendSol(recipient, 5_000_000n), memo], full);

  test("its layout is read as kit reads it", () => {
    const decoded = decodeTransaction(example);
    const { messageBytes } = getTransactionDecoder().decode(bytesOf(example));
    expect(decoded.message).toEqual(messageBytes);
    expect(bytesOf(example).length).toBe(278);
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
    expect(compiled).toMatchObject({
      version: 1,
      lifetimeToken: decoded.recentBlockhash,
      staticAccounts: decoded.accounts.map(({ address }) => address),
    });
    expect(decoded).toMatchObject({
      version: 1,
      config: {
        priorityFee: 1234n,
        computeUnitLimit: 50_000,
        loadedAccountsDataSizeLimit: 1_000_000,
        heapSize: 65_536,
      },
      fee: 6_234n,
      feePayer: wallet.toBase58(),
      signers: [wallet.toBase58()],
      signatures: [undefined],
      lookupTables: [],
      instructions: [
        {
          kind: "sol-transfer",
          source: wallet.toBase58(),
          destination: recipient.toBase58(),
          lamports: 5_000_000n,
        },
        { kind: "memo", accounts: [], data: Uint8Array.of(104, 105) },
      ],
    });
    expect(decoded.accounts.map(({ writable }) => writable)).toEqual([true, true, false, false]);
  });

  test("unset limits are zero", () => {
    expect(decodeTransaction(buildVersion1([memo], {})).config).toEqual({
      priorityFee: 0n,
      computeUnitLimit: 0,
      loadedAccountsDataSizeLimit: 0,
      heapSize: 32_768,
    });
  });

  test("up to 4,096 bytes are read", () => {
    const filled = (bytes: number) => buildVersion1([instruction(memo.programId, [], Buffer.alloc(bytes))]);
    const empty = bytesOf(filled(0)).length;
    expect(decodeTransaction(filled(4096 - empty)).instructions[0]?.data.length).toBe(4096 - empty);
    expect(() => decodeTransaction(filled(4097 - empty))).toThrow(/4097 bytes.*at most 4096/);
  });

  const at = (index: number, ...values: number[]) => {
    const changed = bytesOf(example);
    changed.set(values, index);
    return text(changed);
  };
  const heads = 42 + 4 * 32 + 20;
  test.each([
    ["a sixth config bit", at(4, 0x3f), /config mask is 0x3f/],
    ["one bit of the fee", at(4, 0x1d), /config mask is 0x1d/],
    ["a high config bit", at(7, 0x80), /config mask is 0x8000001f/],
    ["13 signers", at(1, 13), /13 signers/],
    ["no signer", at(1, 0), /64 bytes follow its end/],
    ["65 accounts", at(41, 65), /65 accounts/],
    ["65 instructions", at(40, 65), /65 instructions/],
    ["a fee payer that is not writable", at(2, 1), /fee payer is not writable/],
    ["more read-only accounts than accounts", at(3, 4), /counts more accounts/],
    ["a heap of 1 byte more", at(42 + 128 + 16, 1), /heap of 65537 bytes/],
    ["an account twice", at(42 + 32, ...wallet.toBytes()), /lists an account twice/],
    ["the fee payer as a program", at(heads, 0), /no program at 0/],
    ["a program that is not there", at(heads, 4), /no program at 4/],
    ["an account that is not there", at(heads + 8, 4), /names account 4 of 4/],
    ["a byte too many", text(Uint8Array.of(...bytesOf(example), 0)), /1 byte follows its end/],
    ["version 2", at(0, 0x82), /Not a Solana transaction/],
    [
      "signatures before the message",
      text(Uint8Array.of(1, ...bytesOf(example).slice(-64), ...bytesOf(example).slice(0, -64))),
      /in version 1, the signatures follow the message/,
    ],
  ])("refuses %s", (_, transaction, reason) => {
    expect(() => decodeTransaction(transaction)).toThrow(UnsafeTransactionError);
    expect(() => decodeTransaction(transaction)).toThrow(reason);
  });

  test("every truncation is refused", () => {
    const bytes = bytesOf(example);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeTransaction(text(bytes.subarray(0, length)))).toThrow(UnsafeTransactionError);
  });

  const sample = sampleNamed("a transfer of SOL");
  const [limit, price, transfer] = sample.instructions as [never, never, never];
  const codes = (instructions: never[], config: object, options = {}) =>
    codesOf(() =>
      verifyTransaction(buildVersion1(instructions, config), sample.intent, {
        walletAddress: wallet.toBase58(),
        ...options,
      }),
    );

  test("is verified with the limits and the fee of its header", () => {
    const built = buildVersion1([transfer], { ...LIMITS, fee: 200n });
    const { fee, spendAtMost } = verifyTransaction(built, sample.intent, {
      walletAddress: wallet.toBase58(),
    });
    expect([fee, spendAtMost[0]?.amount]).toEqual([5_200n, 500_000_000n]);
    expect(codes([transfer], { ...LIMITS, fee: 201n })).toEqual(["priority_fee"]);
    expect(codes([transfer], { ...LIMITS, fee: 201n }, { priorityFee: 1001 })).toEqual([]);
    expect(codes([transfer], { ...LIMITS, fee: 200n }, { maxFee: 5_199 })).toEqual(["max_fee"]);
    expect(codes([transfer], { units: 0, loaded: 1 })).toEqual(["cannot_succeed"]);
    expect(codes([transfer], { loaded: 1 })).toEqual(["cannot_succeed"]);
    expect(codes([transfer], { units: 200_000 })).toEqual(["cannot_succeed"]);
    expect(codes([transfer], { ...LIMITS, units: 149 })).toEqual(["cannot_succeed"]);
    expect(codes([transfer], { ...LIMITS, units: 1_400_001 })).toEqual(["compute_limit"]);
    for (const more of [limit, price, sendSol(keypair(7).publicKey, 1n) as never])
      expect(codes([transfer, more], LIMITS)).toEqual(["unexpected_instruction"]);
  });
});
