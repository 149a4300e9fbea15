import { PROGRAM_IDS } from "intent-tx/contract";
import type { ChainAccount, TokenAccount } from "./ledger.js";
import type { RpcClient } from "./rpc-client.js";
import { accountOf, pagesOf, type RpcAccount, tokenAccountOf } from "./rpc-decode.js";

const BASE64 = { commitment: "confirmed", encoding: "base64" } as const;
/** Most accounts that one call answers. */
const ACCOUNTS = 100;

interface OwnedAccount {
  readonly pubkey: string;
  readonly account: RpcAccount;
}

/** Accounts of a validator, in the order of `addresses`; undefined for one that does not exist. */
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

/** A wallet's token accounts, of both token programs, by address. */
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
  // The validator answers in the order of its index, which changes as it runs.
  return found.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** Accounts that a program owns. */
export async function readProgramAccounts(client: RpcClient, programId: string): Promise<ChainAccount[]> {
  const found = await client.call<readonly OwnedAccount[]>("getProgramAccounts", [programId, BASE64]);
  return found.flatMap(({ pubkey, account }) => accountOf(pubkey, account) ?? []);
}
