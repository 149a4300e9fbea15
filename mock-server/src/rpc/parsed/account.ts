import { ByteReader, readOr } from "../../formats/byte-reader.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import {
  base64Rest,
  bool,
  byNumber,
  decimal64,
  decimal128,
  f64,
  form,
  i64,
  key,
  listOf,
  optional,
  orNull,
  type Read,
  struct,
  u8,
  uint64,
  type Words,
} from "./layout.js";
import { stakeState } from "./stake.js";
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

const parser = (program: string, words: (data: Uint8Array) => Words): Parser => ({
  program,
  words: ({ data }) => readOr(() => words(data)),
});

const CURRENT = 1;
const INITIALIZED = 1;

/** An initialized nonce account, the only parsed account of the System program. @throws {RangeError} for any other */
function nonceAccount(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  if (reader.u32() > CURRENT || reader.u32() !== INITIALIZED) throw new RangeError("no nonce");
  const feeCalculator = struct({ lamportsPerSignature: decimal64 });
  return { type: "initialized", info: struct({ authority: key, blockhash: key, feeCalculator })(reader) };
}

/** Size of a lookup table's header, before its addresses. */
const HEAD = 56;

const lookupTableAccount = byNumber([
  form("uninitialized"),
  form("lookupTable", "", {
    deactivationSlot: decimal64,
    lastExtendedSlot: decimal64,
    lastExtendedSlotStartIndex: u8,
    authority: optional(key),
    addresses: (reader) => {
      if (reader.bytes.length < HEAD || (reader.bytes.length - HEAD) % 32 !== 0)
        throw new RangeError("no lookup table");
      reader.at = HEAD;
      return Array.from({ length: reader.left / 32 }, () => reader.key());
    },
  }),
]);

const withAuthority = { authority: orNull(optional(key)), data: base64Rest };

/** An account of the upgradeable loader: a program, its data, or a buffer. */
const loaderAccount = byNumber([
  form("uninitialized"),
  form("buffer", "", withAuthority),
  form("program", "", { programData: key }),
  form("programData", "", { slot: uint64, ...withAuthority }),
]);

const stakes = struct({ effective: uint64, activating: uint64, deactivating: uint64 });

const SYSVAR_ACCOUNTS: Readonly<Record<string, readonly [type: string, read: Read]>> = {
  [SYSVARS.clock]: [
    "clock",
    struct({
      slot: uint64,
      epochStartTimestamp: i64,
      epoch: uint64,
      leaderScheduleEpoch: uint64,
      unixTimestamp: i64,
    }),
  ],
  [SYSVARS.epochSchedule]: [
    "epochSchedule",
    struct({
      slotsPerEpoch: uint64,
      leaderScheduleSlotOffset: uint64,
      warmup: bool,
      firstNormalEpoch: uint64,
      firstNormalSlot: uint64,
    }),
  ],
  [SYSVARS.rent]: [
    "rent",
    struct({ lamportsPerByteYear: decimal64, exemptionThreshold: f64, burnPercent: u8 }),
  ],
  [SYSVARS.epochRewards]: [
    "epochRewards",
    struct({
      distributionStartingBlockHeight: uint64,
      numPartitions: uint64,
      parentBlockhash: key,
      totalPoints: decimal128,
      totalRewards: decimal64,
      distributedRewards: decimal64,
      active: bool,
    }),
  ],
  [SYSVARS.recentBlockhashes]: [
    "recentBlockhashes",
    listOf(struct({ blockhash: key, feeCalculator: struct({ lamportsPerSignature: decimal64 }) })),
  ],
  [SYSVARS.slotHashes]: ["slotHashes", listOf(struct({ slot: uint64, hash: key }))],
  [SYSVARS.stakeHistory]: ["stakeHistory", listOf(struct({ epoch: uint64, stakeHistory: stakes }))],
};

function sysvarAccount({ address, data }: ChainAccount): Words | undefined {
  const found = SYSVAR_ACCOUNTS[address];
  return found && readOr(() => ({ type: found[0], info: found[1](new ByteReader(data)) }));
}

/** The programs with `jsonParsed` accounts. */
const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  [PROGRAMS.system, parser("nonce", nonceAccount)],
  [PROGRAMS.token, { program: "spl-token", words: tokenWords }],
  [PROGRAMS.token2022, { program: "spl-token-2022", words: tokenWords }],
  [PROGRAMS.addressLookupTable, parser("address-lookup-table", lookupTableAccount)],
  [PROGRAMS.loaderV3, parser("bpf-upgradeable-loader", loaderAccount)],
  [PROGRAMS.stake, parser("stake", stakeState)],
  [SYSVARS.owner, { program: "sysvar", words: sysvarAccount }],
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
