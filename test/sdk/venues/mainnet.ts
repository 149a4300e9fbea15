import { createHash } from "node:crypto";
import bs58 from "bs58";
import type { Intent } from "intent-tx/contract";
import { decodeTransaction } from "intent-tx/solana";
import { jupiter, orca, raydium } from "intent-tx/venues";
import transactions from "./mainnet-transactions.json" with { type: "json" };

/** A transaction of mainnet with its signatures removed, so that it is judged like one that a service has built. */
export function unsignedMainnet(id: string): string {
  const found = transactions.find((one) => one.id === id);
  if (!found) throw new Error(`no transaction ${id}`);
  const bytes = Buffer.from(found.base64, "base64");
  bytes.fill(0, 1, 1 + 64 * bytes[0]!);
  return bytes.toString("base64");
}

const SOL = "So11111111111111111111111111111111111111112";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const WIF = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
const BONK = "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const KEYSTONE = "3w1iMvjKGxpbGaaSekNUsZBcVKERg2BCsUZMGrjcTMsj";

/** An order that the transaction was probably built for, and the verdict, computed by hand from its bytes. */
export interface Verdict {
  readonly id: string;
  readonly wallet: string;
  /** Mints and amounts of a swap: what is taken, and what the service quoted. Or the recipient of a transfer. */
  readonly order: readonly [input: string, amount: bigint, output: string, quoted: bigint];
  readonly options: {
    readonly slippageBps?: number;
    readonly priorityFee?: number;
    readonly maxFee?: number;
  };
  /** Entries of lookup tables that matter. Others are invented. */
  readonly tables?: Readonly<Record<string, string>>;
  /** Codes of the findings; for an accepted transaction, what leaves and arrives, fee and rent. */
  readonly expected: readonly string[] | readonly [bigint, bigint, bigint, bigint];
}

export const VERDICTS: readonly Verdict[] = [
  {
    id: "jup-route-static",
    wallet: KEYSTONE,
    order: [SOL, 1_000_000n, WIF, 83_980n],
    options: { slippageBps: 14, priorityFee: 44_040 },
    // floor(83,980 × 0.9986); 5,000 + ceil(122,866 × 0.04404).
    expected: [1_000_000n, 83_862n, 10_412n, 0n],
  },
  {
    id: "jup-shared-route-3alt",
    wallet: KEYSTONE,
    order: [USDC, 118_466n, SOL, 868_817n],
    options: { slippageBps: 50, priorityFee: 523_712 },
    tables: {
      "qKd3QpjMTSr7wC63LLt7A5u2S7N6FKdf3KsdXk5rbrq[35]": SOL,
      "FucMYjkfiJo4G9fbhQuc4cwpXnyhQRLRNwJzBmxRHryr[11]": USDC,
    },
    expected: [118_466n, 864_472n, 188_554n, 0n],
  },
  {
    // The output goes to an account that Jupiter derives and creates.
    id: "jup-create-token-route",
    wallet: KEYSTONE,
    order: [USDC, 660_232n, SOL, 5_032_384n],
    options: { slippageBps: 500, priorityFee: 2_753 },
    expected: [660_232n, 4_780_764n, 5_336n, 0n],
  },
  {
    // Slippage of 20 %, and no proof that Jupiter keeps the maximum.
    id: "jup-exact-out",
    wallet: KEYSTONE,
    order: [USDC, 13_511n, SOL, 100_000n],
    options: { slippageBps: 1000, priorityFee: 200_665 },
    expected: ["needs_guard", "slippage"],
  },
  {
    // A market maker signs too.
    id: "jup-route-v2-rfq",
    wallet: "B8ttfFCJRyJivDLn19Q6uvndVCssTwkokLAgz22vyo1Q",
    order: ["A3QAoKnf3jFcCfTGvEpE7KVBMZqXQJwvwt6Uc4UExkDp", 4_000_000n, USDC, 799_960n],
    options: { slippageBps: 50, priorityFee: 11_072 },
    tables: { "3oy9ojnsDzqmMNi87Gs7Hn5v3MPVqnWjG9k8BmzKR7yW[40]": USDC },
    expected: ["extra_signer"],
  },
  {
    // A tag program, a price of eight bytes, and a compute-unit limit above the maximum.
    id: "lifi-jup-shared-signed",
    wallet: "FvS1p2dQnhWNrHyuVpJRU5mkYRkSTrubXHs4XrAn3PGo",
    order: [USDC, 1_000_000n, BONK, 5_658_702_523n],
    options: { slippageBps: 50 },
    tables: {
      "FucMYjkfiJo4G9fbhQuc4cwpXnyhQRLRNwJzBmxRHryr[7]": TOKEN,
      "FucMYjkfiJo4G9fbhQuc4cwpXnyhQRLRNwJzBmxRHryr[11]": USDC,
    },
    expected: ["unknown_instruction", "unknown_instruction", "compute_limit"],
  },
  {
    id: "trust-jup-wrap-unsigned",
    wallet: "AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q",
    order: [SOL, 1_000_000_000n, USDC, 102_012_566n],
    options: { slippageBps: 50, priorityFee: 71_428 },
    tables: {
      "HJ5StCvsDU4JsvK39VcsHjaoTRTtQU749MQ9qUsJaG1m[110]": SOL,
      "5cFsmTCEfmvpBUBHqsWZnf9n5vTWLYH2LT8X7HdShwxP[246]": USDC,
    },
    expected: [1_000_000_000n, 101_502_503n, 105_000n, 0n],
  },
  {
    // A tag program, and accounts for others at the wallet's cost. The two fees and the input make the order's 0.5 USDC.
    id: "turnkey-jup-fees-unsigned",
    wallet: "DTwnQq6QdYRibHtyzWM5MxqsBuDTiUD8aeaFcjesnoKt",
    order: [USDC, 500_000n, SOL, 3_851_718n],
    options: { slippageBps: 1000, priorityFee: 184_488 },
    tables: {
      "7KYzjjTydKxCSrjD3M3A2ntqKWtiGZszVX3ubA1FZcf5[192]": USDC,
      "7KYzjjTydKxCSrjD3M3A2ntqKWtiGZszVX3ubA1FZcf5[19]": SOL,
    },
    expected: ["unknown_instruction", "unexpected_instruction", "unexpected_instruction"],
  },
  {
    // The output stays wrapped.
    id: "raydium-v4-swap",
    wallet: "5tMx9GXT5jg3hiM9sZ7i341hQH2bqN45Q7FNEKG6Xixk",
    order: [USDC, 1000n, SOL, 47n],
    options: {},
    expected: ["missing_instruction"],
  },
  {
    // The accounts are those of the wallet that was replaced as payer. Also a fee of 4,812 and a tip of 12,600.
    id: "orca-swap-v2-payer-edited",
    wallet: "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi",
    order: [USDC, 962_519n, SOL, 11_099_708n],
    options: { priorityFee: 70_000, maxFee: 100_000 },
    expected: [
      "wrong_account",
      "wrong_account",
      "wrong_account",
      "unexpected_instruction",
      "unexpected_instruction",
    ],
  },
];

export const VENUES = { ...jupiter, ...orca, ...raydium };

/** The content of the tables of a transaction. Entries that do not matter are invented. */
export function tablesOf({ id, tables = {} }: Verdict): Record<string, string[]> {
  const invented = (table: string, index: number) =>
    bs58.encode(createHash("sha256").update(`${table} ${index}`).digest());
  return Object.fromEntries(
    decodeTransaction(unsignedMainnet(id)).lookupTables.map(({ table, writable, readonly }) => [
      table,
      Array.from(
        { length: 1 + Math.max(...writable, ...readonly) },
        (_, index) => tables[`${table}[${index}]`] ?? invented(table, index),
      ),
    ]),
  );
}

export const intentOf = ({ order: [inputToken, amount, outputToken, outAmount] }: Verdict): Intent => ({
  intentId: "intent_0123456789abcdef",
  action: "swap",
  parameters: { inputToken, outputToken, amount },
  route: { inAmount: amount, outAmount, priceImpact: 0, marketInfos: [] },
  confidence: 1,
});
