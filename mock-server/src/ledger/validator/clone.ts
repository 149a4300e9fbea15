import { AccountFileSchema } from "../../fixtures/account-file.js";
import type { ChainAccount } from "../../formats/accounts.js";
import { programDataOf } from "../../formats/program-accounts.js";
import { PROGRAMS } from "../../formats/programs.js";
import { checkedOption, problemIn } from "../../kernel/checked.js";
import { OptionError } from "../../kernel/errors.js";
import { BASE64, pagesOf } from "./decode.js";
import { RpcClient, RpcUrlSchema } from "./rpc-client.js";

/** Cluster names of Solana's own tools. The first letter of each is its abbreviation. */
const CLUSTERS: Readonly<Record<string, string>> = {
  "mainnet-beta": "https://api.mainnet-beta.solana.com",
  devnet: "https://api.devnet.solana.com",
  testnet: "https://api.testnet.solana.com",
  localhost: "http://127.0.0.1:8899",
};

/**
 * Copies accounts from a running chain. An upgradeable program's code account is copied too, before the program.
 *
 * @param chain - the JSON-RPC URL, or a cluster name
 * @throws {OptionError} if the URL is invalid or the chain lacks an account
 * @throws {RpcUnreachableError} {RpcResponseError}
 */
export async function clonedAccounts(
  chain: string,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<ChainAccount[]> {
  const cluster = Object.keys(CLUSTERS).find((name) => name === chain || name.charAt(0) === chain);
  const url = checkedOption("url", RpcUrlSchema, CLUSTERS[cluster ?? ""] ?? chain);
  const client = new RpcClient(url, undefined, "error", signal);
  const found = await read(client, url, [...new Set(addresses)], ACCOUNTS);
  const code = found.flatMap((account) => programDataOf(account) ?? []);
  const rest = code.filter((address) => !addresses.includes(address));
  return [...found, ...(await read(client, url, rest, PROGRAMS_AT_ONCE))].sort(
    (a, b) => Number(a.executable) - Number(b.executable),
  );
}

/** Maximum accounts per call, and programs, whose code is up to 10 MiB each. */
const ACCOUNTS = 100;
const PROGRAMS_AT_ONCE = 4;

async function read(
  client: RpcClient,
  url: string,
  addresses: readonly string[],
  size: number,
): Promise<ChainAccount[]> {
  const accounts: ChainAccount[] = [];
  for (const page of pagesOf(addresses, size)) {
    const found = await client.call<{ readonly value?: unknown }>("getMultipleAccounts", [page, BASE64]);
    for (const [at, address] of page.entries())
      accounts.push(accountOf(url, address, Object(found?.value)[at]));
  }
  return accounts;
}

/** An account as a chain returned it. @throws {OptionError} if the chain lacks it, or it cannot be copied */
function accountOf(url: string, address: string, account: unknown): ChainAccount {
  const { origin } = new URL(url);
  if (account === null || account === undefined)
    throw new OptionError("addresses", `has ${address}, which ${origin} does not have`);
  // A copy would replace this chain's program by one without code.
  const { executable, owner } = account as { executable?: unknown; owner?: unknown };
  if (executable && owner === PROGRAMS.nativeLoader)
    throw new OptionError(
      "addresses",
      `has ${address}, a program that is built into the nodes of that chain and has no code to copy; remove it`,
    );
  const dump = { pubkey: address, account };
  const checked = AccountFileSchema.safeParse(dump);
  const problem = problemIn(checked, dump);
  if (checked.success) return checked.data;
  throw new OptionError(
    "addresses",
    `has ${address}, whose ${problem?.path} from ${origin} ${problem?.reason}`,
  );
}
