/** An instruction as the transaction has it, with addresses in place of indexes. */
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
  /** Who pays. */
  readonly source: string;
  /** Who receives. */
  readonly destination: string;
  /** How much, in lamports. */
  readonly lamports: bigint;
}

/** Associated token program `Create` or `CreateIdempotent`. */
export interface CreateTokenAccount extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "create-token-account";
  /** Who pays the rent. */
  readonly payer: string;
  /** The account that is made. */
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

/** Anything else, kept as it is. */
export interface UnknownInstruction extends RawInstruction {
  /** Discriminant of {@link DecodedInstruction}. */
  readonly kind: "unknown";
}

/** An instruction that was understood, told apart by `kind`, or one of kind `unknown`. */
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
 * `undefined` when the instruction is not a swap that it knows. It vouches for the program: one that forwards the
 * wallet's signature to accounts that the decoder did not check can take more than these terms say.
 *
 * @param instruction The instruction, its accounts in order.
 */
export type SwapDecoder = (instruction: RawInstruction) => SwapTerms | undefined;
