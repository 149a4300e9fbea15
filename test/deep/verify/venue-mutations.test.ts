// Mutations of mainnet's transactions in the bytes that carry money. A reader that shares no code with the SDK reads each
// accepted one, and compares it with the order.
import { VersionedTransaction } from "@solana/web3.js";
import { verifyTransaction } from "intent-tx/solana";
import { expect, test } from "vitest";
import { intentOf, tablesOf, unsignedMainnet, VENUES, VERDICTS } from "../../sdk/venues/mainnet.js";
import { type Random, random } from "../random.js";
import { SCALE } from "../scale.js";

const PER_TRANSACTION = SCALE === 1 ? 500 : 2000;

type Message = VersionedTransaction["message"];

const U64S = [0n, 1n, 47n, 2n ** 64n - 1n];

/** Changes one to three places: amounts, accounts by index, keys, and bytes after the data. */
function mutate(next: Random, message: Message): void {
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const swaps = message.compiledInstructions.filter(({ data }) => data.length > 12);
  for (let left = 1 + next(3); left > 0; left--) {
    const one = pick(
      next(3) === 0 ? message.compiledInstructions : swaps.length > 0 ? swaps : message.compiledInstructions,
    );
    const data = Buffer.from(one.data);
    const kind = next(6);
    if (kind === 0 && data.length > 0) data[next(data.length)] = next(256);
    else if (kind === 1 && data.length > 0)
      data[data.length - 1 - next(Math.min(data.length, 20))]! ^= 1 << next(8);
    else if (kind === 2 && data.length > 8) data.writeBigUInt64LE(pick(U64S), next(data.length - 8));
    else if (kind === 3)
      one.accountKeyIndexes[next(Math.max(1, one.accountKeyIndexes.length))] = next(
        message.staticAccountKeys.length,
      );
    // The same end again: what a reader of the last bytes would take for the amounts.
    else if (kind === 4)
      (one as { data: Uint8Array }).data = Buffer.concat([
        data,
        data.subarray(Math.max(0, data.length - 19)),
      ]);
    else (one as { data: Uint8Array }).data = data.subarray(0, Math.max(0, data.length - 1 - next(3)));
    if (kind < 3) (one as { data: Uint8Array }).data = data;
  }
}

/** Sizes of the payloads of the swaps in these routes, by variant. A transaction with another one is not compared. */
const PAYLOADS: Readonly<Record<number, number>> = { 10: 0, 17: 1, 26: 0, 38: 0, 61: 1 };
const JUPITER = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4";

/** Input, least output, and the places of user, source, destination and override, as the programs read them. */
function read(
  program: string,
  data: Buffer,
): { input: bigint; least: bigint; accounts: number[]; override?: number } | undefined {
  if (program !== JUPITER)
    return data[0] === 9
      ? { input: data.readBigUInt64LE(1), least: data.readBigUInt64LE(9), accounts: [17, 15, 16] }
      : undefined;
  const shared = data.subarray(0, 8).toString("hex") === "c1209b3341d69c81";
  if (!shared && data.subarray(0, 8).toString("hex") !== "e517cb977ae3ad2a") return undefined;
  let at = shared ? 9 : 8;
  let steps = data.readUInt32LE(at);
  for (at += 4; steps > 0; steps--) {
    const size = PAYLOADS[data[at] ?? 255];
    if (size === undefined) return undefined;
    at += 4 + size;
  }
  const [input, quoted] = [data.readBigUInt64LE(at), data.readBigUInt64LE(at + 8)];
  const [slippage, fee] = [BigInt(data.readUInt16LE(at + 16)), BigInt(data.readUInt8(at + 18))];
  const least = (((quoted * (10_000n - slippage)) / 10_000n) * (10_000n - fee)) / 10_000n;
  return shared ? { input, least, accounts: [2, 3, 6] } : { input, least, accounts: [1, 2, 3], override: 4 };
}

/** The swap of a transaction, or undefined if the reader does not know it. */
function swapIn(message: Message) {
  for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
    const program = message.staticAccountKeys[programIdIndex]!.toBase58();
    const name = (place: number) => message.staticAccountKeys[accountKeyIndexes[place] ?? -1]?.toBase58();
    const found =
      data.length > 12 && program !== "11111111111111111111111111111111"
        ? read(program, Buffer.from(data))
        : undefined;
    if (found)
      return {
        ...found,
        accounts: found.accounts.map(name),
        override: found.override === undefined ? JUPITER : name(found.override),
      };
  }
  return undefined;
}

test.each(VERDICTS)(`$id: no worse one of ${PER_TRANSACTION} mutations is accepted`, (verdict) => {
  const { id, wallet, order, options } = verdict;
  const [, amount, , quoted] = order;
  const lookupTables = tablesOf(verdict);
  const bytes = Buffer.from(unsignedMainnet(id), "base64");
  const original = swapIn(VersionedTransaction.deserialize(bytes).message);
  const next = random(20_261_128);
  let accepted = 0;
  for (let run = 0; run < PER_TRANSACTION; run++) {
    const transaction = VersionedTransaction.deserialize(bytes);
    mutate(next, transaction.message);
    let text: string;
    try {
      text = Buffer.from(transaction.serialize()).toString("base64");
      verifyTransaction(text, intentOf(verdict), {
        walletAddress: wallet,
        swapPrograms: VENUES,
        lookupTables,
        ...options,
      });
    } catch {
      continue;
    }
    accepted++;
    const swap = swapIn(VersionedTransaction.deserialize(Buffer.from(text, "base64")).message);
    if (swap === undefined) continue;
    expect(swap.accounts).toEqual(original?.accounts);
    expect(swap.override).toBe(JUPITER);
    expect(swap.input).toBe(amount);
    expect(swap.least).toBeGreaterThanOrEqual(
      (quoted * BigInt(10_000 - (options.slippageBps ?? 50))) / 10_000n,
    );
  }
  // A transaction that is refused stays refused.
  if (typeof verdict.expected[0] === "string") expect(accepted).toBe(0);
});
