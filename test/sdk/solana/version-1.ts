// Version 1 transactions, written byte by byte: web3.js cannot write them.
import { type TransactionInstruction, TransactionMessage } from "@solana/web3.js";
import bs58 from "bs58";
import { blockhash, wallet } from "./samples.js";

export interface Version1Config {
  fee?: bigint;
  units?: number;
  loaded?: number;
  heap?: number;
}

export const LIMITS = { units: 200_000, loaded: 1_000_000 };

/** The base64 of an unsigned version 1 transaction. */
export function buildVersion1(
  instructions: TransactionInstruction[],
  { fee, units, loaded, heap }: Version1Config = LIMITS,
  payerKey = wallet,
  recentBlockhash = blockhash,
): string {
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions }).compileToV0Message();
  const { header, staticAccountKeys, compiledInstructions } = message;
  const values: [bits: number, value: bigint | number | undefined][] = [
    [0b11, fee],
    [0b100, units],
    [0b1000, loaded],
    [0b10000, heap],
  ];
  const set = values.filter(([, value]) => value !== undefined);
  const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  return Buffer.concat([
    Buffer.of(0x81, header.numRequiredSignatures),
    Buffer.of(header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts),
    u32(set.reduce((mask, [bits]) => mask | bits, 0)),
    bs58.decode(recentBlockhash),
    Buffer.of(compiledInstructions.length, staticAccountKeys.length),
    ...staticAccountKeys.map((key) => key.toBytes()),
    ...set.map(([, value]) =>
      typeof value === "bigint" ? Buffer.from(BigUint64Array.of(value).buffer) : u32(value ?? 0),
    ),
    ...compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) =>
      Buffer.of(programIdIndex, accountKeyIndexes.length, data.length & 0xff, data.length >> 8),
    ),
    ...compiledInstructions.flatMap(({ accountKeyIndexes, data }) => [Buffer.from(accountKeyIndexes), data]),
    Buffer.alloc(64 * header.numRequiredSignatures),
  ]).toString("base64");
}
