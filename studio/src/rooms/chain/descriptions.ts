import bs58 from "bs58";
import { NATIVE_MINT } from "intent-tx/contract";
import type { SwapOrdered } from "../../../../mock-server/src/formats/amm/instruction.js";
import { PROGRAMS } from "../../../../mock-server/src/formats/programs.js";
import { swapIn } from "../../../../mock-server/src/formats/router/instruction.js";
import { shorten } from "../../parts/copy.js";
import { humanUnits } from "../../parts/format.js";
import { tokenOf } from "../../server/world.js";
import { tokenMoves } from "./balances.js";
import { nameOf, symbolOf } from "./names.js";
import type { ChainTransaction, ParsedInstruction } from "./wire.js";

/** A described instruction: its action and its arguments. */
export interface Description {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: unknown])[];
}

/** The titles and arguments of the compute budget program's instructions, by their first byte. */
const COMPUTE_BUDGET: readonly (readonly [title: string, argument: string] | undefined)[] = [
  undefined,
  ["request heap frame", "bytes"],
  ["set compute unit limit", "units"],
  ["set compute unit price", "micro-lamports per unit"],
  ["set loaded accounts data size limit", "bytes"],
];
const PRICE = 3;

export function amountOf(mint: string, amount: bigint): string {
  const token = tokenOf(mint);
  return token ? `${humanUnits(amount, token.decimals)} ${token.symbol}` : `${amount} base units`;
}

function swapOf({ programId, accounts = [], data = "" }: ParsedInstruction): SwapOrdered | undefined {
  return swapIn(programId, accounts, bs58.decode(data));
}

function describeSwap({
  side,
  user,
  inputMint,
  outputMint,
  amount,
  bound,
  vaults,
}: SwapOrdered): Description {
  const [gives, gets] =
    side === "input"
      ? [amountOf(inputMint, amount), `at least ${amountOf(outputMint, bound)}`]
      : [`at most ${amountOf(inputMint, bound)}`, amountOf(outputMint, amount)];
  return {
    title: `swap exact-${side === "input" ? "in" : "out"}`,
    facts: [
      ["user", user],
      ["gives", gives],
      ["gets", gets],
      ["pools", String(vaults.length)],
    ],
  };
}

function describeBudget(data: string): Description | undefined {
  const bytes = bs58.decode(data);
  const [kind = 0] = bytes;
  const known = COMPUTE_BUDGET[kind];
  if (!known || bytes.length < (kind === PRICE ? 9 : 5)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = kind === PRICE ? view.getBigUint64(1, true) : view.getUint32(1, true);
  return { title: known[0], facts: [[known[1], value]] };
}

function describeRaw(instruction: ParsedInstruction): Description {
  const { programId, accounts = [], data = "" } = instruction;
  const swap = swapOf(instruction);
  if (swap) return describeSwap(swap);
  const budget = programId === PROGRAMS.computeBudget ? describeBudget(data) : undefined;
  const named = accounts.map((address, index) => [`account ${index + 1}`, address] as const);
  return budget ?? { title: "instruction", facts: [...named, ["data", data]] };
}

/** A field's name as words: "programId" is "program ID". */
export const spaced = (name: string) =>
  name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, " ID");

/** Describes an instruction, from the node's parsed form or from its bytes. */
export function describe(instruction: ParsedInstruction): Description {
  const { parsed } = instruction;
  if (typeof parsed === "string") return { title: "memo", facts: [["text", parsed]] };
  if (!parsed) return describeRaw(instruction);
  return {
    title: spaced(parsed.type ?? "instruction"),
    facts: Object.entries(parsed.info ?? {}).map(([name, value]) => [spaced(name), value]),
  };
}

/** Describes the instruction in one short phrase, for a list. */
function phraseOf(instruction: ParsedInstruction): string {
  const program = nameOf(instruction.programId)?.replace(/ program$/, "") ?? "Program";
  return `${program}: ${describe(instruction).title}`;
}

const who = (address: string) => nameOf(address) ?? shorten(address);

function swapSentence(found: ChainTransaction, swap: SwapOrdered): string {
  const user = who(swap.user);
  const [input, output] = [symbolOf(swap.inputMint) ?? "tokens", symbolOf(swap.outputMint) ?? "tokens"];
  if (found.meta?.err != null)
    return swap.side === "input"
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
  const mint = info.lamports === undefined ? (info.mint ?? held(destination)?.mint ?? "") : NATIVE_MINT;
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
  const swaps = instructions.flatMap((one) => {
    const swap = swapOf(one);
    return swap ? [swapSentence(found, swap)] : [];
  });
  const transfers = instructions.flatMap((one) => transferSentence(found, one) ?? []);
  const sentences = swaps.length > 0 ? swaps : transfers.length > 0 ? transfers : instructions.map(phraseOf);
  return [...new Set(sentences)].join(", ");
}
