import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isAddress, PROGRAM_IDS } from "intent-tx/contract";
import { describe, expect, test } from "vitest";
import { CLANG_MAJOR, clangMajor, compileProgram } from "../../../mock-server/programs/compile.js";
import { namedWallet, type Wallet } from "../../../mock-server/src/fixtures/wallets.js";
import { rentExempt } from "../../../mock-server/src/formats/accounts.js";
import { addressBytes } from "../../../mock-server/src/formats/addresses.js";
import { SWAP_PROGRAM_BASE64 } from "../../../mock-server/src/formats/amm/program.js";
import { signedTransaction } from "../../../mock-server/src/formats/compile.js";
import type { Instruction } from "../../../mock-server/src/formats/instructions.js";
import { programAddress } from "../../../mock-server/src/formats/program-addresses.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { State } from "../../../mock-server/src/state/state.js";
import { ledgerSetup, SOL, sol } from "./harness.js";

const LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";
const CLOCK = "SysvarC1ock11111111111111111111111111111111";
const RENT = "SysvarRent111111111111111111111111111111111";
const SLOT_MS = 400;
const CHUNK = 900;

const w = (address: string, signer = false) => ({ address, writable: true, signer });
const r = (address: string, signer = false) => ({ address, writable: false, signer });
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);

/** A ledger, functions that read program accounts, and the loader's instructions. */
async function setup() {
  const base = await ledgerSetup();
  const { ledger, alice, clock, random } = base;
  const owned = async (address: string, owner: string) =>
    (await ledger.programAccounts(owner)).find((one) => one.address === address);
  const read = async (address: string) => (await ledger.accounts([address]))[0];
  const sign = async (signers: readonly Wallet[], ...instructions: Instruction[]) =>
    signedTransaction([alice, ...signers], instructions, (await ledger.latestBlockhash()).blockhash);
  const run = async (signers: readonly Wallet[], ...instructions: Instruction[]) =>
    ledger.send(await sign(signers, ...instructions));
  const create = (address: string, length: number): Instruction => ({
    programId: PROGRAM_IDS.system,
    accounts: [w(alice.address, true), w(address, true)],
    data: Buffer.concat([u32(0), u64(Number(rentExempt(length))), u64(length), addressBytes(LOADER)]),
  });
  const loader = (accounts: Instruction["accounts"], ...data: Buffer[]): Instruction => ({
    programId: LOADER,
    accounts,
    data: Buffer.concat(data),
  });
  const buffer = async (name: string, code: Buffer): Promise<string> => {
    const wallet = namedWallet(random, name);
    const { address } = wallet;
    await run([wallet], create(address, 37 + code.length), loader([w(address), r(alice.address)], u32(0)));
    for (let at = 0; at < code.length; at += CHUNK) {
      const part = code.subarray(at, at + CHUNK);
      const accounts = [w(address), r(alice.address, true)];
      await run([], loader(accounts, u32(1), u32(at), u64(part.length), part));
    }
    return address;
  };
  return { ...base, owned, read, sign, run, create, loader, buffer, turn: () => clock.advance(SLOT_MS) };
}

test("lamports sent to a program's account appear in the simulation, and in the account after it lands", async () => {
  const { ledger, alice, sign, read } = await setup();
  const before = (await read(PROGRAM_IDS.swap))!;
  const wire = await sign([], sol(alice.address, PROGRAM_IDS.swap, SOL));
  const { postAccounts } = await ledger.simulate(wire);
  const given = { ...before, lamports: before.lamports + SOL };
  expect(postAccounts).toContainEqual(given);
  expect(await read(PROGRAM_IDS.swap)).toEqual(before);
  await ledger.send(wire);
  expect(await read(PROGRAM_IDS.swap)).toEqual(given);
});

test("a program's account is read with its new content after it is replaced or restored", async () => {
  const { ledger, state, read, owned } = await setup();
  const start = state.snapshot();
  const before = (await read(PROGRAM_IDS.swap))!;
  const rich = { ...before, lamports: before.lamports + SOL };
  await ledger.setAccount(PROGRAM_IDS.swap, rich);
  expect(await read(PROGRAM_IDS.swap)).toEqual(rich);
  const later = structuredClone(state.snapshot());
  state.restore(start);
  expect(await read(PROGRAM_IDS.swap)).toEqual(before);
  state.restore(later);
  expect(await read(PROGRAM_IDS.swap)).toEqual(rich);
  expect(await owned(PROGRAM_IDS.swap, rich.owner)).toEqual(rich);
});

test("after an upgrade, a close or a restore, the same code runs and is read, also on a new ledger over the State", async () => {
  const { run, create, loader, buffer, owned, read, turn, random, alice, ledger, state } = await setup();
  const swap = Buffer.from(SWAP_PROGRAM_BASE64, "base64");
  const memo = Buffer.from((await read(PROGRAMS.memo))!.data);
  const program = namedWallet(random, "program");
  const { address } = program;
  const codeAt = programAddress([addressBytes(address)], LOADER).address;
  const call = { programId: address, accounts: [], data: Uint8Array.of(104, 105) };
  const runs = async (on = ledger) => {
    const { blockhash } = await on.latestBlockhash();
    const { err, logs } = await on.simulate(signedTransaction([alice], [call], blockhash));
    if (err === null) return "memo";
    return JSON.stringify(err).includes("6000") ? "swap" : `${JSON.stringify(err)} ${logs.at(-2)}`;
  };
  const afterwards = async () => {
    for (const one of [address, codeAt]) expect(await read(one)).toEqual(await owned(one, LOADER));
    await turn();
    return { now: await runs(), snapshot: structuredClone(state.snapshot()) };
  };

  const before = await afterwards();
  const first = await buffer("first", swap);
  await run([program], create(address, 36));
  await run(
    [],
    loader(
      [
        ...[w(alice.address, true), w(codeAt), w(address), w(first), r(RENT), r(CLOCK)],
        ...[r(PROGRAM_IDS.system), r(alice.address, true)],
      ],
      u32(2),
      u64(2 * swap.length),
    ),
  );
  const deployed = await afterwards();
  const second = await buffer("second", memo);
  const upgrade = [
    w(codeAt),
    w(address),
    w(second),
    w(alice.address),
    r(RENT),
    r(CLOCK),
    r(alice.address, true),
  ];
  await run([], loader(upgrade, u32(3)));
  const upgraded = await afterwards();
  await run([], loader([w(codeAt), w(alice.address), r(alice.address, true), w(address)], u32(5)));
  const closed = await afterwards();

  expect(before.now).toBe('"ProgramAccountNotFound" undefined');
  expect([deployed.now, upgraded.now]).toEqual(["swap", "memo"]);
  expect(closed.now).toBe('{"InstructionError":[0,"UnsupportedProgramId"]} Program is not deployed');
  for (const { now, snapshot } of [deployed, closed, upgraded, deployed, upgraded, before, closed]) {
    state.restore(snapshot);
    expect(await runs()).toBe(now);
    const fresh = new State();
    fresh.restore(snapshot);
    expect(await runs((await ledgerSetup({ state: fresh })).ledger)).toBe(now);
  }
});

// The program of the Anchor client's tests, which run in `npm run test:clients`.
const folder = fileURLToPath(new URL("../../clients/anchor/counter/", import.meta.url));
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
const recorded = readFileSync(`${folder}counter.so.sha256`, "utf8").split(" ")[0];
const source = readFileSync(`${folder}counter.c`, "utf8");
interface Named {
  readonly name: string;
  readonly discriminator: number[];
}
const idl = JSON.parse(readFileSync(`${folder}counter.json`, "utf8")) as {
  readonly address: string;
  readonly instructions: Named[];
  readonly accounts: Named[];
  readonly events: Named[];
  readonly errors: { readonly code: number; readonly name: string; readonly msg: string }[];
};

describe("the counter, a program with Anchor's conventions", () => {
  test("is committed with its hash", () => {
    expect(sha256(readFileSync(`${folder}counter.so`)).toString("hex")).toBe(recorded);
  });

  test.skipIf(clangMajor() !== CLANG_MAJOR)("is byte for byte what its source compiles to", () => {
    expect(sha256(compileProgram(`${folder}counter.c`)).toString("hex")).toBe(recorded);
  });

  test.each([
    ["global", idl.instructions],
    ["account", idl.accounts],
    ["event", idl.events],
  ] as const)("the discriminators of kind %s are Anchor's, in the IDL and in the program", (kind, named) => {
    for (const { name, discriminator } of named) {
      const bytes = sha256(`${kind}:${name}`).subarray(0, 8);
      expect(discriminator).toEqual([...bytes]);
      const number = bytes.readBigUInt64LE().toString(16).padStart(16, "0");
      expect(source).toContain(`#define ${name.toUpperCase()} 0x${number}ull`);
    }
  });

  test("its address and errors are those of the IDL", () => {
    expect(isAddress(idl.address)).toBe(true);
    for (const { code, name, msg } of idl.errors) expect(source).toContain(`("${name}", ${code}, "${msg}")`);
    expect([...source.matchAll(/", (6\d{3}), "/g)].map(([, code]) => Number(code))).toEqual(
      idl.errors.map(({ code }) => code),
    );
  });
});
