import bs58 from "bs58";
import { readSwap } from "../../../../mock-server/src/formats/amm/instruction.js";
import { PROGRAMS } from "../../../../mock-server/src/formats/programs.js";
import { humanUnits } from "../../parts/format.js";
import { world } from "../../server/world.js";
import { nameOf } from "./names.js";
import type { ParsedInstruction } from "./wire.js";

/** A described instruction: its action and its arguments. */
export interface Description {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: unknown])[];
}

const COMPUTE_BUDGET: ReadonlyMap<
  number,
  readonly [title: string, fact: string, read: (data: DataView) => unknown]
> = new Map([
  [1, ["request heap frame", "bytes", (data: DataView) => data.getUint32(1, true)]],
  [2, ["set compute unit limit", "units", (data: DataView) => data.getUint32(1, true)]],
  [3, ["set compute unit price", "micro-lamports per unit", (data: DataView) => data.getBigUint64(1, true)]],
  [4, ["set loaded accounts data size limit", "bytes", (data: DataView) => data.getUint32(1, true)]],
]);

export function amountOf(mint: string, amount: bigint): string {
  const token = world.value?.tokens.find((one) => one.mint === mint);
  return token ? `${humanUnits(amount, token.decimals)} ${token.symbol}` : `${amount} base units`;
}

function describeSwap(accounts: readonly string[], data: Uint8Array): Description | undefined {
  const swap = readSwap(accounts, data);
  if (!swap) return undefined;
  const exactIn = swap.side === "exact-in";
  return {
    title: `swap ${swap.side}`,
    facts: [
      ["user", swap.user],
      [
        "gives",
        `${exactIn ? "" : "at most "}${amountOf(swap.inputMint, exactIn ? swap.amount : swap.bound)}`,
      ],
      [
        "gets",
        `${exactIn ? "at least " : ""}${amountOf(swap.outputMint, exactIn ? swap.bound : swap.amount)}`,
      ],
      ["pools", String(swap.vaults.length)],
    ],
  };
}

function describeRaw({ programId, accounts = [], data = "" }: ParsedInstruction): Description {
  const bytes = bs58.decode(data);
  if (programId === PROGRAMS.swap) {
    const swap = describeSwap(accounts, bytes);
    if (swap) return swap;
  }
  if (programId === PROGRAMS.computeBudget && bytes.length >= 5) {
    const known = COMPUTE_BUDGET.get(bytes[0] ?? 0);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (known && (bytes[0] !== 3 || bytes.length >= 9)) {
      return { title: known[0], facts: [[known[1], known[2](view)]] };
    }
  }
  return {
    title: "instruction",
    facts: [...accounts.map((address, index) => [`account ${index + 1}`, address] as const), ["data", data]],
  };
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
export function phraseOf(instruction: ParsedInstruction): string {
  const program = nameOf(instruction.programId)?.replace(/ program$/, "") ?? "Program";
  return `${program}: ${describe(instruction).title}`;
}
