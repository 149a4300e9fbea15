import { PROGRAM_IDS } from "../../contract/chain.js";

/** An instruction of the transaction, with addresses in place of indexes. */
export interface RawInstruction {
  /** Base58 address of the program. */
  readonly programId: string;
  /**
   * Base58 addresses of the accounts, in the instruction's order. An account from a lookup table, which the
   * transaction does not show, is written `<table>[<index>]`.
   */
  readonly accounts: readonly string[];
  /** The instruction's data. */
  readonly data: Uint8Array;
}

/** `SetComputeUnitLimit`. */
export interface ComputeUnitLimit extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "compute-unit-limit";
  /** Compute units that the transaction may take, and whose price it pays. */
  readonly units: number;
}

/** `SetComputeUnitPrice`. */
export interface ComputeUnitPrice extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "compute-unit-price";
  /** Micro-lamports per compute unit. */
  readonly microLamports: bigint;
}

/** System program `Transfer`. */
export interface SolTransfer extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "sol-transfer";
  /** The account that pays. */
  readonly source: string;
  /** The account that receives. */
  readonly destination: string;
  /** Lamports. */
  readonly lamports: bigint;
}

/** Associated token program `Create` or `CreateIdempotent`. */
export interface CreateTokenAccount extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "create-token-account";
  /** The account that pays the rent. */
  readonly payer: string;
  /** The account that is created. */
  readonly account: string;
  /** The wallet that will own it. */
  readonly owner: string;
  /** The token that it will hold. */
  readonly mint: string;
  /** The token program of that mint. */
  readonly tokenProgram: string;
  /** True when an account that exists already is no error. */
  readonly idempotent: boolean;
}

/** `Transfer` or `TransferChecked` of SPL Token or Token-2022. */
export interface TokenTransfer extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "token-transfer";
  /** The token account that is debited. */
  readonly source: string;
  /** The token account that is credited. */
  readonly destination: string;
  /** Who signs for the source. */
  readonly authority: string;
  /** How much, in base units. */
  readonly amount: bigint;
  /** The token's mint; a plain `Transfer` does not name it. */
  readonly mint: string | undefined;
  /** The mint's decimals; a plain `Transfer` does not name them. */
  readonly decimals: number | undefined;
}

/** `SyncNative`: counts lamports that were sent to a wrapped-SOL account as its balance. */
export interface SyncNative extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "sync-native";
  /** The wrapped-SOL account. */
  readonly account: string;
}

/** `CloseAccount`: all lamports of a token account go to `destination`; for wrapped SOL, the balance with them. */
export interface CloseAccount extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "close-account";
  /** The token account that ends. */
  readonly account: string;
  /** Who receives its lamports. */
  readonly destination: string;
  /** Who signs for it. */
  readonly authority: string;
}

/** The limits of a swap instruction, as a {@link SwapDecoder} returns them. */
export interface SwapTerms {
  /** `exact-in`: `amount` leaves and at least `bound` comes. `exact-out`: `amount` comes and at most `bound` leaves. */
  readonly side: "exact-in" | "exact-out";
  /** The exact amount, in base units of the input (exact in) or of the output (exact out). */
  readonly amount: bigint;
  /** The least output (exact in) or the largest input (exact out), in base units. */
  readonly bound: bigint;
  /** The wallet that signs for the input account. */
  readonly user: string;
  /** The token account that is debited. */
  readonly inputAccount: string;
  /** The token account that is credited. */
  readonly outputAccount: string;
  /** Mint of the input. */
  readonly inputMint: string;
  /** Mint of the output. */
  readonly outputMint: string;
}

/** A swap: of the service's own program, or one that an entry of `swapPrograms` decoded. */
export interface Swap extends RawInstruction, SwapTerms {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "swap";
  /** The token programs that it calls with the wallet's signature, input's first; empty when a decoder does not say. */
  readonly tokenPrograms: readonly string[];
  /** The pools in order; empty when a decoder does not say. */
  readonly pools: readonly string[];
  /** The pools' token accounts, two a pool: what goes in, what comes out; empty when a decoder does not say. */
  readonly vaults: readonly string[];
  /** The mint between two pools; undefined for one pool, or when a decoder does not say. */
  readonly middleMint: string | undefined;
}

/** Any other instruction. */
export interface UnknownInstruction extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "unknown";
}

/** A decoded instruction, discriminated by `kind`; one that is not known has the kind `unknown`. */
export type DecodedInstruction =
  | ComputeUnitLimit
  | ComputeUnitPrice
  | SolTransfer
  | CreateTokenAccount
  | TokenTransfer
  | SyncNative
  | CloseAccount
  | Swap
  | UnknownInstruction;

/**
 * Reads the swap instruction of another venue: everything that it can take from the wallet and must give back, or
 * `undefined` when it does not know the instruction. Write one only for a program that you trust: a program that passes
 * the wallet's signature on to accounts that the decoder did not check can take more than these terms say.
 *
 * @param instruction The instruction, its accounts in order.
 */
export type SwapDecoder = (instruction: RawInstruction) => SwapTerms | undefined;

/** Reads little-endian numbers of an instruction's data. */
const view = ({ data }: RawInstruction): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

/** Whether an instruction has exactly these numbers of accounts and bytes; more of either could have another meaning. */
const sized = ({ accounts, data }: RawInstruction, accountCount: number, byteCount: number): boolean =>
  accounts.length === accountCount && data.length === byteCount;

/** Accounts by their places; `sized` checks how many there are. */
type Accounts = [string, string, string, string, string, string];

type Decoder = (raw: RawInstruction) => DecodedInstruction | undefined;

const computeBudget: Decoder = (raw) => {
  if (raw.data[0] === 2 && sized(raw, 0, 5))
    return { ...raw, kind: "compute-unit-limit", units: view(raw).getUint32(1, true) };
  if (raw.data[0] === 3 && sized(raw, 0, 9))
    return { ...raw, kind: "compute-unit-price", microLamports: view(raw).getBigUint64(1, true) };
  return undefined;
};

const system: Decoder = (raw) => {
  if (!sized(raw, 2, 12) || view(raw).getUint32(0, true) !== 2) return undefined;
  const [source, destination] = raw.accounts as Accounts;
  return { ...raw, kind: "sol-transfer", source, destination, lamports: view(raw).getBigUint64(4, true) };
};

const associatedToken: Decoder = (raw) => {
  // Create had no data in the program's first version.
  const tag = raw.data[0] ?? 0;
  if (!sized(raw, 6, Math.min(raw.data.length, 1)) || tag > 1) return undefined;
  const [payer, account, owner, mint, systemProgram, tokenProgram] = raw.accounts as Accounts;
  if (systemProgram !== PROGRAM_IDS.system) return undefined;
  const idempotent = tag === 1;
  return { ...raw, kind: "create-token-account", payer, account, owner, mint, tokenProgram, idempotent };
};

const token: Decoder = (raw) => {
  const tag = raw.data[0];
  const [first, second, third, fourth] = raw.accounts as Accounts;
  if (tag === 3 && sized(raw, 3, 9)) {
    const amount = view(raw).getBigUint64(1, true);
    const known = { source: first, destination: second, authority: third, amount };
    return { ...raw, kind: "token-transfer", ...known, mint: undefined, decimals: undefined };
  }
  if (tag === 12 && sized(raw, 4, 10)) {
    const amount = view(raw).getBigUint64(1, true);
    const known = { source: first, mint: second, destination: third, authority: fourth, amount };
    return { ...raw, kind: "token-transfer", ...known, decimals: raw.data[9] as number };
  }
  if (tag === 9 && sized(raw, 3, 1))
    return { ...raw, kind: "close-account", account: first, destination: second, authority: third };
  if (tag === 17 && sized(raw, 1, 1)) return { ...raw, kind: "sync-native", account: first };
  return undefined;
};

const swap: Decoder = (raw) => {
  const [tag] = raw.data;
  const { accounts } = raw;
  const twoHops = accounts.length === 15;
  if ((tag !== 1 && tag !== 2) || !sized(raw, twoHops ? 15 : 10, 17)) return undefined;
  const at = (...indexes: number[]) => indexes.map((index) => accounts[index] as string);
  const [user, inputAccount, outputAccount, inputMint, outputMint] = accounts as Accounts;
  return {
    ...raw,
    kind: "swap",
    side: tag === 1 ? "exact-in" : "exact-out",
    amount: view(raw).getBigUint64(1, true),
    bound: view(raw).getBigUint64(9, true),
    user,
    inputAccount,
    outputAccount,
    inputMint,
    outputMint,
    tokenPrograms: twoHops ? at(5, 6, 11) : at(5, 6),
    pools: twoHops ? at(7, 12) : at(7),
    vaults: twoHops ? at(8, 9, 13, 14) : at(8, 9),
    middleMint: twoHops ? accounts[10] : undefined,
  };
};

const DECODERS = new Map<string, Decoder>([
  [PROGRAM_IDS.computeBudget, computeBudget],
  [PROGRAM_IDS.system, system],
  [PROGRAM_IDS.associatedToken, associatedToken],
  [PROGRAM_IDS.token, token],
  [PROGRAM_IDS.token2022, token],
  [PROGRAM_IDS.swap, swap],
]);

/** Whether a program has a built-in decoder, which an entry of `swapPrograms` cannot replace. */
export const isBuiltIn = (programId: string): boolean => DECODERS.has(programId);

/** Decodes an instruction. Without an exact match it gets the kind `unknown`. */
export function decodeInstruction(raw: RawInstruction): DecodedInstruction {
  return DECODERS.get(raw.programId)?.(raw) ?? { ...raw, kind: "unknown" };
}
