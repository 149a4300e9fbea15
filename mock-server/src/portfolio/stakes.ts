import type { Portfolio } from "intent-tx/contract";
import type { WorldStake } from "../fixtures/stake-accounts.js";
import type { WorldWallet } from "../fixtures/world-data.js";
import { addressAt } from "../formats/addresses.js";
import { viewOf } from "../formats/little-endian.js";
import { PROGRAMS, SYSVARS } from "../formats/programs.js";
import { delegationOf, STAKE_AT, STAKE_LENGTH, STAKE_STATE, stakeStatus } from "../formats/stake.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";

/** Slots per epoch on mainnet, for a ledger without a clock account. */
const EPOCH_SLOTS = 432_000;
/** Maximum number of a wallet's newest transactions to search for stake accounts. */
const TRANSACTIONS_SEARCHED = 1000;
const PAGE = 100;

/**
 * Stake accounts whose staker or withdrawer is the wallet (decision 29), sorted by address. The chain has no index by
 * wallet, so only the wallet's initial accounts and those in its transactions are searched.
 */
export async function stakedEntries(
  ledger: Ledger,
  wallet: string,
  wallets: readonly WorldWallet[],
): Promise<Portfolio.StakedEntry[]> {
  const initial = wallets.flatMap((one) => (one.wallet.address === wallet ? one.staked : []));
  const named = [...(await namedAccounts(ledger, wallet, initial))];
  if (named.length === 0) return [];
  const epoch = await currentEpoch(ledger);
  const entries: Portfolio.StakedEntry[] = [];
  for (let from = 0; from < named.length; from += PAGE) {
    for (const account of await ledger.accounts(named.slice(from, from + PAGE))) {
      const entry = account && readStake(account, wallet, epoch);
      if (entry) entries.push(entry);
    }
  }
  return entries.sort((one, other) => (one.stakeAccount < other.stakeAccount ? -1 : 1));
}

async function namedAccounts(
  ledger: Ledger,
  wallet: string,
  initial: readonly WorldStake[],
): Promise<ReadonlySet<string>> {
  const found = new Set(initial.map(({ address }) => address));
  let before: string | undefined;
  for (let searched = 0; searched < TRANSACTIONS_SEARCHED; searched += PAGE) {
    const page = await ledger.landed(wallet, { limit: PAGE, ...(before !== undefined && { before }) });
    for (const { accountKeys } of page) for (const key of accountKeys) found.add(key);
    before = page.at(-1)?.signature;
    if (page.length < PAGE) break;
  }
  return found;
}

async function currentEpoch(ledger: Ledger): Promise<bigint> {
  const [clock] = await ledger.accounts([SYSVARS.clock]);
  if (!clock || clock.data.length < 24) return BigInt(Math.floor((await ledger.slot()) / EPOCH_SLOTS));
  return viewOf(clock.data).getBigUint64(16, true);
}

function readStake(account: ChainAccount, wallet: string, epoch: bigint): Portfolio.StakedEntry | undefined {
  const { data } = account;
  if (account.owner !== PROGRAMS.stake || data.length < STAKE_LENGTH) return undefined;
  const delegation = delegationOf(data);
  if (!delegation && viewOf(data).getUint32(0, true) !== STAKE_STATE.initialized) return undefined;
  if (![STAKE_AT.staker, STAKE_AT.withdrawer].some((at) => addressAt(data, at) === wallet)) return undefined;
  const found = { stakeAccount: account.address, lamports: account.lamports };
  if (!delegation) return { ...found, validator: "", status: "inactive" };
  return { ...found, validator: delegation.validator, status: stakeStatus(delegation, epoch) };
}
