import { ByteReader, readOr } from "../../chain/byte-reader.js";
import { PROGRAMS, SYSVARS } from "../../chain/programs.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import type { Words } from "./instruction-form.js";
import { stakeWords } from "./stake.js";
import { type MintForm, tokenWords } from "./token-account.js";

/** Account data in `jsonParsed` form. */
export interface ParsedAccount {
  readonly program: string;
  readonly parsed: Words;
  readonly space: number;
}

interface Parser {
  readonly program: string;
  readonly words: (account: ChainAccount, form: MintForm | undefined) => Words | undefined;
}

const parser = (program: string, words: (data: Uint8Array, address: string) => Words): Parser => ({
  program,
  words: ({ data, address }) => readOr(() => words(data, address)),
});

/** The programs with `jsonParsed` accounts. */
const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  [PROGRAMS.system, parser("nonce", nonceWords)],
  [PROGRAMS.token, { program: "spl-token", words: tokenWords }],
  [PROGRAMS.token2022, { program: "spl-token-2022", words: tokenWords }],
  [PROGRAMS.addressLookupTable, parser("address-lookup-table", lookupTableWords)],
  [PROGRAMS.loaderV3, parser("bpf-upgradeable-loader", loaderWords)],
  [PROGRAMS.stake, parser("stake", stakeWords)],
  [SYSVARS.owner, parser("sysvar", (data, address) => sysvarWords(address, data))],
]);

/**
 * An account in `jsonParsed` form; undefined if a node writes it as base64, such as a wallet.
 *
 * @param form how the mint of a token account displays amounts
 */
export function parseAccount(account: ChainAccount, form: MintForm | undefined): ParsedAccount | undefined {
  const found = PARSERS.get(account.owner);
  const parsed = found?.words(account, form);
  return found && parsed && { program: found.program, parsed, space: account.data.length };
}

const LEGACY = 0;
const CURRENT = 1;
const INITIALIZED = 1;

/** An initialized nonce account, the only parsed account of the System program. @throws {RangeError} for any other */
export function nonceWords(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  const version = reader.u32();
  if ((version !== LEGACY && version !== CURRENT) || reader.u32() !== INITIALIZED)
    throw new RangeError("no nonce");
  return {
    type: "initialized",
    info: {
      authority: reader.key(),
      blockhash: reader.key(),
      feeCalculator: { lamportsPerSignature: String(reader.u64()) },
    },
  };
}

/** Size of a lookup table's header, before its addresses. */
const HEAD = 56;

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
      deactivationSlot,
      lastExtendedSlot,
      lastExtendedSlotStartIndex,
    },
  };
}

const base64 = (bytes: Uint8Array): [string, "base64"] => [Buffer.from(bytes).toString("base64"), "base64"];

/** An account of the upgradeable loader: a program, its data, or a buffer. @throws {RangeError} for any other data */
export function loaderWords(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  switch (reader.u32()) {
    case 0:
      return { type: "uninitialized" };
    case 1: {
      const authority = reader.optional(() => reader.key()) ?? null;
      return { type: "buffer", info: { authority, data: base64(data.subarray(reader.at)) } };
    }
    case 2:
      return { type: "program", info: { programData: reader.key() } };
    case 3: {
      const slot = reader.u64();
      const authority = reader.optional(() => reader.key()) ?? null;
      return { type: "programData", info: { slot, authority, data: base64(data.subarray(reader.at)) } };
    }
    default:
      throw new RangeError("a loader account must be one of four kinds");
  }
}

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
    [SYSVARS.rent]: {
      type: "rent",
      read: (reader: ByteReader) => ({
        lamportsPerByteYear: String(reader.u64()),
        exemptionThreshold: reader.f64(),
        burnPercent: reader.u8(),
      }),
    },
    [SYSVARS.slotHashes]: {
      type: "slotHashes",
      read: (reader: ByteReader) => reader.list(() => ({ slot: reader.u64(), hash: reader.key() })),
    },
    [SYSVARS.stakeHistory]: {
      type: "stakeHistory",
      read: (reader: ByteReader) =>
        reader.list(() => ({
          epoch: reader.u64(),
          stakeHistory: { effective: reader.u64(), activating: reader.u64(), deactivating: reader.u64() },
        })),
    },
  }),
);

export function sysvarWords(address: string, data: Uint8Array): Words {
  const found = READERS.get(address);
  if (!found) throw new RangeError("no such sysvar");
  return { type: found.type, info: found.read(new ByteReader(data)) };
}
