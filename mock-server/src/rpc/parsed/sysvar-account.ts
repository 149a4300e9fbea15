import { SYSVARS } from "../../chain/programs.js";
import { ByteReader } from "./byte-reader.js";
import type { Words } from "./words.js";

/** Slots that the history of slots tells of. */
const HISTORY_SLOTS = 1_048_576;

/** The eight bits of each byte, the first slot's first. */
const BITS = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(2).padStart(8, "0").split("").reverse().join(""),
);

type Read = (reader: ByteReader) => unknown;

const READERS: ReadonlyMap<string, { readonly type: string; readonly read: Read }> = new Map(
  Object.entries({
    [SYSVARS.clock]: {
      type: "clock",
      read: (reader: ByteReader) => ({
        slot: reader.u64(),
        epochStartTimestamp: reader.i64(),
        epoch: reader.u64(),
        leaderScheduleEpoch: reader.u64(),
        unixTimestamp: reader.i64(),
      }),
    },
    [SYSVARS.epochSchedule]: {
      type: "epochSchedule",
      read: (reader: ByteReader) => ({
        slotsPerEpoch: reader.u64(),
        leaderScheduleSlotOffset: reader.u64(),
        warmup: reader.bool(),
        firstNormalEpoch: reader.u64(),
        firstNormalSlot: reader.u64(),
      }),
    },
    [SYSVARS.fees]: {
      type: "fees",
      read: (reader: ByteReader) => ({ feeCalculator: feeCalculator(reader) }),
    },
    [SYSVARS.recentBlockhashes]: {
      type: "recentBlockhashes",
      read: (reader: ByteReader) =>
        reader.list(() => ({ blockhash: reader.key(), feeCalculator: feeCalculator(reader) })),
    },
    [SYSVARS.rent]: {
      type: "rent",
      read: (reader: ByteReader) => ({
        lamportsPerByteYear: String(reader.u64()),
        exemptionThreshold: reader.f64(),
        burnPercent: reader.u8(),
      }),
    },
    [SYSVARS.rewards]: {
      type: "rewards",
      read: (reader: ByteReader) => ({ validatorPointValue: reader.f64() }),
    },
    [SYSVARS.slotHashes]: {
      type: "slotHashes",
      read: (reader: ByteReader) => reader.list(() => ({ slot: reader.u64(), hash: reader.key() })),
    },
    [SYSVARS.slotHistory]: { type: "slotHistory", read: slotHistory },
    [SYSVARS.stakeHistory]: {
      type: "stakeHistory",
      read: (reader: ByteReader) =>
        reader.list(() => ({
          epoch: reader.u64(),
          stakeHistory: { effective: reader.u64(), activating: reader.u64(), deactivating: reader.u64() },
        })),
    },
    [SYSVARS.lastRestartSlot]: {
      type: "lastRestartSlot",
      read: (reader: ByteReader) => ({ lastRestartSlot: reader.u64() }),
    },
    [SYSVARS.epochRewards]: {
      type: "epochRewards",
      read: (reader: ByteReader) => ({
        distributionStartingBlockHeight: reader.u64(),
        numPartitions: reader.u64(),
        parentBlockhash: reader.key(),
        totalPoints: String(reader.u128()),
        totalRewards: String(reader.u64()),
        distributedRewards: String(reader.u64()),
        active: reader.bool(),
      }),
    },
  }),
);

function feeCalculator(reader: ByteReader) {
  return { lamportsPerSignature: String(reader.u64()) };
}

function slotHistory(reader: ByteReader) {
  const bytes = reader.bool() ? reader.take(8 * Number(reader.u64())) : new Uint8Array(0);
  reader.u64();
  const bits = Array.from(bytes, (byte) => BITS[byte] ?? "").join("");
  return { nextSlot: reader.u64(), bits: bits.slice(0, HISTORY_SLOTS).padEnd(HISTORY_SLOTS, "0") };
}

/** A sysvar. @throws {RangeError} for one that a node has no words for */
export function sysvarWords(address: string, data: Uint8Array): Words {
  const found = READERS.get(address);
  if (!found) throw new RangeError("no such sysvar");
  return { type: found.type, info: found.read(new ByteReader(data)) };
}
