import { names, variants } from "./serde/enums.js";
import { boolean, boolOrFalse, option, slot, string, u8, usize, vec } from "./serde/scalars.js";
import { type JsonMap, type Read, type SerdeType, untagged } from "./serde/serde-type.js";
import { flatStruct, struct } from "./serde/structs.js";

const commitmentLevel = names("processed", "confirmed", "finalized");
const accountEncoding = names("binary", "base58", "base64", "jsonParsed", "base64+zstd");
const transactionEncoding = names("binary", "base64", "base58", "json", "jsonParsed");
/** How a transaction is written. */
export type TransactionEncoding = Read<typeof transactionEncoding>;
const transactionDetails = names("full", "signatures", "none", "accounts");

/** A commitment as a part of a configuration: what is none counts as not there. */
function withCommitment({ commitment }: JsonMap): Pick<ContextConfig, "commitment"> {
  return {
    commitment:
      commitment === "processed" || commitment === "confirmed" || commitment === "finalized"
        ? commitment
        : undefined,
  };
}

/** A commitment as a configuration of its own. */
export const commitmentConfig = struct("CommitmentConfig", { commitment: commitmentLevel });

/** The commitment that a call is answered at, and the least slot. */
export interface ContextConfig {
  readonly commitment?: Read<typeof commitmentLevel> | undefined;
  readonly minContextSlot?: number | undefined;
}
export const contextConfig: SerdeType<ContextConfig> = flatStruct(
  "RpcContextConfig",
  { minContextSlot: option(slot) },
  withCommitment,
);

const dataSlice = struct("UiDataSliceConfig", { offset: usize, length: usize });

/** How accounts are to be written. */
export const accountConfig = flatStruct(
  "RpcAccountInfoConfig",
  {
    encoding: option(accountEncoding),
    dataSlice: option(dataSlice),
    minContextSlot: option(slot),
  },
  withCommitment,
);
export type AccountConfig = Read<typeof accountConfig>;

/** Bytes as text, or as a list of numbers. */
const memcmpBytes = struct("RpcMemcmpInner", {
  bytes: untagged("DataType", string, vec(u8)),
  encoding: option(names("base58", "base64", "bytes")),
});
const accountFilter = variants({
  dataSize: slot,
  memcmp: flatStruct("Memcmp", { offset: usize }, memcmpBytes.read),
  tokenAccountState: null,
});
export type FilterConfig = Read<typeof accountFilter>;

/** Which accounts of a program, and how they are to be written. */
export const programAccountsConfig = flatStruct(
  "RpcProgramAccountsConfig",
  {
    filters: option(vec(accountFilter)),
    withContext: option(boolean),
    sortResults: option(boolean),
  },
  accountConfig.read,
);
export type ProgramAccountsConfig = Read<typeof programAccountsConfig>;

/** Which token accounts of somebody. */
export const tokenAccountsFilter = variants({ mint: string, programId: string });
export type TokenAccountsFilter = Read<typeof tokenAccountsFilter>;

/** A configuration, or an encoding alone, as the first clients wrote it. */
function orEncoding<T extends { readonly encoding: TransactionEncoding | undefined }>(
  config: SerdeType<T>,
): SerdeType<Partial<T> | { readonly encoding: TransactionEncoding }> {
  const bare = { read: (value: unknown) => ({ encoding: transactionEncoding.read(value) }) };
  return untagged("RpcEncodingConfigWrapper", bare, config);
}

const version = option(u8);

const fullBlockConfig = flatStruct(
  "RpcBlockConfig",
  {
    encoding: option(transactionEncoding),
    transactionDetails: option(transactionDetails),
    rewards: option(boolean),
    maxSupportedTransactionVersion: version,
  },
  withCommitment,
);
/** How a block is to be written. */
export const blockConfig = orEncoding(fullBlockConfig);
export type BlockConfig = Partial<Read<typeof fullBlockConfig>>;

const fullTransactionConfig = flatStruct(
  "RpcTransactionConfig",
  { encoding: option(transactionEncoding), maxSupportedTransactionVersion: version },
  withCommitment,
);
/** How a transaction is to be written. */
export const transactionConfig = orEncoding(fullTransactionConfig);
export type TransactionConfig = Partial<Read<typeof fullTransactionConfig>>;

/** The last slot of a range, or a configuration in its place. */
export const blocksEnd = untagged("RpcBlocksConfigWrapper", slot, contextConfig);

export const leaderScheduleConfig = flatStruct(
  "RpcLeaderScheduleConfig",
  { identity: option(string) },
  withCommitment,
);
/** A slot, or a configuration in its place. */
export const leaderScheduleStart = untagged("RpcLeaderScheduleConfigWrapper", slot, leaderScheduleConfig);

export const blockProductionConfig = flatStruct(
  "RpcBlockProductionConfig",
  {
    identity: option(string),
    range: option(struct("RpcBlockProductionConfigRange", { firstSlot: slot, lastSlot: option(slot) })),
  },
  withCommitment,
);

export const voteAccountsConfig = flatStruct(
  "RpcGetVoteAccountsConfig",
  {
    votePubkey: option(string),
    keepUnstakedDelinquents: option(boolean),
    delinquentSlotDistance: option(slot),
  },
  withCommitment,
);

export const supplyConfig = flatStruct(
  "RpcSupplyConfig",
  { excludeNonCirculatingAccountsList: boolOrFalse },
  withCommitment,
);

export const largestAccountsConfig = flatStruct(
  "RpcLargestAccountsConfig",
  { filter: option(names("circulating", "nonCirculating")), sortResults: option(boolean) },
  withCommitment,
);

export const epochConfig = flatStruct(
  "RpcEpochConfig",
  { epoch: option(slot), minContextSlot: option(slot) },
  withCommitment,
);

export const signatureStatusConfig = struct("RpcSignatureStatusConfig", {
  searchTransactionHistory: boolean,
});

export const signaturesForAddressConfig = flatStruct(
  "RpcSignaturesForAddressConfig",
  {
    before: option(string),
    until: option(string),
    limit: option(usize),
    minContextSlot: option(slot),
  },
  withCommitment,
);

export const sendConfig = struct("RpcSendTransactionConfig", {
  skipPreflight: boolOrFalse,
  preflightCommitment: option(commitmentLevel),
  encoding: option(transactionEncoding),
  maxRetries: option(usize),
  minContextSlot: option(slot),
});

export const simulateConfig = flatStruct(
  "RpcSimulateTransactionConfig",
  {
    sigVerify: boolOrFalse,
    replaceRecentBlockhash: boolOrFalse,
    encoding: option(transactionEncoding),
    accounts: option(
      struct("RpcSimulateTransactionAccountsConfig", {
        encoding: option(accountEncoding),
        addresses: vec(string),
      }),
    ),
    minContextSlot: option(slot),
    innerInstructions: boolOrFalse,
  },
  withCommitment,
);

export const airdropConfig = flatStruct(
  "RpcRequestAirdropConfig",
  { recentBlockhash: option(string) },
  withCommitment,
);

export const logsFilter = variants({ all: null, allWithVotes: null, mentions: vec(string) });
export const logsConfig = flatStruct("RpcTransactionLogsConfig", {}, withCommitment);
export const signatureSubscribeConfig = flatStruct(
  "RpcSignatureSubscribeConfig",
  { enableReceivedNotification: option(boolean) },
  withCommitment,
);
export const blockSubscribeFilter = variants({ all: null, mentionsAccountOrProgram: string });
export const blockSubscribeConfig = flatStruct(
  "RpcBlockSubscribeConfig",
  {
    encoding: option(transactionEncoding),
    transactionDetails: option(transactionDetails),
    showRewards: option(boolean),
    maxSupportedTransactionVersion: version,
  },
  withCommitment,
);
