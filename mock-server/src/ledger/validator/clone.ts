import type { ChainAccount } from "../../formats/accounts.js";
import { programDataOf } from "../../formats/program-accounts.js";
import { PROGRAMS } from "../../formats/programs.js";
import { checkedOption } from "../../kernel/checked.js";
import { OptionError } from "../../kernel/errors.js";
import { readAccounts } from "./decode.js";
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
export async function clonedAccounts(chain: string, addresses: readonly string[]): Promise<ChainAccount[]> {
  const cluster = Object.keys(CLUSTERS).find((name) => name === chain || name.charAt(0) === chain);
  const url = checkedOption("url", RpcUrlSchema, CLUSTERS[cluster ?? ""] ?? chain);
  const found = await read(url, [...new Set(addresses)]);
  const code = found.flatMap((account) => programDataOf(account) ?? []);
  const rest = code.filter((address) => !addresses.includes(address));
  return [...found, ...(await read(url, rest))].sort((a, b) => Number(a.executable) - Number(b.executable));
}

async function read(url: string, addresses: readonly string[]): Promise<ChainAccount[]> {
  const found = await readAccounts(new RpcClient(url, undefined, "error"), addresses);
  return addresses.map((address, at) => {
    const account = found[at];
    if (!account)
      throw new OptionError("addresses", `has ${address}, which ${new URL(url).origin} does not have`);
    // A copy would replace this chain's program by one without code.
    if (account.executable && account.owner === PROGRAMS.nativeLoader)
      throw new OptionError(
        "addresses",
        `has ${address}, a program that is built into the nodes of that chain and has no code to copy; remove it`,
      );
    return account;
  });
}
