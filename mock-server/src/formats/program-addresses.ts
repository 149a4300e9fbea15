import { createHash } from "node:crypto";
import { perText } from "../kernel/memo.js";
import { addressBytes, base58, isOnCurve, REMEMBERED } from "./addresses.js";
import type { Ata } from "./instructions.js";
import { PROGRAMS } from "./programs.js";
import { type TokenProgram, tokenProgramId } from "./token-layout.js";

// This code needs Node. It is not in addresses.ts, because web pages load that file with the parser.

/** An address without a private key, and its bump seed. */
export interface ProgramAddress {
  readonly address: string;
  readonly bump: number;
}

/**
 * Derives a program address from seeds: the first address off the curve, trying bump seeds from 255 down.
 *
 * @throws RangeError if there are more than 15 seeds, a seed is over 32 bytes, or all addresses are on the curve
 * @example programAddress([Buffer.from("pool"), mintA, mintB], PROGRAMS.swap)
 */
export function programAddress(seeds: readonly Uint8Array[], programId: string): ProgramAddress {
  if (seeds.length > 15 || seeds.some((seed) => seed.length > 32)) {
    throw new RangeError("A program address must have at most 15 seeds of at most 32 bytes each");
  }
  const program = addressBytes(programId);
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash("sha256");
    for (const seed of seeds) hash.update(seed);
    const candidate = hash
      .update(Uint8Array.of(bump))
      .update(program)
      .update("ProgramDerivedAddress")
      .digest();
    if (!isOnCurve(candidate)) return { address: base58(candidate), bump };
  }
  throw new RangeError("No bump gives an address off the curve for these seeds");
}

// Cached, because each derivation takes 0.1 ms.
const derivedAccount = perText(REMEMBERED, (key) => {
  const [owner = "", tokenProgram = "", mint = ""] = key.split(" ");
  const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)];
  return programAddress(seeds, PROGRAMS.associatedToken).address;
});

/** An owner's associated token account for a mint. `tokenProgram` is the mint's program. @throws RangeError */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
  return derivedAccount(`${owner} ${tokenProgram} ${mint}`);
}

/** A wallet's associated token account. */
export function ataOf(owner: string, token: { readonly mint: string; readonly program: TokenProgram }): Ata {
  const tokenProgram = tokenProgramId(token.program);
  const account = associatedTokenAddress(owner, token.mint, tokenProgram);
  return { account, owner, mint: token.mint, tokenProgram };
}
