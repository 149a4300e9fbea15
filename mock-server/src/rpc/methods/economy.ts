import { compareAddresses } from "../../chain/addresses.js";
import { PROGRAMS, SYSVARS } from "../../chain/programs.js";
import { DAY_MS } from "../../kernel/duration.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import { epochOf, SLOT_MS, slotStart } from "../../ledger/slots.js";
import { type Chain, contextSlot, inContext } from "../chain.js";
import {
  commitmentConfig,
  contextConfig,
  epochConfig,
  largestAccountsConfig,
  supplyConfig,
} from "../configs.js";
import { firstOf } from "../largest.js";
import { type Method, method } from "../method.js";
import { addressesOf, blockCommitmentOf } from "../params.js";
import { readOr } from "../parsed/byte-reader.js";
import { isLockedUp } from "../parsed/stake-account.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";
import { string, usize, vec } from "../serde/scalars.js";
import type { Read } from "../serde/serde-type.js";

/** How many accounts are the largest ones. */
const LARGEST = 20;
/** Programs of the loaders own accounts too; what belongs to nobody's program is of the System program. */
const LOADERS = [PROGRAMS.loaderV2, PROGRAMS.loaderV3, PROGRAMS.loaderV4];
const LEAST_DELEGATION = 1_000_000_000;
const SLOTS_A_YEAR = (365.242_199 * DAY_MS) / SLOT_MS;
/** The inflation that mainnet began with. */
const GOVERNOR = {
  foundation: 0.05,
  foundationTerm: 7,
  initial: 0.08,
  taper: 0.15,
  terminal: 0.015,
} as const;
/** Slots over which a node sums up its work. */
const SAMPLE_SLOTS = 150;
const MOST_SAMPLES = 720;
/** Slots between two full snapshots of a test validator. */
const SNAPSHOT_SLOTS = 100;

/** Every account: those of the programs that each cluster has, and of the programs that were put there. */
async function allAccounts({ ledger }: Chain): Promise<ChainAccount[]> {
  const owners = new Set<string>([...Object.values(PROGRAMS), SYSVARS.owner]);
  const accounts: ChainAccount[] = [];
  for (const owner of owners) {
    for (const account of await ledger.programAccounts(owner)) {
      accounts.push(account);
      if (account.executable && LOADERS.some((loader) => loader === owner)) owners.add(account.address);
    }
  }
  return accounts;
}

/** Stakes that are held until a moment to come circulate no more than what a cluster has set aside. */
async function notCirculating(chain: Chain, accounts: readonly ChainAccount[]): Promise<Set<string>> {
  const slot = await chain.ledger.slot();
  const now = { epoch: epochOf(slot).epoch, seconds: Math.floor(slotStart(slot) / 1000) };
  const held = accounts.filter(
    ({ owner, data }) => owner === PROGRAMS.stake && readOr(() => isLockedUp(data, now)) === true,
  );
  return new Set(held.map(({ address }) => address));
}

async function supply(chain: Chain, config?: Read<typeof supplyConfig>) {
  const slot = await contextSlot(chain, config);
  const accounts = await allAccounts(chain);
  const held = await notCirculating(chain, accounts);
  let [total, nonCirculating] = [0n, 0n];
  for (const { address, lamports } of accounts) {
    total += lamports;
    if (held.has(address)) nonCirculating += lamports;
  }
  const nonCirculatingAccounts = config?.excludeNonCirculatingAccountsList === true ? [] : [...held].sort();
  return inContext(slot, {
    circulating: total - nonCirculating,
    ...{ nonCirculating, nonCirculatingAccounts, total },
  });
}

async function largest(chain: Chain, config?: Read<typeof largestAccountsConfig>) {
  const filter = config?.filter;
  const slot = await contextSlot(chain, config);
  const accounts = await allAccounts(chain);
  const held = filter ? await notCirculating(chain, accounts) : new Set<string>();
  const wanted = accounts.filter(
    ({ address }) => !filter || held.has(address) === (filter === "nonCirculating"),
  );
  const most = await firstOf(wanted, LARGEST, (a, b) => {
    if (a.lamports !== b.lamports) return a.lamports > b.lamports ? -1 : 1;
    return compareAddresses(b.address, a.address);
  });
  return inContext(
    slot,
    most.map(({ address, lamports }) => ({ address, lamports })),
  );
}

async function inflationRate({ ledger }: Chain) {
  const { epoch, firstSlot } = epochOf(await ledger.slot());
  const year = firstSlot / SLOTS_A_YEAR;
  const { foundation: part, foundationTerm, initial, taper, terminal } = GOVERNOR;
  const total = Math.max(initial * (1 - taper) ** year, terminal);
  const foundation = year < foundationTerm ? total * part : 0;
  return { epoch, foundation, total, validator: total - foundation };
}

/** Rewards of stakes for an epoch that is over: null for each address, since this chain pays none. */
async function inflationReward(
  chain: Chain,
  addresses: readonly string[],
  config?: Read<typeof epochConfig>,
) {
  blockCommitmentOf(config);
  const slot = await contextSlot(chain, config);
  const now = epochOf(slot);
  const { epoch = Math.max(0, now.epoch - 1) } = config ?? {};
  if (epoch >= now.epoch) {
    const next = epochOf(slot).firstSlot + (epoch + 1 - now.epoch) * 432_000;
    throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${next}`);
  }
  return addresses.map(() => null);
}

async function samples({ ledger }: Chain, limit: number) {
  if (limit > MOST_SAMPLES) throw invalidParams(`Invalid limit; max ${MOST_SAMPLES}`);
  const newest = await ledger.slot();
  const last = newest - (newest % SAMPLE_SLOTS);
  const count = Math.min(limit, Math.floor(last / SAMPLE_SLOTS));
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const slot = last - index * SAMPLE_SLOTS;
      const landed = await ledger.landedBetween(slot - SAMPLE_SLOTS + 1, slot);
      return {
        numNonVoteTransactions: landed,
        numSlots: SAMPLE_SLOTS,
        // The node's own votes are among them, one a block.
        numTransactions: landed + SAMPLE_SLOTS,
        samplePeriodSecs: (SAMPLE_SLOTS * SLOT_MS) / 1000,
        slot,
      };
    }),
  );
}

/** Methods that tell of money, inflation and the work done. */
export const ECONOMY_METHODS: Readonly<Record<string, Method>> = {
  getSupply: method([], [supplyConfig], supply),
  getLargestAccounts: method([], [largestAccountsConfig], largest),
  getStakeMinimumDelegation: method([], [contextConfig], async (chain, config) =>
    inContext(await contextSlot(chain, config), LEAST_DELEGATION),
  ),
  getInflationGovernor: method([], [commitmentConfig], async () => GOVERNOR),
  getInflationRate: method([], [], inflationRate),
  getInflationReward: method([vec(string)], [epochConfig], (chain, addresses, config) =>
    inflationReward(chain, addressesOf(addresses), config),
  ),
  getRecentPerformanceSamples: method([], [usize], (chain, limit) => samples(chain, limit ?? MOST_SAMPLES)),
  getHighestSnapshotSlot: method([], [], async (chain) => {
    const rooted = await contextSlot(chain);
    return { full: rooted - (rooted % SNAPSHOT_SLOTS), incremental: null };
  }),
};
