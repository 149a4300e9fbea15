import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519";
import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";

/** An address without a private key, and the byte that made it leave the curve. */
export interface ProgramAddress {
  readonly address: string;
  readonly bump: number;
}

/** How many derived addresses and how many decoded ones an `Addresses` remembers. */
const REMEMBERED = 20_000;

/** The 32 bytes of a base58 address. @throws RangeError if it is none */
export function addressBytes(address: string): Uint8Array {
  const bytes = bs58.decodeUnsafe(address);
  if (bytes?.length !== 32) throw new RangeError(`"${address}" is not a base58 address of 32 bytes`);
  return bytes;
}

/** Whether 32 bytes are a point of ed25519, so that a private key may exist for them. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // The runtime reads points as ZIP 215 does: it takes a y above the field's prime too.
    ed25519.Point.fromHex(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address that a program signs for, derived from seeds: the first one off the curve, bump from 255 down.
 *
 * @throws RangeError if there are more than 15 seeds, one is over 32 bytes, or no bump leaves the curve
 * @example programAddress([Buffer.from("pool"), mintA, mintB], SWAP_PROGRAM_ID)
 */
export function programAddress(seeds: readonly Uint8Array[], programId: string): ProgramAddress {
  if (seeds.length > 15 || seeds.some((seed) => seed.length > 32)) {
    throw new RangeError("A program address has at most 15 seeds of at most 32 bytes");
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
    if (!isOnCurve(candidate)) return { address: bs58.encode(candidate), bump };
  }
  throw new RangeError("No bump takes these seeds off the curve");
}

/** The token account of an owner for a mint, as every wallet derives it. `tokenProgram` is the mint's program. */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
  const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)];
  return programAddress(seeds, PROGRAM_IDS.associatedToken).address;
}

/** The same derivations, remembered: one costs 0.1 ms, and every build needs several. Each World has its own. */
export class Addresses {
  readonly #derived = new Map<string, ProgramAddress>();

  /** As {@link programAddress}. @throws RangeError */
  programAddress(seeds: readonly Uint8Array[], programId: string): ProgramAddress {
    // A seed's length belongs to the key: ["ab", "c"] and ["a", "bc"] hash alike but are asked for apart.
    const key = `${seeds.map((seed) => Buffer.from(seed).toString("base64")).join(",")}:${programId}`;
    const known = this.#derived.get(key);
    if (known) return known;
    return this.#remember(key, programAddress(seeds, programId));
  }

  /** As {@link associatedTokenAddress}. @throws RangeError */
  associatedTokenAddress(owner: string, mint: string, tokenProgram: string): string {
    const key = `${owner} ${mint} ${tokenProgram}`;
    const known = this.#derived.get(key);
    if (known) return known.address;
    const seeds = [addressBytes(owner), addressBytes(tokenProgram), addressBytes(mint)];
    return this.#remember(key, programAddress(seeds, PROGRAM_IDS.associatedToken)).address;
  }

  #remember(key: string, derived: ProgramAddress): ProgramAddress {
    // The oldest goes first: a Map keeps the order of insertion.
    if (this.#derived.size >= REMEMBERED) {
      for (const oldest of this.#derived.keys()) {
        this.#derived.delete(oldest);
        break;
      }
    }
    this.#derived.set(key, derived);
    return derived;
  }
}
