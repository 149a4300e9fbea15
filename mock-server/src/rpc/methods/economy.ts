import * as z from "zod/mini";
import { compareAddresses } from "../../formats/addresses.js";
import { U64_MAX } from "../../formats/base-units.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import { readJson } from "../../kernel/json.js";
import { choice, flag } from "../../kernel/schema-kit.js";
import { DAY_MS } from "../../kernel/time.js";
import { nextTurn } from "../../kernel/timers.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import { epochOf, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot, inContext } from "../chain.js";
import {
  address,
  blockCommitmentOf,
  CONTEXT,
  committedConfig,
  config,
  count,
  list,
  type Method,
  method,
  nullable,
  reading,
  strictConfig,
  u64,
} from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";

/** Number of accounts that `getLargestAccounts` returns. */
const LARGEST = 20;
/** Programs deployed with these loaders can own accounts. All other accounts belong to known programs. */
const LOADERS: readonly string[] = [PROGRAMS.loaderV2, PROGRAMS.loaderV3, PROGRAMS.loaderV4];
const MIN_DELEGATION = 1_000_000_000;
const YEAR_MS = 365.242_199 * DAY_MS;
/** Mainnet's initial inflation. */
const GOVERNOR = {
  foundation: 0.05,
  foundationTerm: 7,
  initial: 0.08,
  taper: 0.15,
  terminal: 0.015,
} as const;
/** Slots per performance sample. */
const SAMPLE_SLOTS = 150;
const MAX_SAMPLES = 720;
/** Slots between two full snapshots of a test validator. */
const SNAPSHOT_SLOTS = 100;

/** All accounts: each belongs to a known program or to a program that was added to the chain. */
export async function allAccounts({ ledger }: Chain): Promise<ChainAccount[]> {
  const owners = new Set<string>([...Object.values(PROGRAMS), SYSVARS.owner]);
  const accounts: ChainAccount[] = [];
  for (const owner of owners) {
    for (const account of await ledger.programAccounts(owner)) {
      accounts.push(account);
      if (account.executable && LOADERS.includes(owner)) owners.add(account.address);
    }
  }
  return accounts;
}

/** On this cluster, all lamports are in circulation, unless `surfnet_setSupply` says otherwise. */
const getSupply = method(
  { config: committedConfig({ excludeNonCirculatingAccountsList: z.optional(flag) }) },
  async (chain, { config }) => {
    const slot = await contextSlot(chain, config);
    const total = (await allAccounts(chain)).reduce((sum, { lamports }) => sum + lamports, 0n);
    const own = { circulating: total, nonCirculating: 0n, nonCirculatingAccounts: [], total };
    const replaced = chain.supply === undefined ? {} : (readJson(chain.supply) as object);
    const hidden = config?.excludeNonCirculatingAccountsList ? { nonCirculatingAccounts: [] } : {};
    return inContext(slot, { ...own, ...replaced, ...hidden });
  },
);

const getLargestAccounts = method(
  {
    config: committedConfig({
      filter: nullable(choice(["circulating", "nonCirculating"])),
      sortResults: nullable(flag),
    }),
  },
  async (chain, { config }) => {
    const slot = await contextSlot(chain, config);
    const accounts = config?.filter === "nonCirculating" ? [] : await allAccounts(chain);
    // The accounts are sorted in a separate event loop turn, because reading them has already taken a turn.
    await nextTurn();
    return inContext(
      slot,
      largestOf(accounts, ({ lamports }) => lamports).map(({ address, lamports }) => ({ address, lamports })),
    );
  },
);

/** The accounts with the largest amounts. Accounts with equal amounts are in descending order of address. */
export function largestOf<T extends { readonly address: string }>(
  accounts: readonly T[],
  amountOf: (account: T) => bigint,
): T[] {
  const sorted = [...accounts].sort((one, other) => {
    const [a, b] = [amountOf(one), amountOf(other)];
    return a === b ? compareAddresses(other.address, one.address) : a > b ? -1 : 1;
  });
  return sorted.slice(0, LARGEST);
}

async function inflationRate({ ledger }: Chain) {
  const { epoch, firstSlot } = epochOf(await ledger.slot());
  const year = (firstSlot * ledger.slotMs) / YEAR_MS;
  const { foundation: part, foundationTerm, initial, taper, terminal } = GOVERNOR;
  const total = Math.max(initial * (1 - taper) ** year, terminal);
  const foundation = year < foundationTerm ? total * part : 0;
  return { epoch, foundation, total, validator: total - foundation };
}

/**
 * Staking rewards of a past epoch. All rewards are null, because this chain does not pay rewards. As on a node, an epoch
 * that ended before the node started has no block with rewards.
 */
const getInflationReward = method(
  { addresses: list(address), config: config({ epoch: nullable(u64) }) },
  async (chain, { addresses, config }) => {
    blockCommitmentOf(config);
    const slot = await contextSlot(chain, config);
    const epoch = config?.epoch ?? BigInt(Math.max(0, epochOf(slot).epoch - 1));
    const paidAt = (epoch + 1n) * BigInt(SLOTS_PER_EPOCH);
    if (paidAt > slot || paidAt < chain.startSlot) {
      // As on a node, the number is at most the last possible slot.
      const named = paidAt < U64_MAX ? paidAt : U64_MAX;
      throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${named}`);
    }
    return addresses.map(() => null);
  },
);

async function samples({ ledger }: Chain, limit: number) {
  if (limit > MAX_SAMPLES) throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
  const newest = await ledger.slot();
  const last = newest - (newest % SAMPLE_SLOTS);
  const length = Math.min(limit, Math.floor(last / SAMPLE_SLOTS));
  return Promise.all(
    Array.from({ length }, async (_, index) => {
      const slot = last - index * SAMPLE_SLOTS;
      const landed = await ledger.landedBetween(slot - SAMPLE_SLOTS + 1, slot);
      return {
        numNonVoteTransactions: landed,
        numSlots: SAMPLE_SLOTS,
        // The number includes the node's own votes, one per block.
        numTransactions: landed + SAMPLE_SLOTS,
        samplePeriodSecs: (SAMPLE_SLOTS * ledger.slotMs) / 1000,
        slot,
      };
    }),
  );
}

export const ECONOMY_METHODS: Readonly<Record<string, Method>> = {
  getSupply,
  getLargestAccounts,
  getStakeMinimumDelegation: reading(CONTEXT, async () => MIN_DELEGATION),
  getInflationGovernor: method({ config: strictConfig }, async () => GOVERNOR),
  getInflationRate: method({}, inflationRate),
  getInflationReward,
  getRecentPerformanceSamples: method({ limit: nullable(count) }, (chain, { limit = MAX_SAMPLES }) =>
    samples(chain, limit),
  ),
  getHighestSnapshotSlot: method({}, async (chain) => {
    const rooted = await contextSlot(chain);
    return { full: rooted - (rooted % SNAPSHOT_SLOTS), incremental: null };
  }),
};
