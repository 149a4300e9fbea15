import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import type {
  ChainAccount,
  ChainError,
  Commitment,
  Execution,
  InnerInstruction,
  LoadedKeys,
  SignatureStatus,
  TokenAccount,
  TokenBalance,
} from "../ledger.js";
import { tokenAccountOf } from "../token-accounts.js";
import type { RpcClient } from "./rpc-client.js";

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

/** Balances and return data of a simulation or a landed transaction, as far as the node reports them. */
interface RpcBalances {
  readonly preBalances?: readonly Whole[] | null;
  readonly postBalances?: readonly Whole[] | null;
  readonly preTokenBalances?: readonly RpcTokenBalance[] | null;
  readonly postTokenBalances?: readonly RpcTokenBalance[] | null;
  readonly returnData?: { readonly programId: string; readonly data: readonly [string, "base64"] } | null;
}

/** The value of `simulateTransaction`. */
export interface RpcSimulation extends RpcBalances {
  readonly err: ChainError | null;
  readonly logs: readonly string[] | null;
  readonly fee?: Whole | null;
  readonly accounts?: readonly (RpcAccount | null)[] | null;
  readonly unitsConsumed?: number;
  readonly loadedAccountsDataSize?: number;
  readonly replacementBlockhash?: {
    readonly blockhash: string;
    readonly lastValidBlockHeight: number;
  } | null;
}

/** The result of `getTransaction` with `encoding: "base64"`. */
export interface RpcTransaction {
  readonly slot: number;
  readonly blockTime: number | null;
  readonly transaction: readonly [string, "base64"];
  readonly meta: RpcBalances & {
    readonly err: ChainError | null;
    readonly fee: Whole;
    readonly logMessages?: readonly string[] | null;
    readonly computeUnitsConsumed?: number;
    readonly innerInstructions?:
      | readonly {
          readonly index: number;
          readonly instructions: readonly {
            readonly programIdIndex: number;
            readonly accounts: readonly number[];
            readonly data: string;
            readonly stackHeight?: number | null;
          }[];
        }[]
      | null;
    readonly loadedAddresses?: {
      readonly writable: readonly string[];
      readonly readonly: readonly string[];
    } | null;
  };
}

/** Depth of an instruction that a top-level one invokes, for nodes that do not report the depth. */
const FIRST_CALL = 2;

export function accountOf(address: string, account: RpcAccount | null): ChainAccount | undefined {
  if (account === null) return undefined;
  const { data, executable, lamports, owner } = account;
  const bytes = new Uint8Array(Buffer.from(data[0], "base64"));
  return { address, executable, owner, lamports: BigInt(lamports), data: bytes };
}

/** The result of a simulation, without the accounts. */
export function executionOfSimulation(value: RpcSimulation, keys: LoadedKeys): Execution {
  const { err, logs, unitsConsumed = 0, fee, loadedAccountsDataSize } = value;
  return {
    err,
    logs: logs ?? [],
    unitsConsumed,
    fee: fee === undefined || fee === null ? null : BigInt(fee),
    ...keys,
    ...balancesOf(value),
    // A simulation returns parsed inner instructions, which cannot be converted back into bytes for every program.
    innerInstructions: [],
    ...(loadedAccountsDataSize !== undefined && { loadedAccountsDataSize }),
  };
}

export function executionOfLanded(
  { meta }: RpcTransaction,
  staticKeys: readonly string[],
): Execution & { readonly fee: bigint } {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  return {
    err: meta.err,
    logs: meta.logMessages ?? [],
    unitsConsumed: meta.computeUnitsConsumed ?? 0,
    fee: BigInt(meta.fee),
    accountKeys: [...staticKeys, ...writable, ...readonly],
    loadedWritable: writable.length,
    loadedReadonly: readonly.length,
    ...balancesOf(meta),
    innerInstructions: innerOf(meta),
  };
}

function innerOf(meta: RpcTransaction["meta"]): InnerInstruction[] {
  return (meta.innerInstructions ?? []).flatMap(({ index, instructions }) =>
    instructions.map(({ programIdIndex, accounts, data, stackHeight }) => ({
      index,
      programIdIndex,
      accounts,
      data: bs58.decode(data),
      stackHeight: stackHeight ?? FIRST_CALL,
    })),
  );
}

function balancesOf(value: RpcBalances) {
  const { returnData } = value;
  return {
    preBalances: (value.preBalances ?? []).map(BigInt),
    postBalances: (value.postBalances ?? []).map(BigInt),
    preTokenBalances: (value.preTokenBalances ?? []).map(tokenBalanceOf),
    postTokenBalances: (value.postTokenBalances ?? []).map(tokenBalanceOf),
    ...(returnData && {
      returnData: {
        programId: returnData.programId,
        data: new Uint8Array(Buffer.from(returnData.data[0], "base64")),
      },
    }),
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

export const BASE64 = { commitment: "confirmed", encoding: "base64" } as const;
/** Maximum accounts per call. */
const ACCOUNTS = 100;

interface OwnedAccount {
  readonly pubkey: string;
  readonly account: RpcAccount;
}

/** Reads accounts in the order of `addresses`; undefined for missing ones. */
export async function readAccounts(
  client: RpcClient,
  addresses: readonly string[],
): Promise<(ChainAccount | undefined)[]> {
  const answers = await client.batch<{ value: readonly (RpcAccount | null)[] }>(
    pagesOf(addresses, ACCOUNTS).map((page) => ({ method: "getMultipleAccounts", params: [page, BASE64] })),
  );
  const found = answers.flatMap(({ value }) => value);
  return addresses.map((address, at) => accountOf(address, found[at] ?? null));
}

/** Reads a wallet's token accounts of both token programs, sorted by address. */
export async function readTokenAccounts(client: RpcClient, owner: string): Promise<TokenAccount[]> {
  const answers = await client.batch<{ value: readonly OwnedAccount[] }>(
    [PROGRAM_IDS.token, PROGRAM_IDS.token2022].map((programId) => ({
      method: "getTokenAccountsByOwner",
      params: [owner, { programId }, BASE64],
    })),
  );
  const found = answers.flatMap(({ value }) =>
    value.flatMap(({ pubkey, account }) => tokenAccountOf(accountOf(pubkey, account)) ?? []),
  );
  // The validator returns the accounts in the order of an index that changes over time.
  return found.sort((a, b) => (a.address < b.address ? -1 : 1));
}
