import bs58 from "bs58";
import { readSwap, type SwapOrdered } from "../../../../mock-server/src/formats/amm/instruction.js";
import { PROGRAMS } from "../../../../mock-server/src/formats/programs.js";
import { shorten } from "../../parts/short.js";
import { NATIVE } from "../wallets/holdings.js";
import { tokenMoves } from "./balances.js";
import { amountOf, phraseOf } from "./descriptions.js";
import { nameOf, symbolOf } from "./names.js";
import type { ChainTransaction, ParsedInstruction } from "./wire.js";

const who = (address: string) => nameOf(address) ?? shorten(address);

function swapSentence(found: ChainTransaction, swap: SwapOrdered): string {
  const user = who(swap.user);
  const [input, output] = [symbolOf(swap.inputMint) ?? "tokens", symbolOf(swap.outputMint) ?? "tokens"];
  if (found.meta?.err != null)
    return swap.side === "exact-in"
      ? `${user} tried to swap ${amountOf(swap.inputMint, swap.amount)} for ${output}`
      : `${user} tried to buy ${amountOf(swap.outputMint, swap.amount)} with ${input}`;
  // The vaults show the amounts without the fee and the rent that the wallet also paid.
  const moved = (vault: string | undefined) => {
    const move = tokenMoves(found).find(({ address }) => address === vault);
    return move ? move.after - move.before : 0n;
  };
  const paid = amountOf(swap.inputMint, moved(swap.vaults[0]?.[0]));
  return `${user} swapped ${paid} for ${amountOf(swap.outputMint, -moved(swap.vaults.at(-1)?.[1]))}`;
}

interface TransferInfo {
  readonly source?: string;
  readonly destination?: string;
  readonly account?: string;
  readonly mint?: string;
  readonly lamports?: number | bigint;
  readonly amount?: string;
  readonly tokenAmount?: { readonly amount: string };
}

/** A transfer or a minting of tokens in words; undefined for other instructions. */
function transferSentence(found: ChainTransaction, { parsed }: ParsedInstruction): string | undefined {
  if (typeof parsed !== "object" || !/^(transfer|mintTo)/.test(parsed.type ?? "")) return undefined;
  const { source, account, destination = account, ...info } = (parsed.info ?? {}) as TransferInfo;
  const { accountKeys } = found.transaction.message;
  const held = (address: string | undefined) =>
    [...(found.meta?.preTokenBalances ?? []), ...(found.meta?.postTokenBalances ?? [])].find(
      ({ accountIndex }) => accountKeys[accountIndex]?.pubkey === address,
    );
  const amount = info.lamports ?? info.tokenAmount?.amount ?? info.amount;
  if (destination === undefined || amount === undefined) return undefined;
  const mint = info.lamports === undefined ? (info.mint ?? held(destination)?.mint ?? "") : NATIVE;
  const text = amountOf(mint, BigInt(amount));
  const receiver = who(held(destination)?.owner ?? destination);
  if (source === undefined) return `${receiver} received ${text}`;
  const verb = found.meta?.err == null ? "sent" : "tried to send";
  return `${who(held(source)?.owner ?? source)} ${verb} ${text} to ${receiver}`;
}

/** Describes a transaction: its swaps, otherwise its transfers, otherwise its instructions. */
export function sentenceOf(found: ChainTransaction): string {
  const instructions = found.transaction.message.instructions.filter(
    ({ programId }) => programId !== PROGRAMS.computeBudget,
  );
  const swaps = instructions.flatMap(({ programId, accounts, data }) => {
    const swap =
      programId === PROGRAMS.swap && accounts && data ? readSwap(accounts, bs58.decode(data)) : undefined;
    return swap ? [swapSentence(found, swap)] : [];
  });
  const transfers = instructions.flatMap((one) => transferSentence(found, one) ?? []);
  const sentences = swaps.length > 0 ? swaps : transfers.length > 0 ? transfers : instructions.map(phraseOf);
  return [...new Set(sentences)].join(", ");
}
