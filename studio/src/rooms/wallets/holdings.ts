import type { Environment } from "intent-tx/contract";
import { rpc, rpcAll } from "../../server/rpc.js";

/** A wallet's balances at one moment, in base units by mint; SOL is under the native mint. */
export interface Held {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly amounts: Map<string, bigint>;
}

/** The mint that represents SOL. */
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

/** Maximum number of transactions in the plot. */
const MOST = 60;

function amountsOf(
  wallet: string,
  lamports: number | undefined,
  tokens: readonly TokenBalance[],
): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  if (lamports !== undefined) amounts.set(NATIVE, BigInt(lamports));
  for (const { mint, owner, uiTokenAmount } of tokens) {
    // Includes wrapped SOL, which is in a token account and not part of the wallet's lamports.
    if (owner !== wallet) continue;
    amounts.set(mint, (amounts.get(mint) ?? 0n) + BigInt(uiTokenAmount.amount));
  }
  return amounts;
}

/** Adds a transaction's changes to the balances. */
function step(held: Held[], at: number, before: Held["amounts"], after: Held["amounts"]): void {
  const amounts = new Map(held.at(-1)?.amounts);
  for (const mint of new Set([...before.keys(), ...after.keys()])) {
    const had = before.get(mint) ?? 0n;
    // A mint's first transaction also shows the balance before that transaction.
    if (!amounts.has(mint)) for (const earlier of held) earlier.amounts.set(mint, had);
    amounts.set(mint, after.get(mint) ?? 0n);
  }
  held.push({ at, amounts });
}

/** A wallet's balances before its last transactions and after each of them, oldest first. */
export async function holdingsOverTime(
  environment: Environment,
  wallet: string,
  signal: AbortSignal,
): Promise<readonly Held[]> {
  // The default commitment is `finalized`, which nothing reaches on a frozen clock.
  const commitment = "confirmed";
  const signatures = await rpc<readonly { readonly signature: string }[]>(
    environment,
    "getSignaturesForAddress",
    [wallet, { limit: MOST, commitment }],
    signal,
  );
  const held: Held[] = [{ at: 0, amounts: new Map() }];
  const options = { encoding: "jsonParsed", maxSupportedTransactionVersion: 0, commitment };
  const transactions = await rpcAll<ChainTransaction | null>(
    environment,
    [...signatures].reverse().map(({ signature }) => ["getTransaction", [signature, options]] as const),
    signal,
  );
  for (const found of transactions) {
    if (!found?.meta || found.blockTime === null) continue;
    const { meta, blockTime } = found;
    const index = found.transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === wallet);
    const lamports = index < 0 ? [] : [meta.preBalances[index], meta.postBalances[index]];
    step(
      held,
      blockTime * 1_000,
      amountsOf(wallet, lamports[0], meta.preTokenBalances ?? []),
      amountsOf(wallet, lamports[1], meta.postTokenBalances ?? []),
    );
  }
  return held;
}

/** The balances at a given time. A mint without transactions has its current balance at any time. */
export function heldAt(held: readonly Held[], now: Held["amounts"], at: number): Held["amounts"] {
  return new Map([...now, ...(held.findLast((one) => one.at <= at)?.amounts ?? [])]);
}
