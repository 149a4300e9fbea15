import type { ChainAccount } from "../chain/account.js";
import { programDataOf } from "../chain/program-accounts.js";
import { OptionError } from "../kernel/option-error.js";
import { RpcClient } from "../ledger/rpc-client.js";
import { accountOf, type RpcAccount } from "../ledger/rpc-decode.js";
import { RpcResponseError, RpcUnreachableError } from "../ledger/rpc-errors.js";
import type { AccountFile } from "../world/account-file.js";
import type { CloneFlags } from "./chain-flags.js";
import { UsageError } from "./cli-command.js";

/** Most accounts that one call answers. */
const PAGE = 100;

/**
 * Copies accounts from a running chain; with an upgradeable program comes the account that holds its code.
 *
 * @throws {UsageError} when the chain does not answer, or has no such account
 */
export async function clonedAccounts({ url, addresses }: CloneFlags): Promise<AccountFile[]> {
  try {
    const client = new RpcClient(url);
    const found = await read(client, [...new Set(addresses)], url);
    const code = found.flatMap((account) => programDataOf(account) ?? []);
    const rest = code.filter((address) => !addresses.includes(address));
    return [...found, ...(await read(client, rest, url))].map(fileOf);
  } catch (error) {
    const known = [OptionError, RpcResponseError, RpcUnreachableError].some((type) => error instanceof type);
    throw known && error instanceof Error ? new UsageError(`--clone: ${error.message}`) : error;
  }
}

async function read(client: RpcClient, addresses: readonly string[], url: string): Promise<ChainAccount[]> {
  const found: ChainAccount[] = [];
  for (let at = 0; at < addresses.length; at += PAGE) {
    const page = addresses.slice(at, at + PAGE);
    const { value } = await client.call<{ value: readonly (RpcAccount | null)[] }>("getMultipleAccounts", [
      page,
      { encoding: "base64", commitment: "confirmed" },
    ]);
    for (const [index, address] of page.entries()) {
      const account = accountOf(address, value[index] ?? null);
      if (!account) throw new UsageError(`--clone ${address}: there is no such account at ${url}`);
      found.push(account);
    }
  }
  return found;
}

function fileOf({ address, lamports, owner, executable, data }: ChainAccount): AccountFile {
  const text = Buffer.from(data).toString("base64");
  return { pubkey: address, account: { lamports, data: [text, "base64"], owner, executable } };
}
