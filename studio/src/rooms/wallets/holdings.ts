import type { Environment } from "intent-tx/contract";
import { rpc } from "../../server/rpc.js";

/** A wallet's balances after a moment, in base units by mint; SOL under the native mint. */
export interface Held {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly amounts: ReadonlyMap<string, bigint>;
}

/** The mint that stands for SOL. */
export const NATIVE = "So11111111111111111111111111111111111111112";

interface TokenBalance {
  readonly mint: string;
  readonly owner?: string;
  readonly uiTokenAmount: { readonly amount: string };
}

interface ChainTransaction {
  readonly blockTime: number | null;
  readonly transaction: {
    readonly message: { readonly accountKeys: readonly { readonly pubkey: string }[] };
  };
  readonly meta: {
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
    readonly preTokenBalances?: readonly TokenBalance[] | null;
    readonly postTokenBalances?: readonly TokenBalance[] | null;
  } | null;
}

/** Transactions that the plot goes back at most. */
const MOST = 60;

function amountsOf(
  wallet: string,
  lamports: number | undefined,
  tokens: readonly TokenBalance[],
): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  if (lamports !== undefined) amounts.set(NATIVE, BigInt(lamports));
  for (const { mint, owner, uiTokenAmount } of tokens) {
    // Wrapped SOL is counted with the lamports of the wallet only while it is no token account.
    if (owner !== wallet) continue;
    amounts.set(mint, (amounts.get(mint) ?? 0n) + BigInt(uiTokenAmount.amount));
  }
  return amounts;
}

/** A wallet's balances after each of its last transactions, oldest first; the first entry precedes them. */
export async function holdingsOverTime(
  environment: Environment,
  wallet: string,
  signal: AbortSignal,
): Promise<readonly Held[]> {
  const signatures = await rpc<readonly { readonly signature: string }[]>(
    environment,
    "getSignaturesForAddress",
    [wallet, { limit: MOST }],
    signal,
  );
  const held: Held[] = [];
  const options = { encoding: "jsonParsed", maxSupportedTransactionVersion: 0, commitment: "confirmed" };
  for (const { signature } of [...signatures].reverse()) {
    const found = await rpc<ChainTransaction | null>(
      environment,
      "getTransaction",
      [signature, options],
      signal,
    );
    if (!found?.meta || found.blockTime === null) continue;
    const { meta, blockTime } = found;
    const index = found.transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === wallet);
    const before = amountsOf(
      wallet,
      index < 0 ? undefined : meta.preBalances[index],
      meta.preTokenBalances ?? [],
    );
    const after = amountsOf(
      wallet,
      index < 0 ? undefined : meta.postBalances[index],
      meta.postTokenBalances ?? [],
    );
    const last = held.at(-1)?.amounts;
    if (!last) held.push({ at: 0, amounts: before });
    const merged = new Map(held.at(-1)?.amounts);
    for (const mint of before.keys()) if (!after.has(mint)) merged.set(mint, 0n);
    for (const [mint, amount] of after) merged.set(mint, amount);
    held.push({ at: blockTime * 1_000, amounts: merged });
  }
  return held;
}

/** The balances at a moment. A mint that no transaction names had the same balance as now. */
export function heldAt(
  held: readonly Held[],
  now: ReadonlyMap<string, bigint>,
  at: number,
): Map<string, bigint> {
  const amounts = new Map(now);
  const last = held.findLast((one) => one.at <= at);
  for (const mint of new Set(held.flatMap((one) => [...one.amounts.keys()]))) {
    const first = held.find((one) => one.amounts.has(mint));
    amounts.set(mint, last?.amounts.get(mint) ?? first?.amounts.get(mint) ?? 0n);
  }
  return amounts;
}
