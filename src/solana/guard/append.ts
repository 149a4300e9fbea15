import bs58 from "bs58";
import { PACKET_BYTES } from "../../contract/chain.js";
import { UnsafeTransactionError } from "../../errors/errors.js";
import type { DecodedTransaction } from "../decode/decode.js";
import { LIGHTHOUSE } from "../decode/instructions.js";
import { joinWire, readWire, VERSION_1 } from "../decode/wire-transaction.js";
import { type Assertion, leb128 } from "./lighthouse.js";

const counted = (list: readonly (readonly number[])[]): number[] => [...leb128(list.length), ...list.flat()];

/**
 * Appends assertions to an unsigned transaction. The program is the only added account, read-only, so that it comes last
 * of those in the transaction itself; the indexes of accounts of lookup tables move by one.
 * @param accounts All accounts, those of lookup tables with their addresses.
 * @throws UnsafeTransactionError when the assertions do not fit.
 */
export function appendGuards(
  bytes: Uint8Array,
  accounts: readonly DecodedTransaction.Account[],
  assertions: readonly Assertion[],
): Uint8Array {
  const wire = readWire(bytes);
  const listed = wire.keys.length;
  const known = accounts.findIndex(({ address }) => address === LIGHTHOUSE);
  // A program must be in the transaction itself.
  const isListed = known >= 0 && known < listed;
  const program = isListed ? known : listed;
  const added = isListed ? 0 : 1;
  const moved = (index: number) => (index < listed ? index : index + added);
  const keys = [...wire.keys.map((key) => [...key]), ...(isListed ? [] : [[...bs58.decode(LIGHTHOUSE)]])];
  const guards = assertions.map(({ address, data }) => ({
    program,
    accounts: [moved(accounts.findIndex((one) => one.address === address))],
    data: [...data],
  }));
  const instructions = [
    ...wire.instructions.map((one) => ({
      program: one.program,
      accounts: Array.from(one.accounts, moved),
      data: [...one.data],
    })),
    ...guards,
  ];
  const header = [wire.signatures.length, wire.readonlySigners, wire.readonlyOthers + added];
  const blockhash = [...wire.recentBlockhash];
  const message =
    wire.version === 1
      ? [
          ...[wire.message[0] as number, ...header],
          ...wire.message.subarray(4, 8),
          ...[...blockhash, instructions.length, keys.length, ...keys.flat()],
          // The values of the config: what lies between the keys and the heads of the instructions.
          ...wire.message.subarray(42 + 32 * listed, configEnd(wire.message, listed)),
          ...instructions.flatMap(({ program: index, accounts: list, data }) => [
            ...[index, list.length, data.length & 0xff, data.length >> 8],
          ]),
          ...instructions.flatMap(({ accounts: list, data }) => [...list, ...data]),
        ]
      : [
          ...(wire.version === 0 ? [0x80] : []),
          ...header,
          ...counted(keys),
          ...blockhash,
          ...counted(
            instructions.map(({ program: index, accounts: list, data }) => [
              ...[index, ...leb128(list.length), ...list, ...leb128(data.length), ...data],
            ]),
          ),
          ...(wire.version === 0
            ? counted(
                wire.lookups.map(({ table, writable, readonly }) => [
                  ...[...table, ...leb128(writable.length), ...writable],
                  ...[...leb128(readonly.length), ...readonly],
                ]),
              )
            : []),
        ];
  const guarded = joinWire(Uint8Array.from(message), wire.signatures);
  const max = wire.version === 1 ? VERSION_1.bytes : PACKET_BYTES;
  if (guarded.length > max) {
    const text = `The guards need ${guarded.length - bytes.length} bytes, and the transaction with them has ${guarded.length}; at most ${max} fit. Nothing was signed. Ask the service for a smaller transaction, such as one with lookup tables, or pay without guard.`;
    throw new UnsafeTransactionError(text, [{ code: "needs_guard", message: text }]);
  }
  return guarded;
}

/** Where the config of a version 1 message ends: one word for each bit of the mask. */
function configEnd(message: Uint8Array, keys: number): number {
  const mask = message[4] as number;
  const words = [0, 1, 2, 3, 4].filter((bit) => mask & (1 << bit)).length;
  return 42 + 32 * keys + 4 * words;
}
