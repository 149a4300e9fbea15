import { USDC_MINT } from "../../fixtures/pools.js";
import type { WorldData } from "../../fixtures/world-data.js";
import { decodeMint } from "../../formats/token-layout.js";
import { accountOf, type RpcAccount } from "./decode.js";
import { RpcClient, RpcResponseError, RpcUnreachableError } from "./rpc-client.js";

/** The health of a validator, as returned by `GET /_mock/health`. */
export interface ValidatorHealth {
  /** The URL's origin, because providers put API keys into path and query. */
  readonly url: string;
  /**
   * `ok`; `unreachable`: no response; `no-json-rpc`: a response from another kind of server; `other-genesis`: not the
   * chain that was used so far; `other-world`: a chain without this seed's world.
   */
  readonly status: "ok" | "unreachable" | "no-json-rpc" | "other-genesis" | "other-world";
  /** The problem and its remedy. Absent if healthy. */
  readonly reason?: string;
  /** Hash of the chain's first block, in base58. Absent if the node did not respond. */
  readonly genesisHash?: string;
  /** The node's release, such as `3.0.13`. */
  readonly version?: string;
}

/** Timeout of the check: `GET /_mock/health` must respond within a second. */
const TIMEOUT_MS = 800;

/**
 * Checks the server at a validator's URL. Does not throw: the result describes any problem.
 *
 * @param known the genesis hash that was last recorded, if any
 */
export async function checkValidator(
  url: string,
  world: WorldData,
  seed: string,
  known: string | undefined,
): Promise<ValidatorHealth> {
  const client = new RpcClient(url, TIMEOUT_MS);
  const at = { url: new URL(url).origin };
  try {
    const [version, genesisHash, accounts] = await client.batch<unknown>([
      { method: "getVersion" },
      { method: "getGenesisHash" },
      { method: "getMultipleAccounts", params: [placesOf(world), { encoding: "base64" }] },
    ]);
    const found = {
      ...at,
      genesisHash: String(genesisHash),
      version: String((version as { "solana-core"?: unknown })["solana-core"]),
    };
    const { value } = accounts as { value: readonly (RpcAccount | null)[] };
    const problem = worldProblem(world, seed, value);
    if (problem !== undefined) return { ...found, status: "other-world", reason: problem };
    if (known === undefined || known === genesisHash) return { ...found, status: "ok" };
    return {
      ...found,
      status: "other-genesis",
      reason:
        `the chain is not the same as before (genesis ${known}), so transactions built for the old chain cannot land. ` +
        "The server switches to the new chain on the next call that needs it.",
    };
  } catch (error) {
    return { ...at, ...problemOf(error), ...(known !== undefined && { genesisHash: known }) };
  }
}

function problemOf(error: unknown): Pick<ValidatorHealth, "status" | "reason"> {
  if (error instanceof RpcUnreachableError && !error.answered) {
    return {
      status: "unreachable",
      reason: `no response (${error.reason}); start a validator, or check the address.`,
    };
  }
  const text =
    error instanceof RpcUnreachableError || error instanceof RpcResponseError ? error.reason : String(error);
  return {
    status: "no-json-rpc",
    reason: `the response is not Solana JSON-RPC (${text}); check the URL's port and path.`,
  };
}

/** Accounts that identify a world: a mint that every seed has, and two that differ by seed. */
function placesOf({ pools, faucet }: WorldData): string[] {
  return [USDC_MINT, pools[0]?.address ?? USDC_MINT, faucet.address];
}

function worldProblem(
  { mintAuthority }: WorldData,
  seed: string,
  [mint, pool, faucet]: readonly (RpcAccount | null)[],
): string | undefined {
  const account = accountOf(USDC_MINT, mint ?? null);
  const authority = account && decodeMint(account.owner, account.data)?.mintAuthority;
  const remedy = `start one with: npx @intent-tx/mock-server validator --seed ${seed}`;
  if (!account || !pool) return `the chain does not contain the accounts of a mock server; ${remedy}`;
  if (authority === mintAuthority.address && faucet) return undefined;
  return `the chain was created with a seed other than ${seed}; ${remedy}`;
}
