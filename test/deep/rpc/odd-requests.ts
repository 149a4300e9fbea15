import { addressOf } from "./bytes.js";
import { type Cast, USDC } from "./cast.js";
import { PROGRAMS } from "./crafted-accounts.js";
import { filters } from "./odd-filters.js";
import type { Request } from "./requests.js";
import {
  account,
  COMMITMENTS,
  config,
  context,
  ENCODINGS,
  type Fields,
  LARGE_SLOT,
  type Param,
  variationsOf,
} from "./variations.js";

/** The params of every method. */
function methods(cast: Cast): Record<string, readonly Param[]> {
  const wrongKeys = ["abc", "0OIl", "z".repeat(45), cast.alice.slice(1), `${cast.alice}1`, "1".repeat(33)];
  const address = (value: string): Param => ({ value, odd: wrongKeys });
  const signature = {
    value: cast.signatures["transfer"],
    odd: [...wrongKeys, "1".repeat(64), "1".repeat(65)],
  };
  const number = (value: number): Param => ({ value, odd: ["1", LARGE_SLOT] });
  const first = cast.slots["transfer"] ?? 0;
  /** A slot: small numbers are slots of one chain, and not of the other. */
  const slot = (value: number): Param => ({ ...number(value), young: true });
  const encoding = ["json", "jsonParsed", "base58", "base64", "binary", "base64+zstd", "hex", "JSON"];
  const versions = [0, 1, 255, 256, "0", -1];
  const selection: Param = {
    value: { mint: USDC },
    odd: [
      ...[{ mint: "abc" }, { mint: 5 }, { mint: null }, { mint: cast.nowhere }, { mint: cast.alice }],
      ...[
        { programId: "abc" },
        { programId: cast.alice },
        { programId: PROGRAMS.token2022 },
        { programId: 5 },
      ],
      ...[{ mint: USDC, programId: PROGRAMS.token2022 }, { owner: cast.alice }, "mint", "programId", "x"],
    ],
  };
  const wire: Param = {
    value: cast.unknownHash,
    odd: ["AAAA", "§", "AAA", "!", cast.unknownHash.slice(0, -8)],
  };
  const wireConfig: Fields = {
    encoding: ["base58", "base64", "base64+zstd", "jsonParsed", "json", "binary", "hex"],
    minContextSlot: [0, LARGE_SLOT, "1"],
  };
  return {
    // A blockhash lives for a minute: what names one comes first.
    simulateTransaction: [
      { ...wire, value: cast.unsent },
      config({
        ...wireConfig,
        commitment: COMMITMENTS,
        sigVerify: [true, false, "true"],
        replaceRecentBlockhash: [true, false, "true"],
        innerInstructions: [true, false, "true"],
        accounts: [
          { addresses: [cast.alice] },
          { addresses: [] },
          { addresses: ["abc"] },
          { addresses: [5] },
          { addresses: cast.alice },
          { encoding: "base64" },
          ...ENCODINGS.map((one) => ({ addresses: [cast.receiver], encoding: one })),
          { addresses: [cast.nowhere, USDC], encoding: "base64" },
          { addresses: Array.from({ length: 4 }, () => cast.alice) },
        ],
      }),
    ],
    sendTransaction: [
      wire,
      config({
        ...wireConfig,
        preflightCommitment: COMMITMENTS,
        skipPreflight: [true, false, "true"],
        maxRetries: [0, 5, "1"],
      }),
    ],
    isBlockhashValid: [address(cast.blockhash), config(context)],
    getFeeForMessage: [
      { value: cast.unsentMessage, odd: ["AAAA", "§", "AAA", `${cast.unsentMessage}AAAA`, "gA=="] },
      config(context),
    ],
    getAccountInfo: [address(USDC), config(account)],
    getBalance: [address(cast.receiver), config(context)],
    getMultipleAccounts: [
      { value: [USDC, cast.nowhere], odd: [[5], [null], USDC, [USDC, "abc"], [[USDC]]] },
      config(account),
    ],
    getProgramAccounts: [
      address(addressOf("unknown program")),
      config({
        ...account,
        filters: filters(cast),
        withContext: [true, false, "true", 1],
        sortResults: [true, false, "true"],
      }),
    ],
    getMinimumBalanceForRentExemption: [number(100), config({ commitment: COMMITMENTS })],
    getTokenAccountBalance: [address(cast.aliceUsdc), config({ commitment: COMMITMENTS })],
    getTokenSupply: [address(USDC), config({ commitment: COMMITMENTS })],
    getTokenLargestAccounts: [address(USDC), config({ commitment: COMMITMENTS })],
    getTokenAccountsByOwner: [address(cast.outsider), selection, config(account)],
    getTokenAccountsByDelegate: [address(cast.outsider), selection, config(account)],
    getHealth: [],
    getVersion: [],
    getGenesisHash: [],
    getIdentity: [],
    getClusterNodes: [],
    getEpochSchedule: [],
    getInflationRate: [],
    getFirstAvailableBlock: [],
    minimumLedgerSlot: [],
    getMaxRetransmitSlot: [],
    getMaxShredInsertSlot: [],
    getHighestSnapshotSlot: [],
    getSlot: [config(context)],
    getBlockHeight: [config(context)],
    getEpochInfo: [config(context)],
    getTransactionCount: [config(context)],
    getSlotLeader: [config(context)],
    getSlotLeaders: [slot(first), number(3)],
    getLeaderSchedule: [
      { value: null, odd: [LARGE_SLOT, "1"] },
      config({ identity: [cast.alice, "abc"], commitment: COMMITMENTS }),
    ],
    getBlockProduction: [
      config({
        identity: [cast.alice, "abc"],
        commitment: COMMITMENTS,
        range: [{ firstSlot: 0 }, { firstSlot: 5, lastSlot: 2 }, { firstSlot: LARGE_SLOT }, { lastSlot: 5 }],
      }),
    ],
    getBlockCommitment: [slot(first)],
    getBlock: [
      slot(first),
      config({
        encoding,
        transactionDetails: ["full", "accounts", "signatures", "none", "all", "Full"],
        rewards: [true, false, "true"],
        commitment: COMMITMENTS,
        maxSupportedTransactionVersion: versions,
      }),
    ],
    getBlocks: [
      slot(first),
      { value: first + 2, odd: ["1"], young: true },
      config({ commitment: COMMITMENTS, minContextSlot: [0, LARGE_SLOT] }),
    ],
    getBlocksWithLimit: [
      slot(first),
      { value: 2, odd: [0, 500_001, "1"] },
      config({ commitment: COMMITMENTS, minContextSlot: [0, LARGE_SLOT] }),
    ],
    getBlockTime: [slot(first)],
    getSupply: [
      config({ commitment: COMMITMENTS, excludeNonCirculatingAccountsList: [true, false, "true"] }),
    ],
    getLargestAccounts: [
      config({
        commitment: COMMITMENTS,
        filter: ["circulating", "nonCirculating", "all"],
        sortResults: [true, "true"],
      }),
    ],
    getVoteAccounts: [
      config({
        commitment: COMMITMENTS,
        votePubkey: [cast.alice, "abc"],
        keepUnstakedDelinquents: [true, "true"],
        delinquentSlotDistance: [0, 1, LARGE_SLOT, "1"],
      }),
    ],
    getStakeMinimumDelegation: [config(context)],
    getInflationGovernor: [config({ commitment: COMMITMENTS })],
    getInflationReward: [
      { value: [cast.alice], odd: [[5], ["abc"], cast.alice, [null]] },
      config({ ...context, epoch: [0, 1, LARGE_SLOT, "1"] }),
    ],
    getRecentPerformanceSamples: [{ value: 3, odd: [0, 720, 721, "1"] }],
    getRecentPrioritizationFees: [{ value: [cast.alice], odd: [[5], ["abc"], cast.alice, [null]] }],
    getLatestBlockhash: [config(context)],
    getSignatureStatuses: [
      {
        value: [cast.signatures["transfer"]],
        odd: [[5], ["abc"], [null], cast.signatures["transfer"], [cast.alice]],
      },
      config({ searchTransactionHistory: [true, false, "true"] }),
    ],
    getSignaturesForAddress: [
      address(cast.receiver),
      config({
        ...context,
        before: [cast.signatures["transfer"], "abc", cast.alice],
        until: [cast.signatures["transfer"], "abc", cast.alice],
        limit: [0, 1, 1000, 1001, "1"],
      }),
    ],
    getTransaction: [
      { ...signature, odd: [...signature.odd, cast.signatures["version 0"]] },
      config({ encoding, commitment: COMMITMENTS, maxSupportedTransactionVersion: versions }),
    ],
    requestAirdrop: [
      address(addressOf("odd airdrop")),
      { value: 1, odd: ["1", 0] },
      config({ recentBlockhash: [cast.blockhash, "abc"], commitment: COMMITMENTS }),
    ],
  };
}

/** Methods whose values are the same on both chains; of the others, the keys and types are. */
const EXACT = new Set([
  ...["getAccountInfo", "getBalance", "getMultipleAccounts", "getProgramAccounts", "getTransaction"],
  ...["getTokenAccountBalance", "getTokenSupply", "getTokenAccountsByOwner", "getTokenAccountsByDelegate"],
  ...["getMinimumBalanceForRentExemption", "getFeeForMessage", "isBlockhashValid", "getSignatureStatuses"],
  ...["getSignaturesForAddress", "getBlock", "getBlocksWithLimit", "simulateTransaction"],
]);

function compared(method: string): Pick<Request, "compare"> {
  if (EXACT.has(method)) return {};
  // A young chain has had no epoch with rewards.
  return { compare: method === "getInflationReward" ? "params" : "shape" };
}

/** Every method with every param of every wrong kind, one at a time. */
export function oddRequestsOf(cast: Cast): Request[] {
  return Object.entries(methods(cast)).flatMap(([method, params]) =>
    variationsOf(params, cast).map(({ what, params: odd }) => ({
      name: `${method}, ${what}`,
      ...{ method, params: odd as readonly unknown[] },
      ...compared(method),
    })),
  );
}
