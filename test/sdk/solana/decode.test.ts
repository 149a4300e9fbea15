import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { OutOfRangeError } from "intent-tx";
import { PROGRAM_IDS } from "intent-tx/contract";
import { associatedTokenAddress, decodeTransaction, UnsafeTransactionError } from "intent-tx/solana";
import { describe, expect, test } from "vitest";
import {
  ata,
  build,
  createAccount,
  POOLS,
  PYUSD,
  recipient,
  SOL,
  sampleNamed,
  sendSol,
  swap,
  USDC,
  wallet,
} from "./samples.js";

const good = build([...sampleNamed("SOL to USDC, exact in").instructions]);
const goodBytes = () => Uint8Array.from(Buffer.from(good, "base64"));
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

test("a swap of SOL is decoded into its effects", () => {
  const { version, feePayer, signers, signatures, instructions, lookupTables, fee } = decodeTransaction(good);
  const me = wallet.toBase58();
  expect({ version, feePayer, signers, signatures, lookupTables, fee }).toEqual({
    version: 0,
    feePayer: me,
    signers: [me],
    signatures: [undefined],
    lookupTables: [],
    fee: 5_200n,
  });
  const wsol = ata(wallet, SOL).toBase58();
  const usdc = ata(wallet, USDC).toBase58();
  const owned = { payer: me, owner: me, tokenProgram: PROGRAM_IDS.token, idempotent: true };
  expect(instructions.map(({ programId: _, accounts: __, data: ___, ...meaning }) => meaning)).toEqual([
    { kind: "compute-unit-limit", units: 200_000 },
    { kind: "compute-unit-price", microLamports: 1000n },
    { kind: "create-token-account", account: wsol, mint: SOL.toBase58(), ...owned },
    { kind: "sol-transfer", source: me, destination: wsol, lamports: 1_000_000_001n },
    { kind: "sync-native", account: wsol },
    { kind: "create-token-account", account: usdc, mint: USDC.toBase58(), ...owned },
    {
      kind: "swap",
      side: "input",
      amount: 1_000_000_001n,
      bound: 149_250_003n,
      user: me,
      inputAccount: wsol,
      outputAccount: usdc,
      inputMint: SOL.toBase58(),
      outputMint: USDC.toBase58(),
      tokenPrograms: [PROGRAM_IDS.token, PROGRAM_IDS.token],
      pools: [POOLS[0].toBase58()],
      vaults: [ata(POOLS[0], SOL).toBase58(), ata(POOLS[0], USDC).toBase58()],
      middleMint: undefined,
    },
    { kind: "close-account", account: wsol, destination: me, authority: me },
  ]);
});

test("the oldest form of Create has no data, and is not idempotent", () => {
  const built = build([createAccount(recipient, USDC, { data: Buffer.alloc(0) })]);
  expect(decodeTransaction(built).instructions[0]).toMatchObject({
    kind: "create-token-account",
    idempotent: false,
  });
});

test("a swap over two pools names both, their accounts, and the mint and token program between them", () => {
  const built = build([swap({ input: SOL, output: PYUSD, amount: 1n, bound: 1n, hops: 2, middle: USDC })]);
  const [decoded] = decodeTransaction(built).instructions;
  expect(decoded).toMatchObject({
    tokenPrograms: [PROGRAM_IDS.token, PROGRAM_IDS.token2022, PROGRAM_IDS.token],
    pools: POOLS.map(String),
    middleMint: USDC.toBase58(),
    vaults: [ata(POOLS[0], SOL), ata(POOLS[0], USDC), ata(POOLS[1], USDC), ata(POOLS[1], PYUSD)].map(String),
  });
});

test("a signature shows in its slot", () => {
  const signed = VersionedTransaction.deserialize(goodBytes());
  signed.sign([Keypair.fromSeed(new Uint8Array(32).fill(1))]);
  const { signatures } = decodeTransaction(text(signed.serialize()));
  expect(signatures[0]).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
});

describe("bytes that a node would reject are refused", () => {
  const at = (index: number, ...bytes: number[]) => {
    const changed = goodBytes();
    changed.set(bytes, index);
    return text(changed);
  };
  const message = 65; // one byte that counts the signatures, one signature

  const twice = () => {
    // The second key becomes a copy of the first.
    const changed = goodBytes();
    changed.copyWithin(message + 5 + 32, message + 5, message + 5 + 32);
    return text(changed);
  };
  const padded = () => {
    // The number of accounts as two bytes.
    const [bytes, at] = [goodBytes(), message + 4];
    return text(Uint8Array.of(...bytes.subarray(0, at), bytes[at]! | 0x80, 0, ...bytes.subarray(at + 1)));
  };

  test.each([
    ["nothing", "", /ends at byte 0/],
    ["URL-safe base64", "-_-_", /not canonical base64/],
    ["base64 without padding", good.replace(/=+$/, "").concat("A".repeat(3)), /not canonical base64/],
    ["spare bits in base64", "AB==", /not canonical base64/],
    ["a space", ` ${good.slice(1)}`, /not canonical base64/],
    ["a byte too many", text(Uint8Array.of(...goodBytes(), 0)), /1 byte follows its end/],
    ["a byte too few", text(goodBytes().subarray(0, -1)), /it ends at byte/],
    ["over 1,232 bytes", text(new Uint8Array(1233)), /1233 bytes/],
    ["a very long text", "A".repeat(100_000), /100000 characters/],
    ["version 1 after its signatures", at(message, 0x81), /in version 1, the signatures follow the message/],
    ["no signature slot", text(Uint8Array.of(0, ...goodBytes().subarray(message))), /no signature slot/],
    ["another number of signers", at(message + 1, 2), /1 signature slots for 2 signers/],
    ["a fee payer that is not writable", at(message + 2, 1), /fee payer is not writable/],
    ["more read-only accounts than accounts", at(message + 3, 250), /counts more accounts/],
    ["one read-only account too many", at(message + 3, goodBytes()[message + 4]!), /counts more accounts/],
    ["an account twice", twice(), /lists an account twice/],
    ["a length not in its shortest form", padded(), /not written in the shortest form/],
  ])("%s", (_, transaction, reason) => {
    expect(() => decodeTransaction({ transaction })).toThrow(UnsafeTransactionError);
    expect(() => decodeTransaction(transaction)).toThrow(reason);
  });

  test("an index out of range", () => {
    const bytes = Uint8Array.from(Buffer.from(build([sendSol(recipient, 1n)]), "base64"));
    // ... [1 instruction][program 2][2 accounts: 0, 1][12 bytes of data][0 lookups]
    const program = bytes.length - 1 - 12 - 1 - 3 - 1;
    expect(bytes[program]).toBe(2);
    const set = (index: number, value: number) => text(bytes.with(index, value));
    expect(() => decodeTransaction(set(program, 3))).toThrow(/instruction 0 has no program at 3/);
    expect(() => decodeTransaction(set(program, 0))).toThrow(/instruction 0 has no program at 0/);
    expect(() => decodeTransaction(set(program + 2, 3))).toThrow(/names account 3 of 3/);
  });

  test("non-text values", () => {
    for (const nonsense of [undefined, null, 7, {}, { transaction: 7 }, []])
      expect(() => decodeTransaction(nonsense as never)).toThrow(UnsafeTransactionError);
  });
});

test("no account is derived from an invalid address", () => {
  const [owner, mint] = [wallet.toBase58(), USDC.toBase58()];
  for (const wrong of ["", "alice", "0OIl", "1".repeat(31), owner + owner, undefined as never]) {
    for (const derive of [
      () => associatedTokenAddress(wrong, mint),
      () => associatedTokenAddress(owner, wrong),
      ...(wrong === undefined ? [] : [() => associatedTokenAddress(owner, mint, wrong)]),
    ])
      expect(derive).toThrow(OutOfRangeError);
  }
});
