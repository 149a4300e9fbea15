import { PROGRAMS } from "../../chain/programs.js";
import { RawJson } from "../../kernel/raw-json.js";
import { epochOf, FINALIZATION_SLOTS, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot, inContext, type Method } from "../chain.js";
import { FEATURE_SET, NODE_VERSION, nodeIdentity, nodeVoteAccount } from "../node.js";
import { addressOf, type Config, configOf, countOf, fieldOf } from "../params.js";
import { readOr } from "../parsed/byte-reader.js";
import { stakedLamports } from "../parsed/stake-account.js";
import { readVoteState } from "../parsed/vote-account.js";
import { invalidParams } from "../rpc-error.js";
import { slotList } from "./blocks.js";

const MOST_LEADERS = 5000;
/** Credits that a validator earns with its vote on a slot. */
const CREDITS_A_SLOT = 16n;
/** Epochs whose credits a node tells. */
const EPOCHS_TOLD = 5;
/** Votes that a lockout counts. */
const LOCKOUTS = 32;

/** Lamports that are staked with each vote account. */
async function stakes({ ledger }: Chain): Promise<Map<string, bigint>> {
  const staked = new Map<string, bigint>();
  const { epoch } = epochOf(await ledger.slot());
  for (const { data } of await ledger.programAccounts(PROGRAMS.stake)) {
    const found = readOr(() => stakedLamports(data, epoch));
    if (found) staked.set(found.voter, (staked.get(found.voter) ?? 0n) + found.lamports);
  }
  return staked;
}

/** Credits of the last epochs: the node votes on every slot, in time. */
function epochCredits(slot: number): [number, bigint, bigint][] {
  const { epoch, firstSlot } = epochOf(slot);
  return Array.from({ length: EPOCHS_TOLD }, (_, index): [number, bigint, bigint] => {
    const back = EPOCHS_TOLD - 1 - index;
    const first = firstSlot - back * SLOTS_PER_EPOCH;
    const end = back === 0 ? slot : first + SLOTS_PER_EPOCH;
    return [epoch - back, BigInt(end) * CREDITS_A_SLOT, BigInt(first) * CREDITS_A_SLOT];
  });
}

async function voteAccounts(chain: Chain, config: Config) {
  const { votePubkey, keepUnstakedDelinquents } = config as Readonly<Record<string, unknown>>;
  const wanted = votePubkey === undefined || votePubkey === null ? undefined : addressOf(votePubkey);
  const slot = await contextSlot(chain, config);
  const staked = await stakes(chain);
  const own = {
    // Whatever is staked with a vote account that the chain does not hold is staked with the one that there is.
    activatedStake: 0n,
    commission: 0,
    epochCredits: epochCredits(slot),
    epochVoteAccount: true,
    lastVote: slot,
    nodePubkey: nodeIdentity(chain),
    rootSlot: Math.max(0, slot - FINALIZATION_SLOTS + 1),
    votePubkey: nodeVoteAccount(chain),
  };
  const others = (await chain.ledger.programAccounts(PROGRAMS.vote)).flatMap(({ address, data }) => {
    const state = readOr(() => readVoteState(data));
    if (!state || address === own.votePubkey) return [];
    const activatedStake = staked.get(address) ?? 0n;
    staked.delete(address);
    return {
      activatedStake,
      commission: state.commission,
      epochCredits: state.epochCredits
        .slice(-EPOCHS_TOLD)
        .map(({ epoch, credits, previousCredits }) => [epoch, BigInt(credits), BigInt(previousCredits)]),
      epochVoteAccount: activatedStake > 0n,
      lastVote: state.votes.at(-1)?.slot ?? 0n,
      nodePubkey: state.nodePubkey,
      rootSlot: state.rootSlot ?? 0n,
      votePubkey: address,
    };
  });
  const activatedStake = [...staked.values()].reduce((sum, lamports) => sum + lamports, 0n);
  const isWanted = (one: { votePubkey: string }) => wanted === undefined || one.votePubkey === wanted;
  const keepsAll = keepUnstakedDelinquents === true || wanted !== undefined;
  return {
    current: [{ ...own, activatedStake }].filter(isWanted),
    delinquent: others.filter((one) => isWanted(one) && (keepsAll || one.activatedStake > 0n)),
  };
}

async function blockProduction(chain: Chain, config: Config) {
  const { identity, range } = config as { identity?: unknown; range?: unknown };
  const wanted = identity === undefined || identity === null ? undefined : addressOf(identity);
  const slot = await contextSlot(chain, config);
  const [firstSlot, lastSlot] = rangeOf(range, slot);
  const count = lastSlot - firstSlot + 1;
  const own = nodeIdentity(chain);
  return inContext(slot, {
    byIdentity: wanted === undefined || wanted === own ? { [own]: [count, count] } : {},
    range: { firstSlot, lastSlot },
  });
}

function rangeOf(range: unknown, slot: number): readonly [number, number] {
  if (range === undefined || range === null) return [epochOf(slot).firstSlot, slot];
  const given = configOf(range);
  const first = countOf(fieldOf(given, "firstSlot"));
  const { lastSlot } = given as { lastSlot?: unknown };
  const last = lastSlot === undefined || lastSlot === null ? slot : countOf(lastSlot);
  if (last < first) throw invalidParams(`lastSlot, ${last}, cannot be less than firstSlot, ${first}`);
  if (last > slot) throw invalidParams(`lastSlot, ${last}, is too large; max ${slot}`);
  return [first, last];
}

/** Leaders are known to the end of the epoch after this one. */
async function isScheduled({ ledger }: Chain, slot: number): Promise<boolean> {
  return epochOf(slot).epoch <= epochOf(await ledger.slot()).epoch + 1;
}

async function leaderSchedule(chain: Chain, given: unknown, config: Config) {
  const { identity } = config as { identity?: unknown };
  const wanted = identity === undefined || identity === null ? undefined : addressOf(identity);
  const slot = given === undefined || given === null ? await contextSlot(chain, config) : countOf(given);
  if (!(await isScheduled(chain, slot))) return null;
  const own = nodeIdentity(chain);
  if (wanted !== undefined && wanted !== own) return {};
  const { text } = await slotList(0, SLOTS_PER_EPOCH);
  return new RawJson(`{"${own}":${text}}`);
}

async function slotLeaders(chain: Chain, first: number, count: number): Promise<string[]> {
  if (count > MOST_LEADERS) throw invalidParams(`Invalid limit; max ${MOST_LEADERS}`);
  const last = first + Math.max(0, count - 1);
  for (const slot of [first, last]) {
    if (await isScheduled(chain, slot)) continue;
    const { epoch } = epochOf(slot);
    throw invalidParams(`Invalid slot range: leader schedule for epoch ${epoch} is unavailable`);
  }
  return Array.from({ length: count }, () => nodeIdentity(chain));
}

async function blockCommitment(chain: Chain, slot: number) {
  const staked = [...(await stakes(chain)).values()].reduce((sum, lamports) => sum + lamports, 0n);
  const depth = Math.min(LOCKOUTS, (await chain.ledger.slot()) - slot + 1);
  const commitment = Array.from({ length: LOCKOUTS }, (_, index) => (index === depth - 1 ? staked : 0n));
  return { commitment: depth < 1 ? null : commitment, totalStake: staked };
}

/** Methods that tell of the validators: one node makes every block, and votes on it. */
export const VALIDATOR_METHODS: Readonly<Record<string, Method>> = {
  getVoteAccounts: { required: 0, total: 1, run: (chain, [config]) => voteAccounts(chain, configOf(config)) },
  getBlockProduction: {
    required: 0,
    total: 1,
    run: (chain, [config]) => blockProduction(chain, configOf(config)),
  },
  getLeaderSchedule: {
    required: 0,
    total: 2,
    run: (chain, [slot, config]) => {
      // The slot may be left out, and the configuration takes its place.
      const first = typeof slot === "object" && slot !== null;
      return leaderSchedule(chain, first ? undefined : slot, configOf(first ? slot : config));
    },
  },
  getSlotLeader: {
    required: 0,
    total: 1,
    run: async (chain, [config]) => {
      await contextSlot(chain, configOf(config));
      return nodeIdentity(chain);
    },
  },
  getSlotLeaders: {
    required: 2,
    total: 2,
    run: (chain, [first, count]) => slotLeaders(chain, countOf(first), countOf(count)),
  },
  getBlockCommitment: {
    required: 1,
    total: 1,
    run: (chain, [slot]) => blockCommitment(chain, countOf(slot)),
  },
  // The node has no network but the address that it is asked at.
  getClusterNodes: {
    required: 0,
    total: 0,
    run: async (chain) => [
      {
        featureSet: FEATURE_SET,
        gossip: null,
        pubkey: nodeIdentity(chain),
        pubsub: null,
        rpc: null,
        serveRepair: null,
        shredVersion: 0,
        tpu: null,
        tpuForwards: null,
        tpuForwardsQuic: null,
        tpuQuic: null,
        tpuVote: null,
        tvu: null,
        version: NODE_VERSION,
      },
    ],
  },
};
