import { existsSync, readFileSync } from "node:fs";
import { keccak_256 } from "@noble/hashes/sha3";
import { Account, FailedTransactionMetadata, LiteSvm } from "litesvm/dist/internal.js";
import { expect, test } from "vitest";
import { addressBytes, base58 } from "../../../mock-server/src/formats/addresses.js";
import { compileTransaction } from "../../../mock-server/src/formats/compile.js";
import { reads, signs, writes } from "../../../mock-server/src/formats/instructions.js";
import { LIGHTHOUSE_PROGRAM_BASE64 } from "../../../mock-server/src/formats/lighthouse/program.js";
import { associatedTokenAddress } from "../../../mock-server/src/formats/program-addresses.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { type Random, random } from "../random.js";

const REAL = process.env["LIGHTHOUSE_PROGRAM"] ?? "";
const isInstalled = existsSync(REAL);
if (!isInstalled)
  console.warn("skipped: lighthouse: comparison with the original (set LIGHTHOUSE_PROGRAM to its .so)");
const CASES = 2000;
const [PAYER, HASH, OURS] = [1, 2, 3].map((byte) => base58(new Uint8Array(32).fill(byte))) as [
  string,
  string,
  string,
];
const keyOf = (n: number) => base58(new Uint8Array(32).fill(100 + n));

const le = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
const key = (n: number) => new Array<number>(32).fill(100 + n);
const option = (tag: number, value: number[]) => [...le(BigInt(tag), 4), ...value];

const mint = (authority: number) => [
  ...option(authority, key(1)),
  ...le(5000n, 8),
  ...[6, 1],
  ...option(authority, key(2)),
];
const tokenAccount = (delegate: number, state = 1) => [
  ...key(7),
  ...key(8),
  ...le(1_000_000n, 8),
  ...option(delegate, key(3)),
  state,
  ...option(delegate, le(2_039_280n, 8)),
  ...le(BigInt(delegate * 77), 8),
  ...option(delegate, key(4)),
];
const meta = [...le(2_282_880n, 8), ...key(1), ...key(2), ...le(-5n, 8), ...le(9n, 8), ...key(3)];
const delegation = [...key(4), ...le(1n << 40n, 8), ...le(800n, 8), ...le(2n ** 64n - 1n, 8), ...le(0n, 8)];
const stake = (state: number, rest: number[]) => [...le(BigInt(state), 4), ...rest];

/** Accounts by kind of assertion: 0 data, 2 info, 3 mint, 4 token, 5 stake, 6 loader. */
const TARGETS: readonly (readonly [kinds: string, owner: string, data: number[], address?: string])[] = [
  ["02", PROGRAMS.system, []],
  ["02", PROGRAMS.swap, Array.from({ length: 64 }, (_, at) => (at * 37) & 255)],
  ["023", PROGRAMS.token, mint(0)],
  ["3", PROGRAMS.token2022, [...mint(1), ...new Array<number>(100).fill(9)]],
  ["24", PROGRAMS.token, tokenAccount(0), associatedTokenAddress(keyOf(8), keyOf(7), PROGRAMS.token)],
  ["4", PROGRAMS.token, tokenAccount(1, 2)],
  [
    "4",
    PROGRAMS.token2022,
    [...tokenAccount(0), 2, 1, 1],
    associatedTokenAddress(keyOf(8), keyOf(7), PROGRAMS.token2022),
  ],
  ["4", PROGRAMS.token, tokenAccount(3)],
  ["34", PROGRAMS.token, new Array<number>(40).fill(1)],
  ["5", PROGRAMS.stake, stake(0, new Array<number>(196).fill(0))],
  ["5", PROGRAMS.stake, stake(1, [...meta, ...new Array<number>(76).fill(0)])],
  ["5", PROGRAMS.stake, stake(2, [...meta, ...delegation, ...le(31n, 8), 1, 0, 0, 0])],
  ["5", PROGRAMS.stake, stake(2, meta)],
  ["5", PROGRAMS.stake, stake(3, [])],
  ["5", PROGRAMS.stake, stake(7, meta)],
  ["6", PROGRAMS.loaderV3, [...le(1n, 4), 1, ...key(5), 1, 2, 3]],
  ["6", PROGRAMS.loaderV3, [...le(1n, 4), 0, ...new Array<number>(32).fill(0)]],
  ["6", PROGRAMS.loaderV3, [...le(2n, 4), ...key(6)]],
  ["6", PROGRAMS.loaderV3, [...le(3n, 4), ...le(123n, 8), 1, ...key(5), 9, 9]],
  ["6", PROGRAMS.loaderV3, [...le(3n, 4), ...le(123n, 8), 0, ...new Array<number>(32).fill(0)]],
  ["6", PROGRAMS.loaderV3, [...le(3n, 4), ...le(123n, 8), 4, ...key(5)]],
  ["6", PROGRAMS.loaderV3, le(0n, 4)],
  ["6", PROGRAMS.loaderV3, [1]],
];

/** Random assertions, often with the value that the account has. */
class Assertions {
  constructor(
    readonly r: Random,
    readonly data: readonly number[],
  ) {}

  pick<T>(from: readonly T[]): T {
    return from[this.r(from.length)] as T;
  }

  operator(limit: number) {
    return this.r(40) === 0 ? limit : this.r(limit);
  }

  /** An integer near the value at an offset, or of small or random values. */
  integer(bytes: number, at?: number) {
    const near = at === undefined ? [] : this.data.slice(at, at + bytes);
    const value = near.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const wanted = this.pick([value, value, value + 1n, value - 1n, BigInt(this.r(2 ** 31)), -1n, 0n]);
    return [...le(wanted, bytes), this.operator(8)];
  }

  choice(limit: number) {
    return [this.operator(limit), this.operator(2)];
  }

  key(at?: number, owner?: string) {
    const own = at === undefined ? key(this.r(9)) : this.data.slice(at, at + 32);
    const value = owner !== undefined && this.r(2) === 0 ? [...addressBytes(owner)] : own;
    return [...(value.length === 32 && this.r(3) > 0 ? value : key(this.r(9))), this.operator(2)];
  }

  option(value: () => number[]) {
    const [operator = 0, ...rest] = value().reverse();
    return this.r(2) === 0 ? [0, operator] : [1, ...rest.reverse(), operator];
  }

  offset(most: number): number[] {
    const value = this.r(8) === 0 ? this.r(400) : this.r(Math.max(1, most));
    return value < 128 ? [value] : [(value & 127) | 128, value >> 7];
  }

  leb(value: number): number[] {
    return value < 128 ? [value] : [(value & 127) | 128, ...this.leb(value >> 7)];
  }

  item(kind: number, owner: string): number[] {
    const length = this.data.length;
    if (kind === 0) {
      const at = this.r(Math.max(1, length));
      const variant = this.operator(13);
      const width = 2 ** ((variant - 1) >> 1);
      const bytes = this.data.slice(at, at + this.r(140));
      const value =
        variant === 0
          ? this.choice(2)
          : variant < 11
            ? this.integer(width, at)
            : variant === 11
              ? [...this.leb(bytes.length), ...bytes, this.operator(2)]
              : this.key(at);
      return [...(this.r(9) === 0 ? this.offset(length) : this.leb(at)), variant, ...value];
    }
    if (kind === 1) {
      if (this.r(2) === 0) {
        const variant = this.operator(4);
        const value = variant === 2 ? [this.operator(2)] : this.integer(16, this.pick([0, 8, 40]));
        return [0, ...this.offset(length), variant, ...value];
      }
      const variant = this.operator(9);
      const value =
        variant === 8
          ? [...le(BigInt(this.r(40)), 2), this.operator(2)]
          : this.integer(2 * 2 ** (variant >> 1));
      return [1, ...this.offset(length), ...this.offset(length), variant, ...value];
    }
    if (kind === 2) {
      const variant = this.operator(9);
      const near = this.pick([1_000_000_000n, BigInt(length), 2n ** 64n - 1n]);
      const integer = () => [...le(near, 8), this.operator(8)];
      const start = this.r(Math.max(1, length));
      const part = this.data.slice(start, start + this.r(200));
      const hash = [...keccak_256(Uint8Array.from(part))];
      const values = [integer, integer, () => this.key(undefined, owner), () => this.choice(9), integer];
      const rest = [
        ...values,
        ...Array(3).fill(() => this.choice(2)),
        () => [...hash, ...this.leb(start), ...this.leb(part.length)],
      ];
      return [variant, ...(rest[variant]?.() ?? [])];
    }
    const fields: Readonly<Record<number, (() => number[])[]>> = {
      3: [
        () => this.option(() => this.key(4)),
        () => this.integer(8, 36),
        () => this.integer(1, 44),
        () => this.choice(2),
        () => this.option(() => this.key(50)),
      ],
      4: [
        () => this.key(0),
        () => this.key(32),
        () => this.integer(8, 64),
        () => this.option(() => this.key(76)),
        () => this.integer(1, 108),
        () => this.option(() => [...this.integer(8, 113).slice(0, 8), this.operator(2)]),
        () => this.integer(8, 121),
        () => this.option(() => this.key(133)),
        () => [],
      ],
      5: [
        () => this.choice(4),
        () => {
          const at = this.operator(6);
          return [
            at,
            ...([1, 2, 5].includes(at)
              ? this.key(4 + [0, 8, 40, 0, 0, 88][at]!)
              : this.integer(8, at === 0 ? 4 : at === 3 ? 76 : 84)),
          ];
        },
        () => {
          const at = this.operator(5);
          return [at, ...(at === 0 ? this.key(124) : this.integer(8, at === 4 ? 188 : 148 + 8 * at))];
        },
        () => this.integer(1, 196),
      ],
      6: [
        () => this.choice(4),
        () => [this.operator(1), ...this.option(() => this.key(5))],
        () => [this.operator(1), ...this.key(4)],
        () => (this.r(2) === 0 ? [0, ...this.option(() => this.key(13))] : [1, ...this.integer(8, 4)]),
      ],
    };
    const all = fields[kind] ?? [];
    const variant = this.operator(all.length);
    return [variant, ...(all[variant]?.() ?? [])];
  }
}

/** Log levels that call another program, which the chain might not have. */
const NOOP = [3, 6];

test.skipIf(!isInstalled)(
  "our Lighthouse fails exactly where the original one does, with the same code",
  () => {
    const svm = new LiteSvm();
    svm.setSigverify(false);
    svm.setBlockhashCheck(false);
    svm.setTransactionHistory(0n);
    svm.addProgram(addressBytes(PROGRAMS.lighthouse), readFileSync(REAL));
    svm.addProgram(addressBytes(OURS), Buffer.from(LIGHTHOUSE_PROGRAM_BASE64, "base64"));
    const put = (address: string, owner: string, data: number[]) =>
      svm.setAccount(
        addressBytes(address),
        new Account(1_000_000_000n, Uint8Array.from(data), addressBytes(owner), false, 2n ** 64n - 1n),
      );
    put(PAYER, PROGRAMS.system, []);
    const targets = TARGETS.map(
      ([kinds, owner, data, address = keyOf(20 + TARGETS.findIndex((one) => one[2] === data))]) => {
        put(address, owner, data);
        return { kinds, owner, data, address };
      },
    );
    const run = (programId: string, data: Uint8Array, accounts: ReturnType<typeof reads>[]) => {
      const { wire } = compileTransaction(PAYER, HASH, [{ programId, accounts, data }]);
      const result = svm.simulateVersionedTransaction(wire);
      if (!(result instanceof FailedTransactionMetadata)) return { outcome: "passed", logs: [] };
      const [outcome] = /err: (.*?), meta/.exec(result.toString()) ?? [result.toString()];
      return { outcome, logs: result.meta().logs() };
    };
    const r = random(7);
    const outcomes = new Map<string, number>();
    for (let n = 0; n < CASES; n++) {
      const kind = r(7);
      const fitting = targets.filter(({ kinds }) => kinds.includes(String(kind === 1 ? 0 : kind)));
      const from = r(10) === 0 || fitting.length === 0 ? targets : fitting;
      const [a, b] = [from[r(from.length)]!, targets[r(targets.length)]!];
      const made = new Assertions(r, a.data);
      const isMulti = kind !== 1 && r(2) === 0;
      const count = isMulti ? 1 + r(4) : 1;
      const items = Array.from({ length: count }, () => made.item(kind, a.owner)).flat();
      const tag = kind === 0 ? 2 : kind === 1 ? 4 : 2 * kind + 1;
      const level = [0, 0, 1, 2, 4, 5, 7][r(7)]!;
      let data = Uint8Array.from([isMulti ? tag + 1 : tag, level, ...(isMulti ? [count] : []), ...items]);
      if (r(20) === 0) data = data.subarray(0, r(data.length));
      if (r(20) === 0 && data.length > 2) data[2 + r(data.length - 2)] = r(256);
      if (data.length === 0 || NOOP.includes(data[1] ?? 0)) continue;
      const target = r(30) === 0 ? signs(PAYER, true) : r(4) === 0 ? writes(a.address) : reads(a.address);
      const accounts = r(40) === 0 ? [] : [target, ...(kind === 1 || r(5) === 0 ? [reads(b.address)] : [])];
      const [real, ours] = [run(PROGRAMS.lighthouse, data, accounts), run(OURS, data, accounts)];
      const { outcome } = real;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      expect(
        ours.outcome,
        `${Buffer.from(data).toString("hex")} on ${a.owner} ${Buffer.from(a.data).toString("hex")}\n${real.logs.join("\n")}`,
      ).toBe(outcome);
    }
    // Both outcomes and most codes must occur: otherwise nothing was compared.
    expect(outcomes.get("passed")).toBeGreaterThan(CASES / 8);
    expect(outcomes.size).toBeGreaterThan(8);
  },
);
