import { PROGRAM_IDS } from "../../contract/chain.js";

/** An instruction with addresses instead of account indexes. @inline */
export interface RawInstruction {
  /** Base58 address of the program. */
  readonly programId: string;
  /**
   * Base58 addresses of the accounts, in the instruction's order. An account from a lookup table that was not passed in
   * `lookupTables` is `<table>[<index>]`, because the transaction does not contain its address.
   */
  readonly accounts: readonly string[];
  /** The instruction's data. */
  readonly data: Uint8Array;
}

/** `SetComputeUnitLimit`. @inline */
export interface ComputeUnitLimit extends RawInstruction {
  readonly kind: "compute-unit-limit";
  /** Compute-unit limit of the transaction. The priority fee is charged for the full limit. */
  readonly units: number;
}

/** `SetComputeUnitPrice`. @inline */
export interface ComputeUnitPrice extends RawInstruction {
  readonly kind: "compute-unit-price";
  /** Micro-lamports per compute unit. */
  readonly microLamports: bigint;
}

/** System program `Transfer`. @inline */
export interface SolTransfer extends RawInstruction {
  readonly kind: "sol-transfer";
  /** The paying account. */
  readonly source: string;
  /** The receiving account. */
  readonly destination: string;
  /** Lamports. */
  readonly lamports: bigint;
}

/** Associated token program `Create` or `CreateIdempotent`. @inline */
export interface CreateTokenAccount extends RawInstruction {
  readonly kind: "create-token-account";
  /** The account that pays the rent. */
  readonly payer: string;
  /** The created account. */
  readonly account: string;
  /** The wallet that will own the account. */
  readonly owner: string;
  /** Mint of the account. */
  readonly mint: string;
  /** The token program of that mint. */
  readonly tokenProgram: string;
  /** Whether the instruction succeeds if the account already exists. */
  readonly idempotent: boolean;
}

/** `Transfer` or `TransferChecked` of SPL Token or Token-2022. @inline */
export interface TokenTransfer extends RawInstruction {
  readonly kind: "token-transfer";
  /** The debited token account. */
  readonly source: string;
  /** The credited token account. */
  readonly destination: string;
  /** The signer for the source account. */
  readonly authority: string;
  /** Amount in base units. */
  readonly amount: bigint;
  /** Mint of the token. Undefined for a plain `Transfer`. */
  readonly mint: string | undefined;
  /** Decimals of the mint. Undefined for a plain `Transfer`. */
  readonly decimals: number | undefined;
}

/** `SyncNative`: adds lamports sent to a wrapped-SOL account to its balance. @inline */
export interface SyncNative extends RawInstruction {
  readonly kind: "sync-native";
  /** The wrapped-SOL account. */
  readonly account: string;
}

/** `CloseAccount`: closes a token account and sends its lamports, including wrapped SOL, to `destination`. @inline */
export interface CloseAccount extends RawInstruction {
  readonly kind: "close-account";
  /** The closed token account. */
  readonly account: string;
  /** The account that receives the lamports. */
  readonly destination: string;
  /** The signer for the account. */
  readonly authority: string;
}

/** The limits of a swap instruction, as returned by a {@link SwapDecoder}. */
export interface SwapTerms {
  /** `input`: `amount` leaves, `bound` or more arrives. `output`: `amount` arrives, at most `bound` leaves. */
  readonly side: "input" | "output";
  /** The exact amount, in base units of the input (exact in) or of the output (exact out). */
  readonly amount: bigint;
  /** The minimum output (exact in) or the maximum input (exact out), in base units. */
  readonly bound: bigint;
  /** The wallet that signs for the input account. */
  readonly user: string;
  /** The debited token account. */
  readonly inputAccount: string;
  /** The credited token account. */
  readonly outputAccount: string;
  /** Mint of the input. Undefined if the instruction does not name it; the wallet's derived account then proves it. */
  readonly inputMint?: string | undefined;
  /** Mint of the output. Undefined as for `inputMint`. */
  readonly outputMint?: string | undefined;
  /** Whether the program is not known to keep to the amounts. The swap is then refused without `guard`. Default false. */
  readonly needsGuard?: boolean | undefined;
  /** Maximum rent, in lamports, of accounts that the program opens at the user's cost. Default 0. */
  readonly rent?: bigint | undefined;
}

/** A swap through the service's own program, or one decoded by an entry of `swapPrograms`. @inline */
export interface Swap extends RawInstruction, SwapTerms {
  readonly kind: "swap";
  readonly inputMint: string;
  readonly outputMint: string;
  /** Token programs called with the wallet's signature, input first. Empty if the decoder does not return them. */
  readonly tokenPrograms: readonly string[];
  /** Pools in swap order. Empty if the decoder does not return them. */
  readonly pools: readonly string[];
  /** Token accounts of the pools, input and output for each pool. Empty if the decoder does not return them. */
  readonly vaults: readonly string[];
  /** Mint between the two pools. Undefined for one pool, or if the decoder does not return it. */
  readonly middleMint: string | undefined;
}

/**
 * A Lighthouse assertion that only reads accounts, such as those that Phantom adds. If it does not hold, the whole
 * transaction fails. @inline
 */
export interface Guard extends RawInstruction {
  readonly kind: "guard";
  /** The assertion's number, from 2 (account data) to 15 (clock). */
  readonly discriminator: number;
}

/** A text for readers, which moves nothing. @inline */
export interface Memo extends RawInstruction {
  readonly kind: "memo";
}

/** Any other instruction. @inline */
export interface UnknownInstruction extends RawInstruction {
  readonly kind: "unknown";
  /** Why the decoder in `swapPrograms` refused it. Undefined if there is none, or if it returned `undefined`. */
  readonly reason?: string;
}

/** A decoded instruction, discriminated by `kind`. Unrecognised instructions have the kind `unknown`. */
export type DecodedInstruction =
  | ComputeUnitLimit
  | ComputeUnitPrice
  | SolTransfer
  | CreateTokenAccount
  | TokenTransfer
  | SyncNative
  | CloseAccount
  | Swap
  | Guard
  | Memo
  | UnknownInstruction;

/**
 * Decodes another venue's swap instruction into the maximum that it can take from the wallet and the minimum that it
 * must return. Returns `undefined` for other instructions, and an instruction of the kind `create-token-account` for the
 * program's own way to create one. It may throw an `UnsafeTransactionError` to say why it refuses an instruction. Write a
 * decoder only for a program that you trust. A program can take more than these terms allow if it passes the wallet's
 * signature to accounts that the decoder does not check.
 * @param instruction The instruction, with its accounts in order.
 */
export type SwapDecoder = (instruction: RawInstruction) => SwapTerms | CreateTokenAccount | undefined;

const view = ({ data }: RawInstruction): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength);

/** Whether an instruction has exactly these numbers of accounts and bytes. Extra ones could change its meaning. */
const sized = ({ accounts, data }: RawInstruction, accountCount: number, byteCount: number): boolean =>
  accounts.length === accountCount && data.length === byteCount;

/** Accounts by position. `sized` checks their number. */
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
  // In the program's first version, `Create` had no data.
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
  const [amount, bound] = [view(raw).getBigUint64(1, true), view(raw).getBigUint64(9, true)];
  const known = { amount, bound, user, inputAccount, outputAccount, inputMint, outputMint };
  return {
    ...raw,
    kind: "swap",
    side: tag === 1 ? "input" : "output",
    ...known,
    tokenPrograms: twoHops ? at(5, 6, 11) : at(5, 6),
    pools: twoHops ? at(7, 12) : at(7),
    vaults: twoHops ? at(8, 9, 13, 14) : at(8, 9),
    middleMint: twoHops ? accounts[10] : undefined,
  };
};

/** The assertion program of wallets' guards. */
export const LIGHTHOUSE = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";

// Of the program's other instructions, 0 and 1 move lamports, 16 calls another program, and 17 is not an assertion on
// a wallet's accounts.
const guard: Decoder = (raw) => {
  const [discriminator = 0] = raw.data;
  return discriminator >= 2 && discriminator <= 15 ? { ...raw, kind: "guard", discriminator } : undefined;
};

const memo: Decoder = (raw) => ({ ...raw, kind: "memo" });

const DECODERS = new Map<string, Decoder>([
  [PROGRAM_IDS.computeBudget, computeBudget],
  [PROGRAM_IDS.system, system],
  [PROGRAM_IDS.associatedToken, associatedToken],
  [PROGRAM_IDS.token, token],
  [PROGRAM_IDS.token2022, token],
  [PROGRAM_IDS.swap, swap],
  [LIGHTHOUSE, guard],
  ["Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo", memo],
  ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", memo],
]);

/** Whether a program has a built-in decoder, which an entry of `swapPrograms` cannot replace. */
export const isBuiltIn = (programId: string): boolean => DECODERS.has(programId);

export function decodeInstruction(raw: RawInstruction): DecodedInstruction {
  return DECODERS.get(raw.programId)?.(raw) ?? { ...raw, kind: "unknown" };
}
