import { PublicKey } from "@solana/web3.js";
import { associatedTokenAddress, type SwapTerms } from "intent-tx/solana";
import { jupiter, meteora, orca, pump, raydium } from "intent-tx/venues";
import { describe, expect, test } from "vitest";
import { keypair } from "../solana/samples.js";

const VENUES = { ...jupiter, ...meteora, ...orca, ...pump, ...raydium };
const JUPITER = "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4";
const ORCA = "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc";
const CPMM = "CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C";
const CLMM = "CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK";
const RAYDIUM = "675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8";
const DLMM = "LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo";
const PUMP = "pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA";
/** Programs by the beginning of a layout's name. */
const PROGRAMS = {
  ...{ Jupiter: JUPITER, Orca: ORCA, Meteora: DLMM, Pump: PUMP },
  ...{ "Raydium CPMM": CPMM, "Raydium CLMM": CLMM, "Raydium v4": RAYDIUM },
};

/** The account of each place has its own address. */
const KEYS = Array.from({ length: 30 }, (_, i) => keypair(i + 1).publicKey.toBase58());
const at = (place: number) => KEYS[place]!;

const le = (size: number) => (value: number | bigint) =>
  Buffer.from(
    BigInt(value)
      .toString(16)
      .padStart(size * 2, "0"),
    "hex",
  )
    .reverse()
    .toString("hex");
const [u16, u32, u64, u128] = [le(2), le(4), le(8), le(16)];

const read = (programId: string, hex: string, accounts: readonly string[] = KEYS) =>
  VENUES[programId]!({
    programId,
    accounts,
    data: new Uint8Array(Buffer.from(hex.replace(/ /g, ""), "hex")),
  });

/** The accounts of Jupiter, whose optional account at a place is absent. */
const absent = (place: number, accounts = KEYS) => accounts.with(place, JUPITER);

const shown = (terms: ReturnType<typeof read>) => {
  const { side, amount, bound, user, inputAccount, outputAccount, inputMint, outputMint } =
    terms as SwapTerms;
  return [
    side,
    amount,
    bound,
    ...[user, inputAccount, outputAccount, inputMint, outputMint].map((one) => one && KEYS.indexOf(one)),
  ];
};

const limits = (exactIn: boolean, ...flags: boolean[]) =>
  u128(0) + [exactIn, ...flags].map((flag) => (flag ? "01" : "00")).join("");
const hops = (exactIn: boolean, one: boolean, two: boolean, limit = 0n) =>
  [exactIn, one, two].map((flag) => (flag ? "01" : "00")).join("") + u128(limit) + u128(0);
const two = u64(7000) + u64(5000);

// A plan with two steps: Whirlpool (variant 17, one flag), and Symmetry (variant 29, two u64).
const PLAN = `${u32(2)} 11 01 64 00 01 1d ${u64(1)} ${u64(2)} 64 01 02`;
const QUOTE = `${u64(7000)} ${u64(5000)} ${u16(50)}`;

/** All accounts, the first ones, all but Jupiter's optional one, or all with one of them twice. */
function accountsOf(words: string): string[] {
  const [kind, place = "", other = ""] = words.split(" ");
  if (kind === "first") return KEYS.slice(0, Number(place));
  if (kind === "absent") return absent(Number(place));
  return kind === "joined" ? KEYS.with(Number(place), at(Number(other))) : KEYS;
}

// Instruction, data and accounts; then side, amount and bound, and the places of the user, the accounts and the mints.
const rows = `
Jupiter route | e517cb977ae3ad2a ${PLAN} ${QUOTE} 00 | absent 4 | input 7000 4975 1 2 3 - 5
Jupiter route with a fee | e517cb977ae3ad2a ${PLAN} ${QUOTE} 55 | absent 4 | input 7000 4932 1 2 3 - 5
Jupiter shared route | c1209b3341d69c81 07 ${PLAN} ${QUOTE} 00 | all | input 7000 4975 2 3 6 7 8
Jupiter exact out | d033ef977b2bed5c ${PLAN} ${QUOTE} 00 | absent 4 | output 7000 5025 1 2 3 5 6
Jupiter shared exact out | b0d169a89a7d453e 07 ${PLAN} ${QUOTE} 00 | all | output 7000 5025 2 3 6 7 8
Jupiter route_v2 | bb64facc31c4af14 ${QUOTE} ${u16(100)} ${u16(0)} 00 | absent 7 | input 7000 4925 0 1 2 3 4
Jupiter shared v2 | d19853937cfed8e9 07 ${QUOTE} ${u16(0)} ${u16(0)} | all | input 7000 4975 1 2 5 6 7
Jupiter exact out v2 | 9d8ab85215f4f324 ${QUOTE} ${u16(0)} ${u16(0)} | absent 7 | output 7000 5025 0 1 2 3 4
Jupiter shared exact out v2 | 3560e5cad8bbfa18 07 ${QUOTE} ${u16(0)} ${u16(0)} | all | output 7000 5025 1 2 5 6 7
Orca swap, A to B | f8c69e91e17587c8 ${two} ${limits(true, true)} | all | input 7000 5000 1 3 5 - -
Orca swap, B to A | f8c69e91e17587c8 ${two} ${limits(false, false)} | all | output 7000 5000 1 5 3 - -
Orca swap_v2, B to A | 2b04ed0b1ac91e62 ${two} ${limits(true, false)} 00 | all | input 7000 5000 3 9 7 6 5
Orca two hops | c360ed6c44a2dbe6 ${two} ${hops(true, true, false)} | joined 10 6 | input 7000 5000 1 4 8 - -
Orca two hops v2 | ba8fd11dfe02c275 ${two} ${hops(true, true, false)} 00 | all | input 7000 5000 14 8 13 2 4
Raydium CPMM in | 8fbe5adac41e33de ${two} | all | input 7000 5000 0 4 5 10 11
Raydium CPMM out | 37d96256a34ab4ad ${two} | all | output 5000 7000 0 4 5 10 11
Raydium CLMM | f8c69e91e17587c8 ${two} ${limits(true)} | all | input 7000 5000 0 3 4 - -
Raydium CLMM v2 | 2b04ed0b1ac91e62 ${two} ${limits(false)} | all | output 7000 5000 0 3 4 11 12
Raydium v4 in | 09 ${two} | first 18 | input 7000 5000 17 15 16 - -
Raydium v4 out | 0b ${two} | first 17 | output 5000 7000 16 14 15 - -
Raydium v4 in, version 2 | 10 ${two} | first 8 | input 7000 5000 7 5 6 - -
Raydium v4 out, version 2 | 11 ${two} | first 8 | output 5000 7000 7 5 6 - -
Meteora swap | f8c69e91e17587c8 ${two} | all | input 7000 5000 10 4 5 - -
Meteora swap2 | 414b3f4ceb5b5b88 ${two} ${u32(0)} | all | input 7000 5000 10 4 5 - -
Meteora exact out | fa49652126cf4bb8 ${two} | all | output 5000 7000 10 4 5 - -
Meteora exact out 2 | 2bd7f784893cf351 ${two} ${u32(0)} | all | output 5000 7000 10 4 5 - -
Pump buy | 66063d1201daebea ${two} 00 | all | output 7000 5000 1 6 5 4 3
Pump buy_exact_quote_in | c62e1552b4d9e870 ${two} 00 | all | input 7000 5000 1 6 5 4 3
Pump sell | 33e685a4017f83ad ${two} | all | input 7000 5000 1 5 6 3 4
`
  .trim()
  .split("\n")
  .map((line) => {
    const [name = "", data = "", accounts = "", terms = ""] = line.split(" | ");
    const [side, amount = "", bound = "", ...places] = terms.split(" ");
    const expected = [
      ...[side, BigInt(amount), BigInt(bound)],
      ...places.map((place) => (place === "-" ? undefined : Number(place))),
    ];
    const [, program = ""] = Object.entries(PROGRAMS).find(([venue]) => name.startsWith(venue)) ?? [];
    return [name, program, data, accountsOf(accounts), expected] as const;
  });

describe("the layout of", () => {
  test.each(rows)("%s", (_, program, data, accounts, expected) => {
    expect(shown(read(program, data, accounts))).toEqual(expected);
  });

  test.each(rows)("%s, cut at any byte or account, is refused by name", (_, program, data, accounts) => {
    const hex = data.replace(/ /g, "");
    const decoder = (bytes: number, count: number) => () =>
      read(program, hex.slice(0, bytes * 2), accounts.slice(0, count));
    for (let bytes = 0; bytes < 24 && bytes < hex.length / 2; bytes++)
      expect(decoder(bytes, accounts.length)).toThrow(/of (Jupiter|Orca|Raydium|Meteora|Pump)/);
    expect(decoder(hex.length / 2, 3)).toThrow(/of (Jupiter|Orca|Raydium|Meteora|Pump)/);
  });

  test.each(Object.keys(VENUES))("%s: an unknown discriminator is refused by name", (program) => {
    expect(() => read(program, "0102030405060708 00")).toThrow(
      /^The instruction 01\w* of .* is not a swap whose layout/,
    );
    expect(() => read(program, "")).toThrow(/without data/);
  });
});

describe("what a program does not prove needs a guard:", () => {
  const needs = (program: string, data: string, accounts = KEYS) =>
    (read(program, data, accounts) as SwapTerms).needsGuard ?? false;

  test("an exact output of Jupiter and of Raydium's concentrated pools", () => {
    for (const [name, program, data, accounts, [side]] of rows)
      if (program === JUPITER || program === CLMM)
        expect([name, needs(program, data, accounts)]).toEqual([name, side === "output"]);
  });

  test("an exact output of Orca only with a price limit", () => {
    const limited = (exactIn: boolean, limit: bigint) =>
      needs(ORCA, `f8c69e91e17587c8 ${two} ${u128(limit)} ${exactIn ? "01" : "00"} 01`);
    expect([limited(true, 1n), limited(false, 0n), limited(false, 1n), limited(false, 1n << 127n)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const twoHops = (limit: bigint) =>
      needs(ORCA, `ba8fd11dfe02c275 ${two} ${hops(false, true, true, limit)} 00`);
    expect([twoHops(0n), twoHops(1n)]).toEqual([false, true]);
  });
});

describe("Jupiter", () => {
  const route = (plan: string, end = `${QUOTE} 00`, accounts = absent(4)) =>
    read(JUPITER, `e517cb977ae3ad2a ${plan} ${end}`, accounts);

  test("amounts after the ones that the program reads are refused", () => {
    // The program would read the first amounts, which allow any output, and ignore the last.
    expect(() => route(PLAN, `${u64(7000)} ${u64(0)} ${u16(0)} 00 ${QUOTE} 00`)).toThrow(
      "has 75 bytes of data, but its route plan ends at 37",
    );
  });

  test.each([
    ["a list of extra accounts (75)", `${u32(1)} 4b ${u32(2)} 00 01 03 02 64 00 01`],
    ["an optional list that is absent (47)", `${u32(1)} 2f 01 00 64 00 01`],
    ["an optional list (47)", `${u32(1)} 2f 00 01 ${u32(1)} 06 01 64 00 01`],
    ["a swap identifier of HumidiFi (87)", `${u32(1)} 57 ${u64(9)} 01 64 00 01`],
    ["no step", u32(0)],
  ])("a plan with %s is read", (_, plan) => {
    expect(shown(route(plan)).slice(1, 3)).toEqual([7000n, 4975n]);
  });

  test.each([111, 114, 255])("swap variant %i, whose size is unknown, is refused by number", (variant) => {
    const plan = `${u32(1)} ${variant.toString(16)} 00000000 64 00 01`;
    expect(() => route(plan)).toThrow(`routes through swap variant ${variant}`);
  });

  test("a destination override, impossible percentages and token ledgers are refused", () => {
    expect(() => route(PLAN, undefined, KEYS)).toThrow(`sends the output to ${at(4)}`);
    expect(() => read(JUPITER, `bb64facc31c4af14 ${QUOTE} ${u16(0)} ${u16(0)}`, KEYS)).toThrow(
      `sends the output to ${at(7)}`,
    );
    expect(() => route(PLAN, `${u64(1)} ${u64(1)} ${u16(10_001)} 00`)).toThrow("10,000 basis points");
    for (const ledger of ["96564774a75d0e68", "e6798f50779f6aaa"])
      expect(() => read(JUPITER, `${ledger} ${PLAN} ${QUOTE}`)).toThrow("token ledger");
  });

  test("creates only its own account of the user", () => {
    const [user, mint] = [keypair(1).publicKey, keypair(2).publicKey];
    const seeds = [Buffer.from("token_account"), user.toBuffer(), mint.toBuffer()];
    const [own] = PublicKey.findProgramAddressSync(seeds, new PublicKey(JUPITER));
    const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
    const create = (account: string) =>
      read(JUPITER, "93f17b64f484ae76ff", [
        account,
        user.toBase58(),
        mint.toBase58(),
        program,
        "11111111111111111111111111111111",
      ]);
    expect(create(own.toBase58())).toMatchObject({
      kind: "create-token-account",
      owner: user.toBase58(),
      payer: user.toBase58(),
    });
    expect(() => create(associatedTokenAddress(user.toBase58(), mint.toBase58()))).toThrow(
      "not Jupiter's account",
    );
  });
});

test("Orca's two hops must use one account between the pools", () => {
  expect(() => read(ORCA, `c360ed6c44a2dbe6 ${two} ${hops(true, true, false)}`)).toThrow(
    "takes them from another",
  );
});
