import { NATIVE_MINT } from "intent-tx/contract";
import { rpc, rpcAll } from "../../server/rpc.js";
import { type ChainTransaction, type Count, type TokenBalance, TRANSACTION_FORM } from "../chain/wire.js";

type Amounts = Map<string, bigint>;

/** A wallet's balances at one moment, in base units by mint; SOL is under the native mint. */
export interface Holdings {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly amounts: Amounts;
}

/** Maximum number of transactions in the plot. */
const MAX_TRANSACTIONS = 60;

function amountsOf(wallet: string, lamports: Count | undefined, tokens: readonly TokenBalance[]): Amounts {
  const amounts: Amounts = new Map();
  if (lamports !== undefined) amounts.set(NATIVE_MINT, BigInt(lamports));
  for (const { mint, owner, uiTokenAmount } of tokens) {
    // Includes wrapped SOL, which is in a token account and not part of the wallet's lamports.
    if (owner !== wallet) continue;
    amounts.set(mint, (amounts.get(mint) ?? 0n) + BigInt(uiTokenAmount.amount));
  }
  return amounts;
}

/** Adds a transaction's changes to the balances. */
function step(holdings: Holdings[], at: number, before: Amounts, after: Amounts): void {
  const amounts = new Map(holdings.at(-1)?.amounts);
  for (const mint of new Set([...before.keys(), ...after.keys()])) {
    const previous = before.get(mint) ?? 0n;
    // A mint's first transaction also shows the balance before that transaction.
    if (!amounts.has(mint)) for (const earlier of holdings) earlier.amounts.set(mint, previous);
    amounts.set(mint, after.get(mint) ?? 0n);
  }
  holdings.push({ at, amounts });
}

/** A wallet's balances before its last transactions and after each of them, oldest first. */
export async function holdingsOverTime(wallet: string, signal: AbortSignal): Promise<readonly Holdings[]> {
  // The default commitment is `finalized`, which nothing reaches on a frozen clock.
  const params = [wallet, { limit: MAX_TRANSACTIONS, commitment: "confirmed" }];
  const signatures = await rpc<readonly { readonly signature: string }[]>(
    "getSignaturesForAddress",
    params,
    signal,
  );
  const holdings: Holdings[] = [{ at: 0, amounts: new Map() }];
  const transactions = await rpcAll<ChainTransaction | null>(
    signatures.toReversed().map(({ signature }) => ["getTransaction", [signature, TRANSACTION_FORM]]),
    signal,
  );
  for (const found of transactions) {
    if (!found?.meta || found.blockTime === null) continue;
    const { meta, blockTime } = found;
    const index = found.transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === wallet);
    const lamports = index < 0 ? [] : [meta.preBalances[index], meta.postBalances[index]];
    step(
      holdings,
      blockTime * 1_000,
      amountsOf(wallet, lamports[0], meta.preTokenBalances ?? []),
      amountsOf(wallet, lamports[1], meta.postTokenBalances ?? []),
    );
  }
  return holdings;
}

/** The balances at a given time. A mint without transactions has its current balance at any time. */
export function holdingsAt(holdings: readonly Holdings[], now: Amounts, at: number): Amounts {
  return new Map([...now, ...(holdings.findLast((one) => one.at <= at)?.amounts ?? [])]);
}
