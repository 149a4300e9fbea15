import { addressOf } from "./bytes.js";
import type { Cast } from "./cast.js";
import { TOKEN, USDC } from "./cast.js";
import { CRAFTED, PROGRAMS } from "./crafted-accounts.js";

/** A call to both chains. */
export interface Request {
  readonly name: string;
  readonly method: string;
  readonly params: readonly unknown[];
  /** `shape` if values depend on the chain: only keys and types are compared. */
  readonly compare?: "shape";
  /** True for a transaction that names programs whose builds differ between the chains. */
  readonly crafted?: true;
}

const request = (method: string, name: string, params: readonly unknown[], compare?: "shape"): Request => ({
  name: name === "" ? method : `${method}: ${name}`,
  method,
  params,
  ...(compare && { compare }),
});

const SYSVARS = {
  clock: "SysvarC1ock11111111111111111111111111111111",
  epochSchedule: "SysvarEpochSchedu1e111111111111111111111111",
  rent: "SysvarRent111111111111111111111111111111111",
  slotHashes: "SysvarS1otHashes111111111111111111111111111",
  stakeHistory: "SysvarStakeHistory1111111111111111111111111",
  instructions: "Sysvar1nstructions1111111111111111111111111",
};

function accounts(cast: Cast): Request[] {
  const info = (name: string, address: string, config?: unknown) =>
    request("getAccountInfo", name, config === undefined ? [address] : [address, config]);
  const parsed = { encoding: "jsonParsed" };
  return [
    ...CRAFTED.map(({ name, account }) => info(`${name}, in words`, account.address, parsed)),
    ...CRAFTED.slice(0, 6).map(({ name, account }) =>
      info(`${name}, compressed`, account.address, { encoding: "base64+zstd" }),
    ),
    ...Object.entries(SYSVARS).map(([name, address]) =>
      request("getAccountInfo", `sysvar ${name}, in words`, [address, parsed], "shape"),
    ),
    info("plain", cast.alice),
    info("wallet, in words", cast.alice, parsed),
    info("nobody", cast.nowhere),
    info("token account, base64", cast.aliceUsdc, { encoding: "base64" }),
    info("token account, base58", cast.aliceUsdc, { encoding: "base58" }),
    info("mint, no encoding", USDC),
    info("mint, base58 slice", USDC, { encoding: "base58", dataSlice: { offset: 44, length: 2 } }),
    info("slice beyond the end", USDC, { encoding: "base64", dataSlice: { offset: 80, length: 50 } }),
    info("slice after the end", USDC, { encoding: "base64", dataSlice: { offset: 100, length: 5 } }),
    info("slice of compressed", USDC, { encoding: "base64+zstd", dataSlice: { offset: 4, length: 5 } }),
    info("slice in words", USDC, { encoding: "jsonParsed", dataSlice: { offset: 4, length: 5 } }),
    info("slice without length", USDC, { encoding: "base64", dataSlice: { offset: 4 } }),
    info("unknown encoding", USDC, { encoding: "hex" }),
    info("unknown commitment", USDC, { encoding: "base64", commitment: "rooted" }),
    info("null config", cast.alice, null),
    info("wrong size", "abc"),
    info("not base58", "0OIl"),
    info("number", 5 as unknown as string),
    info("minContextSlot to come", cast.alice, { minContextSlot: 9_000_000_000_000 }),
    info("minContextSlot passed", cast.alice, { minContextSlot: 1 }),
    request("getAccountInfo", "no params", []),
    request("getAccountInfo", "three params", [cast.alice, {}, 1]),
    request("getBalance", "", [cast.receiver]),
    request("getBalance", "nobody", [cast.nowhere]),
    request("getBalance", "airdropped", [addressOf("airdropped"), { commitment: "processed" }]),
    request("getMultipleAccounts", "", [[cast.alice, cast.nowhere, USDC]]),
    request("getMultipleAccounts", "in words", [[cast.aliceUsdc, USDC, cast.nowhere], parsed]),
    request("getMultipleAccounts", "none", [[]]),
    request("getMultipleAccounts", "too many", [Array.from({ length: 101 }, () => cast.alice)]),
    request("getMultipleAccounts", "a wrong one", [[cast.alice, "abc"]]),
    request("getMultipleAccounts", "base58 of much", [[cast.aliceUsdc], { encoding: "base58" }]),
    request("getMultipleAccounts", "compressed", [[USDC, cast.aliceUsdc], { encoding: "base64+zstd" }]),
    request("getMinimumBalanceForRentExemption", "0", [0]),
    request("getMinimumBalanceForRentExemption", "165", [165]),
    request("getMinimumBalanceForRentExemption", "too many", [20_000_000]),
    request("getMinimumBalanceForRentExemption", "negative", [-1]),
  ];
}

function programs(cast: Cast): Request[] {
  const of = (name: string, program: string, config?: unknown) =>
    request("getProgramAccounts", name, config === undefined ? [program] : [program, config]);
  const filtered = (...filters: unknown[]) => ({ encoding: "base64", filters });
  const unknown = addressOf("unknown program");
  const holders = { memcmp: { offset: 32, bytes: addressOf("scaled holder") } };
  return [
    of("", unknown),
    of("of nobody", cast.nowhere),
    of("with context", unknown, { encoding: "base64", withContext: true }),
    of("memcmp", PROGRAMS.token2022, { encoding: "jsonParsed", filters: [holders] }),
    of("memcmp base64", unknown, filtered({ memcmp: { offset: 1, bytes: "AgM=", encoding: "base64" } })),
    of("memcmp bytes", unknown, filtered({ memcmp: { offset: 1, bytes: [2, 3] } })),
    of("memcmp that fails", unknown, filtered({ memcmp: { offset: 1, bytes: "zz" } })),
    of("memcmp over the end", unknown, filtered({ memcmp: { offset: 900, bytes: "z" } })),
    of("size", unknown, filtered({ dataSize: 3 })),
    of("size that fails", unknown, filtered({ dataSize: 4 })),
    of("token accounts", PROGRAMS.token2022, {
      encoding: "base64",
      dataSlice: { offset: 0, length: 4 },
      filters: ["tokenAccountState", holders],
    }),
    of("five filters", unknown, { filters: Array.from({ length: 5 }, () => ({ dataSize: 3 })) }),
    of("four filters", unknown, filtered(...Array.from({ length: 4 }, () => ({ dataSize: 3 })))),
    of("no filter", unknown, { filters: [{}] }),
    of("a wrong filter", unknown, { filters: [{ size: 3 }] }),
    of("bytes that are no base58", unknown, { filters: [{ memcmp: { offset: 0, bytes: "0" } }] }),
    of("long bytes", unknown, { filters: [{ memcmp: { offset: 0, bytes: "2".repeat(200) } }] }),
    of("filters not a list", unknown, { filters: 3 }),
    of("base58 of much", PROGRAMS.stake, {}),
    of("sorted", unknown, { encoding: "base64", sortResults: true }),
    of("compressed", unknown, { encoding: "base64+zstd" }),
  ];
}

function tokens(cast: Cast): Request[] {
  const parsed = { encoding: "jsonParsed" };
  const by = (method: string, name: string, owner: string, of: unknown, config?: unknown) =>
    request(method, name, config === undefined ? [owner, of] : [owner, of, config]);
  const owner = "getTokenAccountsByOwner";
  const delegate = "getTokenAccountsByDelegate";
  const held = addressOf("token holder");
  return [
    by(owner, "mint", cast.alice, { mint: USDC }, parsed),
    by(owner, "program", held, { programId: TOKEN }, parsed),
    by(owner, "Token-2022", addressOf("scaled holder"), { programId: PROGRAMS.token2022 }, parsed),
    by(owner, "base64", cast.alice, { mint: USDC }, { encoding: "base64" }),
    by(owner, "no encoding", cast.alice, { mint: USDC }),
    by(owner, "compressed", cast.alice, { mint: USDC }, { encoding: "base64+zstd" }),
    by(
      owner,
      "slice",
      cast.alice,
      { mint: USDC },
      { encoding: "base64", dataSlice: { offset: 0, length: 3 } },
    ),
    by(owner, "nobody", cast.nowhere, { programId: TOKEN }, parsed),
    by(owner, "unknown mint", cast.alice, { mint: cast.nowhere }, parsed),
    by(owner, "no mint", cast.alice, { mint: cast.bob }, parsed),
    by(owner, "account as mint", cast.alice, { mint: cast.aliceUsdc }, parsed),
    by(owner, "unknown program", cast.alice, { programId: PROGRAMS.stake }, parsed),
    by(owner, "neither", cast.alice, {}, parsed),
    by(owner, "both", cast.alice, { mint: USDC, programId: TOKEN }, parsed),
    by(owner, "a wrong owner", "abc", { mint: USDC }, parsed),
    request(owner, "one param", [cast.alice]),
    by(delegate, "program", addressOf("delegate"), { programId: TOKEN }, parsed),
    by(delegate, "Token-2022", addressOf("delegate"), { programId: PROGRAMS.token2022 }, parsed),
    by(delegate, "mint", cast.outsider, { mint: USDC }, parsed),
    by(delegate, "base64", cast.outsider, { mint: USDC }, { encoding: "base64" }),
    by(delegate, "nobody", cast.nowhere, { programId: TOKEN }, parsed),
    by(delegate, "unknown mint", cast.outsider, { mint: cast.nowhere }, parsed),
    by(delegate, "unknown program", cast.outsider, { programId: PROGRAMS.stake }, parsed),
    request("getTokenLargestAccounts", "", [addressOf("plain mint")]),
    request("getTokenLargestAccounts", "scaled", [addressOf("mint scaledUiAmountConfig")]),
    request("getTokenLargestAccounts", "with interest", [addressOf("mint interestBearingConfig")]),
    request("getTokenLargestAccounts", "confirmed", [addressOf("plain mint"), { commitment: "confirmed" }]),
    request("getTokenLargestAccounts", "no holders", [addressOf("mint groupPointer")]),
    request("getTokenLargestAccounts", "nobody", [cast.nowhere]),
    request("getTokenLargestAccounts", "a wallet", [cast.alice]),
    request("getTokenLargestAccounts", "a token account", [cast.aliceUsdc]),
    request("getTokenSupply", "", [addressOf("plain mint")]),
    request("getTokenSupply", "scaled", [addressOf("mint scaledUiAmountConfig")]),
    request("getTokenSupply", "with interest", [addressOf("mint interestBearingConfig")]),
    request("getTokenSupply", "many decimals", [addressOf("mint of many decimals")]),
    request("getTokenSupply", "nobody", [cast.nowhere]),
    request("getTokenSupply", "a wallet", [cast.alice]),
    request("getTokenSupply", "a token account", [cast.aliceUsdc]),
    request("getTokenAccountBalance", "", [cast.bobUsdc]),
    request("getTokenAccountBalance", "scaled", [addressOf("account with a scale")]),
    request("getTokenAccountBalance", "with interest", [addressOf("account with interest")]),
    request("getTokenAccountBalance", "largest", [addressOf("largest account")]),
    request("getTokenAccountBalance", "many decimals", [addressOf("account of many decimals")]),
    request("getTokenAccountBalance", "without mint", [addressOf("account without mint")]),
    request("getTokenAccountBalance", "nobody", [cast.nowhere]),
    request("getTokenAccountBalance", "a wallet", [cast.alice]),
    request("getTokenAccountBalance", "a mint", [USDC]),
  ];
}

function cluster(cast: Cast): Request[] {
  const shaped = (method: string, name: string, ...params: unknown[]) =>
    request(method, name, params, "shape");
  return [
    request("getHealth", "", []),
    request("getVersion", "", []),
    request("getHealth", "a param", [1]),
    shaped("getGenesisHash", ""),
    shaped("getIdentity", ""),
    shaped("getSlot", ""),
    shaped("getBlockHeight", "", { commitment: "processed" }),
    shaped("getEpochInfo", ""),
    shaped("getEpochSchedule", ""),
    shaped("getTransactionCount", ""),
    shaped("getRecentPrioritizationFees", "", [cast.alice]),
    request("getRecentPrioritizationFees", "too many", [Array.from({ length: 129 }, () => cast.alice)]),
    shaped("getSupply", ""),
    shaped("getSupply", "without the list", { excludeNonCirculatingAccountsList: true }),
    shaped("getLargestAccounts", ""),
    shaped("getLargestAccounts", "circulating", { filter: "circulating" }),
    shaped("getLargestAccounts", "not circulating", { filter: "nonCirculating" }),
    request("getLargestAccounts", "a wrong filter", [{ filter: "all" }]),
    shaped("getVoteAccounts", ""),
    request("getVoteAccounts", "of nobody", [{ votePubkey: cast.nowhere }]),
    request("getVoteAccounts", "a wrong key", [{ votePubkey: "abc" }]),
    request("getStakeMinimumDelegation", "", []),
    request("getStakeMinimumDelegation", "confirmed", [{ commitment: "confirmed" }]),
    shaped("getSlotLeader", ""),
    shaped("getSlotLeaders", "", cast.slots["transfer"], 3),
    request("getSlotLeaders", "none", [cast.slots["transfer"], 0]),
    request("getSlotLeaders", "too many", [cast.slots["transfer"], 5001]),
    request("getSlotLeaders", "to come", [9_000_000_000_000, 2]),
    shaped("getLeaderSchedule", ""),
    shaped("getLeaderSchedule", "null", null),
    shaped("getLeaderSchedule", "of a slot", cast.slots["transfer"]),
    request("getLeaderSchedule", "to come", [9_000_000_000_000]),
    request("getLeaderSchedule", "of nobody", [null, { identity: cast.nowhere }]),
    request("getLeaderSchedule", "a wrong identity", [null, { identity: "abc" }]),
    shaped("getLeaderSchedule", "config alone", { commitment: "confirmed" }),
    shaped("getBlockProduction", ""),
    request("getBlockProduction", "of nobody", [{ identity: cast.nowhere }]),
    request("getBlockProduction", "a wrong identity", [{ identity: "abc" }]),
    shaped("getBlockProduction", "a range", {
      range: { firstSlot: cast.slots["transfer"], lastSlot: cast.slots["token"] },
    }),
    request("getBlockProduction", "a range backwards", [{ range: { firstSlot: 5, lastSlot: 3 } }]),
    request("getBlockProduction", "a range to come", [{ range: { firstSlot: 9_000_000_000_000 } }]),
    request("getBlockProduction", "a range that ends to come", [
      { range: { firstSlot: cast.slots["transfer"], lastSlot: 9_000_000_000_000 } },
    ]),
    shaped("getBlockCommitment", "", cast.slots["transfer"]),
    shaped("getBlockCommitment", "to come", 9_000_000_000_000),
    shaped("getClusterNodes", ""),
    request("getInflationGovernor", "", []),
    shaped("getInflationRate", ""),
    request("getInflationReward", "an epoch to come", [[cast.alice], { epoch: 900_000 }]),
    request("getInflationReward", "a wrong address", [["abc"]]),
    request("getRecentPerformanceSamples", "none", [0]),
    request("getRecentPerformanceSamples", "too many", [721]),
    shaped("getHighestSnapshotSlot", ""),
    shaped("getFirstAvailableBlock", ""),
    shaped("minimumLedgerSlot", ""),
    shaped("getMaxRetransmitSlot", ""),
    shaped("getMaxShredInsertSlot", ""),
    request("getStakeActivation", "", [addressOf("stake delegated")]),
    request("getConfirmedTransaction", "", [cast.signatures["transfer"]]),
    request("getRecentBlockhash", "", []),
    request("getFees", "", []),
    request("getSnapshotSlot", "", []),
    request("noSuchMethod", "", []),
    request("getSlot", "minContextSlot to come", [{ minContextSlot: 9_000_000_000_000 }]),
    request("getSlot", "a wrong config", ["finalized"]),
  ];
}

function blocks(cast: Cast): Request[] {
  const slot = cast.slots["transfer"] ?? 0;
  const last = cast.slots["token"] ?? 0;
  const block = (name: string, config?: unknown, at = slot) =>
    request("getBlock", name, config === undefined ? [at] : [at, config]);
  const v0 = { maxSupportedTransactionVersion: 0 };
  const slotOf0 = cast.slots["version 0"] ?? 0;
  return [
    block(""),
    block("an encoding as a text", "base64"),
    ...["full", "accounts", "signatures", "none"].flatMap((transactionDetails) => [
      block(transactionDetails, { ...v0, transactionDetails }),
      block(`${transactionDetails}, without rewards`, { ...v0, transactionDetails, rewards: false }),
      block(`${transactionDetails}, of version 0`, { ...v0, transactionDetails }, slotOf0),
      block(`${transactionDetails}, of version 0, not supported`, { transactionDetails }, slotOf0),
    ]),
    ...["json", "jsonParsed", "base64", "base58"].map((encoding) => block(encoding, { ...v0, encoding })),
    ...["jsonParsed", "base64"].map((encoding) =>
      block(`accounts, ${encoding}`, { ...v0, encoding, transactionDetails: "accounts" }),
    ),
    block("accounts of tokens", { ...v0, transactionDetails: "accounts" }, last),
    block("an unknown encoding", { encoding: "hex" }),
    block("an unknown detail", { transactionDetails: "some" }),
    block("processed", { commitment: "processed" }),
    block("confirmed", { ...v0, commitment: "confirmed", transactionDetails: "none" }),
    block("to come", v0, 9_000_000_000_000),
    block("of no number", undefined, "x" as unknown as number),
    request("getBlocks", "", [slot, slot + 3]),
    request("getBlocks", "one", [slot, slot]),
    request("getBlocks", "backwards", [slot, slot - 2]),
    request("getBlocks", "to come", [9_000_000_000_000]),
    request("getBlocks", "processed", [slot, slot + 1, { commitment: "processed" }]),
    request("getBlocks", "config second", [slot, { commitment: "processed" }]),
    request("getBlocksWithLimit", "", [slot, 3]),
    request("getBlocksWithLimit", "none", [slot, 0]),
    request("getBlocksWithLimit", "too many", [slot, 500_001]),
    request("getBlocksWithLimit", "to come", [9_000_000_000_000, 3]),
    request("getBlocksWithLimit", "processed", [slot, 3, { commitment: "processed" }]),
    request("getBlockTime", "", [slot]),
    request("getBlockTime", "to come", [9_000_000_000_000]),
  ];
}

function history(cast: Cast): Request[] {
  const v0 = { maxSupportedTransactionVersion: 0 };
  const transaction = (name: string, which: string, config?: unknown) =>
    request(
      "getTransaction",
      `${which}, ${name}`,
      config === undefined ? [cast.signatures[which]] : [cast.signatures[which], config],
    );
  const crafted = Object.keys(cast.signatures).filter((name) => / \d+$/.test(name));
  const { signatures } = cast;
  const last = signatures["token"];
  return [
    transaction("plain", "transfer"),
    ...["json", "jsonParsed", "base64", "base58"].flatMap((encoding) =>
      ["transfer", "version 0", "token"].map((which) => transaction(encoding, which, { ...v0, encoding })),
    ),
    transaction("not supported", "version 0"),
    transaction("without version", "transfer", { encoding: "json" }),
    transaction("encoding as a text", "transfer", "base64"),
    transaction("processed", "transfer", { commitment: "processed" }),
    transaction("unknown encoding", "transfer", { encoding: "hex" }),
    transaction("in words", "failed", { ...v0, encoding: "jsonParsed" }),
    transaction("in words", "failed second", { ...v0, encoding: "jsonParsed" }),
    transaction("in words", "budget", { ...v0, encoding: "jsonParsed" }),
    transaction("in words", "airdrop", { ...v0, encoding: "jsonParsed" }),
    transaction("in words", "approve", { ...v0, encoding: "jsonParsed" }),
    ...crafted.map((which) => ({
      ...transaction("in words", which, { encoding: "jsonParsed" }),
      crafted: true as const,
    })),
    request("getTransaction", "unknown", ["5".repeat(88)]),
    request("getTransaction", "wrong size", ["abc"]),
    request("getSignatureStatuses", "", [[signatures["transfer"], signatures["failed"]]]),
    request("getSignatureStatuses", "with history", [
      [signatures["transfer"]],
      { searchTransactionHistory: true },
    ]),
    request("getSignatureStatuses", "too many", [Array.from({ length: 257 }, () => signatures["transfer"])]),
    request("getSignatureStatuses", "a wrong one", [["abc"]]),
    request("getSignatureStatuses", "none", [[]]),
    request("getSignaturesForAddress", "", [cast.receiver]),
    request("getSignaturesForAddress", "before", [cast.receiver, { before: signatures["version 0"] }]),
    request("getSignaturesForAddress", "until", [cast.receiver, { until: signatures["transfer"] }]),
    request("getSignaturesForAddress", "one", [cast.receiver, { limit: 1 }]),
    request("getSignaturesForAddress", "limit 0", [cast.receiver, { limit: 0 }]),
    request("getSignaturesForAddress", "limit 1001", [cast.receiver, { limit: 1001 }]),
    request("getSignaturesForAddress", "processed", [cast.receiver, { commitment: "processed" }]),
    request("getSignaturesForAddress", "of a stranger's signature", [cast.receiver, { before: last }]),
    request("getSignaturesForAddress", "before a wrong one", [cast.receiver, { before: "abc" }]),
    request("getSignaturesForAddress", "nobody", [cast.nowhere]),
    request("getSignaturesForAddress", "wrong size", ["abc"]),
  ];
}

function sending(cast: Cast): Request[] {
  const base64 = { encoding: "base64" };
  const simulate = (name: string, wire: string, config: unknown = base64) =>
    request("simulateTransaction", name, [wire, config]);
  const send = (name: string, wire: string, config: unknown = base64) =>
    request("sendTransaction", name, [wire, config]);
  return [
    simulate("", cast.unsent),
    simulate("version 0", cast.unsentVersion0),
    simulate("unsigned", cast.unsigned),
    simulate("unsigned, verified", cast.unsigned, { ...base64, sigVerify: true }),
    simulate("replaced blockhash", cast.unknownHash, { ...base64, replaceRecentBlockhash: true }),
    simulate("unknown blockhash", cast.unknownHash),
    simulate("both", cast.unsent, { ...base64, sigVerify: true, replaceRecentBlockhash: true }),
    simulate("with inner", cast.unsent, { ...base64, innerInstructions: true }),
    simulate("with accounts", cast.unsent, {
      ...base64,
      accounts: { addresses: [cast.alice, cast.receiver], encoding: "base64" },
    }),
    simulate("with accounts in words", cast.unsent, {
      ...base64,
      accounts: { addresses: [cast.alice], encoding: "jsonParsed" },
    }),
    simulate("with compressed accounts", cast.unsent, {
      ...base64,
      accounts: { addresses: [cast.alice], encoding: "base64+zstd" },
    }),
    simulate("with base58 accounts", cast.unsent, {
      ...base64,
      accounts: { addresses: [], encoding: "base58" },
    }),
    simulate("with too many accounts", cast.unsent, {
      ...base64,
      accounts: { addresses: Array.from({ length: 9 }, () => cast.alice) },
    }),
    simulate("overdrawn", cast.overdrawn),
    simulate("sent again", cast.sentAgain),
    simulate("garbage", "AAAA"),
    simulate("not base64", "§"),
    simulate("no encoding", cast.unsent, {}),
    simulate("unknown encoding", cast.unsent, { encoding: "hex" }),
    send("overdrawn", cast.overdrawn),
    send("sent again", cast.sentAgain),
    send("unknown blockhash", cast.unknownHash),
    send("unsigned", cast.unsigned),
    send("garbage", "AAAA"),
    send("too large", Buffer.alloc(1300).toString("base64")),
    send("minContextSlot to come", cast.unsent, { ...base64, minContextSlot: 9_000_000_000_000 }),
    request("getFeeForMessage", "", [cast.unsentMessage]),
    request("getFeeForMessage", "unknown blockhash", [cast.unknownHashMessage]),
    request("getFeeForMessage", "garbage", ["AAAA"]),
    request("getFeeForMessage", "not base64", ["§"]),
    request("isBlockhashValid", "", [cast.blockhash]),
    request("isBlockhashValid", "unknown", [addressOf("unknown hash")]),
    request("isBlockhashValid", "wrong size", ["abc"]),
    request("getLatestBlockhash", "", [{ commitment: "confirmed" }], "shape"),
    request("requestAirdrop", "a wrong address", ["abc", 1]),
    request("requestAirdrop", "one param", [cast.alice]),
  ];
}

/** Every request of the comparison. */
export function requestsOf(cast: Cast): Request[] {
  const groups = [accounts, programs, tokens, cluster, blocks, history, sending];
  return groups.flatMap((group) => group(cast));
}
