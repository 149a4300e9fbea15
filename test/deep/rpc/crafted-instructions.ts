import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { addressOf, Bytes, noise } from "./bytes.js";
import { PROGRAMS } from "./crafted-accounts.js";

const ASSOCIATED = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
const MEMO_1 = "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo";
const COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111";

/** Accounts that the instructions use: few, so that many instructions fit in a packet. */
const POOL = Array.from({ length: 9 }, (_, index) => new PublicKey(addressOf(`pool ${index}`)));

interface Call {
  readonly program: string;
  readonly accounts: number;
  readonly data: Uint8Array;
}

const call =
  (program: string) =>
  (accounts: number, data: Bytes): Call => ({ program, accounts, data: data.done() });
const b = (...values: number[]) => new Bytes().u8(...values);
const tag = (value: number) => new Bytes().u32(value);

const system = call(PROGRAMS.system);
const SYSTEM: Call[] = [
  system(2, tag(0).u64(5n).u64(80n).key("some owner")),
  system(1, tag(1).key("some owner")),
  system(2, tag(2).u64(7n)),
  system(2, tag(3).key("base").longText("séed").u64(9n).u64(10n).key("some owner")),
  system(3, tag(4)),
  system(5, tag(5).u64(11n)),
  system(3, tag(6).key("nonce authority")),
  system(2, tag(7).key("new authority")),
  system(1, tag(8).u64(12n)),
  system(2, tag(9).key("base").longText("seed").u64(13n).key("some owner")),
  system(2, tag(10).key("base").longText("seed").key("some owner")),
  system(3, tag(11).u64(14n).longText("from seed").key("some owner")),
  system(1, tag(12)),
  system(1, tag(2).u64(7n)),
  system(2, tag(99)),
  system(2, tag(2).u8(1)),
];

const stake = call(PROGRAMS.stake);
const STAKE: Call[] = [
  stake(2, tag(0).key("staker").key("withdrawer").i64(-1n).u64(2n).key("custodian")),
  stake(3, tag(1).key("new authority").u32(0)),
  stake(4, tag(1).key("new authority").u32(1)),
  stake(6, tag(2)),
  stake(3, tag(3).u64(1_000n)),
  stake(5, tag(4).u64(1_000n)),
  stake(6, tag(4).u64(1_000n)),
  stake(3, tag(5)),
  stake(2, tag(6).u8(1).i64(5n).u8(0).u8(1).key("custodian")),
  stake(2, tag(6).u8(0, 1).u64(6n).u8(0)),
  stake(5, tag(7)),
  stake(2, tag(8).key("new authority").u32(0).longText("seed").key("some owner")),
  stake(4, tag(8).key("new authority").u32(1).longText("seed").key("some owner")),
  stake(4, tag(9)),
  stake(4, tag(10).u32(1)),
  stake(5, tag(10).u32(0)),
  stake(2, tag(12).u8(1).i64(5n).u8(1).u64(6n)),
  stake(3, tag(12).u8(0, 0)),
  stake(1, tag(3).u64(1_000n)),
];

const loader = call(PROGRAMS.loader);
const table = call(PROGRAMS.lookupTable);
const associated = call(ASSOCIATED);
const LOADERS: Call[] = [
  loader(1, tag(0)),
  loader(2, tag(0)),
  loader(2, tag(1).u32(3).u64(4n).u8(1, 2, 3, 4)),
  loader(8, tag(2).u64(500n)),
  loader(7, tag(3)),
  loader(2, tag(4)),
  loader(3, tag(4)),
  loader(3, tag(5)),
  loader(4, tag(5)),
  loader(4, tag(6).u32(100)),
  loader(2, tag(6).u32(100)),
  loader(3, tag(7)),
  loader(3, tag(8)),
  loader(5, tag(9).u32(100)),
  table(4, tag(0).u64(55n).u8(254)),
  table(2, tag(1)),
  table(4, tag(2).u64(2n).key("first").key("second")),
  table(2, tag(2).u64(1n).key("first")),
  table(2, tag(3)),
  table(3, tag(4)),
  associated(6, b()),
  associated(6, b(0)),
  associated(6, b(1)),
  associated(7, b(2)),
  associated(5, b(1)),
  call(MEMO_1)(0, new Bytes().raw(new TextEncoder().encode("first memo, ünicode"))),
  call(COMPUTE_BUDGET)(0, b(2).u32(300_000)),
  call(addressOf("unknown program"))(2, b(1, 2, 3)),
];

const token = call(PROGRAMS.token);
const TOKEN: Call[] = [
  token(2, b(0, 6).key("mint authority").u8(1).key("freeze authority")),
  token(2, b(0, 6).key("mint authority").u8(0)),
  token(4, b(1)),
  token(4, b(2, 2)),
  token(3, b(3).u64(5n)),
  token(5, b(3).u64(5n)),
  token(3, b(4).u64(5n)),
  token(2, b(5)),
  token(4, b(5)),
  ...Array.from({ length: 17 }, (_, kind) =>
    token(2, b(6, kind, kind % 2).raw(kind % 2 ? noise("key", 32) : [])),
  ),
  token(3, b(7).u64(6n)),
  token(3, b(8).u64(7n)),
  token(3, b(9)),
  token(3, b(10)),
  token(3, b(11)),
  token(4, b(12).u64(1_500_000n).u8(6)),
  token(6, b(12).u64(1_500_000n).u8(6)),
  token(4, b(13).u64(1_500_000n).u8(6)),
  token(3, b(14).u64(1_500_000n).u8(0)),
  token(3, b(15).u64(1_500_000n).u8(9)),
  token(3, b(16).key("owner")),
  token(1, b(17)),
  token(2, b(18).key("owner")),
  token(4, b(19, 2)),
  token(1, b(20, 9).key("mint authority").u8(0)),
  token(1, b(21)),
  token(1, b(22)),
  token(1, b(23).u64(9n)),
  token(1, b(24).raw(new TextEncoder().encode("1.25"))),
  token(2, b(3).u64(5n)),
  token(3, b(3, 1)),
  token(3, b(99)),
];

const token2022 = call(PROGRAMS.token2022);
const option = (name: string) => b(1).key(name);
const TOKEN_2022: Call[] = [
  token2022(1, b(21).u16(7).u16(14)),
  token2022(1, b(25, 1).key("close authority")),
  token2022(1, b(25, 0)),
  token2022(1, b(26, 0).raw(option("fee authority").done()).u8(0).u16(50).u64(1_000n)),
  token2022(4, b(26, 1).u64(1_000_000n).u8(6).u64(10_000n)),
  token2022(3, b(26, 2)),
  token2022(5, b(26, 3, 2)),
  token2022(3, b(26, 4)),
  token2022(2, b(26, 5).u16(75).u64(2_000n)),
  token2022(1, b(28, 0, 2)),
  token2022(2, b(28, 1, 1)),
  token2022(4, b(29).u16(8).u16(11)),
  token2022(2, b(30, 0)),
  token2022(2, b(30, 1)),
  token2022(3, b(31)),
  token2022(1, b(32)),
  token2022(1, b(33, 0).key("rate authority").i16(-25)),
  token2022(2, b(33, 1).i16(75)),
  token2022(2, b(34, 0)),
  token2022(3, b(34, 1)),
  token2022(1, b(35).key("delegate")),
  token2022(1, b(36, 0).key("hook authority").key("hook program")),
  token2022(1, b(36, 0).zeros(64)),
  token2022(2, b(36, 1).key("hook program")),
  token2022(3, b(38)),
  token2022(1, b(39, 0).key("metadata authority").key("metadata mint")),
  token2022(2, b(39, 1).key("metadata mint")),
  token2022(1, b(40, 0).key("group authority").key("group mint")),
  token2022(2, b(40, 1).zeros(32)),
  token2022(1, b(41, 0).zeros(32).key("member mint")),
  token2022(2, b(41, 1).key("member mint")),
  token2022(1, b(43, 0).key("scale authority").f64(1.5)),
  token2022(2, b(43, 1).f64(0.1).i64(1_800_000_000n)),
  token2022(1, b(44, 0).key("pause authority")),
  token2022(2, b(44, 1)),
  token2022(4, b(44, 2)),
  token2022(2, b(28)),
];

const discriminator = (...values: number[]) => b(...values);
const INTERFACES: Call[] = [
  token2022(
    4,
    discriminator(210, 225, 30, 162, 88, 184, 77, 141).text("Name").text("SYM").text("https://example.com"),
  ),
  token2022(2, discriminator(221, 233, 49, 45, 181, 202, 220, 200).u8(0).text("Other")),
  token2022(2, discriminator(221, 233, 49, 45, 181, 202, 220, 200).u8(3).text("colour").text("blue")),
  token2022(2, discriminator(234, 18, 32, 56, 89, 141, 37, 181).u8(1).text("colour")),
  token2022(2, discriminator(215, 228, 166, 228, 84, 100, 86, 123).key("new authority")),
];

const GROUPS: readonly (readonly [string, readonly Call[]])[] = [
  ["system", SYSTEM],
  ["stake", STAKE],
  ["loaders", LOADERS],
  ["token", TOKEN],
  ["token 2022", TOKEN_2022],
  ["interfaces", INTERFACES],
];
const PACKET = 1232;
const HEAD = 1 + 64 + 3 + 1 + 32 * (2 + POOL.length) + 32 + 2;

/**
 * Transactions with instructions of every kind. Each transaction fails at its first instruction but lands, so a node
 * parses all its instructions, even those that could not run.
 */
export function BATCHES(payer: PublicKey): [name: string, instructions: TransactionInstruction[]][] {
  const batches: [string, TransactionInstruction[]][] = [];
  for (const [group, calls] of GROUPS) {
    let size = Number.POSITIVE_INFINITY;
    let programs = new Set<string>();
    let batch: TransactionInstruction[] = [];
    for (const { program, accounts, data } of calls) {
      const more = 3 + accounts + 1 + data.length + (programs.has(program) ? 0 : 32);
      if (size + more > PACKET) {
        batch = [];
        batches.push([`${group} ${batches.filter(([name]) => name.startsWith(group)).length + 1}`, batch]);
        programs = new Set();
        size = HEAD + 32;
        batch.push(failing(payer));
      }
      programs.add(program);
      size += more;
      const keys = POOL.slice(0, accounts).map((pubkey) => ({ pubkey, isSigner: false, isWritable: false }));
      batch.push(
        new TransactionInstruction({ programId: new PublicKey(program), keys, data: Buffer.from(data) }),
      );
    }
  }
  return batches;
}

/** A transfer of more than the balance. */
function failing(payer: PublicKey): TransactionInstruction {
  const keys = [
    { pubkey: payer, isSigner: true, isWritable: true },
    { pubkey: payer, isSigner: true, isWritable: true },
  ];
  const data = Buffer.from(
    tag(2)
      .u64(2n ** 62n)
      .done(),
  );
  return new TransactionInstruction({ programId: new PublicKey(PROGRAMS.system), keys, data });
}
