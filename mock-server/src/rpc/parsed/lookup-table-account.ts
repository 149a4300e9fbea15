import { ByteReader } from "./byte-reader.js";
import type { Words } from "./words.js";

/** Bytes in front of a table's addresses. */
const HEAD = 56;

/** An address lookup table. @throws {RangeError} if it is none */
export function lookupTableWords(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  const kind = reader.u32();
  if (kind === 0) return { type: "uninitialized" };
  if (kind !== 1 || data.length < HEAD || (data.length - HEAD) % 32 !== 0)
    throw new RangeError("no lookup table");
  const deactivationSlot = String(reader.u64());
  const lastExtendedSlot = String(reader.u64());
  const lastExtendedSlotStartIndex = reader.u8();
  const authority = reader.optional(() => reader.key());
  reader.at = HEAD;
  const addresses = Array.from({ length: reader.left / 32 }, () => reader.key());
  return {
    type: "lookupTable",
    info: {
      addresses,
      ...(authority !== undefined && { authority }),
      ...{ deactivationSlot, lastExtendedSlot, lastExtendedSlotStartIndex },
    },
  };
}
