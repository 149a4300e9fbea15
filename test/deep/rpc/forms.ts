import { SystemProgram, Transaction } from "@solana/web3.js";
import bs58 from "bs58";
import { associatedTokenAddress } from "../../../mock-server/src/formats/program-addresses.js";
import { METHODS } from "../../../mock-server/src/rpc/methods/methods.js";
import { TOKEN, USDC } from "./cast.js";
import type { Request } from "./requests.js";
import { type Answer, finalized, type Target, worldKeypair } from "./targets.js";

const context = { commitment: "finalized", minContextSlot: 0 };
const account = { ...context, encoding: "base64", dataSlice: { offset: 0, length: 4 } };
const transaction = { encoding: "base64", maxSupportedTransactionVersion: 0 };
const block = { commitment: "finalized", ...transaction, transactionDetails: "none", rewards: false };

/** Valid params of each method that accepts any; a configuration has all fields that the method accepts. */
function validParams(slot: number, blockhash: string): Readonly<Record<string, readonly unknown[]>> {
  const alice = worldKeypair("alice");
  const address = alice.publicKey.toBase58();
  const identity = address;
  const signature = bs58.encode(Buffer.alloc(64, 7));
  const transfer = SystemProgram.transfer({
    fromPubkey: alice.publicKey,
    toPubkey: alice.publicKey,
    lamports: 1,
  });
  // The blockhash is unknown, so a transaction is refused after its params are accepted.
  const unsent = new Transaction({ recentBlockhash: USDC, feePayer: alice.publicKey }).add(transfer);
  unsent.sign(alice);
  const wire = unsent.serialize().toString("base64");
  const owned = [address, { mint: USDC, programId: undefined }, account];
  return {
    getAccountInfo: [address, account],
    getBalance: [address, context],
    getBlock: [slot, block],
    getBlockCommitment: [slot],
    getBlockHeight: [context],
    getBlockProduction: [{ ...context, identity, range: { firstSlot: 0, lastSlot: slot } }],
    getBlockTime: [slot],
    getBlocks: [slot, slot, context],
    getBlocksWithLimit: [slot, 1, context],
    getEpochInfo: [context],
    getFeeForMessage: [unsent.serializeMessage().toString("base64"), context],
    getInflationGovernor: [context],
    getInflationReward: [[address], { ...context, epoch: 0 }],
    getLargestAccounts: [{ ...context, filter: "circulating", sortResults: true }],
    getLatestBlockhash: [context],
    getLeaderSchedule: [slot, { ...context, identity }],
    getMinimumBalanceForRentExemption: [100, context],
    getMultipleAccounts: [[address], account],
    getProgramAccounts: [
      TOKEN,
      { ...account, filters: [{ dataSize: 7 }], withContext: true, sortResults: true },
    ],
    getRecentPerformanceSamples: [1],
    getRecentPrioritizationFees: [[address]],
    getSignatureStatuses: [[signature], { searchTransactionHistory: true }],
    getSignaturesForAddress: [address, { ...context, before: signature, until: signature, limit: 1 }],
    getSlot: [context],
    getSlotLeader: [context],
    getSlotLeaders: [slot, 1],
    getStakeMinimumDelegation: [context],
    getSupply: [{ ...context, excludeNonCirculatingAccountsList: true }],
    getTokenAccountBalance: [associatedTokenAddress(address, USDC, TOKEN), context],
    getTokenAccountsByDelegate: owned,
    getTokenAccountsByOwner: owned,
    getTokenLargestAccounts: [USDC, context],
    getTokenSupply: [USDC, context],
    getTransaction: [signature, { commitment: "finalized", ...transaction }],
    getTransactionCount: [context],
    getVoteAccounts: [
      { ...context, votePubkey: address, keepUnstakedDelinquents: true, delinquentSlotDistance: 9 },
    ],
    isBlockhashValid: [blockhash, context],
    requestAirdrop: [address, 1_000_000, { commitment: "finalized", recentBlockhash: blockhash }],
    sendTransaction: [
      wire,
      {
        encoding: "base64",
        skipPreflight: false,
        preflightCommitment: "finalized",
        maxRetries: 1,
        minContextSlot: 0,
      },
    ],
    simulateTransaction: [
      wire,
      {
        ...context,
        encoding: "base64",
        sigVerify: false,
        replaceRecentBlockhash: false,
        innerInstructions: false,
        accounts: { encoding: "base64", addresses: [address] },
      },
    ],
  };
}

/** Values that most params refuse. */
const VALUES: readonly unknown[] = [
  null,
  {},
  [],
  [null],
  [{}],
  "x",
  5,
  -1,
  true,
  { commitment: null },
  { commitment: "rooted" },
  { commitment: "recent" },
  { commitment: "processed" },
  { commitment: 5 },
  { commitment: {} },
  ["finalized"],
  [true],
  { minContextSlot: 0 },
  { minContextSlot: 2 ** 50 },
];
const FIELD_VALUES: readonly unknown[] = [
  null,
  {},
  [],
  [null],
  [0, 4],
  "x",
  5,
  -1,
  true,
  [{ tokenAccountState: null }],
];

/** A method's params with each one, and each field of its configuration, replaced by each of the values. */
function variants(valid: readonly unknown[]): (readonly unknown[])[] {
  const at = (index: number, value: unknown) => valid.map((param, each) => (each === index ? value : param));
  const varied = valid.flatMap((param, index) => {
    const isObject = typeof param === "object" && param !== null && !Array.isArray(param);
    const fields = isObject ? Object.keys(param) : [];
    return [
      valid.slice(0, index),
      ...VALUES.map((value) => at(index, value)),
      ...fields.flatMap((field) =>
        FIELD_VALUES.map((value) => at(index, { ...(param as object), [field]: value })),
      ),
      ...fields.map((field) => at(index, { [field]: (param as Readonly<Record<string, unknown>>)[field] })),
    ];
  });
  return [valid, ...varied, ...VALUES.map((value) => [...valid, value])];
}

/** Blocks that a validator offers at the call's commitment follow a young chain's first ones. */
const YOUNG_SLOTS = 40;

/** Calls of every method with valid and invalid params, except for slot 5, which only some validators have. */
export async function formsOf(target: Target): Promise<Request[]> {
  await target.slots(YOUNG_SLOTS);
  await finalized(target);
  const slot = Number((await target.call("getSlot", [])).result);
  const { result } = await target.call("getLatestBlockhash", []);
  const { blockhash } = (result as { value: { blockhash: string } }).value;
  const valid = validParams(slot, blockhash);
  return [...METHODS.keys()].flatMap((method) =>
    variants(valid[method] ?? [])
      .filter(([first]) => !(method.startsWith("getBlock") && first === 5))
      .map((params, index) => ({ name: `${method} ${index}`, method, params })),
  );
}

/** Params that JavaScript cannot write, and params of which two are invalid, with the code for the one refused first. */
const BODIES: readonly (readonly [id: string, method: string, params: string, code: number])[] = [
  ["1.0", "getHealth", "[]", -32700],
  ["1e0", "getHealth", "[]", -32700],
  ["-0", "getHealth", "[]", -32700],
  ["1", "getSlot", '[{"minContextSlot":1.0}]', -32602],
  ["1", "getSlot", '[{"ignored":1.0}]', 0],
  ["1", "requestAirdrop", `["${USDC}",1e9]`, -32602],
  ["1", "getMinimumBalanceForRentExemption", "[-0]", -32602],
  ["1", "getTokenAccountsByOwner", `["${USDC}",{"mint":"${TOKEN}"},{"minContextSlot":1e15}]`, -32602],
  ["1", "getTokenAccountsByOwner", `["${USDC}",{"mint":"${TOKEN}"},{"minContextSlot":99999999999}]`, -32016],
  [
    "1",
    "getTokenAccountsByDelegate",
    `["${USDC}",{"mint":"${TOKEN}"},{"minContextSlot":99999999999}]`,
    -32016,
  ],
  // Unused bits of the last character are not zero.
  ["1", "sendTransaction", '["AAB=",{"encoding":"base64","minContextSlot":99999999999}]', -32602],
  ["1", "simulateTransaction", '["AAB=",{"encoding":"base64","minContextSlot":99999999999}]', -32602],
];

/** Sends {@link BODIES}, and returns those with another code. */
export async function differentBodies(target: Target): Promise<unknown[]> {
  const different: unknown[] = [];
  for (const body of BODIES) {
    const [id, method, params, code] = body;
    const text = await target.post(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`);
    const { error } = JSON.parse(text) as Answer;
    if ((error?.code ?? 0) !== code) different.push([...body, text]);
  }
  return different;
}
