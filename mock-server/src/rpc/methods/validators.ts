import * as z from "zod/mini";
import { NODE_STAKE } from "../../fixtures/stake-accounts.js";
import { PROGRAMS } from "../../formats/programs.js";
import { activeLamports, delegationOf } from "../../formats/stake.js";
import { flag } from "../../kernel/schema-kit.js";
import { epochOf, FINALIZATION_SLOTS, SLOTS_PER_EPOCH } from "../../ledger/slots.js";
import { type Chain, contextSlot, FEATURE_SET, inContext, NODE_VERSION } from "../chain.js";
import { withList } from "../envelope.js";
import {
  address,
  CONTEXT,
  committedConfig,
  count,
  fieldsOrList,
  slot as givenSlot,
  type Method,
  method,
  nullable,
} from "../params.js";
import { invalidParams } from "../rpc-error.js";
import { slotsFrom } from "./blocks.js";

const MAX_LEADERS = 5000;
/** Credits that a validator earns by voting on a slot. */
const CREDITS_A_SLOT = 16n;
/** Number of epochs in a validator's list of credits. */
const EPOCHS_LISTED = 5;
const LOCKOUTS = 32;
/** Slots without a vote after which a validator is delinquent. */
const DELINQUENT_SLOTS = 128;

/** All staked lamports: the node's own stake and all stake accounts, which all count as delegated to it. */
async function totalStake({ ledger }: Chain): Promise<bigint> {
  const { epoch } = epochOf(await ledger.slot());
  const stakes = await ledger.programAccounts(PROGRAMS.stake);
  return stakes
    .flatMap(({ data }) => delegationOf(data) ?? [])
    .reduce((sum, delegation) => sum + activeLamports(delegation, BigInt(epoch)), NODE_STAKE);
}

/** Vote credits of the last epochs. The node votes on every slot in time, so it earns all credits. */
function epochCredits(slot: number): [number, bigint, bigint][] {
  const { epoch, firstSlot } = epochOf(slot);
  return Array.from({ length: EPOCHS_LISTED }, (_, index): [number, bigint, bigint] => {
    const back = EPOCHS_LISTED - 1 - index;
    const first = firstSlot - back * SLOTS_PER_EPOCH;
    const end = back === 0 ? slot : first + SLOTS_PER_EPOCH;
    return [epoch - back, BigInt(end) * CREDITS_A_SLOT, BigInt(first) * CREDITS_A_SLOT];
  });
}

const getVoteAccounts = method(
  {
    config: committedConfig({
      votePubkey: nullable(address),
      keepUnstakedDelinquents: nullable(flag),
      delinquentSlotDistance: nullable(count),
    }),
  },
  async (chain, { config }) => {
    const { votePubkey, delinquentSlotDistance = DELINQUENT_SLOTS } = config ?? {};
    const slot = await contextSlot(chain, config);
    const { identity, voteAccount } = chain.node;
    const own = {
      activatedStake: await totalStake(chain),
      commission: 0,
      epochCredits: epochCredits(slot),
      epochVoteAccount: true,
      // The vote on a block lands in the next block.
      lastVote: Math.max(0, slot - 1),
      nodePubkey: identity,
      rootSlot: Math.max(0, slot - FINALIZATION_SLOTS + 1),
      votePubkey: voteAccount,
    };
    const all = votePubkey === undefined || votePubkey === voteAccount ? [own] : [];
    const isCurrent = own.lastVote > Math.max(0, slot - delinquentSlotDistance);
    return { current: isCurrent ? all : [], delinquent: isCurrent ? [] : all };
  },
);

const slotRange = fieldsOrList({ firstSlot: givenSlot, lastSlot: nullable(givenSlot) });
const getBlockProduction = method(
  {
    config: committedConfig({ identity: nullable(address), range: nullable(slotRange) }),
  },
  async (chain, { config }) => {
    const slot = await contextSlot(chain, config);
    const { firstSlot: first, lastSlot: last = slot } = config?.range ?? {
      firstSlot: epochOf(slot).firstSlot,
    };
    if (last < first) throw invalidParams(`lastSlot, ${last}, cannot be less than firstSlot, ${first}`);
    if (last > slot) throw invalidParams(`lastSlot, ${last}, is too large; max ${slot}`);
    const blocks = Number(last) - Number(first) + 1;
    const { identity } = chain.node;
    const isWanted = config?.identity === undefined || config.identity === identity;
    return inContext(slot, {
      byIdentity: isWanted ? { [identity]: [blocks, blocks] } : {},
      range: { firstSlot: Number(first), lastSlot: Number(last) },
    });
  },
);

/** True if a slot's leader is known: leaders are scheduled until the end of the next epoch. */
async function isScheduled({ ledger }: Chain, slot: number): Promise<boolean> {
  return epochOf(slot).epoch <= epochOf(await ledger.slot()).epoch + 1;
}

const scheduleConfig = committedConfig({ identity: nullable(address) });
/** `start` is the slot, or the configuration if the slot is omitted. */
const getLeaderSchedule = method(
  { start: z.union([count, scheduleConfig]), config: scheduleConfig },
  async (chain, { start, config: second }) => {
    const options = typeof start === "object" ? start : second;
    const slot = typeof start === "number" ? start : await contextSlot(chain, options);
    if (!(await isScheduled(chain, slot))) return null;
    const { identity } = chain.node;
    if (options?.identity !== undefined && options.identity !== identity) return {};
    return withList({}, identity, slotsFrom(0, SLOTS_PER_EPOCH));
  },
);

const getSlotLeaders = method({ first: count, limit: count }, async (chain, { first, limit }) => {
  if (limit > MAX_LEADERS) throw invalidParams(`Invalid limit; max ${MAX_LEADERS}`);
  for (const slot of [first, first + Math.max(0, limit - 1)]) {
    if (await isScheduled(chain, slot)) continue;
    const { epoch } = epochOf(slot);
    throw invalidParams(`Invalid slot range: leader schedule for epoch ${epoch} is unavailable`);
  }
  return Array.from({ length: limit }, () => chain.node.identity);
});

const getBlockCommitment = method({ slot: count }, async (chain, { slot }) => {
  const staked = await totalStake(chain);
  const depth = Math.min(LOCKOUTS, (await chain.ledger.slot()) - slot + 1);
  const commitment = Array.from({ length: LOCKOUTS }, (_, index) => (index === depth - 1 ? staked : 0n));
  return { commitment: depth < 1 ? null : commitment, totalStake: staked };
});

/** Fields of `getClusterNodes` for the network addresses of a node. */
const NETWORK = "gossip pubsub rpc serveRepair tpu tpuForwards tpuForwardsQuic tpuQuic tpuVote tvu".split(
  " ",
);

/** One node produces every block and votes on it. */
export const VALIDATOR_METHODS: Readonly<Record<string, Method>> = {
  getVoteAccounts,
  getBlockProduction,
  getLeaderSchedule,
  getSlotLeader: method(CONTEXT, async (chain, { config }) => {
    await contextSlot(chain, config);
    return chain.node.identity;
  }),
  getSlotLeaders,
  getBlockCommitment,
  // All network addresses are null, because the node is reachable only through this server.
  getClusterNodes: method({}, async ({ node }) => [
    {
      ...Object.fromEntries(NETWORK.map((name) => [name, null])),
      featureSet: FEATURE_SET,
      pubkey: node.identity,
      shredVersion: 0,
      version: NODE_VERSION,
    },
  ]),
};
