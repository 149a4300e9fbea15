import { PROGRAM_IDS } from "../../contract/chain.js";
import type { CreateTokenAccount, DecodedInstruction } from "./instructions.js";

/** Lamports of a signature. */
export const SIGNATURE_FEE = 5_000n;

/** Compute units that the runtime lets a transaction have at most. */
export const MAX_COMPUTE_UNITS = 1_400_000;

/** Compute units that the runtime assumes for an instruction of a built-in program, and of any other. */
const DEFAULT_UNITS = { builtIn: 3_000, other: 200_000 };

/** Lamports of so many compute units at a price, rounded up as the runtime does. */
export const priorityLamports = (units: number, microLamports: bigint): bigint =>
  (BigInt(units) * microLamports + 999_999n) / 1_000_000n;

/** Lamports of the signatures, and of the whole compute-unit limit at its price. */
export function networkFee(signers: number, instructions: readonly DecodedInstruction[]): bigint {
  let limit: number | undefined;
  let price = 0n;
  let assumed = 0;
  for (const instruction of instructions) {
    if (instruction.kind === "compute-unit-limit") limit = instruction.units;
    if (instruction.kind === "compute-unit-price") price = instruction.microLamports;
    const { programId } = instruction;
    const builtIn = programId === PROGRAM_IDS.system || programId === PROGRAM_IDS.computeBudget;
    assumed += builtIn ? DEFAULT_UNITS.builtIn : DEFAULT_UNITS.other;
  }
  const units = Math.min(limit ?? assumed, MAX_COMPUTE_UNITS);
  return SIGNATURE_FEE * BigInt(signers) + priorityLamports(units, price);
}

/** Lamports that keep an account of so many bytes: the runtime's price for them and for 128 more. */
const rentOf = (bytes: number): bigint => BigInt((128 + bytes) * 6_960);

/** Rent of a token account of SPL Token. */
const TOKEN_ACCOUNT_RENT = rentOf(165);

/** Token-2022 adds what the mint asks for: at most 195 bytes with every extension that a mint can ask for. */
const TOKEN_2022_ACCOUNT_RENT = rentOf(195);

/** The most rent that a token account of either program can take. */
export const MOST_RENT = TOKEN_2022_ACCOUNT_RENT;

/** The most rent that making a token account takes; nothing where there is one already. */
export const rentFor = ({ tokenProgram }: CreateTokenAccount): bigint =>
  tokenProgram === PROGRAM_IDS.token ? TOKEN_ACCOUNT_RENT : TOKEN_2022_ACCOUNT_RENT;

/** The most rent that stays in token accounts which a transaction makes: not in one that it closes again. */
export function networkRent(instructions: readonly DecodedInstruction[]): bigint {
  const lasting = new Map<string, bigint>();
  for (const instruction of instructions) {
    if (instruction.kind === "create-token-account") lasting.set(instruction.account, rentFor(instruction));
    // A closed account pays its rent back. The check against the intent covers who receives it.
    if (instruction.kind === "close-account") lasting.delete(instruction.account);
  }
  return [...lasting.values()].reduce((sum, rent) => sum + rent, 0n);
}
