import type { ChainAccount } from "../../../mock-server/src/ledger/ledger.js";
import { addressOf, Bytes } from "./bytes.js";
import { ACCOUNT_EXTENSIONS, accountBytes, extended, MINT_EXTENSIONS, mintBytes } from "./crafted-tokens.js";

export const PROGRAMS = {
  token: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  token2022: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  stake: "Stake11111111111111111111111111111111111111",
  system: "11111111111111111111111111111111",
  lookupTable: "AddressLookupTab1e1111111111111111111111111",
  loader: "BPFLoaderUpgradeab1e11111111111111111111111",
} as const;

const U64_MAX = 2n ** 64n - 1n;

/** A crafted account and its name, from which its address is derived by default. */
export interface Crafted {
  readonly name: string;
  readonly account: ChainAccount;
}

function crafted(
  name: string,
  owner: string,
  data: Uint8Array,
  lamports = 10_000_000n,
  address = addressOf(name),
): Crafted {
  return { name, account: { address, lamports, owner, executable: false, data } };
}

const meta = (reserve = 2_282_880n) =>
  new Bytes().u64(reserve).key("staker").key("withdrawer").i64(9_000_000_000n).u64(12n).key("custodian");

const stakes: readonly Crafted[] = [
  crafted("stake uninitialized", PROGRAMS.stake, new Bytes().u32(0).done(200)),
  crafted("stake initialized", PROGRAMS.stake, new Bytes().u32(1).raw(meta().done()).done(200)),
  crafted(
    "stake delegated",
    PROGRAMS.stake,
    new Bytes()
      .u32(2)
      .raw(meta().done())
      .key("voter")
      .u64(5_000_000_000n)
      .u64(7n)
      .u64(U64_MAX)
      .f64(0.25)
      .u64(321n)
      .u8(0)
      .done(200),
  ),
  crafted("stake rewards pool", PROGRAMS.stake, new Bytes().u32(3).done(200)),
  crafted("stake cut off", PROGRAMS.stake, new Bytes().u32(2).zeros(20).done()),
];

const others: readonly Crafted[] = [
  crafted(
    "nonce",
    PROGRAMS.system,
    new Bytes().u32(1).u32(1).key("nonce authority").key("nonce hash").u64(5_000n).done(),
  ),
  crafted(
    "nonce legacy",
    PROGRAMS.system,
    new Bytes().u32(0).u32(1).key("nonce authority").key("nonce hash").u64(5_000n).done(),
  ),
  crafted("nonce unused", PROGRAMS.system, new Bytes().u32(1).u32(0).done(80)),
  crafted("system data", PROGRAMS.system, new Bytes().zeros(12).done()),
  crafted(
    "lookup table",
    PROGRAMS.lookupTable,
    new Bytes()
      .u32(1)
      .u64(U64_MAX)
      .u64(33n)
      .u8(1, 1)
      .key("table authority")
      .u16(0)
      .key("first")
      .key("second")
      .done(),
  ),
  crafted(
    "lookup table frozen",
    PROGRAMS.lookupTable,
    new Bytes().u32(1).u64(44n).u64(33n).u8(0, 0).zeros(34).key("first").done(),
  ),
  crafted("lookup table uninitialized", PROGRAMS.lookupTable, new Bytes().u32(0).done(56)),
  crafted("loader uninitialized", PROGRAMS.loader, new Bytes().u32(0).done(36)),
  crafted(
    "loader buffer",
    PROGRAMS.loader,
    new Bytes().u32(1).u8(1).key("buffer authority").u8(1, 2, 3, 4).done(),
  ),
  crafted(
    "loader buffer without authority",
    PROGRAMS.loader,
    new Bytes().u32(1).u8(0).zeros(32).u8(1, 2, 3).done(),
  ),
  crafted(
    "loader program data",
    PROGRAMS.loader,
    new Bytes().u32(3).u64(55n).u8(1).key("upgrade authority").u8(9, 8, 7).done(),
  ),
  crafted(
    "loader program data final",
    PROGRAMS.loader,
    new Bytes().u32(3).u64(56n).u8(0).zeros(32).u8(9, 8).done(),
  ),
  crafted("of an unknown program", addressOf("unknown program"), new Bytes().u8(1, 2, 3).done()),
];

const { token, token2022 } = PROGRAMS;
const tokens: readonly Crafted[] = [
  crafted("plain mint", token, mintBytes().done()),
  crafted(
    "mint without authorities",
    token,
    mintBytes({ authority: false, freeze: false, decimals: 0, supply: 0n }).done(),
  ),
  crafted("mint of many decimals", token, mintBytes({ decimals: 25, supply: U64_MAX }).done()),
  crafted("mint uninitialized", token, new Bytes().done(82)),
  crafted("plain account", token, accountBytes().done()),
  crafted(
    "delegated account",
    token,
    accountBytes({ delegate: true, close: true, owner: "delegator" }).done(),
  ),
  crafted("frozen account", token, accountBytes({ state: 2 }).done()),
  crafted("largest account", token, accountBytes({ amount: U64_MAX, owner: "rich holder" }).done()),
  crafted(
    "account without mint",
    token,
    accountBytes({ mint: "no such mint", owner: "other holder" }).done(),
  ),
  crafted(
    "account of many decimals",
    token,
    accountBytes({ mint: "mint of many decimals", amount: 12_345n, owner: "other holder" }).done(),
  ),
  crafted("account uninitialized", token, new Bytes().done(165)),
  crafted(
    "multisig",
    token,
    new Bytes().u8(2, 3, 1).key("signer 1").key("signer 2").key("signer 3").done(355),
  ),
  crafted("multisig uninitialized", token, new Bytes().done(355)),
  crafted("token of another length", token, new Bytes().u8(1).done(99)),
  ...Object.entries(MINT_EXTENSIONS).map(([name, one]) =>
    crafted(`mint ${name}`, token2022, extended(mintBytes({ decimals: 9 }), 1, [one])),
  ),
  crafted("mint of all extensions", token2022, extended(mintBytes(), 1, Object.values(MINT_EXTENSIONS))),
  crafted("mint of an unknown extension", token2022, extended(mintBytes(), 1, [[60, new Bytes().u8(1)]])),
  crafted("mint of a cut extension", token2022, extended(mintBytes(), 1, [[3, new Bytes().u8(1, 2, 3)]])),
  ...Object.entries(ACCOUNT_EXTENSIONS).map(([name, one]) =>
    crafted(
      `account ${name}`,
      token2022,
      extended(accountBytes({ mint: "mint mintCloseAuthority", owner: "holder of extensions" }), 2, [one]),
    ),
  ),
  crafted(
    "account of all extensions",
    token2022,
    extended(
      accountBytes({ mint: "mint of all extensions", delegate: true }),
      2,
      Object.values(ACCOUNT_EXTENSIONS),
    ),
  ),
  crafted(
    "account with interest",
    token2022,
    extended(accountBytes({ mint: "mint interestBearingConfig", owner: "scaled holder" }), 2, [
      [7, new Bytes()],
    ]),
  ),
  crafted(
    "account with a scale",
    token2022,
    extended(
      accountBytes({ mint: "mint scaledUiAmountConfig", owner: "scaled holder", amount: 1_234_567_891n }),
      2,
      [[7, new Bytes()]],
    ),
  ),
  crafted("multisig of Token-2022", token2022, new Bytes().u8(1, 1, 1).key("signer 1").done(355)),
];

/** Accounts of every kind that a node can parse, and some that it cannot. */
export const CRAFTED: readonly Crafted[] = [...stakes, ...others, ...tokens];
