import {
  NATIVE_MINT,
  PROGRAM_IDS,
  type SwapRecord,
  type TransactionRecord,
  type TransferRecord,
} from "intent-tx/contract";
import type { TokenList } from "../fixtures/tokens.js";
import { toHumanUnits } from "../formats/base-units.js";
import { associatedTokenAddress } from "../formats/program-addresses.js";
import type { Landed } from "../ledger/ledger.js";
import { swapOutcome, tokenChanges } from "../market/landed-swap.js";
import { type Reading, readLanded, type ValueMove } from "./instructions.js";

type SwapMove = Extract<ValueMove, { kind: "swap" }>;

/** A transaction's effect on a wallet. */
interface Effect {
  /** The tokens that moved, in base units; of a swap, its input. */
  readonly moved: { readonly mint: string; readonly amount: bigint };
  /** The type and the details of its record. */
  readonly record: (
    tokens: TokenList,
  ) => Pick<SwapRecord, "type" | "details"> | Pick<TransferRecord, "type" | "details">;
}

/** A landed transaction's effect on `wallet`; undefined if it is not a swap or transfer of the wallet. */
function effectOn(landed: Landed, wallet: string): Effect | undefined {
  const reading = readLanded(landed);
  const owners = new Owners(landed, reading);
  const swap = reading.moves.find((move): move is SwapMove => move.kind === "swap" && move.user === wallet);
  if (swap) return swapEffect(landed, swap);
  for (const move of reading.moves) {
    const effect = transferEffect(move, wallet, owners);
    if (effect) return effect;
  }
  return undefined;
}

function swapEffect(landed: Landed, swap: SwapMove): Effect {
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

function transferEffect(move: ValueMove, wallet: string, owners: Owners): Effect | undefined {
  if (move.kind === "swap") return undefined;
  if (move.kind === "sol") {
    const { from, to, amount } = move;
    // SOL that a wallet sends to its own wrapped-SOL account is only wrapped.
    if ((from !== wallet && to !== wallet) || owners.owns(from, to, NATIVE_MINT)) return undefined;
    return transfer(NATIVE_MINT, amount, to);
  }
  if (move.kind === "mint") {
    const { mint, destination, amount } = move;
    if (!owners.owns(wallet, destination, mint)) return undefined;
    return transfer(mint, amount, wallet, owners.holdingOf(destination)?.decimals);
  }
  const { source, destination, authority, amount } = move;
  const [from, to] = [owners.holdingOf(source), owners.holdingOf(destination)];
  const mint = move.mint ?? from?.mint ?? to?.mint;
  if (mint === undefined) return undefined;
  const outgoing = authority === wallet || owners.owns(wallet, source, mint);
  const incoming = owners.owns(wallet, destination, mint);
  if (!outgoing && !incoming) return undefined;
  const recipient = incoming ? wallet : (to?.owner ?? destination);
  return transfer(mint, amount, recipient, move.decimals ?? from?.decimals ?? to?.decimals);
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

interface TokenHolding {
  readonly owner: string;
  readonly mint: string;
  /** Absent if the transaction shows only the account's creation. */
  readonly decimals?: number;
}

/**
 * Finds the owners of a transaction's token accounts. The token balances name the owner of each account that exists
 * before or after the transaction. If the transaction failed, the owner of a new account is in the instruction that
 * creates it. A wallet's associated token account is recognised even without these sources.
 */
class Owners {
  readonly #accounts = new Map<string, TokenHolding>();

  constructor(landed: Landed, reading: Reading) {
    for (const { account, owner, mint } of reading.created) this.#accounts.set(account, { owner, mint });
    for (const balance of [...landed.preTokenBalances, ...landed.postTokenBalances]) {
      const address = landed.accountKeys[balance.accountIndex];
      const { owner, mint, decimals } = balance;
      if (address !== undefined) this.#accounts.set(address, { owner, mint, decimals });
    }
  }

  /** Undefined if the transaction does not show the account. */
  holdingOf(account: string): TokenHolding | undefined {
    return this.#accounts.get(account);
  }

  /** True if `account` is a token account of `wallet`. `mint` is used if the transaction does not show the account. */
  owns(wallet: string, account: string, mint: string): boolean {
    const holding = this.#accounts.get(account);
    if (holding) return holding.owner === wallet;
    return [PROGRAM_IDS.token, PROGRAM_IDS.token2022].some(
      (program) => associatedTokenAddress(wallet, mint, program) === account,
    );
  }
}
