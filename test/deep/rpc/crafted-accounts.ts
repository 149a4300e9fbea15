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

const crafted =
  (owner: string) =>
  (name: string, data: Bytes | Uint8Array): Crafted => {
    const address = addressOf(name);
    const bytes = data instanceof Bytes ? data.done() : data;
    return { name, account: { address, lamports: 10_000_000n, owner, executable: false, data: bytes } };
  };
const stake = crafted(PROGRAMS.stake);
const system = crafted(PROGRAMS.system);
const table = crafted(PROGRAMS.lookupTable);
const loader = crafted(PROGRAMS.loader);
const token = crafted(PROGRAMS.token);
const token2022 = crafted(PROGRAMS.token2022);

const meta = (reserve = 2_282_880n) =>
  new Bytes().u64(reserve).key("staker").key("withdrawer").i64(9_000_000_000n).u64(12n).key("custodian");

const stakes: readonly Crafted[] = [
  stake("stake uninitialized", new Bytes().u32(0).done(200)),
  stake("stake initialized", new Bytes().u32(1).raw(meta().done()).done(200)),
  stake(
    "stake delegated",
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
  stake("stake rewards pool", new Bytes().u32(3).done(200)),
  stake("stake cut off", new Bytes().u32(2).zeros(20)),
];

const others: readonly Crafted[] = [
  system("nonce", new Bytes().u32(1).u32(1).key("nonce authority").key("nonce hash").u64(5_000n)),
  system("nonce legacy", new Bytes().u32(0).u32(1).key("nonce authority").key("nonce hash").u64(5_000n)),
  system("nonce unused", new Bytes().u32(1).u32(0).done(80)),
  system("system data", new Bytes().zeros(12)),
  table(
    "lookup table",
    new Bytes()
      .u32(1)
      .u64(U64_MAX)
      .u64(33n)
      .u8(1, 1)
      .key("table authority")
      .u16(0)
      .key("first")
      .key("second"),
  ),
  table("lookup table frozen", new Bytes().u32(1).u64(44n).u64(33n).u8(0, 0).zeros(34).key("first")),
  table("lookup table uninitialized", new Bytes().u32(0).done(56)),
  loader("loader uninitialized", new Bytes().u32(0).done(36)),
  loader("loader buffer", new Bytes().u32(1).u8(1).key("buffer authority").u8(1, 2, 3, 4)),
  loader("loader buffer without authority", new Bytes().u32(1).u8(0).zeros(32).u8(1, 2, 3)),
  loader("loader program data", new Bytes().u32(3).u64(55n).u8(1).key("upgrade authority").u8(9, 8, 7)),
  loader("loader program data final", new Bytes().u32(3).u64(56n).u8(0).zeros(32).u8(9, 8)),
  crafted(addressOf("unknown program"))("of an unknown program", new Bytes().u8(1, 2, 3)),
];

const tokens: readonly Crafted[] = [
  token("plain mint", mintBytes()),
  token("mint without authorities", mintBytes({ authority: false, freeze: false, decimals: 0, supply: 0n })),
  token("mint of many decimals", mintBytes({ decimals: 25, supply: U64_MAX })),
  token("mint uninitialized", new Bytes().done(82)),
  token("plain account", accountBytes()),
  token("delegated account", accountBytes({ delegate: true, close: true, owner: "delegator" })),
  token("frozen account", accountBytes({ state: 2 })),
  token("largest account", accountBytes({ amount: U64_MAX, owner: "rich holder" })),
  token("account without mint", accountBytes({ mint: "no such mint", owner: "other holder" })),
  token(
    "account of many decimals",
    accountBytes({ mint: "mint of many decimals", amount: 12_345n, owner: "other holder" }),
  ),
  token("account uninitialized", new Bytes().done(165)),
  token("multisig", new Bytes().u8(2, 3, 1).key("signer 1").key("signer 2").key("signer 3").done(355)),
  token("multisig uninitialized", new Bytes().done(355)),
  token("token of another length", new Bytes().u8(1).done(99)),
  ...Object.entries(MINT_EXTENSIONS).map(([name, one]) =>
    token2022(`mint ${name}`, extended(mintBytes({ decimals: 9 }), 1, [one])),
  ),
  token2022("mint of all extensions", extended(mintBytes(), 1, Object.values(MINT_EXTENSIONS))),
  token2022("mint of an unknown extension", extended(mintBytes(), 1, [[60, new Bytes().u8(1)]])),
  token2022("mint of a cut extension", extended(mintBytes(), 1, [[3, new Bytes().u8(1, 2, 3)]])),
  ...Object.entries(ACCOUNT_EXTENSIONS).map(([name, one]) =>
    token2022(
      `account ${name}`,
      extended(accountBytes({ mint: "mint mintCloseAuthority", owner: "holder of extensions" }), 2, [one]),
    ),
  ),
  token2022(
    "account of all extensions",
    extended(
      accountBytes({ mint: "mint of all extensions", delegate: true }),
      2,
      Object.values(ACCOUNT_EXTENSIONS),
    ),
  ),
  token2022(
    "account with interest",
    extended(accountBytes({ mint: "mint interestBearingConfig", owner: "scaled holder" }), 2, [
      [7, new Bytes()],
    ]),
  ),
  token2022(
    "account with a scale",
    extended(
      accountBytes({ mint: "mint scaledUiAmountConfig", owner: "scaled holder", amount: 1_234_567_891n }),
      2,
      [[7, new Bytes()]],
    ),
  ),
  token2022("multisig of Token-2022", new Bytes().u8(1, 1, 1).key("signer 1").done(355)),
];

/** Accounts of every kind that a node can parse, and some that it cannot. */
export const CRAFTED: readonly Crafted[] = [...stakes, ...others, ...tokens];
