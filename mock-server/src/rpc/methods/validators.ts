import { PROGRAMS } from "../../chain/programs.js";
import { RawJson } from "../../kernel/raw-json.js";
import { epochOf, FINALIZATION_SLOTS, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot, inContext } from "../chain.js";
import {
  blockProductionConfig,
  contextConfig,
  leaderScheduleConfig,
  leaderScheduleStart,
  voteAccountsConfig,
} from "../configs.js";
import { type Method, method, strictMethod } from "../method.js";
import { FEATURE_SET, NODE_VERSION, nodeIdentity, nodeVoteAccount } from "../node.js";
import { addressOf } from "../params.js";
import { readOr } from "../parsed/byte-reader.js";
import { stakedLamports } from "../parsed/stake-account.js";
import { readVoteState } from "../parsed/vote-account.js";
import { invalidParams } from "../rpc-error.js";
import { slot as slotNumber } from "../serde/scalars.js";
import type { Read } from "../serde/serde-type.js";
import { slotList } from "./blocks.js";

const MOST_LEADERS = 5000;
/** Credits that a validator earns with its vote on a slot. */
const CREDITS_A_SLOT = 16n;
/** Epochs whose credits a node tells. */
const EPOCHS_TOLD = 5;
/** Votes that a lockout counts. */
const LOCKOUTS = 32;

/** Slots after whose last vote a validator counts as gone. */
const DELINQUENT_SLOTS = 128;

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

async function voteAccounts(chain: Chain, config?: Read<typeof voteAccountsConfig>) {
  const { votePubkey, keepUnstakedDelinquents, delinquentSlotDistance = DELINQUENT_SLOTS } = config ?? {};
  const wanted = votePubkey === undefined ? undefined : addressOf(votePubkey);
  const slot = await contextSlot(chain, config);
  const staked = await stakes(chain);
  const own = {
    // Whatever is staked with a vote account that the chain does not hold is staked with the one that there is.
    activatedStake: 0n,
    commission: 0,
    epochCredits: epochCredits(slot),
    epochVoteAccount: true,
    // The vote on a block lands in the next one.
    lastVote: Math.max(0, slot - 1),
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
  const all = [{ ...own, activatedStake }, ...others].filter(isWanted);
  const isCurrent = ({ lastVote }: { lastVote: number | bigint }) =>
    Number(lastVote) > Math.max(0, slot - delinquentSlotDistance);
  return {
    current: all.filter(isCurrent),
    delinquent: all.filter((one) => !isCurrent(one) && (keepsAll || one.activatedStake > 0n)),
  };
}

async function blockProduction(chain: Chain, config?: Read<typeof blockProductionConfig>) {
  const { identity, range } = config ?? {};
  const wanted = identity === undefined ? undefined : addressOf(identity);
  const slot = await contextSlot(chain, config);
  const [firstSlot, lastSlot] = rangeOf(range, slot);
  const count = lastSlot - firstSlot + 1;
  const own = nodeIdentity(chain);
  return inContext(slot, {
    byIdentity: wanted === undefined || wanted === own ? { [own]: [count, count] } : {},
    range: { firstSlot, lastSlot },
  });
}

type SlotRange = Read<typeof blockProductionConfig>["range"];

function rangeOf(range: SlotRange, slot: number): readonly [number, number] {
  if (range === undefined) return [epochOf(slot).firstSlot, slot];
  const { firstSlot: first, lastSlot: last = slot } = range;
  if (last < first) throw invalidParams(`lastSlot, ${last}, cannot be less than firstSlot, ${first}`);
  if (last > slot) throw invalidParams(`lastSlot, ${last}, is too large; max ${slot}`);
  return [first, last];
}

/** Leaders are known to the end of the epoch after this one. */
async function isScheduled({ ledger }: Chain, slot: number): Promise<boolean> {
  return epochOf(slot).epoch <= epochOf(await ledger.slot()).epoch + 1;
}

async function leaderSchedule(
  chain: Chain,
  start: Read<typeof leaderScheduleStart> | undefined,
  given: Read<typeof leaderScheduleConfig> | undefined,
) {
  // The slot may be left out, and the configuration takes its place.
  const config = typeof start === "object" ? start : given;
  const wanted = config?.identity === undefined ? undefined : addressOf(config.identity);
  const slot = typeof start === "number" ? start : await contextSlot(chain, config);
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
  getVoteAccounts: method([], [voteAccountsConfig], voteAccounts),
  getBlockProduction: method([], [blockProductionConfig], blockProduction),
  getLeaderSchedule: method([], [leaderScheduleStart, leaderScheduleConfig], leaderSchedule),
  getSlotLeader: method([], [contextConfig], async (chain, config) => {
    await contextSlot(chain, config);
    return nodeIdentity(chain);
  }),
  getSlotLeaders: strictMethod([slotNumber, slotNumber], slotLeaders),
  getBlockCommitment: strictMethod([slotNumber], blockCommitment),
  // The node has no network but the address that it is asked at.
  getClusterNodes: method([], [], async (chain) => [
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
  ]),
};
