import bs58 from "bs58";
import { expect, test } from "vitest";
import { parseInstruction } from "../../../mock-server/src/rpc/parsed/instruction.js";

const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const SYSTEM = "11111111111111111111111111111111";

/** An instruction of a program over accounts named a, b, c … */
function words(programId: string, data: Uint8Array | readonly number[], accounts = 3) {
  const keys = [programId, ..."abcdef".slice(0, accounts)];
  const indexes = keys.slice(1).map((_, index) => index + 1);
  return parseInstruction({ programIdIndex: 0, accounts: indexes, data: Uint8Array.from(data) }, keys, 1);
}

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return [...bytes];
};

test("unknown or truncated instructions, or ones with too few accounts, are returned unparsed", () => {
  const budget = "ComputeBudget111111111111111111111111111111";
  expect(words(budget, [2, 1, 0, 0, 0], 0)).toEqual({
    accounts: [],
    data: bs58.encode(Uint8Array.of(2, 1, 0, 0, 0)),
    programId: budget,
    stackHeight: 1,
  });
  for (const [programId, data, accounts] of [
    [TOKEN, [3, 1, 2], 3],
    [TOKEN, [3, ...u64(5n)], 2],
    [TOKEN, [99], 3],
    [TOKEN, [], 3],
    [SYSTEM, [2, 0], 2],
    [SYSTEM, [2, 0, 0, 0, ...u64(5n)], 1],
  ] as const) {
    expect(words(programId, data, accounts)).not.toHaveProperty("parsed");
  }
});
