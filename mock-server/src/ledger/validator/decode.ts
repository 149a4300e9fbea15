import type { ChainAccount, ChainError, Commitment, SignatureStatus, TokenBalance } from "../ledger.js";

/** A whole number parsed from JSON: a `bigint` beyond 2^53. */
type Whole = number | bigint;

/** A JSON-RPC account with `encoding: "base64"`. */
export interface RpcAccount {
  readonly data: readonly [string, "base64"];
  readonly executable: boolean;
  readonly lamports: Whole;
  readonly owner: string;
}

interface RpcTokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner?: string;
  readonly programId?: string;
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number };
}

/** Token balances of a simulation or a landed transaction, as far as the node reports them. */
interface RpcTokenBalances {
  readonly preTokenBalances?: readonly RpcTokenBalance[] | null;
  readonly postTokenBalances?: readonly RpcTokenBalance[] | null;
}

/** The value of `simulateTransaction`. */
export interface RpcSimulation extends RpcTokenBalances {
  readonly err: ChainError | null;
  readonly logs: readonly string[] | null;
  readonly unitsConsumed?: number;
  readonly loadedAccountsDataSize?: number;
}

/** The result of `getTransaction` with `encoding: "base64"`. */
export interface RpcTransaction {
  readonly slot: number;
  readonly blockTime: number | null;
  readonly transaction: readonly [string, "base64"];
  readonly meta: RpcTokenBalances & {
    readonly err: ChainError | null;
    readonly fee: Whole;
    readonly preBalances: readonly Whole[];
    readonly postBalances: readonly Whole[];
    readonly logMessages?: readonly string[] | null;
    readonly computeUnitsConsumed?: number;
    readonly loadedAddresses?: {
      readonly writable: readonly string[];
      readonly readonly: readonly string[];
    } | null;
  };
}

export function accountOf(address: string, account: RpcAccount | null): ChainAccount | undefined {
  if (account === null) return undefined;
  const { data, executable, lamports, owner } = account;
  const bytes = new Uint8Array(Buffer.from(data[0], "base64"));
  return { address, executable, owner, lamports: BigInt(lamports), data: bytes };
}

export function tokenBalancesOf({ preTokenBalances, postTokenBalances }: RpcTokenBalances) {
  return {
    preTokenBalances: (preTokenBalances ?? []).map(tokenBalanceOf),
    postTokenBalances: (postTokenBalances ?? []).map(tokenBalanceOf),
  };
}

function tokenBalanceOf(balance: RpcTokenBalance): TokenBalance {
  const { accountIndex, mint, owner = "", programId = "", uiTokenAmount } = balance;
  const { amount, decimals } = uiTokenAmount;
  return { accountIndex, mint, owner, programId, decimals, amount: BigInt(amount) };
}

/** The value of `getSignatureStatuses` for one signature. */
export interface RpcStatus {
  readonly slot: number;
  readonly err: ChainError | null;
  readonly confirmations: number | null;
  readonly confirmationStatus?: Commitment | null;
}

/** Undefined for a signature that the node does not know. */
export function signatureStatusOf(status: RpcStatus | null): SignatureStatus | undefined {
  if (!status) return undefined;
  const { slot, err, confirmations, confirmationStatus } = status;
  return { slot, err, confirmations, commitment: confirmationStatus ?? "processed" };
}

/** Splits a list into chunks, for calls with a limit. */
export function pagesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, page) =>
    list.slice(page * size, page * size + size),
  );
}

export const CONFIRMED = { commitment: "confirmed" } as const;
export const BASE64 = { ...CONFIRMED, encoding: "base64" } as const;
