import { encodeTransaction, type MessageParts } from "./compile.js";
import type { Instruction } from "./instructions.js";
import { PROGRAMS } from "./programs.js";
import { readTransaction, type Transaction } from "./transaction.js";

/** The transaction with another message. Its signatures are gone. @throws RangeError if it is too large */
export function edited(transaction: Transaction, change: Partial<MessageParts>): Transaction {
  return readTransaction(encodeTransaction({ ...transaction, ...change }));
}

/**
 * Inserts instructions. New accounts become read-only and unsigned static accounts, and indexes into lookup tables
 * shift by their number. No other account changes.
 *
 * @param at - index of the first new instruction
 * @throws RangeError if the transaction becomes too large
 */
export function withInstructions(
  transaction: Transaction,
  at: number,
  added: readonly Instruction[],
): Transaction {
  const { staticKeys: before, readonlyUnsigned, instructions } = transaction;
  const named = added.flatMap(({ programId, accounts }) => [
    programId,
    ...accounts.map(({ address }) => address),
  ]);
  const staticKeys = [...new Set([...before, ...named])];
  const shift = staticKeys.length - before.length;
  const own = instructions.map((instruction) => ({
    ...instruction,
    accounts: instruction.accounts.map((index) => (index < before.length ? index : index + shift)),
  }));
  own.splice(
    at,
    0,
    ...added.map(({ programId, accounts, data }) => ({
      programIdIndex: staticKeys.indexOf(programId),
      accounts: accounts.map(({ address }) => staticKeys.indexOf(address)),
      data,
    })),
  );
  return edited(transaction, {
    staticKeys,
    readonlyUnsigned: readonlyUnsigned + shift,
    instructions: own,
  });
}

/** Number of instructions at the start that advance a nonce or set the compute budget. */
export function leadingInstructions({ instructions, staticKeys }: Transaction): number {
  const isBudget = (at: number) =>
    staticKeys[instructions[at]?.programIdIndex ?? -1] === PROGRAMS.computeBudget;
  let count = staticKeys[instructions[0]?.programIdIndex ?? -1] === PROGRAMS.system && isBudget(1) ? 1 : 0;
  while (isBudget(count)) count++;
  return count;
}
