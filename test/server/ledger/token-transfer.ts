import type { Token } from "../../../mock-server/src/fixtures/tokens.js";
import type { Instruction } from "../../../mock-server/src/formats/instructions.js";
import { associatedTokenAddress } from "../../../mock-server/src/formats/program-addresses.js";
import { tokenProgramId } from "../../../mock-server/src/formats/token-layout.js";

const meta = (address: string, writable: boolean, signer = false) => ({ address, writable, signer });

/** Creates the receiver's token account if needed, and moves tokens of either program with a checked transfer. */
export function tokenTransfer(
  { mint, program, decimals }: Token,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: bigint },
): Instruction[] {
  const programId = tokenProgramId(program);
  const accountOf = (owner: string) => associatedTokenAddress(owner, mint, programId);
  const data = Buffer.alloc(10);
  data[0] = 12;
  data.writeBigUInt64LE(amount, 1);
  data[9] = decimals;
  return [
    {
      programId: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
      accounts: [
        ...[meta(from, true, true), meta(accountOf(to), true), meta(to, false)],
        ...[meta(mint, false), meta("11111111111111111111111111111111", false), meta(programId, false)],
      ],
      data: Uint8Array.of(1),
    },
    {
      programId,
      accounts: [
        meta(accountOf(from), true),
        meta(mint, false),
        meta(accountOf(to), true),
        meta(from, false, true),
      ],
      data,
    },
  ];
}
