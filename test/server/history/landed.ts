import bs58 from "bs58";
import { makeWorld } from "../../../mock-server/src/fixtures/make-world.js";
import { tokenOfSymbol } from "../../../mock-server/src/fixtures/world-data.js";
import { compileTransaction } from "../../../mock-server/src/formats/compile.js";
import type { Instruction } from "../../../mock-server/src/formats/instructions.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import type { ChainError, Landed, Ledger, TokenBalance } from "../../../mock-server/src/ledger/ledger.js";

export const world = makeWorld(new Random("1"));
export const token = (symbol: string) => tokenOfSymbol(world.tokens, symbol)!;
export const mint = (symbol: string) => token(symbol).mint;
export const [ALICE = "", BOB = ""] = world.wallets.map(({ wallet }) => wallet.address);

let made = 0;

/** A different signature for each number. */
function signatureOf(number: number): string {
  const bytes = new Uint8Array(64).fill(3);
  new DataView(bytes.buffer).setUint32(0, number);
  return bs58.encode(bytes);
}

export interface Shown {
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
  readonly pre?: bigint;
  readonly post?: bigint;
  readonly decimals?: number;
}

/** A landed transaction of some instructions, with the token balances that a ledger would report. */
export function landed(
  payer: string,
  instructions: readonly Instruction[],
  more: { shown?: readonly Shown[]; err?: ChainError; commitment?: Landed["commitment"]; at?: number } = {},
): Landed {
  const keys = new Set([payer]);
  const { wire } = compileTransaction(payer, payer, instructions);
  const count = wire[65 + 4] ?? 0;
  for (let index = 0; index < count; index++)
    keys.add(bs58.encode(wire.subarray(70 + index * 32, 102 + index * 32)));
  const accountKeys = [...keys];
  const balances = (side: "pre" | "post"): TokenBalance[] =>
    (more.shown ?? []).flatMap(({ account, owner, mint, decimals = 6, ...amounts }) => {
      const amount = amounts[side];
      const accountIndex = accountKeys.indexOf(account);
      return amount === undefined ? [] : [{ accountIndex, owner, mint, programId: "", amount, decimals }];
    });
  made++;
  return {
    logs: [],
    unitsConsumed: 1,
    fee: 5000n,
    preBalances: [],
    postBalances: [],
    signature: signatureOf(made),
    slot: made,
    at: more.at ?? Date.parse("2026-01-01T00:00:00Z"),
    commitment: more.commitment ?? "finalized",
    wire,
    err: more.err ?? null,
    accountKeys,
    preTokenBalances: balances("pre"),
    postTokenBalances: balances("post"),
  };
}

/** A ledger with these transactions of one wallet, newest first. */
export function ledgerOf(transactions: readonly Landed[]): Ledger {
  return {
    transaction: (signature: string) =>
      Promise.resolve(transactions.find((one) => one.signature === signature)),
    landed: (_: string, { before, limit }: { before?: string; limit: number }) => {
      const start = before === undefined ? 0 : transactions.findIndex((one) => one.signature === before) + 1;
      return Promise.resolve(transactions.slice(start, start + limit));
    },
  } as unknown as Ledger;
}
