import { ByteReader, readOr } from "../../formats/byte-reader.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import { TABLE_HEAD } from "../../formats/transaction.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import {
  base64Rest,
  bool,
  byNumber,
  decimal64,
  decimal128,
  type Form,
  f64,
  form,
  i64,
  key,
  listOf,
  optional,
  orNull,
  parsedBy,
  type Read,
  struct,
  u8,
  uint64,
  type Words,
} from "./layout.js";
import { stakeState } from "./stake.js";
import { tokenWords } from "./token-account.js";
import type { MintForm } from "./token-amount.js";

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

const feeCalculator = struct({ lamportsPerSignature: decimal64 });

/** An initialized nonce account, the only parsed account of the System program. @throws {RangeError} for any other */
function nonceAccount(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  if (reader.u32() > CURRENT || reader.u32() !== INITIALIZED) throw new RangeError("no nonce");
  return { type: "initialized", info: struct({ authority: key, blockhash: key, feeCalculator })(reader) };
}

const lookupTableAccount = byNumber([
  form("uninitialized"),
  form("lookupTable", "", {
    deactivationSlot: decimal64,
    lastExtendedSlot: decimal64,
    lastExtendedSlotStartIndex: u8,
    authority: optional(key),
    addresses: (reader) => {
      if (reader.bytes.length < TABLE_HEAD || (reader.bytes.length - TABLE_HEAD) % 32 !== 0)
        throw new RangeError("no lookup table");
      reader.at = TABLE_HEAD;
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

const listed =
  (type: string, read: Read): Form =>
  ({ data }) => ({ type, info: listOf(read)(data) });

const SYSVAR_ACCOUNTS: Readonly<Record<string, Form>> = {
  [SYSVARS.clock]: form("clock", "", {
    slot: uint64,
    epochStartTimestamp: i64,
    epoch: uint64,
    leaderScheduleEpoch: uint64,
    unixTimestamp: i64,
  }),
  [SYSVARS.epochSchedule]: form("epochSchedule", "", {
    slotsPerEpoch: uint64,
    leaderScheduleSlotOffset: uint64,
    warmup: bool,
    firstNormalEpoch: uint64,
    firstNormalSlot: uint64,
  }),
  [SYSVARS.rent]: form("rent", "", {
    lamportsPerByteYear: decimal64,
    exemptionThreshold: f64,
    burnPercent: u8,
  }),
  [SYSVARS.epochRewards]: form("epochRewards", "", {
    distributionStartingBlockHeight: uint64,
    numPartitions: uint64,
    parentBlockhash: key,
    totalPoints: decimal128,
    totalRewards: decimal64,
    distributedRewards: decimal64,
    active: bool,
  }),
  [SYSVARS.recentBlockhashes]: listed("recentBlockhashes", struct({ blockhash: key, feeCalculator })),
  [SYSVARS.slotHashes]: listed("slotHashes", struct({ slot: uint64, hash: key })),
  [SYSVARS.stakeHistory]: listed("stakeHistory", struct({ epoch: uint64, stakeHistory: stakes })),
};

function sysvarAccount({ address, data }: ChainAccount): Words | undefined {
  return readOr(() => parsedBy(SYSVAR_ACCOUNTS[address], [], new ByteReader(data)));
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
export function parseAccount(account: ChainAccount, form: MintForm | undefined) {
  const found = PARSERS.get(account.owner);
  const parsed = found?.words(account, form);
  return found && parsed && { program: found.program, parsed, space: account.data.length };
}
