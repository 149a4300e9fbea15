import bs58 from "bs58";
import { ByteReader } from "./byte-reader.js";
import type { Words } from "./words.js";

/** Forms of a vote account by number: that of 1.14 has no latency beside a vote, the newest has a commission for each income. */
const WITHOUT_LATENCY = 1;
const WITH_LATENCY = 2;
const WITH_INCOMES = 3;
const BPS_OF_A_PERCENT = 100;
const BLS_KEY_BYTES = 48;
const PRIOR_VOTERS = 32;

/** A vote account, read. */
export interface VoteState {
  readonly nodePubkey: string;
  readonly authorizedWithdrawer: string;
  readonly commission: number;
  readonly votes: readonly { readonly slot: bigint; readonly confirmationCount: number }[];
  readonly rootSlot: bigint | null;
  readonly authorizedVoters: readonly { readonly epoch: bigint; readonly authorizedVoter: string }[];
  readonly priorVoters: readonly {
    readonly authorizedPubkey: string;
    readonly epochOfLastAuthorizedSwitch: bigint;
    readonly targetEpoch: bigint;
  }[];
  readonly epochCredits: readonly {
    readonly epoch: bigint;
    readonly credits: string;
    readonly previousCredits: string;
  }[];
  readonly lastTimestamp: { readonly slot: bigint; readonly timestamp: bigint };
}

/** Additions of the newest form: who gets which income, and the commission on each. */
interface VoteIncomes {
  readonly inflationRewardsCommissionBps: number;
  readonly inflationRewardsCollector: string;
  readonly blockRevenueCollector: string;
  readonly blockRevenueCommissionBps: number;
  readonly pendingDelegatorRewards: string;
  readonly blsPubkeyCompressed?: string;
}

/** Reads an account of the vote program. @throws {RangeError} if it is none, or of the form of before 2020 */
export function readVoteState(data: Uint8Array): VoteState & Partial<VoteIncomes> {
  const reader = new ByteReader(data);
  const form = reader.u32();
  if (form === WITH_INCOMES) return withIncomes(reader);
  if (form !== WITHOUT_LATENCY && form !== WITH_LATENCY)
    throw new RangeError("a vote account of another form");
  return {
    nodePubkey: reader.key(),
    authorizedWithdrawer: reader.key(),
    commission: reader.u8(),
    ...tower(reader, form === WITH_LATENCY),
    priorVoters: priorVoters(reader),
    ...credits(reader),
  };
}

/** An account of the newest form, which has no list of former voters. */
function withIncomes(reader: ByteReader): VoteState & VoteIncomes {
  const [nodePubkey, authorizedWithdrawer] = [reader.key(), reader.key()];
  const [inflationRewardsCollector, blockRevenueCollector] = [reader.key(), reader.key()];
  const [inflationRewardsCommissionBps, blockRevenueCommissionBps] = [reader.u16(), reader.u16()];
  const pendingDelegatorRewards = String(reader.u64());
  const blsPubkeyCompressed = reader.optional(() => bs58.encode(reader.take(BLS_KEY_BYTES)));
  return {
    ...{ nodePubkey, authorizedWithdrawer },
    commission: Math.floor(inflationRewardsCommissionBps / BPS_OF_A_PERCENT),
    ...tower(reader, true),
    priorVoters: [],
    ...credits(reader),
    ...{ inflationRewardsCommissionBps, inflationRewardsCollector },
    ...{ blockRevenueCollector, blockRevenueCommissionBps, pendingDelegatorRewards },
    ...(blsPubkeyCompressed !== undefined && { blsPubkeyCompressed }),
  };
}

function tower(reader: ByteReader, latency: boolean) {
  return {
    votes: reader.list(() => {
      if (latency) reader.u8();
      return { slot: reader.u64(), confirmationCount: reader.u32() };
    }),
    rootSlot: reader.optional(() => reader.u64()) ?? null,
    authorizedVoters: reader.list(() => ({ epoch: reader.u64(), authorizedVoter: reader.key() })),
  };
}

function credits(reader: ByteReader) {
  return {
    epochCredits: reader.list(() => ({
      epoch: reader.u64(),
      credits: String(reader.u64()),
      previousCredits: String(reader.u64()),
    })),
    lastTimestamp: { slot: reader.u64(), timestamp: reader.i64() },
  };
}

function priorVoters(reader: ByteReader): VoteState["priorVoters"] {
  const all = Array.from({ length: PRIOR_VOTERS }, () => ({
    authorizedPubkey: reader.keyOrZero(),
    epochOfLastAuthorizedSwitch: reader.u64(),
    targetEpoch: reader.u64(),
  }));
  // Where the next one goes, and whether there was any.
  reader.u64();
  reader.bool();
  return all.flatMap(({ authorizedPubkey, ...rest }) =>
    authorizedPubkey === null ? [] : [{ authorizedPubkey, ...rest }],
  );
}

/** An account of the vote program. @throws {RangeError} if it is none */
export function voteWords(data: Uint8Array): Words {
  return { type: "vote", info: readVoteState(data) };
}
