import { PROGRAM_IDS } from "intent-tx/contract";

/** Programs that are part of the cluster. */
const NATIVE = {
  system: PROGRAM_IDS.system,
  computeBudget: PROGRAM_IDS.computeBudget,
  addressLookupTable: "AddressLookupTab1e1111111111111111111111111",
  stake: "Stake11111111111111111111111111111111111111",
  vote: "Vote111111111111111111111111111111111111111",
  config: "Config1111111111111111111111111111111111111",
  feature: "Feature111111111111111111111111111111111111",
  nativeLoader: "NativeLoader1111111111111111111111111111111",
  loaderV1: "BPFLoader1111111111111111111111111111111111",
  loaderV2: "BPFLoader2111111111111111111111111111111111",
  loaderV3: "BPFLoaderUpgradeab1e11111111111111111111111",
  loaderV4: "LoaderV411111111111111111111111111111111111",
  ed25519: "Ed25519SigVerify111111111111111111111111111",
  secp256k1: "KeccakSecp256k11111111111111111111111111111",
  secp256r1: "Secp256r1SigVerify1111111111111111111111111",
  zkTokenProof: "ZkTokenProof1111111111111111111111111111111",
  zkElGamalProof: "ZkE1Gama1Proof11111111111111111111111111111",
} as const;

/** Programs by name: those that the service's transactions call, and those that exist on every cluster. */
export const PROGRAMS = {
  ...PROGRAM_IDS,
  ...NATIVE,
  /** The current memo program, which requires every named account to sign. */
  memo: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  memoV1: "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  /** Lighthouse, with whose assertions wallets guard transactions. */
  lighthouse: "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95",
  /** Metaplex's token metadata program, which stores a mint's name in an account derived from the mint. */
  tokenMetadata: "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
} as const;

/** Sysvars, which are accounts with cluster state for programs, and their owner. */
export const SYSVARS = {
  owner: "Sysvar1111111111111111111111111111111111111",
  clock: "SysvarC1ock11111111111111111111111111111111",
  epochRewards: "SysvarEpochRewards1111111111111111111111111",
  epochSchedule: "SysvarEpochSchedu1e111111111111111111111111",
  fees: "SysvarFees111111111111111111111111111111111",
  instructions: "Sysvar1nstructions1111111111111111111111111",
  lastRestartSlot: "SysvarLastRestartS1ot1111111111111111111111",
  recentBlockhashes: "SysvarRecentB1ockHashes11111111111111111111",
  rent: "SysvarRent111111111111111111111111111111111",
  rewards: "SysvarRewards111111111111111111111111111111",
  slotHashes: "SysvarS1otHashes111111111111111111111111111",
  slotHistory: "SysvarS1otHistory11111111111111111111111111",
  stakeHistory: "SysvarStakeHistory1111111111111111111111111",
} as const;

/** Addresses that a mainnet user might paste by mistake. The cluster destroys tokens sent to the first address. */
const OTHERS = [
  "1nc1nerator11111111111111111111111111111111",
  "StakeConfig11111111111111111111111111111111",
  "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
  "675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8",
  "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
] as const;

const WELL_KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(PROGRAMS),
  ...Object.values(SYSVARS),
  ...OTHERS,
]);

/** True for a known program or sysvar. Tokens sent to such an address are lost. */
export function isWellKnownProgram(address: string): boolean {
  return WELL_KNOWN.has(address);
}

export function isTokenProgram(address: string): boolean {
  return address === PROGRAMS.token || address === PROGRAMS.token2022;
}

/** Accounts that transactions cannot write, even if a message declares them writable: native programs and sysvars. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(SYSVARS),
  ...Object.values(NATIVE),
  "StakeConfig11111111111111111111111111111111",
]);

export function isReserved(address: string): boolean {
  return RESERVED.has(address);
}
