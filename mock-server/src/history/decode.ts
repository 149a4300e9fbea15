import {
  NATIVE_MINT,
  PROGRAM_IDS,
  type SwapRecord,
  type TransactionRecord,
  type TransferRecord,
} from "intent-tx/contract";
import type { TokenList } from "../fixtures/tokens.js";
import type { SwapOrdered } from "../formats/amm/instruction.js";
import { toHumanUnits } from "../formats/base-units.js";
import { TAGS } from "../formats/instructions.js";
import { viewOf } from "../formats/little-endian.js";
import { associatedTokenAddress } from "../formats/program-addresses.js";
import { isTokenProgram } from "../formats/programs.js";
import { swapIn } from "../formats/router/instruction.js";
import { readTransaction } from "../formats/transaction.js";
import type { Landed } from "../ledger/ledger.js";
import { swapOutcome, tokenChanges } from "../market/landed-swap.js";

/** An instruction with addresses instead of account indexes. */
interface Call {
  readonly program: string;
  readonly named: readonly string[];
  readonly data: Uint8Array;
}

/** A transaction's effect on a wallet. */
interface Effect {
  /** The tokens that moved, in base units; of a swap, its input. */
  readonly moved: { readonly mint: string; readonly amount: bigint };
  /** The type and the details of its record. */
  readonly record: (
    tokens: TokenList,
  ) => Pick<SwapRecord, "type" | "details"> | Pick<TransferRecord, "type" | "details">;
}

/**
 * A landed transaction's effect on `wallet`; undefined if it is not a swap or transfer of the wallet. Reads only the
 * top-level instructions, because they determine the inner instructions.
 */
function effectOn(landed: Landed, wallet: string): Effect | undefined {
  const { accountKeys } = landed;
  const calls = readTransaction(landed.wire).instructions.map(({ programIdIndex, accounts, data }): Call => {
    const named = accounts.map((index) => accountKeys[index] ?? "");
    return { program: accountKeys[programIdIndex] ?? "", named, data };
  });
  for (const { program, named, data } of calls) {
    const swap = swapIn(program, named, data);
    if (swap?.user === wallet) return swapEffect(landed, swap);
  }
  const holdings = holdingsOf(landed, calls);
  for (const call of calls) {
    const effect = transferEffect(call, wallet, holdings);
    if (effect) return effect;
  }
  return undefined;
}

function swapEffect(landed: Landed, swap: SwapOrdered): Effect {
  const { inputMint, outputMint, side, amount, bound, vaults } = swap;
  // For a failed swap, the record shows the offered input and an output of 0.
  const { inAmount, outAmount, priceImpact } =
    landed.err === null
      ? swapOutcome(vaults, tokenChanges(landed))
      : { inAmount: side === "input" ? amount : bound, outAmount: 0n, priceImpact: 0 };
  return {
    moved: { mint: inputMint, amount: inAmount },
    record: (tokens) => {
      const [input, output] = [tokens.ofMint(inputMint), tokens.ofMint(outputMint)];
      const details = {
        inputToken: input?.symbol ?? inputMint,
        outputToken: output?.symbol ?? outputMint,
        inputAmount: human(inAmount, input?.decimals ?? 0),
        outputAmount: human(outAmount, output?.decimals ?? 0),
        priceImpact,
      };
      return { type: "swap", details };
    },
  };
}

/** A transfer. `decimals` are those that the transaction states, for a token that is not in the world. */
function transfer(mint: string, amount: bigint, recipient: string, decimals = 0): Effect {
  return {
    moved: { mint, amount },
    record: (tokens) => {
      const token = tokens.ofMint(mint);
      const shown = human(amount, token?.decimals ?? decimals);
      return { type: "transfer", details: { token: token?.symbol ?? mint, amount: shown, recipient } };
    },
  };
}

function transferEffect(
  { program, named, data }: Call,
  wallet: string,
  holdings: ReadonlyMap<string, Holding>,
): Effect | undefined {
  const view = viewOf(data);
  const [first, second] = named;
  if (first === undefined || second === undefined) return undefined;
  if (program === PROGRAM_IDS.system) {
    if (data.length !== 12 || view.getUint32(0, true) !== TAGS.systemTransfer) return undefined;
    const recipient = holdings.get(second)?.owner ?? second;
    // SOL that a wallet sends to its own wrapped-SOL account is only wrapped.
    if ((first !== wallet && recipient !== wallet) || owns(holdings, first, second, NATIVE_MINT))
      return undefined;
    return transfer(NATIVE_MINT, view.getBigUint64(4, true), recipient);
  }
  if (!isTokenProgram(program) || data.length < 9) return undefined;
  const [tag, amount] = [data[0], view.getBigUint64(1, true)];
  // The faucet mints all tokens except SOL.
  if (tag === TAGS.mintTo || tag === TAGS.mintToChecked)
    return owns(holdings, wallet, second, first)
      ? transfer(first, amount, wallet, holdings.get(second)?.decimals)
      : undefined;
  const isChecked = tag === TAGS.transferChecked && data.length >= 10;
  if (!isChecked && tag !== TAGS.tokenTransfer) return undefined;
  const [destination, authority] = named.slice(isChecked ? 2 : 1);
  if (destination === undefined || authority === undefined) return undefined;
  const [from, to] = [holdings.get(first), holdings.get(destination)];
  // The unchecked instruction names neither mint nor decimals.
  const mint = isChecked ? second : (from?.mint ?? to?.mint);
  if (mint === undefined) return undefined;
  const incoming = owns(holdings, wallet, destination, mint);
  if (!incoming && authority !== wallet && !owns(holdings, wallet, first, mint)) return undefined;
  const decimals = isChecked ? data[9] : (from?.decimals ?? to?.decimals);
  return transfer(mint, amount, incoming ? wallet : (to?.owner ?? destination), decimals);
}

/** A transaction's record in the history of `wallet` (decisions 46 and 48); undefined if it does not belong there. */
export function historyRecord(
  landed: Landed,
  wallet: string,
  tokens: TokenList,
): TransactionRecord | undefined {
  const effect = effectOn(landed, wallet);
  if (!effect) return undefined;
  const status = landed.err === null ? landed.commitment : "failed";
  const timestamp = new Date(landed.at).toISOString();
  return { signature: landed.signature, timestamp, status, ...effect.record(tokens) };
}

/** Converts base units to human units. Only the last step, to the number that the contract requires, can round. */
function human(amount: bigint, decimals: number): number {
  return Number(toHumanUnits(amount, decimals));
}

/**
 * The accounting data of a landed transaction that the service built: whether it succeeded, and the USD value of the
 * tokens that left the wallet (0 if it failed).
 *
 * @param usdValue - returns the value of base units when the transaction landed
 */
export function landedEffects(
  landed: Landed,
  usdValue: (mint: string, baseUnits: bigint) => number,
): { readonly success: boolean; readonly usd: number } {
  const wallet = landed.accountKeys[0];
  if (landed.err !== null || wallet === undefined) return { success: landed.err === null, usd: 0 };
  const effect = effectOn(landed, wallet);
  return { success: true, usd: effect ? usdValue(effect.moved.mint, effect.moved.amount) : 0 };
}

/** A token account. */
interface Holding {
  readonly owner: string;
  readonly mint: string;
  /** Absent if the transaction shows only the account's creation. */
  readonly decimals?: number;
}

/**
 * A transaction's token accounts. The token balances show each account that exists before or after the transaction. If
 * the transaction failed, a new account is only in the instruction that creates it.
 */
function holdingsOf(landed: Landed, calls: readonly Call[]): ReadonlyMap<string, Holding> {
  const holdings = new Map<string, Holding>();
  for (const { program, named } of calls) {
    const [, account = "", owner = "", mint = ""] = named;
    if (program === PROGRAM_IDS.associatedToken) holdings.set(account, { owner, mint });
  }
  for (const balance of [...landed.preTokenBalances, ...landed.postTokenBalances]) {
    const address = landed.accountKeys[balance.accountIndex];
    const { owner, mint, decimals } = balance;
    if (address !== undefined) holdings.set(address, { owner, mint, decimals });
  }
  return holdings;
}

/**
 * True if `account` is a token account of `wallet`: if the transaction does not show the account, the wallet's
 * associated token account for `mint`.
 */
function owns(
  holdings: ReadonlyMap<string, Holding>,
  wallet: string,
  account: string,
  mint: string,
): boolean {
  const holding = holdings.get(account);
  if (holding) return holding.owner === wallet;
  return [PROGRAM_IDS.token, PROGRAM_IDS.token2022].some(
    (program) => associatedTokenAddress(wallet, mint, program) === account,
  );
}
